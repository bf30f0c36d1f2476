#include "app/widgets/label_cache.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace headscope {
namespace {

// Transparent pixels around each image, so that linear sampling never meets a neighbour.
constexpr int kPadding = 1;
// White without coverage: sampled between pixels it darkens nothing.
constexpr std::uint32_t kClear = 0x00FFFFFF;
constexpr std::string_view kEllipsisText = "…";

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Cuts what no label has room for, between characters, before any of it is laid out.
std::string shortened(std::string_view text, Ellipsis ellipsis) {
    std::size_t head = ellipsis == Ellipsis::kMiddle ? LabelCache::kMaxBytes / 2 : LabelCache::kMaxBytes;
    std::size_t tail = text.size() - (LabelCache::kMaxBytes - head);
    for (int i = 0; i < 3 && is_continuation(text[head]); ++i) --head;
    for (int i = 0; i < 3 && tail < text.size() && is_continuation(text[tail]); ++i) ++tail;
    std::string out(text.substr(0, head));
    out += kEllipsisText;
    out += text.substr(tail);
    return out;
}

}  // namespace

std::size_t LabelCache::KeyHash::operator()(const KeyView& key) const {
    std::size_t hash = std::hash<std::string_view>{}(key.text);
    const auto mix = [&hash](std::size_t value) { hash = (hash ^ value) * 0x9E3779B97F4A7C15U + (hash >> 29); };
    mix(std::hash<float>{}(key.style.size));
    mix(std::hash<float>{}(key.style.max_width));
    mix(static_cast<std::size_t>(key.style.weight) | static_cast<std::size_t>(key.style.ellipsis) << 4 |
        static_cast<std::size_t>(key.style.invisibles) << 8 | static_cast<std::size_t>(key.style.direction) << 12);
    return hash;
}

LabelCache::LabelCache(Graphics& graphics, TextLayoutEngine& engine) : graphics_(graphics), engine_(engine) {}

LabelCache::~LabelCache() {
    clear();
}

void LabelCache::clear() {
    entries_.clear();
    for (const Page& page : pages_) graphics_.destroy_texture(page.texture);
    pages_.clear();
}

void LabelCache::set_pixel_scale(float scale) {
    if (scale == scale_ || !(scale > 0)) return;
    clear();
    scale_ = scale;
}

const Label& LabelCache::get(std::string_view text, const TextStyle& style) {
    auto found = entries_.find(KeyView{text, style});
    if (found == entries_.end()) {
        // Creating may take a page and forget its labels, so it comes before the insertion.
        Entry entry = create(text, style);
        found = entries_.insert_or_assign(Key{std::string(text), style}, entry).first;
        if (entry.page != nullptr) entry.page->labels.push_back(found->first);
    }
    if (found->second.page != nullptr) found->second.page->last_frame = ImGui::GetFrameCount();
    return found->second.label;
}

LabelCache::Entry LabelCache::create(std::string_view text, const TextStyle& style) {
    TextStyle pixels = style;
    pixels.size *= scale_;
    pixels.max_width *= scale_;
    constexpr float kWidest = kPageSize - 2 * kPadding - 2;  // the ink may exceed the advance by a pixel each way
    const bool is_long = text.size() > kMaxBytes;
    const std::string cut = is_long ? shortened(text, style.ellipsis) : std::string();
    TextLayout layout = engine_.layout(is_long ? std::string_view(cut) : text, pixels);
    if (layout.width() > kWidest) {
        if (pixels.ellipsis == Ellipsis::kNone) pixels.ellipsis = Ellipsis::kEnd;
        pixels.max_width = kWidest;
        layout = engine_.layout(is_long ? std::string_view(cut) : text, pixels);
    }

    Entry entry;
    Label& label = entry.label;
    label.size = ImVec2(layout.width() / scale_, layout.height() / scale_);
    label.baseline = layout.baseline() / scale_;
    TextImage image = layout.render();
    image.width = std::min(image.width, kPageSize - 2 * kPadding);
    const bool stacked = image.has_colour();
    const int parts = stacked ? 2 : 1;
    if (image.width <= 0 || (image.height + kPadding) * parts + kPadding > kPageSize) return entry;

    // One upload: padding, the mask, padding, and below it the coloured glyphs and padding if there are any.
    const int width = image.width + 2 * kPadding;
    const int height = (image.height + kPadding) * parts + kPadding;
    const auto stride = static_cast<std::size_t>(width);
    const auto row_pixels = static_cast<std::size_t>(image.width);
    upload_.assign(stride * static_cast<std::size_t>(height), kClear);
    for (int part = 0; part < parts; ++part) {
        const std::vector<std::uint32_t>& from = part == 0 ? image.mask : image.colour;
        const std::size_t source_stride = from.size() / static_cast<std::size_t>(image.height);
        for (int y = 0; y < image.height; ++y) {
            const auto row = static_cast<std::size_t>(part * (image.height + kPadding) + kPadding + y);
            std::copy_n(from.data() + static_cast<std::size_t>(y) * source_stride, row_pixels,
                        upload_.data() + row * stride + kPadding);
        }
    }
    const Place at = place(width, height);
    if (at.page == nullptr) return entry;
    graphics_.update_texture(at.page->texture, at.x, at.y, width, height, upload_);

    const auto uv = [](int pixel) { return static_cast<float>(pixel) / static_cast<float>(kPageSize); };
    entry.page = at.page;
    label.texture = at.page->texture;
    label.image_min = ImVec2(static_cast<float>(image.x) / scale_, static_cast<float>(image.y) / scale_);
    label.image_max =
        ImVec2(static_cast<float>(image.x + image.width) / scale_, static_cast<float>(image.y + image.height) / scale_);
    label.uv_min = ImVec2(uv(at.x + kPadding), uv(at.y + kPadding));
    label.uv_max = ImVec2(uv(at.x + kPadding + image.width), uv(at.y + kPadding + image.height));
    label.has_mask = std::any_of(image.mask.begin(), image.mask.end(), [](std::uint32_t p) { return p >> 24 != 0; });
    label.has_colour = stacked;
    label.colour_uv_y = uv(image.height + kPadding);
    return entry;
}

