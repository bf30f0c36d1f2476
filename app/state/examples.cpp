#include "app/state/examples.h"

#include <array>

#include "embedded/causal_examples_text.h"
#include "embedded/examples_text.h"

namespace headscope {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

}  // namespace

std::vector<Example> parse_examples(std::string_view text) {
    std::vector<Example> examples;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty() || line.front() == '#') continue;
        std::array<std::string_view, 5> fields;
        std::size_t count = 0;
        for (bool more = true; more && count < fields.size(); ++count) {
            // A sentence may hold '|' only without spaces round it.
            const std::size_t bar = line.find(" | ");
            more = bar != std::string_view::npos;
            fields[count] = trimmed(line.substr(0, bar));
            line.remove_prefix(more ? bar + 2 : line.size());
        }
        if (count != fields.size() || !line.empty() || fields[1].empty()) continue;
        Example example;
        example.theme = fields[0];
        example.sentence = fields[1];
        if (!fields[2].empty()) example.pair = std::string(fields[2]);
        if (const std::size_t arrow = fields[3].find('>'); arrow != std::string_view::npos) {
            example.from = trimmed(fields[3].substr(0, arrow));
            example.to = trimmed(fields[3].substr(arrow + 1));
        }
        example.what_to_look_for = fields[4];
        examples.push_back(std::move(example));
    }
    return examples;
}

const std::vector<Example>& examples_for(const Model* model) {
    static const std::vector<Example> examples = parse_examples(kExamplesText);
    static const std::vector<Example> causal_examples = parse_examples(kCausalExamplesText);
    return model != nullptr && model->config.is_causal() ? causal_examples : examples;
}

}  // namespace headscope
