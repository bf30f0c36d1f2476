#include "core/text/tokenizer_json.h"

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/io/shown.h"
#include "core/io/strict_json.h"
#include "core/text/json_part.h"

namespace headscope {
namespace {

// Keeps the vocabulary of a model apart: it has tens of thousands of entries and no use for JSON values.
class Builder : public StrictJsonBuilder {
  public:
    std::optional<Vocabulary> vocabulary;

    bool number_unsigned(number_unsigned_t value) override {
        if (!is_in_vocabulary_) return put(value);
        constexpr number_unsigned_t largest = std::numeric_limits<TokenId>::max();
        return value <= largest ? add_piece(static_cast<TokenId>(value)) : refuse_id(std::to_string(value));
    }
    bool number_float(number_float_t value, const string_t& text) override {
        return is_in_vocabulary_ ? refuse_id(text) : put(value);
    }
    bool start_object(std::size_t) override {
        if (!is_in_vocabulary_ && depth() == 2 && keys_[0] == "model" && keys_[1] == "vocab") {
            is_in_vocabulary_ = true;
            vocabulary.emplace();
            return true;
        }
        return open(Json::object());
    }
    bool end_object() override {
        if (!is_in_vocabulary_) return close();
        is_in_vocabulary_ = false;
        return true;
    }
    bool key(string_t& value) override {
        if (is_in_vocabulary_) {
            piece_.assign(value);
            return true;
        }
        keys_[depth() - 1].assign(value);
        return StrictJsonBuilder::key(value);
    }

  private:
    std::string shown_piece() const { return "model.vocab: \"" + shown_text(piece_, 60) + "\""; }
    bool refuse_id(const std::string& found) {
        problem = shown_piece() + ": found the id " + shown_text(found, 60) + ", expected a whole number from 0 to " +
                  std::to_string(std::numeric_limits<TokenId>::max());
        return false;
    }
    bool add_piece(TokenId id) {
        const Vocabulary::Added added = vocabulary->add(piece_, id);
        if (added == Vocabulary::Added::kAlreadyThere) problem = shown_piece() + " comes twice, expected once";
        if (added == Vocabulary::Added::kTooLong)
            problem = shown_piece() + ": " + std::to_string(piece_.size()) + " bytes long, expected at most " +
                      std::to_string(Vocabulary::kMaxPieceBytes);
        return added == Vocabulary::Added::kNew;
    }

    bool put(Json value) override {
        return is_in_vocabulary_ ? refuse_id(shown_json(value)) : StrictJsonBuilder::put(std::move(value));
    }
    bool open(Json value) override {
        if (is_in_vocabulary_) return refuse_id(value.is_array() ? "[…]" : "{…}");
        const bool is_open = StrictJsonBuilder::open(std::move(value));
        keys_.resize(depth());
        return is_open;
    }
    bool close() override {
        StrictJsonBuilder::close();
        keys_.resize(depth());
        return true;
    }

    std::vector<std::string> keys_;  // the last key of each open container; empty in lists
    bool is_in_vocabulary_ = false;
    std::string piece_;
};

}  // namespace

Result<TokenizerJson> parse_tokenizer_json(std::string_view text, const std::string& name) {
    Builder builder;
    const Status parsed = parse_strict_json(text, name, builder);
    if (!parsed.is_ok()) return parsed.error();
    if (!builder.root.is_object())
        return invalid(name + ": found " + shown_json(builder.root) + ", expected an object");
    if (builder.vocabulary) {
        builder.vocabulary->sort_ids();
        if (const auto shared = builder.vocabulary->find_shared_id())
            return invalid(name + ": model.vocab: \"" + shown_text(shared->first, 60) + "\" and \"" +
                           shown_text(shared->second, 60) + "\" have the same id " + std::to_string(shared->id) +
                           ", expected one each");
    }
    return TokenizerJson{std::move(builder.root), std::move(builder.vocabulary)};
}

}  // namespace headscope
