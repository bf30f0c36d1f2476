#include "core/nn/transformer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string>

#include "core/base/system_memory.h"
#include "core/math/kernels.h"
#include "core/nn/workspace.h"

namespace headscope {
namespace {

// Maps that are together larger than this are written past the caches.
constexpr std::uint64_t kCachedMapBytes = 16U << 20;

Index size_of(const ModelInput& input) {
    return static_cast<Index>(input.ids.size());
}

Status check_length(const char* what, std::size_t found, Index tokens) {
    if (found == 0 || found == static_cast<std::size_t>(tokens)) return {};
    return invalid("input: " + std::string(what) + ": " + std::to_string(found) + " values, expected " +
                   std::to_string(tokens) + ", one a token");
}

Status check_ids(const char* what, std::span<const std::int32_t> ids, Index limit) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] >= 0 && ids[i] < limit) continue;
        return invalid("input: token " + std::to_string(i) + ": " + what + " " + std::to_string(ids[i]) +
                       ", expected 0 to " + std::to_string(limit - 1));
    }
    return {};
}

Status check_input(const Model& model, const ModelInput& input) {
    const ModelConfig& config = model.config;
    const Index tokens = size_of(input);
    const Index positions = std::min(config.max_positions, model.weights.position_embeddings.rows);
    if (tokens < 1 || tokens > positions) {
        return invalid("input: " + std::to_string(tokens) + " tokens, expected 1 to " + std::to_string(positions));
    }
    // A model without types accepts the one type that means "no type".
    const Index types = std::max<Index>(1, model.weights.type_embeddings.rows);
    for (Status status : {check_length("type ids", input.type_ids.size(), tokens),
                          check_length("attention mask", input.attention_mask.size(), tokens),
                          check_ids("id", input.ids, model.weights.word_embeddings.rows),
                          check_ids("type id", input.type_ids, types)}) {
        if (!status.is_ok()) return status;
    }
    return {};
}

std::string gigabytes(double bytes) {
    const double tenths = std::round(bytes / 1e8) / 10;
    std::string text = std::to_string(tenths);
    return text.substr(0, text.find('.') + 2) + " GB";
}

// Bytes of all maps, computed in floating point: exact for anything that could be allocated, never wrapping round.
double map_bytes(const ModelConfig& config, Index tokens) {
    return static_cast<double>(config.n_layers) * static_cast<double>(config.n_heads) * static_cast<double>(tokens) *
           static_cast<double>(AttentionMaps::row_stride_for(tokens)) * sizeof(float);
}

Error too_large(const ModelConfig& config, Index tokens, double limit) {
    const double maps = static_cast<double>(config.n_layers * config.n_heads) * sizeof(float);
    const auto fitting = static_cast<Index>(std::sqrt(limit / maps)) / 16 * 16;
    return {ErrorKind::kTooLarge, "input: " + std::to_string(tokens) + " tokens: the attention maps need " +
                                      gigabytes(map_bytes(config, tokens)) + ", expected at most " + gigabytes(limit) +
                                      " (half of the free memory), room for about " + std::to_string(fitting) +
                                      " tokens"};
}

// Memory for the maps of a run, used again where possible. May throw std::bad_alloc.
Result<std::shared_ptr<AttentionMaps>> take_maps(const ModelConfig& config, Index tokens, bool keep_maps,
                                                 MapRecycler& recycler) {
    const double bytes = keep_maps ? map_bytes(config, tokens) : 0;
    const double most = static_cast<double>(std::numeric_limits<Index>::max());
    if (bytes >= most) return too_large(config, tokens, most);
    std::shared_ptr<AttentionMaps> maps = recycler.take(static_cast<std::size_t>(bytes) / sizeof(float));
    if (bytes > static_cast<double>(maps->capacity())) {
        const std::optional<std::uint64_t> available = available_memory();
        const double limit = available ? static_cast<double>(*available) / 2 : most;
        if (bytes > limit) return too_large(config, tokens, limit);
    }
    maps->resize(keep_maps ? config.n_layers : 0, config.n_heads, tokens, tokens);
    return maps;
}

