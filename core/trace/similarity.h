#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/trace/links.h"

namespace headscope {

// How unlike the heads of one set of maps are: for two heads the mean over rows of the Jensen–Shannon divergence of
// their rows, in nats, 0 to ln 2 (Clark et al. 2019, section 6). Symmetric, 0 on the diagonal, NaN where a row holds no
// number.
class HeadDistances {
  public:
    HeadDistances() = default;
    HeadDistances(Index n_layers, Index n_heads);

    Index n_layers() const { return n_layers_; }
    Index n_heads() const { return n_heads_; }
    std::size_t size() const { return static_cast<std::size_t>(n_layers_ * n_heads_); }
    // By index layer · n_heads + head.
    float& at(std::size_t a, std::size_t b) { return values_[a * size() + b]; }
    float at(std::size_t a, std::size_t b) const { return values_[a * size() + b]; }
    std::size_t index_of(HeadRef head) const { return static_cast<std::size_t>(head.layer * n_heads_ + head.head); }
    HeadRef head_at(std::size_t i) const {
        return {static_cast<Index>(i) / n_heads_, static_cast<Index>(i) % n_heads_};
    }

  private:
    Index n_layers_ = 0, n_heads_ = 0;
    std::vector<float> values_;
};

// All pairs. Of more than `max_rows` rows as many are taken, evenly spread. Errors: kCancelled. Throws std::bad_alloc.
Result<HeadDistances> head_distances(const AttentionMaps& maps, ThreadPool& pool, const CancelToken& cancel = {},
                                     Index max_rows = 128);

struct NearHead {
    HeadRef head;
    float distance = 0;
};
// The heads most like this one, nearest first, itself left out; ties in the order of heads.
std::vector<NearHead> nearest_heads(const HeadDistances& distances, HeadRef head, std::size_t count);

// Places in the plane whose distances come as near to the given ones as the two strongest axes allow: classical scaling
// (Torgerson 1952; the square root of the divergence is a metric, Endres & Schindelin 2003). Index as above; the centre
// of all is 0, axes have their largest value positive. Heads with a distance that is no number lie at the centre.
// Throws std::bad_alloc.
std::vector<std::array<float, 2>> head_plane(const HeadDistances& distances);

// A link between two words, by the positions of their pieces.
struct LinkQuery {
    std::vector<Index> from;  // pieces of the word that looks
    std::vector<Index> to;    // pieces of the word that is looked at
};
// Mean over the pieces of `from` of the sum over the pieces of `to`.
double link_weight(ConstMatrixView map, const LinkQuery& link);

// Every head by how strongly it holds one link, strongest first; weights that are not numbers last.
std::vector<Link> heads_by_link(const AttentionMaps& maps, const LinkQuery& link);

}  // namespace headscope
