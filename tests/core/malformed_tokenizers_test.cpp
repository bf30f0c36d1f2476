// Damaged tokenizer files: each is refused, warned about or opened as its case says, soon, and harms nothing open.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/text/tokenizer.h"
#include "tests/core/malformed_cases.h"
#include "tests/core/model_files.h"
#include "tests/core/watchdog.h"

namespace headscope {
namespace {

using test::MalformedCase;

const std::vector<MalformedCase>& every_case() {
    static const std::vector<MalformedCase> cases =
        test::read_malformed_cases(HEADSCOPE_TEST_DATA "/text/malformed.jsonl.gz");
    return cases;
}

class MalformedTokenizer : public testing::TestWithParam<std::size_t> {};

TEST_P(MalformedTokenizer, IsMetAsItsCaseSays) {
    const MalformedCase& malformed = every_case()[GetParam()];
    SCOPED_TRACE(malformed.what);
    const TempFolder folder;
    const std::filesystem::path path = write_case(malformed, folder.path());
    const auto open = load_tokenizer(HEADSCOPE_TEST_DATA "/text/bert_cased").value().tokenizer;
    const std::size_t tokens = open->encode("The man saw a [MASK].", std::nullopt, {}).value().tokens.size();
    {
        const test::Watchdog watchdog(malformed.name);
        EXPECT_EQ(complaint(malformed, try_tokenizer(malformed, path)), "");
    }
    EXPECT_EQ(open->encode("The man saw a [MASK].", std::nullopt, {}).value().tokens.size(), tokens);
}

INSTANTIATE_TEST_SUITE_P(Cases, MalformedTokenizer, testing::Range(std::size_t{0}, every_case().size()),
                         [](const auto& info) { return every_case()[info.param].name; });

}  // namespace
}  // namespace headscope
