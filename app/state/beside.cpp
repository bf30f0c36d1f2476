#include "app/state/beside.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "app/state/app_state.h"

namespace headscope {

std::shared_ptr<const BesideNumbers> make_beside_numbers(const BesideRequest& request,
                                                         std::shared_ptr<const ShownTrace> second) {
    static std::atomic<std::uint64_t> made = 0;
    auto numbers = std::make_shared<BesideNumbers>();
    numbers->request = request;
    numbers->serial = ++made;
    numbers->second = std::move(second);
    const AttentionTrace& one = *request.first->trace();
    const AttentionTrace& other = *numbers->second->trace();
    numbers->match = match_tokens({one.encoding.tokens, one.encoding}, {other.encoding.tokens, other.encoding});
    const Index layers = one.maps->n_layers();
    const Index heads = one.maps->n_heads();
    if (layers != other.maps->n_layers() || heads != other.maps->n_heads()) return numbers;
    for (Index layer = 0; layer < layers; ++layer) {
        for (Index head = 0; head < heads; ++head)
            numbers->distances.push_back(matched_distance(one.maps->head(layer, head), other.maps->head(layer, head),
                                                          numbers->match, numbers->match));
    }
    return numbers;
}

void toggle_beside(AppState& state) {
    BesideState& beside = state.beside;
    beside.is_open = !beside.is_open;
    state.popup = Popup::kNone;
    state.focus = TextFocus::kNone;
    if (!beside.is_open) return;
    state.lesson.is_open = false;
    if (beside.text.text().empty()) beside.text.set_text(state.sentence.text());
    beside.text.move_to(0);
}

HeadRef beside_head(const AppState& state, const BesideNumbers& numbers) {
    const HeadRef wanted = numbers.has_same_heads() ? state.view.selected : state.beside.head;
    return {std::clamp<Index>(wanted.layer, 0, numbers.second->n_layers() - 1),
            std::clamp<Index>(wanted.head, 0, numbers.second->n_heads() - 1)};
}

std::optional<BesideRequest> next_beside_request(AppState& state) {
    BesideState& beside = state.beside;
    if (!beside.is_open) {
        beside.numbers.reset();
        beside.asked.reset();
        return std::nullopt;
    }
    if (!state.shown || state.is_computing || state.shown->set() != MapSet::kEncoder) return std::nullopt;
    BesideRequest wanted{state.shown, beside.model ? beside.model : state.shown->trace()->model, beside.text.text(),
                         state.view.specials_as_text};
    if (beside.asked == wanted) return std::nullopt;
    beside.asked = wanted;
    beside.is_computing = true;
    return wanted;
}

void accept_beside(AppState& state, Result<std::shared_ptr<const BesideNumbers>> numbers) {
    state.beside.is_computing = false;
    if (numbers.has_value()) {
        state.beside.problem.clear();
        state.beside.numbers = std::move(numbers).value();
    } else {
        state.beside.problem = numbers.error().message;
    }
}

void load_wanted_beside_model(AppState& state) {
    if (state.beside.wanted_model.empty()) return;
    ask_for_model(state, std::exchange(state.beside.wanted_model, {}), ModelSlot::kBeside);
}

void accept_beside_model(AppState& state, Result<std::shared_ptr<const Model>> loaded) {
    state.is_loading = state.beside.is_loading_model = false;
    if (loaded.has_value()) {
        state.beside.model = std::move(loaded).value();
        state.message.reset();
    } else {
        state.message = Message{MessageKind::kError, loaded.error().message, std::nullopt};
    }
}

}  // namespace headscope
