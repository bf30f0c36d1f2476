#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/beside.h"
#include "app/state/commands.h"
#include "app/state/examples.h"
#include "app/state/first_steps.h"
#include "app/state/head_findings.h"
#include "app/state/head_measures.h"
#include "app/state/history.h"
#include "app/state/large_map.h"
#include "app/state/lesson.h"
#include "app/state/lesson_numbers.h"
#include "app/state/lesson_sizes.h"
#include "app/state/link_search.h"
#include "app/state/model_entry.h"
#include "app/state/openable.h"
#include "app/state/settings.h"
#include "app/state/shown_trace.h"
#include "app/state/text_edit.h"
#include "app/state/view_state.h"
#include "core/model/model.h"

namespace headscope {

enum class Popup { kNone, kModels, kExamples, kHelp, kExport, kSaveSession, kPalette, kMenu, kMapMenu, kHeadPlane };
enum class TextFocus {
    kNone,
    kSentence,
    kPair,
    kTarget,
    kFindFrom,
    kFindTo,
    kFindRival,
    kBeside,
    kExportPath,
    kModelPath,
    kSessionPath,
    kFilter,
    kLessonSize,
    kPaletteQuery,
    kHelpQuery,
};
// Where the keyboard is, apart from text boxes: F6 goes from panel to panel, Tab through what can be pressed there.
// The lesson and the page "side by side" are one panel each.
enum class Panel { kNone, kTopBar, kTokens, kGrid, kMap, kLinks, kStatusBar, kLesson, kPopup };
enum class MessageKind { kInfo, kError, kHint };  // a hint goes when the text changes

// One line for the person, shown until it is closed or replaced.
struct Message {
    MessageKind kind = MessageKind::kInfo;
    std::string text;
    std::optional<std::string> copyable;  // e.g. the path that was written
};

// What the state asks the world outside to do; whoever runs the frame takes and does it.
struct Effects {
    bool quit = false;
    bool toggle_full_screen = false;
    bool text_changed = false;   // compute the maps of the texts
    bool shown_changed = false;  // show the trace with other tokens, or another of its map sets
    std::optional<std::string> clipboard;
    std::optional<std::filesystem::path> load_model;
    std::optional<std::filesystem::path> export_to;
    bool cancel_load = false;
    bool list_models = false;
    std::optional<std::filesystem::path> inspect;    // is there a model?
    std::optional<std::filesystem::path> open_file;  // whatever it is
    std::optional<std::filesystem::path> save_session_to;
};

// Everything the window knows. No toolkit: views read it, and change it only through commands and actions.
struct AppState {
    std::shared_ptr<const Model> model;      // null until the first one is open
    std::vector<ModelEntry> models_at_hand;  // for the dialog that opens models
    bool is_loading = false;                 // a model is being opened
    std::filesystem::path loading_path;      // which
    int load_percent = 0;
    bool is_computing = false;                // a run for the newest text is on its way
    std::shared_ptr<const ShownTrace> shown;  // of the newest finished run; null: nothing to draw
    std::string trace_problem;                // why the newest text has no maps; empty if it has
    std::string trace_next_step;              // what to do about it

    std::shared_ptr<const HeadMeasures> measures;  // of the shown maps; null while they are computed
    std::optional<MeasureRequest> measures_asked;  // what the newest measures were asked for
    bool is_measuring = false;
    HeadFindings findings;
    LinkSearch link_search;

    TextEdit sentence;
    TextEdit pair;
    bool has_pair = false;     // the second box is open
    bool is_greeting = false;  // the texts are the first example, which nobody chose: another model brings its own
    TextEdit target;           // what the decoder of an encoder–decoder model reads
    TextEdit filter;           // of heads; holds view.filter
    TextEdit export_path;
    TextEdit model_path;                  // of the dialog that opens models
    std::optional<ModelEntry> inspected;  // what lies at the newest path looked at there
    TextEdit session_path;                // of the dialog that saves sessions
    TextEdit palette_query;               // what is sought among the commands
    TextEdit help_query;                  // and on the help sheet
    std::filesystem::path session_file;   // where the session was opened from or saved to; empty: nowhere yet
    Settings settings;
    FirstSteps first_steps;

    std::shared_ptr<const CombinedMap> combined;    // the newest that was made; see large_map.h
    std::optional<CombinedRequest> combined_asked;  // what a job is at

