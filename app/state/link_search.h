#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/shown_trace.h"
#include "app/state/text_edit.h"
#include "core/base/result.h"
#include "core/trace/competing_links.h"
#include "core/trace/links.h"

namespace headscope {

struct AppState;

// What heads are sought by: how strongly one word looks at another.
struct LinkQuestion {
    std::string from, to;     // words of the text, or positions written as #3
    std::string rival;        // another word that `from` may look at instead; may be empty
    bool either_way = false;  // or `to` at `from`

    bool operator==(const LinkQuestion&) const = default;
};

// The heads that hold a link of the shown maps. Immutable once made.
struct FoundLinks {
    std::shared_ptr<const ShownTrace> shown;
    LinkQuestion question;
    std::string problem;      // which word is not there; then nothing is found
    std::vector<Link> links;  // every head, strongest first, with the cell of the strongest pair of occurrences
    // With a rival: of each layer the two heads that hold the one link and the other, those that hold most first.
    std::vector<CompetingHeads> pairs;
};

// The positions of a word's occurrences, pieces ascending, on one axis of the shown maps; of "#3" position 3. kNotFound
// says what is not there.
Result<std::vector<std::vector<Index>>> find_occurrences(const ShownTrace& shown, std::string_view word, bool is_query);

// Weights are those of the shown maps, special tokens not taken out: from a word the mean over its pieces, to a word
// the sum over its pieces (Clark et al. 2019, section 4.1).
std::shared_ptr<const FoundLinks> find_heads(std::shared_ptr<const ShownTrace> shown, LinkQuestion question);

// The boxes in which a link is asked for, and the newest answer.
struct LinkSearch {
    TextEdit from, to, rival;
    bool either_way = false;
    std::shared_ptr<const FoundLinks> found;  // null: nothing is asked for

    LinkQuestion question() const;
};

// Opens the card with the locked query and key in its boxes.
void open_link_search(AppState& state);
// Finds anew what the boxes ask for, if they or the shown maps have changed and the card is shown.
void keep_up_search(AppState& state);
// Shows a found link: its head is selected, its cell locked.
void show_link(AppState& state, const Link& link);

}  // namespace headscope
