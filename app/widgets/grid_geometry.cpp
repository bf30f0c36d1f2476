#include "app/widgets/grid_geometry.h"

#include <cassert>
#include <cmath>

namespace headscope {
namespace {

constexpr float kMostZoom = 64;
// Maps of small tiles are stretched to this aspect at most.
constexpr float kStretch = 1.5F;

float number(Index n) {
    return static_cast<float>(n);
}

// 1, 2, 5, 10, 20 …: the first that is at least `least`.
Index round_step(float least) {
    for (Index ten = 1;; ten *= 10) {
        for (const Index step : {ten, 2 * ten, 5 * ten})
            if (number(step) >= least || step > 1'000'000) return step;
    }
}

}  // namespace

GridGeometry::GridGeometry(const Rect& room, const Contents& contents, const GridPlace& place, const Metrics& metrics)
    : room_(room), contents_(contents), metrics_(metrics) {
    assert(contents.count > 0 && contents.columns > 0 && contents.rows > 0);
    body_ = {room.x, room.y + header(), room.w, std::max(0.0F, room.h - header())};
    const GridFit fit = best_grid_fit(room, contents, metrics);
    columns_ = fit.columns;
    rows_a_block_ = fit.rows;
    blocks_ = fit.blocks;
    const float whole =
        contents.is_words ? fit.cell_height : tile_parts(contents, metrics, fit.cell_width, fit.cell_height).thumb;
    max_zoom_ = std::clamp(metrics.max_zoomed / std::max(1.0F, whole), 1.0F, kMostZoom);
    place_.zoom = std::clamp(std::isfinite(place.zoom) ? place.zoom : 1.0F, 1.0F, max_zoom_);
    cell_width_ = fit.cell_width * place_.zoom;
    cell_height_ = fit.cell_height * place_.zoom;
    const TileParts parts = tile_parts(contents, metrics, cell_width_, cell_height_);
    gap_ = parts.gap;
    title_ = parts.title;
    caption_ = parts.caption;
    thumb_ = std::max(1.0F, std::floor(parts.thumb));
    thumb_width_ = thumb_;
    if (!contents.is_words && !contents.is_list && whole < metrics.least_captioned)
        thumb_width_ = std::floor(std::clamp(cell_width_ - gap_, thumb_, kStretch * thumb_));
    has_captions_ = caption_ > 0;
    has_titles_ = title_ > 0;
    place_ = place_at(place.x * content_width() - room_.w / 2, place.y * content_height() - room_.h / 2);
    left_ = std::round(place_.x * content_width() - room_.w / 2);
    top_ = std::round(place_.y * content_height() - room_.h / 2);
    if (content_width() <= room_.w) left_ = 0;
    if (content_height() <= room_.h) top_ = 0;
}

float GridGeometry::content_width() const {
    return number(blocks_) * (gutter() + number(columns_) * cell_width_);
}

float GridGeometry::content_height() const {
    return header() + number(rows_a_block_) * cell_height_;
}

float GridGeometry::column_left(float column) const {
    const float block = std::clamp(std::floor(column / number(columns_)), 0.0F, number(blocks_ - 1));
    return (block + 1) * gutter() + column * cell_width_;
}

float GridGeometry::column_at(float x) const {
    const float width = gutter() + number(columns_) * cell_width_;
    const float block = std::clamp(std::floor(x / width), 0.0F, number(blocks_ - 1));
    return block * number(columns_) + (x - block * width - gutter()) / cell_width_;
}

GridGeometry::Cell GridGeometry::cell_of(Index tile) const {
    const Index column = tile % columns_;
    const Index row = tile / columns_;
    return {row / rows_a_block_ * columns_ + column, row % rows_a_block_};
}

std::optional<Index> GridGeometry::tile_of(Cell cell) const {
    if (cell.column < 0 || cell.row < 0 || cell.column >= blocks_ * columns_ || cell.row >= rows_a_block_)
        return std::nullopt;
    const Index row = cell.column / columns_ * rows_a_block_ + cell.row;
    const Index tile = row * columns_ + cell.column % columns_;
    return tile < contents_.count ? std::optional<Index>(tile) : std::nullopt;
}

Rect GridGeometry::tile_rect(Index tile) const {
    const Cell cell = cell_of(tile);
    // Whole pixels, so that maps stay sharp.
    const float x = std::floor(room_.x + column_left(number(cell.column)) - left_);
    const float y = std::floor(room_.y + header() + number(cell.row) * cell_height_ - top_);
    return {x, y, std::floor(std::max(1.0F, cell_width_ - gap_)), std::floor(std::max(1.0F, cell_height_ - gap_))};
}

Rect GridGeometry::title_rect(Index tile) const {
    const Rect rect = tile_rect(tile);
    return {rect.x, rect.y, contents_.is_words ? rect.w : thumb_, title_};
}

Rect GridGeometry::words_rect(Index tile) const {
    const Rect rect = tile_rect(tile);
    return {rect.x, rect.y + title_, rect.w, rect.h - title_};
}

Rect GridGeometry::thumb_rect(Index tile) const {
    const Rect rect = tile_rect(tile);
    return {rect.x, rect.y + title_, thumb_width_, thumb_};
}

Rect GridGeometry::caption_rect(Index tile) const {
    const Rect thumb = thumb_rect(tile);
    return {thumb.x, thumb.bottom(), std::max(thumb.w, tile_rect(tile).w), caption_};
}

bool GridGeometry::is_visible(Index tile) const {
    const Rect rect = tile_rect(tile);
    return rect.right() > body_.x && rect.x < body_.right() && rect.bottom() > body_.y && rect.y < body_.bottom();
}

std::optional<GridGeometry::Hit> GridGeometry::hit(Point point) const {
    if (!body_.contains(point)) return std::nullopt;
    for (Index block = 0; block < (contents_.is_list ? 0 : blocks_); ++block)
        if (gutter_rect(block).contains(point)) return std::nullopt;
    const float column = std::floor(column_at(point.x - room_.x + left_));
    const float row = std::floor((point.y - room_.y + top_ - header()) / cell_height_);
    if (column < 0 || row < 0) return std::nullopt;
    // A tile begins up to a pixel before its cell.
    for (const Index next : {Index{0}, Index{1}}) {
        for (const Index below : {Index{0}, Index{1}}) {
            const auto tile = tile_of({static_cast<Index>(column) + next, static_cast<Index>(row) + below});
            if (!tile || !tile_rect(*tile).contains(point)) continue;
            const Rect thumb = thumb_rect(*tile);
            if (contents_.is_words || !thumb.contains(point)) return Hit{*tile, std::nullopt};
            return Hit{*tile, Point{(point.x - thumb.x) / thumb.w, (point.y - thumb.y) / thumb.h}};
        }
    }
    return std::nullopt;
}

std::vector<Index> GridGeometry::tiles_in(const Rect& rect) const {
    std::vector<Index> tiles;
    for (Index tile = 0; tile < contents_.count; ++tile) {
        const Rect own = contents_.is_words ? words_rect(tile) : thumb_rect(tile);
        if (own.right() > rect.x && own.x < rect.right() && own.bottom() > rect.y && own.y < rect.bottom())
            tiles.push_back(tile);
    }
    return tiles;
}

Index GridGeometry::row_label_step() const {
    return round_step(metrics_.row_pitch / cell_height_);
}

Index GridGeometry::column_label_step() const {
    return round_step(metrics_.column_pitch / cell_width_);
}

Rect GridGeometry::gutter_rect(Index block) const {
    const float width = gutter() + number(columns_) * cell_width_;
    const float left = room_.x + number(block) * width - left_;
    // It goes along with its block's last column out of sight.
    const float x = std::clamp(room_.x, left, left + width - gutter() - cell_width_ / 2);
    return {std::floor(x), body_.y, gutter(), body_.h};
}

bool GridGeometry::is_gutter_moved(Index block) const {
    const float width = gutter() + number(columns_) * cell_width_;
    return gutter_rect(block).x > room_.x + number(block) * width - left_ + 1;
}

Rect GridGeometry::row_label_rect(Index row) const {
    const Rect beside = thumb_rect(row * columns_);
    const float height = contents_.is_words ? words_rect(row * columns_).h : beside.h;
    const Rect gutter_of_block = gutter_rect(block_of_row(row));
    return {gutter_of_block.x, beside.y, gutter_of_block.w, height};
}

Rect GridGeometry::column_label_rect(Index block, Index column) const {
    const Rect below = thumb_rect(block * rows_a_block_ * columns_ + column);
    const float width = contents_.is_words ? words_rect(column).w : below.w;
    return {below.x, room_.y, width, header()};
}

std::optional<Index> GridGeometry::hit_row_label(Point point) const {
    if (contents_.is_list || !body_.contains(point)) return std::nullopt;
    for (Index row = 0; row < contents_.rows; ++row) {
        const Rect label = row_label_rect(row);
        if (Rect{label.x, label.y, label.w, std::max(label.h, cell_height_)}.contains(point)) return row;
    }
    return std::nullopt;
}

std::optional<Index> GridGeometry::hit_column_label(Point point) const {
    if (contents_.is_list || point.y < room_.y || point.y >= body_.y) return std::nullopt;
    for (Index block = 0; block < blocks_; ++block) {
        for (Index column = 0; column < columns_; ++column) {
            const Rect label = column_label_rect(block, column);
            if (Rect{label.x, label.y, cell_width_, label.h}.contains(point)) return column;
        }
    }
    return std::nullopt;
}

GridPlace GridGeometry::place_at(float left, float top) const {
    const float width = content_width();
    const float height = content_height();
    GridPlace place{place_.zoom, 0.5F, 0.5F};
    const auto middle = [](float at, float whole, float seen) {
        if (whole <= seen || !std::isfinite(at)) return 0.5F;
        return (std::clamp(at, 0.0F, whole - seen) + seen / 2) / whole;
    };
    place.x = middle(left, width, room_.w);
    place.y = middle(top, height, room_.h);
    return place;
}

GridPlace GridGeometry::panned(float dx, float dy) const {
    return place_at(left_ - dx, top_ - dy);
}

GridPlace GridGeometry::zoomed(Point point, float times) const {
    GridPlace other = place_;
    other.zoom = std::clamp(place_.zoom * times, 1.0F, max_zoom_);
    const GridGeometry there(room_, contents_, other, metrics_);
    const float x = point.x - room_.x;
    const float y = point.y - room_.y;
    const float column = column_at(x + left_);
    const float row = (y + top_ - header()) / cell_height_;
    return there.place_at(there.column_left(column) - x, there.header() + row * there.cell_height_ - y);
}

GridPlace GridGeometry::showing(Index tile) const {
    const Rect rect = tile_rect(tile);
    const float least_x = room_.x + gutter();
    float dx = 0;
    float dy = 0;
    if (rect.right() > room_.right()) dx = room_.right() - rect.right();
    if (rect.x + dx < least_x) dx = least_x - rect.x;
    if (rect.bottom() > body_.bottom()) dy = body_.bottom() - rect.bottom();
    if (rect.y + dy < body_.y) dy = body_.y - rect.y;
    return dx == 0 && dy == 0 ? place_ : panned(dx, dy);
}

Rect map_in_thumb(const Rect& thumb, Index rows, Index cols) {
    constexpr float kThinnest = 0.25F;
    const float aspect = static_cast<float>(rows) / static_cast<float>(cols);
    const float w = aspect <= 1 ? thumb.w : std::floor(thumb.w * std::max(1 / aspect, kThinnest));
    const float h = aspect >= 1 ? thumb.h : std::floor(thumb.h * std::max(aspect, kThinnest));
    return {thumb.x + std::floor((thumb.w - w) / 2), thumb.y + std::floor((thumb.h - h) / 2), w, h};
}

}  // namespace headscope
