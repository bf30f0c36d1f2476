#pragma once

#include <cstddef>

#include "core/io/file.h"

namespace headscope {

// "12 done" on a line of standard error that is written over, if there is a person to read it; wiped at the end.
class Progress {
  public:
    Progress() = default;
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() { wipe(); }

    void show(std::size_t done);
    void wipe();

  private:
    const bool is_shown_ = is_error_terminal();
    bool has_shown_ = false;
};

}  // namespace headscope
