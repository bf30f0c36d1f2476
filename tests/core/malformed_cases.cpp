#include "tests/core/malformed_cases.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/text/tokenizer.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace headscope::test {
namespace {

using Json = nlohmann::json;
using Expected = MalformedCase::Expected;

std::string bytes_of_hex(const std::string& hex) {
    std::string out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return out;
}

// The bytes that a step of "make" describes.
std::string bytes_of_step(const Json& step) {
    const auto count = step["count"].get<std::size_t>();
    if (step["op"] == "repeat") {
        const std::string unit = bytes_of_hex(step["unit_hex"]);
        std::string out = bytes_of_hex(step["prefix_hex"]);
        out.reserve(out.size() + unit.size() * count);
        for (std::size_t i = 0; i < count; ++i) out += unit;
        return out + bytes_of_hex(step["suffix_hex"]);
    }
    if (step["op"] != "tokens") throw std::runtime_error("unknown step " + step["op"].dump());
    Json out = Json::parse(bytes_of_hex(step["base_hex"]));
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

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.good()) throw std::runtime_error(path.string() + ": cannot be written");
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

std::vector<MalformedCase> read_malformed_cases(const std::filesystem::path& path) {
    const std::map<std::string, Expected> kinds{
        {"error", Expected::kError}, {"warning", Expected::kWarning}, {"ok", Expected::kOk}, {"any", Expected::kAny}};
    std::vector<MalformedCase> out;
    for_each_json_line(path, [&](const Json& row) {
        out.push_back({row["name"], row["what"], row["open"], kinds.at(row["expected"]), row["mentions"], row["text"],
                       row["files"], row["make"]});
    });
    return out;
}

std::filesystem::path write_case(const MalformedCase& malformed, const std::filesystem::path& folder) {
    for (const auto& [name, hex] : malformed.files.items()) write_bytes(folder / name, bytes_of_hex(hex));
    for (const Json& step : malformed.make) write_bytes(folder / step["file"].get<std::string>(), bytes_of_step(step));
    return malformed.open == "." ? folder : folder / malformed.open;
}

Outcome try_case(const MalformedCase& malformed, const std::filesystem::path& path) {
    Outcome out;
    const Result<LoadedTokenizer> loaded = load_tokenizer(path);
    if (!loaded.has_value()) return {loaded.error().message, {}};
    out.warnings = loaded.value().warnings;
    if (malformed.text.empty()) return out;
    for (const bool is_pair : {false, true}) {
        const auto pair = is_pair ? std::optional<std::string_view>(malformed.text) : std::nullopt;
        const Result<Encoding> encoding = loaded.value().tokenizer->encode(malformed.text, pair, {});
        if (!encoding.has_value()) out.error = encoding.error().message;
    }
    return out;
}

std::string complaint(const MalformedCase& malformed, const Outcome& outcome) {
    if (outcome.error.find('\n') != std::string::npos) return "more than one line: " + outcome.error;
    const Expected expected = malformed.expected;
    if (!outcome.error.empty()) {
        if (expected == Expected::kOk || expected == Expected::kWarning) return "refused: " + outcome.error;
        if (!mentions_all(outcome.error, malformed)) return "the message does not say what is wrong: " + outcome.error;
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
