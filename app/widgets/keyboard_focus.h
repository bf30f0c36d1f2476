#pragma once

#include <vector>

namespace headscope {

// The keyboard's way through the controls of the one panel that has it. Controls are walked in the order in which the
// frame draws them. Ids are those of the drawing toolkit, never 0; panels are any numbers but 0.
class KeyboardFocus {
  public:
    // Starts a frame in which `panel` has the keyboard; 0: none has.
    void begin_frame(int panel);
    // Of the controls that the last frame drew: the one `steps` on, round the ends.
    void step(int steps);
    // Presses the control that the keyboard is on, in this frame.
    void press();

    // What is drawn from here on belongs to this panel.
    void enter_panel(int panel) { drawn_ = panel; }
    // Tells of a control that is being drawn. True if the keyboard is on it.
    bool is_on(unsigned id);
    bool is_pressed(unsigned id) const { return is_pressed_ && id == at_; }
    // Whether the keyboard has just come to where it is: then that should be scrolled into sight.
    bool has_moved() const { return has_moved_; }

  private:
    int panel_ = 0;
    int drawn_ = 0;
    unsigned at_ = 0;
    bool is_pressed_ = false;
    bool has_moved_ = false;
    std::vector<unsigned> order_;   // of this frame
    std::vector<unsigned> before_;  // of the last frame
};

}  // namespace headscope
