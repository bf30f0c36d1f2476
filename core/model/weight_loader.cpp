#include "core/model/weight_loader.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "core/base/system_memory.h"
#include "core/io/shown.h"
#include "core/io/shown_bytes.h"
#include "core/model/tensor_values.h"

namespace headscope {
namespace {

constexpr std::size_t kChunkFloats = std::size_t{1} << 15;  // 128 KiB: what is read stays in cache until it is packed

// A part of the loading that may run beside all others.
using Task = std::function<Status()>;

class Loader {
  public:
    explicit Loader(const BoundTensors& bound) : bound_(bound), non_finite_(bound.tensors.size()) {}

    std::vector<Task> tasks;
    WeightSizes sizes;  // of what was added

    void add_stack(StackWeights& stack, const StackPlaces& places) {
        stack.layers.resize(places.layers.size());
        for (std::size_t i = 0; i < places.layers.size(); ++i)
            add_layer(stack.layers[i], places.layers[i], places.norm_offset);
        add_linear(stack.embedding_projection, places.embedding_projection);
        add_norm(stack.embedding_norm, places.embedding_norm, places.norm_offset);
        add_norm(stack.final_norm, places.final_norm, places.norm_offset);
        add_table(stack.word_embeddings, places.word_embeddings);
        add_table(stack.position_embeddings, places.position_embeddings);
        add_table(stack.type_embeddings, places.type_embeddings);
        add_table(stack.relative_bias, places.relative_bias);
    }

    // A head, if it is bound. A tied one reads the word embeddings of `stack`.
    void add_head(HeadWeights& head, const HeadPlaces& places, const StackWeights& stack, bool is_tied) {
        if (!places.transform.runs.empty() && !is_bound(places.transform_norm.weight)) return;
        if (is_bound(places.matrix)) {
            head.matrix = table_of(places.matrix);
        } else if (is_tied) {
            head.matrix = stack.word_embeddings;
        } else {
            return;
        }
        add_linear(head.transform, places.transform);
        add_norm(head.transform_norm, places.transform_norm, 0);
        add_vector(head.bias, places.bias);
    }

    std::vector<std::string> warnings() const {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < non_finite_.size(); ++i) {
            const std::size_t count = non_finite_[i].load();
            if (count > 0)
                lines.push_back(shown_path(bound_.tensors[i]->file->path()) + ": tensor " +
                                shown_text(bound_.names[i]) + ": " + std::to_string(count) +
                                (count == 1 ? " value is" : " values are") + " NaN or infinite");
        }
        return lines;
    }

    // Reads all values of a tensor, to count those that are not finite.
    void add_check(Place place) {
        const std::size_t count = element_count(place);
        constexpr std::size_t kTaskFloats = 8 * kChunkFloats;
        for (std::size_t begin = 0; begin < count; begin += kTaskFloats) {
            const std::size_t end = std::min(count, begin + kTaskFloats);
            tasks.push_back([this, place, begin, end] { return check_values(place, begin, end); });
        }
    }

  private:
    void add_layer(LayerWeights& layer, const LayerPlaces& places, float norm_offset) {
        add_linear(layer.qkv, places.qkv);
        add_linear(layer.output, places.output);
        add_linear(layer.router, places.router);
        add_block(layer.feed_forward, places.feed_forward);
        layer.experts.resize(places.experts.size());
        for (std::size_t i = 0; i < places.experts.size(); ++i) add_block(layer.experts[i], places.experts[i]);
        add_norm(layer.attention_norm, places.attention_norm, norm_offset);
        add_norm(layer.feed_forward_norm, places.feed_forward_norm, norm_offset);
        add_norm(layer.post_attention_norm, places.post_attention_norm, norm_offset);
        add_norm(layer.post_feed_forward_norm, places.post_feed_forward_norm, norm_offset);
        add_norm(layer.query_norm, places.query_norm, norm_offset);
        add_norm(layer.key_norm, places.key_norm, norm_offset);
        if (!places.cross_query.runs.empty()) {
            CrossWeights& cross = layer.cross.emplace();
            add_linear(cross.query, places.cross_query);
            add_linear(cross.key_value, places.cross_key_value);
            add_linear(cross.output, places.cross_output);
            add_norm(cross.norm, places.cross_norm, norm_offset);
        }
        add_vector(layer.sinks, places.sinks);
    }

