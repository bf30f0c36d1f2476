#include "app/state/head_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/state/shown_links.h"

namespace headscope {
namespace {

std::vector<HeadRef> heads_by_layer(const ShownTrace& shown) {
    std::vector<HeadRef> heads;
    for (Index layer = 0; layer < shown.n_layers(); ++layer)
        for (Index head = 0; head < shown.n_heads(); ++head) heads.push_back({layer, head});
    return heads;
}

float link_value(const OrderBasis& basis, HeadRef head) {
    if (!basis.query) return strongest_into(basis.shown, head, *basis.key).weight;
    return basis.key ? basis.shown.weight(head, *basis.query, *basis.key)
                     : basis.shown.top_target(head, *basis.query).weight;
}

// Why the order cannot be made; empty if it can.
std::string find_missing(const OrderBasis& basis, const HeadOrder& order) {
    switch (order.kind) {
        case OrderKind::kLayer:
            break;
        case OrderKind::kLink:
            if (!basis.query && !basis.key)
                return "Click a token or a cell: heads are then ordered by how strongly they link it.";
            break;
        case OrderKind::kSimilar:
            if (basis.measures == nullptr || basis.measures->distances.size() == 0)
                return "The heads are being compared…";
            break;
        case OrderKind::kFact:
            if (basis.measures == nullptr) return "The facts are being computed…";
            if (basis.measures->facts.empty()) return "Heads of cross-attention have no such facts.";
            break;
        case OrderKind::kRelation:
            if (basis.relations != nullptr && !basis.relations->reports.empty()) break;
            return basis.no_relations.empty() ? "Reading marked sentences…" : basis.no_relations;
    }
    return {};
}

// Whether what an order of that kind lacks is being computed.
bool is_coming(const OrderBasis& basis, OrderKind kind) {
    if (kind == OrderKind::kRelation) return basis.no_relations.empty();
    return kind == OrderKind::kSimilar || (kind == OrderKind::kFact && basis.measures == nullptr);
}

float value_of(const OrderBasis& basis, const HeadOrder& order, HeadRef head) {
    if (order.kind == OrderKind::kLink) return link_value(basis, head);
    if (order.kind == OrderKind::kSimilar) {
        const HeadDistances& distances = basis.measures->distances;
        return distances.at(distances.index_of(order.like), distances.index_of(head));
    }
    if (order.kind == OrderKind::kRelation) {
        const std::size_t at = static_cast<std::size_t>(head.layer * basis.relations->n_heads + head.head);
        return static_cast<float>(report_of(*basis.relations, order.relation).heads[at].best());
    }
    return static_cast<float>((*basis.measures->find_facts(head))[order.fact]);
}

}  // namespace

OrderedHeads order_heads(const OrderBasis& basis, const HeadOrder& order) {
    OrderedHeads result;
    result.heads = heads_by_layer(basis.shown);
    result.missing = find_missing(basis, order);
    result.is_waiting = !result.missing.empty() && is_coming(basis, order.kind);
    if (order.kind == OrderKind::kLayer || !result.missing.empty()) return result;
    std::vector<float> values;
    for (const HeadRef head : result.heads) values.push_back(value_of(basis, order, head));
    std::vector<std::size_t> places(values.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    const float sign = order.kind == OrderKind::kSimilar ? 1 : -1;
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (std::isnan(values[a]) || std::isnan(values[b])) return !std::isnan(values[a]) && std::isnan(values[b]);
        return sign * values[a] < sign * values[b];
    });
    std::vector<HeadRef> heads;
    for (const std::size_t place : places) {
        heads.push_back(result.heads[place]);
        result.values.push_back(values[place]);
    }
    if (order.kind == OrderKind::kSimilar) {  // others may be exactly like it
        const auto own = std::find(heads.begin(), heads.end(), order.like);
        std::rotate(heads.begin(), own, own + 1);
        const auto value = result.values.begin() + (own - heads.begin());
        std::rotate(result.values.begin(), value, value + 1);
    }
    result.heads = std::move(heads);
    return result;
}

}  // namespace headscope
