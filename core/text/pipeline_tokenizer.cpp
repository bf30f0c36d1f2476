#include "core/text/pipeline_tokenizer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/utf8.h"
#include "core/text/encoding_notes.h"

namespace headscope {
namespace {

class PipelineTokenizer : public Tokenizer {
  public:
    explicit PipelineTokenizer(TokenizerParts parts) : parts_(std::move(parts)) {
        for (const auto* items : {&parts_.post_processor.single, &parts_.post_processor.pair})
            for (const TemplateItem& item : *items)
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
        bool is_typed_special = false;
        bool continues_word = false;
        std::optional<std::string> written;
    };
    // Repairs and cuts one text, and returns it repaired.
    Result<std::string> take(std::string_view bytes, const EncodeOptions& options, std::vector<TextToken>& tokens,
                             EncodingNotes& notes) const;
    Status cut(std::string_view text, bool specials_as_text, std::vector<TextToken>& out) const;
    Status cut_stretch(NormalizedText text, bool specials_as_text, std::uint32_t& word,
                       std::vector<TextToken>& out) const;
    Status cut_words(NormalizedText& text, std::uint32_t& word, std::vector<TextToken>& out) const;
    void append_specials(const TemplateItem& item, int segment, std::vector<Token>& out) const;
    void append_text(const TemplateItem& item, const std::vector<TextToken>& tokens, std::string_view text, int segment,
                     std::vector<Token>& out) const;
    // Of an id that the model or the added tokens gave, so there is one.
    std::string piece_of(TokenId id) const { return find_piece(id).value_or(std::string()); }
    static TextToken added_text_token(const AddedToken& token, const NormalizedText& text, CharRange chars,
                                      std::uint32_t word) {
        TextToken out;
        out.id = token.id;
        out.span = text.origin(chars);
        out.word = word;
        out.is_typed_special = token.special;
        if (std::string written = text.utf8(chars); written != token.content) out.written = std::move(written);
        return out;
    }