    void add_block(FeedForwardWeights& block, const FeedForwardPlace& place) {
        add_linear(block.up, place.up);
        add_linear(block.down, place.down);
    }

    void add_linear(PackedLinear& linear, const LinearPlace& place) {
        if (place.runs.empty()) return;
        Index outputs = 0;
        for (const OutputRun& run : place.runs) outputs += run.count;
        sizes.packed += static_cast<std::int64_t>(PackedLinear::bytes_for(outputs, inputs_of(place)));
        tasks.push_back([this, &linear, place, outputs]() -> Status {
            linear = PackedLinear(outputs, inputs_of(place));
            return place.is_in_out ? pack_transposed(linear, place) : pack(linear, place);
        });
    }

    void add_norm(NormWeights& norm, const NormPlace& place, float offset) {
        if (!is_bound(place.weight)) return;
        add_vector(norm.bias, place.bias);
        sizes.packed += vector_bytes(place.weight);
        tasks.push_back([this, &norm, place, offset]() -> Status {
            if (Status status = read_all(place.weight, norm.weight); !status.is_ok()) return status;
            for (float& weight : norm.weight) weight += offset;
            return {};
        });
    }

    void add_vector(std::vector<float>& out, Place place) {
        if (!is_bound(place)) return;
        sizes.packed += vector_bytes(place);
        tasks.push_back([this, &out, place] { return read_all(place, out); });
    }

    // A table stays where it is. Its values are read all the same, to report those that are not finite.
    void add_table(EmbeddingTable& table, Place place) {
        if (!is_bound(place)) return;
        table = table_of(place);
        sizes.mapped += static_cast<std::int64_t>(bound_.tensors[place]->info.bytes);
        add_check(place);
    }

    bool is_bound(Place place) const { return place != kNoPlace && bound_.tensors[place] != nullptr; }
    EmbeddingTable table_of(Place place) const {
        const StoredTensor& tensor = *bound_.tensors[place];
        EmbeddingTable table;
        table.rows = extent(place, 0);
        table.cols = extent(place, 1);
        table.dtype = tensor.info.dtype;
        table.file = tensor.file;
        table.data = tensor.bytes().data();
        return table;
    }
    Index extent(Place place, std::size_t axis) const {
        return static_cast<Index>(bound_.tensors[place]->info.shape[axis]);
    }
    std::size_t element_count(Place place) const {
        std::size_t count = 1;
        for (const std::int64_t size : bound_.tensors[place]->info.shape) count *= static_cast<std::size_t>(size);
        return count;
    }
    std::int64_t vector_bytes(Place place) const {
        return static_cast<std::int64_t>(element_count(place) * sizeof(float));
    }
    Index inputs_of(const LinearPlace& place) const {
        const Place weight = place.runs.front().weight;
        return place.slice >= 0 ? extent(weight, 1) : extent(weight, place.is_in_out ? 0 : 1);
    }
    Status read(TensorReader& reader, Place place, std::size_t first, std::span<float> out) {
        const StoredTensor& tensor = *bound_.tensors[place];
        Status status = reader.read(*tensor.file, tensor.info, first, out);
        if (status.is_ok()) non_finite_[place] += count_non_finite(out);
        return status;
    }
    Status read_all(Place place, std::vector<float>& out) {
        const std::vector<std::int64_t>& shape = bound_.tensors[place]->info.shape;
        out.resize(static_cast<std::size_t>(shape.back()));  // [n] or [1, n]
        TensorReader reader;
        return read(reader, place, 0, out);
    }

