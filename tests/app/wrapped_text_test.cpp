#include "app/widgets/wrapped_text.h"

#include <gtest/gtest.h>

#include "tests/app/headless_imgui.h"

namespace headscope {
namespace {

TEST(WrappedText, BreaksAtSpacesAndLineEndsAlone) {
    const HeadlessImGui imgui;
    ImGui::NewFrame();
    const ImFont& font = *ImGui::GetFont();
    const auto width = [&](const char* words) { return font.CalcTextSizeA(font.FontSize, 1e9F, 0, words).x; };
    using Lines = std::vector<std::string_view>;
    const std::string_view text = "heads 1 and 10 (0.201, 0.093). It\nends";
    EXPECT_EQ(lines_broken_at_spaces(font, text, 1e6F), (Lines{"heads 1 and 10 (0.201, 0.093). It", "ends"}));
    // There is room for the point, but not for the whole number.
    EXPECT_EQ(lines_broken_at_spaces(font, text, width("heads 1 and 10 (0.2")),
              (Lines{"heads 1 and 10", "(0.201, 0.093). It", "ends"}));
    EXPECT_EQ(lines_broken_at_spaces(font, text, width("heads 1 and 10 (0.201,")),
              (Lines{"heads 1 and 10 (0.201,", "0.093). It", "ends"}));
    EXPECT_EQ(lines_broken_at_spaces(font, "a much-too-long word", width("a wo")),
              (Lines{"a", "much-too-long", "word"}));
    EXPECT_EQ(lines_broken_at_spaces(font, "", 10), (Lines{""}));
    EXPECT_EQ(lines_broken_at_spaces(font, "a\n\nb", 100), (Lines{"a", "", "b"}));
    ImGui::EndFrame();
}

}  // namespace
}  // namespace headscope
