#pragma once

#include <string_view>

namespace headscope {

// What a tokenizer_class of the reference makes of the SentencePiece model it comes with. Lists have spaces between
// their entries.
struct SentencepieceConvention {
    std::string_view tokenizer_class;   // without "Fast"
    std::string_view roles;             // special tokens where no file names them: "bos <s> eos </s>"
    std::string_view single;            // the template of one text in roles, see role_template.h
    std::string_view pair;              // of two texts
    std::string_view leading = {};      // tokens that come before the model's pieces
    unsigned dropped = 0;               // pieces of the model that the leading tokens stand for
    std::string_view trailing = {};     // tokens that come behind the pieces
    bool has_extra_ids = false;         // behind the pieces come <extra_id_99> to <extra_id_0>, or as many as asked for
    bool has_bos_switch = false;        // add_bos_token (true) and add_eos_token (false) decide about bos and eos
    bool prefix_at_start_only = false;  // unless "legacy": only the text's start gets a space before it
    bool is_simplified = false;         // quotes and accents are simplified first
    bool lowers_case = false;           // letters too, unless do_lower_case says otherwise
};

// Null for a class that is not known.
const SentencepieceConvention* find_sentencepiece_convention(std::string_view tokenizer_class);

}  // namespace headscope
