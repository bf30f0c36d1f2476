#include "tests/cli/run_headscope.h"

#include <sys/wait.h>

#include <cstdlib>

#include "tests/core/model_files.h"

namespace headscope {

std::string shell_quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

RunResult run_headscope(const std::vector<std::string>& arguments, const std::string& shell_tail) {
    const TempFolder folder;
    std::string command = "{ " + shell_quoted(HEADSCOPE_BINARY);
    for (const std::string& argument : arguments) command += " " + shell_quoted(argument);
    command += " " + shell_tail + " ; } >" + shell_quoted((folder / "out").string()) + " 2>" +
               shell_quoted((folder / "err").string());
    const int status = std::system(command.c_str());
    RunResult result;
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    result.output = read_bytes(folder / "out");
    result.errors = read_bytes(folder / "err");
    return result;
}

}  // namespace headscope
