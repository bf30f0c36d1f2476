#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/bound_reader.h"
#include "core/model/tensor_table.h"
#include "core/model/weights.h"

namespace headscope {

// A part of the loading that may run beside all others, once.
using WeightTask = std::function<Status()>;

// The work of filling weights from tensors, listed and not done: what is added is known by its size at once, and holds
// values when its tasks have run. The tensors and the weights must outlive this, and stay where they are, as must this
// itself until the tasks have run.
class WeightTasks {
  public:
    explicit WeightTasks(const BoundTensors& bound) : reader_(bound) {}
    WeightTasks(const WeightTasks&) = delete;
    WeightTasks& operator=(const WeightTasks&) = delete;

    void add_stack(StackWeights& stack, const StackPlaces& places);
    // A head, if it is bound. A tied one reads the word embeddings of `stack`, which has been added.
    void add_head(HeadWeights& head, const HeadPlaces& places, const StackWeights& stack, bool is_tied);
    // Reads all values of a tensor, to count those that are not finite.
    void add_check(Place place);

    const std::vector<WeightTask>& tasks() const { return tasks_; }
    // Of what was added.
    const WeightSizes& sizes() const { return sizes_; }
    // As BoundReader's, of the tasks that have run.
    std::vector<std::string> warnings() const { return reader_.warnings(); }

  private:
    void add_layer(LayerWeights& layer, const LayerPlaces& places, float norm_offset);
    void add_block(FeedForwardWeights& block, const FeedForwardPlace& place);
    void add_linear(PackedLinear& linear, const LinearPlace& place);
    void add_norm(NormWeights& norm, const NormPlace& place, float offset);
    void add_vector(std::vector<float>& out, Place place);
    void add_table(EmbeddingTable& table, Place place);
    // Counts a tensor that is copied as float32.
    void count_copied(Place place);

    BoundReader reader_;
    std::vector<WeightTask> tasks_;
    WeightSizes sizes_;
};

}  // namespace headscope