// A [rows, cols] matrix in `buffer`. Rows have room for `room` floats and start an odd number of cache lines apart, so
// that a column of them does not fall into one set of the cache.
MatrixView matrix_in(AlignedBuffer& buffer, Index rows, Index cols, Index room) {
    const Index lines = (room + 15) / 16;
    const Index stride = (lines % 2 == 0 ? lines + 1 : lines) * 16;
    buffer.reserve(static_cast<std::size_t>(rows * stride));
    return {buffer.data(), rows, cols, stride};
}

Epilogue epilogue_of(Activation activation) {
    switch (activation) {
        case Activation::kGeluTanh:
            return Epilogue::kGeluTanh;
        case Activation::kRelu:
            return Epilogue::kRelu;
        case Activation::kSilu:
            return Epilogue::kSilu;
        case Activation::kGelu:
            break;
    }
    return Epilogue::kGelu;
}

// One run over the buffers of a workspace. Sizes are settled on construction, so that forward() cannot fail.
class ForwardPass {
  public:
    ForwardPass(const Model& model, const ModelInput& input, Workspace::Buffers& buffers)
        : model_(model), input_(input), buffers_(buffers) {
        const ModelConfig& config = model.config;
        const Index tokens = size_of(input);
        shape_ = {config.d_model, config.n_heads, config.n_kv_heads, config.d_head};
        Index model_room = config.d_model;
        Index qkv_room = shape_.qkv_width();
        Index hidden_room = config.d_ff;
        for (const LayerWeights& layer : model.weights.layers) {
            model_room = std::max({model_room, layer.output.padded_out(), layer.down.padded_out()});
            qkv_room = std::max(qkv_room, layer.qkv.padded_out());
            hidden_room = std::max(hidden_room, layer.up.padded_out());
        }
        stream_ = matrix_in(buffers.stream, tokens, config.d_model, model_room);
        normalised_ = matrix_in(buffers.normalised, tokens, config.d_model, model_room);
        qkv_ = matrix_in(buffers.qkv, tokens, shape_.qkv_width(), qkv_room);
        context_ = matrix_in(buffers.context, tokens, shape_.q_width(), shape_.q_width());
        hidden_ = matrix_in(buffers.hidden, tokens, config.d_ff, hidden_room);
        buffers.mask.kind = config.mask;
        buffers.mask.allowed_keys.assign(input.attention_mask.begin(), input.attention_mask.end());
    }

    // x₀ = norm(word + position + type).
    void embed() {
        const Weights& weights = model_.weights;
        buffers_.pool.for_each(row_tasks(), [&](int task) {
            for (Index t = row_begin(task); t < row_begin(task + 1); ++t) {
                const auto i = static_cast<std::size_t>(t);
                float* row = stream_.row(t);
                std::fill_n(row, stream_.cols, 0.0F);
                weights.word_embeddings.add_row(input_.ids[i], row);
                if (weights.type_embeddings.rows > 0) {
                    weights.type_embeddings.add_row(input_.type_ids.empty() ? 0 : input_.type_ids[i], row);
                }
                weights.position_embeddings.add_row(t, row);
            }
        });
        if (!weights.embedding_norm.weight.empty()) normalise(weights.embedding_norm, stream_, stream_);
    }

    // Post-norm: a = norm(x + attention(x)), x = norm(a + feed_forward(a)) (Vaswani et al. 2017, section 3.1).
    // Pre-norm: a = x + attention(norm(x)), x = a + feed_forward(norm(a)) (Xiong et al. 2020).
    void run_layer(const LayerWeights& layer, const MapOutput& maps) {
        const bool is_pre = model_.config.norm_placement == NormPlacement::kPre;
        const Epilogue activation = epilogue_of(model_.config.activation);
        if (is_pre) normalise(layer.attention_norm, stream_, normalised_);
        attend(layer, is_pre ? normalised_ : stream_, maps);
        if (is_pre) {
            layer.output.apply(context_, stream_, Epilogue::kResidual, stream_, buffers_.pool);
            normalise(layer.feed_forward_norm, stream_, normalised_);
            layer.up.apply(normalised_, hidden_, activation, {}, buffers_.pool);
            layer.down.apply(hidden_, stream_, Epilogue::kResidual, stream_, buffers_.pool);
        } else {
            layer.output.apply(context_, stream_, Epilogue::kResidual, stream_, buffers_.pool);
            normalise(layer.attention_norm, stream_, stream_);
            layer.up.apply(stream_, hidden_, activation, {}, buffers_.pool);
            layer.down.apply(hidden_, stream_, Epilogue::kResidual, stream_, buffers_.pool);
            normalise(layer.feed_forward_norm, stream_, stream_);
        }
    }

