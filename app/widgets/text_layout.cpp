#include "app/widgets/text_layout.h"

#include <hb-ot.h>
#include <pango/pangocairo.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "app/widgets/display_text.h"
#include "app/widgets/text_canvas.h"
#include "core/base/utf8.h"

namespace headscope {
namespace {

template <class T, void (*Free)(T*)>
struct Deleter {
    void operator()(T* object) const { Free(object); }
};
struct ObjectDeleter {
    void operator()(void* object) const { g_object_unref(object); }
};
using ContextPtr = std::unique_ptr<PangoContext, ObjectDeleter>;
using LayoutPtr = std::unique_ptr<PangoLayout, ObjectDeleter>;
using FontMapPtr = std::unique_ptr<PangoFontMap, ObjectDeleter>;
using FontPtr = std::unique_ptr<PangoFont, ObjectDeleter>;
using DescriptionPtr =
    std::unique_ptr<PangoFontDescription, Deleter<PangoFontDescription, pango_font_description_free>>;
using IterPtr = std::unique_ptr<PangoLayoutIter, Deleter<PangoLayoutIter, pango_layout_iter_free>>;
using MetricsPtr = std::unique_ptr<PangoFontMetrics, Deleter<PangoFontMetrics, pango_font_metrics_unref>>;
using FontOptionsPtr = std::unique_ptr<cairo_font_options_t, Deleter<cairo_font_options_t, cairo_font_options_destroy>>;

float from_pango(int units) {
    return static_cast<float>(units) / static_cast<float>(PANGO_SCALE);
}
int to_pango(float pixels) {
    return static_cast<int>(std::lround(pixels * static_cast<float>(PANGO_SCALE)));
}

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

bool has_colour_glyphs(PangoFont* font) {
    hb_face_t* face = hb_font_get_face(pango_font_get_hb_font(font));
    return hb_ot_color_has_png(face) || hb_ot_color_has_layers(face) || hb_ot_color_has_svg(face);
}

}  // namespace

struct TextLayoutEngine::Impl {
    std::string families;
    FontMapPtr font_map;
    ContextPtr left_to_right;
    ContextPtr right_to_left;

    // The last style's description and metrics: most neighbouring calls share them.
    float size = -1;
    FontWeight weight = FontWeight::kRegular;
    DescriptionPtr description;
    int ascent = 0;  // pixels
    int height = 0;

    ContextPtr create_context(PangoDirection direction) const {
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

    void use_font(float new_size, FontWeight new_weight) {
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
};

struct TextLayout::Impl {
    std::shared_ptr<TextLayoutEngine::Impl> engine;  // outlives the layout
    LayoutPtr layout;
    DisplayText display;
    int ascent = 0;
    int height = 0;

    template <class Visit>  // visit(run, left end in pixels)
    void visit_runs(Visit visit) const {
        const IterPtr iter(pango_layout_get_iter(layout.get()));
        do {
            const PangoLayoutRun* run = pango_layout_iter_get_run_readonly(iter.get());
            if (run == nullptr) continue;
            PangoRectangle logical;
            pango_layout_iter_get_run_extents(iter.get(), nullptr, &logical);
            visit(*run, from_pango(logical.x), from_pango(logical.width));
        } while (pango_layout_iter_next_run(iter.get()));
    }

    TextImage draw(TextImage image) const {
        if (image.width <= 0 || image.height <= 0) return {};
        bool colour_runs = false;
        TextCanvas mask(CAIRO_FORMAT_A8, image.x, image.y, image.width, image.height);
        const auto draw_runs = [&](TextCanvas& canvas, bool coloured) {
            visit_runs([&](const PangoLayoutRun& run, float x, float width) {
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
};

TextLayout::TextLayout() = default;
TextLayout::~TextLayout() = default;
TextLayout::TextLayout(TextLayout&&) noexcept = default;
TextLayout& TextLayout::operator=(TextLayout&&) noexcept = default;

float TextLayout::width() const {
    if (!impl_) return 0;
    PangoRectangle logical;
    pango_layout_get_extents(impl_->layout.get(), nullptr, &logical);
    return from_pango(logical.width);
}

float TextLayout::height() const {
    return impl_ ? static_cast<float>(impl_->height) : 0;
}
float TextLayout::baseline() const {
    return impl_ ? static_cast<float>(impl_->ascent) : 0;
}

float TextLayout::caret_x(std::size_t byte) const {
    if (!impl_) return 0;
    PangoRectangle strong;
    pango_layout_get_cursor_pos(impl_->layout.get(), static_cast<int>(impl_->display.to_display(byte)), &strong,
                                nullptr);
    return from_pango(strong.x);
}

float TextLayout::other_caret_x(std::size_t byte) const {
    if (!impl_) return 0;
    PangoRectangle weak;
    pango_layout_get_cursor_pos(impl_->layout.get(), static_cast<int>(impl_->display.to_display(byte)), nullptr, &weak);
    return from_pango(weak.x);
}

std::size_t TextLayout::byte_at(float x) const {
    if (!impl_) return 0;
    int index = 0;
    int trailing = 0;
    pango_layout_xy_to_index(impl_->layout.get(), to_pango(x), 0, &index, &trailing);
    const char* text = impl_->display.text.c_str();
    const char* at = g_utf8_offset_to_pointer(text + index, trailing);
    return impl_->display.to_source(static_cast<std::size_t>(at - text));
}

std::optional<std::size_t> TextLayout::hit(float x) const {
    if (!impl_ || x < 0 || x >= width()) return std::nullopt;
    int index = 0;
    int trailing = 0;
    pango_layout_xy_to_index(impl_->layout.get(), to_pango(x), 0, &index, &trailing);
    return impl_->display.to_source(static_cast<std::size_t>(index));
}

std::vector<XRange> TextLayout::ranges(std::size_t begin, std::size_t end) const {
    std::vector<XRange> out;
    if (!impl_ || begin >= end) return out;
    PangoLayoutLine* line = pango_layout_get_line_readonly(impl_->layout.get(), 0);
    int* edges = nullptr;
    int count = 0;
    pango_layout_line_get_x_ranges(line, static_cast<int>(impl_->display.to_display(begin)),
                                   static_cast<int>(impl_->display.to_display(end)), &edges, &count);
    std::vector<XRange> runs;
    for (int i = 0; i < count; ++i) runs.push_back({from_pango(edges[2 * i]), from_pango(edges[2 * i + 1])});
    g_free(edges);
    std::sort(runs.begin(), runs.end(), [](const XRange& a, const XRange& b) { return a.begin < b.begin; });
    for (const XRange& run : runs) {  // fonts change more often than directions
        if (!out.empty() && run.begin - out.back().end < 0.01F) {
            out.back().end = std::max(out.back().end, run.end);
        } else {
            out.push_back(run);
        }
    }
    return out;
}

std::optional<std::size_t> TextLayout::step(std::size_t byte, int direction) const {
    if (!impl_) return std::nullopt;
    int index = 0;
    int trailing = 0;
    pango_layout_move_cursor_visually(impl_->layout.get(), TRUE, static_cast<int>(impl_->display.to_display(byte)), 0,
                                      direction, &index, &trailing);
    if (index < 0 || index == std::numeric_limits<int>::max()) return std::nullopt;
    const char* text = impl_->display.text.c_str();
    const char* at = g_utf8_offset_to_pointer(text + index, trailing);
    return impl_->display.to_source(static_cast<std::size_t>(at - text));
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
