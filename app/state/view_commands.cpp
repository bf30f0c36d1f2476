#include <algorithm>
#include <array>

#include "app/state/command_tables.h"

// How the maps are shown.
namespace headscope {
namespace {

void toggle_specials_in_text(AppState& state) {
    ViewState view = state.view;
    view.specials_as_text = !view.specials_as_text;
    change_view(state, view);
}

void resize_text(AppState& state, int steps) {
    ViewState view = state.view;
    view.text_size = std::clamp(view.text_size + steps, kMinTextSize, kMaxTextSize);
    change_view(state, view);
}

// A lock stays on its token where the new set has the same queries.
void show_set(AppState& state, MapSet set) {
    ViewState view = state.view;
    const bool same_queries = (view.map_set == MapSet::kEncoder) == (set == MapSet::kEncoder);
    if (set != view.map_set) view.locked_key.reset();
    if (!same_queries) view.locked_query.reset();
    view.map_set = set;
    change_view(state, view);
}

void cycle_sets(AppState& state) {
    show_set(state, static_cast<MapSet>((static_cast<int>(state.view.map_set) + 1) % 3));
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kShowSpecials, "Show special tokens", "Raw weights of every token, [CLS] and [SEP] included.",
     std::nullopt, false, always, set_view<&ViewState::specials, SpecialsMode::kKeep>},
    {CommandId::kHideSpecials, "Hide special tokens",
     "Leaves rows and columns of special tokens out; the other weights stay as they are, so rows sum to less than 1.",
     std::nullopt, false, always, set_view<&ViewState::specials, SpecialsMode::kDrop>},
    {CommandId::kRenormaliseSpecials, "Hide special tokens and renormalise",
     "Leaves special tokens out and divides each row by what remains, so that it sums to 1 again.", std::nullopt, false,
     always, set_view<&ViewState::specials, SpecialsMode::kRenormalise>},
    {CommandId::kCycleSpecials, "Special tokens: next mode", "Shown, hidden, hidden and renormalised, in turn.",
     plain(Key::kS), false, always, cycle_view<&ViewState::specials, 3>},
    {CommandId::kToggleSpecialsInText, "Special tokens in the text: as tokens or as text",
     "Whether [MASK] and the like, typed in the sentence, are special tokens for the model or words like any other.",
     plain(Key::kT), false, always, toggle_specials_in_text},
    {CommandId::kShowEncoder, "Encoder's maps", "How the source text's tokens look at one another.", std::nullopt,
     false, has_target, [](AppState& state) { show_set(state, MapSet::kEncoder); }},
    {CommandId::kShowDecoder, "Decoder's maps", "How the target's tokens look at one another; none looks ahead.",
     std::nullopt, false, has_target, [](AppState& state) { show_set(state, MapSet::kDecoder); }},
    {CommandId::kShowCross, "Cross-attention", "How the target's tokens (queries) look at the source text's (keys).",
     std::nullopt, false, has_target, [](AppState& state) { show_set(state, MapSet::kCross); }},
    {CommandId::kCycleMapSet, "Encoder, decoder, cross: next",
     "The three sets of maps of an encoder–decoder model, in turn.", plain(Key::kE), false, has_target, cycle_sets},
    {CommandId::kScaleLinear, "Linear scale", "Colour is proportional to the weight.", std::nullopt, false, always,
     set_view<&ViewState::scale, ScaleKind::kLinear>},
    {CommandId::kScaleSqrt, "Square-root scale", "Colour is proportional to the square root, so small weights show.",
     std::nullopt, false, always, set_view<&ViewState::scale, ScaleKind::kSqrt>},
    {CommandId::kScaleLog, "Logarithmic scale", "Every factor of ten is one quarter of the colours, 0.0001 to 1.",
     std::nullopt, false, always, set_view<&ViewState::scale, ScaleKind::kLog>},
    {CommandId::kCycleScale, "Colour scale: next", "Linear, square root, logarithm, in turn.", plain(Key::kC), false,
     always, cycle_view<&ViewState::scale, 3>},
    {CommandId::kToggleTheme, "Light or dark", "Switches between the light and the dark theme.", plain(Key::kD), false,
     always, cycle_view<&ViewState::theme, 2>},
    {CommandId::kBiggerText, "Larger text", "Makes everything that is written larger.", with_ctrl(Key::kPlus), true,
     always, [](AppState& state) { resize_text(state, 1); }},
    {CommandId::kSmallerText, "Smaller text", "Makes everything that is written smaller.", with_ctrl(Key::kMinus), true,
     always, [](AppState& state) { resize_text(state, -1); }},
    {CommandId::kNormalText, "Normal text size", "Goes back to the size that the screen asks for.", with_ctrl(Key::k0),
     true, always, [](AppState& state) { resize_text(state, -state.view.text_size); }},
});

}  // namespace

std::span<const Command> view_commands() {
    return kCommands;
}

}  // namespace headscope
