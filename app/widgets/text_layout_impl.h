#pragma once

#include <pango/pangocairo.h>

#include <cmath>
#include <memory>
#include <string>

#include "app/widgets/display_text.h"
#include "app/widgets/text_layout.h"

namespace headscope {

// What TextLayoutEngine and TextLayout are made of, for the files that implement them.

// Owning pointers to objects of Pango and Cairo.
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

// Pango counts in fractions of a pixel.
inline float from_pango(int units) {
    return static_cast<float>(units) / static_cast<float>(PANGO_SCALE);
}
inline int to_pango(float pixels) {
    return static_cast<int>(std::lround(pixels * static_cast<float>(PANGO_SCALE)));
}

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

    ContextPtr create_context(PangoDirection direction) const;
    // Makes description and metrics those of a style.
    void use_font(float new_size, FontWeight new_weight);
};

struct TextLayout::Impl {
    std::shared_ptr<TextLayoutEngine::Impl> engine;  // outlives the layout
    LayoutPtr layout;
    DisplayText display;
    int ascent = 0;  // pixels
    int height = 0;

    // Fills an image that says only which rectangle it is; an empty one comes back where nothing can be drawn.
    TextImage draw(TextImage image) const;
};

}  // namespace headscope
