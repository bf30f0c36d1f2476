#include "core/text/text_cutter.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/utf8.h"
#include "core/text/normalized_text.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

using Stage = AddedTokens::Stage;

// Of valid UTF-8 that is not empty.
char32_t last_character(std::string_view text) {
    std::size_t at = text.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return decode_at(text, at).value;
}

// Cuts one text, which must be valid UTF-8 and outlive it.
class TextCutter {
  public:
    TextCutter(const TokenizerParts& parts, std::string_view source, bool specials_as_text, std::vector<TextToken>& out)
        : parts_(parts), source_(source), specials_as_text_(specials_as_text), out_(out) {}

    // Appends the text's tokens.
    Status cut() {
        NormalizedText whole(source_);
        return split_at_added(whole, Stage::kRaw, [&](NormalizedText& stretch) { return cut_stretch(stretch); });
    }

  private:
    // Appends the added tokens of a stage and, by `cut_rest`, those of the stretches between them.
    template <class F>
    Status split_at_added(NormalizedText& text, Stage stage, F&& cut_rest) {
        const std::vector<AddedSplit> splits = parts_.added.split(text, stage, specials_as_text_);
        if (splits.size() == 1 && !splits[0].token) return cut_rest(text);
        for (const AddedSplit& split : splits) {
            if (split.token) {
                append_added(*split.token, text, split.chars);
                continue;
            }
            NormalizedText stretch(text, split.chars);
            if (Status status = cut_rest(stretch); !status.is_ok()) return status;
        }
        return {};
    }

    // Of a stretch without raw added tokens.
    Status cut_stretch(NormalizedText& text) {
        if (parts_.normalizer)
            if (Status status = parts_.normalizer->apply(text); !status.is_ok()) return status;
        return split_at_added(text, Stage::kNormalized, [&](NormalizedText& stretch) { return cut_words(stretch); });
    }

    void append_added(const AddedToken& added, const NormalizedText& text, CharRange chars) {
        TextToken token;
        token.id = added.id;
        token.span = text.origin(chars);
        token.word = next_word_++;
        token.added = &added;
        if (std::string written = text.utf8(chars); written != added.content) token.written = std::move(written);
        out_.push_back(std::move(token));
    }

    // Of a normalized stretch without added tokens.
    Status cut_words(NormalizedText& text) {
        std::vector<CharRange> words{text.all()};
        if (parts_.pre_tokenizer)
            if (Status status = parts_.pre_tokenizer->apply(text, words); !status.is_ok()) return status;
        std::vector<ModelToken> pieces;
        if (Status status = parts_.model->tokenize(text, words, pieces); !status.is_ok()) return status;
        out_.reserve(out_.size() + pieces.size());
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const ModelToken& piece = pieces[i];
            TextToken token;
            token.id = piece.id;
            token.span = text.origin(piece.chars);
            token.word = next_word_ + piece.word;
            token.is_unknown = piece.is_unknown;
            token.continues_word = i > 0 && pieces[i - 1].word == piece.word && continues_word(token, out_.back().span);
            if (piece.written)
                token.written = *piece.written;
            else if (piece.is_written)
                token.written = text.utf8(piece.chars);
            out_.push_back(std::move(token));
        }
        next_word_ += static_cast<std::uint32_t>(words.size());
        return {};
    }

    // Whether a token of the same pre-tokenized word as the one that spans `before` goes on with it for people too:
    // where a word is more than that, a space or a change between letters and other characters begins another.
    bool continues_word(const TextToken& token, ByteSpan before) const {
        if (!marks_spaces(parts_.style)) return true;
        if (begins_with_space(piece_of(parts_, token), parts_.style)) return false;
        const ByteSpan span = token.span;
        // A fragment of the same character.
        if (span.begin < before.end || span.begin == span.end || before.begin == before.end) return true;
        const char32_t first = decode_at(source_, span.begin).value;
        const char32_t last = last_character(source_.substr(before.begin, before.end - before.begin));
        return !is_white_space(last) && is_word_character(first) == is_word_character(last);
    }

    const TokenizerParts& parts_;
    std::string_view source_;
    bool specials_as_text_;
    std::vector<TextToken>& out_;
    std::uint32_t next_word_ = 0;
};

// Notes the special tokens that the text would hold.
Status note_specials_as_text(const TokenizerParts& parts, std::string_view text, EncodingNotes& notes) {
    const NormalizedText whole(text);
    const auto note = [&](const AddedSplit& split) {
        if (split.token && split.token->special) notes.add_special_as_text(split.token->content);
    };
    const bool has_normalized = std::any_of(parts.added.tokens().begin(), parts.added.tokens().end(),
                                            [](const AddedToken& token) { return token.special && token.normalized; });
    for (const AddedSplit& split : parts.added.split(whole, Stage::kRaw, false)) {
        note(split);
        if (split.token || !has_normalized) continue;
        NormalizedText stretch(whole, split.chars);
        if (parts.normalizer)
            if (Status status = parts.normalizer->apply(stretch); !status.is_ok()) return status;
        for (const AddedSplit& inner : parts.added.split(stretch, Stage::kNormalized, false)) note(inner);
    }
    return {};
}

}  // namespace

Status cut_text(const TokenizerParts& parts, std::string_view bytes, bool specials_as_text, CutText& out,
                EncodingNotes& notes) {
    RepairedText repaired = repair_utf8(bytes);
    notes.add_replaced(repaired.replaced);
    out.bytes = std::move(repaired.text);
    if (Status status = TextCutter(parts, out.bytes, specials_as_text, out.tokens).cut(); !status.is_ok())
        return status;
    out.windows = {{0, out.tokens.size()}};
    if (specials_as_text)
        if (Status status = note_specials_as_text(parts, out.bytes, notes); !status.is_ok()) return status;
    for (const TextToken& token : out.tokens) {
        if (token.added && token.added->special) notes.add_typed_special(token.added->content);
        if (token.is_unknown) notes.add_unknown(spanned(out, token), std::string(piece_of(parts, token)));
    }
    return {};
}

std::string_view piece_of(const TokenizerParts& parts, const TextToken& token) {
    return token.added ? std::string_view(token.added->content)
                       : parts.model->find_piece(token.id).value_or(std::string_view());
}

}  // namespace headscope
