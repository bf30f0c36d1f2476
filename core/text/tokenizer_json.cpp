#include "core/text/tokenizer_json.h"

#include <limits>
#include <utility>
#include <vector>

#include "core/io/shown.h"
#include "core/text/json_part.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxDepth = 256;  // containers within containers; real files have eight

class Builder : public nlohmann::json_sax<Json> {
  public:
    TokenizerJson out;
    std::string problem;

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }  // negative ones only
    bool number_unsigned(number_unsigned_t value) override {
        if (!is_in_vocabulary_) return put(value);
        constexpr number_unsigned_t largest = std::numeric_limits<TokenId>::max();
        return value <= largest ? add_piece(static_cast<TokenId>(value)) : refuse_id(std::to_string(value));
    }
    bool number_float(number_float_t value, const string_t& text) override {
        return is_in_vocabulary_ ? refuse_id(text) : put(value);
    }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t& value) override { return put(std::move(value)); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }

    bool start_object(std::size_t) override {
        if (!is_in_vocabulary_ && open_.size() == 2 && keys_[0] == "model" && keys_[1] == "vocab") {
            is_in_vocabulary_ = true;
            out.vocabulary.emplace();
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
        keys_[open_.size() - 1].assign(value);
        const auto [place, is_new] = open_.back()->get_ref<Json::object_t&>().emplace(value, nullptr);
        if (!is_new) problem = "key \"" + shown_text(value) + "\" comes twice, expected once";
        member_ = &place->second;
        return is_new;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
        problem = error.what();
        // "[json.exception.parse_error.101] parse error at line 1, …": the library's own name is of no use to a reader.
        if (const std::size_t end = problem.find("] "); end != std::string::npos) problem.erase(0, end + 2);
        problem = shown_text(problem, 300);
        return false;
    }

  private:
    std::string shown_piece() const { return "model.vocab: \"" + shown_text(piece_, 60) + "\""; }
    bool refuse_id(const std::string& found) {
        problem = shown_piece() + ": found the id " + shown_text(found, 60) + ", expected a whole number from 0 to " +
                  std::to_string(std::numeric_limits<TokenId>::max());
        return false;
    }
    bool add_piece(TokenId id) {
        const Vocabulary::Added added = out.vocabulary->add(piece_, id);
        if (added == Vocabulary::Added::kAlreadyThere) problem = shown_piece() + " comes twice, expected once";
        if (added == Vocabulary::Added::kTooLong)
            problem = shown_piece() + ": " + std::to_string(piece_.size()) + " bytes long, expected at most " +
                      std::to_string(Vocabulary::kMaxPieceBytes);
        return added == Vocabulary::Added::kNew;
    }

    Json* place(Json value) {
        if (open_.empty()) {
            out.root = std::move(value);
            return &out.root;
        }
        Json& parent = *open_.back();
        if (parent.is_array()) {
            parent.get_ref<Json::array_t&>().push_back(std::move(value));
            return &parent.get_ref<Json::array_t&>().back();
        }
        *member_ = std::move(value);
        return member_;
    }
    bool put(Json value) {
        if (is_in_vocabulary_) return refuse_id(shown_json(value));
        place(std::move(value));
        return true;
    }
    bool open(Json value) {
        if (is_in_vocabulary_) return refuse_id(value.is_array() ? "[…]" : "{…}");
        if (open_.size() == kMaxDepth) {
            problem = "nested more than " + std::to_string(kMaxDepth) + " deep";
            return false;
        }
        open_.push_back(place(std::move(value)));
        keys_.resize(open_.size());
        return true;
    }
    bool close() {
        open_.pop_back();
        keys_.resize(open_.size());
        return true;
    }

    std::vector<Json*> open_;  // a pointer stays valid: nothing is added to a container while one inside it is open
    Json* member_ = nullptr;   // where the value of the last key goes
    std::vector<std::string> keys_;  // the last key of each open container; empty in lists
    bool is_in_vocabulary_ = false;
    std::string piece_;
};

}  // namespace

Result<TokenizerJson> parse_tokenizer_json(std::string_view text, const std::string& name) {
    if (text.starts_with("\xEF\xBB\xBF")) return invalid(name + ": begins with a byte-order mark, expected plain JSON");
    // A NUL is never JSON, and the library would take it for the end of the text.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        return invalid(name + ": NUL at byte " + std::to_string(nul) + ", expected JSON text");
    Builder builder;
    bool is_complete = false;
    try {
        is_complete = Json::sax_parse(text.data(), text.data() + text.size(), &builder);
    } catch (const Json::exception& error) {
        builder.problem = error.what();
    }
    if (!is_complete) return invalid(name + ": " + builder.problem);
    if (!builder.out.root.is_object())
        return invalid(name + ": found " + shown_json(builder.out.root) + ", expected an object");
    if (builder.out.vocabulary) {
        builder.out.vocabulary->sort_ids();
        if (const auto shared = builder.out.vocabulary->find_shared_id())
            return invalid(name + ": model.vocab: \"" + shown_text(shared->first, 60) + "\" and \"" +
                           shown_text(shared->second, 60) + "\" have the same id " + std::to_string(shared->id) +
                           ", expected one each");
    }
    return std::move(builder.out);
}

}  // namespace headscope
