#include "core/export/json_export.h"

#include <cstddef>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "core/export/json_heading.h"
#include "core/export/json_maps.h"
#include "core/export/json_outputs.h"
#include "core/export/json_stream.h"
#include "core/io/json_write.h"
#include "core/trace/map_pixels.h"
#include "core/trace/rollout.h"

namespace headscope {
namespace {

class TraceWriter {
  public:
    TraceWriter(const AttentionTrace& trace, const JsonExportOptions& options, AtomicFileWriter& out)
        : trace_(trace), options_(options), json_(options, out), maps_(options, json_) {
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
        json_.flush();
        for (const ExportedMaps& set : sets_) {
            if (Status status = maps_.write(set); !status.is_ok()) return status;
        }
        if (options_.rollout != nullptr) {
            if (Status status = write_rollout(); !status.is_ok()) return status;
        }
        json_.text += std::string(json_.line_end) + ", \"non_finite\": " + std::to_string(maps_.non_finite());
        if (options_.outputs) write_outputs(trace_, parts_, json_);
        json_.text += "}\n";
        json_.flush();
        return json_.ending();
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
                if (!maps_.write_map(rollout.head(layers[l], 0), tokens, tokens)) return false;
            }
            json_.text += ']';
            return true;
        };
        if (!maps("", *options_.rollout, parts_.layers, parts_.tokens)) return json_.ending();
        const AttentionMaps* decoder = options_.rollout->decoder.get();
        if (decoder != nullptr && !maps("decoder_", *decoder, parts_.decoder_layers, parts_.target_tokens))
            return json_.ending();
        json_.text += '}';
        return {};
    }

    const AttentionTrace& trace_;
    const JsonExportOptions& options_;
    ExportedParts parts_;
    std::vector<ExportedMaps> sets_;
    JsonStream json_;
    MapWriter maps_;
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
