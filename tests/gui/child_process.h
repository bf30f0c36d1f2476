#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headscope::test {

// How a child ended: its exit status, or 128 + the signal that ended it.
struct Ended {
    int status = 0;
    std::string output;  // standard output
    std::string errors;  // standard error
};

// A program started by a test and never left behind: what still runs when the object dies is killed.
class ChildProcess {
  public:
    // `arguments` begin with the program's name or path; `environment` adds to or replaces what the test itself has.
    // `folder` is where it runs; empty: where the test runs. `numbered_pipe` asks for descriptor 3 of the child to be
    // readable here through read_line().
    ChildProcess(std::vector<std::string> arguments, const std::map<std::string, std::string>& environment,
                 const std::string& folder = {}, bool numbered_pipe = false);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    pid_t pid() const { return pid_; }
    bool is_running();
    // A line from descriptor 3, without its end; none once the time is over or the child closed it.
    std::optional<std::string> read_line(std::chrono::milliseconds limit);
    // Waits for the end. None if it still runs after `limit`; it is then killed.
    std::optional<Ended> wait(std::chrono::milliseconds limit);

  private:
    bool reap(bool block);

    pid_t pid_ = -1;
    int pipe_ = -1;
    int output_ = -1;
    int errors_ = -1;
    std::optional<int> status_;
};

// Runs a program to its end.
std::optional<Ended> run_program(std::vector<std::string> arguments,
                                 const std::map<std::string, std::string>& environment,
                                 std::chrono::milliseconds limit);

}  // namespace headscope::test
