#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/run_headscope.h"

namespace headscope {
namespace {

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Usage, VersionAndHelpAnswer) {
    const RunResult version = run_headscope({"--version"});
    EXPECT_EQ(version.status, 0);
    EXPECT_EQ(version.output.rfind("headscope ", 0), 0U);
    EXPECT_EQ(lines_of(version.output), 1U);
    const RunResult help = run_headscope({"--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* verb : {"view", "export", "tokens", "heads", "find", "model", "models", "cost", "bench"})
        EXPECT_NE(help.output.find(std::string("\n  ") + verb), std::string::npos) << verb;
}

TEST(Usage, EveryVerbsHelpShowsAnExample) {
    for (const char* verb : {"view", "export", "tokens", "heads", "find", "model", "models", "cost", "bench"}) {
        const RunResult help = run_headscope({verb, "--help"});
        EXPECT_EQ(help.status, 0) << verb;
        EXPECT_NE(help.output.find("Example"), std::string::npos) << verb;
        EXPECT_NE(help.output.find(std::string("headscope ") + verb), std::string::npos) << verb;
        EXPECT_EQ(help.errors, "");
    }
}

TEST(Usage, WhatIsNotBuiltIsAbsentFromHelp) {
    const RunResult help = run_headscope({"export", "--help"});
    for (const char* option : {"--dtype", "--words"}) EXPECT_EQ(help.output.find(option), std::string::npos) << option;
}

struct WrongCall {
    const char* name;
    std::vector<std::string> arguments;
    const char* mention;
};

class WrongUsage : public testing::TestWithParam<WrongCall> {};

TEST_P(WrongUsage, EndsInStatusTwoWithOneLine) {
    const RunResult result = run_headscope(GetParam().arguments);
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(result.errors.rfind("headscope: ", 0), 0U) << result.errors;
    EXPECT_EQ(lines_of(result.errors), 1U) << result.errors;
    EXPECT_NE(result.errors.find(GetParam().mention), std::string::npos) << result.errors;
}

const WrongCall kWrongCalls[] = {
    {"UnbuiltOption", {"export", "--text", "x", "--out", "x.json", "--words"}, "--words"},
    {"UnknownOption", {"tokens", "--text", "x", "--nonsense"}, "--nonsense"},
    {"NoInput", {"export", "--out", "x.json"}, "no input"},
    {"TwoInputs", {"tokens", "--text", "x", "--input", "y"}, "more than one input"},
    {"PairAlone", {"tokens", "--input", "y", "--pair", "x"}, "--pair"},
    {"NoValue", {"export", "--out", "x.json", "--text"}, "--text"},
    {"NoOut", {"export", "--text", "x"}, "--out"},
    {"EmptyOut", {"export", "--text", "x", "--out", ""}, "--out"},
    {"FormatNotBuilt", {"export", "--text", "x", "--out", "x.npz"}, ".npz"},
    {"NoEnding", {"export", "--text", "x", "--out", "x"}, "no ending"},
    {"LayersNoList", {"export", "--text", "x", "--out", "x.json", "--layers", "1,,2"}, "--layers"},
    {"LayersBackwards", {"export", "--text", "x", "--out", "x.json", "--layers", "3-1"}, "--layers"},
    {"LayerTooLarge", {"export", "--text", "x", "--out", "x.json", "--layers", "6"}, "expected 0 to 5"},
    {"HeadTooLarge", {"export", "--text", "x", "--out", "x.json", "--heads", "0-12"}, "expected 0 to 11"},
    {"AblateNoList", {"export", "--text", "x", "--out", "x.json", "--ablate", "0-3"}, "--ablate"},
    {"AblateTooLarge", {"export", "--text", "x", "--out", "x.json", "--ablate", "0:3,6:0"}, "expected 0:0 to 5:11"},
    {"AblateByUnknown", {"export", "--text", "x", "--out", "x.json", "--ablate-by", "noise"}, "--ablate-by"},
    {"DigitsZero", {"export", "--text", "x", "--out", "x.json", "--digits", "0"}, "--digits"},
    {"SpecialsUnknown", {"export", "--text", "x", "--out", "x.json", "--specials", "hide"}, "--specials"},
    {"IdsNoList", {"export", "--ids", "1,x", "--out", "x.json"}, "--ids"},
    {"MaskOther", {"export", "--ids", "1,2", "--mask", "1,2", "--out", "x.json"}, "--mask"},
    {"MaskShorter", {"export", "--ids", "1,2", "--mask", "1", "--out", "x.json"}, "--mask"},
    {"TypeIdsAlone", {"export", "--text", "x", "--type-ids", "1", "--out", "x.json"}, "--type-ids"},
    {"FindWithoutWords", {"find", "--text", "x"}, "--from"},
    {"BenchLengths", {"bench", "--lengths", "0"}, "--lengths"},
    {"ViewSize", {"view", "--size", "1440"}, "--size"},
    {"ViewSelect", {"view", "--select", "1"}, "--select"},
    {"ViewSelectSeveral", {"view", "--select", "1:2,3"}, "--select"},
    {"ViewCombine", {"view", "--select", "1:2", "--combine", "mean"}, "--combine"},
    {"ViewCombineOneHeadTwice", {"view", "--select", "1.2,1:2", "--combine", "mean"}, "--combine: "},
    {"ViewMode", {"view", "--mode", "pictures"}, "--mode"},
    {"ViewOrder", {"view", "--order", "beauty"}, "--order"},
    {"ViewFilter", {"view", "--filter", "beauty>1"}, "--filter"},
    {"ViewGridZoom", {"view", "--grid-zoom", "0"}, "--grid-zoom"},
    {"ViewOff", {"view", "--off", "1"}, "--off"},
    {"ViewTwoCards", {"view", "--facts", "--guess"}, "--facts"},
    {"ViewTheme", {"view", "--theme", "pink"}, "--theme"},
    {"ViewScale", {"view", "--scale", "huge"}, "--scale"},
    {"ViewMapZoom", {"view", "--map-zoom", "0.5"}, "--map-zoom"},
    {"ViewRectangle", {"view", "--rectangle", "3-1:0-2"}, "--rectangle"},
    {"ViewRange", {"view", "--range", "widest"}, "--range"},
    {"ViewBlock", {"view", "--block", "c-c"}, "--block"},
    {"ViewLinks", {"view", "--links", "ropes"}, "--links"},
    {"ViewThreshold", {"view", "--threshold", "0.9"}, "--threshold"},
    {"ViewHover", {"view", "--hover", "-1"}, "--hover"},
};

INSTANTIATE_TEST_SUITE_P(Calls, WrongUsage, testing::ValuesIn(kWrongCalls),
                         [](const auto& info) { return info.param.name; });

TEST(Usage, AModelThatIsNotThereIsNamedWithThoseThatAre) {
    const RunResult result = run_headscope({"model", "no-such-model"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    EXPECT_NE(result.errors.find("no-such-model"), std::string::npos);
    EXPECT_NE(result.errors.find("all-minilm-l6-v2"), std::string::npos);
}

TEST(Usage, AFullStandardOutputIsAnErrorAndAClosedOneIsNot) {
    const RunResult full = run_headscope({"tokens", "--text", "a", "--json"}, ">/dev/full");
    EXPECT_EQ(full.status, 1);
    EXPECT_NE(full.errors.find("headscope: standard output: cannot write: "), std::string::npos) << full.errors;
    const RunResult closed = run_headscope({"--help"}, "| true");
    EXPECT_EQ(closed.status, 0);
    EXPECT_EQ(closed.errors, "");
}

}  // namespace
}  // namespace headscope
