#include "core/text/merges_txt.h"

#include <algorithm>
#include <cstddef>

#include "core/base/utf8.h"
#include "core/io/shown.h"
#include "core/text/tokenizer_json.h"

namespace headscope {

Result<MergesTxt> parse_merges_txt(std::string_view text, const std::string& name) {
    MergesTxt out;
    std::uint32_t number = 0;
    for (std::size_t offset = 0; offset < text.size();) {
        const std::size_t end = std::min(text.find('\n', offset), text.size());
        std::string_view line = text.substr(offset, end - offset);
        offset = end + 1;
        ++number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        const std::string here = name + ": line " + std::to_string(number);
        if (!is_valid_utf8(line)) return invalid(here + ": bytes that are not UTF-8, expected UTF-8 text");
        if (line.starts_with(kMergesVersion)) continue;
        const auto parts = split_merge(line);
        if (!parts)
            return invalid(here + ": found \"" + shown_text(line, 60) +
                           "\", expected two pieces with a space between them");
        if (!out.merges.add(parts->first, parts->second))
            return invalid(here + ": " + std::to_string(line.size()) + " bytes long, expected pieces of at most " +
                           std::to_string(MergeList::kMaxPieceBytes));
        out.lines.push_back(number);
    }
    return out;
}

}  // namespace headscope
