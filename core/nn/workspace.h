#pragma once

#include <memory>
#include <vector>

#include "core/nn/attention.h"
#include "core/nn/transformer.h"

namespace headscope {

// Results that were handed out, so that the memory of those nobody holds any more serves again.
class MapRecycler {
  public:
    // Maps that nobody else holds: those whose memory fits `floats` best, or new ones. The contents are undefined.
    std::shared_ptr<AttentionMaps> take(std::size_t floats);

  private:
    // Enough for one result on show and one being made; older ones are let go and live as long as their holders.
    static constexpr std::size_t kKept = 2;
    std::vector<std::shared_ptr<AttentionMaps>> kept_;
};

// What the forward pass writes while it runs. Matrices are [T, n] with padded rows.
struct Workspace::Buffers {
    explicit Buffers(int threads) : pool(threads) {}

    ThreadPool pool;
    AlignedBuffer stream;      // the residual stream, [T, d_model]
    AlignedBuffer normalised;  // [T, d_model]
    AlignedBuffer qkv;
    AlignedBuffer context;
    AlignedBuffer hidden;  // [T, d_ff]
    AttentionMask mask;
    AttentionScratch attention;
    MapRecycler maps;
};

}  // namespace headscope
