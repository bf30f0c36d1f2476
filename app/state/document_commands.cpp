#include <array>
#include <charconv>

#include "app/state/command_tables.h"
#include "app/state/lit_cell.h"

// What is read, opened, saved and copied.
namespace headscope {
namespace {

void open_export(AppState& state) {
    open_popup(state, Popup::kExport);
    if (state.popup != Popup::kExport) return;
    if (state.export_path.text().empty()) state.export_path.set_text(suggested_export_path(state).string());
    state.export_path.select_all();
    state.focus = TextFocus::kExportPath;
}

void open_models(AppState& state) {
    open_popup(state, Popup::kModels);
    state.beside.is_choosing_model = false;
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

void focus_target(AppState& state) {
    state.popup = Popup::kNone;
    state.focus = TextFocus::kTarget;
    state.target.select_all();
}

bool has_lit_cell(const AppState& state) {
    return lit_cell(state).has_value();
}

void copy_value(AppState& state) {
    const LitCell cell = *lit_cell(state);
    const float weight = large_map(state).weight(cell.query, cell.key);
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), weight).ptr;
    state.effects.clipboard = std::string(digits.data(), end);
    state.message = Message{MessageKind::kInfo, "Copied " + *state.effects.clipboard, std::nullopt};
}

void choose_beside_model(AppState& state) {
    if (!state.beside.is_open) toggle_beside(state);
    open_models(state);
    state.beside.is_choosing_model = state.popup == Popup::kModels;
}

bool has_beside_model(const AppState& state) {
    return state.beside.model != nullptr;
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kFocusSentence, "Edit the sentence",
     "Puts the cursor into the sentence box; the maps follow as you type.", with_ctrl(Key::kL), true, always,
     focus_sentence},
    {CommandId::kTogglePair, "Second sentence", "Opens or closes a second box; the model then reads both as one pair.",
     with_ctrl_shift(Key::kL), true, always, toggle_pair},
    {CommandId::kFocusTarget, "Edit the target",
     "Puts the cursor into the target box: what the decoder of an encoder–decoder model reads.", with_ctrl(Key::kT),
     true, has_target, focus_target},
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
     with_ctrl(Key::kC), false, has_lit_cell, copy_value, "Point at a token or lock one first."},
    {CommandId::kBeside, "Side by side",
     "A second sentence, or a second model, beside the first: the same head of both, and what differs.",
     with_ctrl(Key::kB), true, has_maps, toggle_beside},
    {CommandId::kBesideModel, "Side by side: another model…", "Opens a second model for the second sentence.",
     std::nullopt, false, has_maps, choose_beside_model},
    {CommandId::kBesideSameModel, "Side by side: the same model", "Lets the first model read the second sentence too.",
     std::nullopt, false, has_beside_model, [](AppState& state) { state.beside.model.reset(); }},
});

}  // namespace

std::span<const Command> document_commands() {
    return kCommands;
}

}  // namespace headscope
