#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/state/shown_trace.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// A trace made by hand: `words` between [CLS] and [SEP], two layers of three heads. Head (layer, head) gives the weight
// 0.5 to the key (query + layer + head) mod T and spreads the rest evenly, so every row sums to 1.
inline std::shared_ptr<const AttentionTrace> make_small_trace(const std::vector<std::string>& words) {
    constexpr Index kLayers = 2;
    constexpr Index kHeads = 3;
    auto model = std::make_shared<Model>();
    model->name = "small";
    model->path = "small";
    model->config.family = "bert";
    model->config.n_layers = kLayers;
    model->config.n_heads = kHeads;
    model->config.n_kv_heads = kHeads;
    model->config.d_model = 12;
    model->config.d_head = 4;

    auto trace = std::make_shared<AttentionTrace>();
    trace->model = model;
    const auto add_template = [&](const char* piece, TokenId id) {
        Token token;
        token.id = id;
        token.piece = token.display = piece;
        token.is_template = token.is_special = true;
        trace->encoding.tokens.push_back(token);
    };
    add_template("[CLS]", 101);
    std::uint32_t word_index = 0;
    for (const std::string& word : words) {
        Token token;
        token.id = static_cast<TokenId>(1000 + word_index);
        token.piece = token.display = word;
        if (!trace->encoding.text.empty()) trace->encoding.text += ' ';
        token.span.begin = static_cast<std::uint32_t>(trace->encoding.text.size());
        trace->encoding.text += word;
        token.span.end = static_cast<std::uint32_t>(trace->encoding.text.size());
        token.word = word_index++;
        trace->encoding.tokens.push_back(token);
    }
    add_template("[SEP]", 102);

    const auto count = static_cast<Index>(trace->encoding.tokens.size());
    auto maps = std::make_shared<AttentionMaps>(kLayers, kHeads, count, count);
    for (Index layer = 0; layer < kLayers; ++layer) {
        for (Index head = 0; head < kHeads; ++head) {
            const MatrixView map = maps->head(layer, head);
            for (Index query = 0; query < count; ++query) {
                for (Index key = 0; key < count; ++key) map(query, key) = 0.5F / static_cast<float>(count);
                map(query, (query + layer + head) % count) += 0.5F;
            }
        }
    }
    trace->maps = std::move(maps);
    return trace;
}

inline std::shared_ptr<const ShownTrace> make_small_shown(const std::vector<std::string>& words,
                                                          SpecialsMode specials = SpecialsMode::kKeep) {
    ThreadPool pool(1);
    return std::make_shared<ShownTrace>(make_small_trace(words), ShownAs{specials}, pool);
}

}  // namespace headscope
