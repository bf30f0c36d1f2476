#pragma once

#include <optional>

#include "app/widgets/geometry.h"
#include "core/base/matrix.h"

namespace headscope {

// A link on screen: a cubic Bézier curve.
struct LinkCurve {
    Point from;
    Point from_control;
    Point to_control;
    Point to;

    // The point at t from 0 (from) to 1 (to).
    Point at(float t) const;
};

// The sentence as two columns: queries on the left, keys on the right, links between them, and a column of weights a
// head beside the tokens that they belong to.
class LinksColumns {
  public:
    struct Metrics {
        float min_row = 13;
        float max_row = 24;
        float min_label = 50;  // width of a token's label
        float max_label = 110;
        float number = 46;    // width of a column of weights
        float least = 60;     // that is left between the labels, if need be at the cost of the columns of weights
        float link_gap = 2;   // between the links of two heads where they end
        float label_gap = 8;  // between a label and the links
    };
    struct Counts {
        Index queries = 0;
        Index keys = 0;  // those that are no token, such as a sink, included
        int heads = 1;
        bool into = false;  // weights stand beside the queries
    };

    // In a room that may scroll down where the rows do not fit.
    LinksColumns(const Rect& room, const Counts& counts, const Metrics& metrics);

    float row() const { return row_; }
    float content_height() const;
    // Top to bottom; `scrolled` is how far the content has moved up.
    float middle(Index place, float scrolled) const;
    Rect query_label(Index place, float scrolled) const;
    Rect key_label(Index place, float scrolled) const;
    // The cell of a head's weight beside a token. Its x and width also hold for a heading above the column.
    Rect number(Index place, int head, float scrolled) const;
    LinkCurve curve(Index query, Index key, int head, float scrolled) const;
    // Of the two ends of the links.
    float left() const { return left_; }
    float right() const { return right_; }
    float number_width() const { return number_; }

    struct Hit {
        bool is_query = false;  // else a key
        Index place = 0;
        bool operator==(const Hit&) const = default;
    };
    // The token whose label is at a point.
    std::optional<Hit> hit(Point point, float scrolled) const;

  private:
    Metrics metrics_;
    Counts counts_;
    Rect room_;
    float row_;
    float number_;
    float left_;
    float right_;
    float labels_left_;   // where query labels begin
    float labels_right_;  // where key labels end
};

// The sentence on one line with links as arcs above it, and a row of weights a head below it.
class LinksArcs {
  public:
    struct Metrics {
        float max_pitch = 90;  // between two tokens
        float min_pitch = 18;
        float label = 60;        // height of the labels below the line
        float number = 15;       // height of a row of weights
        float number_wide = 32;  // from this pitch on there is room for weights
        float least_arc = 16;    // height of the arc to a neighbour
        float margin = 24;       // at both ends, for what stands beyond the last token
    };
    // `room` may scroll sideways where the tokens do not fit.
    LinksArcs(const Rect& room, Index tokens, int heads, const Metrics& metrics);

    float pitch() const { return pitch_; }
    float content_width() const;
    bool has_numbers() const { return pitch_ >= metrics_.number_wide; }
    // The line that tokens stand under and arcs on.
    float line() const { return line_; }
    // `scrolled` is how far the content has moved to the left.
    float x(Index place, float scrolled) const;
    Rect number(Index place, int head, float scrolled) const;
    // Where labels begin, below the weights.
    float label_top() const;
    // From a token to another or itself; higher the farther apart, all heads' arcs beside one another.
    LinkCurve curve(Index from, Index to, int head, float scrolled) const;
    // The token whose label is at a point.
    std::optional<Index> hit(Point point, float scrolled) const;

  private:
    Metrics metrics_;
    Rect room_;
    Index tokens_;
    int heads_;
    float pitch_;
    float line_;
};

}  // namespace headscope
