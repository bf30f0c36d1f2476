#include "core/trace/head_query.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/io/shown.h"

namespace headscope {
namespace {

Error not_understood(std::string_view part, const std::string& expected) {
    return invalid("search: \"" + shown_text(part, 60) + "\": expected " + expected);
}

std::string known_names() {
    std::string names = "layer, head, role:NAME";
    for (std::size_t i = 0; i < kFactCount; ++i) names += std::string(", ") + fact_name(static_cast<Fact>(i));
    return names;
}

}  // namespace

Result<HeadQuery> HeadQuery::parse(std::string_view line) {
    HeadQuery query;
    constexpr std::string_view kBlanks = " \t\r\n";
    for (;;) {
        const std::size_t begin = line.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos) return query;
        line.remove_prefix(begin);
        const std::string_view part = line.substr(0, line.find_first_of(kBlanks));
        Result<Condition> condition = parse_condition(part);
        if (!condition.has_value()) return condition.error();
        query.conditions_.push_back(std::move(condition).value());
        line.remove_prefix(part.size());
    }
}

Result<HeadQuery::Condition> HeadQuery::parse_condition(std::string_view text) {
    const std::string_view whole = text;
    Condition condition;
    if (text.starts_with('-')) {
        condition.is_negated = true;
        text.remove_prefix(1);
    }
    const std::size_t sign = text.find_first_of("<>=!");
    const std::string_view subject = text.substr(0, sign);
    if (subject.starts_with("role:")) {
        condition.subject = Subject::kRole;
        std::string name(subject.substr(5));
        // "-" also begins the offset of positional heads.
        std::replace(name.begin(), name.end(), '_', ' ');
        condition.roles = find_roles(name);
        if (condition.roles.empty()) {
            std::replace(name.begin(), name.end(), '-', ' ');
            condition.roles = find_roles(name);
        }
        if (condition.roles.empty()) {
            std::string names;
            for (const RoleKind& kind : role_kinds())
                if (kind.role != Role::kPositional) names += role_name(kind) + ", ";
            return not_understood(whole, "a role: " + names + "positional");
        }
        if (sign == std::string_view::npos) return condition;
    } else if (const std::optional<Fact> fact = find_fact(subject)) {
        condition.subject = Subject::kFact;
        condition.fact = *fact;
    } else if (subject == "layer" || subject == "head") {
        condition.subject = subject == "layer" ? Subject::kLayer : Subject::kHead;
    } else {
        return not_understood(whole, "one of " + known_names());
    }
    if (sign == std::string_view::npos)
        return not_understood(whole, "<, <=, >, >=, = or != and a number behind the name");
    const bool has_equals = sign + 1 < text.size() && text[sign + 1] == '=';
    switch (text[sign]) {
        case '<':
            condition.comparison = has_equals ? Comparison::kAtMost : Comparison::kLess;
            break;
        case '>':
            condition.comparison = has_equals ? Comparison::kAtLeast : Comparison::kMore;
            break;
        case '!':
            if (!has_equals) return not_understood(whole, "!= and a number");
            condition.comparison = Comparison::kUnequal;
            break;
        default:
            condition.comparison = Comparison::kEqual;
            break;
    }
    const std::string_view number = text.substr(sign + (has_equals ? 2 : 1));
    const auto read = std::from_chars(number.data(), number.data() + number.size(), condition.bound);
    if (read.ec != std::errc() || read.ptr != number.data() + number.size() || !std::isfinite(condition.bound))
        return not_understood(whole, "a number such as 1.5 behind the sign");
    return condition;
}

bool HeadQuery::needs_facts() const {
    return std::any_of(conditions_.begin(), conditions_.end(), [](const Condition& condition) {
        return condition.subject == Subject::kFact || condition.subject == Subject::kRole;
    });
}

bool HeadQuery::holds(const Condition& condition, double value) {
    switch (condition.comparison) {
        case Comparison::kLess:
            return value < condition.bound;
        case Comparison::kAtMost:
            return value <= condition.bound;
        case Comparison::kMore:
            return value > condition.bound;
        case Comparison::kAtLeast:
            return value >= condition.bound;
        case Comparison::kEqual:
            return value == condition.bound;
        case Comparison::kUnequal:
            break;
    }
    return value != condition.bound && !std::isnan(value);
}

bool HeadQuery::matches(HeadRef head, const HeadFacts* facts) const {
    return std::all_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
        bool is_true = false;
        switch (condition.subject) {
            case Subject::kLayer:
                is_true = holds(condition, static_cast<double>(head.layer));
                break;
            case Subject::kHead:
                is_true = holds(condition, static_cast<double>(head.head));
                break;
            case Subject::kFact:
                is_true = holds(condition, (*facts)[condition.fact]);
                break;
            case Subject::kRole:
                for (const RoleScore& role : facts->roles)
                    for (const std::size_t wanted : condition.roles)
                        is_true = is_true || (role.kind == role_kinds()[wanted] && holds(condition, role.score));
                break;
        }
        return is_true != condition.is_negated;
    });
}

}  // namespace headscope
