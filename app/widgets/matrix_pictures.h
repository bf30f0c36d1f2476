#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/graphics.h"
#include "core/base/matrix.h"

namespace headscope {

// A matrix as width × height pixels in the diverging colours of a theme, rows of R, G, B, A bytes: ±range are the ends.
// Where several cells fall on a pixel it shows the one farthest from 0, so that a single large number never disappears.
std::vector<std::uint32_t> matrix_pixels(ConstMatrixView values, int width, int height, Theme theme, float range);

// The same for attention weights, in the colours of weights: the largest cell of a pixel shows. Cells below 0 stand for
// masked ones and stay transparent.
std::vector<std::uint32_t> weight_pixels(ConstMatrixView weights, int width, int height, Theme theme, ScaleKind scale);

// What the ends of the colours stand for: three times the typical size (root mean square) of the finite values, or the
// largest size if that is less, so that a few outliers do not pale the rest; 1 for a matrix of zeros.
float value_range(ConstMatrixView values);

// Textures of matrices: one each, made anew only when what it shows changes, given up when no frame uses it any more.
class MatrixPictures {
  public:
    MatrixPictures() = default;
    ~MatrixPictures();
    MatrixPictures(const MatrixPictures&) = delete;
    MatrixPictures& operator=(const MatrixPictures&) = delete;

    struct Wanted {
        std::string_view id;      // which matrix
        std::uint64_t stamp = 0;  // differs whenever its values do
        int width = 0;            // in device pixels
        int height = 0;
        Theme theme = Theme::kDark;
        float range = 0;                        // 0: value_range
        std::optional<ScaleKind> weights = {};  // the values are attention weights, drawn on this scale
        bool operator==(const Wanted&) const = default;
    };
    // Null where the graphics card refuses. `graphics` must be the same in all calls and outlive this.
    ImTextureID get(Graphics& graphics, ConstMatrixView values, const Wanted& wanted);

    std::size_t count() const { return pictures_.size(); }

  private:
    struct Picture {
        std::string id;
        Wanted drawn = {};  // what the texture shows; its id refers nowhere
        ImTextureID texture = {};
        int last_frame = 0;
    };
    void drop_unused();

    Graphics* graphics_ = nullptr;
    std::vector<Picture> pictures_;
};

}  // namespace headscope