bool LabelCache::place_on(Page& page, int width, int height, Place& out) {
    // Shelves are a multiple of four pixels high; a label stands on the lowest that holds it without much waste.
    const int rounded = (height + 3) / 4 * 4;
    Shelf* best = nullptr;
    for (Shelf& shelf : page.shelves) {
        if (shelf.height < height || shelf.height > rounded + 4 || shelf.used + width > kPageSize) continue;
        if (best == nullptr || shelf.height < best->height) best = &shelf;
    }
    if (best == nullptr) {
        const int top = page.shelves.empty() ? 0 : page.shelves.back().y + page.shelves.back().height;
        if (top + height > kPageSize) return false;
        page.shelves.push_back({top, std::min(rounded, kPageSize - top), 0});
        best = &page.shelves.back();
    }
    out = {&page, best->used, best->y};
    best->used += width;
    return true;
}

LabelCache::Place LabelCache::place(int width, int height) {
    Place out;
    for (Page& page : pages_) {
        if (place_on(page, width, height, out)) return out;
    }
    if (Page* old = page_for_reuse()) {
        for (const Key& key : old->labels) entries_.erase(key);
        old->labels.clear();
        old->shelves.clear();
        place_on(*old, width, height, out);
        return out;
    }
    const ImTextureID texture = graphics_.create_texture(kPageSize, kPageSize);
    if (texture == ImTextureID{}) return out;
    pages_.push_back({.texture = texture});
    place_on(pages_.back(), width, height, out);
    return out;
}

// The page used longest ago, once there are as many as are kept; never one that this frame or the last one shows.
LabelCache::Page* LabelCache::page_for_reuse() {
    if (pages_.size() < kKeptPages) return nullptr;
    const auto oldest = std::min_element(pages_.begin(), pages_.end(),
                                         [](const Page& a, const Page& b) { return a.last_frame < b.last_frame; });
    return oldest->last_frame + 1 < ImGui::GetFrameCount() ? &*oldest : nullptr;
}

void LabelCache::draw(ImDrawList& list, ImVec2 pos, const Label& label, ImU32 tint) const {
    if (label.texture == ImTextureID{}) return;
    const float x = std::round(pos.x * scale_) / scale_;
    const float y = std::round(pos.y * scale_) / scale_;
    const ImVec2 min(x + label.image_min.x, y + label.image_min.y);
    const ImVec2 max(x + label.image_max.x, y + label.image_max.y);
    if (label.has_mask) list.AddImage(label.texture, min, max, label.uv_min, label.uv_max, tint);
    if (label.has_colour) {
        list.AddImage(label.texture, min, max, ImVec2(label.uv_min.x, label.uv_min.y + label.colour_uv_y),
                      ImVec2(label.uv_max.x, label.uv_max.y + label.colour_uv_y), tint | ~IM_COL32_A_MASK);
    }
}

void LabelCache::draw_rotated(ImDrawList& list, ImVec2 pivot, const Label& label, ImVec2 anchor, float angle,
                              ImU32 tint) const {
    if (label.texture == ImTextureID{}) return;
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    const auto turned = [&](float x, float y) {
        const float dx = x - anchor.x;
        const float dy = y - anchor.y;
        return ImVec2(pivot.x + dx * c - dy * s, pivot.y + dx * s + dy * c);
    };
    const ImVec2 corners[4] = {
        turned(label.image_min.x, label.image_min.y), turned(label.image_max.x, label.image_min.y),
        turned(label.image_max.x, label.image_max.y), turned(label.image_min.x, label.image_max.y)};
    const auto quad = [&](float shift, ImU32 colour) {
        const float top = label.uv_min.y + shift;
        const float bottom = label.uv_max.y + shift;
        list.AddImageQuad(label.texture, corners[0], corners[1], corners[2], corners[3], ImVec2(label.uv_min.x, top),
                          ImVec2(label.uv_max.x, top), ImVec2(label.uv_max.x, bottom), ImVec2(label.uv_min.x, bottom),
                          colour);
    };
    if (label.has_mask) quad(0, tint);
    if (label.has_colour) quad(label.colour_uv_y, tint | ~IM_COL32_A_MASK);
}

}  // namespace headscope
