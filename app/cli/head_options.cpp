#include "app/cli/head_options.h"

#include <optional>
#include <utility>

#include "app/cli/arguments.h"
#include "core/io/shown.h"

namespace headscope {

HeadOptions::HeadOptions(CLI::App& app) : texts_(std::make_unique<Texts>()) {
    app.add_option("--values", texts_->values,
                   "What the maps' cells are: weights, norms (what a key contributes) or norm-shares (the same, rows "
                   "sum to 1), rollout (one map a layer), or with --off the change")
        ->check(CLI::IsMember({"weights", "norms", "norm-shares", "rollout", "change"}));
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
    app.add_option("--off", texts_->off, "Heads that are switched off, of a decoder behind decoder: or cross:")
        ->type_name("LAYER:HEAD,...");
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
    if (texts_->values == "rollout") options.values = MapValues::kRollout;
    if (texts_->values == "change") options.values = MapValues::kChange;
    if (texts_->values == "change" && texts_->off.empty()) return "--values change: expected heads that are --off";
    if (texts_->has_norms && !texts_->values.empty()) return "--norms, --values: expected one of them";
    if (texts_->has_norms) options.values = MapValues::kNorms;
    if (texts_->off_by == "zero") options.off_by = SwitchOff::kZero;
    if (texts_->off_by == "mean") options.off_by = SwitchOff::kMean;
    if (texts_->off.empty()) return {};
    std::optional<Ablation> off = parse_ablation(texts_->off);
    if (!off)
        return "--off: \"" + shown_text(texts_->off, 40) +
               "\", expected heads as LAYER:HEAD with commas between them, such as 0:3,4:7 or decoder:0:3,cross:1:2";
    options.off = std::move(*off);
    return {};
}

}  // namespace headscope
