#include "core/text/pipeline_tokenizer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/utf8.h"
#include "core/text/encoding_notes.h"
#include "core/text/span_trim.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

std::string_view spanned(std::string_view text, ByteSpan span) {
    return text.substr(span.begin, span.end - span.begin);
}

// Of valid UTF-8 that is not empty.
char32_t last_character(std::string_view text) {
    std::size_t at = text.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return decode_at(text, at).value;
}

int text_of(const TemplateItem& item) {
    return item.kind == TemplateItem::Kind::kSecondText ? 1 : 0;
}

class PipelineTokenizer : public Tokenizer {
  public:
    explicit PipelineTokenizer(TokenizerParts parts) : parts_(std::move(parts)) {
        for (const bool is_pair : {false, true})
            for (const TemplateItem& item : parts_.post_processor.items(is_pair, true))
                template_ids_.insert(template_ids_.end(), item.ids.begin(), item.ids.end());
        std::sort(template_ids_.begin(), template_ids_.end());
    }

    Result<Encoding> encode(std::string_view text, const std::optional<std::string_view>& pair,
                            const EncodeOptions& options) const override;

    std::size_t vocabulary_size() const override {
        std::size_t added = 0;
        for (const AddedToken& token : parts_.added.tokens()) added += parts_.model->find_id(token.content) ? 0 : 1;
        return parts_.model->vocabulary_size() + added;
    }
    std::optional<std::string> find_piece(TokenId id) const override {
        if (const AddedToken* added = parts_.added.find(id)) return added->content;
        if (const auto piece = parts_.model->find_piece(id)) return std::string(*piece);
        return std::nullopt;
    }
    std::optional<std::string> find_display(TokenId id) const override {
        if (const AddedToken* added = parts_.added.find(id)) return visible_text(added->content);
        if (const auto piece = parts_.model->find_piece(id)) return display_of_piece(*piece, parts_.style);
        return std::nullopt;
    }
    bool is_special(TokenId id) const override {
        const AddedToken* added = parts_.added.find(id);
        return (added && added->special) || std::binary_search(template_ids_.begin(), template_ids_.end(), id);
    }
    std::string description() const override {
        std::string out = parts_.model->kind() + ", " + grouped(vocabulary_size()) + " pieces";
        if (parts_.normalizer)
            if (const std::string word = parts_.normalizer->description(); !word.empty()) out += ", " + word;
        return out;
    }

  private:
    // A token of a text before its strings are looked up.
    struct TextToken {
        TokenId id = 0;
        ByteSpan span;
        std::uint32_t word = 0;
        bool is_unknown = false;
        bool continues_word = false;
        const AddedToken* added = nullptr;
        std::optional<std::string> written;
    };
    // One text, repaired, with its tokens and the windows of them that are kept: the first, and what overflows.
    struct Text {
        std::string bytes;
        std::vector<TextToken> tokens;
        std::vector<TokenRange> windows;
    };
    // Which window of its text each item of a template takes; of special tokens it means nothing.
    using Selection = std::vector<std::size_t>;

    Status take(std::string_view bytes, const EncodeOptions& options, Text& text, EncodingNotes& notes) const;
    Status cut(std::string_view text, bool specials_as_text, std::vector<TextToken>& out) const;
    Status cut_stretch(NormalizedText text, std::string_view source, bool specials_as_text, std::uint32_t& word,
                       std::vector<TextToken>& out) const;
    Status cut_words(NormalizedText& text, std::string_view source, std::uint32_t& word,
                     std::vector<TextToken>& out) const;
    Status note_specials_as_text(std::string_view text, EncodingNotes& notes) const;
    bool continues_word(const TextToken& token, ByteSpan before, std::string_view source) const;

