#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/head_filter.h"
#include "app/state/head_order.h"

namespace headscope {

// Whether the grid has a tile a layer and not a head: its maps are no head's own.
bool draws_layers(const AppState& state);

// The heads that the grid shows, in its order. Made anew only when what they depend on has changed.
class GridHeads {
  public:
    // state.shown must not be null.
    void update(const AppState& state);

    // A list leaves out heads that the filter does not find; rows of layers hold every head.
    const std::vector<HeadRef>& heads() const { return heads_; }
    bool is_list() const { return is_list_; }
    // What the head at a place of the list is ordered by.
    float value(std::size_t place) const { return values_[place]; }
    // Where a head stands in heads().
    std::optional<std::size_t> find(HeadRef head) const;
    bool matches(HeadRef head) const;
    const FilteredHeads& filtered() const { return filtered_; }
    Index n_heads() const { return all_; }  // of the model; its layers where tiles are layers
    // What the order that was asked for lacks; empty if nothing.
    const std::string& missing() const { return missing_; }

  private:
    struct Key {
        std::shared_ptr<const ShownTrace> shown;
        std::shared_ptr<const HeadMeasures> measures;
        std::string filter;
        HeadOrder order;
        std::optional<Index> query, key;
        std::shared_ptr<const HeadRelations> relations;
        std::string no_relations;
        std::optional<Index> head_of_layers;  // the selected one, where tiles are layers
        bool operator==(const Key&) const = default;
    };
    void show_layers(const ShownTrace& shown, Key key);

    std::optional<Key> key_;
    std::vector<HeadRef> heads_;
    std::vector<float> values_;
    std::string missing_;
    FilteredHeads filtered_;
    Index all_ = 0, a_layer_ = 0;
    bool is_list_ = false;
};

// A step from tile to tile as the eye sees them.
enum class GridStep { kLeft, kRight, kUp, kDown };
// The head whose tile lies there, or the same at an edge. In a list, left and right go on in the row before or behind,
// as words do; a head that the list leaves out goes by the rows of layers. state.shown must not be null.
HeadRef head_beside(const AppState& state, HeadRef head, GridStep step);

}  // namespace headscope
