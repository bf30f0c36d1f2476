#include <initializer_list>
#include <vector>

#include "core/text/display.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

std::string string_member(const Json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const Json& member(const Json& object, const char* key) {
    static const Json null;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found == object.end() || !object.is_object() ? null : *found;
}

// A part and, where it is a sequence, those in it, however deep.
std::vector<const Json*> parts_of(const Json& part) {
    std::vector<const Json*> out{&part};
    for (std::size_t i = 0; i < out.size(); ++i)
        for (const char* key : {"decoders", "normalizers", "pretokenizers"})
            if (const Json& list = member(*out[i], key); list.is_array())
                for (const Json& item : list) out.push_back(&item);
    return out;
}

void read_decoder(const Json& part, PieceStyle& style) {
    const std::string type = string_member(part, "type");
    if (type == "ByteLevel") style.is_byte_level = true;
    if (type == "ByteFallback") style.has_byte_pieces = true;
    if (type == "Metaspace") style.space = string_member(part, "replacement");
    if (type == "Replace" && string_member(part, "content") == " ")
        style.space = string_member(member(part, "pattern"), "String");
    if (type == "WordPiece") style.continuation = string_member(part, "prefix");
    if (type == "BPEDecoder") style.word_end = string_member(part, "suffix");
}

// What a normalizer or pre-tokenizer makes of spaces and bytes.
void read_maker(const Json& part, PieceStyle& style) {
    const std::string type = string_member(part, "type");
    if (type == "ByteLevel") style.is_byte_level = true;
    if (type == "Metaspace") style.space = string_member(part, "replacement");
    if (type == "Replace" && string_member(member(part, "pattern"), "String") == " ")
        style.space = string_member(part, "content");
}

}  // namespace

PieceStyle sentencepiece_style() {
    PieceStyle style;
    style.space = "▁";
    style.has_byte_pieces = true;
    return style;
}

PieceStyle piece_style_of(const Json& root) {
    PieceStyle style;
    const Json& model = member(root, "model");
    for (const Json* part : parts_of(member(root, "decoder"))) read_decoder(*part, style);
    if (!marks_spaces(style))
        for (const char* key : {"normalizer", "pre_tokenizer"})
            for (const Json* part : parts_of(member(root, key))) read_maker(*part, style);
    if (const Json& fallback = member(model, "byte_fallback"); fallback.is_boolean() && fallback.get<bool>())
        style.has_byte_pieces = true;
    if (style.continuation.empty()) style.continuation = string_member(model, "continuing_subword_prefix");
    if (style.word_end.empty()) style.word_end = string_member(model, "end_of_word_suffix");
    return style;
}

}  // namespace headscope
