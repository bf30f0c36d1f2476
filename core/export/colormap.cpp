#include "core/export/colormap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace headscope {
namespace {

// OKLab's two colour axes: a runs from green to red, b from blue to yellow.
struct Chroma {
    double a = 0;
    double b = 0;
};

struct Ramp {
    double lightness_at_0 = 0;
    double lightness_at_1 = 0;
    std::span<const Chroma> controls;  // the hues the ramp passes through, from weight 0 to weight 1
};

// Violet at night, indigo, blue, teal, green-blue, mint.
constexpr Chroma kDarkControls[] = {{0.016, -0.002},  {0.037, -0.066},  {0.016, -0.103}, {-0.030, -0.096},
                                    {-0.079, -0.054}, {-0.092, -0.010}, {-0.068, 0.014}, {-0.033, 0.014}};
// Paper, mint, teal, blue, indigo, violet.
constexpr Chroma kLightControls[] = {{0.000, 0.000},   {-0.036, -0.001}, {-0.068, -0.016}, {-0.072, -0.056},
                                     {-0.044, -0.092}, {0.000, -0.103},  {0.024, -0.085},  {0.030, -0.052}};

constexpr Ramp kDarkRamp{0.13, 0.94, kDarkControls};
constexpr Ramp kLightRamp{0.99, 0.19, kLightControls};

double catmull_rom(double p0, double p1, double p2, double p3, double t) {
    return 0.5 * (2 * p1 + t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0))));
}

// The curve through all control hues as `count` points that lie equally far from each other along it.
std::vector<Chroma> equally_spaced(std::span<const Chroma> controls, std::size_t count) {
    constexpr std::size_t kFineSteps = 256;
    const std::size_t last = controls.size() - 1;
    std::vector<Chroma> fine;
    std::vector<double> length;
    for (std::size_t i = 0; i <= last * kFineSteps; ++i) {
        const std::size_t segment = std::min(i / kFineSteps, last - 1);
        const double t = static_cast<double>(i - segment * kFineSteps) / kFineSteps;
        const Chroma& p0 = controls[segment == 0 ? 0 : segment - 1];
        const Chroma& p1 = controls[segment];
        const Chroma& p2 = controls[segment + 1];
        const Chroma& p3 = controls[std::min(segment + 2, last)];
        const Chroma point{catmull_rom(p0.a, p1.a, p2.a, p3.a, t), catmull_rom(p0.b, p1.b, p2.b, p3.b, t)};
        length.push_back(fine.empty() ? 0
                                      : length.back() + std::hypot(point.a - fine.back().a, point.b - fine.back().b));
        fine.push_back(point);
    }
    std::vector<Chroma> result;
    for (std::size_t i = 0; i < count; ++i) {
        const double wanted = length.back() * static_cast<double>(i) / static_cast<double>(count - 1);
        const auto after = std::lower_bound(length.begin(), length.end(), wanted);
        result.push_back(fine[std::min(static_cast<std::size_t>(after - length.begin()), fine.size() - 1)]);
    }
    return result;
}

std::uint8_t to_srgb_byte(double linear) {
    const double x = std::clamp(linear, 0.0, 1.0);
    const double encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(encoded * 255));
}

// Björn Ottosson, "A perceptual color space for image processing" (2020): OKLab to linear sRGB, then IEC 61966-2-1.
Rgb oklab_to_srgb(double lightness, Chroma chroma) {
    const double l = std::pow(lightness + 0.3963377774 * chroma.a + 0.2158037573 * chroma.b, 3);
    const double m = std::pow(lightness - 0.1055613458 * chroma.a - 0.0638541728 * chroma.b, 3);
    const double s = std::pow(lightness - 0.0894841775 * chroma.a - 1.2914855480 * chroma.b, 3);
    return {to_srgb_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            to_srgb_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            to_srgb_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Colormap make_colormap(const Ramp& ramp) {
    Colormap map;
    const std::vector<Chroma> hues = equally_spaced(ramp.controls, map.size());
    for (std::size_t i = 0; i < map.size(); ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(map.size() - 1);
        map[i] = oklab_to_srgb(std::lerp(ramp.lightness_at_0, ramp.lightness_at_1, t), hues[i]);
    }
    return map;
}

struct DivergingRamp {
    double middle_lightness = 0;
    double end_lightness = 0;
    Chroma negative;  // at the ends
    Chroma positive;
};
constexpr DivergingRamp kDarkDiverging{0.23, 0.80, {-0.055, -0.105}, {0.055, 0.115}};
constexpr DivergingRamp kLightDiverging{0.985, 0.55, {-0.045, -0.125}, {0.080, 0.110}};

Colormap make_diverging_colormap(const DivergingRamp& ramp) {
    Colormap map;
    for (std::size_t i = 0; i < map.size(); ++i) {
        const double t = 2 * static_cast<double>(i) / static_cast<double>(map.size() - 1) - 1;
        const Chroma& end = t < 0 ? ramp.negative : ramp.positive;
        const double size = std::abs(t);
        map[i] =
            oklab_to_srgb(std::lerp(ramp.middle_lightness, ramp.end_lightness, size), {end.a * size, end.b * size});
    }
    return map;
}

}  // namespace

const Colormap& diverging_colormap(Theme theme) {
    static const Colormap dark = make_diverging_colormap(kDarkDiverging);
    static const Colormap light = make_diverging_colormap(kLightDiverging);
    return theme == Theme::kDark ? dark : light;
}

const Colormap& dark_colormap() {
    static const Colormap map = make_colormap(kDarkRamp);
    return map;
}

const Colormap& light_colormap() {
    static const Colormap map = make_colormap(kLightRamp);
    return map;
}

float colormap_position(ScaleKind scale, float weight) {
    const float w = std::clamp(weight, 0.0F, 1.0F);
    switch (scale) {
        case ScaleKind::kLinear:
            return w;
        case ScaleKind::kSqrt:
            return std::sqrt(w);
        case ScaleKind::kLog:
            return w <= 1e-4F ? 0 : 1 + std::log10(w) / 4;
    }
    return w;
}

}  // namespace headscope
