#include "app/platform/key_translation.h"

#include <optional>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

namespace headscope {
namespace {

TEST(KeyTranslation, LettersGoByWhatTheLayoutPrints) {
    EXPECT_EQ(translate_key(GLFW_KEY_Z, "z", GLFW_MOD_CONTROL), with_ctrl(Key::kZ));
    EXPECT_EQ(translate_key(GLFW_KEY_Y, "z", GLFW_MOD_CONTROL), with_ctrl(Key::kZ));  // QWERTZ
    EXPECT_EQ(translate_key(GLFW_KEY_W, "z", GLFW_MOD_CONTROL), with_ctrl(Key::kZ));  // AZERTY
    EXPECT_EQ(translate_key(GLFW_KEY_Q, "a", 0), plain(Key::kA));
}

TEST(KeyTranslation, LayoutsWithoutLatinLettersGoByPlace) {
    EXPECT_EQ(translate_key(GLFW_KEY_Z, "я", GLFW_MOD_CONTROL), with_ctrl(Key::kZ));
    EXPECT_EQ(translate_key(GLFW_KEY_Z, "", GLFW_MOD_CONTROL), with_ctrl(Key::kZ));
}

TEST(KeyTranslation, DigitsWorkWhereTheyNeedShift) {
    EXPECT_EQ(translate_key(GLFW_KEY_1, "1", 0), plain(Key::k1));
    EXPECT_EQ(translate_key(GLFW_KEY_1, "&", 0), plain(Key::k1));                         // AZERTY
    EXPECT_EQ(translate_key(GLFW_KEY_6, "-", GLFW_MOD_CONTROL), with_ctrl(Key::kMinus));  // AZERTY
}

TEST(KeyTranslation, PlusIsPlusWithAndWithoutShift) {
    EXPECT_EQ(translate_key(GLFW_KEY_EQUAL, "=", GLFW_MOD_CONTROL), with_ctrl(Key::kPlus));
    EXPECT_EQ(translate_key(GLFW_KEY_EQUAL, "=", GLFW_MOD_CONTROL | GLFW_MOD_SHIFT), with_ctrl(Key::kPlus));
    EXPECT_EQ(translate_key(GLFW_KEY_RIGHT_BRACKET, "+", GLFW_MOD_CONTROL), with_ctrl(Key::kPlus));  // QWERTZ
    EXPECT_EQ(translate_key(GLFW_KEY_KP_ADD, "+", GLFW_MOD_CONTROL), with_ctrl(Key::kPlus));
    EXPECT_EQ(translate_key(GLFW_KEY_KP_SUBTRACT, "-", GLFW_MOD_CONTROL), with_ctrl(Key::kMinus));
}

TEST(KeyTranslation, ModifiersAreKept) {
    const KeyChord chord{.key = Key::kLeft, .ctrl = true, .shift = true, .alt = true};
    EXPECT_EQ(translate_key(GLFW_KEY_LEFT, "", GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT), chord);
    EXPECT_EQ(translate_key(GLFW_KEY_F11, "", GLFW_MOD_CAPS_LOCK | GLFW_MOD_NUM_LOCK), plain(Key::kF11));
}

TEST(KeyTranslation, TheNumberPadMovesOnlyWithoutNumLock) {
    EXPECT_EQ(translate_key(GLFW_KEY_KP_4, "4", 0), plain(Key::kLeft));
    EXPECT_EQ(translate_key(GLFW_KEY_KP_4, "4", GLFW_MOD_NUM_LOCK), std::nullopt);
    EXPECT_EQ(translate_key(GLFW_KEY_KP_ENTER, "", GLFW_MOD_NUM_LOCK), plain(Key::kEnter));
}

TEST(KeyTranslation, KeysWithoutUseAreNothing) {
    EXPECT_EQ(translate_key(GLFW_KEY_LEFT_SHIFT, "", GLFW_MOD_SHIFT), std::nullopt);
    EXPECT_EQ(translate_key(GLFW_KEY_UNKNOWN, "", 0), std::nullopt);
    EXPECT_EQ(translate_key(GLFW_KEY_SEMICOLON, ";", 0), std::nullopt);
}

}  // namespace
}  // namespace headscope
