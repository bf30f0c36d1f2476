#pragma once

#include <string>
#include <vector>

namespace headscope {

struct RunResult {
    int status = -1;     // exit status; −1 if a signal ended it
    std::string output;  // standard output
    std::string errors;  // standard error
};

// Runs the built program with these arguments through the shell. `shell_tail` follows them unquoted: a redirection, or
// a pipe into something else, whose status then counts.
RunResult run_headscope(const std::vector<std::string>& arguments, const std::string& shell_tail = "");

std::string shell_quoted(const std::string& text);

}  // namespace headscope
