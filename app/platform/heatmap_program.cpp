#include "app/platform/heatmap_program.h"

#include <glad/gl.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/platform/heatmap_shaders.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

constexpr int kMapsUnit = 1;
constexpr int kColoursUnit = 2;

struct Colour {
    float r, g, b;
};

// Quiet greys for cells that the mask forbids, unlike any colour of the maps.
constexpr Colour kMaskedGround[] = {{0.094F, 0.100F, 0.112F}, {0.925F, 0.931F, 0.941F}};
constexpr Colour kMaskedLine[] = {{0.190F, 0.203F, 0.226F}, {0.760F, 0.778F, 0.803F}};
// Loud magenta for weights that are not numbers.
constexpr Colour kInvalid = {1.0F, 0.0F, 0.8F};

Error refused(const char* what, const std::string& log) {
    return unsupported(std::string("graphics card: ") + what + ": refused by the driver (" + log +
                       "), expected OpenGL 3.3 shaders to work");
}

Result<GLuint> compile(GLenum kind, const char* source) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;
    std::string log(1024, '\0');
    GLsizei length = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    glDeleteShader(shader);
    return refused("heatmap shader", log);
}

Result<GLuint> link(GLuint vertex, GLuint fragment) {
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) return program;
    std::string log(1024, '\0');
    GLsizei length = 0;
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    glDeleteProgram(program);
    return refused("heatmap program", log);
}

Result<GLuint> make_program() {
    const Result<GLuint> vertex = compile(GL_VERTEX_SHADER, kHeatmapVertexShader);
    if (!vertex.has_value()) return vertex.error();
    const Result<GLuint> fragment = compile(GL_FRAGMENT_SHADER, kHeatmapFragmentShader);
    Result<GLuint> program = fragment.has_value() ? link(vertex.value(), fragment.value()) : fragment.error();
    glDeleteShader(vertex.value());
    if (fragment.has_value()) glDeleteShader(fragment.value());
    return program;
}

const void* offset_of(std::size_t first, std::size_t floats) {
    return reinterpret_cast<const void*>(first * sizeof(HeatmapInstance) + floats * sizeof(float));
}

}  // namespace

Result<std::unique_ptr<HeatmapProgram>> HeatmapProgram::create() {
    const Result<GLuint> program = make_program();
    if (!program.has_value()) return program.error();
    std::unique_ptr<HeatmapProgram> made(new HeatmapProgram());
    made->program_ = program.value();
    made->at_ = {made->location("to_clip"),    made->location("pixels_per_unit"),
                 made->location("map_size"),   made->location("last_level"),
                 made->location("theme"),      made->location("scale"),
                 made->location("diverging"),  made->location("gap"),
                 made->location("hatch"),      made->location("masked_ground"),
                 made->location("masked_line")};
    made->create_buffers();
    made->create_colours();
    glUseProgram(made->program_);
    glUniform1i(made->location("maps"), kMapsUnit);
    glUniform1i(made->location("colours"), kColoursUnit);
    glUniform3f(made->location("invalid"), kInvalid.r, kInvalid.g, kInvalid.b);
    glUseProgram(0);
    return made;
}

HeatmapProgram::~HeatmapProgram() {
    glDeleteTextures(1, &colours_);
    glDeleteBuffers(1, &buffer_);
    glDeleteVertexArrays(1, &vertex_array_);
    glDeleteProgram(program_);
}

int HeatmapProgram::location(const char* name) const {
    return glGetUniformLocation(program_, name);
}

void HeatmapProgram::create_buffers() {
    glGenVertexArrays(1, &vertex_array_);
    glGenBuffers(1, &buffer_);
    glBindVertexArray(vertex_array_);
    for (GLuint attribute = 0; attribute < 3; ++attribute) {
        glEnableVertexAttribArray(attribute);
        glVertexAttribDivisor(attribute, 1);
    }
    glBindVertexArray(0);
}

void HeatmapProgram::create_colours() {
    std::vector<Rgb> rows;
    for (const Colormap* map :
         {&dark_colormap(), &light_colormap(), &diverging_colormap(Theme::kDark), &diverging_colormap(Theme::kLight)})
        rows.insert(rows.end(), map->begin(), map->end());
    static_assert(sizeof(Rgb) == 3);
    glGenTextures(1, &colours_);
    glBindTexture(GL_TEXTURE_2D, colours_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 256, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, rows.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void HeatmapProgram::upload(std::span<const HeatmapInstance> instances) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances.size_bytes()), instances.data(), GL_STREAM_DRAW);
}

void HeatmapProgram::draw(const HeatmapUniforms& uniforms, std::size_t first, std::size_t count) {
    glUseProgram(program_);
    glUniform4fv(at_.to_clip, 1, uniforms.to_clip);
    glUniform2fv(at_.pixels_per_unit, 1, uniforms.pixels_per_unit);
    glUniform2i(at_.map_size, uniforms.cols, uniforms.rows);
    glUniform1i(at_.last_level, uniforms.last_level);
    const int theme = uniforms.theme == Theme::kDark ? 0 : 1;
    glUniform1i(at_.theme, theme);
    glUniform1i(at_.scale, uniforms.scale == ScaleKind::kLinear ? 0 : uniforms.scale == ScaleKind::kSqrt ? 1 : 2);
    glUniform1i(at_.diverging, uniforms.is_difference ? 1 : 0);
    glUniform1f(at_.gap, uniforms.gap);
    glUniform1f(at_.hatch, 6 * uniforms.line_width);
    glUniform3f(at_.masked_ground, kMaskedGround[theme].r, kMaskedGround[theme].g, kMaskedGround[theme].b);
    glUniform3f(at_.masked_line, kMaskedLine[theme].r, kMaskedLine[theme].g, kMaskedLine[theme].b);

    glActiveTexture(GL_TEXTURE0 + kMapsUnit);
    glBindTexture(GL_TEXTURE_2D_ARRAY, uniforms.texture);
    glActiveTexture(GL_TEXTURE0 + kColoursUnit);
    glBindTexture(GL_TEXTURE_2D, colours_);
    glActiveTexture(GL_TEXTURE0);

    // OpenGL 3.3 has no first instance, so the attributes start at it instead.
    constexpr GLsizei kStride = sizeof(HeatmapInstance);
    glBindVertexArray(vertex_array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, kStride, offset_of(first, 0));
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, kStride, offset_of(first, 4));
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, kStride, offset_of(first, 8));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

}  // namespace headscope
