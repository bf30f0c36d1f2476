// Any bytes as a text for every kind of tokenizer. The first byte chooses the tokenizer, the second the options, the
// third a limit; with a pair, the second half of the rest is the second text.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"
#include "tests/fuzz/checked_encode.h"

namespace {

using Tokenizers = std::vector<std::shared_ptr<const headscope::Tokenizer>>;

Tokenizers load_all() {
    Tokenizers out;
    for (const char* name : {"bert_cased",
                             "bert_accents_kept",
                             "added_flags",
                             "gpt2",
                             "roberta",
                             "qwen2",
                             "llama3",
                             "smollm",
                             "modernbert",
                             "neox_flags",
                             "pipeline_mix",
                             "llama",
                             "llama_not_legacy",
                             "gemma",
                             "t5",
                             "xlmr",
                             "albert",
                             "unigram_bytes",
                             "llama/tokenizer.model",
                             "gemma/tokenizer.model",
                             "albert/spiece.model",
                             "unigram_bytes/tokenizer.model"}) {
        const auto loaded = headscope::load_tokenizer(std::string(HEADSCOPE_TEST_DATA "/text/") + name);
        if (!loaded.has_value()) {
            std::fprintf(stderr, "%s\n", loaded.error().message.c_str());
            std::abort();
        }
        out.push_back(loaded.value().tokenizer);
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Tokenizers tokenizers = load_all();
    if (size < 3) return 0;
    const std::uint8_t switches = data[1];
    headscope::EncodeOptions options;
    options.add_special_tokens = (switches & 1) == 0;
    options.specials_as_text = (switches & 2) != 0;
    if (switches & 4) {
        headscope::Truncation truncation{data[2]};
        if (switches & 16) truncation.direction = headscope::TruncationDirection::kLeft;
        if (switches & 32) truncation.strategy = headscope::TruncationStrategy::kOnlyFirst;
        if (switches & 64) truncation.strategy = headscope::TruncationStrategy::kOnlySecond;
        truncation.with_overflow = (switches & 128) != 0;
        truncation.stride = data[2] % 4u;
        options.truncation = truncation;
    }
    std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
    std::optional<std::string_view> pair;
    if (switches & 8) {
        pair = text.substr(text.size() / 2);
        text = text.substr(0, text.size() / 2);
    }
    headscope::fuzz::checked_encode(*tokenizers[data[0] % tokenizers.size()], true, text, pair, options);
    return 0;
}
