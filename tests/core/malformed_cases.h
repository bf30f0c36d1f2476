#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headscope::test {

// A damaged tokenizer and what opening it must do; tests/fixtures/text/malformed/make_malformed.py describes the
// fields.
struct MalformedCase {
    enum class Expected { kError, kWarning, kOk, kAny };
    std::string name;
    std::string what;
    std::string open;
    Expected expected = Expected::kError;
    std::vector<std::string> mentions;
    std::string text;
    nlohmann::json files;
    nlohmann::json make;
};

// Every case of the file. Throws where it cannot be read.
std::vector<MalformedCase> read_malformed_cases(const std::filesystem::path& path);

// Writes the files of a case into a folder, which must exist, and returns what to open.
std::filesystem::path write_case(const MalformedCase& malformed, const std::filesystem::path& folder);

// What opening a case, and encoding its text, led to.
struct Outcome {
    std::string error;                  // empty where all went well
    std::vector<std::string> warnings;  // of loading, and notes of encoding
};
Outcome try_case(const MalformedCase& malformed, const std::filesystem::path& path);

// What is wrong with an outcome; empty if it is as expected.
std::string complaint(const MalformedCase& malformed, const Outcome& outcome);

}  // namespace headscope::test
