#include "core/text/tokenizer_parts.h"

namespace headscope {

std::optional<std::string> find_piece(const TokenizerParts& parts, TokenId id) {
    if (const AddedToken* added = parts.added.find(id)) return added->content;
    if (const auto piece = parts.model->find_piece(id)) return std::string(*piece);
    return std::nullopt;
}

std::optional<std::string> find_display(const TokenizerParts& parts, TokenId id) {
    if (const AddedToken* added = parts.added.find(id)) return visible_text(added->content);
    if (const auto piece = parts.model->find_piece(id)) return display_of_piece(*piece, parts.style);
    return std::nullopt;
}

}  // namespace headscope
