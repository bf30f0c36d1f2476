#include "app/state/command_search.h"

#include <algorithm>
#include <array>
#include <string>

namespace headscope {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    const std::string whole = lower(text);
    std::size_t at = 0;
    while (at < whole.size()) {
        const std::size_t end = std::min(whole.find(' ', at), whole.size());
        if (end > at) words.push_back(whole.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

// Where a word starts that begins with `start`, or npos.
std::size_t find_word_start(const std::string& text, const std::string& start) {
    for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
        if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '-' || text[at - 1] == ':') return at;
    }
    return std::string::npos;
}

bool is_subsequence(const std::string& letters, const std::string& text) {
    std::size_t at = 0;
    for (const char c : text) {
        if (at < letters.size() && letters[at] == c) ++at;
    }
    return at == letters.size();
}

struct Haystack {
    std::string label;
    std::string tip;
    std::string title;
    std::array<std::string, 2> keys;
};

// 0: the word is nowhere in it.
int score_of(const Haystack& command, const std::string& word) {
    const std::size_t start = find_word_start(command.label, word);
    if (start == 0) return 100;
    if (start != std::string::npos) return 80;
    if (std::find(command.keys.begin(), command.keys.end(), word) != command.keys.end()) return 70;
    if (command.label.find(word) != std::string::npos) return 50;
    if (find_word_start(command.title, word) != std::string::npos) return 30;
    if (command.tip.find(word) != std::string::npos) return 20;
    constexpr std::size_t kLeastLetters = 3;  // fewer are in almost every label
    if (word.size() >= kLeastLetters && is_subsequence(word, command.label)) return 10;
    return 0;
}

}  // namespace

bool has_words(std::string_view text, std::string_view query) {
    const std::string whole = lower(text);
    const std::vector<std::string> words = words_of(query);
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return whole.find(word) != std::string::npos; });
}

std::vector<const Command*> search_commands(std::string_view query, std::span<const CommandId> recent) {
    struct Match {
        const Command* command;
        int score;
        std::size_t age;  // place among the recent ones
    };
    const std::vector<std::string> words = words_of(query);
    std::vector<Match> matches;
    for (const CommandPart& part : command_parts()) {
        const std::string title = lower(part.title);
        for (const Command& command : part.commands) {
            const auto key = [](const std::optional<KeyChord>& chord) {
                return chord ? lower(to_text(*chord)) : std::string();
            };
            const Haystack haystack{
                lower(command.label), lower(command.tip), title, {key(command.key), key(command.second_key)}};
            int score = 0;
            bool has_all = true;
            for (const std::string& word : words) {
                const int one = score_of(haystack, word);
                has_all = has_all && one > 0;
                score += one;
            }
            if (!has_all) continue;
            const auto age =
                static_cast<std::size_t>(std::find(recent.begin(), recent.end(), command.id) - recent.begin());
            matches.push_back({&command, score, age});
        }
    }
    std::stable_sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) {
        return a.score != b.score ? a.score > b.score : a.age < b.age;
    });
    std::vector<const Command*> found;
    found.reserve(matches.size());
    for (const Match& match : matches) found.push_back(match.command);
    return found;
}

}  // namespace headscope
