#include "core/export/json_outputs.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/io/json_write.h"
#include "core/trace/predictions.h"

namespace headscope {
namespace {

// Rows of a matrix whose rows have `width` numbers, by position.
void write_rows(std::span<const float> matrix, const std::vector<Index>& rows, std::size_t width,
                std::size_t& non_finite, JsonStream& json) {
    json.text += '[';
    for (std::size_t i = 0; i < rows.size() && !json.is_over(); ++i) {
        if (i > 0) json.text += ',';
        json.new_line();
        json.row(matrix.subspan(static_cast<std::size_t>(rows[i]) * width, width), non_finite);
    }
    json.text += ']';
}

void write_prediction(const Prediction& prediction, JsonStream& json) {
    json.text += "{\"id\": " + std::to_string(prediction.id);
    json.string("piece", prediction.piece);
    json.string("text", prediction.display);
    json.key("probability");
    append_json_number(json.text, prediction.probability);
    json.text += '}';
}

}  // namespace

void write_outputs(const AttentionTrace& trace, const ExportedParts& parts, JsonStream& json) {
    const AttentionMaps& last = trace.maps->last();
    const std::vector<Index>& positions = trace.maps->decoder != nullptr ? parts.target_tokens : parts.tokens;
    const auto width = static_cast<std::size_t>(trace.model->config.last_stack().d_model);
    std::size_t non_finite = 0;
    json.text += std::string(json.line_end) + ", \"outputs\": {\"last_hidden_state\": ";
    write_rows(last.last_hidden_state, positions, width, non_finite, json);
    if (!last.logits.empty()) {
        const auto pieces = static_cast<std::size_t>(trace.model->weights.head.matrix.rows);
        json.key("logits");
        json.new_line();
        json.row(std::span(last.logits).last(pieces), non_finite);
        if (trace.model->config.is_masked_model()) {
            json.key("logits_all");
            write_rows(last.logits, positions, pieces, non_finite, json);
        }
        json.list("predictions", predict_tokens(trace), [&](const PredictedToken& token) {
            json.text += "{\"position\": " + std::to_string(token.position);
            json.list("top", token.top, [&](const Prediction& prediction) { write_prediction(prediction, json); });
            json.text += '}';
        });
    }
    json.number("non_finite", static_cast<Index>(non_finite));
    json.text += '}';
}

}  // namespace headscope
