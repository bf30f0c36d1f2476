#include "core/io/json_read.h"

#include <gtest/gtest.h>

#include "tests/core/model_files.h"

namespace headscope {
namespace {

using nlohmann::json;

TEST(ParseJson, ReadsAllKindsOfValues) {
    const auto value =
        parse_json(R"( {"a":[1,-2,0.5,true,null,"\u00e9\n"],"b":{"c":{}},"d":18446744073709551615} )", "x");
    ASSERT_TRUE(value.has_value()) << value.error().message;
    const json expected{
        {"a", {1, -2, 0.5, true, nullptr, "é\n"}}, {"b", {{"c", json::object()}}}, {"d", 18446744073709551615ULL}};
    EXPECT_EQ(value.value(), expected);
}

TEST(ParseJson, RefusesWhatIsNotStrictJson) {
    for (const std::string& text :
         {std::string(""), std::string("{"), std::string("{} {}"), std::string("{}\0\0", 4),
          std::string("\xEF\xBB\xBF{}"), std::string("{\"a\":1,\"a\":2}"), std::string("{\"a\":{\"b\":1,\"b\":1}}"),
          std::string("[1,]"), std::string("[NaN]"), std::string("[1e400]"), std::string("[\"\xFF\"]"),
          std::string("[\"\\ud800\"]"), std::string("// c\n{}"), std::string(100'000, '[')}) {
        const auto value = parse_json(text, "FILE");
        ASSERT_FALSE(value.has_value()) << text.substr(0, 40);
        EXPECT_EQ(value.error().message.rfind("FILE: ", 0), 0U) << value.error().message;
        EXPECT_LT(value.error().message.size(), 500U);
    }
}

TEST(ParseJson, NamesTheKeyThatComesTwice) {
    EXPECT_NE(parse_json(R"({"a":1,"hidden_size":2,"hidden_size":3})", "x").error().message.find("hidden_size"),
              std::string::npos);
}

TEST(GetInteger, TakesWholeNumbersInRangeOnly) {
    const json object{
        {"a", 5}, {"f", 5.0}, {"s", "5"}, {"b", true}, {"n", nullptr}, {"m", -5}, {"u", 18446744073709551615ULL}};
    EXPECT_EQ(get_integer(object, "a", 1, 5, "x").value(), 5);
    EXPECT_EQ(get_integer(object, "m", -5, 5, "x").value(), -5);
    for (const char* key : {"f", "s", "b", "n", "m", "u", "missing"}) {
        const auto value = get_integer(object, key, 0, 10, "FILE");
        ASSERT_FALSE(value.has_value()) << key;
        EXPECT_EQ(value.error().message.rfind("FILE: " + std::string(key) + ": ", 0), 0U) << value.error().message;
    }
    EXPECT_FALSE(get_integer(object, "a", 6, 9, "x").has_value());
    EXPECT_EQ(get_integer_or(object, "missing", 0, 10, "x", 7).value(), 7);
    EXPECT_FALSE(get_integer_or(object, "n", 0, 10, "x", 7).has_value());
}

TEST(ReadJsonFile, NamesTheFile) {
    const TempFolder folder;
    write_bytes(folder / "a.json", "{");
    EXPECT_NE(read_json_file(folder / "a.json", 10).error().message.find("a.json"), std::string::npos);
    EXPECT_EQ(read_json_file(folder / "a.json", 0).error().kind, ErrorKind::kTooLarge);
    EXPECT_EQ(read_json_file(folder / "b.json", 10).error().kind, ErrorKind::kNotFound);
}

}  // namespace
}  // namespace headscope
