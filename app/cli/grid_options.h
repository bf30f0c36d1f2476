#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "app/cli/view_options.h"

namespace headscope {

// The options of the verb `view` that say how the head grid is looked at and which heads are chosen.
class GridOptions {
  public:
    // Adds them. `app` parses into this object, which must live as long.
    explicit GridOptions(CLI::App& app);

    // What was parsed. The fault, in words for report_usage; empty if there is none.
    std::string read(ViewOptions& options) const;

  private:
    struct Texts {
        std::string mode;
        std::string order;
        std::string select;
        std::string combine;
        std::string filter;
        float zoom = 0;
        Index lock_key = -1;
    };
    std::unique_ptr<Texts> texts_;
};

}  // namespace headscope