    std::vector<Token> put_together(const PostProcessor::Items& items, const Text (&texts)[2],
                                    const Selection& selection) const;
    static std::vector<Selection> overflow_of(const PostProcessor::Items& items, const Text (&texts)[2]);
    void append_specials(const TemplateItem& item, int segment, std::vector<Token>& out) const;
    void append_text(const TemplateItem& item, const Text& text, TokenRange range, int segment,
                     std::vector<Token>& out) const;
    static TextToken added_text_token(const AddedToken& token, const NormalizedText& text, CharRange chars,
                                      std::uint32_t word) {
        TextToken out;
        out.id = token.id;
        out.span = text.origin(chars);
        out.word = word;
        out.added = &token;
        if (std::string written = text.utf8(chars); written != token.content) out.written = std::move(written);
        return out;
    }
    // The vocabulary's string of a token of a text, which has one.
    std::string_view piece_of(const TextToken& token) const {
        return token.added ? std::string_view(token.added->content)
                           : parts_.model->find_piece(token.id).value_or(std::string_view());
    }

    TokenizerParts parts_;
    std::vector<TokenId> template_ids_;  // sorted
};

Status PipelineTokenizer::cut(std::string_view text, bool specials_as_text, std::vector<TextToken>& out) const {
    std::uint32_t word = 0;
    NormalizedText whole(text);
    const std::vector<AddedSplit> splits = parts_.added.split(whole, AddedTokens::Stage::kRaw, specials_as_text);
    if (splits.size() == 1 && !splits[0].token) return cut_stretch(std::move(whole), text, specials_as_text, word, out);
    for (const AddedSplit& split : splits) {
        if (split.token) {
            out.push_back(added_text_token(*split.token, whole, split.chars, word++));
            continue;
        }
        Status status = cut_stretch(NormalizedText(whole, split.chars), text, specials_as_text, word, out);
        if (!status.is_ok()) return status;
    }
    return {};
}

// Appends the tokens of a stretch without raw added tokens; `word` is the index of its first word, then of the next.
Status PipelineTokenizer::cut_stretch(NormalizedText text, std::string_view source, bool specials_as_text,
                                      std::uint32_t& word, std::vector<TextToken>& out) const {
    if (parts_.normalizer)
        if (Status status = parts_.normalizer->apply(text); !status.is_ok()) return status;
    const std::vector<AddedSplit> splits = parts_.added.split(text, AddedTokens::Stage::kNormalized, specials_as_text);
    if (splits.size() == 1 && !splits[0].token) return cut_words(text, source, word, out);
    for (const AddedSplit& split : splits) {
        if (split.token) {
            out.push_back(added_text_token(*split.token, text, split.chars, word++));
            continue;
        }
        NormalizedText stretch(text, split.chars);
        if (Status status = cut_words(stretch, source, word, out); !status.is_ok()) return status;
    }
    return {};
}

// Appends the tokens of a normalized stretch without added tokens; `source` is the text that it came from.
Status PipelineTokenizer::cut_words(NormalizedText& text, std::string_view source, std::uint32_t& word,
                                    std::vector<TextToken>& out) const {
    std::vector<CharRange> words{text.all()};
    if (parts_.pre_tokenizer)
        if (Status status = parts_.pre_tokenizer->apply(text, words); !status.is_ok()) return status;
    std::vector<ModelToken> pieces;
    if (Status status = parts_.model->tokenize(text, words, pieces); !status.is_ok()) return status;
    out.reserve(out.size() + pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const ModelToken& piece = pieces[i];
        TextToken token;
        token.id = piece.id;
        token.span = text.origin(piece.chars);
        token.word = word + piece.word;
        token.is_unknown = piece.is_unknown;
        token.continues_word =
            i > 0 && pieces[i - 1].word == piece.word && continues_word(token, out.back().span, source);
        if (piece.written)
            token.written = *piece.written;
        else if (piece.is_written)
            token.written = text.utf8(piece.chars);
        out.push_back(std::move(token));
    }
    word += static_cast<std::uint32_t>(words.size());
    return {};
}

// Whether a token of the same pre-tokenized word as the one that spans `before` goes on with it for people too: where
// a word is more than that, a space or a change between letters and other characters begins another.
bool PipelineTokenizer::continues_word(const TextToken& token, ByteSpan before, std::string_view source) const {
    if (!marks_spaces(parts_.style)) return true;
    if (begins_with_space(piece_of(token), parts_.style)) return false;
    const ByteSpan span = token.span;
    // A fragment of the same character.
    if (span.begin < before.end || span.begin == span.end || before.begin == before.end) return true;
    const char32_t first = decode_at(source, span.begin).value;
    const char32_t last = last_character(source.substr(before.begin, before.end - before.begin));
    return !is_white_space(last) && is_word_character(first) == is_word_character(last);
}