    TokenizerParts parts_;
    std::vector<TokenId> template_ids_;  // sorted
};

Status PipelineTokenizer::cut(std::string_view text, bool specials_as_text, std::vector<TextToken>& out) const {
    std::uint32_t word = 0;
    NormalizedText whole(text);
    const std::vector<AddedSplit> splits = parts_.added.split(whole, AddedTokens::Stage::kRaw, specials_as_text);
    if (splits.size() == 1 && !splits[0].token) return cut_stretch(std::move(whole), specials_as_text, word, out);
    for (const AddedSplit& split : splits) {
        if (split.token) {
            out.push_back(added_text_token(*split.token, whole, split.chars, word++));
            continue;
        }
        Status status = cut_stretch(NormalizedText(whole, split.chars), specials_as_text, word, out);
        if (!status.is_ok()) return status;
    }
    return {};
}

// Appends the tokens of a stretch without raw added tokens; `word` is the index of its first word, then of the next.
Status PipelineTokenizer::cut_stretch(NormalizedText text, bool specials_as_text, std::uint32_t& word,
                                      std::vector<TextToken>& out) const {
    if (parts_.normalizer)
        if (Status status = parts_.normalizer->apply(text); !status.is_ok()) return status;
    const std::vector<AddedSplit> splits = parts_.added.split(text, AddedTokens::Stage::kNormalized, specials_as_text);
    if (splits.size() == 1 && !splits[0].token) return cut_words(text, word, out);
    for (const AddedSplit& split : splits) {
        if (split.token) {
            out.push_back(added_text_token(*split.token, text, split.chars, word++));
            continue;
        }
        NormalizedText stretch(text, split.chars);
        if (Status status = cut_words(stretch, word, out); !status.is_ok()) return status;
    }
    return {};
}

// Appends the tokens of a normalized stretch without added tokens.
Status PipelineTokenizer::cut_words(NormalizedText& text, std::uint32_t& word, std::vector<TextToken>& out) const {
    std::vector<CharRange> words{text.all()};
    if (parts_.pre_tokenizer)
        if (Status status = parts_.pre_tokenizer->apply(text, words); !status.is_ok()) return status;
    std::vector<ModelToken> pieces;
    if (Status status = parts_.model->tokenize(text, words, pieces); !status.is_ok()) return status;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const ModelToken& piece = pieces[i];
        TextToken token;
        token.id = piece.id;
        token.span = text.origin(piece.chars);
        token.word = word + piece.word;
        token.is_unknown = piece.is_unknown;
        token.continues_word = i > 0 && pieces[i - 1].word == piece.word;
        if (piece.written)
            token.written = *piece.written;
        else if (piece.is_written)
            token.written = text.utf8(piece.chars);
        out.push_back(std::move(token));
    }
    word += static_cast<std::uint32_t>(words.size());
    return {};
}

Result<std::string> PipelineTokenizer::take(std::string_view bytes, const EncodeOptions& options,
                                            std::vector<TextToken>& tokens, EncodingNotes& notes) const {
    RepairedText repaired = repair_utf8(bytes);
    notes.add_replaced(repaired.replaced);
    if (Status status = cut(repaired.text, options.specials_as_text, tokens); !status.is_ok()) return status.error();
    const std::string_view text = repaired.text;
    for (const TextToken& token : tokens) {
        if (token.is_typed_special) notes.add_typed_special(piece_of(token.id));
        if (token.is_unknown)
            notes.add_unknown(text.substr(token.span.begin, token.span.end - token.span.begin), piece_of(token.id));
    }
    return std::move(repaired.text);
}

void PipelineTokenizer::append_specials(const TemplateItem& item, int segment, std::vector<Token>& out) const {
    for (std::size_t i = 0; i < item.ids.size(); ++i) {
        Token token;
        token.id = item.ids[i];
        token.piece = find_piece(token.id).value_or(i < item.pieces.size() ? item.pieces[i] : "");
        token.display = display_of_piece(token.piece);
        token.segment = segment;
        token.type_id = item.type_id;
        token.is_template = true;
        token.is_special = true;
        out.push_back(std::move(token));
    }
}

void PipelineTokenizer::append_text(const TemplateItem& item, const std::vector<TextToken>& tokens,
                                    std::string_view text, int segment, std::vector<Token>& out) const {
    for (const TextToken& text_token : tokens) {
        Token token;
        token.id = text_token.id;
        token.piece = piece_of(token.id);
        token.written = text_token.written;
        token.span = text_token.span;
        token.is_unknown = text_token.is_unknown;
        token.display = token.is_unknown
                            ? visible_text(text.substr(token.span.begin, token.span.end - token.span.begin))
                            : display_of_piece(token.piece);
        token.word = text_token.word;
        token.segment = segment;
        token.type_id = item.type_id;
        token.is_special = text_token.is_typed_special;
        token.continues_word = text_token.continues_word;
        out.push_back(std::move(token));
    }
}

Result<Encoding> PipelineTokenizer::encode(std::string_view text, const std::optional<std::string_view>& pair,
                                           const EncodeOptions& options) const {
    Encoding out;
    EncodingNotes notes;
    std::vector<TextToken> texts[2];
    Result<std::string> first = take(text, options, texts[0], notes);
    if (!first.has_value()) return first.error();
    out.text = std::move(first).value();
    if (pair) {
        Result<std::string> second = take(*pair, options, texts[1], notes);
        if (!second.has_value()) return second.error();
        out.pair = std::move(second).value();
    }

    const std::size_t specials = options.add_special_tokens ? parts_.post_processor.specials(pair.has_value()) : 0;
    const std::size_t wanted = texts[0].size() + texts[1].size() + specials;
    const std::size_t limit = options.max_tokens.value_or(wanted);
    if (wanted > limit) {
        const auto [kept, kept_of_pair] =
            share_room(texts[0].size(), texts[1].size(), limit - std::min(limit, specials));
        texts[0].resize(kept);
        texts[1].resize(kept_of_pair);
        notes.set_truncated(wanted, limit);
    }

    int segment = 0;  // of the text put down last
    out.tokens.reserve(std::min(wanted, limit));
    for (const TemplateItem& item : pair ? parts_.post_processor.pair : parts_.post_processor.single) {
        if (item.kind != TemplateItem::Kind::kSpecial) {
            segment = item.kind == TemplateItem::Kind::kSecondText ? 1 : 0;
            append_text(item, texts[segment], segment == 1 ? *out.pair : out.text, segment, out.tokens);
        } else if (options.add_special_tokens) {
            append_specials(item, segment, out.tokens);
        }
    }
    // A template alone may be longer than the limit, or hold a text twice.
    if (options.max_tokens && out.tokens.size() > limit) {
        notes.set_truncated(out.tokens.size(), limit);
        out.tokens.resize(limit);
    }
    out.notes = notes.finish();
    return out;
}

}  // namespace

std::shared_ptr<const Tokenizer> make_pipeline_tokenizer(TokenizerParts parts) {
    return std::make_shared<PipelineTokenizer>(std::move(parts));
}

std::pair<std::size_t, std::size_t> share_room(std::size_t first, std::size_t second, std::size_t room) {
    if (first + second <= room) return {first, second};
    std::size_t shorter = std::min(first, second);
    std::size_t longer = shorter > room ? shorter : std::max(shorter, room - shorter);
    if (shorter + longer > room) {
        shorter = room / 2;
        longer = shorter + room % 2;
    }
    return first > second ? std::pair{longer, shorter} : std::pair{shorter, longer};
}

}  // namespace headscope
