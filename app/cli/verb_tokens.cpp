#include <CLI/CLI.hpp>
#include <optional>

#include "app/cli/inputs.h"
#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/base/utf8.h"
#include "core/export/json_export.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"
#include "core/model/catalog.h"

namespace headscope {
namespace {

// Offsets into repaired text as offsets into the bytes that were given.
class SpanOrigins {
  public:
    SpanOrigins(const Input& input, const Encoding& encoding) {
        if (input.text != encoding.text) first_ = repair_utf8(input.text);
        if (input.pair && encoding.pair && *input.pair != *encoding.pair) second_ = repair_utf8(*input.pair);
    }
    ByteSpan span_of(const Token& token) const {
        const RepairedText& text = token.segment == 1 ? second_ : first_;
        return {text.to_input(token.span.begin), text.to_input(token.span.end)};
    }

  private:
    RepairedText first_, second_;
};

template <class Append>
void append_list(std::string& line, const char* key, const std::vector<Token>& tokens, Append append) {
    line += std::string(line.empty() ? "{\"" : ",\"") + key + "\":[";
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0) line += ',';
        append(tokens[i]);
    }
    line += ']';
}

std::string json_line(const Encoding& encoding, const SpanOrigins& origins) {
    std::string line;
    const std::vector<Token>& tokens = encoding.tokens;
    append_list(line, "ids", tokens, [&](const Token& token) { line += std::to_string(token.id); });
    append_list(line, "pieces", tokens,
                [&](const Token& token) { append_json_string(line, token.written.value_or(token.piece)); });
    append_list(line, "spans", tokens, [&](const Token& token) {
        const ByteSpan span = origins.span_of(token);
        line += "[" + std::to_string(span.begin) + "," + std::to_string(span.end) + "]";
    });
    append_list(line, "type_ids", tokens, [&](const Token& token) { line += std::to_string(token.type_id); });
    append_list(line, "special", tokens, [&](const Token& token) { line += token.is_template ? "true" : "false"; });
    append_list(line, "words", tokens,
                [&](const Token& token) { line += token.word ? std::to_string(*token.word) : "null"; });
    line += ",\"notes\":[";
    for (std::size_t i = 0; i < encoding.notes.size(); ++i) {
        if (i > 0) line += ',';
        append_json_string(line, note_text(encoding.notes[i]));
    }
    return line + "]}\n";
}

std::string error_line(const Error& error) {
    std::string line = "{\"error\":";
    append_json_string(line, error.message);
    return line + "}\n";
}

std::string table(const Encoding& encoding, const SpanOrigins& origins) {
    std::string text;
    for (std::size_t i = 0; i < encoding.tokens.size(); ++i) {
        const Token& token = encoding.tokens[i];
        const ByteSpan span = origins.span_of(token);
        text += std::to_string(i) + "\t" + std::to_string(token.id) + "\t" + shown_text(token.piece) + "\t" +
                std::to_string(span.begin) + "-" + std::to_string(span.end) + (token.is_template ? "\tspecial" : "") +
                "\n";
    }
    return text;
}

}  // namespace

int run_tokens(Arguments arguments) {
    CLI::App app(
        "Shows how texts are cut into tokens; needs no weights. Columns: position, id, piece, bytes of the text.",
        "headscope tokens");
    app.footer("Example:\n  headscope tokens --text \"The astronomer\" --json");
    std::string model;
    Inputs inputs;
    bool as_json = false;
    arguments.add_model(app, model);
    inputs.add_options(arguments, app, false);
    app.add_flag("--json", as_json, "One JSON object a line for each input");
    if (const auto status = arguments.parse(app)) return *status;
    if (const auto status = inputs.open()) return *status;

    const Result<std::filesystem::path> path = find_model(model);
    if (!path.has_value()) return report(path.error());
    const Result<LoadedTokenizer> loaded = load_tokenizer(path.value());
    if (!loaded.has_value()) return report(loaded.error());
    warn_all(loaded.value().warnings);
    const Tokenizer& tokenizer = *loaded.value().tokenizer;

    Result<AtomicFileWriter> opened = open_standard_output();
    if (!opened.has_value()) return report(opened.error());
    AtomicFileWriter& out = opened.value();
    int status = kDone;
    for (bool is_first = true; out.is_good(); is_first = false) {
        const auto input = inputs.next();
        if (!input) break;
        if (!input->has_value()) {
            status = report(input->error(), inputs.place());
            if (as_json) out.write(error_line(input->error()));
            continue;
        }
        const Input& given = input->value();
        const Result<Encoding> encoded = tokenizer.encode(
            given.text, given.pair ? std::optional<std::string_view>(*given.pair) : std::nullopt, given.encode);
        if (!encoded.has_value()) {
            status = report(encoded.error(), given.place);
            if (as_json) out.write(error_line(encoded.error()));
            continue;
        }
        const Encoding& encoding = encoded.value();
        const SpanOrigins origins(given, encoding);
        if (as_json) {
            out.write(json_line(encoding, origins));
        } else {
            warn_notes(encoding.notes, given.place);
            out.write((is_first ? "" : "\n") + table(encoding, origins));
        }
    }
    const int written = finish(out);
    return written == kDone ? status : written;
}

}  // namespace headscope
