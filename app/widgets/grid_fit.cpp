#include "app/widgets/grid_fit.h"

#include <algorithm>

namespace headscope {
namespace {

constexpr float kSpread = 1.35F;         // a cell is at most so much wider than its thumbnail
constexpr float kRowSpread = 1.2F;       // and so much higher
constexpr float kWorthABlock = 1.08F;    // another block must make tiles so much larger
constexpr float kWorthACaption = 0.62F;  // a caption must leave so much of the thumbnail
constexpr float kSmallSpread = 1.85F;    // the first of these for small thumbnails
constexpr float kWordsAspect = 2.6F;

float number(Index n) {
    return static_cast<float>(n);
}

Index rounded_up(Index n, Index by) {
    return (n + by - 1) / by;
}

// An arrangement in so many columns, rows and blocks.
GridFit fit_of(const Rect& room, const GridContents& contents, const GridMetrics& metrics, Index columns, Index rows,
               Index blocks) {
    GridFit fit{columns, rows, blocks};
    fit.cell_width =
        std::max(2.0F, (room.w - number(blocks) * gutter_width(contents, metrics)) / number(blocks * columns));
    fit.cell_height = std::max(2.0F, (room.h - metrics.head_label) / number(rows));
    if (contents.is_words) {
        fit.cell_width = std::min(fit.cell_width, metrics.max_words_width);
        fit.cell_height = std::min(fit.cell_height, metrics.max_words_height);
        fit.score = std::min(fit.cell_width / kWordsAspect, fit.cell_height);
        return fit;
    }
    const TileParts parts = tile_parts(contents, metrics, fit.cell_width, fit.cell_height);
    const float thumb = std::min(parts.thumb, metrics.max_thumb);
    const float spread = thumb < metrics.least_captioned && !contents.is_list ? kSmallSpread : kSpread;
    fit.cell_width = std::min(fit.cell_width, thumb * spread + parts.gap);
    fit.cell_height = std::min(fit.cell_height, thumb * kRowSpread + parts.title + parts.caption + 1.5F * parts.gap);
    fit.score = thumb;
    return fit;
}

}  // namespace

TileParts tile_parts(const GridContents& contents, const GridMetrics& metrics, float cell_width, float cell_height) {
    TileParts parts;
    parts.gap = std::clamp(0.12F * std::min(cell_width, cell_height), 2.0F, std::max(2.0F, metrics.gap));
    const float width = cell_width - parts.gap;
    float height = cell_height - parts.gap;
    // A word or two stay readable where a map would be too small.
    const float least = contents.is_words ? metrics.least_titled / 2 : metrics.least_titled;
    if (contents.is_list && std::min(width, height - metrics.title) >= least) parts.title = metrics.title;
    height -= parts.title;
    if (contents.is_words) {
        parts.thumb = std::min(width, height);
        return parts;
    }
    const float alone = std::min(width, height);
    const float captioned = std::min(width, height - metrics.caption);
    const bool has_caption = captioned >= std::max(metrics.least_captioned, kWorthACaption * alone);
    if (has_caption) parts.caption = metrics.caption;
    parts.thumb = std::max(1.0F, has_caption ? captioned : alone);
    return parts;
}

GridFit best_grid_fit(const Rect& room, const GridContents& contents, const GridMetrics& metrics) {
    GridFit best;
    if (contents.is_list) {
        for (Index columns = 1; columns <= contents.count; ++columns) {
            const GridFit fit = fit_of(room, contents, metrics, columns, rounded_up(contents.count, columns), 1);
            if (fit.score > best.score) best = fit;
        }
        return best;
    }
    for (Index blocks = 1; blocks <= contents.rows; ++blocks) {
        const Index rows = rounded_up(contents.rows, blocks);
        if (rounded_up(contents.rows, rows) != blocks) continue;  // the last one would be empty
        const GridFit fit = fit_of(room, contents, metrics, contents.columns, rows, blocks);
        if (blocks == 1 || fit.score > kWorthABlock * best.score) best = fit;
    }
    return best;
}

}  // namespace headscope
