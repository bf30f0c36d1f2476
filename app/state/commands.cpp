#include "app/state/commands.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

#include "app/state/app_state.h"

namespace headscope {
namespace {

bool always(const AppState&) {
    return true;
}
bool is_in_lesson(const AppState& state) {
    return state.lesson.is_open;
}
bool has_maps(const AppState& state) {
    return state.shown != nullptr;
}

void open_popup(AppState& state, Popup popup) {
    state.popup = state.popup == popup ? Popup::kNone : popup;
    state.focus = TextFocus::kNone;
}

void open_export(AppState& state) {
    open_popup(state, Popup::kExport);
    if (state.popup != Popup::kExport) return;
    if (state.export_path.text().empty()) state.export_path.set_text(suggested_export_path(state).string());
    state.export_path.select_all();
    state.focus = TextFocus::kExportPath;
}

void open_models(AppState& state) {
    open_popup(state, Popup::kModels);
    if (state.popup != Popup::kModels) return;
    state.effects.list_models = true;
    state.model_path.select_all();
    state.focus = TextFocus::kModelPath;
}

void save_session_as(AppState& state) {
    open_popup(state, Popup::kSaveSession);
    if (state.popup != Popup::kSaveSession) return;
    if (!state.session_file.empty()) state.session_path.set_text(state.session_file.string());
    if (state.session_path.text().empty()) state.session_path.set_text(suggested_session_path().string());
    state.session_path.select_all();
    state.focus = TextFocus::kSessionPath;
}

void save_session(AppState& state) {
    if (state.session_file.empty()) {
        save_session_as(state);
    } else {
        state.effects.save_session_to = state.session_file;
    }
}

void focus_sentence(AppState& state) {
    state.popup = Popup::kNone;
    state.focus = TextFocus::kSentence;
    state.sentence.select_all();
}

void toggle_pair(AppState& state) {
    state.has_pair = !state.has_pair;
    state.focus = state.has_pair ? TextFocus::kPair : TextFocus::kSentence;
    texts_were_edited(state);
}

void move_head(AppState& state, Index layers, Index heads) {
    ViewState view = state.view;
    view.selected.layer = std::clamp<Index>(view.selected.layer + layers, 0, state.shown->n_layers() - 1);
    view.selected.head = std::clamp<Index>(view.selected.head + heads, 0, state.shown->n_heads() - 1);
    std::erase(view.linked, view.selected);
    change_view(state, view);
}

// Locks the token `step` places on from the lit one, round the ends.
void move_token(AppState& state, Index step) {
    const std::vector<Index>& tokens = state.shown->queries();
    const auto count = static_cast<Index>(tokens.size());
    if (count == 0) return;
    const std::optional<Index> lit = lit_query(state);
    const std::optional<Index> place = lit ? state.shown->query_place(*lit) : std::nullopt;
    const Index next = place ? (*place + step + count) % count : (step > 0 ? 0 : count - 1);
    ViewState view = state.view;
    view.locked_query = tokens[static_cast<std::size_t>(next)];
    view.locked_key.reset();
    state.hover = {};
    state.pointer_rests = true;
    change_view(state, view);
}

// Esc: the innermost open thing closes first.
void free_innermost(AppState& state) {
    if (state.popup != Popup::kNone) {
        state.popup = Popup::kNone;
        state.focus = TextFocus::kNone;
    } else if (state.focus != TextFocus::kNone) {
        state.focus = TextFocus::kNone;
    } else if (state.is_loading) {
        cancel_loading(state);
    } else if (state.lesson.is_open) {
        state.lesson.is_open = false;
    } else if (state.view.locked_query) {
        ViewState view = state.view;
        view.locked_query.reset();
        view.locked_key.reset();
        change_view(state, view);
    } else if (!state.view.linked.empty()) {
        ViewState view = state.view;
        view.linked.clear();
        change_view(state, view);
    } else {
        state.message.reset();
    }
}

void step_lesson(AppState& state, int steps) {
    const LessonState stepped = lesson_stepped(state.lesson, steps);
    const bool is_new_page = stepped.at.page != state.lesson.at.page;
    state.lesson = stepped;
    if (is_new_page && stepped.at.step == 0) open_lesson(state, stepped.at.page);
}

void toggle_specials_in_text(AppState& state) {
    ViewState view = state.view;
    view.specials_as_text = !view.specials_as_text;
    change_view(state, view);
}

template <auto member, auto value>
void set_view(AppState& state) {
    ViewState view = state.view;
    view.*member = value;
    change_view(state, view);
}

template <auto member, int count>
void cycle_view(AppState& state) {
    ViewState view = state.view;
    using Value = std::remove_reference_t<decltype(view.*member)>;
    view.*member = static_cast<Value>((static_cast<int>(view.*member) + 1) % count);
    change_view(state, view);
}

void resize_text(AppState& state, int steps) {
    ViewState view = state.view;
    view.text_size = std::clamp(view.text_size + steps, kMinTextSize, kMaxTextSize);
    change_view(state, view);
}

bool has_lit_cell(const AppState& state) {
    return lit_query(state) && lit_key(state);
}

void copy_value(AppState& state) {
    const float weight = state.shown->weight(state.view.selected, *lit_query(state), *lit_key(state));
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), weight).ptr;
    state.effects.clipboard = std::string(digits.data(), end);
    state.message = Message{MessageKind::kInfo, "Copied " + *state.effects.clipboard, std::nullopt};
}

