#include "core/export/json_export.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/export/json_heading.h"
#include "core/io/json_write.h"
#include "core/trace/map_pixels.h"
#include "core/trace/predictions.h"
#include "core/trace/rollout.h"

namespace headscope {
namespace {

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
        : trace_(trace), options_(options), out_(out), json_{{}, options.one_line ? "" : "\n"} {
        parts_.tokens = shown_tokens(trace, options.specials);
        parts_.layers = chosen(options.layers, trace.maps->n_layers());
        parts_.heads = chosen(options.heads, trace.maps->n_heads());
        sets_.push_back({"attention", trace.maps.get(), parts_.layers, parts_.heads, parts_.tokens, parts_.tokens});
        const AttentionMaps* decoder = trace.maps->decoder.get();
        if (decoder == nullptr) return;
        parts_.target_tokens = shown_target_tokens(trace, options.specials);
        parts_.decoder_layers = those_below(chosen(options.layers, decoder->n_layers()), decoder->n_layers());
        parts_.decoder_heads = those_below(chosen(options.heads, decoder->n_heads()), decoder->n_heads());
        sets_.push_back({"decoder_attention", decoder, parts_.decoder_layers, parts_.decoder_heads,
                         parts_.target_tokens, parts_.target_tokens});
        sets_.push_back({"cross_attention", trace.maps->cross.get(), parts_.decoder_layers, parts_.decoder_heads,
                         parts_.target_tokens, parts_.tokens});
    }

    Status write() {
        if (Status status = check(); !status.is_ok()) return status;
        append_heading(json_, trace_, options_, parts_);
        flush();
        for (const MapSet& set : sets_) {
            Status status = is_sparse() ? write_sparse(set) : write_dense(set);
            if (!status.is_ok()) return status;
        }
        if (options_.rollout != nullptr) {
            if (Status status = write_rollout(); !status.is_ok()) return status;
        }
        json_.text += std::string(json_.line_end) + ", \"non_finite\": " + std::to_string(non_finite_outside_outputs_);
        if (options_.outputs) write_outputs();
        json_.text += "}\n";
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
        out_.write(json_.text);
        json_.text.clear();
    }
    // True once there is no use in going on: the error, if any, is told by the writer.
    bool is_over() const { return options_.cancel.is_requested() || !out_.is_good(); }
    Status ending() const {
        if (options_.cancel.is_requested()) return Error{ErrorKind::kCancelled, "export: stopped on request"};
        return {};
    }

    Status check() const {
        for (const auto& [list, count, name] : {std::tuple(&parts_.layers, trace_.maps->n_layers(), "layers"),
                                                std::tuple(&parts_.heads, trace_.maps->n_heads(), "heads")})
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
        const std::size_t start = json_.text.size();
        json_.text.resize(start + row.size() * (kMaxNumberBytes + 1) + 2);
        char* at = json_.text.data() + start;
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
        json_.text.resize(static_cast<std::size_t>(at - json_.text.data()));
        flush();
    }

    // "[row,row,…]" of one map; false once there is no use in going on.
    bool write_map(ConstMatrixView map, const std::vector<Index>& queries, const std::vector<Index>& keys) {
        std::vector<float> row;
        json_.text += '[';
        for (std::size_t q = 0; q < queries.size(); ++q) {
            if (is_over()) return false;
            if (q > 0) json_.text += ',';
            json_.new_line();
            gather(map, queries[q], keys, row);
            write_row(row, non_finite_outside_outputs_);
        }
        json_.text += ']';
        return true;
    }

    Status write_dense(const MapSet& set) {
        json_.key(set.name.c_str());
        json_.text += '[';
        for (std::size_t l = 0; l < set.layers.size(); ++l) {
            json_.text += l == 0 ? "[" : ",[";
            for (std::size_t h = 0; h < set.heads.size(); ++h) {
                if (h > 0) json_.text += ',';
                if (!write_map(set.maps->head(set.layers[l], set.heads[h]), set.queries, set.keys)) return ending();
            }
            json_.text += ']';
        }
        json_.text += ']';
        return {};
    }

