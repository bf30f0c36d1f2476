#include "app/state/glossary.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace headscope {
namespace {

constexpr std::array kTerms = {
    Term{"token", "A piece of the text that the model reads as one unit: a word, or a part of one."},
    Term{"T", "How many tokens the text has; every map has T rows and T columns."},
    Term{"·scope, the₄",
         "A dot: this piece continues the word before it. A small number: the position of a word that is there more "
         "than "
         "once."},
    Term{"special tokens",
         "Tokens that stand for no word, such as [CLS] and [SEP]; heads that find nothing to look at rest on them."},
    Term{"vocabulary", "All tokens that a model knows; a rarer word is spelled with several of them."},
    Term{"d_model", "How many numbers the model keeps for each token, from the first layer to the last."},
    Term{"layer", "One step of the model: all heads that read the same numbers; layer 0 reads the words themselves."},
    Term{"head",
         "One way of looking: its own queries, keys and values, d_head wide. The heads of a layer work side by side."},
    Term{"d_head", "How wide one head's queries, keys and values are."},
    Term{"query", "What a token asks for, as d_head numbers; rows of a map are queries."},
    Term{"key", "What a token offers to those that ask, as d_head numbers; columns of a map are keys."},
    Term{"value", "What a token hands over where it is looked at, as d_head numbers."},
    Term{"score", "How well a query fits a key: their product, divided by the root of d_head."},
    Term{"softmax", "Turns the scores of one row into weights above 0 that sum to 1."},
    Term{"weight", "How much a query takes from a key, from 0 to 1; the weights of one row sum to 1."},
    Term{"map", "All weights of one head: a row for each token that looks, a column for each token looked at."},
    Term{"link", "One weight, drawn as a line from the token that looks to the token looked at."},
    Term{"mask", "Which keys a query may not look at; in a causal model, all that come after it."},
    Term{"causal", "Words look back only, since the model's task is to say what comes next."},
    Term{"sink", "A token, often the first, where weight goes that has nothing better to do."},
    Term{"top target", "The token that a query looks at most."},
    Term{"residual", "The sum that every layer adds its part to: what a token is so far."},
    Term{"W_O", "The matrix that mixes what a layer's heads found into d_model numbers."},
    Term{"norm", "How large a row of numbers is; a weight on a small value moves little."},
    Term{"entropy", "How spread a row's weights are: 0 on one token, largest on all alike."},
    Term{"nats", "The unit of entropy with natural logarithms; one nat is about 1.44 bits."},
    Term{"divergence",
         "How unlike two heads look: the Jensen–Shannon divergence of their rows, 0 for equal maps, at most 0.693 "
         "nats."},
    Term{"role", "What a head does in general, such as looking one word back; with the score that says how surely."},
    Term{"induction", "To look at what came after the same word last time, and so to guess that it comes again."},
    Term{"encoder", "A model, or its half, in which every word sees every other."},
    Term{"decoder", "A model, or its half, that writes: each word sees those before it."},
    Term{"cross-attention", "The decoder's queries on the encoder's keys: what the target looks at in the source."},
    Term{"hidden state", "What a token is behind a layer, as d_model numbers."},
    Term{"cosine", "How alike the directions of two rows of numbers are: 1 the same, 0 nothing in common."},
    Term{"probability", "How surely the model expects a word, over its whole vocabulary; all of them sum to 1."},
    Term{"renormalise", "To divide what is left of a row by its sum, so that it sums to 1 again."},
    Term{"scale",
         "How weights become colours: in proportion, by square root, or by logarithm, which shows small ones."},
    Term{"grouped heads", "Several query heads that share one head of keys and values, so that less has to be kept."},
    Term{"KV cache", "The keys and values of all tokens so far, kept so that the next token costs one row only."},
    Term{"switching off", "Computing without a head, to see what it was good for."},
};

}  // namespace

std::span<const Term> glossary() {
    return kTerms;
}

const char* meaning_of(std::string_view word) {
    const auto found = std::find_if(kTerms.begin(), kTerms.end(), [&](const Term& term) { return term.word == word; });
    assert(found != kTerms.end());
    return found->meaning;
}

}  // namespace headscope
