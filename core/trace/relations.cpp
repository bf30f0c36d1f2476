#include "core/trace/relations.h"

#include <algorithm>
#include <cstdlib>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/trace/links.h"
#include "core/trace/words.h"

namespace headscope {
namespace {

using WordRun = std::vector<std::size_t>;  // numbers of neighbouring words, ascending

bool contains(const WordRun& run, std::size_t word) {
    return std::find(run.begin(), run.end(), word) != run.end();
}

// Where `wanted` stands among the words, by its pieces.
Result<std::vector<WordRun>> places_of(const AttentionTrace& trace, const std::vector<TextWord>& words,
                                       const std::string& wanted, int occurrence) {
    std::vector<WordRun> places;
    for (const std::vector<Index>& pieces : find_word(trace, wanted)) {
        WordRun run;
        for (std::size_t i = 0; i < words.size(); ++i)
            if (std::binary_search(pieces.begin(), pieces.end(), words[i].pieces.front())) run.push_back(i);
        if (!run.empty()) places.push_back(run);
    }
    if (places.empty()) return not_found("\"" + shown_text(wanted) + "\": no such word in the text");
    if (occurrence == 0) return places;
    if (static_cast<std::size_t>(occurrence) > places.size())
        return not_found("\"" + shown_text(wanted) + "\": occurrence " + std::to_string(occurrence) +
                         ", expected 1 to " + std::to_string(places.size()));
    return std::vector<WordRun>{places[static_cast<std::size_t>(occurrence) - 1]};
}

// How strongly the words of a run look at another word.
double weight_of(ConstMatrixView map, const std::vector<TextWord>& words, const WordRun& from, std::size_t to) {
    double total = 0;
    std::size_t pieces = 0;
    for (const std::size_t word : from) {
        for (const Index query : words[word].pieces)
            for (const Index key : words[to].pieces) total += static_cast<double>(map(query, key));
        pieces += words[word].pieces.size();
    }
    return total / static_cast<double>(pieces);
}

// The same the other way: how strongly a word looks at those of a run.
double weight_on(ConstMatrixView map, const std::vector<TextWord>& words, std::size_t from, const WordRun& to) {
    double total = 0;
    for (const std::size_t word : to)
        for (const Index query : words[from].pieces)
            for (const Index key : words[word].pieces) total += static_cast<double>(map(query, key));
    return total / static_cast<double>(words[from].pieces.size());
}

// Whether the strongest of the other words is one of `right`; no weight at all finds none.
template <class Weight>
bool finds(std::size_t n_words, const WordRun& own, const WordRun& right, Weight weight) {
    std::size_t strongest = n_words;
    double most = 0;
    for (std::size_t word = 0; word < n_words; ++word) {
        if (contains(own, word)) continue;
        const double w = weight(word);
        if (w > most) {
            most = w;
            strongest = word;
        }
    }
    return strongest < n_words && contains(right, strongest);
}

}  // namespace

Result<RelationExample> parse_relation(std::string_view json_line) {
    const Result<nlohmann::json> parsed = parse_json(json_line, "JSON");
    if (!parsed.has_value()) return parsed.error();
    const nlohmann::json& json = parsed.value();
    if (!json.is_object()) return invalid(std::string("JSON: ") + json.type_name() + ", expected an object");
    RelationExample example;
    for (const auto& [key, value] : {std::pair("text", &example.text), std::pair("from", &example.from),
                                     std::pair("to", &example.to), std::pair("relation", &example.relation)}) {
        const auto found = json.find(key);
        if (found == json.end() || !found->is_string())
            return invalid(std::string("JSON: ") + key + ": missing or not a string, expected one");
        *value = found->get<std::string>();
    }
    for (const auto& [key, value] :
         {std::pair("from_occurrence", &example.from_occurrence), std::pair("to_occurrence", &example.to_occurrence)}) {
        const Result<std::int64_t> number = get_integer_or(json, key, 1, 1'000'000, "JSON", 0);
        if (!number.has_value()) return number.error();
        *value = static_cast<int>(number.value());
    }
    return example;
}

Status RelationScores::add(const AttentionTrace& trace, const RelationExample& example) {
    std::vector<TextWord> words = words_of(trace);
    std::erase_if(words, [&](const TextWord& word) {
        return trace.encoding.tokens[static_cast<std::size_t>(word.pieces.front())].is_special;
    });
    const Result<std::vector<WordRun>> from_places = places_of(trace, words, example.from, example.from_occurrence);
    if (!from_places.has_value()) return from_places.error();
    const Result<std::vector<WordRun>> to_places = places_of(trace, words, example.to, example.to_occurrence);
    if (!to_places.has_value()) return to_places.error();
    const WordRun* from = nullptr;
    const WordRun* to = nullptr;
    const auto offset_of = [](const WordRun& a, const WordRun& b) {
        return static_cast<Index>(b.front()) - static_cast<Index>(a.front());
    };
    for (const WordRun& a : from_places.value()) {
        for (const WordRun& b : to_places.value()) {
            if (contains(a, b.front()) || contains(b, a.front())) continue;
            if (from != nullptr && std::abs(offset_of(a, b)) >= std::abs(offset_of(*from, *to))) continue;
            from = &a;
            to = &b;
        }
    }
    if (from == nullptr)
        return invalid("\"" + shown_text(example.from) + "\" and \"" + shown_text(example.to) +
                       "\": the same word, expected two");

    const AttentionMaps& maps = *trace.maps;
    const auto n_heads = static_cast<std::size_t>(maps.n_layers() * maps.n_heads());
    auto counts = std::find_if(relations_.begin(), relations_.end(),
                               [&](const Counts& known) { return known.relation == example.relation; });
    if (counts == relations_.end()) {
        relations_.push_back({example.relation, 0, {}, std::vector<Index>(n_heads), std::vector<Index>(n_heads)});
        counts = relations_.end() - 1;
    }
    ++counts->examples;
    ++counts->offsets[offset_of(*from, *to)];
    for (std::size_t i = 0; i < n_heads; ++i) {
        const ConstMatrixView map =
            maps.head(static_cast<Index>(i) / maps.n_heads(), static_cast<Index>(i) % maps.n_heads());
        const auto looks = [&](std::size_t word) { return weight_of(map, words, *from, word); };
        const auto looked = [&](std::size_t word) { return weight_on(map, words, word, *from); };
        counts->looks[i] += finds(words.size(), *from, *to, looks) ? 1 : 0;
        counts->looked[i] += finds(words.size(), *from, *to, looked) ? 1 : 0;
    }
    return {};
}

std::vector<RelationReport> RelationScores::reports() const {
    std::vector<RelationReport> reports;
    for (const Counts& counts : relations_) {
        RelationReport report{counts.relation, counts.examples, 0, 0, {}};
        const auto examples = static_cast<double>(counts.examples);
        for (const auto& [offset, right] : counts.offsets) {
            const double accuracy = static_cast<double>(right) / examples;
            if (accuracy < report.offset_accuracy) continue;
            if (accuracy == report.offset_accuracy && std::abs(offset) >= std::abs(report.offset)) continue;
            report.offset = offset;
            report.offset_accuracy = accuracy;
        }
        for (std::size_t i = 0; i < counts.looks.size(); ++i)
            report.heads.push_back(
                {static_cast<double>(counts.looks[i]) / examples, static_cast<double>(counts.looked[i]) / examples});
        reports.push_back(std::move(report));
    }
    return reports;
}

}  // namespace headscope
