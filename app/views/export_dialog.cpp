#include <algorithm>
#include <optional>
#include <string>

#include "app/state/path_choices.h"
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

}  // namespace

void draw_export_dialog(const Ui& ui, const Rect& window) {
    if (!ui.state.shown) return;
    const float width = std::min(ui.px(720), window.w - ui.px(40));
    const float height = std::min(ui.px(420), window.h - ui.px(60));
    const Rect card{window.x + (window.w - width) / 2, window.y + (window.h - height) / 2, width, height};
    begin_card(ui, "export", card);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect inner = card.inset(ui.px(20), ui.px(16));
    draw_text(list, ui.style.fonts->bold, min_of(inner), ui.palette().text, "Export the maps");
    draw_text_in(list, ui.style.fonts->small, {inner.x, inner.y + ui.px(26), inner.w, ui.px(20)}, ui.palette().dim,
                 contents_words(*ui.state.shown), Align::kLeft);

    const Rect box{inner.x, inner.y + ui.px(54), inner.w, ui.px(32)};
    const TextBoxResult result = text_box(ui, box, TextFocus::kExportPath, ui.state.export_path, ui.kept.path_box,
                                          {"export path", "Path of the file to write"});
    const std::string& typed = ui.state.export_path.text();
    if (result.entered) ui.ask(ExportTo{typed});

    if (ui.kept.choices_of != typed) {
        constexpr std::size_t kMostChoices = 500;
        ui.kept.choices = path_choices(typed, ".json", kMostChoices);
        ui.kept.choices_of = typed;
    }
    const float buttons = ui.px(32);
    const Rect chooser{inner.x, box.bottom() + ui.px(10), inner.w, inner.bottom() - box.bottom() - buttons - ui.px(24)};
    list.AddRect(min_of(chooser), max_of(chooser), ui.palette().line, ui.px(4));
    ImGui::SetCursorScreenPos(min_of(chooser.inset(ui.px(4), ui.px(4))));
    ImGui::BeginChild("choices", {chooser.w - ui.px(8), chooser.h - ui.px(8)}, false, ImGuiWindowFlags_NoBackground);
    ImDrawList& rows = *ImGui::GetWindowDrawList();
    const float row = ui.px(24);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    TextStyle text;
    text.size = ui.px(13);
    text.ellipsis = Ellipsis::kEnd;
    text.max_width = chooser.w - ui.px(40);
    std::optional<std::string> chosen;
    for (std::size_t i = 0; i < ui.kept.choices.size(); ++i) {
        const PathChoice& choice = ui.kept.choices[i];
        const Rect line{origin.x, origin.y + row * static_cast<float>(i), chooser.w - ui.px(24), row};
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("choice", line);
        ImGui::PopID();
        if (pointer.hovered) rows.AddRectFilled(min_of(line), max_of(line), ui.palette().raised_active, ui.px(3));
        if (pointer.clicked) chosen = choice.path.string();
        if (!ImGui::IsRectVisible(min_of(line), max_of(line))) continue;
        const Label& label = ui.labels.get(choice.name, text);
        ui.labels.draw(rows, {line.x + ui.px(8), line.y + (row - label.size.y) / 2}, label,
                       choice.is_folder ? ui.palette().key : ui.palette().text);
    }
    ImGui::EndChild();
    if (chosen) ui.state.export_path.set_text(*chosen);

    ButtonLook look;
    look.hint = "Enter";
    look.is_enabled = !typed.empty();
    const float write = button_width(ui.style, "Write", look);
    const float y = inner.bottom() - buttons;
    if (button(ui.style, "write", {inner.right() - write, y, write, buttons}, "Write", look)) ui.ask(ExportTo{typed});
    ButtonLook quiet;
    quiet.hint = "Esc";
    const float cancel = button_width(ui.style, "Cancel", quiet);
    if (button(ui.style, "cancel", {inner.right() - write - cancel - ui.px(10), y, cancel, buttons}, "Cancel", quiet)) {
        ui.ask(ShowPopup{});
    }
    end_card(ui, card);
}

}  // namespace headscope
