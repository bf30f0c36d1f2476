#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/state/panel_shares.h"
#include "core/base/result.h"
#include "core/export/appearance.h"

namespace headscope {

// What the program remembers about a person from one start to the next.
struct Settings {
    Theme theme = Theme::kDark;
    int text_size = 0;  // see ViewState
    PanelShares panels;
    bool has_seen_hint = false;                             // the first steps have been taken
    bool restores_session = true;                           // start where the last window was closed
    std::vector<std::filesystem::path> recent_models = {};  // newest first, no path twice

    bool operator==(const Settings&) const = default;
};

constexpr std::size_t kMaxRecentModels = 12;

// $XDG_CONFIG_HOME/headscope, or ~/.config/headscope; empty where neither is known.
std::filesystem::path settings_folder();
std::filesystem::path settings_file(const std::filesystem::path& folder);
// Where the session is kept that the next start returns to.
std::filesystem::path last_session_file(const std::filesystem::path& folder);

// Puts a model in front of the recent ones.
void remember_model(Settings& settings, const std::filesystem::path& path);

struct ReadSettings {
    Settings settings;
    std::optional<std::string> problem;  // the file was broken, and where it lies now
};

// The defaults where there is no file. One that cannot be understood is renamed to FILE.broken and the defaults count.
ReadSettings read_settings(const std::filesystem::path& file);

// Whole or not at all; makes the folder if need be.
Status write_settings(const Settings& settings, const std::filesystem::path& file);

}  // namespace headscope
