#include "app/widgets/links_geometry.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace headscope {

Point LinkCurve::at(float t) const {
    const float s = 1 - t;
    const float a = s * s * s;
    const float b = 3 * s * s * t;
    const float c = 3 * s * t * t;
    const float d = t * t * t;
    return {a * from.x + b * from_control.x + c * to_control.x + d * to.x,
            a * from.y + b * from_control.y + c * to_control.y + d * to.y};
}

LinksColumns::LinksColumns(const Rect& room, const Counts& counts, const Metrics& metrics)
    : metrics_(metrics), counts_(counts), room_(room), number_(metrics.number) {
    assert(counts.queries > 0 && counts.keys > 0 && counts.heads > 0);
    const auto rows = static_cast<float>(std::max(counts.queries, counts.keys));
    row_ = std::clamp(room.h / rows, metrics.min_row, metrics.max_row);
    const auto heads = static_cast<float>(counts.heads);
    const float most_numbers = room.w - 2 * metrics.min_label - metrics.least;
    number_ = std::clamp(most_numbers / heads, metrics.number * 0.6F, metrics.number);
    const float numbers = number_ * heads;
    const float label = std::clamp((room.w - numbers) * 0.22F, metrics.min_label, metrics.max_label);
    labels_left_ = room.x + (counts.into ? numbers : 0);
    labels_right_ = room.right() - (counts.into ? 0 : numbers);
    left_ = labels_left_ + label;
    right_ = std::max(left_ + 1, labels_right_ - label);
}

float LinksColumns::content_height() const {
    return row_ * static_cast<float>(std::max(counts_.queries, counts_.keys));
}

float LinksColumns::middle(Index place, float scrolled) const {
    return room_.y - scrolled + row_ * (static_cast<float>(place) + 0.5F);
}

Rect LinksColumns::query_label(Index place, float scrolled) const {
    return {labels_left_, middle(place, scrolled) - row_ / 2, left_ - metrics_.label_gap - labels_left_, row_};
}

Rect LinksColumns::key_label(Index place, float scrolled) const {
    const float x = right_ + metrics_.label_gap;
    return {x, middle(place, scrolled) - row_ / 2, std::max(0.0F, labels_right_ - x), row_};
}

Rect LinksColumns::number(Index place, int head, float scrolled) const {
    const float first = counts_.into ? room_.x : labels_right_;
    return {first + number_ * static_cast<float>(head), middle(place, scrolled) - row_ / 2, number_, row_};
}

LinkCurve LinksColumns::curve(Index query, Index key, int head, float scrolled) const {
    const float beside = metrics_.link_gap * (static_cast<float>(head) - static_cast<float>(counts_.heads - 1) / 2);
    const Point from{left_, middle(query, scrolled) + beside};
    const Point to{right_, middle(key, scrolled) + beside};
    const float bend = (right_ - left_) / 2;
    return {from, {from.x + bend, from.y}, {to.x - bend, to.y}, to};
}

std::optional<LinksColumns::Hit> LinksColumns::hit(Point point, float scrolled) const {
    if (!room_.contains(point)) return std::nullopt;
    const auto place = static_cast<Index>(std::floor((point.y - room_.y + scrolled) / row_));
    const bool is_query = point.x >= labels_left_ && point.x < left_ + metrics_.label_gap;
    const bool is_key = point.x >= right_ - metrics_.label_gap && point.x < labels_right_;
    if (place < 0 || (!is_query && !is_key)) return std::nullopt;
    if (place >= (is_query ? counts_.queries : counts_.keys)) return std::nullopt;
    return Hit{is_query, place};
}

LinksArcs::LinksArcs(const Rect& room, Index tokens, int heads, const Metrics& metrics)
    : metrics_(metrics), room_(room), tokens_(tokens), heads_(heads) {
    assert(tokens > 0 && heads > 0);
    const float wide = room.w - 2 * metrics.margin;
    pitch_ = std::clamp(wide / static_cast<float>(tokens), metrics.min_pitch, metrics.max_pitch);
    const float numbers = has_numbers() ? metrics.number * static_cast<float>(heads) : 0;
    line_ = std::max(room.y + metrics.least_arc, room.bottom() - metrics.label - numbers);
}

float LinksArcs::content_width() const {
    return pitch_ * static_cast<float>(tokens_) + 2 * metrics_.margin;
}

float LinksArcs::x(Index place, float scrolled) const {
    // In the middle where there is more room than tokens.
    const float beside = std::max(0.0F, (room_.w - content_width()) / 2);
    return room_.x + beside + metrics_.margin - scrolled + pitch_ * (static_cast<float>(place) + 0.5F);
}

Rect LinksArcs::number(Index place, int head, float scrolled) const {
    return {x(place, scrolled) - pitch_ / 2, line_ + 4 + metrics_.number * static_cast<float>(head), pitch_,
            metrics_.number};
}

float LinksArcs::label_top() const {
    return line_ + 4 + (has_numbers() ? metrics_.number * static_cast<float>(heads_) : 0);
}

LinkCurve LinksArcs::curve(Index from, Index to, int head, float scrolled) const {
    const float beside = 2 * (static_cast<float>(head) - static_cast<float>(heads_ - 1) / 2);
    Point a{x(from, scrolled) + beside, line_};
    Point b{x(to, scrolled) + beside, line_};
    const float room = std::max(metrics_.least_arc, line_ - room_.y - 6);
    float height = metrics_.least_arc;
    if (from == to) {
        a.x -= pitch_ * 0.18F;
        b.x += pitch_ * 0.18F;
    } else {
        const auto distance = static_cast<float>(std::abs(from - to));
        const auto farthest = static_cast<float>(std::max<Index>(tokens_ - 1, 1));
        height += (room - metrics_.least_arc) * std::pow(distance / farthest, 0.7F);
    }
    // The top of such a curve lies at 3/4 of its controls' height.
    const float lift = height * 4 / 3;
    return {a, {a.x, a.y - lift}, {b.x, b.y - lift}, b};
}

std::optional<Index> LinksArcs::hit(Point point, float scrolled) const {
    if (!room_.contains(point) || point.y < line_ - 6) return std::nullopt;
    const float first = x(0, scrolled) - pitch_ / 2;
    const auto place = static_cast<Index>(std::floor((point.x - first) / pitch_));
    if (place < 0 || place >= tokens_) return std::nullopt;
    return place;
}

}  // namespace headscope
