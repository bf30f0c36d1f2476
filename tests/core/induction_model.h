#pragma once

#include <memory>
#include <vector>

#include "core/model/model.h"

namespace headscope {

// A causal model of attention alone with exact heads, written down by hand: the stream holds a token as one of
// `kPieces` axes, its position as one of `kPositions`, and, from layer 0 on, the token before it as one of kPieces.
//   0:0 looks at the token before and copies it; 1:1 looks where the token before is the one that asks (induction);
//   0:1 and 1:0 look everywhere alike and add nothing.
struct InductionModel {
    static constexpr Index kPieces = 32;
    static constexpr Index kPositions = 48;
    static constexpr Index kHead = 48;  // d_head
    static constexpr Index kModel = 2 * kPieces + kPositions;

    static std::shared_ptr<const Model> make() {
        auto model = std::make_shared<Model>();
        model->name = "induction by hand";
        ModelConfig& config = model->config;
        config.family = "by hand";
        config.n_layers = 2;
        config.n_heads = config.n_kv_heads = 2;
        config.d_model = config.d_embedding = kModel;
        config.d_head = kHead;
        config.d_ff = 16;
        config.vocab_size = kPieces;
        config.max_positions = kPositions;
        config.norm_placement = NormPlacement::kPre;
        config.mask = MaskKind::kCausal;
        config.set_layers({});

        std::vector<float> words(static_cast<std::size_t>(kPieces * kModel), 0.0F);
        for (Index t = 0; t < kPieces; ++t) words[static_cast<std::size_t>(t * kModel + t)] = 1;
        std::vector<float> positions(static_cast<std::size_t>(kPositions * kModel), 0.0F);
        for (Index p = 0; p < kPositions; ++p) positions[static_cast<std::size_t>(p * kModel + kPieces + p)] = 1;
        model->weights.word_embeddings = EmbeddingTable::own(std::move(words), kPieces, kModel);
        model->weights.position_embeddings = EmbeddingTable::own(std::move(positions), kPositions, kModel);

        constexpr float kSharp = 40;
        Rows qkv(6 * kHead, kModel), output(kModel, 2 * kHead);
        const Index keys = 2 * kHead;
        const Index values = 4 * kHead;
        for (Index p = 0; p < kPositions; ++p) qkv(p, kPieces + p) = kSharp;
        for (Index p = 1; p < kPositions; ++p) qkv(keys + p, kPieces + p - 1) = 1;
        for (Index t = 0; t < kPieces; ++t) {
            qkv(values + t, t) = 1;
            output(kPieces + kPositions + t, t) = 1;
        }
        add_layer(*model, qkv, output);

        Rows second_qkv(6 * kHead, kModel), nothing(kModel, 2 * kHead);
        for (Index t = 0; t < kPieces; ++t) {
            second_qkv(kHead + t, t) = kSharp;
            second_qkv(keys + kHead + t, kPieces + kPositions + t) = 1;
        }
        add_layer(*model, second_qkv, nothing);
        return model;
    }

  private:
    // A matrix of zeros to be filled in.
    struct Rows {
        Rows(Index r, Index c) : rows(r), cols(c), values(static_cast<std::size_t>(r * c), 0.0F) {}
        float& operator()(Index r, Index c) { return values[static_cast<std::size_t>(r * cols + c)]; }
        PackedLinear packed() const {
            PackedLinear linear(rows, cols);
            linear.pack_rows(0, {values.data(), rows, cols, cols}, {});
            return linear;
        }
        Index rows, cols;
        std::vector<float> values;
    };

    static void add_layer(Model& model, const Rows& qkv, const Rows& output) {
        LayerWeights& layer = model.weights.layers.emplace_back();
        layer.qkv = qkv.packed();
        layer.output = output.packed();
        layer.feed_forward.up = Rows(16, kModel).packed();
        layer.feed_forward.down = Rows(kModel, 16).packed();
    }
};

}  // namespace headscope