    // May throw std::bad_alloc.
    void reserve_last_hidden_state(std::vector<float>& out) const {
        out.resize(static_cast<std::size_t>(stream_.rows * stream_.cols));
    }

    void finish(std::vector<float>* last_hidden_state) {
        if (!model_.weights.final_norm.weight.empty()) normalise(model_.weights.final_norm, stream_, stream_);
        if (last_hidden_state == nullptr) return;
        for (Index t = 0; t < stream_.rows; ++t) {
            std::copy_n(stream_.row(t), stream_.cols, last_hidden_state->begin() + t * stream_.cols);
        }
    }

  private:
    void attend(const LayerWeights& layer, ConstMatrixView x, const MapOutput& maps) {
        layer.qkv.apply(x, qkv_, Epilogue::kNone, {}, buffers_.pool);
        fused_attention(shape_, buffers_.mask, qkv_, maps, context_, buffers_.attention, buffers_.pool);
    }

    // Work by rows is shared out only where it is worth waking another thread.
    int row_tasks() const {
        constexpr Index kFloatsATask = 16 * 1024;
        return static_cast<int>(std::clamp<Index>(stream_.rows * stream_.cols / kFloatsATask, 1, stream_.rows));
    }
    Index row_begin(int task) const { return stream_.rows * task / row_tasks(); }

    void normalise(const NormWeights& norm, ConstMatrixView x, MatrixView y) {
        const float* bias = norm.bias.empty() ? nullptr : norm.bias.data();
        buffers_.pool.for_each(row_tasks(), [&](int task) {
            const Index first = row_begin(task);
            const Index rows = row_begin(task + 1) - first;
            active_kernels().layer_norm({x.row(first), rows, x.cols, x.stride}, {y.row(first), rows, y.cols, y.stride},
                                        norm.weight.data(), bias, model_.config.norm_eps);
        });
    }

    const Model& model_;
    const ModelInput& input_;
    Workspace::Buffers& buffers_;
    AttentionShape shape_;
    MatrixView stream_, normalised_, qkv_, context_, hidden_;
};

MapOutput maps_of_layer(AttentionMaps& maps, Index layer) {
    if (maps.n_layers() == 0) return {};
    const MatrixView first = maps.head(layer, 0);
    const Index head_stride = first.rows * first.stride;
    const auto bytes = static_cast<std::uint64_t>(maps.n_layers() * maps.n_heads() * head_stride) * sizeof(float);
    return {first.data, head_stride, first.stride, bytes > kCachedMapBytes};
}

Result<std::shared_ptr<AttentionMaps>> run_checked(const Model& model, const ModelInput& input,
                                                   const RunOptions& options, Workspace::Buffers& buffers) {
    const Error cancelled = {ErrorKind::kCancelled, "run: cancelled"};
    if (options.cancel.is_requested()) return cancelled;
    auto taken = take_maps(model.config, size_of(input), options.keep_maps, buffers.maps);
    if (!taken.has_value()) return taken;
    std::shared_ptr<AttentionMaps> maps = std::move(taken).value();
    ForwardPass pass(model, input, buffers);
    if (options.keep_last_hidden_state) pass.reserve_last_hidden_state(maps->last_hidden_state);
    pass.embed();
    const Index n_layers = model.config.n_layers;
    for (Index layer = 0; layer < n_layers; ++layer) {
        pass.run_layer(model.weights.layers[static_cast<std::size_t>(layer)], maps_of_layer(*maps, layer));
        if (options.progress) options.progress(layer + 1, n_layers);
        if (options.cancel.is_requested()) return cancelled;
    }
    pass.finish(options.keep_last_hidden_state ? &maps->last_hidden_state : nullptr);
    return maps;
}

}  // namespace

Result<std::shared_ptr<AttentionMaps>> run_model(const Model& model, const ModelInput& input, const RunOptions& options,
                                                 Workspace& workspace) {
    if (Status status = check_input(model, input); !status.is_ok()) return status.error();
    if (Status status = check_weight_file(model); !status.is_ok()) return status.error();
    try {
        return run_checked(model, input, options, workspace.buffers());
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, "input: " + std::to_string(input.ids.size()) +
                                               " tokens: the system refused the memory for the run"};
    }
}

}  // namespace headscope
