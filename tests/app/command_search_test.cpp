#include "app/state/command_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/state/app_state.h"
#include "app/state/glossary.h"

namespace headscope {
namespace {

CommandId best(const char* query) {
    const auto found = search_commands(query, {});
    return found.empty() ? CommandId::kQuit : found.front()->id;
}

TEST(CommandSearch, AnEmptyQueryFindsAllWithTheRecentOnesFirst) {
    const std::vector<CommandId> recent{CommandId::kToggleTheme, CommandId::kExport};
    const auto found = search_commands("  ", recent);
    ASSERT_EQ(found.size(), all_commands().size());
    EXPECT_EQ(found[0]->id, CommandId::kToggleTheme);
    EXPECT_EQ(found[1]->id, CommandId::kExport);
    EXPECT_EQ(found[2]->id, all_commands()[0].id);
}

TEST(CommandSearch, EveryCommandIsTheFirstOneFoundByItsLabelAndIsFoundByItsTip) {
    for (const Command& command : all_commands()) {
        const auto by_label = search_commands(command.label, {});
        EXPECT_TRUE(std::any_of(by_label.begin(), by_label.end(), [&](const Command* c) {
            return c->id == command.id;
        })) << command.label;
        const auto by_tip = search_commands(command.tip, {});
        EXPECT_TRUE(std::any_of(by_tip.begin(), by_tip.end(), [&](const Command* c) { return c->id == command.id; }))
            << command.label;
    }
}

TEST(CommandSearch, WordsMayComeInAnyOrderAndStartInTheMiddleOfTheLabel) {
    EXPECT_EQ(best("maps exp"), CommandId::kExport);
    EXPECT_EQ(best("LOG"), CommandId::kScaleLog);
    EXPECT_EQ(best("second"), CommandId::kTogglePair);
}

TEST(CommandSearch, AKeyFindsItsCommand) {
    EXPECT_EQ(best("ctrl+e"), CommandId::kExport);
    EXPECT_EQ(best("f1"), CommandId::kHelp);
}

TEST(CommandSearch, LettersInTheirOrderAreEnough) {
    const auto found = search_commands("exprt", {});
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front()->id, CommandId::kExport);
}

TEST(CommandSearch, WhatIsNowhereFindsNothing) {
    EXPECT_TRUE(search_commands("qqqq zz", {}).empty());
}

TEST(CommandSearch, CommandsThatRanComeFirstAmongEquals) {
    AppState state;
    run_command(state, CommandId::kScaleLog);
    run_command(state, CommandId::kToggleTheme);
    run_command(state, CommandId::kScaleLog);
    EXPECT_EQ(state.recent_commands, (std::vector<CommandId>{CommandId::kScaleLog, CommandId::kToggleTheme}));
    const auto found = search_commands("scale", state.recent_commands);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front()->id, CommandId::kScaleLog);
}

TEST(CommandSearch, EveryCommandThatCannotRunSaysWhyAndTheOthersSayNothing) {
    const AppState empty;
    for (const Command& command : all_commands()) {
        EXPECT_EQ(why_not(command, empty).empty(), command.is_enabled(empty)) << command.label;
    }
    EXPECT_NE(why_not(get_command(CommandId::kExport), empty).find("Ctrl+O"), std::string_view::npos);
}

TEST(CommandSearch, EveryCommandIsInOnePartWithATitleOfItsOwn) {
    std::set<std::string> titles;
    std::size_t count = 0;
    for (const CommandPart& part : command_parts()) {
        EXPECT_TRUE(titles.insert(part.title).second) << part.title;
        count += part.commands.size();
    }
    EXPECT_EQ(count, all_commands().size());
}

TEST(Glossary, EveryTermIsThereOnceInAWholeSentence) {
    std::set<std::string> words;
    for (const Term& term : glossary()) {
        EXPECT_TRUE(words.insert(term.word).second) << term.word;
        EXPECT_EQ(std::string(term.meaning).back(), '.') << term.word;
        EXPECT_EQ(meaning_of(term.word), term.meaning);
    }
    for (const char* word :
         {"head", "query", "key", "value", "residual", "softmax", "layer", "d_head", "special tokens"})
        EXPECT_TRUE(words.contains(word)) << word;
}

}  // namespace
}  // namespace headscope
