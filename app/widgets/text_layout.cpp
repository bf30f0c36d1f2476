#include "app/widgets/text_layout.h"

#include <algorithm>
#include <limits>

#include "app/widgets/text_layout_impl.h"

namespace headscope {

TextLayout::TextLayout() = default;
TextLayout::~TextLayout() = default;
TextLayout::TextLayout(TextLayout&&) noexcept = default;
TextLayout& TextLayout::operator=(TextLayout&&) noexcept = default;

float TextLayout::width() const {
    if (!impl_) return 0;
    PangoRectangle logical;
    pango_layout_get_extents(impl_->layout.get(), nullptr, &logical);
    return from_pango(logical.width);
}

float TextLayout::height() const {
    return impl_ ? static_cast<float>(impl_->height) : 0;
}
float TextLayout::baseline() const {
    return impl_ ? static_cast<float>(impl_->ascent) : 0;
}

float TextLayout::caret_x(std::size_t byte) const {
    if (!impl_) return 0;
    PangoRectangle strong;
    pango_layout_get_cursor_pos(impl_->layout.get(), static_cast<int>(impl_->display.to_display(byte)), &strong,
                                nullptr);
    return from_pango(strong.x);
}

float TextLayout::other_caret_x(std::size_t byte) const {
    if (!impl_) return 0;
    PangoRectangle weak;
    pango_layout_get_cursor_pos(impl_->layout.get(), static_cast<int>(impl_->display.to_display(byte)), nullptr, &weak);
    return from_pango(weak.x);
}

std::size_t TextLayout::byte_at(float x) const {
    if (!impl_) return 0;
    int index = 0;
    int trailing = 0;
    pango_layout_xy_to_index(impl_->layout.get(), to_pango(x), 0, &index, &trailing);
    const char* text = impl_->display.text.c_str();
    const char* at = g_utf8_offset_to_pointer(text + index, trailing);
    return impl_->display.to_source(static_cast<std::size_t>(at - text));
}

std::optional<std::size_t> TextLayout::hit(float x) const {
    if (!impl_ || x < 0 || x >= width()) return std::nullopt;
    int index = 0;
    int trailing = 0;
    pango_layout_xy_to_index(impl_->layout.get(), to_pango(x), 0, &index, &trailing);
    return impl_->display.to_source(static_cast<std::size_t>(index));
}

std::vector<XRange> TextLayout::ranges(std::size_t begin, std::size_t end) const {
    std::vector<XRange> out;
    if (!impl_ || begin >= end) return out;
    PangoLayoutLine* line = pango_layout_get_line_readonly(impl_->layout.get(), 0);
    int* edges = nullptr;
    int count = 0;
    pango_layout_line_get_x_ranges(line, static_cast<int>(impl_->display.to_display(begin)),
                                   static_cast<int>(impl_->display.to_display(end)), &edges, &count);
    std::vector<XRange> runs;
    for (int i = 0; i < count; ++i) runs.push_back({from_pango(edges[2 * i]), from_pango(edges[2 * i + 1])});
    g_free(edges);
    std::sort(runs.begin(), runs.end(), [](const XRange& a, const XRange& b) { return a.begin < b.begin; });
    for (const XRange& run : runs) {  // fonts change more often than directions
        if (!out.empty() && run.begin - out.back().end < 0.01F) {
            out.back().end = std::max(out.back().end, run.end);
        } else {
            out.push_back(run);
        }
    }
    return out;
}

std::optional<std::size_t> TextLayout::step(std::size_t byte, int direction) const {
    if (!impl_) return std::nullopt;
    int index = 0;
    int trailing = 0;
    pango_layout_move_cursor_visually(impl_->layout.get(), TRUE, static_cast<int>(impl_->display.to_display(byte)), 0,
                                      direction, &index, &trailing);
    if (index < 0 || index == std::numeric_limits<int>::max()) return std::nullopt;
    const char* text = impl_->display.text.c_str();
    const char* at = g_utf8_offset_to_pointer(text + index, trailing);
    return impl_->display.to_source(static_cast<std::size_t>(at - text));
}

}  // namespace headscope
