#include "core/text/post_processing_steps.h"

#include <utility>

namespace headscope {
namespace {

using Kind = TemplateItem::Kind;

TemplateItem with_type(TemplateItem item, std::int32_t type_id) {
    item.type_id = type_id;
    return item;
}

// Special tokens that are in the chunk already count as text for the step that adds more.
void take_for_text(Chunk& chunk) {
    for (TemplateItem& item : chunk) item.is_in_special_mask = false;
}

}  // namespace

void trim_spans(Chunks& chunks, bool spares_prefix_space) {
    for (Chunk& chunk : chunks)
        for (std::size_t i = 0; i < chunk.size(); ++i)
            if (chunk[i].kind != Kind::kSpecial) chunk[i].trims.push_back({spares_prefix_space, i == 0});
}

Status TemplateStep::apply(Chunks& chunks, bool add_special_tokens, const std::string& where) const {
    if (chunks.size() != 1 && chunks.size() != 2)
        return invalid(where + ": a template after parts that give " + std::to_string(chunks.size()) +
                       " stretches, expected one or two");
    Chunks out;
    for (const Place& place : chunks.size() == 2 ? pair : single) {
        if (place.chunk < 0) {
            if (add_special_tokens) out.push_back({place.special});
            continue;
        }
        Chunk& chunk = chunks[static_cast<std::size_t>(place.chunk)];
        for (TemplateItem& item : chunk) item.type_id = place.type_id;
        out.push_back(chunk);
    }
    chunks = std::move(out);
    return {};
}

void BertStep::apply(Chunks& chunks, bool add_special_tokens) const {
    if (!add_special_tokens) return;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        take_for_text(chunks[i]);
        if (i == 0) chunks[i].insert(chunks[i].begin(), with_type(cls, 0));
        chunks[i].push_back(with_type(sep, i == 0 ? 0 : 1));
    }
}

void RobertaStep::apply(Chunks& chunks, bool add_special_tokens) const {
    if (trims) trim_spans(chunks, spares_prefix_space);
    for (Chunk& chunk : chunks)
        for (TemplateItem& item : chunk) item.type_id = 0;
    if (!add_special_tokens) return;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        take_for_text(chunks[i]);
        chunks[i].insert(chunks[i].begin(), with_type(i == 0 ? cls : sep, 0));
        chunks[i].push_back(with_type(sep, 0));
    }
}

}  // namespace headscope
