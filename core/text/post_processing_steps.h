#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/post_processor.h"

// The post-processors of the reference, run once on places instead of tokens. Each takes a list of encodings and gives
// another; at the end all are put one after the other.
namespace headscope {

// One encoding in the making: at most one text, with special tokens around it.
using Chunk = PostProcessor::Items;
using Chunks = std::vector<Chunk>;

// ByteLevel: trims the spans of every text.
void trim_spans(Chunks& chunks, bool spares_prefix_space);

// The first or second chunk whole, or a special token.
struct TemplateStep {
    struct Place {
        TemplateItem special;  // where chunk < 0
        int chunk = -1;        // 0 or 1
        std::int32_t type_id = 0;
    };
    std::vector<Place> single;  // for one chunk
    std::vector<Place> pair;    // for two
    // Fails where there are more than two chunks.
    Status apply(Chunks& chunks, bool add_special_tokens, const std::string& where) const;
};

// BertProcessing: cls before and sep behind the first chunk, sep behind every other.
struct BertStep {
    TemplateItem cls;
    TemplateItem sep;
    void apply(Chunks& chunks, bool add_special_tokens) const;
};

// RobertaProcessing: as BertStep, but a sep before every other chunk too, and all type ids 0.
struct RobertaStep {
    TemplateItem cls;
    TemplateItem sep;
    bool trims = false;
    bool spares_prefix_space = false;
    void apply(Chunks& chunks, bool add_special_tokens) const;
};

}  // namespace headscope
