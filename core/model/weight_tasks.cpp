#include "core/model/weight_tasks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/math/packed_linear.h"
#include "core/model/linear_packing.h"

namespace headscope {

void WeightTasks::add_stack(StackWeights& stack, const StackPlaces& places) {
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

void WeightTasks::add_head(HeadWeights& head, const HeadPlaces& places, const StackWeights& stack, bool is_tied) {
    if (!places.transform.runs.empty() && !reader_.is_bound(places.transform_norm.weight)) return;
    if (reader_.is_bound(places.matrix)) {
        head.matrix = reader_.table_of(places.matrix);
    } else if (is_tied) {
        head.matrix = stack.word_embeddings;
    } else {
        return;
    }
    add_linear(head.transform, places.transform);
    add_norm(head.transform_norm, places.transform_norm, 0);
    add_vector(head.bias, places.bias);
}

void WeightTasks::add_check(Place place) {
    const std::size_t count = reader_.element_count(place);
    constexpr std::size_t kTaskFloats = 8 * kChunkFloats;
    for (std::size_t begin = 0; begin < count; begin += kTaskFloats) {
        const std::size_t end = std::min(count, begin + kTaskFloats);
        tasks_.push_back([this, place, begin, end] { return reader_.check(place, begin, end); });
    }
}

void WeightTasks::add_layer(LayerWeights& layer, const LayerPlaces& places, float norm_offset) {
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

void WeightTasks::add_block(FeedForwardWeights& block, const FeedForwardPlace& place) {
    add_linear(block.up, place.up);
    add_linear(block.down, place.down);
}

void WeightTasks::add_linear(PackedLinear& linear, const LinearPlace& place) {
    if (place.runs.empty()) return;
    sizes_.packed += static_cast<std::int64_t>(PackedLinear::bytes_for(outputs_of(place), inputs_of(place, reader_)));
    tasks_.push_back([this, &linear, place] { return pack_linear(place, reader_, linear); });
}

void WeightTasks::add_norm(NormWeights& norm, const NormPlace& place, float offset) {
    if (!reader_.is_bound(place.weight)) return;
    add_vector(norm.bias, place.bias);
    count_copied(place.weight);
    tasks_.push_back([this, &norm, place, offset]() -> Status {
        if (Status status = reader_.read_vector(place.weight, norm.weight); !status.is_ok()) return status;
        for (float& weight : norm.weight) weight += offset;
        return {};
    });
}

void WeightTasks::add_vector(std::vector<float>& out, Place place) {
    if (!reader_.is_bound(place)) return;
    count_copied(place);
    tasks_.push_back([this, &out, place] { return reader_.read_vector(place, out); });
}

// A table stays where it is. Its values are read all the same, to report those that are not finite.
void WeightTasks::add_table(EmbeddingTable& table, Place place) {
    if (!reader_.is_bound(place)) return;
    table = reader_.table_of(place);
    sizes_.mapped += reader_.stored_bytes(place);
    add_check(place);
}

void WeightTasks::count_copied(Place place) {
    sizes_.packed += static_cast<std::int64_t>(reader_.element_count(place) * sizeof(float));
}

}  // namespace headscope
