#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/sentencepiece_fields.h"
#include "core/text/sentencepiece_model.h"

namespace headscope {
namespace {

void append_varint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7F) | 0x80);
    out += static_cast<char>(value);
}

void append_number(std::string& out, std::uint32_t field, std::uint64_t value) {
    append_varint(out, std::uint64_t{field} << 3);
    append_varint(out, value);
}

void append_bytes(std::string& out, std::uint32_t field, std::string_view bytes) {
    append_varint(out, (std::uint64_t{field} << 3) | 2);
    append_varint(out, bytes.size());
    out += bytes;
}

void append_float(std::string& out, std::uint32_t field, float value) {
    append_varint(out, (std::uint64_t{field} << 3) | 5);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8) out += static_cast<char>((bits >> shift) & 0xFF);
}

}  // namespace

std::string write_sentencepiece_model(const SentencepieceModel& model) {
    std::string out;
    std::string message;
    for (const SentencepieceEntry& entry : model.pieces) {
        message.clear();
        append_bytes(message, piece_field::kPiece, entry.piece);
        append_float(message, piece_field::kScore, entry.score);
        append_number(message, piece_field::kType, static_cast<std::uint64_t>(entry.type));
        append_bytes(out, model_field::kPieces, message);
    }
    message.clear();
    append_number(message, trainer_field::kModelType, static_cast<std::uint64_t>(model.algorithm));
    append_number(message, trainer_field::kTreatWhitespaceAsSuffix, model.treat_whitespace_as_suffix ? 1 : 0);
    append_number(message, trainer_field::kByteFallback, model.byte_fallback ? 1 : 0);
    append_number(message, trainer_field::kUnkId, model.unknown);
    append_bytes(out, model_field::kTrainerSpec, message);
    message.clear();
    append_bytes(message, normalizer_field::kPrecompiledCharsmap, model.charsmap);
    append_number(message, normalizer_field::kAddDummyPrefix, model.add_dummy_prefix ? 1 : 0);
    append_number(message, normalizer_field::kRemoveExtraWhitespaces, model.remove_extra_whitespaces ? 1 : 0);
    append_number(message, normalizer_field::kEscapeWhitespaces, model.escape_whitespaces ? 1 : 0);
    append_bytes(out, model_field::kNormalizerSpec, message);
    return out;
}

}  // namespace headscope
