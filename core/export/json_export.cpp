#include "core/export/json_export.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/base/utf8.h"
#include "core/io/json_write.h"
#include "core/trace/ablation.h"
#include "core/trace/map_pixels.h"
#include "core/trace/predictions.h"
#include "core/trace/rollout.h"

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

// One set of maps in the file.
struct MapSet {
    std::string name;
    const AttentionMaps* maps;
    const std::vector<Index>& layers;
    const std::vector<Index>& heads;
    const std::vector<Index>& queries;  // positions that are written
    const std::vector<Index>& keys;
};

class TraceWriter {
  public:
    TraceWriter(const AttentionTrace& trace, const JsonExportOptions& options, AtomicFileWriter& out)
        : trace_(trace),
          options_(options),
          out_(out),
          line_end_(options.one_line ? "" : "\n"),
          tokens_(shown_tokens(trace, options.specials)),
          layers_(chosen(options.layers, trace.maps->n_layers())),
          heads_(chosen(options.heads, trace.maps->n_heads())) {
        sets_.push_back({"attention", trace.maps.get(), layers_, heads_, tokens_, tokens_});
        const AttentionMaps* decoder = trace.maps->decoder.get();
        if (decoder == nullptr) return;
        target_tokens_ = shown_target_tokens(trace, options.specials);
        decoder_layers_ = those_below(chosen(options.layers, decoder->n_layers()), decoder->n_layers());
        decoder_heads_ = those_below(chosen(options.heads, decoder->n_heads()), decoder->n_heads());
        sets_.push_back(
            {"decoder_attention", decoder, decoder_layers_, decoder_heads_, target_tokens_, target_tokens_});
        sets_.push_back(
            {"cross_attention", trace.maps->cross.get(), decoder_layers_, decoder_heads_, target_tokens_, tokens_});
    }

    Status write() {
        if (Status status = check(); !status.is_ok()) return status;
        write_head();
        for (const MapSet& set : sets_) {
            Status status = is_sparse() ? write_sparse(set) : write_dense(set);
            if (!status.is_ok()) return status;
        }
        if (options_.rollout != nullptr) {
            if (Status status = write_rollout(); !status.is_ok()) return status;
        }
        text_ += std::string(line_end_) + ", \"non_finite\": " + std::to_string(non_finite_outside_outputs_);
        if (options_.outputs) write_outputs();
        text_ += "}\n";
        flush();
        return {};
    }

  private:
    static std::vector<Index> chosen(const std::vector<Index>& wanted, Index count) {
        if (!wanted.empty()) return wanted;
        std::vector<Index> all(static_cast<std::size_t>(count));
        std::iota(all.begin(), all.end(), Index{0});
        return all;
    }
    // A selection counts in every set: a decoder may have fewer layers or heads than it names.
    static std::vector<Index> those_below(std::vector<Index> numbers, Index count) {
        std::erase_if(numbers, [count](Index number) { return number >= count; });
        return numbers;
    }
    bool is_sparse() const { return options_.top_k > 0 || options_.min_weight > 0; }
    void flush() {
        out_.write(text_);
        text_.clear();
    }
    // True once there is no use in going on: the error, if any, is told by the writer.
    bool is_over() const { return options_.cancel.is_requested() || !out_.is_good(); }
    Status ending() const {
        if (options_.cancel.is_requested()) return Error{ErrorKind::kCancelled, "export: stopped on request"};
        return {};
    }

    Status check() const {
        for (const auto& [list, count, name] : {std::tuple(&layers_, trace_.maps->n_layers(), "layers"),
                                                std::tuple(&heads_, trace_.maps->n_heads(), "heads")})
            for (const Index i : *list)
                if (i < 0 || i >= count)
                    return invalid(std::string(name) + ": " + std::to_string(i) + ", expected 0 to " +
                                   std::to_string(count - 1));
        const AttentionMaps& last = trace_.maps->last();
        const auto hidden = static_cast<std::size_t>(last.n_queries() * trace_.model->config.last_stack().d_model);
        if (options_.outputs && last.last_hidden_state.size() != hidden)
            return invalid("outputs: the run did not keep the last hidden state");
        return {};
    }

