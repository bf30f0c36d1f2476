#pragma once

namespace headscope::bench {

// Multiply-adds that `threads` threads can do at once with the widest vectors of this processor, in GFLOP/s (two a
// multiply-add), measured for some milliseconds: what no matrix product can exceed.
double measure_fma_peak(int threads);

}  // namespace headscope::bench
