#pragma once

#include <cairo.h>

#include <memory>

#include "app/widgets/text_layout.h"

namespace headscope {

// A picture of text being drawn with Cairo, in white. Drawing goes in pixels of the picture to be; its own pixels are
// narrower, so that reading it averages columns.
class TextCanvas {
  public:
    // `format` is CAIRO_FORMAT_A8 or CAIRO_FORMAT_ARGB32; (x, y) is the point drawn at the top left corner.
    TextCanvas(cairo_format_t format, int x, int y, int width, int height);

    cairo_t* cairo() const { return cairo_.get(); }
    // Ends the drawing; false if it failed or there was no memory.
    bool is_drawn();

    // Fills image.mask, image.width × image.height, from an A8 canvas of that size.
    void read_mask(TextImage& image) const;
    // Fills image.colour likewise from an ARGB32 canvas. Returns whether any pixel has a colour of its own.
    bool read_colour(TextImage& image) const;

  private:
    struct Destroy {
        void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
        void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
    };
    const unsigned char* row(int y) const;

    std::unique_ptr<cairo_surface_t, Destroy> surface_;
    std::unique_ptr<cairo_t, Destroy> cairo_;
};

}  // namespace headscope
