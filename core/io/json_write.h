#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headscope {

// Room for any number that write_json_number writes.
constexpr std::size_t kMaxNumberBytes = 32;

// Writes a finite number at `out`, which has room for kMaxNumberBytes, and returns the end. digits = 0: the shortest
// text that reads back to the same float32; else that many significant digits, at most 17. Whole numbers other than 0
// keep a ".0", so that readers that tell integers apart see a float. No locale has a say.
char* write_json_number(char* out, float value, int digits);

void append_json_number(std::string& out, float value, int digits = 0);
void append_json_number(std::string& out, double value);  // shortest

// A JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// Pairs of lower-case hexadecimal digits.
std::string hex_text(std::string_view bytes);

}  // namespace headscope
