#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/widgets/graphics.h"
#include "app/widgets/text_layout.h"

namespace headscope {

// A drawn line of text. Sizes are ImGui units. Labels of one style align when drawn at the same height, whatever
// script they are in.
struct Label {
    ImVec2 size;         // the advance and the line height of the style's first font
    float baseline = 0;  // from the top

    // For LabelCache: the image in its texture, and where it lies from the label's top left corner.
    ImTextureID texture = {};
    ImVec2 image_min;
    ImVec2 image_max;
    ImVec2 uv_min;
    ImVec2 uv_max;
    bool has_mask = false;    // something to tint
    bool has_colour = false;  // then the coloured glyphs lie in the texture below the mask, `colour_uv_y` further down
    float colour_uv_y = 0;
};

// Text of any script as textures. Every distinct (text, style) is laid out, drawn and uploaded once, in one upload, as
// part of a page that many labels share; the pages that no recent frame used are taken for new labels first.
// Labels on one page cost one draw call together if nothing else is drawn between them: draw shapes first, then labels.
class LabelCache {
  public:
    // Both must outlive the cache.
    LabelCache(Graphics& graphics, TextLayoutEngine& engine);
    ~LabelCache();
    LabelCache(const LabelCache&) = delete;
    LabelCache& operator=(const LabelCache&) = delete;

    // Device pixels in one ImGui unit (1 unless the framebuffer is finer than the window). Forgets all labels if it
    // changes: call it before the frame's first label.
    void set_pixel_scale(float scale);

    // The label of any bytes; style sizes are in ImGui units. Text too long for any label is cut with an ellipsis. The
    // reference holds until the next ImGui frame. Needs an ImGui context.
    const Label& get(std::string_view text, const TextStyle& style);

    // Draws with the top left corner at `pos`, moved to whole pixels so that it stays sharp.
    void draw(ImDrawList& list, ImVec2 pos, const Label& label, ImU32 tint) const;

    // Draws turned clockwise by `angle` radians about `pivot`, where the label's point `anchor` (from its top left
    // corner) comes to lie.
    void draw_rotated(ImDrawList& list, ImVec2 pivot, const Label& label, ImVec2 anchor, float angle, ImU32 tint) const;

    std::size_t page_count() const { return pages_.size(); }

    static constexpr int kPageSize = 1024;          // pixels, both ways
    static constexpr std::size_t kKeptPages = 8;    // more only while one frame needs more
    static constexpr std::size_t kMaxBytes = 2048;  // of a label's text

  private:
    struct KeyView {
        std::string_view text;
        TextStyle style;
        bool operator==(const KeyView&) const = default;
    };
    struct Key {
        std::string text;
        TextStyle style;
        operator KeyView() const { return {text, style}; }
    };
    struct KeyHash {
        using is_transparent = void;
        std::size_t operator()(const KeyView& key) const;
    };
    struct KeyEqual {
        using is_transparent = void;
        bool operator()(const KeyView& a, const KeyView& b) const { return a == b; }
    };
    struct Shelf {
        int y = 0;
        int height = 0;
        int used = 0;
    };
    struct Page {
        ImTextureID texture = {};
        int last_frame = 0;
        std::vector<Shelf> shelves = {};
        std::vector<Key> labels = {};
    };
    struct Entry {
        Label label;
        Page* page = nullptr;  // null for labels without ink
    };
    struct Place {
        Page* page = nullptr;
        int x = 0;
        int y = 0;
    };

    Entry create(std::string_view text, const TextStyle& style);
    Place place(int width, int height);
    static bool place_on(Page& page, int width, int height, Place& out);
    Page* page_for_reuse();
    void clear();

    Graphics& graphics_;
    TextLayoutEngine& engine_;
    float scale_ = 1;
    std::list<Page> pages_;
    std::unordered_map<Key, Entry, KeyHash, KeyEqual> entries_;
    std::vector<std::uint32_t> upload_;  // reused
};

}  // namespace headscope