    Status write_rollout() {
        json_.new_line();
        json_.key("rollout");
        json_.text += "{\"variant\": ";
        append_json_string(json_.text, kRolloutVariant);
        json_.key("identity");
        append_json_number(json_.text, kRolloutIdentity);
        json_.text += ", \"heads\": \"mean\", \"axes\": [\"layer\", \"query\", \"key\"]";
        const auto maps = [&](const std::string& prefix, const AttentionMaps& rollout, const std::vector<Index>& layers,
                              const std::vector<Index>& tokens) {
            json_.numbers((prefix + "layers").c_str(), layers);
            json_.key((prefix + "maps").c_str());
            json_.text += '[';
            for (std::size_t l = 0; l < layers.size(); ++l) {
                if (l > 0) json_.text += ',';
                if (!write_map(rollout.head(layers[l], 0), tokens, tokens)) return false;
            }
            json_.text += ']';
            return true;
        };
        if (!maps("", *options_.rollout, parts_.layers, parts_.tokens)) return ending();
        const AttentionMaps* decoder = options_.rollout->decoder.get();
        if (decoder != nullptr && !maps("decoder_", *decoder, parts_.decoder_layers, parts_.target_tokens))
            return ending();
        json_.text += '}';
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
        json_.key((set.name + "_sparse").c_str());
        json_.text += "{\"form\": \"[layer, head, query, key, weight]\"";
        json_.key("top_k");
        json_.text += options_.top_k > 0 ? std::to_string(options_.top_k) : "null";
        json_.key("min_weight");
        if (options_.min_weight > 0) {
            append_json_number(json_.text, options_.min_weight);
        } else {
            json_.text += "null";
        }
        const auto count = [](const auto& values) { return static_cast<Index>(values.size()); };
        json_.numbers("shape", {count(set.layers), count(set.heads), count(set.queries), count(set.keys)});
        json_.key("entries");
        json_.text += '[';
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
                        if (!is_first) json_.text += ',';
                        is_first = false;
                        json_.new_line();
                        json_.text += start + std::to_string(q) + "," + std::to_string(k) + ",";
                        append_json_number(json_.text, row[k], options_.digits);
                        json_.text += ']';
                    }
                    flush();
                }
            }
        }
        json_.text += "]}";
        return {};
    }

    // Rows of a matrix whose rows have `width` numbers, by position.
    void write_rows(std::span<const float> matrix, const std::vector<Index>& rows, std::size_t width,
                    std::size_t& non_finite) {
        json_.text += '[';
        for (std::size_t i = 0; i < rows.size() && !is_over(); ++i) {
            if (i > 0) json_.text += ',';
            json_.new_line();
            write_row(matrix.subspan(static_cast<std::size_t>(rows[i]) * width, width), non_finite);
        }
        json_.text += ']';
    }

    void write_prediction(const Prediction& prediction) {
        json_.text += "{\"id\": " + std::to_string(prediction.id);
        json_.string("piece", prediction.piece);
        json_.string("text", prediction.display);
        json_.key("probability");
        append_json_number(json_.text, prediction.probability);
        json_.text += '}';
    }

    void write_outputs() {
        const AttentionMaps& last = trace_.maps->last();
        const std::vector<Index>& positions = trace_.maps->decoder != nullptr ? parts_.target_tokens : parts_.tokens;
        const auto width = static_cast<std::size_t>(trace_.model->config.last_stack().d_model);
        std::size_t non_finite = 0;
        json_.text += std::string(json_.line_end) + ", \"outputs\": {\"last_hidden_state\": ";
        write_rows(last.last_hidden_state, positions, width, non_finite);
        if (!last.logits.empty()) {
            const auto pieces = static_cast<std::size_t>(trace_.model->weights.head.matrix.rows);
            json_.key("logits");
            json_.new_line();
            write_row(std::span(last.logits).last(pieces), non_finite);
            if (trace_.model->config.is_masked_model()) {
                json_.key("logits_all");
                write_rows(last.logits, positions, pieces, non_finite);
            }
            json_.list("predictions", predict_tokens(trace_), [&](const PredictedToken& token) {
                json_.text += "{\"position\": " + std::to_string(token.position);
                json_.list("top", token.top, [&](const Prediction& prediction) { write_prediction(prediction); });
                json_.text += '}';
            });
        }
        json_.number("non_finite", static_cast<Index>(non_finite));
        json_.text += '}';
    }

    const AttentionTrace& trace_;
    const JsonExportOptions& options_;
    AtomicFileWriter& out_;
    ExportedParts parts_;
    std::vector<MapSet> sets_;
    JsonText json_;  // what is written next: never more than a row
    std::size_t non_finite_outside_outputs_ = 0;
};

}  // namespace

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
