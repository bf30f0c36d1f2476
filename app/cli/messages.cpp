#include "app/cli/messages.h"

#include <cstdio>
#include <sstream>

#include "core/export/json_export.h"

namespace headscope {
namespace {

constexpr int kMaxDetails = 10;

void say(const std::string& line) {
    const std::string text = "headscope: " + line + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

int report(const Error& error) {
    return report(error, "");
}

int report(const Error& error, const std::string& place) {
    say(place.empty() ? error.message : place + ": " + error.message);
    std::istringstream details(error.details);
    std::string line;
    for (int i = 0; i < kMaxDetails && std::getline(details, line); ++i) std::fprintf(stderr, "  %s\n", line.c_str());
    int left = 0;
    while (std::getline(details, line)) ++left;
    if (left > 0) std::fprintf(stderr, "  … and %d more\n", left);
    return kFault;
}

int report_usage(const std::string& message) {
    say(message);
    return kUsage;
}

void warn(const std::string& message) {
    say("warning: " + message);
}

void warn_all(const std::vector<std::string>& messages) {
    for (const std::string& message : messages) warn(message);
}

void warn_notes(const std::vector<Note>& notes, const std::string& place) {
    for (const Note& note : notes) warn((place.empty() ? "text" : place) + ": " + note_text(note));
}

Result<AtomicFileWriter> open_standard_output() {
    return AtomicFileWriter::create("-");
}

int finish(AtomicFileWriter& out) {
    const Status status = out.commit();
    if (status.is_ok() || out.is_pipe_closed()) return kDone;
    return report(status.error());
}

int print(const std::string& text) {
    Result<AtomicFileWriter> out = open_standard_output();
    if (!out.has_value()) return report(out.error());
    out.value().write(text);
    return finish(out.value());
}

}  // namespace headscope
