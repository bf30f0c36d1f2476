// Compares a tokenizer with files of reference results, such as make_cases.py writes with another seed.
// usage: compare_cases TOKENIZER CASES...    (a name that ends in .spm.jsonl.gz holds results of SentencePiece)

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "core/text/tokenizer.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace {

constexpr std::size_t kShown = 10;

bool is_all_equal(const headscope::Tokenizer& tokenizer, const std::filesystem::path& cases) {
    const bool is_sentencepiece = cases.filename().string().find(".spm.") != std::string::npos;
    const headscope::test::Comparison found = headscope::test::compare_cases(
        tokenizer, cases, is_sentencepiece, kShown, [](const std::string& line) { std::printf("%s\n", line.c_str()); });
    std::printf("%s: %zu of %zu cases differ\n", cases.c_str(), found.different, found.compared);
    return found.different == 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::fprintf(stderr, "usage: compare_cases TOKENIZER CASES...\n");
        return 2;
    }
    const headscope::Result<headscope::LoadedTokenizer> loaded = headscope::load_tokenizer(arguments[1]);
    if (!loaded.has_value()) {
        std::fprintf(stderr, "compare_cases: %s\n", loaded.error().message.c_str());
        return 1;
    }
    for (const std::string& warning : loaded.value().warnings) std::printf("warning: %s\n", warning.c_str());
    bool is_equal = true;
    try {
        for (int i = 2; i < count; ++i) is_equal = is_all_equal(*loaded.value().tokenizer, arguments[i]) && is_equal;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "compare_cases: %s\n", error.what());
        return 1;
    }
    return is_equal ? 0 : 1;
}
