#include "core/text/regex_literals.h"

#include <algorithm>
#include <cstddef>

#include "core/text/regex_case.h"

namespace headscope {
namespace {

CharSet same_but_case(char32_t c) {
    CharSet set;
    set.add(c);
    return with_other_case(set);
}

std::string sequence_text(const std::vector<char32_t>& run, std::size_t begin, std::size_t end) {
    std::string out;
    for (std::size_t i = begin; i < end; ++i) out += set_text(same_but_case(run[i]));
    return out;
}

const CaseExpansion* expansion_of(char32_t c) {
    for (const CaseExpansion& expansion : case_expansions())
        if (expansion.character == c) return &expansion;
    return nullptr;
}

bool starts_with(const std::vector<char32_t>& run, std::size_t i, const std::vector<char32_t>& part, std::size_t size) {
    if (i + size > run.size()) return false;
    return std::equal(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(size),
                      run.begin() + static_cast<std::ptrdiff_t>(i));
}

}  // namespace

std::string folded_literals(const std::vector<char32_t>& run, RegexReader& reader) {
    if (run.size() == 1) {
        const CaseExpansion* expansion = expansion_of(run[0]);
        if (!expansion) return set_text(same_but_case(run[0]));
        CharSet same = same_but_case(run[0]);
        for (const CaseExpansion& other : case_expansions())
            if (other.folded == expansion->folded) same.add(same_but_case(other.character));
        return set_text(same) + "|" + sequence_text(expansion->folded, 0, expansion->folded.size());
    }
    std::vector<char32_t> folded;
    for (const char32_t c : run) {
        // The neighbours of such a character might join with a part of what it folds to.
        if (expansion_of(c)) {
            reader.fail_unsupported("a letter that folds to several beside others without regard to case");
            return {};
        }
        folded.push_back(simple_fold(c));
    }
    std::string out;
    for (std::size_t i = 0; i < folded.size();) {
        // All characters that fold to the next two or three of the run.
        CharSet joined;
        std::size_t size = 1;
        bool is_clear = true;
        for (const CaseExpansion& other : case_expansions()) {
            if (!starts_with(folded, i, other.folded, other.folded.size())) continue;
            is_clear &= size == 1 || size == other.folded.size();
            size = other.folded.size();
            joined.add(same_but_case(other.character));
        }
        // Where two such sequences overlap, the choice for one bears on the other.
        for (std::size_t k = i + 1; k < i + size; ++k)
            for (const CaseExpansion& other : case_expansions()) is_clear &= !starts_with(folded, k, other.folded, 2);
        if (!is_clear) {
            reader.fail_unsupported("letters that others fold to in several ways without regard to case");
            return {};
        }
        const std::string each = sequence_text(folded, i, i + size);
        out += size == 1 ? each : "(?:" + each + "|" + set_text(joined) + ")";
        i += size;
    }
    return out;
}

std::string expanded_members(const CharSet& set) {
    std::string out;
    for (const CaseExpansion& expansion : case_expansions())
        if (set.contains(expansion.character)) out += "|" + sequence_text(expansion.folded, 0, expansion.folded.size());
    return out;
}

}  // namespace headscope
