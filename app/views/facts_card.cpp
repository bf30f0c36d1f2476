#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/state/glossary.h"
#include "app/views/card_rows.h"
#include "app/views/role_style.h"
#include "app/views/views.h"

namespace headscope {
namespace {

struct FactLine {
    Fact fact;
    const char* name;
    const char* unit;
    const char* tip;
};
constexpr std::array<FactLine, 8> kFacts = {{
    {Fact::kEntropy, "entropy", " nats",
     "Mean over rows of −Σ A ln A: 0 where every token looks at one other, ln T where it looks everywhere alike."},
    {Fact::kDistance, "mean distance", "", "Mean over rows of Σ A |i − j|: how many tokens away the weight lies."},
    {Fact::kConfidence, "confidence", "", "Mean over rows of the largest weight (Voita et al. 2019)."},
    {Fact::kSelf, "on itself", "", "Mean weight of a token on itself."},
    {Fact::kPrevious, "on previous", "", "Mean weight on the token before."},
    {Fact::kNext, "on next", "", "Mean weight on the token behind."},
    {Fact::kFirstToken, "on first", "", "Mean weight on the first token, such as [CLS] or <s>."},
    {Fact::kSeparator, "on separators", "", "Mean weight on separator tokens, such as [SEP] or </s>."},
}};

std::string fixed(double value, int digits) {
    if (!std::isfinite(value)) return "–";
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

std::string percent(double share) {
    return std::to_string(static_cast<int>(std::lround(100 * share))) + " %";
}

// What the head does on repeats of random tokens and does not show on this text.
std::vector<RoleScore> roles_on_repeats(const AppState& state, const HeadFacts& facts) {
    std::vector<RoleScore> roles;
    const HeadRelations* relations = state.findings.relations.current();
    if (relations == nullptr || relations->on_repeats.empty() || state.shown->set() != MapSet::kEncoder) return roles;
    const HeadRef head = state.view.selected;
    const auto at = static_cast<std::size_t>(head.layer * relations->n_heads + head.head);
    if (at >= relations->on_repeats.size()) return roles;
    for (const RoleScore& role : relations->on_repeats[at].roles) {
        const bool needs_repeats = role.kind.role == Role::kInduction || role.kind.role == Role::kDuplicate;
        if (needs_repeats && facts.shown_score(role.kind) == 0) roles.push_back(role);
    }
    return roles;
}

void draw_roles(CardColumn& column, const std::vector<RoleScore>& roles, std::string_view on) {
    const Ui& ui = column.ui;
    int id = 0;
    for (const RoleScore& role : roles) {
        const Rect row = column.next(ui.px(20));
        const ImU32 colour = role_colour(ui.palette(), role.kind.role);
        const float number = ui.px(34);
        const float name = std::min(ui.px(131), row.w * 0.55F);
        const float mark = ui.px(9);
        draw_role_mark(column.list, {row.x, row.y + (row.h - mark) / 2, mark, mark}, role.kind.role, colour);
        draw_text_in(column.list, ui.style.fonts->normal, {row.x + ui.px(15), row.y, name - ui.px(15), row.h},
                     ui.palette().text, role_name(role.kind), Align::kLeft);
        draw_share_bar(ui, column.list, {row.x + name, row.y + row.h / 2 - ui.px(2), row.w - name - number, ui.px(4)},
                       static_cast<float>(role.score), colour);
        draw_text_in(column.list, ui.style.fonts->normal, row, ui.palette().text, fixed(role.score, 2), Align::kRight);
        column.note(role_formula(role.kind.role));
        ImGui::PushID(id++);
        if (area("role", {row.x, row.y, row.w, row.h + ui.px(17)}).hovered) {
            std::string tip = role_tip(role, on);
            if (role.kept && role.difference)
                tip += " TransformerLens: mul " + fixed(*role.kept, 3) + ", abs " + fixed(*role.difference, 3) + ".";
            show_tip(ui.style, tip);
        }
        ImGui::PopID();
    }
}

void draw_numbers(CardColumn& column, const HeadFacts& facts) {
    const Ui& ui = column.ui;
    column.caption("Means over the rows of this map",
                   "Numbers on the raw weights of all tokens, however the maps are shown.");
    const float gap = ui.px(18);
    const std::size_t across = column.width < ui.px(250) ? 1 : 2;
    const float width = across == 1 ? column.width : (column.width - gap) / 2;
    Rect row{};
    for (std::size_t i = 0; i < kFacts.size(); ++i) {
        const std::size_t place = i % across;
        if (place == 0) row = column.next(ui.px(19));
        const FactLine& line = kFacts[i];
        const Rect cell{row.x + static_cast<float>(place) * (width + gap), row.y, width, row.h};
        const double value = facts[line.fact];
        draw_text_in(column.list, ui.style.fonts->small, cell, ui.palette().dim, line.name, Align::kLeft);
        draw_text_in(column.list, ui.style.fonts->small, cell, ui.palette().text,
                     fixed(value, 2) + (std::isfinite(value) ? line.unit : ""), Align::kRight);
        ImGui::PushID(static_cast<int>(i));
        if (area("fact", cell).hovered) show_tip(ui.style, line.tip);
        ImGui::PopID();
    }
}

void draw_alike(CardColumn& column, const HeadMeasures& measures) {
    const Ui& ui = column.ui;
    column.caption("Most alike", meaning_of("divergence"));
    if (measures.distances.size() == 0) {
        column.note("Comparing all pairs of heads…");
        return;
    }
    constexpr std::size_t kMost = 3;
    for (const NearHead& near : nearest_heads(measures.distances, ui.state.view.selected, kMost)) {
        std::string words = fixed(static_cast<double>(near.distance), 3) + " nats";
        const RoleScore* role = measures.strongest_role(near.head);
        if (role != nullptr) words += ", " + role_word(role->kind);
        if (draw_head_row(
                column, near.head, words,
                "Jensen–Shannon divergence of the two heads' rows, averaged: 0 for equal maps, at most ln 2 = "
                "0.693. A click selects the head."))
            ui.ask(SelectHead{near.head});
    }
}

void draw_relation(CardColumn& column, const HeadRelation& relation, int id) {
    const Ui& ui = column.ui;
    const RelationReport& report = *relation.report;
    const Rect row = column.next(ui.px(20));
    ImFont* small = ui.style.fonts->small;
    const ImU32 ink = relation.beats_offset ? ui.palette().text : ui.palette().dim;
    std::string name = report.relation;
    if (relation.is_best && relation.beats_offset) name += " · best of all heads";
    draw_text_in(column.list, small, row, ink, name, Align::kLeft);
    draw_text_in(column.list, small, row, ink, percent(relation.accuracy), Align::kRight);
    ImGui::PushID(id);
    if (area("relation", row).hovered) {
        const std::string from = std::to_string(report.examples) + " marked links: ";
        const std::string offset = (report.offset > 0 ? "+" : "") + std::to_string(report.offset);
        show_tip(ui.style, report.relation + ", " + from + "the head's strongest word is the right one in " +
                               percent(relation.accuracy) +
                               (relation.looks ? " (the first word looks at the second)"
                                               : " (the second word looks at the first)") +
                               "; the best fixed distance, " + offset + " words, in " +
                               percent(report.offset_accuracy) + ". After Clark et al. 2019, section 4.2.");
    }
    ImGui::PopID();
}

void draw_relations(CardColumn& column) {
    const Ui& ui = column.ui;
    column.caption("Links between words",
                   "How often the head's strongest word is the right one in sentences whose links are marked, such as "
                   "a verb and its object.");
    const auto& found = ui.state.findings.relations;
    const HeadRelations* relations = found.current();
    if (ui.state.shown->set() != MapSet::kEncoder) {
        column.note("Only the encoder's heads are measured.");
    } else if (relations != nullptr) {
        constexpr std::size_t kMost = 4;
        const std::vector<HeadRelation> all = relations_of_head(*relations, ui.state.view.selected);
        for (std::size_t i = 0; i < std::min(kMost, all.size()); ++i)
            draw_relation(column, all[i], static_cast<int>(i));
        if (!all.empty() && !all.front().beats_offset) column.note("None beats a fixed distance by 10 points.");
    } else if (!found.problem.empty()) {
        column.note(found.problem);
    } else if (found.is_running) {
        draw_progress(column, "Reading marked sentences",
                      ui.state.findings.percent[static_cast<std::size_t>(FindingKind::kRelations)]);
    } else {
        column.note("This model has no tokenizer to read them with.");
    }
}

}  // namespace

void draw_facts_card(const Ui& ui, const Rect& rect) {
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::BeginChild("facts", {rect.w, rect.h}, false, ImGuiWindowFlags_NoBackground);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 top = ImGui::GetCursorScreenPos();
    const float width = rect.w - ui.px(12);  // without the scroll bar
    CardColumn first = first_column(ui, list, top, width, 0.54F);
    float bottom = top.y;
    const HeadMeasures* measures = ui.state.measures.get();
    if (measures == nullptr) {
        first.note("Measuring every head…");
    } else {
        if (const HeadFacts* facts = measures->find_facts(ui.state.view.selected)) {
            first.caption("Roles on this text", meaning_of("role"));
            if (facts->roles.empty()) first.note("No role stands out on this text.");
            draw_roles(first, facts->roles, "this text");
            if (const auto roles = roles_on_repeats(ui.state, *facts); !roles.empty()) {
                first.caption("On repeated random tokens",
                              "What the head does on random tokens that are there twice: roles that live on repeats "
                              "show there, whatever the text.");
                ImGui::PushID("repeats");
                draw_roles(first, roles, "repeated random tokens");
                ImGui::PopID();
            }
            first.space(ui.px(8));
            draw_numbers(first, *facts);
        } else {
            first.caption("Cross-attention", meaning_of("cross-attention"));
            first.paragraph(
                "Its queries and keys are different tokens, so roles such as “previous token” mean nothing.");
        }
        CardColumn second = second_column(first, top, width);
        draw_alike(second, *measures);
        second.space(ui.px(8));
        draw_relations(second);
        bottom = std::max(first.y, second.y);
    }
    ImGui::SetCursorScreenPos({rect.x, bottom});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

}  // namespace headscope
