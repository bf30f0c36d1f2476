#include "app/widgets/display_text.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace headscope {
namespace {

// The glyph for a control character, or 0 for a character that shows itself.
char32_t visible_form(char32_t c, Invisibles invisibles) {
    if (c == ' ') return invisibles == Invisibles::kSpaces ? U'␣' : 0;
    if (c == 0xA0) return invisibles == Invisibles::kSpaces ? U'⍽' : 0;
    if (c == '\n' || c == 0x85 || c == 0x2028 || c == 0x2029) return U'↵';
    if (c == '\t') return U'⇥';
    if (c < 0x20) return 0x2400 + c;
    if (c == 0x7F) return 0x2421;
    return 0;
}

}  // namespace

std::size_t DisplayText::to_display(std::size_t source) const {
    source = std::min(source, source_size);
    auto after = std::partition_point(replaced.begin(), replaced.end(),
                                      [&](const Replaced& r) { return r.source_end <= source; });
    if (after == replaced.begin()) return source;
    --after;
    return after->display_end + (source - after->source_end);
}

std::size_t DisplayText::to_source(std::size_t display) const {
    display = std::min(display, text.size());
    auto after = std::partition_point(replaced.begin(), replaced.end(),
                                      [&](const Replaced& r) { return r.display_end <= display; });
    if (after == replaced.begin()) return display;
    --after;
    return after->source_end + (display - after->display_end);
}

DisplayText display_text(std::string_view valid, Invisibles invisibles) {
    DisplayText out;
    out.source_size = valid.size();
    out.text.reserve(valid.size());
    std::size_t copied = 0;
    for (std::size_t i = 0; i < valid.size(); ++i) {
        const auto byte = static_cast<unsigned char>(valid[i]);
        // Only these can start a character of visible_form.
        if (byte > 0x20 && byte != 0x7F && byte != 0xC2 && byte != 0xE2) continue;
        const CodePoint at = decode_at(valid, i);
        const char32_t form = visible_form(at.value, invisibles);
        if (form == 0) continue;
        out.text.append(valid.substr(copied, i - copied));
        append_utf8(out.text, form);
        copied = at.end;
        i = copied - 1;
        out.replaced.push_back({copied, out.text.size()});
    }
    out.text.append(valid.substr(copied));
    return out;
}

}  // namespace headscope
