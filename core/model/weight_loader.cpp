#include "core/model/weight_loader.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>

#include "core/base/system_memory.h"
#include "core/base/thread_pool.h"
#include "core/io/shown.h"
#include "core/io/shown_bytes.h"
#include "core/model/weight_tasks.h"

namespace headscope {
namespace {

// Runs all tasks; the first failure in their order counts.
Status run_tasks(const std::vector<WeightTask>& tasks, const LoadOptions& options) {
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

void add_all(WeightTasks& tasks, Weights& weights, const ExpectedTensors& expected, bool has_tied_head) {
    tasks.add_stack(weights, expected.stack);
    if (expected.decoder) tasks.add_stack(weights.decoder.emplace(), *expected.decoder);
    tasks.add_head(weights.head, expected.head, weights.last_stack(), has_tied_head);
}

}  // namespace

WeightSizes weight_sizes(const ExpectedTensors& expected, const BoundTensors& bound, bool has_tied_head) {
    Weights unfilled;
    WeightTasks tasks(bound);
    add_all(tasks, unfilled, expected, has_tied_head);
    return tasks.sizes();
}

Result<std::vector<std::string>> check_values(const BoundTensors& bound, const LoadOptions& options) {
    WeightTasks tasks(bound);
    for (Place place = 0; place < bound.tensors.size(); ++place)
        if (bound.tensors[place] != nullptr) tasks.add_check(place);
    if (Status status = run_tasks(tasks.tasks(), options); !status.is_ok()) return status.error();
    return tasks.warnings();
}

Result<LoadedWeights> load_weights(const ExpectedTensors& expected, const BoundTensors& bound, bool has_tied_head,
                                   const LoadOptions& options) {
    LoadedWeights loaded;
    WeightTasks tasks(bound);
    add_all(tasks, loaded.weights, expected, has_tied_head);
    if (Status status = check_memory(bound, tasks.sizes(), options); !status.is_ok()) return status.error();
    if (Status status = run_tasks(tasks.tasks(), options); !status.is_ok()) return status.error();
    loaded.sizes = tasks.sizes();
    loaded.warnings = tasks.warnings();
    return loaded;
}

}  // namespace headscope
