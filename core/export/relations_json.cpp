#include "core/export/relations_json.h"

#include <algorithm>
#include <numeric>

#include "core/io/json_write.h"

namespace headscope {
namespace {

void append_number(std::string& out, const char* key, double value) {
    out += std::string(",\"") + key + "\":";
    append_json_number(out, value);
}

std::string place_of(std::size_t i, Index n_heads) {
    const auto heads = static_cast<std::size_t>(n_heads);
    return "{\"layer\":" + std::to_string(i / heads) + ",\"head\":" + std::to_string(i % heads);
}

}  // namespace

std::vector<std::size_t> heads_by_accuracy(const RelationReport& report) {
    std::vector<std::size_t> order(report.heads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return report.heads[a].best() > report.heads[b].best(); });
    return order;
}

std::string relations_json(const std::vector<RelationReport>& reports, Index n_heads) {
    std::string out = "[";
    for (const RelationReport& report : reports) {
        if (out.size() > 1) out += ',';
        out += "{\"relation\":";
        append_json_string(out, report.relation);
        out += ",\"examples\":" + std::to_string(report.examples) + ",\"offset\":" + std::to_string(report.offset);
        append_number(out, "offset_accuracy", report.offset_accuracy);
        const std::size_t best = heads_by_accuracy(report).front();
        out += ",\"best\":" + place_of(best, n_heads);
        append_number(out, "accuracy", report.heads[best].best());
        out += ",\"direction\":";
        append_json_string(
            out, report.heads[best].looks >= report.heads[best].looked ? "from looks at to" : "to looks at from");
        out += "},\"heads\":[";
        for (std::size_t i = 0; i < report.heads.size(); ++i) {
            out += (i > 0 ? "," : "") + place_of(i, n_heads);
            append_number(out, "accuracy", report.heads[i].best());
            append_number(out, "looks", report.heads[i].looks);
            append_number(out, "looked", report.heads[i].looked);
            out += '}';
        }
        out += "]}";
    }
    return out + "]";
}

}  // namespace headscope
