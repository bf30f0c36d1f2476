#include "core/base/utf8.h"

#include <cassert>

namespace headscope {
namespace {

// What the bytes at one place are: a well-formed code point, or an ill-formed sequence of `size` bytes (Unicode 15,
// table 3-7 and section 3.9, "maximal subpart of an ill-formed subsequence").
struct Step {
    bool is_valid = false;
    std::uint32_t size = 1;
};

bool is_continuation(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

Step step_at(std::string_view bytes, std::size_t offset) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[offset + i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {true, 1};
    if (lead < 0xC2 || lead > 0xF4) return {false, 1};

    const std::uint32_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::size_t available = bytes.size() - offset;
    if (available < 2 || !is_continuation(byte(1))) return {false, 1};
    const unsigned char second = byte(1);
    if ((lead == 0xE0 && second < 0xA0) ||  // over-long
        (lead == 0xED && second > 0x9F) ||  // surrogates
        (lead == 0xF0 && second < 0x90) ||  // over-long
        (lead == 0xF4 && second > 0x8F))    // beyond U+10FFFF
        return {false, 1};
    for (std::uint32_t i = 2; i < length; ++i)
        if (available <= i || !is_continuation(byte(i))) return {false, i};
    return {true, length};
}

// The length of the ASCII run that begins at `offset`.
std::size_t ascii_run(std::string_view bytes, std::size_t offset) {
    std::size_t end = offset;
    while (end < bytes.size() && static_cast<unsigned char>(bytes[end]) < 0x80) ++end;
    return end - offset;
}

}  // namespace

bool is_valid_utf8(std::string_view bytes) {
    std::size_t offset = 0;
    while (true) {
        offset += ascii_run(bytes, offset);
        if (offset == bytes.size()) return true;
        const Step step = step_at(bytes, offset);
        if (!step.is_valid) return false;
        offset += step.size;
    }
}

CodePoint decode_at(std::string_view text, std::size_t offset) {
    assert(offset < text.size() && step_at(text, offset).is_valid);
    const auto byte = [&](std::size_t i) {
        return static_cast<char32_t>(static_cast<unsigned char>(text[offset + i]));
    };
    const auto low = [&](std::size_t i) { return byte(i) & 0x3F; };
    const auto begin = static_cast<std::uint32_t>(offset);
    const char32_t lead = byte(0);
    if (lead < 0x80) return {lead, begin, begin + 1};
    if (lead < 0xE0) return {(lead & 0x1F) << 6 | low(1), begin, begin + 2};
    if (lead < 0xF0) return {(lead & 0x0F) << 12 | low(1) << 6 | low(2), begin, begin + 3};
    return {(lead & 0x07) << 18 | low(1) << 12 | low(2) << 6 | low(3), begin, begin + 4};
}

std::vector<CodePoint> decode_utf8(std::string_view text) {
    std::vector<CodePoint> out;
    out.reserve(text.size());
    for (std::size_t offset = 0; offset < text.size();) {
        out.push_back(decode_at(text, offset));
        offset = out.back().end;
    }
    return out;
}

void append_utf8(std::string& out, char32_t code_point) {
    assert(code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF));
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xC0 | code_point >> 6);
        put(0x80 | (code_point & 0x3F));
    } else if (code_point < 0x10000) {
        put(0xE0 | code_point >> 12);
        put(0x80 | (code_point >> 6 & 0x3F));
        put(0x80 | (code_point & 0x3F));
    } else {
        put(0xF0 | code_point >> 18);
        put(0x80 | (code_point >> 12 & 0x3F));
        put(0x80 | (code_point >> 6 & 0x3F));
        put(0x80 | (code_point & 0x3F));
    }
}

RepairedText repair_utf8(std::string_view bytes) {
    RepairedText out;
    if (is_valid_utf8(bytes)) {
        out.text = bytes;
        return out;
    }
    out.text.reserve(bytes.size());
    out.origin.reserve(bytes.size() + 1);
    for (std::size_t offset = 0; offset < bytes.size();) {
        const Step step = step_at(bytes, offset);
        const std::size_t before = out.text.size();
        if (step.is_valid) {
            out.text.append(bytes, offset, step.size);
        } else {
            append_utf8(out.text, kReplacementCharacter);
            ++out.replaced;
        }
        // The bytes of a code point map one to one; those of a replacement all stand for where the sequence began.
        for (std::size_t i = 0; i < out.text.size() - before; ++i)
            out.origin.push_back(static_cast<std::uint32_t>(offset + (step.is_valid ? i : 0)));
        offset += step.size;
    }
    out.origin.push_back(static_cast<std::uint32_t>(bytes.size()));
    return out;
}

}  // namespace headscope