    ViewState view;
    std::optional<ViewState> wanted_view;  // what undo, redo or a session goes to, as soon as its maps are shown
    History history;
    Hover hover;
    Index grid_columns = 1;      // tiles a row of the grid's list as it was drawn last
    bool pointer_rests = false;  // the keyboard (or an option) has said what is lit; the pointer counts once it moves
    std::optional<Example> wanted_link;  // select the strongest head of its link when the maps arrive
    Popup popup = Popup::kNone;
    TextFocus focus = TextFocus::kNone;
    Panel panel = Panel::kNone;
    std::vector<CommandId> recent_commands;  // those that have run, newest first, none twice
    std::optional<Message> message;
    bool is_exporting = false;
    bool has_pointer_ring = false;

    BesideState beside;

    LessonState lesson;
    std::shared_ptr<const LessonNumbers> lesson_numbers;  // the newest that were made; null: none
    std::optional<LessonRequest> lesson_asked;            // what the newest job was asked for
    bool is_lesson_computing = false;
    std::string lesson_problem;  // why there are no numbers; empty if there are
    TypedSize typed_size;        // of the calculators

    Effects effects;

    const AttentionTrace* trace() const { return shown ? shown->trace().get() : nullptr; }
};

// Whether a text box lies in a popup, and goes with it.
bool belongs_to_popup(TextFocus focus);
// The text box that a popup opens with; none: it has no text box.
TextFocus focus_of(Popup popup);

// Whether the open model reads a target.
bool has_target(const AppState& state);

// The token whose row is lit in every view: the one under the pointer, else the locked one; none if it is not
// drawn.
std::optional<Index> lit_query(const AppState& state);
// The key that is lit: under the pointer, locked, or else what the lit query's row looks at most in the selected head.
std::optional<Index> lit_key(const AppState& state);
// The lit key where no query is lit: views then show who looks at it.
std::optional<Index> lit_key_alone(const AppState& state);

// How the view wants a trace to be shown.
ShownAs shown_as(const ViewState& view);

// The view as far as it fits the maps at hand: heads and tokens that exist, no token locked that is hidden.
ViewState fitted(ViewState view, const ShownTrace& shown);

// Asks for a model to be opened; only the newest request counts.
void ask_for_model(AppState& state, const std::filesystem::path& path, ModelSlot slot = ModelSlot::kFirst);
// Gives the model up that is being opened; the old one stays.
void cancel_loading(AppState& state);
// Asks for what was dropped on the window to be opened; of several only the first.
void accept_drop(AppState& state, const std::vector<std::filesystem::path>& paths);

// Opening and results of jobs.
void accept_opened(AppState& state, Result<Openable> opened);
void accept_inspected(AppState& state, const std::filesystem::path& path, const Result<ModelSummary>& summary);
void accept_saved_session(AppState& state, const std::filesystem::path& path, const Status& status);
void accept_model(AppState& state, const std::filesystem::path& path, Result<std::shared_ptr<const Model>> loaded);
void accept_trace(AppState& state, Result<std::shared_ptr<const ShownTrace>> shown);
void accept_export(AppState& state, const std::filesystem::path& path, const Status& status);

// Replaces the texts, as if typed.
void set_texts(AppState& state, const std::string& sentence, const std::optional<std::string>& pair);
void use_example(AppState& state, const Example& example);
// Shows the first example of the open model; the text stays that of the open model until somebody chooses or types
// one.
void greet(AppState& state);
// Call after the text boxes changed their text.
void texts_were_edited(AppState& state);

// Replaces the view and asks for the maps that it shows.
void go_to_view(AppState& state, const ViewState& view);
// Goes to a view of the past or the future, or of a file: what fits the maps that are shown at once, the rest with
// the maps that it asks for.
void restore_view(AppState& state, const ViewState& view);
// Replaces the view as go_to_view, remembering the old one for undo, if they differ.
void change_view(AppState& state, const ViewState& view);

// The same for zooming, typing and the like: one step of undo together with those right before it that changed the same
// member alone.
template <auto member, class Value>
void continue_view(AppState& state, const Value& value) {
    if (state.view.*member == value) return;
    ViewState view = state.view;
    view.*member = value;
    const ViewState* before = state.history.newest();
    bool goes_on = before != nullptr && !state.history.can_redo() && before->*member != state.view.*member;
    if (goes_on) {
        ViewState as_before = state.view;
        as_before.*member = before->*member;
        goes_on = as_before == *before;
    }
    if (goes_on) {
        go_to_view(state, view);
    } else {
        change_view(state, view);
    }
}

// The file name that an export of this text suggests, in the current folder.
std::filesystem::path suggested_export_path(const AppState& state);
std::filesystem::path suggested_session_path();

}  // namespace headscope
