#include "app/widgets/text_canvas.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace headscope {
namespace {

// Cairo before 1.17.4 moves every glyph to a whole pixel, which makes small text uneven. Glyphs are therefore drawn
// this many times as wide, and columns averaged: exact coverage at positions of a quarter pixel.
constexpr int kOversample = 4;

std::uint32_t rgba(unsigned r, unsigned g, unsigned b, unsigned a) {
    return r | g << 8 | b << 16 | a << 24;
}

}  // namespace

TextCanvas::TextCanvas(cairo_format_t format, int x, int y, int width, int height)
    : surface_(cairo_image_surface_create(format, width * kOversample, height)), cairo_(cairo_create(surface_.get())) {
    cairo_scale(cairo(), kOversample, 1);
    cairo_translate(cairo(), -x, -y);
    cairo_set_source_rgb(cairo(), 1, 1, 1);
}

bool TextCanvas::is_drawn() {
    cairo_surface_flush(surface_.get());
    return cairo_status(cairo()) == CAIRO_STATUS_SUCCESS && cairo_image_surface_get_data(surface_.get()) != nullptr;
}

const unsigned char* TextCanvas::row(int y) const {
    return cairo_image_surface_get_data(surface_.get()) +
           static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(surface_.get());
}

void TextCanvas::read_mask(TextImage& image) const {
    image.mask.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    static_assert(kOversample == 4);
    std::uint32_t* out = image.mask.data();
    for (int y = 0; y < image.height; ++y) {
        const unsigned char* in = row(y);
        for (int x = 0; x < image.width; ++x, in += kOversample) {
            const unsigned sum = unsigned{in[0]} + in[1] + in[2] + in[3];
            *out++ = rgba(255, 255, 255, (sum + kOversample / 2) / kOversample);
        }
    }
}

// Its pixels are premultiplied.
bool TextCanvas::read_colour(TextImage& image) const {
    bool any = false;
    image.colour.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    std::uint32_t* out = image.colour.data();
    for (int y = 0; y < image.height; ++y) {
        const unsigned char* in = row(y);
        for (int x = 0; x < image.width; ++x) {
            unsigned a = 0, r = 0, g = 0, b = 0;
            for (int i = 0; i < kOversample; ++i, in += 4) {
                std::uint32_t pixel = 0;
                std::copy_n(in, 4, reinterpret_cast<unsigned char*>(&pixel));
                a += pixel >> 24;
                r += pixel >> 16 & 255;
                g += pixel >> 8 & 255;
                b += pixel & 255;
            }
            any = any || r != a || g != a || b != a;
            const auto straight = [a](unsigned sum) { return a == 0 ? 255U : std::min(255U, (sum * 255 + a / 2) / a); };
            *out++ = rgba(straight(r), straight(g), straight(b), (a + kOversample / 2) / kOversample);
        }
    }
    return any;
}

}  // namespace headscope
