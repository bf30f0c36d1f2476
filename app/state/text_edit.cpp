#include "app/state/text_edit.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <utility>

#include "app/state/text_boundaries.h"
#include "core/base/utf8.h"
#include "core/text/unicode.h"

namespace headscope {

// Forward declared in the header, which knows no ICU.
struct TextEdit::Boundaries : TextBoundaries {};

TextEdit::TextEdit(std::string_view text) : boundaries_(std::make_unique<Boundaries>()) {
    paste(text);
    undo_.clear();
    undo_bytes_ = 0;
}
TextEdit::~TextEdit() = default;

// The boundaries point into the text, which may lie elsewhere after a move.
TextEdit::TextEdit(TextEdit&& other) noexcept : TextEdit(std::string_view()) {
    *this = std::move(other);
}
TextEdit& TextEdit::operator=(TextEdit&& other) noexcept {
    std::swap(text_, other.text_);
    std::swap(caret_, other.caret_);
    std::swap(anchor_, other.anchor_);
    std::swap(may_join_, other.may_join_);
    std::swap(undo_, other.undo_);
    std::swap(redo_, other.redo_);
    std::swap(undo_bytes_, other.undo_bytes_);
    revision_ = other.revision_ = std::max(revision_, other.revision_) + 1;
    return *this;
}

TextRange TextEdit::selection() const {
    return {std::min(caret_, anchor_), std::max(caret_, anchor_)};
}

std::string_view TextEdit::selected_text() const {
    const TextRange range = selection();
    return std::string_view(text_).substr(range.begin, range.end - range.begin);
}

bool TextEdit::runs_right_to_left() const {
    for (std::size_t at = 0; at < std::min(text_.size(), kDirectionBytes);) {
        const CodePoint point = decode_at(text_, at);
        const UCharDirection direction = u_charDirection(static_cast<UChar32>(point.value));
        if (direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC) return true;
        if (direction == U_LEFT_TO_RIGHT) return false;
        at = point.end;
    }
    return false;
}

std::size_t TextEdit::cluster_before(std::size_t byte) const {
    return boundaries_->of(text_, revision_).cluster_before(byte);
}
std::size_t TextEdit::cluster_behind(std::size_t byte) const {
    return boundaries_->of(text_, revision_).cluster_behind(byte);
}
std::size_t TextEdit::cluster_start(std::size_t byte) const {
    return boundaries_->of(text_, revision_).cluster_start(byte);
}
std::size_t TextEdit::word_left_of(std::size_t byte) const {
    return boundaries_->of(text_, revision_).word_left_of(byte);
}
std::size_t TextEdit::word_right_of(std::size_t byte) const {
    return boundaries_->of(text_, revision_).word_right_of(byte);
}
TextRange TextEdit::word_at(std::size_t byte) const {
    return boundaries_->of(text_, revision_).word_at(byte);
}

bool TextEdit::join_to_last_step(const Step& step) {
    if (!may_join_ || undo_.empty() || step.kind == StepKind::kOther) return false;
    Step& last = undo_.back();
    if (last.kind != step.kind) return false;
    if (step.kind == StepKind::kTyping) {
        if (!step.removed.empty() || step.at != last.at + last.inserted.size()) return false;
        // A new word begins a new step.
        const std::size_t end_of_last = code_point_start(last.inserted, last.inserted.size() - 1);
        if (is_white_space(decode_at(last.inserted, end_of_last).value) &&
            !is_white_space(decode_at(step.inserted, 0).value)) {
            return false;
        }
        last.inserted += step.inserted;
    } else if (step.kind == StepKind::kErasingLeft) {
        if (step.at + step.removed.size() != last.at) return false;
        last.removed.insert(0, step.removed);
        last.at = step.at;
    } else {
        if (step.at != last.at) return false;
        last.removed += step.removed;
    }
    undo_bytes_ += step.removed.size() + step.inserted.size();
    return true;
}

void TextEdit::trim_undo() {
    while (undo_.size() > kMaxUndoSteps || (undo_bytes_ > kMaxUndoBytes && undo_.size() > 1)) {
        undo_bytes_ -= undo_.front().removed.size() + undo_.front().inserted.size();
        undo_.pop_front();
    }
}

void TextEdit::replace(TextRange range, std::string_view valid, StepKind kind) {
    const std::size_t room = kMaxBytes - (text_.size() - (range.end - range.begin));
    if (valid.size() > room) valid = valid.substr(0, code_point_start(valid, room));
    if (range.is_empty() && valid.empty()) return;
    Step step = {.kind = kind,
                 .at = range.begin,
                 .removed = text_.substr(range.begin, range.end - range.begin),
                 .inserted = std::string(valid),
                 .caret_before = caret_,
                 .anchor_before = anchor_};
    text_.replace(range.begin, range.end - range.begin, valid);
    ++revision_;
    if (!join_to_last_step(step)) {
        undo_bytes_ += step.removed.size() + step.inserted.size();
        undo_.push_back(std::move(step));
    }
    redo_.clear();
    trim_undo();
    may_join_ = true;
    caret_ = anchor_ = boundaries_->of(text_, revision_).cluster_end(range.begin + valid.size());
}

void TextEdit::paste(std::string_view bytes) {
    bytes = bytes.substr(0, kMaxBytes + 4);
    if (is_valid_utf8(bytes)) {
        replace(selection(), bytes, StepKind::kOther);
    } else {
        replace(selection(), repair_utf8(bytes).text, StepKind::kOther);
    }
}

void TextEdit::type(char32_t character) {
    if (character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return;
    std::string bytes;
    append_utf8(bytes, character);
    replace(selection(), bytes, StepKind::kTyping);
}

void TextEdit::set_text(std::string_view bytes) {
    if (bytes == text_) return;
    select_all();
    paste(bytes);
}

void TextEdit::erase(TextRange otherwise, StepKind kind) {
    const TextRange selected = selection();
    if (selected.is_empty()) {
        replace(otherwise, {}, kind);
    } else {
        replace(selected, {}, StepKind::kOther);
    }
}

void TextEdit::erase_left() {
    erase({cluster_before(caret_), caret_}, StepKind::kErasingLeft);
}
void TextEdit::erase_right() {
    erase({caret_, cluster_behind(caret_)}, StepKind::kErasingRight);
}
void TextEdit::erase_word_left() {
    erase({word_left_of(caret_), caret_}, StepKind::kOther);
}
void TextEdit::erase_word_right() {
    erase({caret_, word_right_of(caret_)}, StepKind::kOther);
}
void TextEdit::erase_to_begin() {
    erase({0, caret_}, StepKind::kOther);
}
void TextEdit::erase_to_end() {
    erase({caret_, text_.size()}, StepKind::kOther);
}

void TextEdit::move_to(std::size_t byte, Selecting selecting) {
    caret_ = cluster_start(byte);
    if (selecting == Selecting::kNo) anchor_ = caret_;
    may_join_ = false;
}

void TextEdit::move_left(Selecting selecting) {
    const bool collapses = selecting == Selecting::kNo && !selection().is_empty();
    move_to(collapses ? selection().begin : cluster_before(caret_), selecting);
}

void TextEdit::move_right(Selecting selecting) {
    const bool collapses = selecting == Selecting::kNo && !selection().is_empty();
    move_to(collapses ? selection().end : cluster_behind(caret_), selecting);
}

void TextEdit::move_word_left(Selecting selecting) {
    move_to(word_left_of(caret_), selecting);
}
void TextEdit::move_word_right(Selecting selecting) {
    move_to(word_right_of(caret_), selecting);
}

void TextEdit::select_all() {
    anchor_ = 0;
    move_to(text_.size(), Selecting::kYes);
}

void TextEdit::select_word(std::size_t byte) {
    select_words(byte, byte);
}

void TextEdit::select_words(std::size_t from, std::size_t to) {
    const TextRange first = word_at(from);
    const TextRange last = word_at(to);
    anchor_ = cluster_start(to < from ? first.end : first.begin);
    move_to(to < from ? last.begin : last.end, Selecting::kYes);
}

void TextEdit::undo() {
    if (undo_.empty()) return;
    Step step = std::move(undo_.back());
    undo_.pop_back();
    undo_bytes_ -= step.removed.size() + step.inserted.size();
    text_.replace(step.at, step.inserted.size(), step.removed);
    ++revision_;
    caret_ = step.caret_before;
    anchor_ = step.anchor_before;
    may_join_ = false;
    redo_.push_back(std::move(step));
}

void TextEdit::redo() {
    if (redo_.empty()) return;
    Step step = std::move(redo_.back());
    redo_.pop_back();
    undo_bytes_ += step.removed.size() + step.inserted.size();
    text_.replace(step.at, step.removed.size(), step.inserted);
    ++revision_;
    caret_ = anchor_ = boundaries_->of(text_, revision_).cluster_end(step.at + step.inserted.size());
    may_join_ = false;
    undo_.push_back(std::move(step));
}

}  // namespace headscope
