#include "app/widgets/matrix_pictures.h"

#include <algorithm>
#include <cmath>

#include "core/export/colormap.h"

namespace headscope {
namespace {

constexpr int kKeptFrames = 30;
constexpr std::uint32_t kNotANumber = 0xFFFF00FF;  // magenta
constexpr std::uint32_t kTransparent = 0;

// The colour at a place between 0 and 1.
std::uint32_t colour_of(const Colormap& colours, float place) {
    if (!std::isfinite(place)) return kNotANumber;
    const Rgb c = colours[static_cast<std::size_t>(std::lround(std::clamp(place, 0.0F, 1.0F) * 255))];
    return 0xFF000000U | static_cast<std::uint32_t>(c.b) << 16 | static_cast<std::uint32_t>(c.g) << 8 | c.r;
}

// The cells [first, last) that pixel i of n covers; at least one.
struct Cells {
    Index first;
    Index last;
    Cells(int i, int n, Index cells) : first(i * cells / n), last(std::max(first + 1, (i + 1) * cells / n)) {}
};

// One colour a pixel, by the cell it covers that `is_stronger` than the others say so.
template <class IsStronger, class Colour>
std::vector<std::uint32_t> pixels_of(ConstMatrixView values, int width, int height, float weakest,
                                     IsStronger&& is_stronger, Colour&& colour) {
    std::vector<std::uint32_t> pixels;
    pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) {
        const Cells rows(y, height, values.rows);
        for (int x = 0; x < width; ++x) {
            const Cells cols(x, width, values.cols);
            float strongest = weakest;
            for (Index row = rows.first; row < rows.last; ++row) {
                const float* v = values.row(row);
                for (Index c = cols.first; c < cols.last; ++c) {
                    if (std::isnan(v[c]) || is_stronger(v[c], strongest)) strongest = v[c];
                }
            }
            pixels.push_back(colour(strongest));
        }
    }
    return pixels;
}

}  // namespace

float value_range(ConstMatrixView values) {
    float largest = 0;
    double squares = 0;
    double count = 0;
    for (Index row = 0; row < values.rows; ++row) {
        const float* v = values.row(row);
        for (Index c = 0; c < values.cols; ++c) {
            const float size = std::abs(v[c]);
            if (!std::isfinite(size)) continue;
            largest = std::max(largest, size);
            squares += static_cast<double>(size) * static_cast<double>(size);
            ++count;
        }
    }
    if (largest == 0) return 1;
    return std::min(largest, static_cast<float>(3 * std::sqrt(squares / count)));
}

std::vector<std::uint32_t> matrix_pixels(ConstMatrixView values, int width, int height, Theme theme, float range) {
    const Colormap& colours = diverging_colormap(theme);
    return pixels_of(
        values, width, height, 0, [](float a, float b) { return std::abs(a) > std::abs(b); },
        [&](float value) { return colour_of(colours, (value / range + 1) / 2); });
}

std::vector<std::uint32_t> weight_pixels(ConstMatrixView weights, int width, int height, Theme theme, ScaleKind scale) {
    const Colormap& colours = colormap_of(theme);
    return pixels_of(
        weights, width, height, -1, [](float a, float b) { return a > b; },
        [&](float weight) {
            if (weight < 0) return kTransparent;
            return colour_of(colours, std::isfinite(weight) ? colormap_position(scale, weight) : weight);
        });
}

MatrixPictures::~MatrixPictures() {
    for (const Picture& picture : pictures_)
        if (picture.texture != ImTextureID{}) graphics_->destroy_texture(picture.texture);
}

void MatrixPictures::drop_unused() {
    const int oldest = ImGui::GetFrameCount() - kKeptFrames;
    std::erase_if(pictures_, [&](const Picture& picture) {
        if (picture.last_frame >= oldest) return false;
        if (picture.texture != ImTextureID{}) graphics_->destroy_texture(picture.texture);
        return true;
    });
}

ImTextureID MatrixPictures::get(Graphics& graphics, ConstMatrixView values, const Wanted& wanted) {
    graphics_ = &graphics;
    if (wanted.width < 1 || wanted.height < 1 || values.rows < 1 || values.cols < 1) return ImTextureID{};
    auto found = std::find_if(pictures_.begin(), pictures_.end(), [&](const Picture& p) { return p.id == wanted.id; });
    if (found == pictures_.end()) {
        drop_unused();
        pictures_.push_back({.id = std::string(wanted.id)});
        found = pictures_.end() - 1;
    }
    Picture& picture = *found;
    picture.last_frame = ImGui::GetFrameCount();
    Wanted drawn = wanted;
    drawn.id = {};
    if (picture.texture != ImTextureID{} && picture.drawn == drawn) return picture.texture;
    const bool is_sized = picture.drawn.width == wanted.width && picture.drawn.height == wanted.height;
    if (!is_sized && picture.texture != ImTextureID{}) {
        graphics.destroy_texture(picture.texture);
        picture.texture = ImTextureID{};
    }
    if (picture.texture == ImTextureID{}) picture.texture = graphics.create_texture(wanted.width, wanted.height);
    picture.drawn = drawn;
    if (picture.texture == ImTextureID{}) return picture.texture;
    const float range = wanted.range > 0 ? wanted.range : value_range(values);
    graphics.update_texture(picture.texture, 0, 0, wanted.width, wanted.height,
                            wanted.weights
                                ? weight_pixels(values, wanted.width, wanted.height, wanted.theme, *wanted.weights)
                                : matrix_pixels(values, wanted.width, wanted.height, wanted.theme, range));
    return picture.texture;
}

}  // namespace headscope
