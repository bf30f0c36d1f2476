#include "core/io/json_write.h"

#include <gtest/gtest.h>

#include <clocale>
#include <limits>
#include <string>

namespace headscope {
namespace {

TEST(JsonNumber, IsTheShortestTextAndNeverALocales) {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    const auto text = [](float value, int digits = 0) {
        std::string out;
        append_json_number(out, value, digits);
        return out;
    };
    EXPECT_EQ(text(0.1F), "0.1");
    EXPECT_EQ(text(0), "0");
    EXPECT_EQ(text(-0.0F), "-0.0");
    EXPECT_EQ(text(1), "1.0");
    EXPECT_EQ(text(-3), "-3.0");
    EXPECT_EQ(text(1e-7F), "1e-07");
    EXPECT_EQ(text(0.123456F, 2), "0.12");
    EXPECT_EQ(text(std::numeric_limits<float>::max(), 17), "3.4028234663852886e+38");
    std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace headscope
