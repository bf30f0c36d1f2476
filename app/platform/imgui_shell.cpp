#include "app/platform/imgui_shell.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

Result<std::unique_ptr<ImguiShell>> ImguiShell::create(Window& window, const GlGraphics::Options& options) {
    Result<FontSet> font_set = FontSet::find();
    if (!font_set.has_value()) return font_set.error();
    Result<std::unique_ptr<GlGraphics>> graphics = GlGraphics::create(options);
    if (!graphics.has_value()) return graphics.error();
    std::unique_ptr<ImguiShell> shell(new ImguiShell(window, std::move(font_set).value()));
    shell->graphics_ = std::move(graphics).value();
    return shell;
}

ImguiShell::ImguiShell(Window& window, FontSet font_set) : window_(window), font_set_(std::move(font_set)) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    ImGui_ImplGlfw_InitForOpenGL(static_cast<GLFWwindow*>(window.handle()), true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    scale_ = window.content_scale();
    fonts_ = font_set_.build_atlas(scale_);
    ImGui_ImplOpenGL3_CreateDeviceObjects();
}

ImguiShell::~ImguiShell() {
    release_target();
    graphics_.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void ImguiShell::set_scale(float scale) {
    if (scale == scale_ || !std::isfinite(scale) || scale <= 0) return;
    scale_ = scale;
    fonts_ = font_set_.build_atlas(scale);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImguiShell::begin_frame() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    graphics_->begin_frame();
    graphics_->set_line_width(std::max(std::round(scale_), 1.0F));
}

bool ImguiShell::has_waiting_input() const {
#if IMGUI_VERSION_NUM >= 18700
    return !ImGui::GetCurrentContext()->InputEventsQueue.empty();
#else
    return false;
#endif
}

void ImguiShell::end_frame(ImU32 background) {
    ImGui::Render();
    bind_target();
    glViewport(0, 0, framebuffer_size_.width, framebuffer_size_.height);
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(background);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(colour.x, colour.y, colour.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImguiShell::present() {
    window_.swap_buffers();
}

Image ImguiShell::read_pixels() {
    return read_framebuffer(framebuffer_size_.width, framebuffer_size_.height);
}

void ImguiShell::bind_target() {
    const PixelSize size = window_.framebuffer_size();
    if (window_.is_visible()) {
        release_target();
        framebuffer_size_ = size;
        return;
    }
    if (framebuffer_ == 0 || size != framebuffer_size_) {
        release_target();
        glGenRenderbuffers(1, &colour_buffer_);
        glBindRenderbuffer(GL_RENDERBUFFER, colour_buffer_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size.width, size.height);
        glGenFramebuffers(1, &framebuffer_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_buffer_);
        framebuffer_size_ = size;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
}

void ImguiShell::release_target() {
    if (framebuffer_ == 0) return;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &colour_buffer_);
    framebuffer_ = 0;
    colour_buffer_ = 0;
}

}  // namespace headscope
