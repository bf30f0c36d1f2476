#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// The kinds of pieces and the numbers they have in a model file.
enum class SentencepieceType : std::uint8_t {
    kNormal = 1,
    kUnknown = 2,      // stands for what no piece spells
    kControl = 3,      // such as <s>: never found in a text
    kUserDefined = 4,  // always kept whole
    kUnused = 5,
    kByte = 6,  // "<0x41>"
};

struct SentencepieceEntry {
    std::string piece;
    float score = 0;
    SentencepieceType type = SentencepieceType::kNormal;
};

enum class SentencepieceAlgorithm : std::uint8_t { kUnigram = 1, kBpe = 2 };

// What a SentencePiece model says about cutting text. Defaults are those of the format
// (https://github.com/google/sentencepiece, sentencepiece_model.proto).
struct SentencepieceModel {
    static constexpr std::size_t kMaxPieces = 1'000'000;
    static constexpr std::size_t kMaxPieceBytes = 512;
    // Sums of scores along a text must stay finite.
    static constexpr float kMaxScore = 1e30f;

    std::vector<SentencepieceEntry> pieces;  // the place is the id
    std::size_t unknown = 0;                 // the one piece of type kUnknown
    SentencepieceAlgorithm algorithm = SentencepieceAlgorithm::kUnigram;
    bool byte_fallback = false;  // all 256 byte pieces are there then
    bool treat_whitespace_as_suffix = false;
    bool add_dummy_prefix = true;
    bool remove_extra_whitespaces = true;
    bool escape_whitespaces = true;
    std::string charsmap;  // a compiled table of replacements; may be empty
};

// The byte that "<0x41>" spells; −1 for any other string.
int byte_of_piece(std::string_view piece);

// Reads a model file and checks all of it: at most 32 MiB, pieces of 1 to 512 bytes of UTF-8 without NUL, none twice,
// finite scores, one unknown piece, Unigram or BPE, byte pieces all or none, a sound table of replacements. What it
// says about training, decoding and testing itself is passed over. `name` begins every message.
Result<SentencepieceModel> parse_sentencepiece_model(std::string_view bytes, const std::string& name,
                                                     std::vector<std::string>& warnings);

// A table of replacements, checked, that libsentencepiece can use with any text.
Result<std::string> check_charsmap(std::string_view bytes, const std::string& where);

// The same model as a file that holds nothing else.
std::string write_sentencepiece_model(const SentencepieceModel& model);

}  // namespace headscope
