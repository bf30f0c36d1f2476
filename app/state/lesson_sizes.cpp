#include "app/state/lesson_sizes.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/state/app_state.h"
#include "core/io/grouped.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

Index most_of(LessonSize size) {
    switch (size) {
        case LessonSize::kModelWidth:
        case LessonSize::kHeadWidth:
            return Index{1} << 16;
        case LessonSize::kHeads:
        case LessonSize::kKeyHeads:
            return 512;
        case LessonSize::kBlocks:
            return 1024;
        case LessonSize::kTokens:
            return Index{1} << 24;
    }
    return 1;
}

Index& size_in(LessonState& lesson, LessonSize size) {
    switch (size) {
        case LessonSize::kModelWidth:
            break;
        case LessonSize::kHeads:
            return lesson.sizes.n_heads;
        case LessonSize::kKeyHeads:
            return lesson.sizes.n_kv_heads;
        case LessonSize::kHeadWidth:
            return lesson.sizes.d_head;
        case LessonSize::kBlocks:
            return lesson.sizes.n_layers;
        case LessonSize::kTokens:
            return lesson.n_tokens;
    }
    return lesson.sizes.d_model;
}

// A number of key heads that fits another number of query heads.
Index fitting_kv_heads(Index heads, Index kv_heads) {
    Index best = 1;
    for (Index n = 1; n <= std::min(heads, kv_heads); ++n)
        if (heads % n == 0) best = n;
    return best;
}

std::string divisors_of(Index whole) {
    std::string words;
    for (Index n = 1; n <= whole; ++n)
        if (whole % n == 0) words += (words.empty() ? "" : ", ") + std::to_string(n);
    return words;
}

std::string expected_words(LessonSize size) {
    return "expected a whole number from 1 to " + grouped(most_of(size));
}

std::optional<Index> number_in(std::string_view text) {
    std::string digits;
    for (const char c : text)
        if (c != ',' && c != ' ') digits += c;
    Index value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
    return value;
}

}  // namespace

const char* size_name(LessonSize size) {
    switch (size) {
        case LessonSize::kModelWidth:
            return "d_model";
        case LessonSize::kHeads:
            return "heads";
        case LessonSize::kKeyHeads:
            return "key heads";
        case LessonSize::kHeadWidth:
            return "d_head";
        case LessonSize::kBlocks:
            return "blocks";
        case LessonSize::kTokens:
            return "T, tokens";
    }
    return "";
}

Index get_size(const LessonState& lesson, LessonSize size) {
    LessonState copy = lesson;
    return size_in(copy, size);
}

Result<LessonState> with_size(LessonState lesson, LessonSize size, Index value) {
    const std::string found = std::string(size_name(size)) + ": " + grouped(value);
    if (value < 1 || value > most_of(size)) return invalid(found + ", " + expected_words(size));
    CostSizes& sizes = lesson.sizes;
    if (size == LessonSize::kKeyHeads && (value > sizes.n_heads || sizes.n_heads % value != 0))
        return invalid(found + ", expected a divisor of the " + std::to_string(sizes.n_heads) +
                       " heads: " + divisors_of(sizes.n_heads));
    if (size_in(lesson, size) == value) return lesson;
    const bool is_multi_head = sizes.n_kv_heads == sizes.n_heads;
    size_in(lesson, size) = value;
    if (size == LessonSize::kHeads)
        sizes.n_kv_heads = is_multi_head ? value : fitting_kv_heads(value, sizes.n_kv_heads);
    if (size != LessonSize::kTokens) lesson.sizes_from = kOtherSizes;
    return lesson;
}

Result<LessonState> with_typed_size(const LessonState& lesson, LessonSize size, std::string_view text) {
    const std::optional<Index> value = number_in(text);
    if (!value)
        return invalid(std::string(size_name(size)) + ": \"" + shown_text(text, 24) + "\", " + expected_words(size));
    return with_size(lesson, size, *value);
}

void begin_typing_size(AppState& state, LessonSize size) {
    state.typed_size.size = size;
    state.typed_size.text.set_text(std::to_string(get_size(state.lesson, size)));
    state.typed_size.text.select_all();
    state.typed_size.problem.clear();
    state.focus = TextFocus::kLessonSize;
}

void enter_size(AppState& state) {
    TypedSize& typed = state.typed_size;
    if (!typed.size) return;
    Result<LessonState> changed = with_typed_size(state.lesson, *typed.size, typed.text.text());
    if (!changed.has_value()) {
        typed.problem = changed.error().message;
        typed.text.select_all();
        return;
    }
    state.lesson = std::move(changed).value();
    give_up_size(state);
}

void leave_size(AppState& state) {
    TypedSize& typed = state.typed_size;
    if (!typed.size) return;
    const LessonSize size = *typed.size;
    enter_size(state);
    if (!typed.size) return;
    const std::string problem = typed.problem + ". It stays " + grouped(get_size(state.lesson, size)) + ".";
    give_up_size(state);
    typed.problem = problem;
}

void give_up_size(AppState& state) {
    state.typed_size.size.reset();
    state.typed_size.problem.clear();
    if (state.focus == TextFocus::kLessonSize) state.focus = TextFocus::kNone;
}

}  // namespace headscope