    void key(const char* name) { text_ += std::string(", \"") + name + "\": "; }
    void string(const char* name, std::string_view value) {
        key(name);
        append_json_string(text_, value);
    }
    void number(const char* name, Index value) {
        key(name);
        text_ += std::to_string(value);
    }
    void flag(const char* name, bool value) {
        key(name);
        text_ += value ? "true" : "false";
    }
    template <class Values, class Append>
    void list(const char* name, const Values& values, Append append) {
        key(name);
        text_ += '[';
        bool is_first = true;
        for (const auto& value : values) {
            if (!is_first) text_ += ", ";
            is_first = false;
            append(value);
        }
        text_ += ']';
    }
    void numbers(const char* name, const std::vector<Index>& values) {
        list(name, values, [&](Index value) { text_ += std::to_string(value); });
    }
    void new_line() { text_ += line_end_; }

    void write_head() {
        const ModelConfig& config = trace_.model->config;
        text_ +=
            "{\"format\": \"headscope.attention\", \"version\": 1, \"generator\": \"headscope " HEADSCOPE_VERSION "\"";
        new_line();
        text_ += ", \"model\": {\"name\": ";
        append_json_string(text_, trace_.model->name);
        string("family", config.family);
        number("n_layers", config.n_layers);
        number("n_heads", config.n_heads);
        number("n_kv_heads", config.n_kv_heads);
        number("d_model", config.d_model);
        number("d_head", config.d_head);
        flag("causal", config.is_causal());
        optional_string("sha256", options_.sha256);
        text_ += '}';
        new_line();
        string("text", trace_.encoding.text);
        optional_string("text_pair", trace_.encoding.pair);
        new_line();
        key("tokens");
        text_ += '[';
        for (const Index i : tokens_)
            write_token(trace_.encoding.tokens[static_cast<std::size_t>(i)], i, i == tokens_.front());
        text_ += ']';
        new_line();
        if (trace_.maps->decoder != nullptr) {
            key("target_tokens");
            text_ += '[';
            for (const Index i : target_tokens_)
                write_token(trace_.target.tokens[static_cast<std::size_t>(i)], i, i == target_tokens_.front());
            text_ += ']';
            new_line();
        }
        text_ += ", \"axes\": [\"layer\", \"head\", \"query\", \"key\"], \"index_base\": 0";
        numbers("layers", layers_);
        numbers("heads", heads_);
        if (trace_.maps->decoder != nullptr) {
            numbers("decoder_layers", decoder_layers_);
            numbers("decoder_heads", decoder_heads_);
        }
        new_line();
        const std::string normalization = normalization_name(options_.specials);
        if (trace_.holds_contributions) {
            string("normalization", normalization == "raw" ? "norms" : "norms_" + normalization);
        } else {
            string("normalization", normalization);
        }
        if (!trace_.ablation.is_empty()) write_switched_off();
        key("row_sum_max_error");
        if (std::isfinite(trace_.row_sum_max_error)) {
            append_json_number(text_, trace_.row_sum_max_error);
        } else {
            text_ += "null";
        }
        if (!trace_.attention_mask.empty())
            list("attention_mask", trace_.attention_mask,
                 [&](unsigned char value) { text_ += value != 0 ? '1' : '0'; });
        const std::vector<Note>& told = trace_.encoding.notes;
        const bool has_typed_special = std::any_of(
            told.begin(), told.end(), [](const Note& note) { return note.kind == NoteKind::kTypedSpecial; });
        if (trace_.encoding.specials_as_text || has_typed_special)
            string("special_tokens_in_text", trace_.encoding.specials_as_text ? "text" : "tokens");
        list("notes", trace_.encoding.notes, [&](const Note& note) { append_json_string(text_, note_text(note)); });
        new_line();
        flush();
    }

    void optional_string(const char* name, const std::optional<std::string>& value) {
        key(name);
        if (value) {
            append_json_string(text_, *value);
        } else {
            text_ += "null";
        }
    }

    void write_switched_off() {
        const auto pairs = [&](const char* name, const std::vector<HeadRef>& heads) {
            list(name, heads, [&](HeadRef head) {
                text_ += "[" + std::to_string(head.layer) + ", " + std::to_string(head.head) + "]";
            });
        };
        key("switched_off");
        text_ += "{\"by\": \"" + std::string(switch_off_name(trace_.ablation.by)) + '"';
        pairs("heads", trace_.ablation.heads);
        if (trace_.maps->decoder != nullptr) {
            pairs("decoder_heads", trace_.ablation.decoder_heads);
            pairs("cross_heads", trace_.ablation.cross_heads);
        }
        text_ += '}';
    }

