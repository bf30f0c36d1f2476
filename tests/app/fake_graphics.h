#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

#include "app/widgets/graphics.h"

namespace headscope {

// A graphics card in main memory that counts what is asked of it. Writing beyond a texture, or to one that is gone,
// throws.
class FakeGraphics : public Graphics {
  public:
    struct Texture {
        int width = 0;
        int height = 0;
        std::vector<std::uint32_t> pixels;

        // How many pixels of a rectangle are not transparent.
        std::size_t visible_pixels(int x, int y, int w, int h) const {
            std::size_t count = 0;
            for (int row = y; row < y + h; ++row) {
                for (int column = x; column < x + w; ++column) count += (at(column, row) >> 24) != 0 ? 1 : 0;
            }
            return count;
        }
        std::size_t visible_pixels() const { return visible_pixels(0, 0, width, height); }
        std::uint32_t at(int x, int y) const {
            return pixels.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                             static_cast<std::size_t>(x));
        }
    };

    ImTextureID create_texture(int width, int height) override {
        if (refuses) return ImTextureID{};
        ++created;
        const auto id = reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(created));
        textures[id] = {width, height, std::vector<std::uint32_t>(static_cast<std::size_t>(width * height))};
        return id;
    }
    void update_texture(ImTextureID texture, int x, int y, int width, int height,
                        std::span<const std::uint32_t> pixels) override {
        ++updates;
        Texture& to = textures.at(texture);
        if (x < 0 || y < 0 || x + width > to.width || y + height > to.height ||
            pixels.size() != static_cast<std::size_t>(width * height)) {
            throw std::out_of_range("update_texture: the rectangle is not inside the texture");
        }
        for (int row = 0; row < height; ++row) {
            for (int column = 0; column < width; ++column) {
                to.pixels[static_cast<std::size_t>((y + row) * to.width + x + column)] =
                    pixels[static_cast<std::size_t>(row * width + column)];
            }
        }
    }
    void destroy_texture(ImTextureID texture) override { textures.erase(textures.find(texture)); }

    void upload_maps(const MapPixels&) override { ++map_uploads; }
    void upload_combined_map(const MapPixels&) override { ++map_uploads; }
    void upload_difference(const MapPixels&) override { ++map_uploads; }
    void draw_heatmaps(ImDrawList&, std::span<const HeatmapTile> tiles, const HeatmapStyle&) override {
        tiles_drawn += static_cast<int>(tiles.size());
    }

    std::map<ImTextureID, Texture> textures;
    bool refuses = false;
    int created = 0;
    int updates = 0;
    int map_uploads = 0;
    int tiles_drawn = 0;
};

}  // namespace headscope