void restore(AppState& state, const std::optional<ViewState>& view) {
    if (view) restore_view(state, *view);
}

bool has_sets(const AppState& state) {
    return has_target(state);
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

void focus_target(AppState& state) {
    state.popup = Popup::kNone;
    state.focus = TextFocus::kTarget;
    state.target.select_all();
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kFocusSentence, "Edit the sentence",
     "Puts the cursor into the sentence box; the maps follow as you type.", with_ctrl(Key::kL), true, always,
     focus_sentence},
    {CommandId::kTogglePair, "Second sentence", "Opens or closes a second box; the model then reads both as one pair.",
     with_ctrl_shift(Key::kL), true, always, toggle_pair},
    {CommandId::kFocusTarget, "Edit the target",
     "Puts the cursor into the target box: what the decoder of an encoder–decoder model reads.", with_ctrl(Key::kT),
     true, has_sets, focus_target},
    {CommandId::kModels, "Open a model…", "Models at hand, models opened before, and any folder or file by its path.",
     with_ctrl(Key::kO), true, always, open_models},
    {CommandId::kSaveSession, "Save the session", "Writes model, texts and view into a small file that opens again.",
     with_ctrl(Key::kS), true, always, save_session},
    {CommandId::kSaveSessionAs, "Save the session as…", "The same under a new name.", with_ctrl_shift(Key::kS), true,
     always, save_session_as},
    {CommandId::kExamples, "Example sentences", "Sentences that show something, each saying what to look for.",
     plain(Key::kX), false, always, [](AppState& state) { open_popup(state, Popup::kExamples); }},
    {CommandId::kExport, "Export the maps…", "Writes the weights of every head as JSON, [layer, head, query, key].",
     with_ctrl(Key::kE), true, has_maps, open_export},
    {CommandId::kCopyValue, "Copy the weight", "Copies the exact weight of the lit cell of the selected head.",
     with_ctrl(Key::kC), false, has_lit_cell, copy_value},
    {CommandId::kPreviousHead, "Head to the left", "Selects the neighbouring head of the same layer.",
     plain(Key::kLeft), false, has_maps, [](AppState& state) { move_head(state, 0, -1); }},
    {CommandId::kNextHead, "Head to the right", "Selects the neighbouring head of the same layer.", plain(Key::kRight),
     false, has_maps, [](AppState& state) { move_head(state, 0, 1); }},
    {CommandId::kPreviousLayer, "Layer above", "Selects the head of the same number one layer earlier.",
     plain(Key::kUp), false, has_maps, [](AppState& state) { move_head(state, -1, 0); }},
    {CommandId::kNextLayer, "Layer below", "Selects the head of the same number one layer later.", plain(Key::kDown),
     false, has_maps, [](AppState& state) { move_head(state, 1, 0); }},
    {CommandId::kNextToken, "Next token", "Locks the next token as the query.", plain(Key::kTab), false, has_maps,
     [](AppState& state) { move_token(state, 1); }},
    {CommandId::kPreviousToken, "Previous token", "Locks the previous token as the query.", with_shift(Key::kTab),
     false, has_maps, [](AppState& state) { move_token(state, -1); }},
    {CommandId::kFree, "Free, close", "Closes the innermost open thing, then frees the locked token.",
     plain(Key::kEscape), true, always, free_innermost},
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
     false, has_sets, [](AppState& state) { show_set(state, MapSet::kEncoder); }},
    {CommandId::kShowDecoder, "Decoder's maps", "How the target's tokens look at one another; none looks ahead.",
     std::nullopt, false, has_sets, [](AppState& state) { show_set(state, MapSet::kDecoder); }},
    {CommandId::kShowCross, "Cross-attention", "How the target's tokens (queries) look at the source text's (keys).",
     std::nullopt, false, has_sets, [](AppState& state) { show_set(state, MapSet::kCross); }},
    {CommandId::kCycleMapSet, "Encoder, decoder, cross: next",
     "The three sets of maps of an encoder–decoder model, in turn.", plain(Key::kE), false, has_sets, cycle_sets},
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
    {CommandId::kLesson, "How is this computed?",
     "Opens the lesson at the row of the lit token: eleven pages with the real numbers; once more goes back to the maps.",
     plain(Key::kH), false, always,
     [](AppState& state) {
         if (state.lesson.is_open) {
             state.lesson.is_open = false;
         } else {
             open_lesson(state, LessonPageId::kRow);
         }
     }},
    {CommandId::kLessonBack, "Lesson: one step back", "The step before, or the last one of the page before.",
     plain(Key::kLeft), false, is_in_lesson, [](AppState& state) { step_lesson(state, -1); }},
    {CommandId::kLessonNext, "Lesson: next step", "The next step, or the first one of the next page.",
     plain(Key::kRight), false, is_in_lesson, [](AppState& state) { step_lesson(state, 1); }},
    {CommandId::kLessonReading, "Lesson: One head, one reading", "What one link gets in a row is taken from the others.", plain(Key::k1),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kReading); }},
    {CommandId::kLessonReadings, "Lesson: Several heads, several readings", "Two heads of one layer hold two competing links.", plain(Key::k2),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kReadings); }},
    {CommandId::kLessonRow, "Lesson: One row, step by step", "X, q, k, v, scores, softmax, W_O: with the real numbers.", plain(Key::k3),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kRow); }},
    {CommandId::kLessonTwoWays, "Lesson: Two ways to compute it", "A loop over heads and one product give the same numbers.", plain(Key::k4),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kTwoWays); }},
    {CommandId::kLessonCost, "Lesson: The cost is that of one head", "Parameters, FLOPs and score memory for any sizes.", plain(Key::k5),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kCost); }},
    {CommandId::kLessonOutput, "Lesson: What W_O does", "What each head adds to the output, and what others cancel.", plain(Key::k6),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kOutput); }},
    {CommandId::kLessonHeadWidth, "Lesson: d_head is a choice", "How wide the heads of published models are.", plain(Key::k7),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kHeadWidth); }},
    {CommandId::kLessonWidthOrDepth, "Lesson: Width against depth", "Two published models, one wide and one deep.", plain(Key::k8),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kWidthOrDepth); }},
    {CommandId::kLessonSharing, "Lesson: Sharing keys and values", "What is kept of every token, and how heads share it.", plain(Key::k9),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kSharing); }},
    {CommandId::kLessonRedundancy, "Lesson: Heads are redundant", "Switch heads off and see what changes.", plain(Key::k0),
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kRedundancy); }},
    {CommandId::kLessonCausal, "Lesson: Causal and not", "The same sentence under a causal mask and without.", std::nullopt,
     false, always, [](AppState& state) { open_lesson(state, LessonPageId::kCausal); }},
    {CommandId::kUndo, "Undo a view change", "Goes back to the view before; texts have their own undo while you type.",
     with_ctrl(Key::kZ), false, [](const AppState& state) { return state.history.can_undo(); },
     [](AppState& state) { restore(state, state.history.undo(state.view)); }},
    {CommandId::kRedo, "Redo a view change", "Takes back an undo.", with_ctrl_shift(Key::kZ), false,
     [](const AppState& state) { return state.history.can_redo(); },
     [](AppState& state) { restore(state, state.history.redo(state.view)); }},
    {CommandId::kHelp, "Keys and terms", "Every command with its key, and the terms in a sentence each.",
     plain(Key::kF1), true, always, [](AppState& state) { open_popup(state, Popup::kHelp); }},
    {CommandId::kQuit, "Quit", "Closes the window.", with_ctrl(Key::kQ), true, always,
     [](AppState& state) { state.effects.quit = true; }},
});

}  // namespace

