#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/state/key_chord.h"

namespace headscope {

struct AppState;

// In the order of the table: a part of it, one file each, is one block here.
enum class CommandId {
    // What is read, opened, saved and copied.
    kFocusSentence,
    kTogglePair,
    kFocusTarget,
    kModels,
    kSaveSession,
    kSaveSessionAs,
    kExamples,
    kExport,
    kCopyValue,
    kBeside,
    kBesideModel,
    kBesideSameModel,
    // From head to head, from token to token.
    kPreviousHead,
    kNextHead,
    kPreviousLayer,
    kNextLayer,
    kPreviousToken,
    kNextToken,
    kPreviousKey,
    kNextKey,
    // The large map.
    kMapZoomIn,
    kMapZoomOut,
    kMapFit,
    kMapSums,
    kSelectCells,
    kFreeCells,
    kCycleCompare,
    kCompareSideBySide,
    kCompareDifference,
    kCompareNothing,
    kMapMenu,
    // The head grid.
    kGridMaps,
    kGridTargets,
    kGridRoles,
    kCycleGridMode,
    kOrderByLayer,
    kOrderByLink,
    kOrderBySimilarity,
    kOrderByFact,
    kOrderByRelation,
    kCycleOrder,
    kFilterHeads,
    kClearFilter,
    kGridZoomIn,
    kGridZoomOut,
    kGridFit,
    kChooseAllHeads,
    kChooseLayer,
    kChooseColumn,
    kExtendLeft,
    kExtendRight,
    kExtendUp,
    kExtendDown,
    kFreeHeads,
    kMeanOfHeads,
    kMaxOfHeads,
    // The links.
    kToggleArcs,
    kToggleLinksInto,
    kCycleTopLinks,
    kFewerLinks,
    kMoreLinks,
    kAllLinks,
    // Words, texts and the range of colours.
    kToggleWords,
    kCycleBlock,
    kBlockAll,
    kBlockAToA,
    kBlockAToB,
    kBlockBToA,
    kBlockBToB,
    kCycleRange,
    kRangeFixed,
    kRangeRow,
    kRangeHead,
    kRangeAll,
    // How the maps are shown.
    kShowSpecials,
    kHideSpecials,
    kRenormaliseSpecials,
    kCycleSpecials,
    kToggleSpecialsInText,
    kShowEncoder,
    kShowDecoder,
    kShowCross,
    kCycleMapSet,
    kScaleLinear,
    kScaleSqrt,
    kScaleLog,
    kCycleScale,
    kToggleTheme,
    kBiggerText,
    kSmallerText,
    kNormalText,
    // What heads do.
    kNextValues,
    kShowRollout,
    kShowChange,
    kFactsCard,
    kFindLinks,
    kHeadPlane,
    kGuessCard,
    kEffectCard,
    kToggleOff,
    kOffKind,
    kToggleLayerOff,
    kOffButOneOfLayer,
    kOffButOne,
    kAllOn,
    kRankHeads,
    // The window's panels, and presenting.
    kWiderGrid,
    kNarrowerGrid,
    kTallerMap,
    kShorterMap,
    kUsualPanels,
    kPresent,
    kPresentGrid,
    kHeadBehind,
    kHeadBefore,
    kPointerRing,
    kFullScreen,
    // The lesson and its pages.
    kLesson,
    kLessonBack,
    kLessonNext,
    kLessonReading,
    kLessonReadings,
    kLessonRow,
    kLessonTwoWays,
    kLessonCost,
    kLessonOutput,
    kLessonHeadWidth,
    kLessonWidthOrDepth,
    kLessonSharing,
    kLessonRedundancy,
    kLessonCausal,
    // The window itself.
    kFree,
    kUndo,
    kRedo,
    kPalette,
    kMenu,
    kHelp,
    kNextPanel,
    kPreviousPanel,
    kReturnToSession,
    kFirstSteps,
    kQuit,
};

// One thing a person can do. The only table of it: menus, buttons, keys, the help sheet and the tests read this.
struct Command {
    CommandId id;
    const char* label;  // "Export the maps…"
    const char* tip;    // one sentence for people who do not know the term
    std::optional<KeyChord> key;
    bool works_while_typing;  // the key acts even while a text box has the focus
    bool (*is_enabled)(const AppState&);
    void (*run)(AppState&);
    const char* needs = nullptr;              // a sentence on what it lacks while it is not enabled; null: see why_not
    std::optional<KeyChord> second_key = {};  // does the same
};

// A part of the table, as the menu and the help sheet group it.
struct CommandPart {
    const char* title;
    std::span<const Command> commands;
};

std::span<const CommandPart> command_parts();
std::span<const Command> all_commands();
const Command& get_command(CommandId id);

// The keys of a command for people: "F or /"; empty if it has none.
std::string keys_of(const Command& command);

// Whether the key of a command acts only while the lesson is open, where it goes before any other use of that key.
bool belongs_to_lesson(CommandId id);

// Why a command cannot run now, in a sentence; empty if it can.
std::string_view why_not(const Command& command, const AppState& state);

// Runs a command if it is enabled, and puts it in front of the recent ones.
void run_command(AppState& state, CommandId id);
// The command a key stands for now: none if no command has it, or if a text box has the focus and keeps it.
const Command* find_command(const AppState& state, const KeyChord& pressed);

}  // namespace headscope
