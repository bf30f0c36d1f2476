#include "core/text/added_tokens.h"

#include <algorithm>
#include <limits>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/json_part.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

// Longer contents are refused: the search walks a pattern from every place that begins like it.
constexpr std::size_t kMaxContentBytes = 4096;

struct ReadToken {
    AddedToken token;
    std::int64_t id_asked_for = 0;
};

Result<ReadToken> read_token(const Json& value, const std::string& where) {
    if (!value.is_object()) return invalid(where + ": found " + shown_json(value) + ", expected an object");
    ReadToken out;
    Result<std::string> content = read_string(value, "content", where);
    if (!content.has_value()) return content.error();
    out.token.content = std::move(content).value();
    const std::string here = where + ": \"" + shown_text(out.token.content, 60) + "\"";
    if (out.token.content.size() > kMaxContentBytes)
        return invalid(here + ": " + std::to_string(out.token.content.size()) + " bytes long, expected at most " +
                       std::to_string(kMaxContentBytes));
    const Result<std::int64_t> id = get_integer(value, "id", 0, std::numeric_limits<std::uint32_t>::max(), here);
    if (!id.has_value()) return id.error();
    out.id_asked_for = id.value();
    const std::pair<const char*, bool*> flags[] = {{"single_word", &out.token.single_word},
                                                   {"lstrip", &out.token.lstrip},
                                                   {"rstrip", &out.token.rstrip},
                                                   {"normalized", &out.token.normalized},
                                                   {"special", &out.token.special}};
    for (const auto& [key, target] : flags) {
        const Result<bool> flag = read_bool(value, key, here);
        if (!flag.has_value()) return flag.error();
        *target = flag.value();
    }
    return out;
}

std::string warn_of_id(const ReadToken& read, const TokenModel& model, const std::string& where) {
    std::string out =
        where + ": \"" + shown_text(read.token.content, 60) + "\" asks for the id " + std::to_string(read.id_asked_for);
    if (read.id_asked_for <= std::numeric_limits<TokenId>::max())
        if (const auto owner = model.find_piece(static_cast<TokenId>(read.id_asked_for));
            owner && *owner != read.token.content)
            out += ", which is that of \"" + shown_text(*owner, 60) + "\"";
    return out + "; it has " + std::to_string(read.token.id);
}

}  // namespace

Result<AddedTokens> AddedTokens::parse(const Json& value, const TokenModel& model, const Normalizer* normalizer,
                                       const std::string& name, std::vector<std::string>& warnings) {
    const std::string where = name + ": added_tokens";
    if (!value.is_array()) return invalid(where + ": found " + shown_json(value) + ", expected a list");
    std::vector<AddedToken> tokens;
    std::unordered_map<std::string, std::size_t> by_content;
    // Behind the vocabulary's size, or behind the largest id given so far if that lies there.
    std::int64_t next_id = static_cast<std::int64_t>(model.vocabulary_size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        Result<ReadToken> read = read_token(value[i], where + "[" + std::to_string(i) + "]");
        if (!read.has_value()) return read.error();
        AddedToken& token = read.value().token;
        if (token.content.empty()) continue;
        const auto [place, is_new] = by_content.emplace(token.content, tokens.size());
        if (!is_new) {
            token.id = tokens[place->second].id;
            tokens[place->second] = token;
            continue;
        }
        if (const std::optional<TokenId> id = model.find_id(token.content)) {
            token.id = *id;
        } else {
            if (next_id > std::numeric_limits<TokenId>::max())
                return invalid(where + ": the ids would go beyond " + std::to_string(next_id - 1) + ", the largest");
            token.id = static_cast<TokenId>(next_id);
        }
        next_id = std::max<std::int64_t>(next_id, static_cast<std::int64_t>(token.id) + 1);
        if (token.id != read.value().id_asked_for) warnings.push_back(warn_of_id(read.value(), model, where));
        tokens.push_back(std::move(token));
    }
    return make(std::move(tokens), normalizer);
}

