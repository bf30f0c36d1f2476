#include "app/widgets/wrapped_text.h"

#include <algorithm>
#include <cstddef>

namespace headscope {
namespace {

float width_of(const ImFont& font, std::string_view text) {
    return font.CalcTextSizeA(font.FontSize, 1e9F, 0, text.data(), text.data() + text.size()).x;
}

// What of a text without line ends goes into its first line.
std::string_view first_line(const ImFont& font, std::string_view text, float width) {
    std::size_t end = std::min(text.find(' '), text.size());
    while (end < text.size()) {
        const std::size_t next = std::min(text.find(' ', end + 1), text.size());
        if (width_of(font, text.substr(0, next)) > width) break;
        end = next;
    }
    return text.substr(0, end);
}

}  // namespace

std::vector<std::string_view> lines_broken_at_spaces(const ImFont& font, std::string_view text, float width) {
    std::vector<std::string_view> lines;
    while (true) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view rest = text.substr(0, end);
        do {
            const std::string_view line = first_line(font, rest, width);
            lines.push_back(line);
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        } while (!rest.empty());
        if (end == text.size()) return lines;
        text.remove_prefix(end + 1);
    }
}

}  // namespace headscope
