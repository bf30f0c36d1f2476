#include "core/text/gguf_pre_tokenizers.h"

#include <array>

namespace headscope {
namespace {

using Json = nlohmann::json;

// One step of cutting.
struct Step {
    enum class Kind { kNone, kSplit, kBytes, kGpt2, kDigits, kDigitRuns, kPunctuation };
    Kind kind = Kind::kNone;
    const char* pattern = "";  // of kSplit
};
using Steps = std::array<Step, 5>;

constexpr Step kBytes{Step::Kind::kBytes};
constexpr Step kGpt2{Step::Kind::kGpt2};
constexpr Step kDigits{Step::Kind::kDigits};

constexpr Step split(const char* pattern) {
    return {Step::Kind::kSplit, pattern};
}

constexpr Steps kOfGpt2{kGpt2};
constexpr Steps kOfSmollm{kDigits, kGpt2};
constexpr Steps kOfLlama3{
    split(R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
          R"(|\s*[\r\n]+|\s+(?!\S)|\s+)"),
    kBytes};
constexpr Steps kOfQwen2{
    split(R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*)"
          R"(|\s*[\r\n]+|\s+(?!\S)|\s+)"),
    kBytes};
constexpr Steps kOfQwen35{
    split(R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*)"
          R"(|\s*[\r\n]+|\s+(?!\S)|\s+)"),
    kBytes};
constexpr Steps kOfGpt4o{
    split(
        R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
        R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
        R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)"),
    kBytes};
constexpr Steps kOfTekken{split(R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
                                R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
                                R"(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)"),
                          kBytes};
constexpr Steps kOfDeepseekV3{split(R"(\p{N}{1,3})"), split("[一-龥぀-ゟ゠-ヿ]+"),
                              split(R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+)"
                                    R"(|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*)"
                                    R"(|\s*[\r\n]+|\s+(?!\S)|\s+)"),
                              kBytes};
constexpr Steps kOfFalcon{Step{Step::Kind::kPunctuation}, kGpt2, Step{Step::Kind::kDigitRuns},
                          split("[0-9][0-9][0-9]")};
// llama.cpp's own for files without a name.
constexpr Steps kOfDefault{split(R"([\p{P}\$\+<=>\^~\|]+)"),
                           split(R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S))"),
                           split(R"(\p{N}+)"), split("[0-9][0-9][0-9]"), kBytes};

struct Named {
    std::string_view name;
    const Steps& steps;
    bool is_nfc = false;
    bool ignore_merges = false;
    bool add_bos = false;
};

// The names that llama.cpp knows (src/llama-vocab.cpp), with the patterns of the tokenizers they were made from.
constexpr Named kNames[] = {
    {"default", kOfDefault},
    {"gpt-2", kOfGpt2},
    {"phi-2", kOfGpt2},
    {"jina-es", kOfGpt2},
    {"jina-de", kOfGpt2},
    {"jina-v2-es", kOfGpt2},
    {"jina-v2-de", kOfGpt2},
    {"gigachat", kOfGpt2},
    {"mpt", kOfGpt2, true},
    {"olmo", kOfGpt2, true},
    {"smollm", kOfSmollm},
    {"starcoder", kOfSmollm},
    {"refact", kOfSmollm},
    {"codeshell", kOfSmollm},
    {"llama3", kOfLlama3, false, true, true},
    {"llama-v3", kOfLlama3, false, true, true},
    {"llama-bpe", kOfLlama3, false, true, true},
    {"falcon3", kOfLlama3, false, true, true},
    {"dbrx", kOfLlama3},
    {"smaug-bpe", kOfLlama3},
    {"qwen2", kOfQwen2, true},
    {"deepseek-r1-qwen", kOfQwen2, true},
    {"stablelm2", kOfQwen2},
    {"qwen35", kOfQwen35, true},
    {"gpt-4o", kOfGpt4o},
    {"llama4", kOfGpt4o},
    {"tekken", kOfTekken, false, true, true},
    {"deepseek-v3", kOfDeepseekV3},
    {"falcon", kOfFalcon},
};

Json json_of(const Step& step, bool add_prefix_space) {
    switch (step.kind) {
        case Step::Kind::kNone:
            break;
        case Step::Kind::kSplit:
            return {
                {"type", "Split"}, {"pattern", {{"Regex", step.pattern}}}, {"behavior", "Isolated"}, {"invert", false}};
        case Step::Kind::kBytes:
        case Step::Kind::kGpt2:
            return {{"type", "ByteLevel"},
                    {"add_prefix_space", add_prefix_space},
                    {"trim_offsets", true},
                    {"use_regex", step.kind == Step::Kind::kGpt2}};
        case Step::Kind::kDigits:
        case Step::Kind::kDigitRuns:
            return {{"type", "Digits"}, {"individual_digits", step.kind == Step::Kind::kDigits}};
        case Step::Kind::kPunctuation:
            return {{"type", "Punctuation"}, {"behavior", "Contiguous"}};
    }
    return {};
}

}  // namespace

std::optional<GgufPreTokenizer> find_gguf_pre_tokenizer(std::string_view name, bool add_prefix_space) {
    for (const Named& named : kNames) {
        if (named.name != name) continue;
        Json parts = Json::array();
        for (const Step& step : named.steps)
            if (step.kind != Step::Kind::kNone) parts.push_back(json_of(step, add_prefix_space));
        return GgufPreTokenizer{{{"type", "Sequence"}, {"pretokenizers", std::move(parts)}},
                                named.is_nfc,
                                named.ignore_merges,
                                named.add_bos};
    }
    return std::nullopt;
}

}  // namespace headscope
