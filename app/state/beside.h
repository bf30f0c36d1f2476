#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/shown_trace.h"
#include "app/state/text_edit.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/trace/token_match.h"

namespace headscope {

struct AppState;

// What the page "side by side" compares: the maps on screen with those of another text, of the same or another model.
struct BesideRequest {
    std::shared_ptr<const ShownTrace> first;
    std::shared_ptr<const Model> model;  // of the second
    std::string text;                    // of the second
    bool specials_as_text = false;       // see EncodeOptions

    bool operator==(const BesideRequest&) const = default;
};

// Immutable once made.
struct BesideNumbers {
    BesideRequest request;
    std::uint64_t serial = 0;  // differs between any two that are made
    std::shared_ptr<const ShownTrace> second;
    TokenMatch match;  // of all tokens of both, drawn or not
    // matched_distance of each head, [layer · n_heads + head]; empty where the models have not the same layers × heads,
    // so that no head of one is that of the other.
    std::vector<double> distances;

    const ShownTrace& first() const { return *request.first; }
    bool has_same_heads() const { return !distances.empty(); }
};

// Makes them from the second text's maps. Throws std::bad_alloc.
std::shared_ptr<const BesideNumbers> make_beside_numbers(const BesideRequest& request,
                                                         std::shared_ptr<const ShownTrace> second);

// Which text a model is for.
enum class ModelSlot { kFirst, kBeside };

// The page and what it shows.
struct BesideState {
    bool is_open = false;
    TextEdit text;                       // the second text
    std::shared_ptr<const Model> model;  // the second model; null: the first one
    HeadRef head;                        // of the second model where it has other heads than the first
    bool is_choosing_model = false;      // the dialog that opens models, while it is open, is for the second one
    std::filesystem::path wanted_model;  // a session's second model, to be opened behind the first; empty: none
    bool is_loading_model = false;       // the model on its way is the second one
    std::shared_ptr<const BesideNumbers> numbers;
    std::optional<BesideRequest> asked;  // what the newest job was asked for
    bool is_computing = false;
    std::string problem;  // why there are no numbers; empty if there are
};

// Opens the page, with the sentence on screen as the second text where there was none yet; or closes it.
void toggle_beside(AppState& state);

// The head of the second text that is drawn: the selected one where both have the same heads.
HeadRef beside_head(const AppState& state, const BesideNumbers& numbers);

// What is to be compared now if it has not been asked for yet and no newer text is on its way; then it counts as asked
// for. Lets go of all numbers once the page is closed.
std::optional<BesideRequest> next_beside_request(AppState& state);
void accept_beside(AppState& state, Result<std::shared_ptr<const BesideNumbers>> numbers);
// Asks for the model that a session wants beside the first, if it does.
void load_wanted_beside_model(AppState& state);
// The second model came, or did not: then the message says why and the old one stays.
void accept_beside_model(AppState& state, Result<std::shared_ptr<const Model>> loaded);

}  // namespace headscope
