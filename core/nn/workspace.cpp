#include "core/nn/workspace.h"

#include <algorithm>
#include <atomic>

namespace headscope {

Workspace::Workspace(int threads) : buffers_(std::make_unique<Buffers>(threads)) {}

Workspace::~Workspace() = default;

ThreadPool& Workspace::pool() {
    return buffers_->pool;
}

MatrixView matrix_in(AlignedBuffer& buffer, Index rows, Index cols, Index room) {
    const Index lines = (room + 15) / 16;
    const Index stride = (lines % 2 == 0 ? lines + 1 : lines) * 16;
    buffer.reserve(static_cast<std::size_t>(rows * stride));
    return {buffer.data(), rows, cols, stride};
}

std::shared_ptr<AttentionMaps> MapRecycler::take(std::size_t floats) {
    const std::size_t bytes = floats * sizeof(float);
    // Large enough and as small as may be; else the largest, which has to grow least.
    const auto is_better = [bytes](const AttentionMaps& a, const AttentionMaps& b) {
        const bool a_fits = a.capacity() >= bytes;
        const bool b_fits = b.capacity() >= bytes;
        if (a_fits != b_fits) return a_fits;
        return a_fits ? a.capacity() < b.capacity() : a.capacity() > b.capacity();
    };
    std::shared_ptr<AttentionMaps>* best = nullptr;
    for (std::shared_ptr<AttentionMaps>& maps : kept_) {
        if (maps.use_count() == 1 && (best == nullptr || is_better(*maps, **best))) best = &maps;
    }
    if (best != nullptr) {
        // What the last holder read on another thread came before it let go.
        std::atomic_thread_fence(std::memory_order_acquire);
        return *best;
    }
    if (kept_.size() == kKept) kept_.erase(kept_.begin());
    kept_.push_back(std::make_shared<AttentionMaps>());
    return kept_.back();
}

}  // namespace headscope
