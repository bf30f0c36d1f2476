// How fast each kind of tokenizer cuts the tests' difficult texts, and how the time of a single word grows with its
// length: per byte it must stay what it is.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/text/tokenizer.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace headscope {
namespace {

constexpr std::size_t kMegabyte = 1'000'000;
const std::string kFixtures = HEADSCOPE_TEST_DATA "/text/";

std::shared_ptr<const Tokenizer> load(const std::string& name) {
    const Result<LoadedTokenizer> loaded = load_tokenizer(kFixtures + name);
    if (!loaded.has_value()) throw std::runtime_error(loaded.error().message);
    return loaded.value().tokenizer;
}

// About a megabyte of the texts that the tests compare, one a line.
const std::string& mixed_text() {
    static const std::string text = [] {
        std::string once;
        test::for_each_json_line(kFixtures + "cases/bert_cased.jsonl.gz", [&](const nlohmann::json& expected) {
            if (expected.contains("text")) once += expected["text"].get<std::string>() + "\n";
        });
        std::string out;
        while (out.size() < kMegabyte) out += once;
        return out;
    }();
    return text;
}

void encode(benchmark::State& state, const Tokenizer& tokenizer, const std::string& text) {
    for (auto _ : state) {
        const Result<Encoding> encoding = tokenizer.encode(text, std::nullopt, {});
        if (!encoding.has_value()) state.SkipWithError(encoding.error().message.c_str());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void encode_mixed_text(benchmark::State& state, const std::string& name) {
    encode(state, *load(name), mixed_text());
}

void encode_one_word(benchmark::State& state, const std::string& name) {
    std::string word;
    while (word.size() < static_cast<std::size_t>(state.range(0))) word += "Unaffable\xE4\xB8\xAD\xC3\xA9\x30";
    encode(state, *load(name), word);
}

const bool kAreRegistered = [] {
    for (const char* name : {"bert_cased", "gpt2", "roberta", "qwen2", "llama3", "smollm", "modernbert", "neox_flags",
                             "pipeline_mix", "llama", "llama_not_legacy", "gemma", "t5", "xlmr", "albert",
                             "unigram_bytes", "t5/spiece.model", "llama/tokenizer.model"}) {
        benchmark::RegisterBenchmark((std::string("mixed text/") + name).c_str(), [=](benchmark::State& state) {
            encode_mixed_text(state, name);
        })->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark((std::string("one word/") + name).c_str(),
                                     [=](benchmark::State& state) { encode_one_word(state, name); })
            ->Unit(benchmark::kMillisecond)
            ->Arg(kMegabyte / 4)
            ->Arg(kMegabyte / 2)
            ->Arg(kMegabyte);
    }
    return true;
}();

}  // namespace
}  // namespace headscope
