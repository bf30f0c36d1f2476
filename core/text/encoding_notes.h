#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace headscope {

// Gathers what a person must know about an encoding: one note of each kind, with the numbers.
class EncodingNotes {
  public:
    // `count` ill-formed byte sequences were replaced.
    void add_replaced(std::size_t count) { replaced_ += count; }
    void add_typed_special(const std::string& piece) { ++typed_[piece]; }
    // The text holds the piece, which was not asked to be a token.
    void add_special_as_text(const std::string& piece) { ++as_text_[piece]; }
    // A word that became the piece `unknown`.
    void add_unknown(std::string_view word, const std::string& unknown);
    // Of `wanted` tokens only `kept` remain.
    void set_truncated(std::size_t wanted, std::size_t kept);
    std::vector<Note> finish() const;

  private:
    std::size_t replaced_ = 0;
    std::map<std::string, std::size_t> typed_;
    std::map<std::string, std::size_t> as_text_;
    std::size_t unknown_ = 0;
    std::string unknown_piece_;
    std::vector<std::string> unknown_words_;  // the first few different ones
    std::size_t wanted_ = 0;
    std::size_t kept_ = 0;
};

// The note of an encoding cut short.
Note truncation_note(std::size_t wanted, std::size_t kept);

// 30522 as "30,522".
std::string grouped(std::size_t number);

}  // namespace headscope
