#include "app/state/actions.h"

#include <optional>

#include "app/state/selection.h"

namespace headscope {
namespace {

void apply_one(AppState& state, const RunCommand& action) {
    run_command(state, action.id);
}

void apply_one(AppState& state, const PointAt& action) {
    if (!state.pointer_rests) state.hover = action.hover;
}

void apply_one(AppState& state, const SelectHead& action) {
    ViewState view = state.view;
    select_head(view, action.head);
    change_view(state, view);
}

void apply_one(AppState& state, const ToggleLinkedHead& action) {
    ViewState view = state.view;
    toggle_head(view, action.head);
    change_view(state, view);
}

void apply_one(AppState& state, const ToggleLock& action) {
    ViewState view = state.view;
    // A lock may be on another piece of the word that was pressed.
    const auto query_of = [&](std::optional<Index> token) {
        return token && state.shown && state.shown->query_place(*token) ? state.shown->query_of(*token) : token;
    };
    const bool is_same = query_of(view.locked_query) == query_of(action.query) && view.locked_key == action.key;
    const bool is_key_alone = !view.locked_query && view.locked_key;
    view.locked_query = is_same ? std::nullopt : std::optional<Index>(action.query);
    if (action.key || is_same || !is_key_alone) view.locked_key = is_same ? std::nullopt : action.key;
    change_view(state, view);
}

void apply_one(AppState& state, const ToggleKeyLock& action) {
    ViewState view = state.view;
    const auto key_of = [&](std::optional<Index> token) {
        return token && state.shown && state.shown->key_place(*token) ? state.shown->key_of(*token) : token;
    };
    const bool is_same = key_of(view.locked_key) == key_of(action.key);
    view.locked_key = is_same ? std::nullopt : std::optional<Index>(action.key);
    change_view(state, view);
}

void apply_one(AppState& state, const ZoomMap& action) {
    continue_view<&ViewState::map_zoom>(state, action.zoom);
}

void apply_one(AppState& state, const LimitLinks& action) {
    continue_view<&ViewState::links_threshold>(state, action.threshold);
}

void apply_one(AppState& state, const SelectCells& action) {
    ViewState view = state.view;
    view.rectangle = action.rectangle;
    change_view(state, view);
}

void apply_one(AppState& state, const ChooseHeads& action) {
    ViewState view = state.view;
    select_heads(view, action.heads, action.adds);
    change_view(state, view);
}

void apply_one(AppState& state, const MoveGrid& action) {
    continue_view<&ViewState::grid_place>(state, action.place);
}

void apply_one(AppState& state, const ScrollGrid& action) {
    state.view.grid_place = action.place;
}

void apply_one(AppState& state, const GridDrawn& action) {
    state.grid_columns = action.list_columns;
}

void apply_one(AppState& state, const FilterEdited&) {
    continue_view<&ViewState::filter>(state, std::string(state.filter.text()));
}

void apply_one(AppState& state, const CopyText& action) {
    state.effects.clipboard = action.text;
    state.message = Message{MessageKind::kInfo, "Copied " + action.text, std::nullopt};
}

void apply_one(AppState& state, const UseExample& action) {
    state.popup = Popup::kNone;
    use_example(state, action.example);
    state.message = Message{MessageKind::kHint, "Look for: " + action.example.what_to_look_for, std::nullopt};
}

void apply_one(AppState& state, const OpenModel& action) {
    const bool is_beside = state.popup == Popup::kModels && state.beside.is_choosing_model;
    state.popup = Popup::kNone;
    if (state.focus == TextFocus::kModelPath) state.focus = TextFocus::kNone;
    ask_for_model(state, action.path, is_beside ? ModelSlot::kBeside : ModelSlot::kFirst);
}

void apply_one(AppState& state, const ChooseBesideHead& action) {
    const BesideNumbers* numbers = state.beside.numbers.get();
    if (numbers == nullptr) return;
    state.beside.head = action.head;
    state.beside.head = beside_head(state, *numbers);
}

void apply_one(AppState& state, const InspectPath& action) {
    state.effects.inspect = action.path;
}

void apply_one(AppState& state, const SaveSessionTo& action) {
    if (action.path.empty()) return;
    state.popup = Popup::kNone;
    state.focus = TextFocus::kNone;
    state.effects.save_session_to = action.path;
}

void apply_one(AppState& state, const ExportTo& action) {
    if (!state.shown || state.is_exporting || action.path.empty()) return;
    state.popup = Popup::kNone;
    state.focus = TextFocus::kNone;
    state.is_exporting = true;
    state.effects.export_to = action.path;
}

void apply_one(AppState& state, const FocusText& action) {
    state.focus = action.focus;
}

void apply_one(AppState& state, const ShowPopup& action) {
    state.popup = action.popup;
    if (action.popup == Popup::kNone && belongs_to_popup(state.focus)) state.focus = TextFocus::kNone;
    if (state.panel == Panel::kPopup) state.panel = Panel::kNone;
}

void apply_one(AppState& state, const FocusPanel& action) {
    state.panel = action.panel;
}

void apply_one(AppState& state, const EndFirstSteps&) {
    end_first_steps(state);
}

void apply_one(AppState& state, const SetPanels& action) {
    ViewState view = state.view;
    view.panels = {limited_share(action.panels.side), limited_share(action.panels.map)};
    change_view(state, view);
}

void apply_one(AppState& state, const TextsEdited&) {
    texts_were_edited(state);
}

void apply_one(AppState& state, const DismissMessage&) {
    state.message.reset();
}

void apply_one(AppState& state, const ShowSide& action) {
    ViewState view = state.view;
    view.side = action.side;
    change_view(state, view);
}

void apply_one(AppState& state, const ShowLink& action) {
    show_link(state, action.link);
}

void apply_one(AppState& state, const FindEitherWay& action) {
    state.link_search.either_way = action.either_way;
}

void apply_one(AppState& state, const UseGuess& action) {
    use_guess(state, action.position, action.id);
}

void apply_one(AppState& state, const ChangeLesson& action) {
    state.lesson = action.lesson;
    state.typed_size.problem.clear();
}

void apply_one(AppState& state, const TypeSize& action) {
    begin_typing_size(state, action.size);
}

void apply_one(AppState& state, const EnterSize&) {
    enter_size(state);
}

void apply_one(AppState& state, const LeaveSize&) {
    leave_size(state);
}

}  // namespace

void apply(AppState& state, const Action& action) {
    std::visit([&](const auto& one) { apply_one(state, one); }, action);
}

}  // namespace headscope
