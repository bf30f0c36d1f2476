#include "tests/bench/fma_peak.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include "core/base/cpu.h"
#include "core/base/thread_pool.h"

namespace headscope::bench {
namespace {

constexpr long kRounds = 400'000;
constexpr int kChains = 12;  // enough to hide the latency of a multiply-add

// kChains independent chains of kRounds multiply-adds of `Vector`. Inlined into functions of different targets.
template <class Vector>
inline __attribute__((always_inline)) float chains() {
    Vector sums[kChains] = {};
    Vector factor = Vector{} + 0.999F;
    Vector term = Vector{} + 1e-3F;
    benchmark::DoNotOptimize(factor);
    benchmark::DoNotOptimize(term);
    for (long round = 0; round < kRounds; ++round) {
#if defined(__clang__)
#pragma unroll
#else
#pragma GCC unroll 16
#endif
        for (int c = 0; c < kChains; ++c) sums[c] = sums[c] * factor + term;
    }
    float total = 0;
    for (const Vector& sum : sums) total += sum[0];
    return total;
}

template <int kFloats>
struct VectorOf {
    typedef float Type __attribute__((vector_size(kFloats * sizeof(float))));
};

float portable_chains() {
    return chains<VectorOf<4>::Type>();
}
#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) float avx2_chains() {
    return chains<VectorOf<8>::Type>();
}
__attribute__((target("avx512f"))) float avx512_chains() {
    return chains<VectorOf<16>::Type>();
}
#endif

double peak_of(float (*run)(), int floats, int threads) {
    ThreadPool pool(threads);
    double best = 0;
    for (int attempt = 0; attempt < 8; ++attempt) {
        const auto start = std::chrono::steady_clock::now();
        pool.for_each(pool.size(), [&](int) { benchmark::DoNotOptimize(run()); });
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        const double flops = 2.0 * static_cast<double>(kRounds) * kChains * floats * pool.size();
        best = std::max(best, flops / seconds.count() / 1e9);
    }
    return best;
}

}  // namespace

double measure_fma_peak(int threads) {
#if defined(__x86_64__)
    double best = 0;
    if (can_run(VectorLevel::kAvx512)) best = peak_of(avx512_chains, 16, threads);
    if (can_run(VectorLevel::kAvx2)) best = std::max(best, peak_of(avx2_chains, 8, threads));
    if (best > 0) return best;
#endif
    return peak_of(portable_chains, 4, threads);
}

}  // namespace headscope::bench
