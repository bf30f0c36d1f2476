#include "core/text/template_filler.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/text/display.h"
#include "core/text/span_trim.h"

namespace headscope {
namespace {

bool is_special(const TemplateItem& item) {
    return item.kind == TemplateItem::Kind::kSpecial;
}

}  // namespace

std::size_t text_of(const TemplateItem& item) {
    return item.kind == TemplateItem::Kind::kSecondText ? 1 : 0;
}

std::vector<std::vector<Token>> TemplateFiller::fill_overflow() const {
    std::vector<std::vector<Token>> out;
    for (const Selection& selection : overflowing_selections()) out.push_back(fill_with(selection));
    return out;
}

std::vector<TemplateFiller::Selection> TemplateFiller::overflowing_selections() const {
    Selection main;
    std::vector<Selection> out;
    for (const TemplateItem& item : items_) {
        const std::size_t windows = is_special(item) ? 1 : texts_[text_of(item)].windows.size();
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

std::vector<Token> TemplateFiller::fill_with(const Selection& selection) const {
    std::vector<Token> out;
    std::size_t count = 0;
    for (std::size_t i = 0; i < items_.size(); ++i)
        count += is_special(items_[i]) ? items_[i].ids.size() : texts_[text_of(items_[i])].windows[selection[i]].size();
    out.reserve(count);
    int segment = 0;  // of the text put down last
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (is_special(items_[i])) {
            append_specials(items_[i], segment, out);
            continue;
        }
        const CutText& text = texts_[text_of(items_[i])];
        segment = static_cast<int>(text_of(items_[i]));
        append_text(items_[i], text, text.windows[selection[i]], segment, out);
    }
    return out;
}

void TemplateFiller::append_specials(const TemplateItem& item, int segment, std::vector<Token>& out) const {
    for (std::size_t i = 0; i < item.ids.size(); ++i) {
        const std::string name = i < item.pieces.size() ? item.pieces[i] : std::string();
        Token token;
        token.id = item.ids[i];
        token.piece = find_piece(parts_, token.id).value_or(name);
        if (i < item.pieces.size() && token.piece != name) token.written = name;
        token.display = find_display(parts_, token.id).value_or(visible_text(name));
        token.segment = segment;
        token.type_id = item.type_id;
        token.is_template = item.is_in_special_mask;
        token.is_special = true;
        out.push_back(std::move(token));
    }
}

void TemplateFiller::append_text(const TemplateItem& item, const CutText& text, TokenRange range, int segment,
                                 std::vector<Token>& out) const {
    for (std::size_t i = range.begin; i < range.end; ++i) {
        const TextToken& text_token = text.tokens[i];
        const std::string_view piece = piece_of(parts_, text_token);
        Token& token = out.emplace_back();
        token.id = text_token.id;
        token.piece = piece;
        token.written = text_token.written;
        token.span = text_token.span;
        token.is_unknown = text_token.is_unknown;
        if (token.is_unknown)
            token.display = visible_text(spanned(text, text_token));
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

}  // namespace headscope
