#include <optional>
#include <string>

#include "app/state/path_choices.h"
#include "app/views/card_place.h"
#include "app/views/views.h"

namespace headscope {
namespace {

// Cells of all sets that the file will hold.
double count_cells(const ShownTrace& shown) {
    double cells = 0;
    for (const MapSet set : {MapSet::kEncoder, MapSet::kDecoder, MapSet::kCross}) {
        if (!has_map_set(*shown.trace(), set)) continue;
        const MapSetView view = get_map_set(*shown.trace(), set);
        cells += static_cast<double>(view.maps.n_layers() * view.maps.n_heads()) *
                 static_cast<double>(shown_places(view.queries, shown.specials()).size()) *
                 static_cast<double>(shown_places(view.keys, shown.specials()).size());
    }
    return cells;
}

std::string size_words(const ShownTrace& shown) {
    constexpr double kBytesPerCell = 12.5;  // of the shortest text of a weight, comma included
    const double bytes = count_cells(shown) * kBytesPerCell;
    if (bytes < 1e6) return "about " + std::to_string(static_cast<int>(bytes / 1e3) + 1) + " kB";
    return "about " + std::to_string(static_cast<int>(bytes / 1e6) + 1) + " MB";
}

std::string contents_words(const ShownTrace& shown) {
    const std::string tokens = std::to_string(shown_tokens(*shown.trace(), shown.specials()).size());
    const AttentionMaps& maps = *shown.trace()->maps;
    std::string words = "JSON with attention[layer][head][query][key], " + std::to_string(maps.n_layers()) + " × " +
                        std::to_string(maps.n_heads()) + " × " + tokens + " × " + tokens;
    if (has_map_set(*shown.trace(), MapSet::kDecoder)) words += ", decoder_attention and cross_attention";
    words += ": " + size_words(shown);
    if (shown.has_words() || shown.block() != PairBlock::kAll)
        words += ", by tokens and of all blocks, unlike what is shown";
    switch (shown.specials()) {
        case SpecialsMode::kKeep:
            return words + ". Raw weights of every token.";
        case SpecialsMode::kDrop:
            return words + ". Special tokens left out, as shown.";
        case SpecialsMode::kRenormalise:
            return words + ". Special tokens left out and rows renormalised, as shown.";
    }
    return words;
}

// What a dialog that writes a file is about.
struct SaveDialog {
    const char* id;
    const char* title;
    std::string contents;
    TextFocus focus;
    TextEdit& path;
    const char* extension;
};

// Draws it; the path to write to, once that is confirmed.
std::optional<std::string> draw_save_dialog(const Ui& ui, const Rect& window, const SaveDialog& dialog) {
    const Rect card = centred_card(ui, window, 720, 420);
    begin_card(ui, dialog.id, card);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect inner = card.inset(ui.px(20), ui.px(16));
    draw_text(list, ui.style.fonts->bold, min_of(inner), ui.palette().text, dialog.title);
    draw_text_in(list, ui.style.fonts->small, {inner.x, inner.y + ui.px(26), inner.w, ui.px(20)}, ui.palette().dim,
                 dialog.contents, Align::kLeft);

    const Rect box{inner.x, inner.y + ui.px(54), inner.w, ui.px(32)};
    const TextBoxResult result =
        text_box(ui, box, dialog.focus, dialog.path, ui.kept.path_box, {"path", "Path of the file to write"});
    const std::string typed = dialog.path.text();
    std::optional<std::string> confirmed;
    if (result.entered) confirmed = typed;
    for (const InputEvent& event : result.unhandled) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press != nullptr && press->chord == plain(Key::kTab))
            dialog.path.set_text(complete_path(typed, dialog.extension));
    }
    const float buttons = ui.px(32);
    const Rect chooser{inner.x, box.bottom() + ui.px(10), inner.w, inner.bottom() - box.bottom() - buttons - ui.px(24)};
    if (const auto chosen = draw_path_list(ui, chooser, typed, dialog.extension)) dialog.path.set_text(*chosen);

    ButtonLook look;
    look.hint = "Enter";
    look.is_enabled = !typed.empty();
    const float write = button_width(ui.style, "Write", look);
    const float y = inner.bottom() - buttons;
    if (button(ui.style, "write", {inner.right() - write, y, write, buttons}, "Write", look)) confirmed = typed;
    ButtonLook quiet;
    quiet.hint = "Esc";
    const float cancel = button_width(ui.style, "Cancel", quiet);
    if (button(ui.style, "cancel", {inner.right() - write - cancel - ui.px(10), y, cancel, buttons}, "Cancel", quiet)) {
        ui.ask(ShowPopup{});
    }
    end_card(ui, card);
    return confirmed;
}

}  // namespace

void draw_export_dialog(const Ui& ui, const Rect& window) {
    if (!ui.state.shown) return;
    const auto path = draw_save_dialog(ui, window,
                                       {"export", "Export the maps", contents_words(*ui.state.shown),
                                        TextFocus::kExportPath, ui.state.export_path, ".json"});
    if (path) ui.ask(ExportTo{*path});
}

void draw_session_dialog(const Ui& ui, const Rect& window) {
    const auto path =
        draw_save_dialog(ui, window,
                         {"session", "Save the session",
                          "Model, texts and view in a small JSON file; open it by a drop on the window or "
                          "as headscope FILE.",
                          TextFocus::kSessionPath, ui.state.session_path, kSessionExtension});
    if (path) ui.ask(SaveSessionTo{with_home(*path)});
}

}  // namespace headscope
