#include "core/base/system_memory.h"

#include <fstream>
#include <string>

namespace headscope {
namespace {

// MemAvailable of /proc/meminfo (man 5 proc), in KiB there.
std::optional<std::uint64_t> available_to_machine() {
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::uint64_t kib = 0;
    std::string unit;
    while (file >> key >> kib) {
        if (key == "MemAvailable:") return kib * 1024;
        std::getline(file, unit);
    }
    return std::nullopt;
}

// What the control group of a container leaves (Linux, Documentation/admin-guide/cgroup-v2.rst); the file says "max"
// where there is no limit.
std::optional<std::uint64_t> available_to_container() {
    std::uint64_t limit = 0;
    std::uint64_t used = 0;
    std::ifstream limit_file("/sys/fs/cgroup/memory.max");
    std::ifstream used_file("/sys/fs/cgroup/memory.current");
    if (!(limit_file >> limit) || !(used_file >> used)) return std::nullopt;
    return limit > used ? limit - used : 0;
}

}  // namespace

std::optional<std::uint64_t> available_memory() {
    const std::optional<std::uint64_t> machine = available_to_machine();
    const std::optional<std::uint64_t> container = available_to_container();
    if (!machine) return container;
    return container && *container < *machine ? container : machine;
}

}  // namespace headscope