Result<AddedTokens> AddedTokens::make(std::vector<AddedToken> tokens, const Normalizer* normalizer) {
    AddedTokens out;
    out.tokens_ = std::move(tokens);
    const auto add_patterns = [&](bool special) -> Status {
        for (std::uint32_t i = 0; i < out.tokens_.size(); ++i) {
            const AddedToken& token = out.tokens_[i];
            if (token.special != special) continue;
            NormalizedText content(token.content);
            if (token.normalized && normalizer)
                if (Status status = normalizer->apply(content); !status.is_ok()) return status;
            if (!content.is_empty())
                (token.normalized ? out.normalized_ : out.raw_).patterns.push_back({content.values(), i});
        }
        return {};
    };
    // Of tokens that normalize to the same text the first one counts, special ones before others.
    for (const bool special : {true, false})
        if (Status status = add_patterns(special); !status.is_ok()) return status.error();
    out.raw_.sort();
    out.normalized_.sort();
    for (std::uint32_t i = 0; i < out.tokens_.size(); ++i) out.by_id_.emplace(out.tokens_[i].id, i);
    return out;
}

void AddedTokens::Search::sort() {
    std::stable_sort(patterns.begin(), patterns.end(),
                     [](const Pattern& a, const Pattern& b) { return a.text < b.text; });
    for (std::uint32_t i = 0; i < patterns.size(); ++i) {
        CharRange& range = by_first.try_emplace(patterns[i].text[0], CharRange{i, i}).first->second;
        range.end = i + 1;
    }
}

std::optional<AddedTokens::Search::Match> AddedTokens::Search::match_at(const std::vector<char32_t>& text,
                                                                        std::uint32_t begin) const {
    const auto first = by_first.find(text[begin]);
    if (first == by_first.end()) return std::nullopt;
    std::optional<Match> longest;
    auto low = patterns.begin() + first->second.begin;
    auto high = patterns.begin() + first->second.end;
    // All of [low, high) share their first `depth` characters with the text; a pattern that ends there is the first.
    for (std::uint32_t depth = 1; low != high; ++depth) {
        if (low->text.size() == depth) longest = Match{low->token, begin + depth};
        while (low != high && low->text.size() == depth) ++low;
        if (begin + depth == text.size()) break;
        const char32_t next = text[begin + depth];
        low = std::lower_bound(low, high, next, [&](const Pattern& p, char32_t c) { return p.text[depth] < c; });
        high = std::upper_bound(low, high, next, [&](char32_t c, const Pattern& p) { return c < p.text[depth]; });
    }
    return longest;
}

std::vector<AddedSplit> AddedTokens::split(const NormalizedText& text, Stage stage, bool specials_as_text) const {
    const Search& search = stage == Stage::kRaw ? raw_ : normalized_;
    const std::vector<char32_t>& values = text.values();
    std::vector<AddedSplit> out;
    std::uint32_t done = 0;           // where the last token's stretch ended
    std::uint32_t space_run_end = 0;  // end of the white space last looked over, so that no run is looked over twice
    const auto end_of_space = [&](std::uint32_t from) {
        if (from < space_run_end) return space_run_end;
        std::uint32_t end = from;
        while (end < values.size() && is_white_space(values[end])) ++end;
        if (end > from) space_run_end = end;
        return end;
    };
    for (std::uint32_t at = 0; !search.patterns.empty() && at < values.size();) {
        const auto match = search.match_at(values, at);
        if (!match) {
            ++at;
            continue;
        }
        std::uint32_t begin = at;
        std::uint32_t end = match->end;
        at = match->end;  // white space that rstrip takes is searched again, as in the reference
        const AddedToken& token = tokens_[match->token];
        if (specials_as_text && token.special) continue;
        if (token.single_word && ((begin > 0 && is_word_character(values[begin - 1])) ||
                                  (end < values.size() && is_word_character(values[end]))))
            continue;
        if (token.lstrip) {
            while (begin > done && is_white_space(values[begin - 1])) --begin;
            if (begin < done && done < end) begin = done;
        }
        if (token.rstrip) end = end_of_space(end);
        if (done < begin) out.push_back({{done, begin}, nullptr});
        out.push_back({{begin, end}, &token});
        done = end;
    }
    if (done < values.size()) out.push_back({{done, text.size()}, nullptr});
    return out;
}

const AddedToken* AddedTokens::find(TokenId id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : &tokens_[found->second];
}

}  // namespace headscope
