#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headscope::test {

// A damaged tokenizer or model and what opening it must do; tests/fixtures/text/malformed/make_malformed.py describes
// the fields.
struct MalformedCase {
    enum class Expected { kError, kWarning, kOk, kAny };
    std::string name;
    std::string what;
    std::string open;
    Expected expected = Expected::kError;
    std::vector<std::string> mentions;
    std::string text;
    bool is_pair = false;
    nlohmann::json files;
    nlohmann::json make;
};

// Every case of the file. Throws where it cannot be read.
std::vector<MalformedCase> read_malformed_cases(const std::filesystem::path& path);

// Writes the files of a case into a folder, which must exist, and returns what to open.
std::filesystem::path write_case(const MalformedCase& malformed, const std::filesystem::path& folder);

// What opening a case, and using it, led to.
struct Outcome {
    std::string error;                       // empty where all went well
    std::string details = {};                // lines that follow it
    std::vector<std::string> warnings = {};  // of loading and encoding
};
// Opens a tokenizer and encodes the text, alone and as a pair.
Outcome try_tokenizer(const MalformedCase& malformed, const std::filesystem::path& path);
// Opens a model, encodes the text as the case says, and runs it, or a few ids where the case has no text. Maps that
// are not finite are an error, unless loading warned.
Outcome try_model(const MalformedCase& malformed, const std::filesystem::path& path);

// What is wrong with an outcome; empty if it is as expected.
std::string complaint(const MalformedCase& malformed, const Outcome& outcome);

}  // namespace headscope::test