// Repairs and cuts one text.
Status PipelineTokenizer::take(std::string_view bytes, const EncodeOptions& options, Text& text,
                               EncodingNotes& notes) const {
    RepairedText repaired = repair_utf8(bytes);
    notes.add_replaced(repaired.replaced);
    text.bytes = std::move(repaired.text);
    if (Status status = cut(text.bytes, options.specials_as_text, text.tokens); !status.is_ok()) return status;
    text.windows = {{0, text.tokens.size()}};
    if (options.specials_as_text)
        if (Status status = note_specials_as_text(text.bytes, notes); !status.is_ok()) return status;
    for (const TextToken& token : text.tokens) {
        if (token.added && token.added->special) notes.add_typed_special(token.added->content);
        if (token.is_unknown) notes.add_unknown(spanned(text.bytes, token.span), std::string(piece_of(token)));
    }
    return {};
}

// Notes the special tokens that the text would hold.
Status PipelineTokenizer::note_specials_as_text(std::string_view text, EncodingNotes& notes) const {
    const NormalizedText whole(text);
    const auto note = [&](const AddedSplit& split) {
        if (split.token && split.token->special) notes.add_special_as_text(split.token->content);
    };
    const bool has_normalized = std::any_of(parts_.added.tokens().begin(), parts_.added.tokens().end(),
                                            [](const AddedToken& token) { return token.special && token.normalized; });
    for (const AddedSplit& split : parts_.added.split(whole, AddedTokens::Stage::kRaw, false)) {
        note(split);
        if (split.token || !has_normalized) continue;
        NormalizedText stretch(whole, split.chars);
        if (parts_.normalizer)
            if (Status status = parts_.normalizer->apply(stretch); !status.is_ok()) return status;
        for (const AddedSplit& inner : parts_.added.split(stretch, AddedTokens::Stage::kNormalized, false)) note(inner);
    }
    return {};
}

void PipelineTokenizer::append_specials(const TemplateItem& item, int segment, std::vector<Token>& out) const {
    for (std::size_t i = 0; i < item.ids.size(); ++i) {
        const std::string name = i < item.pieces.size() ? item.pieces[i] : std::string();
        Token token;
        token.id = item.ids[i];
        token.piece = find_piece(token.id).value_or(name);
        if (i < item.pieces.size() && token.piece != name) token.written = name;
        token.display = find_display(token.id).value_or(visible_text(name));
        token.segment = segment;
        token.type_id = item.type_id;
        token.is_template = item.is_in_special_mask;
        token.is_special = true;
        out.push_back(std::move(token));
    }
}

void PipelineTokenizer::append_text(const TemplateItem& item, const Text& text, TokenRange range, int segment,
                                    std::vector<Token>& out) const {
    for (std::size_t i = range.begin; i < range.end; ++i) {
        const TextToken& text_token = text.tokens[i];
        const std::string_view piece = piece_of(text_token);
        Token& token = out.emplace_back();
        token.id = text_token.id;
        token.piece = piece;
        token.written = text_token.written;
        token.span = text_token.span;
        token.is_unknown = text_token.is_unknown;
        if (token.is_unknown)
            token.display = visible_text(spanned(text.bytes, token.span));
        else
            token.display = text_token.added ? visible_text(piece) : display_of_piece(piece, parts_.style);
        if (!item.trims.empty())
            token.span = trim_span(token.span, token.written ? std::string_view(*token.written) : piece, text.bytes,
                                   i == range.begin, item.trims);
        token.word = text_token.word;
        token.segment = segment;
        token.type_id = item.type_id;
        token.is_special = text_token.added && text_token.added->special;
        token.continues_word = text_token.continues_word;
    }
}

