#include "app/cli/progress.h"

#include <cstdio>

namespace headscope {

void Progress::show(std::size_t done) {
    if (!is_shown_) return;
    std::fprintf(stderr, "\r%zu done", done);
    has_shown_ = true;
}

void Progress::wipe() {
    if (has_shown_) std::fputs("\r\033[K", stderr);
    has_shown_ = false;
}

}  // namespace headscope
