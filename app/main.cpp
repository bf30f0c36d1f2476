#include "app/cli/cli.h"
#include "app/cli/messages.h"

namespace {

int open_window(const headscope::ViewOptions&) {
    return headscope::report(
        headscope::unsupported("view: this build has no window, use the verbs (headscope --help)"));
}

}  // namespace

int main(int argc, char** argv) {
    return headscope::run_cli(argc, argv, open_window);
}
