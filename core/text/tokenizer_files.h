#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/gguf_metadata.h"
#include "core/text/tokenizer.h"

namespace headscope {

// What lies beside the file that a tokenizer is read from.
struct TokenizerSiblings {
    std::optional<nlohmann::json> config;  // tokenizer_config.json
    std::string config_name;               // for messages
    std::optional<std::string> vocab_txt;  // the text of vocab.txt, to be compared with tokenizer.json
    std::string vocab_txt_name;
    std::optional<nlohmann::json> special_tokens_map;  // special_tokens_map.json, an object
    std::string special_tokens_map_name;
    std::optional<nlohmann::json> added_tokens;  // added_tokens.json, an object of strings and ids
    std::string added_tokens_name;
};

// A tokenizer.json. It decides; of tokenizer_config.json, do_lower_case, strip_accents and tokenize_chinese_chars win
// over the switches of a BertNormalizer, with a warning where they differ. Its truncation, padding and decoder are not
// used. `name` is the file's, for messages.
Result<LoadedTokenizer> tokenizer_from_json(std::string_view text, const std::string& name,
                                            const TokenizerSiblings& siblings = {});

// A SentencePiece model by itself: its own ids, no begin or end token, special tokens in the text not parsed.
Result<LoadedTokenizer> tokenizer_from_sentencepiece(std::string_view bytes, const std::string& name);

// A SentencePiece model of a model folder. tokenizer_config.json says what the ids are: its tokenizer_class gives the
// reference's convention, and it names the special tokens, as special_tokens_map.json may. Without a class that is
// known, the model's own ids with a warning that says so. Text is cut as SentencePiece does it, each stretch between
// special tokens by itself.
Result<LoadedTokenizer> tokenizer_from_sentencepiece_folder(std::string_view bytes, const std::string& name,
                                                            const TokenizerSiblings& siblings);

// Marian's source.spm (or target.spm) with its vocab.json, whose ids are used; pieces that are not in it are unknown.
// The end token follows a text; a language such as >>fr<< may begin it. Punctuation is left as it is, as in the
// reference where sacremoses is not installed.
Result<LoadedTokenizer> tokenizer_from_marian(std::string_view spm, const std::string& spm_name,
                                              std::string_view vocab_json, const std::string& vocab_name,
                                              const TokenizerSiblings& siblings);

// The vocabulary inside a GGUF file: tokenizer.ggml.model "llama" or "t5" (SentencePiece's BPE and Unigram), "gpt2"
// (byte-level BPE, cut as tokenizer.ggml.pre says) or "bert" (lower-casing WordPiece).
Result<LoadedTokenizer> tokenizer_from_gguf(const GgufMetadata& metadata);

// A BERT vocab.txt, one piece a line, the first with id 0. tokenizer_config.json may name the special tokens
// (unk_token, cls_token, sep_token, pad_token, mask_token) and set the three switches; the defaults are those of BERT,
// lower-casing.
Result<LoadedTokenizer> tokenizer_from_vocab_txt(std::string_view text, const std::string& name,
                                                 const TokenizerSiblings& siblings = {});

// A GPT-2-like vocab.json, an object of pieces and ids, with its merges.txt, two pieces a line in order of rank: a
// byte-level BPE. tokenizer_config.json may set add_prefix_space; the special tokens come from it and from
// special_tokens_map.json; where both cls_token and sep_token are named, a text stands between them as RoBERTa has it.
// Errors name the file they lie in. Of the siblings, vocab_txt is not used.
Result<LoadedTokenizer> tokenizer_from_merges(std::string_view vocab_json, const std::string& vocab_name,
                                              std::string_view merges_txt, const std::string& merges_name,
                                              const TokenizerSiblings& siblings = {});

}  // namespace headscope
