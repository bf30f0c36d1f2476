#include "core/trace/token_match.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "core/trace/folded_text.h"

namespace headscope {
namespace {

constexpr std::size_t kMostCells = 16'000'000;

// What a token is compared by.
std::vector<std::string> keys_of(const MatchedTexts& texts) {
    std::vector<std::string> keys;
    keys.reserve(texts.tokens.size());
    for (const Token& token : texts.tokens) {
        std::string typed;
        if (!token.is_special && !token.is_template) {
            const std::string& home =
                token.segment == 1 && texts.encoding.pair ? *texts.encoding.pair : texts.encoding.text;
            if (token.span.end <= home.size())
                typed = folded_text(std::string_view(home).substr(token.span.begin, token.span.end - token.span.begin));
        }
        // A byte no text can hold keeps pieces apart from what is typed.
        keys.push_back(typed.empty() ? '\xFF' + token.piece : std::move(typed));
    }
    return keys;
}

// Length of the longest common subsequence of the tails that begin at each pair of places.
class TailTable {
  public:
    TailTable(const std::vector<std::string>& first, const std::vector<std::string>& second, std::size_t begin,
              std::size_t end_first, std::size_t end_second)
        : begin_(begin), width_(end_second - begin + 1), lengths_((end_first - begin + 1) * width_, 0) {
        for (std::size_t i = end_first; i-- > begin;) {
            for (std::size_t j = end_second; j-- > begin;) {
                at(i, j) = first[i] == second[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
            }
        }
    }
    std::uint32_t& at(std::size_t i, std::size_t j) { return lengths_[(i - begin_) * width_ + (j - begin_)]; }

  private:
    std::size_t begin_;
    std::size_t width_;
    std::vector<std::uint32_t> lengths_;
};

}  // namespace

TokenMatch::TokenMatch(std::vector<Pair> pairs, std::size_t n_first, std::size_t n_second)
    : pairs_(std::move(pairs)), to_second_(n_first, -1), to_first_(n_second, -1) {
    for (const Pair& pair : pairs_) {
        to_second_[static_cast<std::size_t>(pair.first)] = pair.second;
        to_first_[static_cast<std::size_t>(pair.second)] = pair.first;
    }
}

TokenMatch match_tokens(const MatchedTexts& first, const MatchedTexts& second) {
    const std::vector<std::string> a = keys_of(first);
    const std::vector<std::string> b = keys_of(second);
    std::size_t begin = 0;
    while (begin < a.size() && begin < b.size() && a[begin] == b[begin]) ++begin;
    std::size_t end_a = a.size();
    std::size_t end_b = b.size();
    while (end_a > begin && end_b > begin && a[end_a - 1] == b[end_b - 1]) --end_a, --end_b;

    std::vector<TokenMatch::Pair> pairs;
    const auto add = [&](std::size_t i, std::size_t j) {
        pairs.push_back({static_cast<Index>(i), static_cast<Index>(j)});
    };
    for (std::size_t i = 0; i < begin; ++i) add(i, i);
    if (begin < end_a && begin < end_b && (end_a - begin) <= kMostCells / (end_b - begin)) {
        TailTable tails(a, b, begin, end_a, end_b);
        for (std::size_t i = begin, j = begin; i < end_a && j < end_b;) {
            if (a[i] == b[j]) {
                add(i++, j++);
            } else if (tails.at(i + 1, j) >= tails.at(i, j + 1)) {
                ++i;
            } else {
                ++j;
            }
        }
    }
    for (; end_a < a.size(); ++end_a, ++end_b) add(end_a, end_b);
    return {std::move(pairs), a.size(), b.size()};
}

MatchedDifference matched_difference(ConstMatrixView first, ConstMatrixView second, const TokenMatch& queries,
                                     const TokenMatch& keys) {
    MatchedDifference difference;
    difference.rows = static_cast<Index>(queries.pairs().size());
    difference.cols = static_cast<Index>(keys.pairs().size());
    difference.values.reserve(queries.pairs().size() * keys.pairs().size());
    for (const TokenMatch::Pair& query : queries.pairs())
        for (const TokenMatch::Pair& key : keys.pairs())
            difference.values.push_back(second(query.second, key.second) - first(query.first, key.first));
    return difference;
}

double matched_distance(ConstMatrixView first, ConstMatrixView second, const TokenMatch& queries,
                        const TokenMatch& keys) {
    if (queries.pairs().empty()) return std::numeric_limits<double>::quiet_NaN();
    double total = 0;
    for (const TokenMatch::Pair& query : queries.pairs()) {
        double apart = 0;
        double rest = 0;  // what the second row gives to other keys, less what the first one does
        for (Index key = 0; key < first.cols; ++key) rest -= static_cast<double>(first(query.first, key));
        for (Index key = 0; key < second.cols; ++key) rest += static_cast<double>(second(query.second, key));
        for (const TokenMatch::Pair& key : keys.pairs()) {
            const double change = static_cast<double>(second(query.second, key.second)) -
                                  static_cast<double>(first(query.first, key.first));
            apart += std::abs(change);
            rest -= change;
        }
        total += (apart + std::abs(rest)) / 2;
    }
    return total / static_cast<double>(queries.pairs().size());
}

}  // namespace headscope