    // The biases of a run; none where it has no bias.
    Status read_bias(const OutputRun& run, Index slice, std::vector<float>& out) {
        out.clear();
        if (run.bias == kNoPlace) return {};
        std::vector<float> all(static_cast<std::size_t>(extent(run.bias, slice >= 0 ? 1 : 0)));
        TensorReader reader;
        const std::size_t begin = slice >= 0 ? static_cast<std::size_t>(slice) * all.size() : 0;
        if (Status status = read(reader, run.bias, begin, all); !status.is_ok()) return status;
        for (Index i = 0; i < run.count; ++i) out.push_back(all[static_cast<std::size_t>(run.first + i * run.step)]);
        if (run.alternating > 0) join_halves(out, run.alternating, 1);
        return {};
    }

    // In each group of `group` rows of `cols` values, brings those with even numbers in front of the others.
    static void join_halves(std::vector<float>& rows, Index group, Index cols) {
        std::vector<float> joined(rows.size());
        const Index count = static_cast<Index>(rows.size()) / cols;
        for (Index row = 0; row < count; ++row) {
            const Index within = row % group;
            const Index to = row - within + within / 2 + within % 2 * (group / 2);
            std::copy_n(rows.begin() + row * cols, cols, joined.begin() + to * cols);
        }
        rows.swap(joined);
    }

    // Packs rows that lie one behind the other, a chunk of whole panels at a time.
    Status pack(PackedLinear& linear, const LinearPlace& place) {
        const Index cols = linear.in();
        Index out_row = 0;
        std::vector<float> bias;
        std::vector<float> values;
        TensorReader reader;
        for (const OutputRun& run : place.runs) {
            if (Status status = read_bias(run, -1, bias); !status.is_ok()) return status;
            Index chunk_rows = std::clamp<Index>(static_cast<Index>(kChunkFloats) / cols, 1, run.count);
            if (chunk_rows > linear.panel_rows()) chunk_rows = chunk_rows / linear.panel_rows() * linear.panel_rows();
            if (run.step != 1) chunk_rows = 1;
            if (run.alternating > 0) chunk_rows = std::max<Index>(chunk_rows / run.alternating, 1) * run.alternating;
            for (Index row = 0; row < run.count; row += chunk_rows) {
                const Index count = std::min(chunk_rows, run.count - row);
                values.resize(static_cast<std::size_t>(count * cols));
                const auto first = static_cast<std::size_t>((run.first + row * run.step) * cols);
                if (Status status = read(reader, run.weight, first, values); !status.is_ok()) return status;
                if (run.alternating > 0) join_halves(values, run.alternating, cols);
                linear.pack_rows(out_row + row, {values.data(), count, cols, cols}, part_of(bias, row, count));
            }
            out_row += run.count;
        }
        return {};
    }

    // Packs the columns of [in, out] weights.
    Status pack_transposed(PackedLinear& linear, const LinearPlace& place) {
        const Index in = linear.in();
        Index out_row = 0;
        Place held = kNoPlace;
        std::vector<float> whole;
        std::vector<float> bias;
        TensorReader reader;
        for (const OutputRun& run : place.runs) {
            const Index stored = extent(run.weight, place.slice >= 0 ? 2 : 1);
            if (held != run.weight) {
                whole.resize(static_cast<std::size_t>(in * stored));
                const std::size_t first = place.slice >= 0 ? static_cast<std::size_t>(place.slice) * whole.size() : 0;
                if (Status status = read(reader, run.weight, first, whole); !status.is_ok()) return status;
                held = run.weight;
            }
            if (Status status = read_bias(run, place.slice, bias); !status.is_ok()) return status;
            const Index chunk_rows = linear.panel_rows();
            std::vector<float> rows(static_cast<std::size_t>(chunk_rows * in));
            for (Index row = 0; row < run.count; row += chunk_rows) {
                const Index count = std::min(chunk_rows, run.count - row);
                for (Index i = 0; i < in; ++i) {
                    const float* from = whole.data() + i * stored + run.first + row * run.step;
                    for (Index r = 0; r < count; ++r) rows[static_cast<std::size_t>(r * in + i)] = from[r * run.step];
                }
                linear.pack_rows(out_row + row, {rows.data(), count, in, in}, part_of(bias, row, count));
            }
            out_row += run.count;
        }
        return {};
    }

    static std::span<const float> part_of(const std::vector<float>& bias, Index first, Index count) {
        if (bias.empty()) return {};
        return std::span<const float>(bias).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    }

