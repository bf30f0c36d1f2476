#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "core/trace/map_pixels.h"

namespace headscope {

// The maps on the graphics card: half floats in texture arrays, a layer a slice, as many arrays as the card's limit on
// layers asks. Needs a current OpenGL context.
class MapTextures {
  public:
    // 0: the card's own limit on layers.
    explicit MapTextures(int max_layers = 0);
    ~MapTextures();
    MapTextures(const MapTextures&) = delete;
    MapTextures& operator=(const MapTextures&) = delete;

    // Storage has room for the next power of two and is kept while that stays the same. After an error
    // (ErrorKind::kTooLarge) there are no maps.
    Status upload(const MapPixels& pixels);

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    int n_levels() const { return n_levels_; }
    int n_slices() const { return n_slices_; }
    std::size_t n_arrays() const { return arrays_.size(); }
    int n_allocations() const { return n_allocations_; }

    // Slice s is layer s % slices_per_array() of array s / slices_per_array().
    int slices_per_array() const { return max_layers_; }
    // The texture's OpenGL name.
    unsigned array(std::size_t i) const { return arrays_[i]; }

  private:
    void release();
    Status allocate(int n_slices, int side);

    int max_layers_ = 0;
    int max_side_ = 0;
    std::vector<unsigned> arrays_;
    int allocated_slices_ = 0;
    int allocated_side_ = 0;
    int n_allocations_ = 0;
    int rows_ = 0, cols_ = 0, n_levels_ = 0, n_slices_ = 0;
};

}  // namespace headscope
