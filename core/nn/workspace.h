#pragma once

#include <memory>
#include <vector>

#include "core/nn/attention.h"
#include "core/nn/rotary.h"
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

// What the pass through one stack writes while it runs. Matrices are [T, n] with padded rows.
struct StackBuffers {
    AlignedBuffer embedded;    // [T, d_embedding], where that is projected
    AlignedBuffer stream;      // the residual stream, [T, d_model]
    AlignedBuffer normalised;  // [T, d_model]
    AlignedBuffer qkv;
    AlignedBuffer context;
    AlignedBuffer cross;                 // keys and values of the other stack's tokens
    AlignedBuffer hidden;                // [T, d_ff], or [T, 2 d_ff] where it is gated
    AlignedBuffer router;                // [T, experts]
    AlignedBuffer expert_in;             // [T, d_model]
    AlignedBuffer expert_out;            // [T, d_model]
    AlignedBuffer expert_sum;            // [T, d_model], over the experts of a token
    AlignedBuffer bias;                  // by head and distance
    std::vector<Index> positions;        // row of the position table, by token
    std::vector<RotaryTable> rotations;  // one a rope
    std::vector<Index> expert_tokens;    // tokens that chose the expert at work
    std::vector<float> expert_weights;   // [T, experts]: 0 for those that a token did not choose
    AttentionMask mask;
    AttentionMask cross_mask;
    AttentionScratch attention;
};

struct Workspace::Buffers {
    explicit Buffers(int threads) : pool(threads) {}

    ThreadPool pool;
    StackBuffers stack;
    StackBuffers decoder;
    MapRecycler maps;
    MapRecycler decoder_maps;
    MapRecycler cross_maps;
};

// A [rows, cols] matrix in `buffer`. Rows have room for `room` floats and start an odd number of cache lines apart, so
// that a column of them does not fall into one set of the cache. Throws std::bad_alloc.
MatrixView matrix_in(AlignedBuffer& buffer, Index rows, Index cols, Index room);

}  // namespace headscope
