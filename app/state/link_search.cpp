#include "app/state/link_search.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/state/app_state.h"
#include "app/state/selection.h"
#include "core/trace/similarity.h"

namespace headscope {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::optional<Index> position_of(std::string_view text) {
    if (text.size() < 2 || text.front() != '#') return std::nullopt;
    Index position = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 1, end, position);
    return read.ec == std::errc() && read.ptr == end ? std::optional(position) : std::nullopt;
}

// Whether the axis shows the tokens of the encoded text, among which words can be found as typed.
bool is_of_text(const ShownTrace& shown, bool is_query) {
    if (shown.set() == MapSet::kDecoder) return false;
    return shown.set() == MapSet::kEncoder || !is_query;
}

using Occurrences = std::vector<std::vector<Index>>;

// Raises each head's link to the strongest of these pairs of occurrences.
void add_links(const ShownTrace& shown, const Occurrences& from, const Occurrences& to, std::vector<Link>& links) {
    for (const std::vector<Index>& one : from) {
        for (const std::vector<Index>& other : to) {
            if (one == other && shown.is_square()) continue;
            for (const Link& link : heads_by_link(shown.maps(), {one, other})) {
                Link& kept = links[static_cast<std::size_t>(link.head.layer * shown.n_heads() + link.head.head)];
                if (!(link.weight <= kept.weight)) kept = link;
            }
        }
    }
}

// The name of a token for the boxes: its word where that occurs once, else its position.
std::string name_of(const ShownTrace& shown, Index token, bool is_query) {
    const Token& facts = is_query ? shown.query_token(token) : shown.key_token(token);
    const auto found = find_occurrences(shown, facts.display, is_query);
    if (found.has_value() && found.value().size() == 1 && found.value().front() == std::vector<Index>{token})
        return facts.display;
    return "#" + std::to_string(token);
}

}  // namespace

Result<std::vector<std::vector<Index>>> find_occurrences(const ShownTrace& shown, std::string_view word,
                                                         bool is_query) {
    const std::vector<Token>& tokens = is_query ? shown.query_tokens() : shown.key_tokens();
    const std::string_view wanted = trimmed(word);
    if (const std::optional<Index> position = position_of(wanted)) {
        if (*position < static_cast<Index>(tokens.size())) return Occurrences{{*position}};
        return not_found("There is no token " + std::string(wanted) + ": the last one is #" +
                         std::to_string(tokens.size() - 1) + ".");
    }
    Occurrences found;
    if (is_of_text(shown, is_query)) found = find_word(*shown.trace(), wanted);
    for (std::size_t i = 0; found.empty() && i < tokens.size(); ++i)
        if (tokens[i].display == wanted) found.push_back({static_cast<Index>(i)});
    if (found.empty()) return not_found("“" + std::string(wanted) + "” is no word of the text.");
    return found;
}

std::shared_ptr<const FoundLinks> find_heads(std::shared_ptr<const ShownTrace> shown, LinkQuestion question) {
    auto made = std::make_shared<FoundLinks>();
    made->shown = std::move(shown);
    made->question = std::move(question);
    const ShownTrace& maps = *made->shown;
    const LinkQuestion& asked = made->question;
    const auto from = find_occurrences(maps, asked.from, true);
    const auto to = find_occurrences(maps, asked.to, false);
    if (!from.has_value() || !to.has_value()) {
        made->problem = from.has_value() ? to.error().message : from.error().message;
        return made;
    }
    for (Index layer = 0; layer < maps.n_layers(); ++layer)
        for (Index head = 0; head < maps.n_heads(); ++head)
            made->links.push_back({{layer, head}, -1, from.value().front().front(), to.value().front().front()});
    add_links(maps, from.value(), to.value(), made->links);
    if (asked.either_way && maps.is_square()) add_links(maps, to.value(), from.value(), made->links);
    std::stable_sort(made->links.begin(), made->links.end(),
                     [](const Link& a, const Link& b) { return a.weight > b.weight; });
    if (trimmed(asked.rival).empty()) return made;
    const auto rival = find_occurrences(maps, asked.rival, false);
    if (!rival.has_value()) {
        made->problem = rival.error().message;
        return made;
    }
    const Index query = from.value().front().front();
    made->pairs =
        find_competing_heads(maps.maps(), {query, to.value().front().front()}, {query, rival.value().front().front()});
    return made;
}

LinkQuestion LinkSearch::question() const {
    return {from.text(), to.text(), rival.text(), either_way};
}

void open_link_search(AppState& state) {
    if (!state.shown) return;
    const ShownTrace& shown = *state.shown;
    LinkSearch& search = state.link_search;
    if (const auto query = lit_query(state); query && state.view.locked_query == query) {
        search.from.set_text(name_of(shown, *query, true));
        if (const auto key = lit_key(state)) search.to.set_text(name_of(shown, *key, false));
    }
    ViewState view = state.view;
    view.side = SideCard::kFind;
    state.popup = Popup::kNone;
    state.focus = search.from.text().empty() || !search.to.text().empty() ? TextFocus::kFindFrom : TextFocus::kFindTo;
    search.from.select_all();
    change_view(state, view);
}

void keep_up_search(AppState& state) {
    LinkSearch& search = state.link_search;
    const bool types_here = state.focus == TextFocus::kFindFrom || state.focus == TextFocus::kFindTo ||
                            state.focus == TextFocus::kFindRival;
    if (types_here && state.view.side != SideCard::kFind) state.focus = TextFocus::kNone;
    if (state.view.side != SideCard::kFind || !state.shown || state.shown->is_empty()) return;
    if (trimmed(search.from.text()).empty() || trimmed(search.to.text()).empty()) {
        search.found.reset();
        return;
    }
    LinkQuestion question = search.question();
    if (search.found && search.found->shown == state.shown && search.found->question == question) return;
    search.found = find_heads(state.shown, std::move(question));
}

void show_link(AppState& state, const Link& link) {
    ViewState view = state.view;
    select_head(view, link.head);
    view.locked_query = link.query;
    view.locked_key = link.key;
    state.hover = {};
    change_view(state, view);
}

}  // namespace headscope
