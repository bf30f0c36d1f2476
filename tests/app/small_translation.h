#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tests/app/small_trace.h"

namespace headscope {

// The trace of an encoder–decoder made by hand: make_small_trace of the source; a decoder of one layer with two heads
// that reads "<s>" and the target's words. Its self-attention is causal and even over what it may see; in
// cross-attention, head h gives 0.75 to the source token (query + h) mod T and spreads the rest evenly.
inline std::shared_ptr<const AttentionTrace> make_small_translation(const std::vector<std::string>& source,
                                                                    const std::vector<std::string>& target) {
    constexpr Index kHeads = 2;
    const auto encoder = make_small_trace(source);
    auto trace = std::make_shared<AttentionTrace>(*encoder);
    auto model = std::make_shared<Model>();
    model->name = "small translation";
    model->config = encoder->model->config;
    model->config.decoder.emplace();
    model->config.decoder->n_layers = 1;
    model->config.decoder->n_heads = kHeads;
    model->config.decoder->mask = MaskKind::kCausal;
    trace->model = model;

    Token start;
    start.piece = start.display = "<s>";
    start.is_template = start.is_special = true;
    trace->target.tokens.push_back(start);
    for (const std::string& word : target) {
        Token token;
        token.piece = token.display = word;
        if (!trace->target.text.empty()) trace->target.text += ' ';
        token.span.begin = static_cast<std::uint32_t>(trace->target.text.size());
        trace->target.text += word;
        token.span.end = static_cast<std::uint32_t>(trace->target.text.size());
        trace->target.tokens.push_back(token);
    }
    const auto n_source = static_cast<Index>(trace->encoding.tokens.size());
    const auto n_target = static_cast<Index>(trace->target.tokens.size());
    const AttentionMaps& of_source = *encoder->maps;
    auto maps = std::make_shared<AttentionMaps>(of_source.n_layers(), of_source.n_heads(), n_source, n_source);
    for (Index layer = 0; layer < of_source.n_layers(); ++layer) {
        for (Index head = 0; head < of_source.n_heads(); ++head) {
            for (Index query = 0; query < n_source; ++query) {
                const float* row = of_source.head(layer, head).row(query);
                std::copy(row, row + n_source, maps->head(layer, head).row(query));
            }
        }
    }
    maps->decoder = std::make_shared<AttentionMaps>(1, kHeads, n_target, n_target);
    maps->cross = std::make_shared<AttentionMaps>(1, kHeads, n_target, n_source);
    for (Index head = 0; head < kHeads; ++head) {
        for (Index query = 0; query < n_target; ++query) {
            const MatrixView self = maps->decoder->head(0, head);
            for (Index key = 0; key < n_target; ++key)
                self(query, key) = key <= query ? 1 / static_cast<float>(query + 1) : 0;
            const MatrixView cross = maps->cross->head(0, head);
            for (Index key = 0; key < n_source; ++key) cross(query, key) = 0.25F / static_cast<float>(n_source);
            cross(query, (query + head) % n_source) += 0.75F;
        }
    }
    trace->maps = std::move(maps);
    return trace;
}

inline std::shared_ptr<const ShownTrace> make_shown_translation(const std::vector<std::string>& source,
                                                                const std::vector<std::string>& target, ShownAs as) {
    ThreadPool pool(1);
    return std::make_shared<ShownTrace>(make_small_translation(source, target), as, pool);
}

}  // namespace headscope
