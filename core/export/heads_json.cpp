#include "core/export/heads_json.h"

#include <algorithm>
#include <cmath>

#include "core/io/json_write.h"

namespace headscope {
namespace {

void append_member(std::string& out, std::string_view name, double value) {
    out += ",\"";
    out += name;
    out += "\":";
    if (std::isfinite(value)) {
        append_json_number(out, value);
    } else {
        out += "null";
    }
}

void append_role(std::string& out, const RoleScore& role, const std::string& on, bool of_several) {
    out += "{\"role\":";
    append_json_string(out, role_name(role.kind));
    append_member(out, "score", role.score);
    out += ",\"formula\":";
    append_json_string(out, role_formula(role.kind.role));
    out += ",\"on\":";
    append_json_string(out, on);
    if (role.kept) append_member(out, "transformerlens_mul", *role.kept);
    if (role.difference) append_member(out, "transformerlens_abs", *role.difference);
    if (role.kind.role == Role::kPositional) out += ",\"offset\":" + std::to_string(role.kind.offset);
    if (of_several) append_member(out, "share", role.share);
    out += '}';
}

void append_head(std::string& out, const HeadsReport& report, std::size_t i) {
    const HeadFacts& head = report.heads[i];
    const auto n_heads = static_cast<std::size_t>(report.n_heads);
    out += "{\"layer\":" + std::to_string(i / n_heads) + ",\"head\":" + std::to_string(i % n_heads);
    for (std::size_t f = 0; f < kFactCount; ++f) {
        const auto fact = static_cast<Fact>(f);
        append_member(out, fact_name(fact), head[fact]);
        if (report.spread != nullptr)
            append_member(out, std::string(fact_name(fact)) + "_sd", report.spread->deviation(i, fact));
    }
    if (report.probe != nullptr) {
        std::string probe;
        for (const Fact fact : {Fact::kPrevious, Fact::kFirstToken, Fact::kDuplicate, Fact::kInduction})
            append_member(probe, fact_name(fact), (*report.probe)[i][fact]);
        probe.front() = '{';
        out += ",\"probe\":" + probe + "}";
    }
    if (const HeadImportance* without = report.find_importance(i)) {
        std::string change;
        append_member(change, "change", without->change);
        append_member(change, "cosine", without->cosine);
        change.front() = '{';
        out += ",\"without\":" + change + "}";
    }
    out += ",\"roles\":[";
    const std::size_t start = out.size();
    const auto append = [&](const RoleScore& role, const std::string& on, bool of_several) {
        if (out.size() > start) out += ',';
        append_role(out, role, on, of_several);
    };
    for (const RoleScore& role : head.roles) append(role, seen_on(report.spread), report.spread != nullptr);
    if (report.probe != nullptr) {
        for (const RoleScore& role : (*report.probe)[i].roles)
            if (head.shown_score(role.kind) == 0) append(role, std::string(kSeenOnProbe), true);
    }
    out += "]}";
}

}  // namespace

const HeadImportance* HeadsReport::find_importance(std::size_t i) const {
    if (importance == nullptr) return nullptr;
    const HeadRef head{static_cast<Index>(i) / n_heads, static_cast<Index>(i) % n_heads};
    const auto found = std::find_if(importance->begin(), importance->end(),
                                    [&](const HeadImportance& one) { return one.head == head; });
    return found == importance->end() ? nullptr : &*found;
}

std::string seen_on(const FactsSummary* spread) {
    if (spread == nullptr) return "this text";
    return std::to_string(spread->texts()) + (spread->texts() == 1 ? " text" : " texts");
}

std::string heads_json(const HeadsReport& report) {
    std::string out = "[";
    for (std::size_t i = 0; i < report.heads.size(); ++i) {
        if (!report.is_wanted(i)) continue;
        if (out.size() > 1) out += ',';
        append_head(out, report, i);
    }
    return out + "]";
}

}  // namespace headscope
