#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/char_set.h"
#include "core/text/regex_reader.h"
#include "core/text/regex_repeat.h"

// One walk through a pattern that writes it for ICU; regex_translate.h is the way in.
namespace headscope {

// What holds from some place of a group to its end.
struct RegexOptions {
    bool ignores_case = false;
    bool dot_takes_line_ends = false;
    bool is_extended = false;
};

// Something that matches, ready for a repetition.
struct RegexAtom {
    std::string text = {};
    bool is_set = false;          // one character of a set
    bool is_repeatable = true;    // not an assertion
    bool has_repetition = false;  // holds one
    bool may_be_empty = false;    // may match no characters
};

// What a group holds.
struct RegexAlternatives {
    std::string text;
    bool may_be_empty = false;
};

struct RegexMode {
    bool keeps_captures = false;  // for references to them
    // ICU runs a repetition of one set without counting steps. That is no harm where each character taken is given back
    // in a counted step or stays taken, but in what never gives back, or looks ahead, the same characters may be taken
    // again from every place. There repetitions are written so that they count.
    bool counts_all = false;
};

inline RegexAtom set_atom(const CharSet& set) {
    return {.text = set_text(set), .is_set = true};
}
inline RegexAtom assertion(std::string text) {
    return {.text = std::move(text), .is_repeatable = false, .may_be_empty = true};
}

class RegexTranslator {
  public:
    RegexTranslator(RegexReader reader, RegexMode mode) : reader_(std::move(reader)), mode_(mode) {}

    std::string translate();
    const RegexReader& reader() const { return reader_; }
    bool has_references() const { return last_reference_ > 0; }
    bool wants_counting() const { return wants_counting_; }

  private:
    // The following stop at what they cannot use, or with a failure of the reader.
    RegexAlternatives alternation(RegexOptions options, int depth);
    RegexAlternatives branch(RegexOptions& options, int depth, bool& is_over);
    std::optional<RegexAtom> atom(const RegexOptions& options, int depth);
    std::optional<RegexAtom> escape(const RegexOptions& options);
    std::optional<RegexAtom> group(const RegexOptions& options, int depth);
    RegexAtom lookaround(const std::string& opening, const RegexOptions& options, int depth);
    bool read_options(RegexOptions& options);
    void skip_ignored(const RegexOptions& options);
    RegexAtom repeated(RegexAtom atom, const Repeat& repeat);
    RegexAtom literals(const std::vector<char32_t>& run, const RegexOptions& options);

    RegexReader reader_;
    RegexMode mode_;
    std::uint32_t groups_ = 0;
    std::uint32_t last_reference_ = 0;
    bool has_names_ = false;
    bool wants_counting_ = false;
    int look_behinds_ = 0;  // how many we are in
    int uncounted_ = 0;     // how many assertions and atomic groups we are in
    // Set by `atom` where what it read is a plain character, or options for the rest of the group.
    std::optional<char32_t> literal_;
    std::optional<RegexOptions> changed_options_;
};

}  // namespace headscope
