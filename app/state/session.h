#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/state/view_state.h"
#include "core/base/result.h"

namespace headscope {

struct AppState;

// What is on screen, as a file keeps it: which model, the texts, and the view. Theme and text size belong to the
// person, not to the session.
struct Session {
    // The page "side by side".
    struct Beside {
        bool is_open = false;
        std::string text;
        std::string model_name;  // of the second model; empty: there is none
        std::filesystem::path model;
    };

    std::string model_name;  // found in the catalog where the path is gone
    std::filesystem::path model;
    std::string sentence;
    std::optional<std::string> pair;
    std::string target;
    ViewState view;
    std::optional<Beside> beside;  // none: never opened
};

constexpr const char* kSessionExtension = ".headscope";

Session session_of(const AppState& state);

// Loads the session's model if it is not the open one, and goes to its texts and its view.
void open_session(AppState& state, const Session& session);

Result<Session> read_session(const std::filesystem::path& file);
// Whole or not at all; makes the folder if need be.
Status write_session(const Session& session, const std::filesystem::path& file);

}  // namespace headscope
