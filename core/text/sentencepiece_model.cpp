#include "core/text/sentencepiece_model.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/protobuf_reader.h"
#include "core/io/shown.h"
#include "core/text/sentencepiece_fields.h"

namespace headscope {
namespace {

using Kind = ProtobufField::Kind;

constexpr std::size_t kMaxFileBytes = std::size_t{32} << 20;

std::string counted(std::size_t count, const char* what) {
    return std::to_string(count) + " " + what;
}

Status expect_kind(const ProtobufField& field, Kind kind, const std::string& where, const char* what) {
    if (field.kind == kind) return {};
    static constexpr const char* names[] = {"a number", "8 bytes", "a string of bytes", "4 bytes"};
    return invalid(where + what + ": found " + names[static_cast<int>(field.kind)] + ", expected " +
                   names[static_cast<int>(kind)]);
}

class ModelReader {
  public:
    ModelReader(const std::string& name, std::vector<std::string>& warnings) : name_(name), warnings_(warnings) {}

    Result<SentencepieceModel> read(std::string_view bytes) {
        if (bytes.size() > kMaxFileBytes)
            return Error{ErrorKind::kTooLarge, name_ + ": " + counted(bytes.size(), "bytes, expected at most ") +
                                                   std::to_string(kMaxFileBytes)};
        if (bytes.empty()) return invalid(name_ + ": empty, expected a SentencePiece model");
        Status status = each_field(bytes, name_, 0, [&](const ProtobufField& field) { return take(field); });
        if (status.is_ok()) status = check();
        if (!status.is_ok()) return status.error();
        return std::move(model_);
    }

  private:
    template <class F>
    Status each_field(std::string_view bytes, const std::string& where, std::size_t offset, F&& take_field) {
        ProtobufReader reader(bytes, where, offset);
        for (;;) {
            const Result<std::optional<ProtobufField>> field = reader.next();
            if (!field.has_value()) return field.error();
            if (!field.value()) return {};
            if (Status status = take_field(*field.value()); !status.is_ok()) return status;
        }
    }
    // The fields of a message that is itself a field.
    template <class F>
    Status each_field_in(const ProtobufField& message, const std::string& where, F&& take_field) {
        if (Status status = expect_kind(message, Kind::kBytes, where, ""); !status.is_ok()) return status;
        // The bytes of a message end where its field ends; its own offset is good enough for a message to a person.
        return each_field(message.bytes, where, message.offset, take_field);
    }

    Status take(const ProtobufField& field) {
        switch (field.number) {
            case model_field::kPieces:
                return take_piece(field);
            case model_field::kTrainerSpec:
                return each_field_in(field, name_ + ": trainer_spec",
                                     [&](const ProtobufField& inner) { return take_trainer(inner); });
            case model_field::kNormalizerSpec:
                return each_field_in(field, name_ + ": normalizer_spec",
                                     [&](const ProtobufField& inner) { return take_normalizer(inner); });
            default:
                return {};
        }
    }

    Status take_piece(const ProtobufField& field) {
        const std::string where = name_ + ": piece " + std::to_string(model_.pieces.size());
        if (model_.pieces.size() == SentencepieceModel::kMaxPieces)
            return Error{ErrorKind::kTooLarge, where + ": one too many, expected at most " +
                                                   std::to_string(SentencepieceModel::kMaxPieces) + " pieces"};
        SentencepieceEntry entry;
        Status status = each_field_in(field, where, [&](const ProtobufField& inner) {
            switch (inner.number) {
                case piece_field::kPiece:
                    return take_text(inner, where, entry);
                case piece_field::kScore:
                    return take_score(inner, where, entry);
                case piece_field::kType:
                    return take_type(inner, where, entry);
                default:
                    return Status();
            }
        });
        if (!status.is_ok()) return status;
        if (entry.piece.empty()) return invalid(where + ": empty, expected a piece of text");
        if (entry.type == SentencepieceType::kByte && byte_of_piece(entry.piece) < 0)
            return invalid(where + ": found the byte piece \"" + shown_text(entry.piece, 60) +
                           "\", expected <0x00> to <0xFF>");
        model_.pieces.push_back(std::move(entry));
        return {};
    }

    static Status take_text(const ProtobufField& field, const std::string& where, SentencepieceEntry& entry) {
        if (Status status = expect_kind(field, Kind::kBytes, where, ": piece"); !status.is_ok()) return status;
        if (field.bytes.size() > SentencepieceModel::kMaxPieceBytes)
            return invalid(where + ": " + counted(field.bytes.size(), "bytes long, expected at most ") +
                           std::to_string(SentencepieceModel::kMaxPieceBytes));
        const std::string shown = where + ": \"" + shown_text(field.bytes, 60) + "\"";
        if (field.bytes.find('\0') != std::string_view::npos) return invalid(shown + ": holds a NUL, expected none");
        if (!is_valid_utf8(field.bytes)) return invalid(shown + ": not UTF-8, expected text");
        entry.piece = field.bytes;
        return {};
    }

    static Status take_score(const ProtobufField& field, const std::string& where, SentencepieceEntry& entry) {
        if (Status status = expect_kind(field, Kind::kFixed32, where, ": score"); !status.is_ok()) return status;
        entry.score = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
        if (std::isfinite(entry.score) && std::fabs(entry.score) <= SentencepieceModel::kMaxScore) return {};
        std::array<char, 32> shown{};
        std::snprintf(shown.data(), shown.size(), "%g", static_cast<double>(entry.score));
        return invalid(where + ": score: found " + shown.data() + ", expected a number from -1e30 to 1e30");
    }

