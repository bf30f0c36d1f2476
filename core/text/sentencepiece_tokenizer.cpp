#include "core/text/sentencepiece_tokenizer.h"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/utf8.h"

namespace headscope {
namespace {

// Where the bytes of a text lie among its characters.
struct BytePlaces {
    std::string utf8;
    std::vector<std::uint32_t> char_at;  // of each byte, and of the end: index in the text

    BytePlaces(const NormalizedText& text, CharRange range) {
        utf8.reserve(range.size());
        char_at.reserve(range.size() + std::size_t{1});
        for (std::uint32_t i = range.begin; i < range.end; ++i) {
            append_utf8(utf8, text[i]);
            char_at.resize(utf8.size(), i);
        }
        char_at.push_back(range.end);
    }
    CharRange chars(std::size_t begin, std::size_t end) const {
        const std::size_t last = char_at.size() - 1;
        return {char_at[std::min(begin, last)], char_at[std::min(end, last)]};
    }
};

class Sentencepiece : public TokenModel {
  public:
    Sentencepiece(const SentencepieceModel& model, SentencepieceIds ids, std::string where)
        : ids_(std::move(ids)),
          pieces_(model.pieces.size()),
          unknown_piece_(model.unknown),
          kind_(model.algorithm == SentencepieceAlgorithm::kBpe ? "SentencePiece BPE" : "SentencePiece Unigram"),
          where_(std::move(where)) {}

    Status load(const SentencepieceModel& model) {
        try {
            // The library gets what our reader has understood, and nothing else of the file.
            SentencepieceModel given = with_bytes(model);
            auto status = processor_.LoadFromSerializedProto(write_sentencepiece_model(given));
            if (status.ok() && ids_.prefix_at_start_only && model.add_dummy_prefix) {
                given.add_dummy_prefix = false;
                bare_ = std::make_unique<sentencepiece::SentencePieceProcessor>();
                status = bare_->LoadFromSerializedProto(write_sentencepiece_model(given));
            }
            if (status.ok()) return {};
            return invalid(where_ + ": libsentencepiece refuses it: " + status.ToString());
        } catch (const std::exception& error) {
            return invalid(where_ + ": libsentencepiece refuses it: " + error.what());
        }
    }

    Status tokenize(const NormalizedText& text, const std::vector<CharRange>& words,
                    std::vector<ModelToken>& out) const override {
        try {
            for (std::uint32_t word = 0; word < words.size(); ++word) {
                CharRange range = words[word];
                if (ids_.has_language_codes) range.begin = cut_language(text, range, word, out);
                cut(text, range, word, out);
            }
            return {};
        } catch (const std::exception& error) {
            return invalid(where_ + ": libsentencepiece cannot cut the text: " + error.what());
        }
    }

    std::optional<TokenId> find_id(std::string_view piece) const override { return ids_.vocabulary.find(piece); }
    std::optional<std::string_view> find_piece(TokenId id) const override { return ids_.vocabulary.find_piece(id); }
    std::size_t vocabulary_size() const override { return ids_.vocabulary.size(); }
    std::string kind() const override { return kind_; }

  private:
    // Without byte fallback the library joins unknown characters one by one, each time copying what it has so far.
    // With byte pieces that the model does not have it gives each character's bytes, which cut() joins.
    SentencepieceModel with_bytes(SentencepieceModel model) {
        if (model.byte_fallback) return model;
        const bool has_such_names =
            std::any_of(model.pieces.begin(), model.pieces.end(),
                        [](const SentencepieceEntry& entry) { return byte_of_piece(entry.piece) >= 0; });
        if (has_such_names) return model;
        first_byte_piece_ = model.pieces.size();
        model.byte_fallback = true;
        for (unsigned byte = 0; byte < 256; ++byte) {
            char name[8];
            std::snprintf(name, sizeof name, "<0x%02X>", byte);
            model.pieces.push_back({name, 0, SentencepieceType::kByte});
        }
        return model;
    }

