#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/app_state.h"
#include "app/state/commands.h"

namespace headscope {

// What a view asks for. Views append these; they are applied after all panels are drawn.
struct RunCommand {
    CommandId id;
};
struct PointAt {  // the pointer is over something
    Hover hover;
};
struct SelectHead {
    HeadRef head;
};
struct ToggleLinkedHead {  // adds a head to the chosen ones, or takes it away
    HeadRef head;
};
struct ToggleLock {  // locks a token, or a cell if it has a key; the same again frees it
    Index query = 0;
    std::optional<Index> key = {};
};
struct ToggleKeyLock {  // locks a key, together with the locked query if there is one; the same again frees it alone
    Index key = 0;
};
struct ZoomMap {  // shows another part of the large map; undone as one step with the zooms right before it
    MapZoom zoom = {};
};
struct LimitLinks {  // leaves weaker links out; undone as one step with the limits right before it
    float threshold = 0;
};
struct SelectCells {  // a rectangle of the large map
    MapRectangle rectangle;
};
struct ChooseHeads {  // in place of the chosen ones, or besides them
    std::vector<HeadRef> heads;
    bool adds = false;
};
struct MoveGrid {  // zooms or moves the head grid; one step of undo with those right before it
    GridPlace place;
};
struct ScrollGrid {  // brings what was chosen into sight: no step of undo
    GridPlace place;
};
struct GridDrawn {  // how the grid's tiles lie now, for keys that step from tile to tile
    Index list_columns = 1;
};
struct FilterEdited {};  // the filter box holds another text
struct CopyText {
    std::string text;
};
struct UseExample {
    Example example;
};
struct OpenModel {
    std::filesystem::path path;
};
struct ExportTo {
    std::filesystem::path path;
};
struct FocusText {
    TextFocus focus = TextFocus::kNone;
};
struct ShowPopup {
    Popup popup = Popup::kNone;
};
struct FocusPanel {
    Panel panel = Panel::kNone;
};
struct EndFirstSteps {};
struct SetPanels {
    PanelShares panels;
};
struct TextsEdited {};
struct DismissMessage {};
struct ChangeLesson {
    LessonState lesson;
};
struct ChooseBesideHead {  // of a second model that has other heads than the first
    HeadRef head;
};
struct InspectPath {  // is there a model?
    std::filesystem::path path;
};
struct ShowSide {
    SideCard side = SideCard::kLinks;
};
struct ShowLink {  // selects its head and locks its cell
    Link link;
};
struct FindEitherWay {
    bool either_way = false;
};
struct UseGuess {  // writes a prediction into the text
    Index position = 0;
    TokenId id = 0;
};
struct SaveSessionTo {
    std::filesystem::path path;
};

struct TypeSize {  // into a box in a calculator of the lesson
    LessonSize size;
};
struct EnterSize {};  // what was typed there
struct LeaveSize {};  // the box has lost the keyboard

using Action = std::variant<RunCommand, PointAt, SelectHead, ToggleLinkedHead, ToggleLock, ToggleKeyLock, ChooseHeads,
                            MoveGrid, ScrollGrid, GridDrawn, FilterEdited, ZoomMap, LimitLinks, SelectCells, CopyText,
                            UseExample, OpenModel, ExportTo, FocusText, ShowPopup, TextsEdited, DismissMessage,
                            ChangeLesson, InspectPath, SaveSessionTo, FocusPanel, ShowSide, UseGuess, ShowLink,
                            FindEitherWay, ChooseBesideHead, SetPanels, EndFirstSteps, TypeSize, EnterSize, LeaveSize>;
using Actions = std::vector<Action>;

void apply(AppState& state, const Action& action);

}  // namespace headscope
