#include "tests/core/malformed_cases.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/model/model.h"
#include "core/text/tokenizer.h"
#include "core/trace/attention_trace.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace headscope::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Expected = MalformedCase::Expected;

std::string bytes_of_hex(const std::string& hex) {
    std::string out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return out;
}

// The tokenizer.json of a step "tokens".
std::string with_more_tokens(const Json& step) {
    Json out = Json::parse(bytes_of_hex(step["base_hex"]));
    const auto count = step["count"].get<std::size_t>();
    for (std::size_t i = 0; i < count; ++i)
        out["added_tokens"].push_back({{"id", step["first_id"].get<std::size_t>() + i},
                                       {"content", "<t" + std::to_string(i) + ">"},
                                       {"single_word", false},
                                       {"lstrip", false},
                                       {"rstrip", false},
                                       {"normalized", false},
                                       {"special", false}});
    return out.dump();
}

std::string repeated(const Json& step) {
    const auto count = step["count"].get<std::size_t>();
    const std::string unit = bytes_of_hex(step["unit_hex"]);
    std::string out = bytes_of_hex(step["prefix_hex"]);
    out.reserve(out.size() + unit.size() * count);
    for (std::size_t i = 0; i < count; ++i) out += unit;
    return out + bytes_of_hex(step["suffix_hex"]);
}

void write_bytes(const fs::path& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.good()) throw std::runtime_error(path.string() + ": cannot be written");
}

// Does one step of "make".
void carry_out(const Json& step, const fs::path& folder) {
    const std::string op = step["op"];
    const fs::path path =
        folder / (step.contains("file_hex") ? bytes_of_hex(step["file_hex"]) : step["file"].get<std::string>());
    if (op == "write") {
        write_bytes(path, bytes_of_hex(step["hex"]));
    } else if (op == "repeat") {
        write_bytes(path, repeated(step));
    } else if (op == "tokens") {
        write_bytes(path, with_more_tokens(step));
    } else if (op == "sparse") {
        write_bytes(path, bytes_of_hex(step["prefix_hex"]));
        fs::resize_file(path, step["size"].get<std::uintmax_t>());
    } else if (op == "fifo") {
        if (mkfifo(path.c_str(), S_IRUSR | S_IWUSR) != 0) throw std::runtime_error(path.string() + ": no pipe");
    } else if (op == "directory") {
        fs::create_directory(path);
    } else if (op == "symlink") {
        fs::create_symlink(step["target"].get<std::string>(), path);
    } else if (op == "mode") {
        fs::permissions(path, static_cast<fs::perms>(step["mode"].get<unsigned>()));
    } else {
        throw std::runtime_error("unknown step " + op);
    }
}

std::string quoted_list(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += "\n    " + line;
    return out.empty() ? " nothing" : out;
}

bool mentions_all(const std::string& message, const MalformedCase& malformed) {
    return std::all_of(malformed.mentions.begin(), malformed.mentions.end(),
                       [&](const std::string& word) { return message.find(word) != std::string::npos; });
}

}  // namespace

std::vector<MalformedCase> read_malformed_cases(const fs::path& path) {
    const std::map<std::string, Expected> kinds{
        {"error", Expected::kError}, {"warning", Expected::kWarning}, {"ok", Expected::kOk}, {"any", Expected::kAny}};
    std::vector<MalformedCase> out;
    for_each_json_line(path, [&](const Json& row) {
        out.push_back({row["name"], row["what"], row["open"], kinds.at(row["expected"]), row["mentions"], row["text"],
                       row["is_pair"], row["files"], row["make"]});
    });
    return out;
}

fs::path write_case(const MalformedCase& malformed, const fs::path& folder) {
    for (const auto& [name, hex] : malformed.files.items()) write_bytes(folder / name, bytes_of_hex(hex));
    for (const Json& step : malformed.make) carry_out(step, folder);
    return malformed.open == "." ? folder : folder / malformed.open;
}

Outcome try_tokenizer(const MalformedCase& malformed, const fs::path& path) {
    Outcome out;
    const Result<LoadedTokenizer> loaded = load_tokenizer(path);
    if (!loaded.has_value()) return {loaded.error().message};
    out.warnings = loaded.value().warnings;
    if (malformed.text.empty()) return out;
    for (const bool is_pair : {false, true}) {
        const auto pair = is_pair ? std::optional<std::string_view>(malformed.text) : std::nullopt;
        const Result<Encoding> encoding = loaded.value().tokenizer->encode(malformed.text, pair, {});
        if (!encoding.has_value()) out.error = encoding.error().message;
    }
    return out;
}

Outcome try_model(const MalformedCase& malformed, const fs::path& path) {
    Workspace workspace(1);
    LoadOptions options;
    options.pool = &workspace.pool();
    const auto loaded = load_model(path, options);
    if (!loaded.has_value()) return {loaded.error().message, loaded.error().details};
    Outcome out;
    out.warnings = loaded.value()->warnings;
    ModelInput input;
    if (malformed.text.empty()) {
        input.ids = {1, 2, 1};
        if (loaded.value()->config.decoder) input.decoder_ids = {1, 2};
    } else {
        const auto pair = malformed.is_pair ? std::optional<std::string_view>(malformed.text) : std::nullopt;
        const auto encoding = encode_for_model(*loaded.value(), malformed.text, pair, {});
        if (!encoding.has_value()) return {encoding.error().message};
        for (const Note& note : encoding.value().notes) out.warnings.push_back(note.message);
        for (const Token& token : encoding.value().tokens) {
            input.ids.push_back(token.id);
            input.type_ids.push_back(token.type_id);
        }
    }
    const auto trace = trace_ids(loaded.value(), input, {}, workspace);
    if (!trace.has_value()) return {trace.error().message};
    if (trace.value()->non_finite > 0 && loaded.value()->warnings.empty()) out.error = "the maps are not finite";
    return out;
}

std::string complaint(const MalformedCase& malformed, const Outcome& outcome) {
    if (outcome.error.find('\n') != std::string::npos) return "more than one line: " + outcome.error;
    const Expected expected = malformed.expected;
    if (!outcome.error.empty()) {
        if (expected == Expected::kOk || expected == Expected::kWarning) return "refused: " + outcome.error;
        if (!mentions_all(outcome.error + '\n' + outcome.details, malformed))
            return "the message does not say what is wrong: " + outcome.error + outcome.details;
        return {};
    }
    if (expected == Expected::kError) return "was opened, with the warnings" + quoted_list(outcome.warnings);
    if (expected == Expected::kOk && !outcome.warnings.empty()) return "warned" + quoted_list(outcome.warnings);
    if (expected == Expected::kWarning &&
        std::none_of(outcome.warnings.begin(), outcome.warnings.end(),
                     [&](const std::string& warning) { return mentions_all(warning, malformed); }))
        return "no warning says what is wrong; it said" + quoted_list(outcome.warnings);
    return {};
}

}  // namespace headscope::test