std::vector<Token> PipelineTokenizer::put_together(const PostProcessor::Items& items, const Text (&texts)[2],
                                                   const Selection& selection) const {
    std::vector<Token> out;
    std::size_t count = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const TemplateItem& item = items[i];
        count += item.kind == TemplateItem::Kind::kSpecial ? item.ids.size()
                                                           : texts[text_of(item)].windows[selection[i]].size();
    }
    out.reserve(count);
    int segment = 0;  // of the text put down last
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].kind == TemplateItem::Kind::kSpecial) {
            append_specials(items[i], segment, out);
            continue;
        }
        segment = text_of(items[i]);
        append_text(items[i], texts[segment], texts[segment].windows[selection[i]], segment, out);
    }
    return out;
}

// The windows taken together as in the reference: every further window of what stands to the left with every window of
// what stands to the right, the first one of the left with the further ones of the right.
std::vector<PipelineTokenizer::Selection> PipelineTokenizer::overflow_of(const PostProcessor::Items& items,
                                                                         const Text (&texts)[2]) {
    Selection main;
    std::vector<Selection> out;
    for (const TemplateItem& item : items) {
        const std::size_t windows = item.kind == TemplateItem::Kind::kSpecial ? 1 : texts[text_of(item)].windows.size();
        std::vector<Selection> longer;
        for (std::size_t left = 0; left <= out.size(); ++left)
            for (std::size_t window = left < out.size() ? 0 : 1; window < windows; ++window) {
                longer.push_back(left < out.size() ? out[left] : main);
                longer.back().push_back(window);
            }
        main.push_back(0);
        out = std::move(longer);
    }
    return out;
}

Result<Encoding> PipelineTokenizer::encode(std::string_view text, const std::optional<std::string_view>& pair,
                                           const EncodeOptions& options) const {
    EncodingNotes notes;
    Text texts[2];
    if (Status status = take(text, options, texts[0], notes); !status.is_ok()) return status.error();
    if (pair)
        if (Status status = take(*pair, options, texts[1], notes); !status.is_ok()) return status.error();

    const PostProcessor::Items& items = parts_.post_processor.items(pair.has_value(), options.add_special_tokens);
    const std::size_t specials = options.add_special_tokens ? parts_.post_processor.specials(pair.has_value()) : 0;
    std::size_t wanted = specials;
    for (const TemplateItem& item : items)
        if (item.kind != TemplateItem::Kind::kSpecial) wanted += texts[text_of(item)].tokens.size();
    if (options.truncation) {
        const std::size_t limit = options.truncation->max_tokens;
        const auto kept =
            kept_tokens(texts[0].tokens.size(), pair ? std::optional(texts[1].tokens.size()) : std::nullopt,
                        limit - std::min(limit, specials), options.truncation->strategy);
        if (!kept.has_value()) return kept.error();
        for (const auto& [one, count] :
             {std::pair(&texts[0], kept.value().first), std::pair(&texts[1], kept.value().second)}) {
            Result<std::vector<TokenRange>> windows =
                truncation_windows(one->tokens.size(), count, *options.truncation);
            if (!windows.has_value()) return windows.error();
            one->windows = std::move(windows).value();
        }
    }

    Encoding out;
    out.tokens = put_together(items, texts, Selection(items.size(), 0));
    // A template alone may be longer than the limit.
    if (options.truncation && specials > options.truncation->max_tokens)
        out.tokens.resize(std::min(out.tokens.size(), options.truncation->max_tokens));
    if (out.tokens.size() < wanted) notes.set_truncated(wanted, out.tokens.size());
    if (options.truncation && options.truncation->with_overflow)
        for (const Selection& selection : overflow_of(items, texts))
            out.overflow.push_back(put_together(items, texts, selection));
    out.text = std::move(texts[0].bytes);
    if (pair) out.pair = std::move(texts[1].bytes);
    out.notes = notes.finish();
    out.specials_as_text = options.specials_as_text;
    return out;
}

}  // namespace

std::shared_ptr<const Tokenizer> make_pipeline_tokenizer(TokenizerParts parts) {
    return std::make_shared<PipelineTokenizer>(std::move(parts));
}

}  // namespace headscope
