#include "app/cli/head_options.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "core/io/shown.h"

namespace headscope {
namespace {

// "4:7" as a head; none if it is not so.
std::optional<HeadRef> parse_head(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    HeadRef head;
    const char* const middle = text.data() + colon;
    const char* const end = text.data() + text.size();
    const auto layer = std::from_chars(text.data(), middle, head.layer);
    const auto number = std::from_chars(middle + 1, end, head.head);
    const bool is_read = layer.ec == std::errc() && layer.ptr == middle && number.ec == std::errc() &&
                         number.ptr == end && head.layer >= 0 && head.head >= 0;
    return is_read ? std::optional(head) : std::nullopt;
}

// "4:7,5:0".
std::optional<std::vector<HeadRef>> parse_heads(std::string_view text) {
    std::vector<HeadRef> heads;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::optional<HeadRef> head = parse_head(text.substr(0, comma));
        if (!head) return std::nullopt;
        heads.push_back(*head);
        if (comma == std::string_view::npos) return heads;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

HeadOptions::HeadOptions(CLI::App& app) : texts_(std::make_unique<Texts>()) {
    app.add_option("--values", texts_->values,
                   "What the maps' cells are: weights, norms (what a key contributes) or norm-shares (the same, rows "
                   "sum to 1)")
        ->check(CLI::IsMember({"weights", "norms", "norm-shares"}));
    app.add_flag("--norms", texts_->has_norms, "The same as --values norms");
    app.add_flag("--facts", texts_->has_facts, "The card with the facts of the selected head");
    app.add_option("--find", texts_->find,
                   "The card with heads that link two words of the text (or #3: positions), perhaps with a third word "
                   "that competes with the second")
        ->type_name("FROM TO [RIVAL]")
        ->expected(2, 3);
    app.add_flag("--head-plane", texts_->has_plane, "The picture of heads by likeness");
    app.add_flag("--guess", texts_->has_guess,
                 "The card with what the model expects next, or in place of a mask token");
    app.add_flag("--effect", texts_->has_effect, "The card with what changes without the heads that are off");
    app.add_option("--off", texts_->off, "Heads that are switched off")->type_name("LAYER:HEAD,...");
    app.add_option("--off-by", texts_->off_by, "What takes the place of what they add: nothing, or their mean")
        ->check(CLI::IsMember({"zero", "mean"}));
    app.add_flag("--rank", texts_->ranks, "All heads by what changes without each, on the card of --effect");
}

std::string HeadOptions::read(ViewOptions& options) const {
    const bool has_effect = texts_->has_effect || texts_->ranks;
    if (static_cast<int>(texts_->has_facts) + static_cast<int>(texts_->has_guess) + static_cast<int>(has_effect) +
            static_cast<int>(!texts_->find.empty()) >
        1)
        return "--facts, --find, --guess, --effect: expected one of them";
    if (texts_->has_facts) options.side = SideCard::kFacts;
    options.head_plane = texts_->has_plane;
    if (!texts_->find.empty()) {
        options.side = SideCard::kFind;
        options.find =
            LinkQuestion{texts_->find[0], texts_->find[1], texts_->find.size() > 2 ? texts_->find[2] : "", false};
    }
    if (texts_->has_guess) options.side = SideCard::kGuess;
    if (has_effect) options.side = SideCard::kEffect;
    options.ranks = texts_->ranks;
    if (texts_->values == "weights") options.values = MapValues::kWeights;
    if (texts_->values == "norms") options.values = MapValues::kNorms;
    if (texts_->values == "norm-shares") options.values = MapValues::kNormShares;
    if (texts_->has_norms && !texts_->values.empty()) return "--norms, --values: expected one of them";
    if (texts_->has_norms) options.values = MapValues::kNorms;
    if (texts_->off_by == "zero") options.off_by = SwitchOff::kZero;
    if (texts_->off_by == "mean") options.off_by = SwitchOff::kMean;
    if (texts_->off.empty()) return {};
    const auto heads = parse_heads(texts_->off);
    if (!heads)
        return "--off: \"" + shown_text(texts_->off, 40) +
               "\", expected heads as LAYER:HEAD with commas between them, such as 0:3,4:7";
    options.off = *heads;
    return {};
}

}  // namespace headscope