    static Status take_type(const ProtobufField& field, const std::string& where, SentencepieceEntry& entry) {
        if (Status status = expect_kind(field, Kind::kVarint, where, ": type"); !status.is_ok()) return status;
        if (field.value < 1 || field.value > 6)
            return invalid(where + ": type: found " + std::to_string(field.value) + ", expected 1 to 6");
        entry.type = static_cast<SentencepieceType>(field.value);
        return {};
    }

    Status take_trainer(const ProtobufField& field) {
        const std::string where = name_ + ": trainer_spec: ";
        switch (field.number) {
            case trainer_field::kModelType:
                if (Status status = expect_kind(field, Kind::kVarint, where, "model_type"); !status.is_ok())
                    return status;
                if (field.value != 1 && field.value != 2)
                    return unsupported(where + "model_type: found " + std::to_string(field.value) +
                                       ", expected 1 (Unigram) or 2 (BPE)");
                model_.algorithm = static_cast<SentencepieceAlgorithm>(field.value);
                return {};
            case trainer_field::kTreatWhitespaceAsSuffix:
                return take_switch(field, where, "treat_whitespace_as_suffix", model_.treat_whitespace_as_suffix);
            case trainer_field::kByteFallback:
                return take_switch(field, where, "byte_fallback", model_.byte_fallback);
            case trainer_field::kUnkId:
                if (Status status = expect_kind(field, Kind::kVarint, where, "unk_id"); !status.is_ok()) return status;
                stated_unknown_ = field.value;
                return {};
            default:
                return {};
        }
    }

    Status take_normalizer(const ProtobufField& field) {
        const std::string where = name_ + ": normalizer_spec: ";
        switch (field.number) {
            case normalizer_field::kPrecompiledCharsmap:
                if (Status status = expect_kind(field, Kind::kBytes, where, "precompiled_charsmap"); !status.is_ok())
                    return status;
                model_.charsmap = field.bytes;
                return {};
            case normalizer_field::kAddDummyPrefix:
                return take_switch(field, where, "add_dummy_prefix", model_.add_dummy_prefix);
            case normalizer_field::kRemoveExtraWhitespaces:
                return take_switch(field, where, "remove_extra_whitespaces", model_.remove_extra_whitespaces);
            case normalizer_field::kEscapeWhitespaces:
                return take_switch(field, where, "escape_whitespaces", model_.escape_whitespaces);
            default:
                return {};
        }
    }

    static Status take_switch(const ProtobufField& field, const std::string& where, const char* what, bool& target) {
        if (Status status = expect_kind(field, Kind::kVarint, where, what); !status.is_ok()) return status;
        target = field.value != 0;
        return {};
    }

    // What only the whole model can tell.
    Status check() {
        if (model_.pieces.empty()) return invalid(name_ + ": no pieces, expected a SentencePiece model");
        std::optional<std::size_t> unknown;
        std::size_t bytes = 0;
        std::unordered_set<std::string_view> seen;
        seen.reserve(model_.pieces.size());
        for (std::size_t i = 0; i < model_.pieces.size(); ++i) {
            const SentencepieceEntry& entry = model_.pieces[i];
            const auto shown = [&] {
                return name_ + ": piece " + std::to_string(i) + ": \"" + shown_text(entry.piece, 60) + "\"";
            };
            if (!seen.insert(entry.piece).second) return invalid(shown() + " comes twice, expected once");
            if (entry.type == SentencepieceType::kByte) ++bytes;
            if (entry.type != SentencepieceType::kUnknown) continue;
            if (unknown) return invalid(shown() + ": the second piece of type unknown, expected one");
            unknown = i;
        }
        if (!unknown) return invalid(name_ + ": no piece of type unknown, expected one");
        model_.unknown = *unknown;
        if (stated_unknown_ && *stated_unknown_ != *unknown)
            warnings_.push_back(name_ + ": trainer_spec: unk_id is " + std::to_string(*stated_unknown_) +
                                ", but the piece of type unknown is number " + std::to_string(*unknown) +
                                ": the latter is used");
        const std::size_t expected_bytes = model_.byte_fallback ? 256 : 0;
        if (bytes != expected_bytes)
            return invalid(name_ + ": " + counted(bytes, "byte pieces, expected ") + std::to_string(expected_bytes) +
                           (model_.byte_fallback ? " with" : " without") + " byte_fallback");
        if (model_.charsmap.empty()) return {};
        Result<std::string> charsmap =
            check_charsmap(model_.charsmap, name_ + ": normalizer_spec: precompiled_charsmap");
        if (!charsmap.has_value()) return charsmap.error();
        model_.charsmap = std::move(charsmap).value();
        return {};
    }

    const std::string& name_;
    std::vector<std::string>& warnings_;
    SentencepieceModel model_;
    std::optional<std::uint64_t> stated_unknown_;
};

}  // namespace

int byte_of_piece(std::string_view piece) {
    constexpr std::size_t kSize = 6;
    if (piece.size() != kSize || !piece.starts_with("<0x") || !piece.ends_with(">")) return -1;
    int value = 0;
    for (const char c : piece.substr(3, 2)) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

Result<SentencepieceModel> parse_sentencepiece_model(std::string_view bytes, const std::string& name,
                                                     std::vector<std::string>& warnings) {
    return ModelReader(name, warnings).read(bytes);
}

}  // namespace headscope
