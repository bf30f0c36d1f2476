#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/token_model.h"

namespace headscope {

// One place of a template: a whole text, or a special token.
struct TemplateItem {
    enum class Kind { kFirstText, kSecondText, kSpecial };
    Kind kind = Kind::kFirstText;
    std::int32_t type_id = 0;           // token type fed to the model
    std::vector<TokenId> ids{};         // of a special token; mostly one
    std::vector<std::string> pieces{};  // what the file calls them; may be shorter than ids
};

// How the tokens of one text, or of a pair, and the special tokens around them are put together.
struct PostProcessor {
    std::vector<TemplateItem> single;
    std::vector<TemplateItem> pair;

    // How many special tokens come with one text or a pair.
    std::size_t specials(bool is_pair) const;
};

// The texts one after the other, types 0 and 1, nothing added: what the reference does without a post-processor.
PostProcessor make_plain_post_processor();
// cls A sep, and cls A sep B sep with type 1 from B on.
PostProcessor make_bert_post_processor(TokenId cls, const std::string& cls_piece, TokenId sep,
                                       const std::string& sep_piece);

// The value of "post_processor" in a tokenizer.json; null gives the plain one.
Result<PostProcessor> parse_post_processor(const nlohmann::json& value, const std::string& name);

}  // namespace headscope
