#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/normalized_text.h"

namespace headscope {

// A search of one text, in pieces if need be; all pieces share one allowance of steps. For one thread.
class RegexSearch {
  public:
    virtual ~RegexSearch() = default;
    // Appends the matches in `text`, counted from its beginning, in order and without overlap. Some may be empty, but
    // none lies empty at the end of the one before. What lies around the piece is not looked at. Fails where the
    // pattern takes more steps than any sound one would.
    virtual Status find_all(std::span<const char32_t> text, std::vector<CharRange>& matches) = 0;
};

// A regular expression of a tokenizer.json, with the meaning that Oniguruma gives it: Ruby's syntax, UTF-8, the
// characters of Unicode 16. Immutable; may be used from any thread.
class Regex {
  public:
    virtual ~Regex() = default;
    virtual std::unique_ptr<RegexSearch> start_search() const = 0;
    Status find_all(std::span<const char32_t> text, std::vector<CharRange>& matches) const {
        return start_search()->find_all(text, matches);
    }
};

// `where` is "FILE: pre_tokenizer" or the like. Patterns that Oniguruma refuses are errors; sound ones whose meaning
// there is not known to be kept here are refused as unsupported.
Result<std::unique_ptr<const Regex>> compile_regex(const std::string& pattern, const std::string& where);

}  // namespace headscope
