#include "core/text/encoding_notes.h"

#include <algorithm>

#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr std::size_t kWordsNamed = 5;
constexpr std::size_t kWordBytesShown = 40;

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return grouped(count) + " " + (count == 1 ? one : many);
}

// "[MASK] (3 times), [SEP]"
std::string listed(const std::map<std::string, std::size_t>& pieces) {
    std::string list;
    for (const auto& [piece, count] : pieces)
        list += (list.empty() ? "" : ", ") + shown_text(piece, kWordBytesShown) +
                (count > 1 ? " (" + grouped(count) + " times)" : "");
    return list;
}

}  // namespace

void EncodingNotes::add_unknown(std::string_view word, const std::string& unknown) {
    ++unknown_;
    unknown_piece_ = unknown;
    // One more than will be named, to know that there are others.
    if (unknown_words_.size() > kWordsNamed) return;
    std::string shown = "\"" + shown_text(word, kWordBytesShown) + "\"";
    if (std::find(unknown_words_.begin(), unknown_words_.end(), shown) == unknown_words_.end())
        unknown_words_.push_back(std::move(shown));
}

void EncodingNotes::set_truncated(std::size_t wanted, std::size_t kept) {
    wanted_ = wanted;
    kept_ = kept;
}

std::vector<Note> EncodingNotes::finish() const {
    std::vector<Note> out;
    if (wanted_ > kept_) out.push_back(truncation_note(wanted_, kept_));
    if (replaced_ > 0)
        out.push_back(
            {NoteKind::kReplacedBytes,
             counted(replaced_, "byte sequence that is", "byte sequences that are") + " not UTF-8 replaced by U+FFFD"});
    if (!typed_.empty())
        out.push_back({NoteKind::kTypedSpecial, "the text itself holds special tokens: " + listed(typed_)});
    if (!as_text_.empty())
        out.push_back({NoteKind::kSpecialAsText,
                       "special tokens in the text were read as ordinary text, as asked: " + listed(as_text_)});
    if (unknown_ > 0) {
        std::string list;
        for (std::size_t i = 0; i < unknown_words_.size(); ++i)
            list += (i == 0 ? "" : ", ") + (i == kWordsNamed ? "…" : unknown_words_[i]);
        out.push_back({NoteKind::kUnknownToken, counted(unknown_, "word", "words") +
                                                    " that the vocabulary cannot spell became " +
                                                    shown_text(unknown_piece_, kWordBytesShown) + ": " + list});
    }
    return out;
}

Note truncation_note(std::size_t wanted, std::size_t kept) {
    return {NoteKind::kTruncated, "cut to " + counted(kept, "token", "tokens") + ": the whole text has " +
                                      grouped(wanted) + ", special tokens included"};
}

std::string grouped(std::size_t number) {
    std::string out = std::to_string(number);
    for (std::size_t place = out.size(); place > 3;) {
        place -= 3;
        out.insert(place, ",");
    }
    return out;
}

}  // namespace headscope
