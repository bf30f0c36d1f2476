#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/state/lesson.h"
#include "app/state/text_edit.h"
#include "core/base/result.h"

namespace headscope {

struct AppState;

// The numbers that the lesson's calculators start from, stepped or typed.
enum class LessonSize { kModelWidth, kHeads, kKeyHeads, kHeadWidth, kBlocks, kTokens };

// "d_model", "heads", …
const char* size_name(LessonSize size);
Index get_size(const LessonState& lesson, LessonSize size);

// The lesson with one size changed. With other heads the key heads stay as many if those can share them, else the next
// fewer that can; one for each stays one for each. kInvalid says in words what was expected.
Result<LessonState> with_size(LessonState lesson, LessonSize size, Index value);
// The same of a typed number, which may have commas or spaces between its digits.
Result<LessonState> with_typed_size(const LessonState& lesson, LessonSize size, std::string_view text);

// A size that is being typed.
struct TypedSize {
    std::optional<LessonSize> size;  // none: nobody types
    TextEdit text;
    std::string problem;  // why what was typed last is no such size; empty: it is
};
void begin_typing_size(AppState& state, LessonSize size);
// Enter: takes what was typed; stays open where it is no such size.
void enter_size(AppState& state);
// The box is left: takes what was typed if it can, else says what the size stays.
void leave_size(AppState& state);
// Esc: as if nothing had been typed.
void give_up_size(AppState& state);

}  // namespace headscope
