#include "core/trace/similarity.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {
namespace {

// Σ p ln p of a row.
double log_sum(const float* row, Index n) {
    double sum = 0;
    for (Index i = 0; i < n; ++i)
        if (row[i] != 0) sum += static_cast<double>(row[i]) * std::log(static_cast<double>(row[i]));
    return sum;
}

// Σ m ln m of the mean of two rows.
double log_sum_of_mean(const float* p, const float* q, Index n) {
    float sum = 0;
    for (Index i = 0; i < n; ++i) {
        const float m = 0.5F * (p[i] + q[i]);
        if (m != 0) sum += m * std::log(m);
    }
    return static_cast<double>(sum);
}

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
    const auto row_of = [&](std::size_t head, Index row) {
        const HeadRef at = distances.head_at(head);
        return maps.head(at.layer, at.head).row(row);
    };
    std::vector<double> own(n * rows.size());
    pool.for_each(static_cast<int>(n), [&](int i) {
        const auto head = static_cast<std::size_t>(i);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const double sum = own[head * rows.size() + r] = log_sum(row_of(head, rows[r]), maps.n_keys());
            if (!std::isfinite(sum)) distances.at(head, head) = std::numeric_limits<float>::quiet_NaN();
        }
    });
    pool.for_each(static_cast<int>(n), [&](int i) {
        const auto a = static_cast<std::size_t>(i);
        for (std::size_t b = a + 1; b < n && !cancel.is_requested(); ++b) {
            double sum = 0;
            for (std::size_t r = 0; r < rows.size(); ++r)
                sum += 0.5 * (own[a * rows.size() + r] + own[b * rows.size() + r]) -
                       log_sum_of_mean(row_of(a, rows[r]), row_of(b, rows[r]), maps.n_keys());
            // Rounding may leave a little less than nothing.
            const double mean = sum / static_cast<double>(rows.size());
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

std::vector<std::array<float, 2>> head_plane(const HeadDistances& distances) {
    std::vector<std::array<float, 2>> places(distances.size(), {0, 0});
    std::vector<std::size_t> sound;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        bool is_sound = true;
        for (std::size_t j = 0; j < distances.size(); ++j)
            is_sound = is_sound && (std::isfinite(distances.at(i, j)) || std::isnan(distances.at(j, j)));
        if (is_sound && !std::isnan(distances.at(i, i))) sound.push_back(i);
    }
    const auto n = static_cast<Index>(sound.size());
    if (n < 2) return places;
    // −½ J D² J, where D² is the divergence itself.
    Eigen::MatrixXd centred(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            centred(i, j) = -0.5 * static_cast<double>(distances.at(sound[static_cast<std::size_t>(i)],
                                                                    sound[static_cast<std::size_t>(j)]));
    const Eigen::VectorXd means = centred.rowwise().mean();
    const double mean = means.mean();
    centred.colwise() -= means;
    centred.rowwise() -= means.transpose();
    centred.array() += mean;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(centred);
    if (solver.info() != Eigen::Success) return places;
    for (Index axis = 0; axis < 2; ++axis) {
        const Index at = n - 1 - axis;
        const double value = solver.eigenvalues()(at);
        if (value <= 0) continue;
        Eigen::VectorXd column = solver.eigenvectors().col(at) * std::sqrt(value);
        Index largest = 0;
        column.cwiseAbs().maxCoeff(&largest);
        if (column(largest) < 0) column = -column;
        for (Index i = 0; i < n; ++i)
            places[sound[static_cast<std::size_t>(i)]][static_cast<std::size_t>(axis)] = static_cast<float>(column(i));
    }
    return places;
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
