#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "app/platform/heatmap_program.h"
#include "app/platform/map_textures.h"
#include "app/widgets/graphics.h"
#include "core/base/result.h"

namespace headscope {

// Graphics on OpenGL 3.3. Everything happens on the thread whose context is current; the context must outlive it.
class GlGraphics final : public Graphics {
  public:
    struct Options {
        int max_layers = 0;  // of a texture array; 0: the card's own limit
    };
    // What was asked of the card so far.
    struct Counters {
        int map_uploads = 0;
        int heatmap_draws = 0;  // instanced draw calls
    };

    // Fails with ErrorKind::kUnsupported where the card's compiler refuses the shaders.
    static Result<std::unique_ptr<GlGraphics>> create(const Options& options);
    ~GlGraphics() override;
    GlGraphics(const GlGraphics&) = delete;
    GlGraphics& operator=(const GlGraphics&) = delete;

    ImTextureID create_texture(int width, int height) override;
    void update_texture(ImTextureID texture, int x, int y, int width, int height,
                        std::span<const std::uint32_t> pixels) override;
    void destroy_texture(ImTextureID texture) override;
    void upload_maps(const MapPixels& maps) override;
    void upload_combined_map(const MapPixels& map) override;
    void upload_difference(const MapPixels& map) override;
    void draw_heatmaps(ImDrawList& list, std::span<const HeatmapTile> tiles, const HeatmapStyle& style) override;

    // Forgets what draw_heatmaps collected for the frame before. Call before the first view draws.
    void begin_frame();
    // Pixels that a thin line takes, such as 1 at a content scale of 1.
    void set_line_width(float pixels) { line_width_ = pixels; }

    // Of the last upload: ErrorKind::kTooLarge where the card has no room, and then nothing is drawn.
    const Status& upload_status() const { return upload_status_; }
    const Counters& counters() const { return counters_; }
    const MapTextures& maps() const { return maps_; }

  private:
    // Tiles of one texture array of one set of textures. Lives until the frame is rendered, because the draw list
    // points to it.
    struct Batch {
        GlGraphics* graphics = nullptr;
        const MapTextures* maps = nullptr;
        std::size_t array = 0;
        std::size_t first = 0;
        std::size_t count = 0;
        HeatmapStyle style;
    };

    GlGraphics(const Options& options, std::unique_ptr<HeatmapProgram> program);
    // The tiles of slices [first_slice, end_slice) as a batch of their own; whether there are any.
    bool add_batch(ImDrawList& list, std::span<const HeatmapTile> tiles, Batch batch, int first_slice, int end_slice);
    static void render_batch(const ImDrawList* list, const ImDrawCmd* command);
    void render(const Batch& batch, const ImVec4& clip);

    std::unique_ptr<HeatmapProgram> program_;
    MapTextures maps_;
    MapTextures combined_map_;
    MapTextures difference_;  // a single slice
    Status upload_status_;
    Counters counters_;
    float line_width_ = 1;
    std::vector<HeatmapInstance> instances_;
    std::deque<Batch> batches_;
    bool instances_are_on_card_ = false;
};

}  // namespace headscope
