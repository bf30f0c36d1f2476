#include "core/model/weight_loader.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

#include "core/io/shown.h"
#include "core/model/tensor_values.h"

namespace headscope {
namespace {

constexpr std::size_t kChunkFloats = std::size_t{1} << 15;  // 128 KiB: what is read stays in cache until it is packed

// A part of the loading that may run beside all others.
using Task = std::function<Status()>;

class Loader {
  public:
    Loader(const SafetensorsFile& file, const BoundTensors& bound)
        : file_(file), bound_(bound), non_finite_(bound.tensors.size()) {}

    std::vector<Task> tasks;

    // One linear layer out of one or more weights stacked by rows.
    void add_linear(PackedLinear& linear, std::vector<LinearPlace> parts) {
        Index rows = 0;
        for (const LinearPlace& part : parts) rows += extent(part.weight, 0);
        const Index cols = extent(parts.front().weight, 1);
        tasks.push_back([this, &linear, parts = std::move(parts), rows, cols]() -> Status {
            linear = PackedLinear(rows, cols);
            Index first_row = 0;
            for (const LinearPlace& part : parts) {
                if (Status status = pack(linear, first_row, part); !status.is_ok()) return status;
                first_row += extent(part.weight, 0);
            }
            return {};
        });
    }

    void add_norm(NormWeights& norm, const LinearPlace& place) {
        tasks.push_back([this, &norm, place]() -> Status {
            if (Status status = read_all(place.weight, norm.weight); !status.is_ok()) return status;
            return read_all(place.bias, norm.bias);
        });
    }

    // A table that stays where it is if the file holds float32. Its values are read all the same, to report those that
    // are not finite.
    void add_table(EmbeddingTable& table, std::size_t place) {
        const TensorInfo& tensor = *bound_.tensors[place];
        table.rows = extent(place, 0);
        table.cols = extent(place, 1);
        const auto count = static_cast<std::size_t>(table.rows * table.cols);
        std::shared_ptr<std::vector<float>> owned;
        if (tensor.dtype == DType::kF32) {
            table.file = file_.file;
            table.data = file_.bytes(tensor).data();
        } else {
            owned = std::make_shared<std::vector<float>>(count);
            table.owned = owned;
            table.data = reinterpret_cast<const std::byte*>(owned->data());
        }
        constexpr std::size_t kTaskFloats = 8 * kChunkFloats;
        for (std::size_t begin = 0; begin < count; begin += kTaskFloats) {
            const std::size_t end = std::min(count, begin + kTaskFloats);
            tasks.push_back([this, place, owned, begin, end] { return read_table(place, owned.get(), begin, end); });
        }
    }

    std::vector<std::string> warnings() const {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < non_finite_.size(); ++i) {
            const std::size_t count = non_finite_[i].load();
            if (count > 0)
                lines.push_back(shown_path(file_.file->path()) + ": tensor " + shown_text(bound_.names[i]) + ": " +
                                std::to_string(count) + (count == 1 ? " value is" : " values are") +
                                " NaN or infinite");
        }
        return lines;
    }

  private:
    Index extent(std::size_t place, std::size_t axis) const {
        return static_cast<Index>(bound_.tensors[place]->shape[axis]);
    }
    Status read(TensorReader& reader, std::size_t place, std::size_t first, std::span<float> out) {
        Status status = reader.read(*file_.file, *bound_.tensors[place], first, out);
        if (status.is_ok()) non_finite_[place] += count_non_finite(out);
        return status;
    }
    Status read_all(std::size_t place, std::vector<float>& out) {
        out.resize(static_cast<std::size_t>(extent(place, 0)));
        TensorReader reader;
        return read(reader, place, 0, out);
    }

    Status pack(PackedLinear& linear, Index first_row, const LinearPlace& part) {
        const Index rows = extent(part.weight, 0);
        const Index cols = extent(part.weight, 1);
        std::vector<float> bias;
        if (Status status = read_all(part.bias, bias); !status.is_ok()) return status;
        const Index chunk_rows = std::clamp<Index>(static_cast<Index>(kChunkFloats) / cols, 1, rows);
        std::vector<float> values(static_cast<std::size_t>(chunk_rows * cols));
        TensorReader reader;
        for (Index row = 0; row < rows; row += chunk_rows) {
            const Index count = std::min(chunk_rows, rows - row);
            const std::span<float> chunk(values.data(), static_cast<std::size_t>(count * cols));
            if (Status status = read(reader, part.weight, static_cast<std::size_t>(row * cols), chunk); !status.is_ok())
                return status;
            linear.pack_rows(
                first_row + row, {chunk.data(), count, cols, cols},
                std::span<const float>(bias).subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(count)));
        }
        return {};
    }

    Status read_table(std::size_t place, std::vector<float>* owned, std::size_t begin, std::size_t end) {
        TensorReader reader;
        std::vector<float> chunk(owned != nullptr ? 0 : std::min(kChunkFloats, end - begin));
        while (begin < end) {
            const std::size_t count = std::min(kChunkFloats, end - begin);
            const std::span<float> out(owned != nullptr ? owned->data() + begin : chunk.data(), count);
            if (Status status = read(reader, place, begin, out); !status.is_ok()) return status;
            begin += count;
        }
        return {};
    }

    const SafetensorsFile& file_;
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

std::int64_t bytes_of(const Weights& weights) {
    std::size_t bytes = 0;
    const auto add_norm = [&](const NormWeights& norm) {
        bytes += (norm.weight.size() + norm.bias.size()) * sizeof(float);
    };
    for (const EmbeddingTable* table :
         {&weights.word_embeddings, &weights.position_embeddings, &weights.type_embeddings})
        bytes += static_cast<std::size_t>(table->rows * table->cols) * sizeof(float);
    add_norm(weights.embedding_norm);
    for (const LayerWeights& layer : weights.layers) {
        bytes += layer.qkv.bytes() + layer.output.bytes() + layer.up.bytes() + layer.down.bytes();
        add_norm(layer.attention_norm);
        add_norm(layer.feed_forward_norm);
    }
    return static_cast<std::int64_t>(bytes);
}

}  // namespace

Result<LoadedWeights> load_weights(const SafetensorsFile& file, const ExpectedTensors& expected,
                                   const BoundTensors& bound, const LoadOptions& options) {
    LoadedWeights loaded;
    Weights& weights = loaded.weights;
    Loader loader(file, bound);
    weights.layers.resize(expected.layers.size());
    for (std::size_t i = 0; i < expected.layers.size(); ++i) {
        const LayerPlaces& places = expected.layers[i];
        LayerWeights& layer = weights.layers[i];
        loader.add_linear(layer.qkv, {places.query, places.key, places.value});
        loader.add_linear(layer.up, {places.up});
        loader.add_linear(layer.down, {places.down});
        loader.add_linear(layer.output, {places.output});
        loader.add_norm(layer.attention_norm, places.attention_norm);
        loader.add_norm(layer.feed_forward_norm, places.feed_forward_norm);
    }
    loader.add_norm(weights.embedding_norm, expected.embedding_norm);
    loader.add_table(weights.word_embeddings, expected.word_embeddings);
    loader.add_table(weights.position_embeddings, expected.position_embeddings);
    loader.add_table(weights.type_embeddings, expected.type_embeddings);
    if (Status status = run_tasks(loader.tasks, options); !status.is_ok()) return status.error();
    loaded.bytes = bytes_of(weights);
    loaded.warnings = loader.warnings();
    return loaded;
}

}  // namespace headscope