    Status check_values(Place place, std::size_t begin, std::size_t end) {
        TensorReader reader;
        std::vector<float> chunk(std::min(kChunkFloats, end - begin));
        while (begin < end) {
            const std::size_t count = std::min(kChunkFloats, end - begin);
            if (Status status = read(reader, place, begin, std::span(chunk).first(count)); !status.is_ok())
                return status;
            begin += count;
        }
        return {};
    }

    const BoundTensors& bound_;
    std::vector<std::atomic<std::size_t>> non_finite_;  // parallel to bound_.tensors
};

// Runs all tasks; the first failure in their order counts.
Status run_tasks(const std::vector<Task>& tasks, const LoadOptions& options) {
    ThreadPool alone(1);
    ThreadPool& pool = options.pool != nullptr ? *options.pool : alone;
    const auto caller = std::this_thread::get_id();
    std::vector<Status> outcomes(tasks.size());
    std::atomic<std::size_t> done{0};
    pool.for_each(static_cast<int>(tasks.size()), [&](int i) {
        if (options.cancel.is_requested()) return;
        const auto at = static_cast<std::size_t>(i);
        outcomes[at] = tasks[at]();
        const std::size_t finished = done.fetch_add(1) + 1;
        if (options.progress && std::this_thread::get_id() == caller)
            options.progress(static_cast<double>(finished) / static_cast<double>(tasks.size()));
    });
    if (options.cancel.is_requested()) return Error{ErrorKind::kCancelled, "loading the model: stopped on request"};
    for (Status& outcome : outcomes)
        if (!outcome.is_ok()) return outcome;
    return {};
}

// An error unless memory for the packed weights is left.
Status check_memory(const BoundTensors& bound, const WeightSizes& sizes, const LoadOptions& options) {
    const std::optional<std::uint64_t> free = options.memory_limit ? options.memory_limit : available_memory();
    const auto packed = static_cast<std::uint64_t>(sizes.packed);
    if (!free || packed <= *free) return {};
    const auto any = std::find_if(bound.tensors.begin(), bound.tensors.end(),
                                  [](const StoredTensor* tensor) { return tensor != nullptr; });
    return Error{ErrorKind::kTooLarge, shown_path((*any)->file->path()) + ": the weights need " +
                                           shown_bytes(static_cast<double>(packed)) +
                                           " of memory as float32, expected at most the " +
                                           shown_bytes(static_cast<double>(*free)) + " that are free"};
}

void add_all(Loader& loader, Weights& weights, const ExpectedTensors& expected, bool has_tied_head) {
    loader.add_stack(weights, expected.stack);
    if (expected.decoder) loader.add_stack(weights.decoder.emplace(), *expected.decoder);
    loader.add_head(weights.head, expected.head, weights.last_stack(), has_tied_head);
}

}  // namespace

WeightSizes weight_sizes(const ExpectedTensors& expected, const BoundTensors& bound, bool has_tied_head) {
    Weights unfilled;
    Loader loader(bound);
    add_all(loader, unfilled, expected, has_tied_head);
    return loader.sizes;
}

Result<std::vector<std::string>> check_values(const BoundTensors& bound, const LoadOptions& options) {
    Loader loader(bound);
    for (Place place = 0; place < bound.tensors.size(); ++place)
        if (bound.tensors[place] != nullptr) loader.add_check(place);
    if (Status status = run_tasks(loader.tasks, options); !status.is_ok()) return status.error();
    return loader.warnings();
}

Result<LoadedWeights> load_weights(const ExpectedTensors& expected, const BoundTensors& bound, bool has_tied_head,
                                   const LoadOptions& options) {
    LoadedWeights loaded;
    Loader loader(bound);
    add_all(loader, loaded.weights, expected, has_tied_head);
    if (Status status = check_memory(bound, loader.sizes, options); !status.is_ok()) return status.error();
    if (Status status = run_tasks(loader.tasks, options); !status.is_ok()) return status.error();
    loaded.sizes = loader.sizes;
    loaded.warnings = loader.warnings();
    return loaded;
}

}  // namespace headscope
