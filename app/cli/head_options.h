#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/view_options.h"

namespace headscope {

// The options of the verb `view` that say what is shown of the heads, and which are switched off.
class HeadOptions {
  public:
    // Adds them. `app` parses into this object, which must live as long.
    explicit HeadOptions(CLI::App& app);

    // What was parsed. The fault, in words for report_usage; empty if there is none.
    std::string read(ViewOptions& options) const;

  private:
    struct Texts {
        std::vector<std::string> find;
        bool has_plane = false;
        std::string values;
        bool has_norms = false;
        std::string off;
        std::string off_by;
        bool has_facts = false;
        bool has_guess = false;
        bool has_effect = false;
        bool ranks = false;
    };
    std::unique_ptr<Texts> texts_;
};

}  // namespace headscope
