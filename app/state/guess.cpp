#include "app/state/guess.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/state/app_state.h"

namespace headscope {
namespace {

constexpr std::size_t kPredictions = 10;

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

// The ways in which a piece may be written in a text.
std::vector<std::string> spellings(const Tokenizer& tokenizer, TokenId id) {
    const std::string piece = tokenizer.find_piece(id).value_or("");
    const std::string display = tokenizer.find_display(id).value_or(piece);
    std::string spelled = piece;
    for (const std::string_view space : {"▁", "Ġ"}) replace_all(spelled, space, " ");
    replace_all(spelled, "Ċ", "\n");
    return {spelled, display, ' ' + display, piece};
}

std::vector<TokenId> ids_of(const Tokenizer& tokenizer, const std::string& text) {
    EncodeOptions options;
    options.add_special_tokens = false;
    const Result<Encoding> encoding = tokenizer.encode(text, std::nullopt, options);
    std::vector<TokenId> ids;
    if (encoding.has_value())
        for (const Token& token : encoding.value().tokens) ids.push_back(token.id);
    return ids;
}

// The text with a token more at its end, spelled so that it is read as that token where any spelling is.
std::string with_token_behind(const Tokenizer& tokenizer, const std::string& text, TokenId id) {
    std::vector<TokenId> wanted = ids_of(tokenizer, text);
    wanted.push_back(id);
    const std::vector<std::string> ways = spellings(tokenizer, id);
    for (const std::string& spelling : ways) {
        if (!spelling.empty() && ids_of(tokenizer, text + spelling) == wanted) return text + spelling;
    }
    return text + (text.empty() ? ways[1] : ways[2]);
}

std::string trimmed(std::string text) {
    text.erase(0, text.find_first_not_of(" \n"));
    return text;
}

}  // namespace

Result<std::shared_ptr<const Guess>> make_guess(const GuessRequest& request, const CancelToken& cancel,
                                                Workspace& workspace) {
    RunOptions options;
    options.keep_maps = false;
    options.logits = logits_for_predictions(request.trace->model->config);
    options.ablation = request.trace->ablation;
    options.cancel = cancel;
    const auto trace = trace_again(*request.trace, options, workspace);
    if (!trace.has_value()) return trace.error();
    auto made = std::make_shared<Guess>();
    made->request = request;
    made->tokens = predict_tokens(*trace.value(), kPredictions);
    return std::shared_ptr<const Guess>(std::move(made));
}

std::string why_no_guess(const AppState& state) {
    if (!state.shown) return "No text has been read yet.";
    const Model& model = *state.trace()->model;
    if (model.weights.head.matrix.rows == 0)
        return "The weights of " + model.name +
               " have no head that predicts tokens. Open a model that has one, such as headscope-small (Ctrl+O).";
    if (!model.config.is_masked_model()) return {};
    const auto& tokens = state.trace()->encoding.tokens;
    const bool has_mask = std::any_of(tokens.begin(), tokens.end(), is_mask_token);
    return has_mask ? ""
                    : "This model predicts words that are hidden: write its mask token, such as [MASK] or <mask>, in "
                      "the sentence.";
}

void use_guess(AppState& state, Index position, TokenId id) {
    if (!state.shown) return;
    const AttentionTrace& trace = *state.trace();
    const bool is_target = trace.model->config.decoder.has_value();
    const auto& of_text = is_target ? trace.model->target_tokenizer : trace.model->tokenizer;
    if (!of_text) return;
    const Tokenizer& tokenizer = *of_text;
    if (trace.model->config.is_masked_model()) {
        const auto& tokens = trace.encoding.tokens;
        if (position < 0 || position >= static_cast<Index>(tokens.size())) return;
        const Token& mask = tokens[static_cast<std::size_t>(position)];
        TextEdit& edit = mask.segment == 1 ? state.pair : state.sentence;
        std::string text = edit.text();
        if (mask.span.end > text.size() || mask.span.begin >= mask.span.end) return;
        const std::string word = trimmed(tokenizer.find_display(id).value_or(tokenizer.find_piece(id).value_or("")));
        text.replace(mask.span.begin, mask.span.end - mask.span.begin, word);
        edit.set_text(text);
    } else {
        TextEdit& edit = is_target ? state.target : (state.has_pair ? state.pair : state.sentence);
        edit.set_text(with_token_behind(tokenizer, edit.text(), id));
    }
    texts_were_edited(state);
}

}  // namespace headscope
