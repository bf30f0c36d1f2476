#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/state/key_chord.h"

namespace headscope {

// A half-open range of byte offsets.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    bool is_empty() const { return begin == end; }
    bool operator==(const TextRange&) const = default;
};

enum class Selecting { kNo, kYes };  // whether a caret movement leaves the anchor behind

// One paragraph being edited: text, caret, selection, undo. Line breaks, tabs and NULs are characters like any other.
// The text is always valid UTF-8, at most kMaxBytes long; caret and anchor are byte offsets that never fall inside a
// grapheme cluster (Unicode Standard Annex 29, by ICU).
class TextEdit {
  public:
    static constexpr std::size_t kMaxBytes = std::size_t{4} << 20;
    static constexpr std::size_t kDirectionBytes = 4096;
    static constexpr std::size_t kMaxUndoSteps = 1000;
    static constexpr std::size_t kMaxUndoBytes = std::size_t{16} << 20;

    explicit TextEdit(std::string_view text = {});  // with the caret at the end
    ~TextEdit();
    TextEdit(TextEdit&&) noexcept;
    TextEdit& operator=(TextEdit&&) noexcept;

    const std::string& text() const { return text_; }
    std::size_t caret() const { return caret_; }
    std::size_t anchor() const { return anchor_; }
    TextRange selection() const;
    std::string_view selected_text() const;
    // Whether the paragraph runs from right to left: whether its first strong character does (Unicode Standard Annex 9,
    // rule P2, without isolates). Sought in the first kDirectionBytes.
    bool runs_right_to_left() const;
    // Grows with every change of the text.
    std::uint64_t revision() const { return revision_; }

    // Each replaces the selection, if there is one. Invalid UTF-8 becomes U+FFFD; what exceeds kMaxBytes is left out.
    void paste(std::string_view bytes);
    void type(char32_t character);  // neighbouring characters of one word are undone together
    // Replaces everything, as one step that can be undone.
    void set_text(std::string_view bytes);

    // Each removes the selection if there is one, and the named neighbour otherwise.
    void erase_left();
    void erase_right();
    void erase_word_left();
    void erase_word_right();
    void erase_to_begin();
    void erase_to_end();

    // Without Selecting, left and right first collapse a selection to that end of it.
    void move_left(Selecting selecting = Selecting::kNo);
    void move_right(Selecting selecting = Selecting::kNo);
    void move_word_left(Selecting selecting = Selecting::kNo);
    void move_word_right(Selecting selecting = Selecting::kNo);
    void move_to(std::size_t byte, Selecting selecting = Selecting::kNo);  // rounded down to a cluster's start
    void select_all();
    void select_word(std::size_t byte);
    // Selects whole words from the one at `from` to the one at `to`, with the caret at the side of `to`.
    void select_words(std::size_t from, std::size_t to);

    bool can_undo() const { return !undo_.empty(); }
    bool can_redo() const { return !redo_.empty(); }
    void undo();
    void redo();

    // The word, run of spaces, or single other character that covers `byte`.
    TextRange word_at(std::size_t byte) const;

  private:
    enum class StepKind { kTyping, kErasingLeft, kErasingRight, kOther };
    struct Step {
        StepKind kind = StepKind::kOther;
        std::size_t at = 0;
        std::string removed;
        std::string inserted;
        std::size_t caret_before = 0;
        std::size_t anchor_before = 0;
    };
    struct Boundaries;  // ICU's iterators over the text

    std::size_t cluster_before(std::size_t byte) const;
    std::size_t cluster_behind(std::size_t byte) const;
    std::size_t cluster_start(std::size_t byte) const;
    std::size_t word_left_of(std::size_t byte) const;
    std::size_t word_right_of(std::size_t byte) const;
    void replace(TextRange range, std::string_view valid, StepKind kind);
    void erase(TextRange otherwise, StepKind kind);
    bool join_to_last_step(const Step& step);
    void trim_undo();

    std::string text_;
    std::size_t caret_ = 0;
    std::size_t anchor_ = 0;
    std::uint64_t revision_ = 0;
    bool may_join_ = false;  // nothing but the last step's edit has happened since
    std::deque<Step> undo_;
    std::deque<Step> redo_;
    std::size_t undo_bytes_ = 0;
    std::unique_ptr<Boundaries> boundaries_;
};

// The system's clipboard, or a test's.
class Clipboard {
  public:
    virtual ~Clipboard() = default;
    virtual std::string get() = 0;  // any bytes; empty if there is no text
    virtual void set(const std::string& text) = 0;
};

// Which caret position lies one step to the left (-1) or right (+1) on screen, where text runs both ways.
class VisualOrder {
  public:
    virtual ~VisualOrder() = default;
    virtual std::optional<std::size_t> step(std::size_t caret, int direction) = 0;  // none: the end, or not known
};

// Acts on an editing key: arrows, Home, End, Backspace, Delete, with Ctrl by words and with Shift selecting; Ctrl+A C X
// V Z Y, Ctrl+Shift+Z, and Shift+Insert, Ctrl+Insert, Shift+Delete. Returns false for every other key, Enter, Escape
// and Tab among them. Without `order`, left is towards the beginning.
bool handle_key(TextEdit& edit, const KeyChord& chord, Clipboard& clipboard, VisualOrder* order = nullptr);

// A key as above, or a character, which is typed. Returns false if nothing could be done with it.
bool handle_event(TextEdit& edit, const InputEvent& event, Clipboard& clipboard, VisualOrder* order = nullptr);

}  // namespace headscope