    // Appends ">>fr<<" at the very start as one token; returns where the text goes on.
    std::uint32_t cut_language(const NormalizedText& text, CharRange range, std::uint32_t word,
                               std::vector<ModelToken>& out) const {
        const std::u32string_view all(text.values().data() + range.begin, range.size());
        if (range.size() == 0 || text.origin(range.begin).begin > 0 || !all.starts_with(U">>")) return range.begin;
        const std::size_t end = all.find(U"<<");
        if (end == std::u32string_view::npos) return range.begin;
        const CharRange code{range.begin, range.begin + static_cast<std::uint32_t>(end) + 2};
        std::string piece = text.utf8(code);
        if (const std::optional<TokenId> id = ids_.vocabulary.find(piece); id && *id != ids_.unknown)
            out.push_back({*id, code, word});
        else
            append(ids_.unknown, code, word, std::move(piece), out);
        return code.end;
    }

    const sentencepiece::SentencePieceProcessor& processor_for(const NormalizedText& text, CharRange range) const {
        if (!bare_ || range.size() == 0) return processor_;
        const bool is_start = text.origin(range.begin).begin == 0;
        return is_start && text[range.begin] != U' ' && text[range.begin] != U'▁' ? processor_ : *bare_;
    }

    void cut(const NormalizedText& text, CharRange range, std::uint32_t word, std::vector<ModelToken>& out) const {
        const BytePlaces places(text, range);
        const sentencepiece::ImmutableSentencePieceText result =
            processor_for(text, range).EncodeAsImmutableProto(places.utf8);
        const std::size_t count = result.pieces_size();
        std::string unknown;  // the normalized text of the unknown characters before the current piece
        CharRange unknown_chars;
        const auto end_unknown = [&] {
            if (unknown.empty()) return;
            append(ids_.unknown, unknown_chars, word, std::exchange(unknown, {}), out);
        };
        for (std::size_t i = 0; i < count; ++i) {
            const auto piece = result.pieces(static_cast<int>(i));
            const CharRange chars = places.chars(piece.begin(), piece.end());
            const std::size_t place = piece.id();
            if (place >= pieces_) {
                if (unknown.empty()) unknown_chars = chars;
                unknown += static_cast<char>(place - first_byte_piece_);
                unknown_chars.end = chars.end;
                continue;
            }
            end_unknown();
            const TokenId id = ids_.of_piece[place];
            if (place == unknown_piece_ || id == ids_.unknown)
                append(id, chars, word, piece.piece(), out);
            else
                out.push_back({id, chars, word});
        }
        end_unknown();
    }

    void append(TokenId id, CharRange chars, std::uint32_t word, std::string written,
                std::vector<ModelToken>& out) const {
        ModelToken token{id, chars, word, true};
        token.written = std::make_shared<const std::string>(std::move(written));
        out.push_back(std::move(token));
    }

    SentencepieceIds ids_;
    std::size_t pieces_;  // of the model; those that the library knows beyond them are bytes
    std::size_t unknown_piece_;
    std::string kind_;
    std::string where_;
    std::size_t first_byte_piece_ = 0;
    // Encoding changes nothing in them.
    sentencepiece::SentencePieceProcessor processor_;
    std::unique_ptr<sentencepiece::SentencePieceProcessor> bare_;  // without the dummy prefix; mostly null
};

}  // namespace

SentencepieceIds own_ids(const SentencepieceModel& model) {
    SentencepieceIds ids;
    ids.of_piece.reserve(model.pieces.size());
    for (std::size_t i = 0; i < model.pieces.size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        ids.of_piece.push_back(id);
        ids.vocabulary.add(model.pieces[i].piece, id);
    }
    ids.vocabulary.sort_ids();
    ids.unknown = static_cast<TokenId>(model.unknown);
    return ids;
}

Result<std::unique_ptr<const TokenModel>> make_sentencepiece(const SentencepieceModel& model, SentencepieceIds ids,
                                                             const std::string& where) {
    auto out = std::make_unique<Sentencepiece>(model, std::move(ids), where);
    if (Status status = out->load(model); !status.is_ok()) return status.error();
    return std::unique_ptr<const TokenModel>(std::move(out));
}

}  // namespace headscope
