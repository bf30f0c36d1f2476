#include "core/text/tokenizer_json.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/io/shown.h"
#include "core/io/strict_json.h"
#include "core/text/json_part.h"
#include "core/text/model_json_scanner.h"
#include "core/text/reference_number.h"

namespace headscope {
namespace {

// Keeps the large parts of a model apart, and says what is wrong with them.
class Builder : public StrictJsonBuilder {
  public:
    enum class File { kTokenizer, kVocabulary };
    ModelParts parts;

    explicit Builder(File file, ModelParts known = {}) : parts(std::move(known)), file_(file) {}

    bool null() override { return part_ == Part::kNone ? put(nullptr) : refuse("null"); }
    bool boolean(bool value) override { return part_ == Part::kNone ? put(value) : refuse(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) override {
        if (part_ == Part::kNone) return put(value);
        return take_number(std::to_string(value), static_cast<double>(value));
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (part_ == Part::kNone) return put(value);
        if (part_ == Part::kVocabulary && value <= std::numeric_limits<TokenId>::max())
            return add_piece(static_cast<TokenId>(value));
        return take_number(std::to_string(value), static_cast<double>(value));
    }
    bool number_float(number_float_t value, const string_t& text) override {
        if (part_ == Part::kNone) return put(value);
        return take_number(text, reference_number(text).value_or(value));
    }
    bool string(string_t& value) override {
        if (part_ == Part::kNone) return put(std::move(value));
        return take_string(value);
    }
    bool start_object(std::size_t) override {
        if (part_ != Part::kNone) return refuse("{…}");
        if (file_ == File::kVocabulary ? depth() > 0 : !is_in_model() || keys_[1] != "vocab")
            return open(Json::object());
        part_ = Part::kVocabulary;
        if (!parts.vocabulary) parts.vocabulary.emplace();
        return true;
    }
    bool end_object() override {
        if (part_ == Part::kNone) return close();
        part_ = Part::kNone;
        return true;
    }
    bool start_array(std::size_t) override {
        if (part_ == Part::kNone && is_in_model() && (keys_[1] == "vocab" || keys_[1] == "merges")) {
            part_ = keys_[1] == "vocab" ? Part::kScoredPieces : Part::kMerges;
            entries_ = 0;
            is_old_style_ = false;
            if (part_ == Part::kScoredPieces && !parts.scored_pieces) parts.scored_pieces.emplace();
            if (part_ == Part::kMerges && !parts.merges) parts.merges.emplace();
            return true;
        }
        if (part_ == Part::kNone) return open(Json::array());
        if (part_ == Part::kVocabulary || is_in_entry_ || (part_ == Part::kMerges && is_old_style_ && entries_ > 0))
            return refuse("[…]");
        is_old_style_ = false;
        is_in_entry_ = true;
        strings_.clear();
        score_.reset();
        return true;
    }
    bool end_array() override {
        if (part_ == Part::kNone) return close();
        if (!is_in_entry_) {
            part_ = Part::kNone;
            return true;
        }
        is_in_entry_ = false;
        return end_entry();
    }
    bool key(string_t& value) override {
        if (part_ == Part::kVocabulary) {
            piece_.assign(value);
            return true;
        }
        keys_[depth() - 1].assign(value);
        return StrictJsonBuilder::key(value);
    }

  private:
    enum class Part { kNone, kVocabulary, kScoredPieces, kMerges };

    bool is_in_model() const { return file_ == File::kTokenizer && depth() == 2 && keys_[0] == "model"; }
    std::string shown_entry() const {
        switch (part_) {
            case Part::kVocabulary:
                return (file_ == File::kTokenizer ? "model.vocab: \"" : "\"") + shown_text(piece_, 60) + "\"";
            case Part::kMerges:
                return "model.merges[" + std::to_string(entries_) + "]";
            default:
                return "model.vocab[" + std::to_string(entries_) + "]";
        }
    }
    std::string expected() const {
        switch (part_) {
            case Part::kVocabulary:
                return "a whole number from 0 to " + std::to_string(std::numeric_limits<TokenId>::max());
            case Part::kMerges:
                return entries_ == 0   ? "two pieces"
                       : is_old_style_ ? "two pieces with a space between them, as before"
                                       : "a list of two pieces, as before";
            default:
                return "a piece and its score";
        }
    }
    bool refuse(const std::string& found) {
        problem = shown_entry() + ": found " + (part_ == Part::kVocabulary ? "the id " : "") + shown_text(found, 60) +
                  ", expected " + expected();
        return false;
    }
    bool refuse_length(std::size_t bytes) {
        problem = shown_entry() + ": " + std::to_string(bytes) + " bytes long, expected at most " +
                  std::to_string(Vocabulary::kMaxPieceBytes);
        return false;
    }

    bool add_piece(TokenId id) {
        switch (parts.vocabulary->add(piece_, id)) {
            case Vocabulary::Added::kNew:
                return true;
            case Vocabulary::Added::kTooLong:
                return refuse_length(piece_.size());
            case Vocabulary::Added::kAlreadyThere:
                problem = shown_entry() + " comes twice, expected once";
        }
        return false;
    }
    bool add_merge(std::string_view left, std::string_view right) {
        return parts.merges->add(left, right) || refuse_length(std::max(left.size(), right.size()));
    }
    bool take_number(const std::string& text, double value) {
        if (part_ != Part::kScoredPieces || !is_in_entry_ || strings_.size() != 1 || score_) return refuse(text);
        score_ = value;
        return true;
    }
    bool take_string(const std::string& value) {
        const std::string shown = "\"" + shown_text(value, 60) + "\"";
        if (part_ == Part::kVocabulary) return refuse(shown);
        if (is_in_entry_) {
            if (strings_.size() == (part_ == Part::kMerges ? 2 : 1)) return refuse(shown);
            strings_.push_back(value);
            return true;
        }
        if (part_ == Part::kScoredPieces || (entries_ > 0 && !is_old_style_)) return refuse(shown);
        is_old_style_ = true;
        if (!value.starts_with(kMergesVersion)) {
            const auto sides = split_merge(value);
            if (!sides) return refuse(shown);
            if (!add_merge(sides->first, sides->second)) return false;
        }
        ++entries_;
        return true;
    }
    bool end_entry() {
        if (part_ == Part::kMerges) {
            if (strings_.size() != 2) return refuse(std::to_string(strings_.size()) + " strings");
            if (!add_merge(strings_[0], strings_[1])) return false;
        } else {
            if (!score_) return refuse(strings_.empty() ? "nothing" : "no score");
            if (!parts.scored_pieces->add(strings_[0], *score_)) return refuse_length(strings_[0].size());
        }
        ++entries_;
        return true;
    }

    bool open(Json value) override {
        const bool is_open = StrictJsonBuilder::open(std::move(value));
        keys_.resize(depth());
        return is_open;
    }
    bool close() override {
        StrictJsonBuilder::close();
        keys_.resize(depth());
        return true;
    }

    File file_;
    std::vector<std::string> keys_;  // the last key of each open container; empty in lists
    Part part_ = Part::kNone;        // being read
    std::string piece_;              // the last key of the vocabulary
    std::size_t entries_ = 0;        // of the list so far
    bool is_in_entry_ = false;       // in a list within the list
    bool is_old_style_ = false;      // merges are strings
    std::vector<std::string> strings_;
    std::optional<double> score_;
};

Status check_ids(Vocabulary& vocabulary, const std::string& where) {
    vocabulary.sort_ids();
    if (const auto shared = vocabulary.find_shared_id())
        return invalid(where + ": \"" + shown_text(shared->first, 60) + "\" and \"" + shown_text(shared->second, 60) +
                       "\" have the same id " + std::to_string(shared->id) + ", expected one each");
    return {};
}

}  // namespace

Result<TokenizerJson> parse_tokenizer_json(std::string_view text, const std::string& name) {
    std::optional<ScannedModelJson> scanned = scan_model_json(text);
    Builder builder(Builder::File::kTokenizer, scanned ? std::move(scanned->parts) : ModelParts());
    Status parsed = parse_strict_json(scanned ? scanned->rest : text, name, builder);
    if (scanned && !parsed.is_ok()) {  // the message shall tell the place in the whole text
        builder = Builder(Builder::File::kTokenizer);
        parsed = parse_strict_json(text, name, builder);
    }
    if (!parsed.is_ok()) return parsed.error();
    if (!builder.root.is_object())
        return invalid(name + ": found " + shown_json(builder.root) + ", expected an object");
    if (builder.parts.vocabulary)
        if (Status status = check_ids(*builder.parts.vocabulary, name + ": model.vocab"); !status.is_ok())
            return status.error();
    return TokenizerJson{std::move(builder.root), std::move(builder.parts)};
}

Result<Vocabulary> parse_vocab_json(std::string_view text, const std::string& name) {
    std::optional<Vocabulary> vocabulary = scan_vocabulary(text);
    if (!vocabulary) {
        Builder builder(Builder::File::kVocabulary);
        const Status parsed = parse_strict_json(text, name, builder);
        if (!parsed.is_ok()) return parsed.error();
        if (!builder.parts.vocabulary)
            return invalid(name + ": found " + shown_json(builder.root) + ", expected an object of pieces and ids");
        vocabulary = std::move(builder.parts.vocabulary);
    }
    if (Status status = check_ids(*vocabulary, name); !status.is_ok()) return status.error();
    return std::move(*vocabulary);
}

std::optional<std::pair<std::string_view, std::string_view>> split_merge(std::string_view line) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos) return std::nullopt;
    return std::pair{line.substr(0, space), line.substr(space + 1)};
}

}  // namespace headscope
