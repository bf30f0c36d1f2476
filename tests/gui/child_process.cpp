#include "tests/gui/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

extern char** environ;

namespace headscope::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// What a child writes goes into memory that has no name, so that a child that writes much never waits for a reader.
int unnamed_file(const char* label) {
    const int file = memfd_create(label, MFD_CLOEXEC);
    if (file < 0) throw std::runtime_error("memfd_create failed");
    return file;
}

std::string contents(int file) {
    struct stat facts = {};
    if (fstat(file, &facts) != 0) return {};
    std::string text(static_cast<std::size_t>(facts.st_size), '\0');
    const ssize_t got = pread(file, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
}

std::vector<std::string> merged_environment(const std::map<std::string, std::string>& changes) {
    std::vector<std::string> merged;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (!changes.contains(text.substr(0, text.find('=')))) merged.push_back(text);
    }
    for (const auto& [name, value] : changes) merged.push_back(name + "=" + value);
    return merged;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> arguments, const std::map<std::string, std::string>& environment,
                           const std::string& folder, bool numbered_pipe)
    : output_(unnamed_file("output")), errors_(unnamed_file("errors")) {
    int ends[2] = {-1, -1};
    if (numbered_pipe && pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
    std::vector<std::string> variables = merged_environment(environment);
    const std::vector<char*> argv = pointers(arguments);
    const std::vector<char*> envp = pointers(variables);

    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("fork failed");
    if (pid_ == 0) {
        // Only calls that are safe between fork and exec. A group of its own, so that a kill reaches its children too.
        setpgid(0, 0);
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        dup2(output_, STDOUT_FILENO);
        dup2(errors_, STDERR_FILENO);
        if (numbered_pipe) {
            if (ends[1] == 3) {
                fcntl(3, F_SETFD, 0);
            } else {
                dup2(ends[1], 3);
            }
        }
        if (!folder.empty() && chdir(folder.c_str()) != 0) _exit(126);
        execvpe(argv[0], argv.data(), envp.data());
        _exit(127);
    }
    setpgid(pid_, pid_);
    if (numbered_pipe) {
        close(ends[1]);
        pipe_ = ends[0];
    }
}

ChildProcess::~ChildProcess() {
    if (!status_) {
        kill(-pid_, SIGKILL);
        reap(true);
    }
    for (const int file : {pipe_, output_, errors_}) {
        if (file >= 0) close(file);
    }
}

bool ChildProcess::reap(bool block) {
    if (status_) return true;
    int state = 0;
    if (waitpid(pid_, &state, block ? 0 : WNOHANG) != pid_) return false;
    status_ = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    return true;
}

bool ChildProcess::is_running() {
    return !reap(false);
}

std::optional<std::string> ChildProcess::read_line(milliseconds limit) {
    const auto end = steady_clock::now() + limit;
    std::string line;
    for (;;) {
        const auto left = std::chrono::duration_cast<milliseconds>(end - steady_clock::now()).count();
        if (left <= 0) return std::nullopt;
        pollfd ready = {pipe_, POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
        char c = 0;
        if (read(pipe_, &c, 1) != 1) return std::nullopt;
        if (c == '\n') return line;
        line.push_back(c);
    }
}

std::optional<Ended> ChildProcess::wait(milliseconds limit) {
    const auto end = steady_clock::now() + limit;
    while (is_running()) {
        if (steady_clock::now() >= end) {
            kill(-pid_, SIGKILL);
            reap(true);
            return std::nullopt;
        }
        std::this_thread::sleep_for(milliseconds(5));
    }
    return Ended{*status_, contents(output_), contents(errors_)};
}

std::optional<Ended> run_program(std::vector<std::string> arguments,
                                 const std::map<std::string, std::string>& environment, milliseconds limit) {
    return ChildProcess(std::move(arguments), environment).wait(limit);
}

}  // namespace headscope::test
