// Fonts, and text that is shaped with them.

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "app/widgets/display_text.h"
#include "app/widgets/text_layout_impl.h"
#include "core/base/utf8.h"

namespace headscope {
namespace {

PangoWeight pango_weight(FontWeight weight) {
    switch (weight) {
        case FontWeight::kRegular:
            return PANGO_WEIGHT_NORMAL;
        case FontWeight::kMedium:
            return PANGO_WEIGHT_MEDIUM;
        case FontWeight::kSemiBold:
            return PANGO_WEIGHT_SEMIBOLD;
        case FontWeight::kBold:
            return PANGO_WEIGHT_BOLD;
    }
    return PANGO_WEIGHT_NORMAL;
}

}  // namespace

ContextPtr TextLayoutEngine::Impl::create_context(PangoDirection direction) const {
    ContextPtr context(pango_font_map_create_context(font_map.get()));
    const FontOptionsPtr options(cairo_font_options_create());
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context.get(), options.get());
    pango_cairo_context_set_resolution(context.get(), 96);
    pango_context_set_round_glyph_positions(context.get(), FALSE);
    pango_context_set_base_dir(context.get(), direction);
    return context;
}

void TextLayoutEngine::Impl::use_font(float new_size, FontWeight new_weight) {
    if (description && size == new_size && weight == new_weight) return;
    size = new_size;
    weight = new_weight;
    description.reset(pango_font_description_new());
    pango_font_description_set_family(description.get(), families.c_str());
    pango_font_description_set_weight(description.get(), pango_weight(weight));
    pango_font_description_set_absolute_size(description.get(), std::max(1.0F, size) * PANGO_SCALE);
    ascent = static_cast<int>(std::lround(size));
    height = static_cast<int>(std::lround(size * 1.25F));
    const FontPtr font(pango_context_load_font(left_to_right.get(), description.get()));
    if (!font) return;
    const MetricsPtr metrics(pango_font_get_metrics(font.get(), nullptr));
    const float up = from_pango(pango_font_metrics_get_ascent(metrics.get()));
    const float down = from_pango(pango_font_metrics_get_descent(metrics.get()));
    ascent = static_cast<int>(std::lround(up));
    height = ascent + static_cast<int>(std::ceil(down));
}

TextLayoutEngine::TextLayoutEngine(std::string_view families) : impl_(std::make_shared<Impl>()) {
    impl_->families = families;
    impl_->font_map.reset(pango_cairo_font_map_new());
    impl_->left_to_right = impl_->create_context(PANGO_DIRECTION_LTR);
    impl_->right_to_left = impl_->create_context(PANGO_DIRECTION_RTL);
}

TextLayoutEngine::~TextLayoutEngine() = default;

TextLayout TextLayoutEngine::layout(std::string_view text, const TextStyle& style) {
    impl_->use_font(style.size, style.weight);
    TextLayout out;
    out.impl_ = std::make_unique<TextLayout::Impl>();
    TextLayout::Impl& line = *out.impl_;
    line.engine = impl_;
    line.display = is_valid_utf8(text) ? display_text(text, style.invisibles)
                                       : display_text(repair_utf8(text).text, style.invisibles);
    line.ascent = impl_->ascent;
    line.height = impl_->height;
    const bool reversed = style.direction == TextDirection::kRightToLeft;
    line.layout.reset(pango_layout_new((reversed ? impl_->right_to_left : impl_->left_to_right).get()));
    PangoLayout* layout = line.layout.get();
    pango_layout_set_font_description(layout, impl_->description.get());
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_auto_dir(layout, style.direction == TextDirection::kAuto);
    pango_layout_set_text(layout, line.display.text.data(), static_cast<int>(line.display.text.size()));
    if (style.ellipsis != Ellipsis::kNone && style.max_width > 0 && out.width() > style.max_width) {
        // Within a width, Pango puts right-to-left text at the right end unless told the opposite; ours begins at 0.
        const bool flips = !reversed && pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL;
        pango_layout_set_alignment(layout, flips ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
        pango_layout_set_ellipsize(layout,
                                   style.ellipsis == Ellipsis::kMiddle ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
        pango_layout_set_width(layout, to_pango(style.max_width));
    }
    return out;
}

}  // namespace headscope
