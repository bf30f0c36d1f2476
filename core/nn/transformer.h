#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/model/model.h"
#include "core/nn/attention_maps.h"

namespace headscope {

// What goes into the first layer. The first three have the same length T ≥ 1, at most max_positions where the model has
// a limit.
struct ModelInput {
    std::vector<TokenId> ids;
    std::vector<std::int32_t> type_ids;         // empty: all 0
    std::vector<unsigned char> attention_mask;  // empty: all 1; 0 hides a key from every query
    std::vector<TokenId> decoder_ids;           // the target, at least one; only for encoder–decoder models
};

// Of which positions logits are kept.
enum class Logits { kNone, kLast, kAll };

// What takes the place of the output of a head that is switched off, in front of W_O: nothing, as if its columns of W_O
// were 0; or the mean of its outputs over the positions that the attention mask shows, so that it says the same
// everywhere.
enum class SwitchOff { kZero, kMean };

// Heads that are switched off. Their own maps are still computed; all that comes behind is computed without them.
struct Ablation {
    // No aggregate: GCC 12 sees uninitialised lists in temporaries of structs that hold one.
    Ablation() = default;
    Ablation(std::vector<HeadRef> off, SwitchOff how = SwitchOff::kZero, std::vector<HeadRef> off_decoder = {},
             std::vector<HeadRef> off_cross = {})
        : heads(std::move(off)), by(how), decoder_heads(std::move(off_decoder)), cross_heads(std::move(off_cross)) {}

    std::vector<HeadRef> heads;  // of the only stack, or of the encoder
    SwitchOff by = SwitchOff::kZero;
    // Of a decoder that has an encoder: of its attention among its own tokens, and of that to the encoder's.
    std::vector<HeadRef> decoder_heads;
    std::vector<HeadRef> cross_heads;

    bool is_empty() const { return heads.empty() && decoder_heads.empty() && cross_heads.empty(); }
    bool operator==(const Ablation&) const = default;
};

// Where a run begins other than at the embeddings: in front of a layer of the only stack, or of the encoder.
struct LayerStart {
    Index layer = 0;
    std::span<const float> stream;  // [T, d_model], as AttentionMaps::layer_inputs keeps it
};

struct RunOptions {
    bool keep_maps = true;  // false: the result has 0 layers
    bool keep_last_hidden_state = false;
    Logits logits = Logits::kNone;
    bool keep_values = false;        // AttentionMaps::values, of every set
    bool keep_layer_inputs = false;  // AttentionMaps::layer_inputs, of the only stack or the encoder
    Ablation ablation = {};
    std::optional<LayerStart> start = {};  // only without keep_maps, keep_values and keep_layer_inputs
    CancelToken cancel = {};
    std::function<void(Index layers_done, Index n_layers)> progress = {};  // called on the running thread
};

// Buffers of the forward pass, reused between runs, so that a run that is no larger than an earlier one allocates
// nothing. That includes the maps: the memory of a result that nobody holds any more is taken for a later one (results
// must therefore not be held by weak_ptr). One run at a time may use it.
class Workspace {
  public:
    explicit Workspace(int threads = 0);  // 0: one a core
    ~Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    ThreadPool& pool();

    struct Buffers;
    Buffers& buffers() { return *buffers_; }

  private:
    std::unique_ptr<Buffers> buffers_;
};

// The forward pass: embeddings → layers → maps. Errors: kInvalid (an id outside the embedding, lengths that differ, no
// token, more tokens than positions, a head or layer that there is not; the message names the first), kTooLarge (the
// maps would take more than half of the memory that is free; the message says how much, and how many tokens would fit),
// kIo (the weight file has changed since it was opened), kCancelled (checked between layers).
Result<std::shared_ptr<AttentionMaps>> run_model(const Model& model, const ModelInput& input, const RunOptions& options,
                                                 Workspace& workspace);

}  // namespace headscope
