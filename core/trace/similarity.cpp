#include "core/trace/similarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/kernels.h"

namespace headscope {
namespace {

std::vector<Index> chosen_rows(Index n, Index most) {
    std::vector<Index> rows;
    const Index count = std::min(n, most);
    for (Index i = 0; i < count; ++i) rows.push_back(count == n ? i : i * (n - 1) / (count - 1));
    return rows;
}

}  // namespace

HeadDistances::HeadDistances(Index n_layers, Index n_heads) : n_layers_(n_layers), n_heads_(n_heads) {
    values_.resize(size() * size(), 0.0F);
}

Result<HeadDistances> head_distances(const AttentionMaps& maps, ThreadPool& pool, const CancelToken& cancel,
                                     Index max_rows) {
    HeadDistances distances(maps.n_layers(), maps.n_heads());
    const std::size_t n = distances.size();
    const std::vector<Index> rows = chosen_rows(maps.n_queries(), std::max<Index>(2, max_rows));
    // The chosen rows of a head one behind the other: the divergence of two heads is one pass over them.
    const auto length = rows.size() * static_cast<std::size_t>(maps.n_keys());
    std::vector<float> packed(n * length);
    std::vector<double> own(n);  // Σ p ln p
    const Kernels& kernels = active_kernels();
    const auto rows_of = [&](std::size_t head) { return packed.data() + head * length; };
    pool.for_each(static_cast<int>(n), [&](int i) {
        const auto head = static_cast<std::size_t>(i);
        const HeadRef at = distances.head_at(head);
        const ConstMatrixView map = maps.head(at.layer, at.head);
        float* to = rows_of(head);
        for (const Index row : rows) to = std::copy_n(map.row(row), maps.n_keys(), to);
        own[head] = kernels.mean_log_sum(rows_of(head), rows_of(head), static_cast<Index>(length));
        if (!std::isfinite(own[head])) distances.at(head, head) = std::numeric_limits<float>::quiet_NaN();
    });
    pool.for_each(static_cast<int>(n), [&](int i) {
        const auto a = static_cast<std::size_t>(i);
        for (std::size_t b = a + 1; b < n && !cancel.is_requested(); ++b) {
            const double both = kernels.mean_log_sum(rows_of(a), rows_of(b), static_cast<Index>(length));
            const double mean = (0.5 * (own[a] + own[b]) - both) / static_cast<double>(rows.size());
            // Rounding may leave a little less than nothing.
            distances.at(a, b) = distances.at(b, a) = static_cast<float>(mean < 0 ? 0 : mean);
        }
    });
    if (cancel.is_requested()) return Error{ErrorKind::kCancelled, "heads: cancelled"};
    return distances;
}

std::vector<NearHead> nearest_heads(const HeadDistances& distances, HeadRef head, std::size_t count) {
    const std::size_t own = distances.index_of(head);
    std::vector<NearHead> near;
    for (std::size_t i = 0; i < distances.size(); ++i)
        if (i != own && !std::isnan(distances.at(own, i))) near.push_back({distances.head_at(i), distances.at(own, i)});
    std::stable_sort(near.begin(), near.end(),
                     [](const NearHead& a, const NearHead& b) { return a.distance < b.distance; });
    near.resize(std::min(near.size(), count));
    return near;
}

double link_weight(ConstMatrixView map, const LinkQuery& link) {
    double total = 0;
    for (const Index query : link.from)
        for (const Index key : link.to) total += static_cast<double>(map(query, key));
    return link.from.empty() ? 0 : total / static_cast<double>(link.from.size());
}

std::vector<Link> heads_by_link(const AttentionMaps& maps, const LinkQuery& link) {
    std::vector<Link> heads;
    for (Index layer = 0; layer < maps.n_layers(); ++layer)
        for (Index head = 0; head < maps.n_heads(); ++head)
            heads.push_back({{layer, head},
                             static_cast<float>(link_weight(maps.head(layer, head), link)),
                             link.from.front(),
                             link.to.front()});
    const auto strength = [](const Link& one) { return std::isnan(one.weight) ? -1.0F : one.weight; };
    std::stable_sort(heads.begin(), heads.end(),
                     [&](const Link& a, const Link& b) { return strength(a) > strength(b); });
    return heads;
}

}  // namespace headscope
