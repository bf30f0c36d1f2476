#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/trace/similarity.h"

namespace headscope {
namespace {

constexpr Index kAxes = 2;

// Eigenvectors of the largest eigenvalues, the largest first.
struct Strongest {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;  // a column each
};

Strongest strongest_of(const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& solver) {
    return {solver.eigenvalues().reverse().head(kAxes), solver.eigenvectors().rowwise().reverse().leftCols(kAxes)};
}

// By the Lanczos iteration with full reorthogonalisation (Golub & Van Loan, Matrix Computations, section 10.3): a
// small part of the work of all eigenvectors. `matrix` is symmetric, of more than kAxes rows.
Strongest strongest_axes(const Eigen::MatrixXd& matrix) {
    constexpr Index kCheckedEvery = 16;
    constexpr double kPrecision = 1e-9;  // of the residual, as a share of the largest eigenvalue
    const Index n = matrix.rows();
    Eigen::MatrixXd basis(n, n);
    Eigen::VectorXd diagonal(n);
    Eigen::VectorXd beside(n);
    // Any start does that has a part of every eigenvector; the same one each time, so that pictures do not change.
    Eigen::VectorXd next(n);
    for (Index i = 0; i < n; ++i) next(i) = 1 + 0.5 * std::sin(1 + 12.9898 * static_cast<double>(i));
    next.normalize();
    for (Index step = 0; step < n; ++step) {
        basis.col(step) = next;
        const auto known = basis.leftCols(step + 1);
        next.noalias() = matrix.selfadjointView<Eigen::Lower>() * basis.col(step);
        diagonal(step) = next.dot(basis.col(step));
        for (int twice = 0; twice < 2; ++twice) next -= known * (known.transpose() * next).eval();
        beside(step) = next.norm();
        const double size = std::abs(diagonal.head(step + 1).cwiseAbs().maxCoeff());
        const bool is_last = step + 1 == n || beside(step) <= 1e-14 * size;
        if (step + 1 >= kAxes && (is_last || (step + 1) % kCheckedEvery == 0)) {
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> small;
            small.computeFromTridiagonal(diagonal.head(step + 1), beside.head(step));
            const Strongest found = strongest_of(small);
            const double residual = beside(step) * found.vectors.row(step).cwiseAbs().maxCoeff();
            if (is_last || residual <= kPrecision * std::abs(found.values(0)))
                return {found.values, known * found.vectors};
        }
        if (beside(step) <= 1e-14 * size) {  // the start was an eigenvector, or all values are 0
            for (Index i = 0; i < n; ++i) next(i) = std::cos(1 + 78.233 * static_cast<double>(i));
            next -= known * (known.transpose() * next).eval();
            beside(step) = 0;
            next.normalize();
        } else {
            next /= beside(step);
        }
    }
    return {Eigen::VectorXd::Zero(kAxes), Eigen::MatrixXd::Zero(n, kAxes)};
}

}  // namespace

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
    constexpr Index kSmall = 64;  // where all eigenvectors come as fast
    Strongest axes;
    if (n <= kSmall) {
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(centred);
        if (solver.info() != Eigen::Success) return places;
        axes = strongest_of(solver);
    } else {
        axes = strongest_axes(centred);
    }
    for (Index axis = 0; axis < kAxes; ++axis) {
        const double value = axes.values(axis);
        if (value <= 0) continue;
        Eigen::VectorXd column = axes.vectors.col(axis) * std::sqrt(value);
        Index largest = 0;
        column.cwiseAbs().maxCoeff(&largest);
        if (column(largest) < 0) column = -column;
        for (Index i = 0; i < n; ++i)
            places[sound[static_cast<std::size_t>(i)]][static_cast<std::size_t>(axis)] = static_cast<float>(column(i));
    }
    return places;
}

}  // namespace headscope