std::span<const Command> all_commands() {
    return kCommands;
}

const Command& get_command(CommandId id) {
    const auto found = std::find_if(kCommands.begin(), kCommands.end(), [&](const Command& c) { return c.id == id; });
    assert(found != kCommands.end());
    return *found;
}

bool belongs_to_lesson(CommandId id) {
    return id >= CommandId::kLessonBack && id <= CommandId::kLessonCausal;
}

void run_command(AppState& state, CommandId id) {
    const Command& command = get_command(id);
    if (command.is_enabled(state)) command.run(state);
}

const Command* find_command(const AppState& state, const KeyChord& pressed) {
    KeyChord key = pressed;
    if (key.key == Key::kPlus) key.shift = false;  // on many keyboards + is a shifted key
    const auto find = [&](bool of_lesson) {
        return std::find_if(kCommands.begin(), kCommands.end(),
                            [&](const Command& c) { return c.key == key && belongs_to_lesson(c.id) == of_lesson; });
    };
    auto found = state.lesson.is_open ? find(true) : kCommands.end();
    if (found == kCommands.end()) found = find(false);
    if (found == kCommands.end()) return nullptr;
    if (state.focus != TextFocus::kNone && !found->works_while_typing) return nullptr;
    return found;
}

}  // namespace headscope
