#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace headscope {

// What a name in tokenizer.ggml.pre stands for: the way a byte-level BPE cuts text into words.
struct GgufPreTokenizer {
    nlohmann::json pre_tokenizer;  // as in a tokenizer.json
    bool is_nfc = false;           // the text is composed first
    bool ignore_merges = false;    // a word that is a token is taken whole
    bool add_bos = false;          // unless the file says otherwise
};

// None for a name that is not known. `add_prefix_space` puts a space before text that does not begin with one.
std::optional<GgufPreTokenizer> find_gguf_pre_tokenizer(std::string_view name, bool add_prefix_space);

}  // namespace headscope
