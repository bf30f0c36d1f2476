#include "app/widgets/keyboard_focus.h"

#include <algorithm>

namespace headscope {

void KeyboardFocus::begin_frame(int panel) {
    // A control that is gone leaves the keyboard to the first one.
    if (panel != panel_ || std::find(order_.begin(), order_.end(), at_) == order_.end()) at_ = 0;
    if (panel != panel_) order_.clear();
    panel_ = panel;
    drawn_ = 0;
    is_pressed_ = false;
    has_moved_ = false;
    if (panel == 0) order_.clear();
    before_.swap(order_);
    order_.clear();
}

void KeyboardFocus::step(int steps) {
    if (before_.empty()) return;
    const auto count = static_cast<int>(before_.size());
    const auto found = std::find(before_.begin(), before_.end(), at_);
    const int now = found == before_.end() ? -1 : static_cast<int>(found - before_.begin());
    const int next = now < 0 ? (steps > 0 ? 0 : count - 1) : ((now + steps) % count + count) % count;
    at_ = before_[static_cast<std::size_t>(next)];
    has_moved_ = true;
}

void KeyboardFocus::press() {
    is_pressed_ = at_ != 0;
}

bool KeyboardFocus::is_on(unsigned id) {
    if (panel_ == 0 || drawn_ != panel_) return false;
    order_.push_back(id);
    if (at_ == 0) {
        at_ = id;
        has_moved_ = true;
    }
    return at_ == id;
}

}  // namespace headscope
