#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/text/token_model.h"

namespace headscope {

// White space and "Ġ" at the ends of a token's string taken off its span, character by character of the text.
struct SpanTrim {
    // A single leading one of the first token, or of one that begins with the text, is a prefix space that the
    // tokenizer added, and costs nothing.
    bool spares_prefix_space = false;
    // The text's first token counts as the first; not where special tokens were put before it already.
    bool text_comes_first = true;
};

// One place of a template: a whole text, or a special token.
struct TemplateItem {
    enum class Kind { kFirstText, kSecondText, kSpecial };
    Kind kind = Kind::kFirstText;
    std::int32_t type_id = 0;           // token type fed to the model
    std::vector<TokenId> ids{};         // of a special token; mostly one
    std::vector<std::string> pieces{};  // what the file calls them; may be shorter than ids
    std::vector<SpanTrim> trims{};      // of a text, to be done in this order
    bool is_in_special_mask = true;     // of a special token: false where a further part took it for text
};

// How the tokens of one text, or of a pair, and the special tokens around them are put together.
class PostProcessor {
  public:
    using Items = std::vector<TemplateItem>;

    // The texts one after the other, types 0 and 1, nothing added: what the reference does without a post-processor.
    PostProcessor();
    // The given templates; without special tokens the same less those.
    PostProcessor(Items single, Items pair);
    PostProcessor(Items single, Items pair, Items bare_single, Items bare_pair)
        : items_{{std::move(bare_single), std::move(single)}, {std::move(bare_pair), std::move(pair)}} {}

    const Items& items(bool is_pair, bool add_special_tokens) const { return items_[is_pair][add_special_tokens]; }
    // How many special tokens come with one text or a pair.
    std::size_t specials(bool is_pair) const;

  private:
    Items items_[2][2];  // [is_pair][add_special_tokens]
};

// cls A sep, and cls A sep B sep with type 1 from B on.
PostProcessor make_bert_post_processor(TokenId cls, const std::string& cls_piece, TokenId sep,
                                       const std::string& sep_piece);

// The value of "post_processor" in a tokenizer.json; null gives the plain one. Fails also for what the reference takes
// and then cannot run.
Result<PostProcessor> parse_post_processor(const nlohmann::json& value, const std::string& name);

}  // namespace headscope
