#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/view_options.h"

namespace headscope {

// The options of the verb `view` that say how the large map and the links are looked at.
class MapOptions {
  public:
    // Adds them. `app` parses into this object, which must live as long.
    explicit MapOptions(CLI::App& app);

    // What was parsed. The fault, in words for report_usage; empty if there is none.
    std::string read(ViewOptions& options) const;

  private:
    struct Texts {
        std::string zoom;
        std::string rectangle;
        std::string compare;
        std::string block;
        std::string range;
        std::string links;
        double threshold = -1;
        int top_k = -1;
        bool sums = false;
        bool words = false;
        bool into = false;
    };
    std::unique_ptr<Texts> texts_;
};

}  // namespace headscope
