#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/card_rows.h"
#include "app/views/head_grid.h"
#include "app/views/views.h"

namespace headscope {
namespace {

// Text pieces one behind the other on a line.
class Line {
  public:
    Line(const GridFrame& frame, const Rect& row) : frame_(frame), row_(row), x_(row.x) {}

    void words(std::string_view text, ImU32 colour) {
        ImFont* font = frame_.ui.style.fonts->small;
        draw_text_in(frame_.list, font, {x_, row_.y, row_.right() - x_, row_.h}, colour, text, Align::kLeft);
        x_ += text_size(font, text).x + frame_.ui.px(5);
    }
    void token(AxisToken token, ImU32 colour) {
        const Label& label = token_text(frame_.ui, token, frame_.ui.px(13), frame_.ui.px(140));
        const float width = label.size.x;
        frame_.ui.labels.draw(frame_.list, {x_, row_.y + (row_.h - label.size.y) / 2}, label, colour);
        x_ += width + frame_.ui.px(5);
    }

  private:
    const GridFrame& frame_;
    Rect row_;
    float x_;
};

std::string spaced(std::string name) {
    for (char& c : name)
        if (c == '_') c = ' ';
    return name;
}

// "the share of 28 links found, object (a fixed distance finds 0.36)"
void draw_relation_words(const Ui& ui, Line& line) {
    const HeadRelations* relations = ui.state.findings.relations.current();
    if (relations == nullptr || relations->reports.empty()) return;
    const RelationReport& report = report_of(*relations, ui.state.view.order.relation);
    line.words("the share of " + std::to_string(report.examples) + " marked links found:", ui.palette().dim);
    line.words(report.relation, ui.palette().text);
    line.words("(a fixed distance finds " + short_weight(static_cast<float>(report.offset_accuracy)) + ")",
               ui.palette().dim);
}

// "72 heads by the weight of man → telescope (largest first)"
void draw_list_words(const GridFrame& frame) {
    const Ui& ui = frame.ui;
    const Palette& palette = ui.palette();
    const ViewState& view = ui.state.view;
    const Rect& body = frame.at.body();
    Line line(frame, {body.x, body.y - ui.px(20), body.w, ui.px(18)});
    line.words(std::to_string(frame.at.count()) + (frame.at.count() == 1 ? " head by" : " heads by"), palette.dim);
    switch (view.order.kind) {
        case OrderKind::kLayer:
            break;
        case OrderKind::kLink:
            if (!view.locked_query || !ui.state.shown->query_place(*view.locked_query)) {
                if (!view.locked_key || !ui.state.shown->key_place(*view.locked_key)) break;
                line.words("the weight of whatever looks most at", palette.dim);
                line.token(key_token(*view.locked_key), palette.key);
                line.words("(largest first)", palette.dim);
                break;
            }
            line.words("the weight of", palette.dim);
            line.token(query_token(*view.locked_query), palette.query);
            line.words("→", palette.dim);
            if (view.locked_key && ui.state.shown->key_place(*view.locked_key)) {
                line.token(key_token(*view.locked_key), palette.key);
            } else {
                line.words("what it looks at most there", palette.dim);
            }
            line.words("(largest first)", palette.dim);
            break;
        case OrderKind::kSimilar:
            line.words("their distance from head " + head_label(view.order.like) + " in nats (nearest first)",
                       palette.dim);
            break;
        case OrderKind::kFact:
            line.words(spaced(fact_name(view.order.fact)), palette.text);
            line.words("(largest first)", palette.dim);
            break;
        case OrderKind::kRelation:
            draw_relation_words(ui, line);
            break;
    }
}

void draw_column_names(const GridFrame& frame) {
    const Ui& ui = frame.ui;
    if (draws_layers(ui.state)) {
        for (Index block = 0; block < frame.at.n_blocks(); ++block) {
            const Rect label = frame.at.column_label_rect(block, 0);
            draw_text_in(frame.list, ui.style.fonts->small, {label.x, label.y, std::max(label.w, ui.px(60)), ui.px(18)},
                         ui.palette().dim, "rollout", Align::kLeft);
        }
        return;
    }
    const Index step = frame.at.column_label_step();
    const Rect& body = frame.at.body();
    for (Index block = 0; block < frame.at.n_blocks(); ++block) {
        for (Index column = 0; column < ui.state.shown->n_heads(); ++column) {
            const bool is_pointed = ui.state.hover.head && ui.state.hover.head->head == column &&
                                    frame.at.block_of_row(ui.state.hover.head->layer) == block;
            if (column % step != 0 && !is_pointed) continue;
            const Rect label = frame.at.column_label_rect(block, column);
            const float middle = label.x + label.w / 2;
            if (middle < body.x || middle > body.right()) continue;
            draw_text_in(frame.list, ui.style.fonts->small, {middle - ui.px(20), label.y, ui.px(40), ui.px(18)},
                         is_pointed ? ui.palette().text : ui.palette().dim, std::to_string(column), Align::kCentre);
        }
    }
}

void draw_row_names(const GridFrame& frame) {
    const Ui& ui = frame.ui;
    const Index step = frame.at.row_label_step();
    const Rect& body = frame.at.body();
    for (Index block = 0; block < frame.at.n_blocks(); ++block) {
        const Rect gutter = frame.at.gutter_rect(block);
        if (gutter.right() < body.x || gutter.x > body.right()) continue;
        if (frame.at.is_gutter_moved(block))
            frame.list.AddRectFilled({gutter.x - ui.px(4), body.y - ui.px(4)}, max_of(gutter), ui.palette().ground);
    }
    frame.list.PushClipRect({body.x, body.y - ui.px(8)}, max_of(body), true);
    for (Index row = 0; row < ui.state.shown->n_layers(); ++row) {
        const bool is_pointed = ui.state.hover.head && ui.state.hover.head->layer == row;
        if (row % step != 0 && !is_pointed) continue;
        const Rect label = frame.at.row_label_rect(row);
        const float middle = label.y + label.h / 2;
        if (middle < body.y - ui.px(8) || middle > body.bottom()) continue;
        draw_text_in(frame.list, ui.style.fonts->small, {label.x, middle - ui.px(10), label.w, ui.px(20)},
                     is_pointed ? ui.palette().text : ui.palette().dim, "L" + std::to_string(row), Align::kLeft);
    }
    frame.list.PopClipRect();
}

}  // namespace

void draw_grid_labels(const GridFrame& frame) {
    if (frame.heads.is_list()) {
        draw_list_words(frame);
        return;
    }
    draw_column_names(frame);
    draw_row_names(frame);
}

void draw_grid_note(const GridFrame& frame, std::string_view words, bool is_problem) {
    if (words.empty()) return;
    const Ui& ui = frame.ui;
    ImFont* small = ui.style.fonts->small;
    const Rect& body = frame.at.body();
    const float width = std::min(text_size(small, words).x + ui.px(24), body.w);
    const Rect note{body.x + std::floor((body.w - width) / 2), body.bottom() - ui.px(34), width, ui.px(28)};
    draw_card(frame.list, ui.style, note);
    draw_text_in(frame.list, small, note.inset(ui.px(10), 0), is_problem ? ui.palette().error : ui.palette().text,
                 words, Align::kCentre);
}

}  // namespace headscope
