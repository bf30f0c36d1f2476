// Layouts drawn into images.

#include <hb-ot.h>
#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/widgets/text_canvas.h"
#include "app/widgets/text_layout_impl.h"

namespace headscope {
namespace {

bool has_colour_glyphs(PangoFont* font) {
    hb_face_t* face = hb_font_get_face(pango_font_get_hb_font(font));
    return hb_ot_color_has_png(face) || hb_ot_color_has_layers(face) || hb_ot_color_has_svg(face);
}

// Calls visit(run, left end, width), both in pixels, for the runs of one font of a layout.
template <class Visit>
void visit_runs(PangoLayout* layout, Visit visit) {
    const IterPtr iter(pango_layout_get_iter(layout));
    do {
        const PangoLayoutRun* run = pango_layout_iter_get_run_readonly(iter.get());
        if (run == nullptr) continue;
        PangoRectangle logical;
        pango_layout_iter_get_run_extents(iter.get(), nullptr, &logical);
        visit(*run, from_pango(logical.x), from_pango(logical.width));
    } while (pango_layout_iter_next_run(iter.get()));
}

}  // namespace

TextImage TextLayout::Impl::draw(TextImage image) const {
    if (image.width <= 0 || image.height <= 0) return {};
    bool colour_runs = false;
    TextCanvas mask(CAIRO_FORMAT_A8, image.x, image.y, image.width, image.height);
    const auto draw_runs = [&](TextCanvas& canvas, bool coloured) {
        visit_runs(layout.get(), [&](const PangoLayoutRun& run, float x, float width) {
            const float slack = static_cast<float>(height);  // ink may leave the run's advance
            if (x + width + slack < static_cast<float>(image.x) ||
                x - slack > static_cast<float>(image.x + image.width)) {
                return;
            }
            PangoFont* font = run.item->analysis.font;
            const bool is_coloured = has_colour_glyphs(font);
            colour_runs = colour_runs || is_coloured;
            if (is_coloured != coloured) return;
            cairo_move_to(canvas.cairo(), x, ascent);
            pango_cairo_show_glyph_string(canvas.cairo(), font, run.glyphs);
        });
    };
    draw_runs(mask, false);
    if (!mask.is_drawn()) return {};
    if (colour_runs) {
        TextCanvas colour(CAIRO_FORMAT_ARGB32, image.x, image.y, image.width, image.height);
        draw_runs(colour, true);
        if (!colour.is_drawn()) return {};
        if (!colour.read_colour(image)) {  // plain glyphs of a font that could have had colours
            image.colour.clear();
            draw_runs(mask, true);
            if (!mask.is_drawn()) return {};
        }
    }
    mask.read_mask(image);
    return image;
}

TextImage TextLayout::render() const {
    if (!impl_) return {};
    PangoRectangle ink;
    pango_layout_get_extents(impl_->layout.get(), &ink, nullptr);
    // Pango's own baseline moves with the fallback fonts used; ours does not.
    const float shift = static_cast<float>(impl_->ascent) - from_pango(pango_layout_get_baseline(impl_->layout.get()));
    const float top = from_pango(ink.y) + shift;
    TextImage image;
    if (ink.width <= 0 || ink.height <= 0) return image;
    // Hinting may move an edge by up to a pixel. Marks can be stacked without end; one more line either way is shown.
    image.x = static_cast<int>(std::floor(from_pango(ink.x))) - 1;
    image.width = static_cast<int>(std::ceil(from_pango(ink.x + ink.width))) + 1 - image.x;
    image.width = std::min(image.width, kMaxImageWidth);
    image.y = std::max(static_cast<int>(std::floor(top)) - 1, -impl_->height);
    const int bottom = std::min(static_cast<int>(std::ceil(top + from_pango(ink.height))) + 1, 2 * impl_->height);
    image.height = bottom - image.y;
    return impl_->draw(std::move(image));
}

TextImage TextLayout::render_window(int x, int y, int width, int height) const {
    if (!impl_) return {};
    TextImage image;
    image.x = x;
    image.y = y;
    image.width = std::min(width, kMaxImageWidth);
    image.height = height;
    return impl_->draw(std::move(image));
}

}  // namespace headscope
