#pragma once

#include <vector>

#include "app/state/shown_links.h"
#include "app/views/views.h"
#include "app/widgets/links_geometry.h"

namespace headscope {

// The parts of the links' panel, one file each.

// What is drawn in this frame: the links of each head, first that of the first colour.
struct LinksDrawing {
    const Ui& ui;
    std::vector<HeadRef> heads;
    std::optional<Index> focus;                 // whose links; none: the strongest one of each token
    std::vector<std::vector<DrawnLink>> links;  // [head]
    bool is_into = false;                       // its links go into it in place of from it
    Index left_out = 0;                         // links of the first head that its filter keeps back
    double weight_left_out = 0;

    const ShownTrace& shown() const { return *ui.state.shown; }
    bool into() const { return is_into; }
    // Where the token stands that a link leads to from the focus.
    Index far_place(const DrawnLink& link) const {
        return into() ? *shown().query_place(link.query) : *shown().key_place(link.key);
    }
    // Weights below stand only in tips, unless a filter has already thinned them.
    float least_numbered() const { return has_links_filter(ui.state.view) ? 0 : 0.1F; }
};
LinksDrawing links_to_draw(const Ui& ui);

std::string link_weight_words(float weight);
// Width and opacity say the weight, whichever other heads are drawn.
void draw_link_curve(const Ui& ui, ImDrawList& list, const LinkCurve& curve, float weight, ImU32 colour);
// Points at a token in the links, or locks it; into mode means it as the one that is looked at. A token of the far end
// is the key of the locked query, or without one a key of its own.
void point_at_link_token(const Ui& ui, bool is_query, Index token, bool clicked);
// All weights of a token of the far end, for its tip; empty unless a token is lit.
std::string link_tip(const LinksDrawing& drawing, Index far);

// The title with the heads, and the switches, in one row or two. Returns its height.
float draw_links_header(const LinksDrawing& drawing, const Rect& room);
void draw_links_columns(const LinksDrawing& drawing, const Rect& room);
void draw_links_arcs(const LinksDrawing& drawing, const Rect& room);

}  // namespace headscope
