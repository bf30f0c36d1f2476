#pragma once

#include <string>

#include "app/state/text_edit.h"

namespace headscope {

// A clipboard of a test's own.
class TestClipboard final : public Clipboard {
  public:
    std::string get() override { return text; }
    void set(const std::string& new_text) override { text = new_text; }

    std::string text;
};

}  // namespace headscope
