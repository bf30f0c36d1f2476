#include "app/state/key_chord.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace headscope {
namespace {

TEST(KeyChord, IsWrittenWithItsModifiersInFront) {
    EXPECT_EQ(to_text(with_ctrl(Key::kL)), "Ctrl+L");
    EXPECT_EQ(to_text(with_ctrl_shift(Key::kZ)), "Ctrl+Shift+Z");
    EXPECT_EQ(to_text(KeyChord{.key = Key::kF4, .alt = true}), "Alt+F4");
    EXPECT_EQ(to_text(with_shift(Key::kTab)), "Shift+Tab");
}

TEST(KeyChord, WritesTheEndsOfEachRowOfKeys) {
    EXPECT_EQ(to_text(plain(Key::kA)), "A");
    EXPECT_EQ(to_text(plain(Key::kZ)), "Z");
    EXPECT_EQ(to_text(plain(Key::k0)), "0");
    EXPECT_EQ(to_text(plain(Key::k9)), "9");
    EXPECT_EQ(to_text(plain(Key::kF1)), "F1");
    EXPECT_EQ(to_text(plain(Key::kF12)), "F12");
}

TEST(KeyChord, EveryKeyHasATextOfItsOwn) {
    std::vector<std::string> seen;
    for (int key = 0; key <= static_cast<int>(Key::kRightBracket); ++key) {
        const std::string text = to_text(plain(static_cast<Key>(key)));
        EXPECT_FALSE(text.empty()) << key;
        EXPECT_EQ(std::count(seen.begin(), seen.end(), text), 0) << text;
        seen.push_back(text);
    }
}

TEST(KeyChord, DiffersByEveryModifier) {
    EXPECT_EQ(with_ctrl(Key::kC), (KeyChord{Key::kC, true, false, false}));
    EXPECT_NE(with_ctrl(Key::kC), plain(Key::kC));
    EXPECT_NE(with_ctrl(Key::kC), with_ctrl_shift(Key::kC));
    EXPECT_NE(plain(Key::kC), (KeyChord{Key::kC, false, false, true}));
}

}  // namespace
}  // namespace headscope
