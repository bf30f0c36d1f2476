#pragma once

#include <imgui.h>

#include <memory>

#include "app/platform/fonts.h"
#include "app/platform/gl_graphics.h"
#include "app/platform/screenshot.h"
#include "app/platform/window.h"
#include "app/widgets/ui_fonts.h"
#include "core/base/result.h"

namespace headscope {

// Dear ImGui in a window: its context and back ends, the fonts, the graphics. One at a time; the window must outlive
// it. A frame is begin_frame, drawing, end_frame, and present where someone looks.
class ImguiShell {
  public:
    // Errors of FontSet::find and GlGraphics::create.
    static Result<std::unique_ptr<ImguiShell>> create(Window& window, const GlGraphics::Options& options = {});
    ~ImguiShell();
    ImguiShell(const ImguiShell&) = delete;
    ImguiShell& operator=(const ImguiShell&) = delete;

    // Pixels a unit of design: the window's content scale times the person's text size. Rebuilds the fonts if it has
    // changed. Not between begin_frame and end_frame.
    void set_scale(float scale);
    float scale() const { return scale_; }
    const UiFonts& fonts() const { return fonts_; }
    GlGraphics& graphics() { return *graphics_; }

    void begin_frame();
    // True if the last frame left pointer events for the next ones: since 1.87, Dear ImGui gives a quick click more
    // than one frame.
    bool has_waiting_input() const;
    // Draws what was collected over a ground of `background`. A window that is not visible is drawn into a framebuffer
    // of its own, since the system need not keep pixels for it.
    void end_frame(ImU32 background);
    // Shows the frame. Waits for the screen.
    void present();
    // The pixels of the last end_frame; before present.
    Image read_pixels();

  private:
    ImguiShell(Window& window, FontSet font_set);
    void bind_target();
    void release_target();

    Window& window_;
    FontSet font_set_;
    UiFonts fonts_;
    float scale_ = 0;
    std::unique_ptr<GlGraphics> graphics_;
    unsigned framebuffer_ = 0;  // of an invisible window
    unsigned colour_buffer_ = 0;
    PixelSize framebuffer_size_;
};

}  // namespace headscope
