#include "app/state/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/state/view_state.h"
#include "core/base/environment.h"
#include "core/base/utf8.h"
#include "core/io/file_writer.h"
#include "core/io/json_read.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kMaxBytes = 1 << 20;
constexpr const char* kFormat = "headscope.settings";

Result<Settings> parse(const json& object, const std::string& name) {
    if (!object.is_object() || object.value("format", json()) != kFormat)
        return invalid(name + ": format: expected \"" + kFormat + "\"");
    Settings settings;
    const Result<std::int64_t> version = get_integer(object, "version", 1, 1, name);
    if (!version.has_value()) return version.error();
    const Result<std::int64_t> size = get_integer_or(object, "text_size", kMinTextSize, kMaxTextSize, name, 0);
    if (!size.has_value()) return size.error();
    settings.text_size = static_cast<int>(size.value());
    if (const auto theme = object.find("theme"); theme != object.end()) {
        if (*theme != "dark" && *theme != "light") return invalid(name + ": theme: expected \"dark\" or \"light\"");
        settings.theme = *theme == "dark" ? Theme::kDark : Theme::kLight;
    }
    if (const auto restores = object.find("restores_session"); restores != object.end()) {
        if (!restores->is_boolean()) return invalid(name + ": restores_session: expected true or false");
        settings.restores_session = restores->get<bool>();
    }
    if (const auto seen = object.find("has_seen_hint"); seen != object.end()) {
        if (!seen->is_boolean()) return invalid(name + ": has_seen_hint: expected true or false");
        settings.has_seen_hint = seen->get<bool>();
    }
    for (const auto& [key, share] :
         {std::pair{"side_share", &settings.panels.side}, std::pair{"map_share", &settings.panels.map}}) {
        const auto found = object.find(key);
        if (found == object.end()) continue;
        if (!found->is_number()) return invalid(name + ": " + key + ": expected a number");
        *share = limited_share(found->get<float>());
    }
    if (const auto recent = object.find("recent_models"); recent != object.end()) {
        if (!recent->is_array()) return invalid(name + ": recent_models: expected a list of paths");
        for (const json& path : *recent) {
            if (!path.is_string()) return invalid(name + ": recent_models: expected a list of paths");
            if (settings.recent_models.size() < kMaxRecentModels)
                settings.recent_models.emplace_back(path.get<std::string>());
        }
    }
    return settings;
}

}  // namespace

fs::path settings_folder() {
    const std::string config = environment("XDG_CONFIG_HOME");
    if (!config.empty()) return fs::path(config) / "headscope";
    const std::string home = environment("HOME");
    return home.empty() ? fs::path() : fs::path(home) / ".config" / "headscope";
}

fs::path settings_file(const fs::path& folder) {
    return folder / "settings.json";
}

fs::path last_session_file(const fs::path& folder) {
    return folder / "last.headscope";
}

void remember_model(Settings& settings, const fs::path& path) {
    std::error_code ignored;
    fs::path whole = fs::weakly_canonical(path, ignored);
    if (ignored) whole = path;
    std::erase(settings.recent_models, whole);
    settings.recent_models.insert(settings.recent_models.begin(), std::move(whole));
    if (settings.recent_models.size() > kMaxRecentModels) settings.recent_models.resize(kMaxRecentModels);
}

ReadSettings read_settings(const fs::path& file) {
    const auto set_aside = [&](const Error& error) {
        const fs::path aside = file.string() + ".broken";
        std::error_code failed;
        fs::rename(file, aside, failed);
        return ReadSettings{
            {},
            error.message + (failed ? " (the defaults are used)"
                                    : " (set aside as " + shown_path(aside.filename()) + ", the defaults are used)")};
    };
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return {};
    const Result<json> read = read_json_file(file, kMaxBytes);
    if (!read.has_value()) return set_aside(read.error());
    Result<Settings> settings = parse(read.value(), shown_path(file));
    if (!settings.has_value()) return set_aside(settings.error());
    return {std::move(settings).value(), std::nullopt};
}

Status write_settings(const Settings& settings, const fs::path& file) {
    json recent = json::array();
    for (const fs::path& path : settings.recent_models) {
        if (is_valid_utf8(path.string())) recent.push_back(path.string());
    }
    const json object = {{"format", kFormat},
                         {"version", 1},
                         {"theme", settings.theme == Theme::kDark ? "dark" : "light"},
                         {"text_size", settings.text_size},
                         {"side_share", settings.panels.side},
                         {"map_share", settings.panels.map},
                         {"has_seen_hint", settings.has_seen_hint},
                         {"restores_session", settings.restores_session},
                         {"recent_models", recent}};
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    Result<AtomicFileWriter> writer = AtomicFileWriter::create(file);
    if (!writer.has_value()) return writer.error();
    writer.value().write(object.dump(2) + "\n");
    return writer.value().commit();
}

}  // namespace headscope
