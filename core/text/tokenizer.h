#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/truncation.h"

namespace headscope {

using TokenId = std::int32_t;

// Bytes [begin, end) of a UTF-8 text.
struct ByteSpan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const ByteSpan&) const = default;
};

struct Token {
    TokenId id = 0;
    std::string piece;  // the vocabulary's string of the id, e.g. "##omer"
    // The reference's string of this token where it is not the piece: an added token with the white space it took
    // along, a stretch that the vocabulary cannot spell.
    std::optional<std::string> written;
    std::string display;  // for people, valid UTF-8 (see display.h); the typed text if unknown
    ByteSpan span;        // in the text it came from: the second text for segment 1; (0,0) for template tokens
    std::optional<std::uint32_t> word;  // index of the pre-tokenized word in its text; none for template tokens
    int segment = 0;                    // 0 the first text (and template tokens before the second), 1 the second
    std::int32_t type_id = 0;           // fed to the model's token type embedding
    bool is_template = false;           // added by the post-processor, such as [CLS]; the reference's "special" mask
    bool is_special = false;            // a special token of the vocabulary, added by the template or typed in the text
    bool is_unknown = false;            // stands for characters that the vocabulary cannot spell, such as [UNK]
    bool continues_word = false;        // goes on with the word of the token before it, as people see words
};

enum class NoteKind {
    kTruncated,      // tokens were cut off so that the model's positions suffice
    kReplacedBytes,  // invalid UTF-8 was replaced by U+FFFD
    kTypedSpecial,   // the text itself holds a special token such as [MASK]
    kSpecialAsText,  // it does, but was read as ordinary text as asked
    kUnknownToken,   // a word the vocabulary cannot spell
};

// Something about an encoding that a person must know.
struct Note {
    NoteKind kind = NoteKind::kTruncated;
    std::string message;  // one sentence with the numbers
};

struct EncodeOptions {
    bool add_special_tokens = true;        // run the post-processor's template
    bool specials_as_text = false;         // special tokens typed in the text are ordinary text
    std::optional<Truncation> truncation;  // none: every token is kept
};

struct Encoding {
    std::string text;                 // what the spans refer to: valid UTF-8 (invalid bytes replaced)
    std::optional<std::string> pair;  // likewise
    std::vector<Token> tokens;
    std::vector<std::vector<Token>> overflow;  // with Truncation::with_overflow: further windows, template included
    std::vector<Note> notes;
    bool specials_as_text = false;  // as asked
};

// Cuts text into the tokens of a model's vocabulary. Immutable after loading; may be used from any thread.
class Tokenizer {
  public:
    virtual ~Tokenizer() = default;

    // Any bytes are accepted: invalid UTF-8 is replaced and noted. Fails only where the vocabulary has no token for
    // something in the text and none for unknowns either, where a pattern of the file runs without end on the text, and
    // where the truncation asked for cannot be done (see truncation.h).
    virtual Result<Encoding> encode(std::string_view text, const std::optional<std::string_view>& pair,
                                    const EncodeOptions& options) const = 0;
    virtual std::size_t vocabulary_size() const = 0;
    // The vocabulary's string of an id, if there is one.
    virtual std::optional<std::string> find_piece(TokenId id) const = 0;
    // That string for people, if there is one.
    virtual std::optional<std::string> find_display(TokenId id) const = 0;
    // True for ids of special tokens such as [CLS].
    virtual bool is_special(TokenId id) const = 0;
    // The kind of vocabulary for people, such as "WordPiece, 30,522 pieces, lower-cased".
    virtual std::string description() const = 0;
};

struct LoadedTokenizer {
    std::shared_ptr<const Tokenizer> tokenizer;
    std::vector<std::string> warnings;  // "FILE: …", sound but worth a word
};

// From a model folder or a tokenizer file. Of a folder the first there is of: tokenizer.json; vocab.txt; vocab.json
// with merges.txt; a SentencePiece tokenizer.model, spiece.model or sentencepiece.bpe.model; Marian's source.spm with
// vocab.json; each with tokenizer_config.json. A file is told by its ending: .json, .txt, .model and .spm (the model's
// own ids), .gguf. Errors name the file, the part, what was found and what was expected. ErrorKind::kNotFound where the
// folder holds no tokenizer.
Result<LoadedTokenizer> load_tokenizer(const std::filesystem::path& path);

// The tokenizer of a translation model's targets where it is not that of its sources: Marian's target.spm with
// target_vocab.json or, where both sides share their ids, vocab.json. kNotFound where the folder's own tokenizer reads
// both; other errors as load_tokenizer's.
Result<LoadedTokenizer> load_target_tokenizer(const std::filesystem::path& folder);

}  // namespace headscope
