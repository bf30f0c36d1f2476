#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/views/views.h"
#include "core/text/shown_span.h"

namespace headscope {
namespace {

// One of the boxes, and what became of its text.
struct Box {
    TextFocus focus;
    const char* caption;  // beside the box where there are several; null: none
    const char* placeholder;
    TextEdit& edit;
    TextBoxState& kept;
    const Encoding* encoding = nullptr;     // of the trace; null: none yet
    const std::string* analysed = nullptr;  // the text that its spans refer to
    int segment = 0;
    bool has_queries = false;  // its tokens are queries of the shown maps
    bool has_keys = false;
};

std::vector<Box> boxes_of(const Ui& ui) {
    AppState& state = ui.state;
    const AttentionTrace* trace = state.trace();
    const bool reads_target = has_target(state);
    const MapSet set = state.shown ? state.shown->set() : MapSet::kEncoder;
    Box source{TextFocus::kSentence, reads_target ? "Source" : nullptr, "Type a sentence", state.sentence,
               ui.kept.sentence_box};
    source.has_queries = set == MapSet::kEncoder;
    source.has_keys = set != MapSet::kDecoder;
    if (trace != nullptr) source.encoding = &trace->encoding;
    if (trace != nullptr) source.analysed = &trace->encoding.text;
    std::vector<Box> boxes{source};
    if (state.has_pair) {
        Box pair{TextFocus::kPair, nullptr,          "A second sentence, read together with the first",
                 state.pair,       ui.kept.pair_box, source.encoding};
        pair.segment = 1;
        pair.has_queries = source.has_queries;
        pair.has_keys = source.has_keys;
        if (trace != nullptr && trace->encoding.pair) pair.analysed = &*trace->encoding.pair;
        boxes.push_back(pair);
    }
    if (reads_target) {
        Box target{TextFocus::kTarget, "Target", "What the decoder reads", state.target, ui.kept.target_box};
        target.has_queries = set != MapSet::kEncoder;
        target.has_keys = set == MapSet::kDecoder;
        if (trace != nullptr && has_map_set(*trace, MapSet::kDecoder)) {
            target.encoding = &trace->target;
            target.analysed = &trace->target.text;
        }
        boxes.push_back(target);
    }
    return boxes;
}

// The bytes of the lit query and key, if they lie in this box.
std::vector<TextHighlight> highlights_of(const Ui& ui, const Box& box) {
    std::vector<TextHighlight> highlights;
    const auto add = [&](std::optional<Index> token, bool is_here, bool is_query, ImU32 colour) {
        if (!token || !is_here) return;
        const ShownTrace& shown = *ui.state.shown;
        const ByteSpan whole = is_query ? shown.query_span(*token) : shown.key_span(*token);
        const Token& facts = box.encoding->tokens[static_cast<std::size_t>(*token)];
        if (facts.is_template || facts.segment != box.segment) return;
        const ByteSpan span = shown_span(*box.analysed, whole);
        highlights.push_back({span.begin, span.end, with_alpha(colour, 0.3F)});
    };
    add(lit_key(ui.state), box.has_keys, false, ui.palette().key);
    add(lit_query(ui.state), box.has_queries, true, ui.palette().query);
    return highlights;
}

std::optional<Index> token_at_byte(const Box& box, std::size_t byte) {
    const std::vector<Token>& tokens = box.encoding->tokens;
    const auto find = [&](ByteSpan span) -> std::optional<Index> {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const Token& token = tokens[i];
            if (!token.is_template && token.segment == box.segment && token.span.begin < span.end &&
                span.begin < token.span.end) {
                return static_cast<Index>(i);
            }
        }
        return std::nullopt;
    };
    const auto begin = static_cast<std::uint32_t>(byte);
    if (const auto token = find({begin, begin + 1})) return token;
    // An accent that the tokenizer dropped belongs to the letter under it.
    return find(shown_span(*box.analysed, {begin, begin + 1}));
}

// Words under the pointer light up as their tokens do, and the other way round.
void draw_box(const Ui& ui, const Rect& rect, const Box& box) {
    // Spans refer to the text that was analysed; while a newer one is on its way they would miss.
    const bool is_current = box.analysed != nullptr && *box.analysed == box.edit.text();
    std::vector<TextHighlight> highlights;
    if (is_current) highlights = highlights_of(ui, box);
    const TextBoxResult result =
        text_box(ui, rect, box.focus, box.edit, box.kept, {box.placeholder, box.placeholder, highlights});
    if (result.changed) ui.ask(TextsEdited{});
    if (!is_current || !result.hovered_byte || !(box.has_queries || box.has_keys)) return;
    const std::optional<Index> token = token_at_byte(box, *result.hovered_byte);
    if (!token) return;
    if (box.has_queries) {
        ui.ask(PointAt{Hover{token, std::nullopt, std::nullopt}});
    } else {
        ui.ask(PointAt{Hover{ui.state.view.locked_query, token, std::nullopt}});
    }
}

}  // namespace

void draw_sentence_boxes(const Ui& ui, const Rect& rect) {
    const std::vector<Box> boxes = boxes_of(ui);
    const float gap = ui.px(10);
    ImFont* font = ui.style.fonts->small;
    float captions = 0;
    const auto caption_width = [&](const Box& box) {
        return box.caption == nullptr ? 0 : text_size(font, box.caption).x + ui.px(7);
    };
    for (const Box& box : boxes) captions += caption_width(box);
    const auto count = static_cast<float>(boxes.size());
    const float width = std::floor((rect.w - captions - gap * (count - 1)) / count);
    float x = rect.x;
    for (const Box& box : boxes) {
        const float caption = caption_width(box);
        if (caption > 0) {
            const Rect place{x, rect.y, caption, rect.h};
            draw_text_in(*ImGui::GetWindowDrawList(), font, place, ui.palette().dim, box.caption, Align::kLeft);
            tip_on_words(ui, place, box.caption,
                         box.focus == TextFocus::kTarget
                             ? "What the decoder has written so far: its tokens look at one another and at the source."
                             : "What the encoder reads: its tokens look at one another, and the target looks at them.");
        }
        draw_box(ui, {x + caption, rect.y, width, rect.h}, box);
        x += caption + width + gap;
    }
}

}  // namespace headscope
