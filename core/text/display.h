#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace headscope {

// How the pieces of a vocabulary are spelled, as far as a person who reads them must know.
struct PieceStyle {
    bool is_byte_level = false;    // every character stands for a byte (see byte_level.h)
    bool has_byte_pieces = false;  // "<0xE2>" is a byte
    std::string space;             // what a space is written as, such as "▁"; empty: as itself
    std::string continuation;      // begins the pieces that go on with a word, such as "##"; may be empty
    std::string word_end;          // ends the last piece of a word, such as "</w>"; may be empty
};

// That of SentencePiece models: "▁" for a space, pieces for bytes.
PieceStyle sentencepiece_style();

// The style of the vocabulary of a tokenizer.json: as its decoder undoes it and its model makes it; where the decoder
// says nothing of spaces and bytes, as its normalizer and pre-tokenizer make them.
PieceStyle piece_style_of(const nlohmann::json& root);

// The bytes that a piece stands for: a fragment of a character for some.
std::string piece_bytes(std::string_view piece, const PieceStyle& style);

// True where a piece says whether a space stands before it.
bool marks_spaces(const PieceStyle& style);
bool begins_with_space(std::string_view piece, const PieceStyle& style);

// What a piece looks like on screen: its bytes as visible_text shows them, without the one space that begins a word.
// `piece` is the vocabulary's string. Added tokens are not spelled in any style and need visible_text alone.
std::string display_of_piece(std::string_view piece, const PieceStyle& style);

// Any bytes as they can be read on screen: spaces, tabs, line breaks and control characters as visible glyphs, a
// leading mark on a dotted circle, bytes that are not UTF-8 in hexadecimal as in "‹E2 80›". Always valid UTF-8.
std::string visible_text(std::string_view text);

}  // namespace headscope
