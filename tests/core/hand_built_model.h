#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "core/model/model.h"
#include "core/nn/transformer.h"
#include "core/trace/attention_trace.h"

namespace headscope::testing {

using DoubleMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A model with random weights, as plain matrices and as the engine's Model over the same numbers.
class HandBuiltModel {
  public:
    HandBuiltModel(const ModelConfig& config, unsigned seed);

    const Model& model() const { return model_; }

    // The forward pass in float64, written from the formulas alone: maps [layer * n_heads + head] and the last hidden
    // state. Only for the exact GELU and ReLU. Heads may be switched off.
    struct Reference {
        std::vector<DoubleMatrix> maps;
        std::vector<DoubleMatrix> contributions;  // of each head ‖A_ij f(x_j)‖, f by its slices of W_V, b_V and W_O
        std::vector<DoubleMatrix> output_norms;   // of each head [T, 1]: ‖Σ_j A_ij f(x_j)‖
        DoubleMatrix last_hidden_state;
    };
    Reference run_in_double(const ModelInput& input, const Ablation& off = {}) const;

  private:
    struct Linear {
        DoubleMatrix weight;
        DoubleMatrix bias;  // one row
    };
    struct Norm {
        DoubleMatrix weight, bias;
    };
    struct Layer {
        Linear qkv, output, up, down;
        Norm attention_norm, feed_forward_norm;
    };
    DoubleMatrix normalise(const DoubleMatrix& x, const Norm& norm) const;
    DoubleMatrix attend(const DoubleMatrix& x, const Layer& layer, const ModelInput& input, const Ablation& off,
                        Reference& out) const;
    DoubleMatrix feed_forward(const DoubleMatrix& x, const Layer& layer) const;

    DoubleMatrix words_, positions_, types_;
    Norm embedding_norm_, final_norm_;
    std::vector<Layer> layers_;
    Model model_;
};

// A small post-norm encoder: 2 layers, 4 heads.
ModelConfig small_config();

// The same, but pre-norm and causal, with two query heads on each key and value head.
ModelConfig grouped_config();

// T ids spread over the vocabulary.
ModelInput input_of(const Model& model, Index tokens);

// A run of such a model over input_of; null, and a failure of the test, where it is refused.
std::shared_ptr<const AttentionTrace> trace_of(const std::shared_ptr<const HandBuiltModel>& built, Index tokens,
                                               const RunOptions& options, Workspace& workspace);

// Largest |engine − reference| over all maps.
double largest_difference(const AttentionMaps& maps, const std::vector<DoubleMatrix>& reference);

}  // namespace headscope::testing
