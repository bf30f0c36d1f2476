#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headscope {

// A number for some code points, looked up by two array reads. Pages of 256 code points are made where they are needed.
class CodePointTable {
  public:
    static constexpr std::int32_t kNone = -1;

    CodePointTable() : pages_(kPageSize, kNone) { page_of_.fill(0); }

    std::int32_t find(char32_t code_point) const {
        return pages_[std::size_t{page_of_[code_point >> 8]} * kPageSize + (code_point & 0xFF)];
    }
    void set(char32_t code_point, std::int32_t value) {
        std::uint16_t& page = page_of_[code_point >> 8];
        if (page == 0) {  // the page without values
            page = static_cast<std::uint16_t>(pages_.size() / kPageSize);
            pages_.resize(pages_.size() + kPageSize, kNone);
        }
        pages_[std::size_t{page} * kPageSize + (code_point & 0xFF)] = value;
    }

  private:
    static constexpr std::size_t kPageSize = 256;
    std::array<std::uint16_t, 0x110000 / kPageSize> page_of_;
    std::vector<std::int32_t> pages_;
};

}  // namespace headscope