    void write_token(const Token& token, Index i, bool is_first) {
        if (!is_first) text_ += ',';
        new_line();
        text_ += "{\"index\": " + std::to_string(i) + ", \"id\": " + std::to_string(token.id);
        string("piece", token.piece);
        if (!is_valid_utf8(token.piece)) string("bytes_hex", hex_text(token.piece));
        string("text", token.display);
        number("start", token.span.begin);
        number("end", token.span.end);
        flag("special", token.is_special);
        key("word");
        text_ += token.word ? std::to_string(*token.word) : "null";
        number("segment", token.segment);
        text_ += '}';
    }

    // The row's weights on the chosen keys, renormalised if asked; what cannot be is NaN.
    void gather(ConstMatrixView map, Index query, const std::vector<Index>& keys, std::vector<float>& row) const {
        row.resize(keys.size());
        const float* weights = map.row(query);
        for (std::size_t i = 0; i < keys.size(); ++i) row[i] = weights[keys[i]];
        if (options_.specials != SpecialsMode::kRenormalise) return;
        const double total = std::accumulate(row.begin(), row.end(), 0.0);
        for (float& weight : row) weight = static_cast<float>(weight / total);
    }

    // "[a,b,…]" of a row; null for what is not finite.
    void write_row(std::span<const float> row, std::size_t& non_finite) {
        const std::size_t start = text_.size();
        text_.resize(start + row.size() * (kMaxNumberBytes + 1) + 2);
        char* at = text_.data() + start;
        *at++ = '[';
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) *at++ = ',';
            if (std::isfinite(row[i])) {
                at = write_json_number(at, row[i], options_.digits);
            } else {
                at = std::copy_n("null", 4, at);
                ++non_finite;
            }
        }
        *at++ = ']';
        text_.resize(static_cast<std::size_t>(at - text_.data()));
        flush();
    }

    // "[row,row,…]" of one map; false once there is no use in going on.
    bool write_map(ConstMatrixView map, const std::vector<Index>& queries, const std::vector<Index>& keys) {
        std::vector<float> row;
        text_ += '[';
        for (std::size_t q = 0; q < queries.size(); ++q) {
            if (is_over()) return false;
            if (q > 0) text_ += ',';
            new_line();
            gather(map, queries[q], keys, row);
            write_row(row, non_finite_outside_outputs_);
        }
        text_ += ']';
        return true;
    }

    Status write_dense(const MapSet& set) {
        key(set.name.c_str());
        text_ += '[';
        for (std::size_t l = 0; l < set.layers.size(); ++l) {
            text_ += l == 0 ? "[" : ",[";
            for (std::size_t h = 0; h < set.heads.size(); ++h) {
                if (h > 0) text_ += ',';
                if (!write_map(set.maps->head(set.layers[l], set.heads[h]), set.queries, set.keys)) return ending();
            }
            text_ += ']';
        }
        text_ += ']';
        return {};
    }

    Status write_rollout() {
        new_line();
        key("rollout");
        text_ += "{\"variant\": ";
        append_json_string(text_, kRolloutVariant);
        key("identity");
        append_json_number(text_, kRolloutIdentity);
        text_ += ", \"heads\": \"mean\", \"axes\": [\"layer\", \"query\", \"key\"]";
        const auto maps = [&](const std::string& prefix, const AttentionMaps& rollout, const std::vector<Index>& layers,
                              const std::vector<Index>& tokens) {
            numbers((prefix + "layers").c_str(), layers);
            key((prefix + "maps").c_str());
            text_ += '[';
            for (std::size_t l = 0; l < layers.size(); ++l) {
                if (l > 0) text_ += ',';
                if (!write_map(rollout.head(layers[l], 0), tokens, tokens)) return false;
            }
            text_ += ']';
            return true;
        };
        if (!maps("", *options_.rollout, layers_, tokens_)) return ending();
        const AttentionMaps* decoder = options_.rollout->decoder.get();
        if (decoder != nullptr && !maps("decoder_", *decoder, decoder_layers_, target_tokens_)) return ending();
        text_ += '}';
        return {};
    }

    // Positions in the row that the sparse form keeps, strongest first; ties by position.
    std::vector<std::size_t> strongest(std::span<const float> row) {
        std::vector<std::size_t> kept;
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (!std::isfinite(row[k])) {
                ++non_finite_outside_outputs_;
            } else if (row[k] > 0 && row[k] >= options_.min_weight) {
                kept.push_back(k);
            }
        }
        std::stable_sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
        if (options_.top_k > 0) kept.resize(std::min(kept.size(), static_cast<std::size_t>(options_.top_k)));
        return kept;
    }

    Status write_sparse(const MapSet& set) {
        key((set.name + "_sparse").c_str());
        text_ += "{\"form\": \"[layer, head, query, key, weight]\"";
        key("top_k");
        text_ += options_.top_k > 0 ? std::to_string(options_.top_k) : "null";
        key("min_weight");
        if (options_.min_weight > 0) {
            append_json_number(text_, options_.min_weight);
        } else {
            text_ += "null";
        }
        const auto count = [](const auto& values) { return static_cast<Index>(values.size()); };
        numbers("shape", {count(set.layers), count(set.heads), count(set.queries), count(set.keys)});
        key("entries");
        text_ += '[';
        std::vector<float> row;
        bool is_first = true;
        for (const Index layer : set.layers) {
            for (const Index head : set.heads) {
                const ConstMatrixView map = set.maps->head(layer, head);
                const std::string start = "[" + std::to_string(layer) + "," + std::to_string(head) + ",";
                for (std::size_t q = 0; q < set.queries.size(); ++q) {
                    if (is_over()) return ending();
                    gather(map, set.queries[q], set.keys, row);
                    for (const std::size_t k : strongest(row)) {
                        if (!is_first) text_ += ',';
                        is_first = false;
                        new_line();
                        text_ += start + std::to_string(q) + "," + std::to_string(k) + ",";
                        append_json_number(text_, row[k], options_.digits);
                        text_ += ']';
                    }
                    flush();
                }
            }
        }
        text_ += "]}";
        return {};
    }

    // Rows of a matrix whose rows have `width` numbers, by position.
    void write_rows(std::span<const float> matrix, const std::vector<Index>& rows, std::size_t width,
                    std::size_t& non_finite) {
        text_ += '[';
        for (std::size_t i = 0; i < rows.size() && !is_over(); ++i) {
            if (i > 0) text_ += ',';
            new_line();
            write_row(matrix.subspan(static_cast<std::size_t>(rows[i]) * width, width), non_finite);
        }
        text_ += ']';
    }

    void write_prediction(const Prediction& prediction) {
        text_ += "{\"id\": " + std::to_string(prediction.id);
        string("piece", prediction.piece);
        string("text", prediction.display);
        key("probability");
        append_json_number(text_, prediction.probability);
        text_ += '}';
    }

    void write_outputs() {
        const AttentionMaps& last = trace_.maps->last();
        const std::vector<Index>& positions = trace_.maps->decoder != nullptr ? target_tokens_ : tokens_;
        const auto width = static_cast<std::size_t>(trace_.model->config.last_stack().d_model);
        std::size_t non_finite = 0;
        text_ += std::string(line_end_) + ", \"outputs\": {\"last_hidden_state\": ";
        write_rows(last.last_hidden_state, positions, width, non_finite);
        if (!last.logits.empty()) {
            const auto pieces = static_cast<std::size_t>(trace_.model->weights.head.matrix.rows);
            key("logits");
            new_line();
            write_row(std::span(last.logits).last(pieces), non_finite);
            if (trace_.model->config.is_masked_model()) {
                key("logits_all");
                write_rows(last.logits, positions, pieces, non_finite);
            }
            list("predictions", predict_tokens(trace_), [&](const PredictedToken& token) {
                text_ += "{\"position\": " + std::to_string(token.position);
                list("top", token.top, [&](const Prediction& prediction) { write_prediction(prediction); });
                text_ += '}';
            });
        }
        number("non_finite", static_cast<Index>(non_finite));
        text_ += '}';
    }

    const AttentionTrace& trace_;
    const JsonExportOptions& options_;
    AtomicFileWriter& out_;
    const char* line_end_;
    const std::vector<Index> tokens_;  // positions in the model's input of what is written
    const std::vector<Index> layers_;
    const std::vector<Index> heads_;
    std::vector<Index> target_tokens_, decoder_layers_, decoder_heads_;  // encoder–decoder models only
    std::vector<MapSet> sets_;
    std::string text_;  // what is written next: never more than a row
    std::size_t non_finite_outside_outputs_ = 0;
};

}  // namespace

std::string note_text(const Note& note) {
    return std::string(note_name(note.kind)) + ": " + note.message;
}

Status write_trace_json(const AttentionTrace& trace, const JsonExportOptions& options, AtomicFileWriter& out) {
    return TraceWriter(trace, options, out).write();
}

Status export_trace_json(const AttentionTrace& trace, const JsonExportOptions& options,
                         const std::filesystem::path& path) {
    Result<AtomicFileWriter> out = AtomicFileWriter::create(path);
    if (!out.has_value()) return out.error();
    if (Status status = write_trace_json(trace, options, out.value()); !status.is_ok()) return status;
    return out.value().commit();
}

}  // namespace headscope
