#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/trace/head_facts.h"
#include "core/trace/relations.h"

namespace headscope {

// The marked English sentences that the program brings along (assets/relations.jsonl).
const std::vector<RelationExample>& shipped_relations();

// The relations that they mark, in their order there.
const std::vector<std::string>& relation_names();

struct RelationsRequest {
    std::shared_ptr<const Model> model;  // with a tokenizer

    bool operator==(const RelationsRequest&) const = default;
};

// How well each head of the only stack or the encoder links words on those sentences.
struct HeadRelations {
    RelationsRequest request;
    Index n_heads = 0;
    std::vector<RelationReport> reports;
    // Of causal models the facts on repeats of random tokens, which show what needs repeats: by layer · n_heads + head;
    // empty of other models, and where the vocabulary has too few tokens for it.
    std::vector<HeadFacts> on_repeats;
};

// `progress` is called with per cents on the running thread. Links whose words the model's tokens do not tell apart are
// left out. Errors as run_model's.
Result<std::shared_ptr<const HeadRelations>> score_relations(const RelationsRequest& request, const CancelToken& cancel,
                                                             const std::function<void(int)>& progress,
                                                             Workspace& workspace);

// The scores of a relation; of the first where there is none of that name. `relations.reports` must not be empty.
const RelationReport& report_of(const HeadRelations& relations, const std::string& relation);

// What one head does on one relation.
struct HeadRelation {
    const RelationReport* report = nullptr;
    double accuracy = 0;
    bool looks = true;          // from looks at to; false: to looks at from
    bool beats_offset = false;  // better than the best fixed offset by kRelationMargin
    bool is_best = false;       // no head of the model is better
};
// All relations, those first in which the head is furthest above the best fixed offset.
std::vector<HeadRelation> relations_of_head(const HeadRelations& relations, HeadRef head);

}  // namespace headscope
