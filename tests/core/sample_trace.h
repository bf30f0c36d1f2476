#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/trace/attention_trace.h"

namespace headscope {

// "[CLS] The man sat . The mandate [SEP]" in 7 words of which the last has two pieces ("man", "##date"), over a model
// of 2 layers and 3 heads. Weight (l, h, q, k) is a fraction that no shorter text than the shortest can hold, rows sum
// to 1 as float32 can.
struct SampleTrace {
    AttentionTrace trace;
    std::shared_ptr<AttentionMaps> maps;  // the trace's own, to be changed before use

    SampleTrace() {
        auto model = std::make_shared<Model>();
        model->name = "sample";
        model->config.family = "bert";
        model->config.n_layers = 2;
        model->config.n_heads = 3;
        model->config.n_kv_heads = 3;
        model->config.d_model = 6;
        model->config.d_head = 2;
        trace.model = model;
        trace.encoding.text = "The man sat. The mandate";
        add("[CLS]", 0, 0, -1);
        add("the", 0, 3, 0);
        add("man", 4, 7, 1);
        add("sat", 8, 11, 2);
        add(".", 11, 12, 3);
        add("the", 13, 16, 4);
        add("man", 17, 20, 5);
        add("##date", 20, 24, 5);
        add("[SEP]", 0, 0, -1);
        const auto count = static_cast<Index>(trace.encoding.tokens.size());
        maps = std::make_shared<AttentionMaps>(2, 3, count, count);
        for (Index l = 0; l < 2; ++l)
            for (Index h = 0; h < 3; ++h)
                for (Index q = 0; q < count; ++q)
                    for (Index k = 0; k < count; ++k)
                        maps->head(l, h)(q, k) = static_cast<float>(1 + (l * 7 + h * 5 + q * 3 + k * k) % 11) / 53.0F;
        trace.maps = maps;
        trace.row_sum_max_error = 1.25e-7;
    }

    Index n() const { return trace.n_tokens(); }

  private:
    void add(const std::string& piece, std::uint32_t begin, std::uint32_t end, int word) {
        Token token;
        token.id = static_cast<TokenId>(100 + trace.encoding.tokens.size());
        token.piece = piece;
        token.display = piece.rfind("##", 0) == 0 ? piece.substr(2) : piece;
        token.span = {begin, end};
        if (word >= 0) token.word = static_cast<std::uint32_t>(word);
        token.continues_word = piece.starts_with("##");
        token.is_template = token.is_special = word < 0;
        trace.encoding.tokens.push_back(token);
    }
};

}  // namespace headscope
