#include "core/export/heads_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/export/relations_json.h"

namespace headscope {
namespace {

std::string number(double value, const char* format = "%.3f") {
    if (!std::isfinite(value)) return "-";
    char text[40];
    std::snprintf(text, sizeof(text), format, value);
    return text;
}

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
}

// A share as "94%".
std::string percent(double share) {
    char text[16];
    std::snprintf(text, sizeof(text), "%.0f%%", 100 * share);
    return text;
}

// Roles with their scores, those of the text first.
std::string roles_of(const HeadsReport& report, std::size_t i) {
    std::string text;
    const auto add = [&](const RoleScore& role, const std::string& on) {
        text += (text.empty() ? "" : "; ") + role_name(role.kind) + " " + number(role.score, "%.2f") + on;
    };
    for (const RoleScore& role : report.heads[i].roles) add(role, "");
    if (report.probe != nullptr) {
        for (const RoleScore& role : (*report.probe)[i].roles)
            if (report.heads[i].shown_score(role.kind) == 0) add(role, " (on " + std::string(kSeenOnProbe) + ")");
    }
    return text;
}

constexpr Fact kColumns[] = {Fact::kEntropy,  Fact::kDistance, Fact::kConfidence, Fact::kSelf,
                             Fact::kPrevious, Fact::kNext,     Fact::kFirstToken, Fact::kSeparator};

}  // namespace

std::string heads_table(const HeadsReport& report) {
    const std::size_t width = report.spread != nullptr ? 14 : 12;
    std::string text = "  head";
    for (const Fact fact : kColumns) text += padded(fact_name(fact), width);
    if (report.importance != nullptr) text += padded("without it", width);
    text += "   roles on " + seen_on(report.spread) + "\n";
    for (std::size_t i = 0; i < report.heads.size(); ++i) {
        if (!report.is_wanted(i)) continue;
        const auto n_heads = static_cast<std::size_t>(report.n_heads);
        text += padded(std::to_string(i / n_heads) + ":" + std::to_string(i % n_heads), 6);
        for (const Fact fact : kColumns) {
            std::string value = number(report.heads[i][fact]);
            // "±" takes two bytes and one column.
            std::size_t room = width;
            if (report.spread != nullptr) {
                value += "±" + number(report.spread->deviation(i, fact));
                ++room;
            }
            text += padded(std::move(value), room);
        }
        if (const HeadImportance* without = report.find_importance(i)) text += padded(number(without->change), width);
        const std::string roles = roles_of(report, i);
        text += (roles.empty() ? "" : "   " + roles) + "\n";
    }
    return text;
}

std::string relations_table(const std::vector<RelationReport>& reports, Index n_heads) {
    constexpr std::size_t kShown = 5;
    std::string text;
    for (const RelationReport& report : reports) {
        text += report.relation + ": " + std::to_string(report.examples) + " links; best fixed offset " +
                (report.offset > 0 ? "+" : "") + std::to_string(report.offset) + " " + percent(report.offset_accuracy) +
                "\n";
        const std::vector<std::size_t> order = heads_by_accuracy(report);
        for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
            const RelationAccuracy& head = report.heads[order[i]];
            const auto heads = static_cast<std::size_t>(n_heads);
            text += "  " + padded(std::to_string(order[i] / heads) + ":" + std::to_string(order[i] % heads), 6) + " " +
                    padded(percent(head.best()), 5) +
                    (head.looks >= head.looked ? "  from looks at to" : "  to looks at from") +
                    (head.best() >= report.offset_accuracy + kRelationMargin ? "" : "  (no better than an offset)") +
                    "\n";
        }
    }
    return text;
}

}  // namespace headscope
