#include "core/text/post_processor.h"

#include <algorithm>

namespace headscope {
namespace {

using Kind = TemplateItem::Kind;

PostProcessor::Items without_specials(PostProcessor::Items items) {
    std::erase_if(items, [](const TemplateItem& item) { return item.kind == Kind::kSpecial; });
    return items;
}

}  // namespace

PostProcessor::PostProcessor()
    : PostProcessor(Items{{Kind::kFirstText, 0}}, Items{{Kind::kFirstText, 0}, {Kind::kSecondText, 1}}) {}

PostProcessor::PostProcessor(Items single, Items pair)
    : PostProcessor(single, pair, without_specials(single), without_specials(pair)) {}

std::size_t PostProcessor::specials(bool is_pair) const {
    std::size_t count = 0;
    for (const TemplateItem& item : items(is_pair, true)) count += item.ids.size();
    return count;
}

PostProcessor make_bert_post_processor(TokenId cls, const std::string& cls_piece, TokenId sep,
                                       const std::string& sep_piece) {
    const TemplateItem first{Kind::kFirstText, 0};
    const TemplateItem second{Kind::kSecondText, 1};
    const TemplateItem begin{Kind::kSpecial, 0, {cls}, {cls_piece}};
    const TemplateItem end{Kind::kSpecial, 0, {sep}, {sep_piece}};
    TemplateItem second_end = end;
    second_end.type_id = 1;
    return {{begin, first, end}, {begin, first, end, second, second_end}};
}

}  // namespace headscope
