#include "app/app.h"
#include "app/cli/cli.h"

int main(int argc, char** argv) {
    return headscope::run_cli(argc, argv, headscope::run_app);
}
