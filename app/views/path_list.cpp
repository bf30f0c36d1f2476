#include <optional>
#include <string>

#include "app/state/path_choices.h"
#include "app/views/views.h"

namespace headscope {

std::optional<std::string> draw_path_list(const Ui& ui, const Rect& rect, const std::string& typed,
                                          std::string_view extension) {
    const std::string key = std::string(extension) + '\n' + typed;
    if (ui.kept.choices_of != key) {
        constexpr std::size_t kMostChoices = 500;
        ui.kept.choices = path_choices(with_home(typed), extension, kMostChoices);
        ui.kept.choices_of = key;
    }
    ImGui::GetWindowDrawList()->AddRect(min_of(rect), max_of(rect), ui.palette().line, ui.px(4));
    ImGui::SetCursorScreenPos(min_of(rect.inset(ui.px(4), ui.px(4))));
    ImGui::BeginChild("choices", {rect.w - ui.px(8), rect.h - ui.px(8)}, false, ImGuiWindowFlags_NoBackground);
    ImDrawList& rows = *ImGui::GetWindowDrawList();
    const float row = ui.px(24);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    TextStyle text;
    text.size = ui.px(13);
    text.ellipsis = Ellipsis::kEnd;
    text.max_width = rect.w - ui.px(40);
    std::optional<std::string> chosen;
    for (std::size_t i = 0; i < ui.kept.choices.size(); ++i) {
        const PathChoice& choice = ui.kept.choices[i];
        const Rect line{origin.x, origin.y + row * static_cast<float>(i), rect.w - ui.px(24), row};
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
    return chosen;
}

}  // namespace headscope
