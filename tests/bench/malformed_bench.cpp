// Opens every damaged tokenizer and model of the tests, each in a process of its own, and says what the slowest and the
// hungriest took. Ends with status 1 where one takes more than two seconds of a processor or grows by more than 256 MB.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/core/malformed_cases.h"

namespace {

namespace fs = std::filesystem;
using headscope::test::MalformedCase;
using headscope::test::Outcome;

struct CaseSet {
    const char* what;
    const char* file;
    Outcome (*attempt)(const MalformedCase&, const fs::path&);
};

constexpr CaseSet kSets[] = {
    {"tokenizers", HEADSCOPE_TEST_DATA "/text/malformed.jsonl.gz", headscope::test::try_tokenizer},
    {"models", HEADSCOPE_TEST_DATA "/models/malformed.jsonl.gz", headscope::test::try_model},
    {"GGUF models", HEADSCOPE_TEST_DATA "/gguf/malformed.jsonl.gz", headscope::test::try_model},
};

constexpr double kMostSeconds = 2;
constexpr double kMostMegabytes = 256;

struct Cost {
    std::string name;
    double seconds = 0;    // of a processor, so that a busy machine does not count
    double megabytes = 0;  // by which the process grew at most
    bool is_met = false;   // ended by itself, as the case says
};

struct Usage {
    double seconds = 0;
    double megabytes = 0;  // in memory at most
};

// What this process has used so far.
Usage usage_so_far() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return {seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1024};
}

Cost measure(const MalformedCase& malformed, const CaseSet& set, const fs::path& folder) {
    Cost out{malformed.name};
    fs::create_directories(folder);
    const fs::path path = write_case(malformed, folder);
    int ends[2];
    if (pipe(ends) != 0) return out;
    const pid_t child = fork();
    if (child == 0) {
        const Usage before = usage_so_far();
        const std::string complaint = headscope::test::complaint(malformed, set.attempt(malformed, path));
        const Usage after = usage_so_far();
        const double figures[2] = {after.seconds - before.seconds, after.megabytes - before.megabytes};
        if (!complaint.empty()) std::fprintf(stderr, "%s: %s\n", malformed.name.c_str(), complaint.c_str());
        const bool is_told = write(ends[1], figures, sizeof figures) == sizeof figures;
        std::_Exit(complaint.empty() && is_told ? 0 : 1);
    }
    close(ends[1]);
    double figures[2] = {0, 0};
    const bool is_told = child > 0 && read(ends[0], figures, sizeof figures) == sizeof figures;
    close(ends[0]);
    int status = 1;
    if (child > 0) waitpid(child, &status, 0);
    out.seconds = figures[0];
    out.megabytes = figures[1];
    out.is_met = is_told && status == 0;
    fs::remove_all(folder);
    return out;
}

void print_largest(std::vector<Cost> costs, double Cost::*figure, const char* unit) {
    std::sort(costs.begin(), costs.end(), [&](const Cost& a, const Cost& b) { return a.*figure > b.*figure; });
    if (costs.size() > 5) costs.resize(5);
    for (const Cost& cost : costs) std::printf("    %8.2f %-3s %s\n", cost.*figure, unit, cost.name.c_str());
}

// 0 where every case of the set is met within the limits, else 1.
int run(const CaseSet& set) {
    const std::vector<MalformedCase> cases = headscope::test::read_malformed_cases(set.file);
    const fs::path folder = fs::temp_directory_path() / ("headscope_malformed." + std::to_string(getpid()));
    std::vector<Cost> costs;
    for (const MalformedCase& malformed : cases) costs.push_back(measure(malformed, set, folder));
    std::printf("%zu damaged %s, the five that took longest and that grew most:\n", costs.size(), set.what);
    print_largest(costs, &Cost::seconds, "s");
    print_largest(costs, &Cost::megabytes, "MB");
    int status = 0;
    for (const Cost& cost : costs) {
        if (cost.is_met && cost.seconds <= kMostSeconds && cost.megabytes <= kMostMegabytes) continue;
        std::printf("too much, or not as expected: %s, %.2f s, %.1f MB\n", cost.name.c_str(), cost.seconds,
                    cost.megabytes);
        status = 1;
    }
    return status;
}

}  // namespace

int main() {
    try {
        int status = 0;
        for (const CaseSet& set : kSets) status |= run(set);
        return status;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "headscope_malformed_bench: %s\n", error.what());
        return 1;
    }
}
