#include "app/cli/grid_options.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "app/cli/arguments.h"
#include "app/state/relation_scores.h"
#include "core/io/shown.h"
#include "core/trace/head_query.h"

namespace headscope {
namespace {

// Heads as "4:7" or "4.7" with commas between them, none twice; empty if the text is anything else.
std::vector<HeadRef> parse_heads(const std::string& text) {
    std::vector<HeadRef> heads;
    for (const HeadRef head : parse_head_list(text, ":.").value_or(std::vector<HeadRef>()))
        if (std::find(heads.begin(), heads.end(), head) == heads.end()) heads.push_back(head);
    return heads;
}

constexpr std::string_view kByRelation = "relation:";

std::optional<HeadOrder> parse_order(const std::string& text) {
    HeadOrder order;
    if (text == "layer") return order;
    if (text == "link" || text == "similar") {
        order.kind = text == "link" ? OrderKind::kLink : OrderKind::kSimilar;
        return order;
    }
    if (text.starts_with(kByRelation)) {
        order.kind = OrderKind::kRelation;
        order.relation = text.substr(kByRelation.size());
        const std::vector<std::string>& names = relation_names();
        return std::find(names.begin(), names.end(), order.relation) != names.end() ? std::optional(order)
                                                                                    : std::nullopt;
    }
    const std::optional<Fact> fact = find_fact(text);
    if (!fact) return std::nullopt;
    order.kind = OrderKind::kFact;
    order.fact = *fact;
    return order;
}

// All orders but those by layer, link and likeness.
std::string further_orders() {
    std::string names;
    for (std::size_t i = 0; i < kFactCount; ++i) names += std::string(", ") + fact_name(static_cast<Fact>(i));
    for (const std::string& relation : relation_names()) names += ", " + std::string(kByRelation) + relation;
    return names;
}

}  // namespace

GridOptions::GridOptions(CLI::App& app) : texts_(std::make_unique<Texts>()) {
    app.add_option("--lock-key", texts_->lock_key,
                   "Key that is locked, together with the token of --lock or alone, from 0")
        ->type_name("TOKEN")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--select", texts_->select, "Heads, from 0:0; the first is drawn large, such as 4:7 or 4:7,0:3")
        ->type_name("LAYER:HEAD[,...]");
    app.add_option("--combine", texts_->combine, "Draw the heads of --select as one map")
        ->check(CLI::IsMember({"mean", "max"}));
    app.add_option("--mode", texts_->mode, "What the tiles of the head grid show")
        ->check(CLI::IsMember({"maps", "targets", "roles"}));
    app.add_option("--order", texts_->order,
                   "Order of the heads: layer, link (of --lock), similar (to --select), a fact, or a relation of "
                   "marked sentences" +
                       further_orders())
        ->type_name("ORDER");
    app.add_option("--filter", texts_->filter, "Heads to look at, such as \"layer<3 role:previous\"")
        ->type_name("QUERY");
    app.add_option("--grid-zoom", texts_->zoom, "Zoom of the head grid, 1 shows all of it")
        ->type_name("FACTOR")
        ->check(CLI::Range(1.0F, 64.0F));
}

std::string GridOptions::read(ViewOptions& options) const {
    if (texts_->lock_key >= 0) options.lock_key = texts_->lock_key;
    if (!texts_->select.empty()) {
        options.select = parse_heads(texts_->select);
        if (options.select.empty())
            return "--select: \"" + shown_text(texts_->select, 40) +
                   "\", expected LAYER:HEAD, such as 4:7, or several with commas between them";
    }
    if (texts_->combine == "mean") options.combine = Combination::kMean;
    if (texts_->combine == "max") options.combine = Combination::kMax;
    if (options.combine && options.select.size() < 2) return "--combine: expected at least two heads with --select";
    if (texts_->mode == "maps") options.grid_mode = GridMode::kMaps;
    if (texts_->mode == "targets") options.grid_mode = GridMode::kTargets;
    if (texts_->mode == "roles") options.grid_mode = GridMode::kRoles;
    if (!texts_->order.empty()) {
        options.order = parse_order(texts_->order);
        if (!options.order)
            return "--order: \"" + shown_text(texts_->order, 40) + "\", expected one of layer, link, similar" +
                   further_orders();
    }
    if (!texts_->filter.empty()) {
        const Result<HeadQuery> query = HeadQuery::parse(texts_->filter);
        if (!query.has_value()) return "--filter: " + query.error().message;
        options.filter = texts_->filter;
    }
    if (texts_->zoom > 0) options.grid_zoom = texts_->zoom;
    return {};
}

}  // namespace headscope
