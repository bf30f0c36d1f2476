#include "core/export/json_heading.h"

#include <algorithm>
#include <cmath>

#include "core/base/utf8.h"
#include "core/trace/ablation.h"

namespace headscope {
namespace {

const char* normalization_name(SpecialsMode specials) {
    switch (specials) {
        case SpecialsMode::kDrop:
            return "specials_dropped";
        case SpecialsMode::kRenormalise:
            return "specials_renormalised";
        case SpecialsMode::kKeep:
            break;
    }
    return "raw";
}

std::string_view note_name(NoteKind kind) {
    switch (kind) {
        case NoteKind::kTruncated:
            return "truncated";
        case NoteKind::kReplacedBytes:
            return "replaced bytes";
        case NoteKind::kTypedSpecial:
            return "special token in the text";
        case NoteKind::kSpecialAsText:
            return "special token as text";
        case NoteKind::kUnknownToken:
            return "unknown token";
    }
    return "note";
}

void append_switched_off(JsonText& json, const AttentionTrace& trace) {
    const auto pairs = [&](const char* name, const std::vector<HeadRef>& heads) {
        json.list(name, heads, [&](HeadRef head) {
            json.text += "[" + std::to_string(head.layer) + ", " + std::to_string(head.head) + "]";
        });
    };
    json.key("switched_off");
    json.text += "{\"by\": \"" + std::string(switch_off_name(trace.ablation.by)) + '"';
    pairs("heads", trace.ablation.heads);
    if (trace.maps->decoder != nullptr) {
        pairs("decoder_heads", trace.ablation.decoder_heads);
        pairs("cross_heads", trace.ablation.cross_heads);
    }
    json.text += '}';
}

void append_token(JsonText& json, const Token& token, Index i, bool is_first) {
    if (!is_first) json.text += ',';
    json.new_line();
    json.text += "{\"index\": " + std::to_string(i) + ", \"id\": " + std::to_string(token.id);
    json.string("piece", token.piece);
    if (!is_valid_utf8(token.piece)) json.string("bytes_hex", hex_text(token.piece));
    json.string("text", token.display);
    json.number("start", token.span.begin);
    json.number("end", token.span.end);
    json.flag("special", token.is_special);
    json.key("word");
    json.text += token.word ? std::to_string(*token.word) : "null";
    json.number("segment", token.segment);
    json.text += '}';
}

}  // namespace

std::string note_text(const Note& note) {
    return std::string(note_name(note.kind)) + ": " + note.message;
}

void append_heading(JsonText& json, const AttentionTrace& trace, const JsonExportOptions& options,
                    const ExportedParts& parts) {
    const ModelConfig& config = trace.model->config;
    json.text +=
        "{\"format\": \"headscope.attention\", \"version\": 1, \"generator\": \"headscope " HEADSCOPE_VERSION "\"";
    json.new_line();
    json.text += ", \"model\": {\"name\": ";
    append_json_string(json.text, trace.model->name);
    json.string("family", config.family);
    json.number("n_layers", config.n_layers);
    json.number("n_heads", config.n_heads);
    json.number("n_kv_heads", config.n_kv_heads);
    json.number("d_model", config.d_model);
    json.number("d_head", config.d_head);
    json.flag("causal", config.is_causal());
    json.optional_string("sha256", options.sha256);
    json.text += '}';
    json.new_line();
    json.string("text", trace.encoding.text);
    json.optional_string("text_pair", trace.encoding.pair);
    json.new_line();
    json.key("tokens");
    json.text += '[';
    for (const Index i : parts.tokens)
        append_token(json, trace.encoding.tokens[static_cast<std::size_t>(i)], i, i == parts.tokens.front());
    json.text += ']';
    json.new_line();
    if (trace.maps->decoder != nullptr) {
        json.key("target_tokens");
        json.text += '[';
        for (const Index i : parts.target_tokens)
            append_token(json, trace.target.tokens[static_cast<std::size_t>(i)], i, i == parts.target_tokens.front());
        json.text += ']';
        json.new_line();
    }
    json.text += ", \"axes\": [\"layer\", \"head\", \"query\", \"key\"], \"index_base\": 0";
    json.numbers("layers", parts.layers);
    json.numbers("heads", parts.heads);
    if (trace.maps->decoder != nullptr) {
        json.numbers("decoder_layers", parts.decoder_layers);
        json.numbers("decoder_heads", parts.decoder_heads);
    }
    json.new_line();
    const std::string normalization = normalization_name(options.specials);
    if (trace.holds_contributions) {
        json.string("normalization", normalization == "raw" ? "norms" : "norms_" + normalization);
    } else {
        json.string("normalization", normalization);
    }
    if (!trace.ablation.is_empty()) append_switched_off(json, trace);
    json.key("row_sum_max_error");
    if (std::isfinite(trace.row_sum_max_error)) {
        append_json_number(json.text, trace.row_sum_max_error);
    } else {
        json.text += "null";
    }
    if (!trace.attention_mask.empty())
        json.list("attention_mask", trace.attention_mask,
                  [&](unsigned char value) { json.text += value != 0 ? '1' : '0'; });
    const std::vector<Note>& told = trace.encoding.notes;
    const bool has_typed_special =
        std::any_of(told.begin(), told.end(), [](const Note& note) { return note.kind == NoteKind::kTypedSpecial; });
    if (trace.encoding.specials_as_text || has_typed_special)
        json.string("special_tokens_in_text", trace.encoding.specials_as_text ? "text" : "tokens");
    json.list("notes", trace.encoding.notes, [&](const Note& note) { append_json_string(json.text, note_text(note)); });
    json.new_line();
}

}  // namespace headscope
