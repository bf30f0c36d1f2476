#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include "app/state/session.h"
#include "core/base/result.h"

namespace headscope {

struct OpenableModel {
    std::filesystem::path path;
};
struct OpenableText {
    std::filesystem::path path;
    std::string text;
};
struct OpenableSession {
    std::filesystem::path path;
    Session session;
};
using Openable = std::variant<OpenableModel, OpenableText, OpenableSession>;

// What a file or folder is to this program, by looking at it: a model folder or a file of one, a .gguf file, a session,
// or a text of up to 1 MB. The error says what it is not.
Result<Openable> identify(const std::filesystem::path& path);

}  // namespace headscope
