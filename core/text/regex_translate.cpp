#include "core/text/regex_translate.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/io/shown.h"
#include "core/text/char_set.h"
#include "core/text/normalized_text.h"
#include "core/text/regex_case.h"
#include "core/text/regex_class_parser.h"
#include "core/text/regex_classes.h"
#include "core/text/regex_reader.h"

namespace headscope {
namespace {

// Groups may be nested as deep as this: each level is a call of ours.
constexpr int kMaxDepth = 250;
constexpr std::uint32_t kMaxRepeat = 100000;
// The translation of one pattern; the classes of letters take about 10 kB each.
constexpr std::size_t kMaxTranslated = 4 << 20;

// What holds from some place of a group to its end.
struct Options {
    bool ignores_case = false;
    bool dot_takes_line_ends = false;
    bool is_extended = false;
};

struct Repeat {
    std::uint32_t low = 0;
    std::optional<std::uint32_t> high;  // without an upper end if none
    bool is_lazy = false;
    bool is_possessive = false;
    bool is_interval = false;
};

// Something that matches, ready for a repetition.
struct Atom {
    std::string text = {};
    bool is_set = false;          // one character of a set
    bool is_repeatable = true;    // not an assertion
    bool has_repetition = false;  // holds one
    bool may_be_empty = false;    // may match no characters
};

struct Alternatives {
    std::string text;
    bool may_be_empty = false;
};

struct Mode {
    bool keeps_captures = false;
    // ICU runs a repetition of one set without counting steps. That is no harm where each character taken is given back
    // in a counted step or stays taken, but in what never gives back, or looks ahead, the same characters may be taken
    // again from every place. There repetitions are written so that they count.
    bool counts_all = false;
};

const CaseExpansion* expansion_of(char32_t c) {
    for (const CaseExpansion& expansion : case_expansions())
        if (expansion.character == c) return &expansion;
    return nullptr;
}

Atom assertion(std::string text) {
    return {.text = std::move(text), .is_repeatable = false, .may_be_empty = true};
}

Atom grouped(const char* opening, const Alternatives& inside) {
    return {.text = opening + inside.text + ")", .has_repetition = true, .may_be_empty = inside.may_be_empty};
}

class Translator {
  public:
    Translator(RegexReader reader, Mode mode) : reader_(std::move(reader)), mode_(mode) {}

    std::string translate() {
        std::string out = alternation({}, 0).text;
        if (!reader_.failed() && !reader_.at_end()) reader_.fail_invalid("a ) without its (");
        if (!reader_.failed() && last_reference_ > groups_)
            reader_.fail_invalid("a reference to a group that is not there");
        if (!reader_.failed() && has_names_ && last_reference_ > 0)
            reader_.fail_invalid("a numbered reference beside named groups");
        return out;
    }
    const RegexReader& reader() const { return reader_; }
    bool has_references() const { return last_reference_ > 0; }
    bool wants_counting() const { return wants_counting_; }

  private:
    Alternatives alternation(Options options, int depth);
    Alternatives branch(Options& options, int depth, bool& is_over);
    std::optional<Atom> atom(const Options& options, int depth);
    std::optional<Atom> escape(const Options& options);
    std::optional<Atom> group(const Options& options, int depth);
    Atom lookaround(const std::string& opening, const Options& options, int depth);
    bool read_options(Options& options);
    void skip_ignored(const Options& options);
    std::optional<Repeat> repeat();
    std::optional<Repeat> interval();
    Atom repeated(Atom atom, const Repeat& repeat);
    Atom set_atom(const CharSet& set) const { return {.text = set_text(set), .is_set = true}; }
    Atom literal_atom(char32_t c, const Options& options) { return literals({c}, options); }
    Atom literals(const std::vector<char32_t>& run, const Options& options);
    std::string folded_literals(const std::vector<char32_t>& run);

    RegexReader reader_;
    Mode mode_;
    std::uint32_t groups_ = 0;
    std::uint32_t last_reference_ = 0;
    bool has_names_ = false;
    bool wants_counting_ = false;
    int look_behinds_ = 0;  // how many we are in
    int uncounted_ = 0;     // how many assertions and atomic groups we are in
    // Set by `atom` where what it read is a plain character.
    std::optional<char32_t> literal_;
    std::optional<Options> changed_options_;
};

// The characters of a run, each by itself, or where case does not matter the sequences that others fold to as well.
Atom Translator::literals(const std::vector<char32_t>& run, const Options& options) {
    if (options.ignores_case) {
        if (run.size() == 1 && !expansion_of(run[0])) {
            CharSet set;
            set.add(run[0]);
            return set_atom(with_other_case(set));
        }
        return {.text = "(?:" + folded_literals(run) + ")"};
    }
    std::string text;
    for (const char32_t c : run) text += escaped(c);
    if (run.size() > 1) text = "(?:" + text + ")";
    return {.text = text};
}

std::string Translator::folded_literals(const std::vector<char32_t>& run) {
    const auto single = [](char32_t c) {
        CharSet set;
        set.add(c);
        return with_other_case(set);
    };
    const auto one_of = [&](const std::vector<char32_t>& folded) {
        std::string out;
        for (const char32_t c : folded) out += set_text(single(c));
        return out;
    };
    std::string out;
    for (std::size_t i = 0; i < run.size();) {
        if (const CaseExpansion* expansion = expansion_of(run[i])) {
            // The neighbours of such a character might join with a part of what it folds to.
            if (run.size() > 1) {
                reader_.fail_unsupported("a letter that folds to several beside others without regard to case");
                return out;
            }
            CharSet same = single(run[i]);
            for (const CaseExpansion& other : case_expansions())
                if (other.folded == expansion->folded) same.add(single(other.character));
            return set_text(same) + "|" + one_of(expansion->folded);
        }
        // All characters that fold to the next two or three of the run.
        CharSet joined;
        std::size_t size = 0;
        for (const CaseExpansion& other : case_expansions()) {
            if (i + other.folded.size() > run.size()) continue;
            bool is_same = true;
            for (std::size_t k = 0; k < other.folded.size() && is_same; ++k)
                is_same = single(run[i + k]).contains(other.folded[k]);
            if (!is_same) continue;
            if (size != 0 && size != other.folded.size()) {
                reader_.fail_unsupported("letters that others fold to in several ways without regard to case");
                return out;
            }
            size = other.folded.size();
            joined.add(single(other.character));
        }
        if (size == 0) {
            out += set_text(single(run[i++]));
            continue;
        }
        // Where two such sequences overlap, the choice for one bears on the other.
        for (std::size_t k = i + 1; k < i + size; ++k)
            for (const CaseExpansion& other : case_expansions())
                if (k + other.folded.size() <= run.size() && single(run[k]).contains(other.folded[0]) &&
                    single(run[k + 1]).contains(other.folded[1])) {
                    reader_.fail_unsupported("letters that others fold to in several ways without regard to case");
                    return out;
                }
        out += "(?:";
        for (std::size_t k = 0; k < size; ++k) out += set_text(single(run[i + k]));
        out += "|" + set_text(joined) + ")";
        i += size;
    }
    return out;
}

Alternatives Translator::alternation(Options options, int depth) {
    if (depth > kMaxDepth) {
        reader_.fail_unsupported("groups nested more than 250 deep");
        return {};
    }
    Alternatives out;
    for (;;) {
        bool is_over = false;
        Options of_branch = options;
        const Alternatives next = branch(of_branch, depth, is_over);
        out.text += next.text;
        out.may_be_empty |= next.may_be_empty;
        if (out.text.size() > kMaxTranslated) reader_.fail_unsupported("more classes than fit 4 MiB as ranges");
        if (reader_.failed() || is_over || !reader_.take(U'|')) return out;
        out.text += '|';
    }
}

// One alternative. `is_over` if it took in all further ones too, under options that it changed.
Alternatives Translator::branch(Options& options, int depth, bool& is_over) {
    Alternatives out{{}, true};
    std::vector<char32_t> run;  // literals that no repetition follows
    const auto end_run = [&] {
        if (run.empty()) return;
        out.text += literals(run, options).text;
        out.may_be_empty = false;
        run.clear();
    };
    for (;;) {
        skip_ignored(options);
        if (reader_.failed() || reader_.at_end() || reader_.next() == U'|' || reader_.next() == U')') break;
        std::optional<Atom> next = atom(options, depth);
        if (reader_.failed()) break;
        if (changed_options_) {
            end_run();
            const Options changed = *std::exchange(changed_options_, std::nullopt);
            const Alternatives rest = alternation(changed, depth + 1);
            out.text += "(?:" + rest.text + ")";
            out.may_be_empty &= rest.may_be_empty;
            is_over = true;
            return out;
        }
        const std::optional<char32_t> literal = std::exchange(literal_, std::nullopt);
        skip_ignored(options);
        std::optional<Repeat> times = repeat();
        if (literal && !times) {
            run.push_back(*literal);
            continue;
        }
        end_run();
        Atom current = *std::move(next);
        bool is_first = true;
        bool was_plain = true;  // the repetition before gives back and takes all it can
        for (; times && !reader_.failed(); times = repeat()) {
            if (!current.is_repeatable)
                reader_.fail_unsupported("a repetition of what matches no characters");
            else if (!is_first && !was_plain)
                reader_.fail_unsupported("a repetition of a lazy or possessive repetition");
            else if (times->is_lazy && !times->high && current.may_be_empty)
                reader_.fail_unsupported("a lazy repetition of what may match no characters");
            was_plain = !times->is_lazy && !times->is_possessive;
            current = repeated(std::move(current), *times);
            is_first = false;
            skip_ignored(options);
        }
        out.text += current.text;
        out.may_be_empty &= current.may_be_empty;
    }
    end_run();
    return out;
}

// Goes past comments, and in the extended form past white space.
void Translator::skip_ignored(const Options& options) {
    while (!reader_.at_end() && !reader_.failed()) {
        const char32_t c = reader_.next();
        if (reader_.take("(?#")) {
            for (; !reader_.at_end() && reader_.next() != U')'; reader_.skip())
                if (reader_.take(U'\\') && reader_.at_end()) break;
            if (!reader_.take(U')')) reader_.fail_invalid("a comment without its )");
        } else if (options.is_extended && c == U'#') {
            while (!reader_.at_end() && reader_.next() != U'\n') reader_.skip();
        } else if (options.is_extended && (c == U' ' || (c >= U'\t' && c <= U'\r'))) {
            reader_.skip();
        } else {
            return;
        }
    }
}

std::optional<Atom> Translator::atom(const Options& options, int depth) {
    const char32_t c = reader_.next();
    switch (c) {
        case U'(':
            return group(options, depth);
        case U'\\':
            return escape(options);
        case U'[': {
            const std::optional<CharSet> set = parse_regex_class(reader_, options.ignores_case);
            if (!set) return std::nullopt;
            return set_atom(*set);
        }
        case U'.': {
            reader_.skip();
            CharSet set;
            if (!options.dot_takes_line_ends) set.add(U'\n');
            return set_atom(set.inverted());
        }
        case U'^':
            reader_.skip();
            return assertion(R"((?:\A|(?<=\x{a})(?!\z)))");
        case U'$':
            reader_.skip();
            return assertion(R"((?=\x{a}|\z))");
        case U'*':
        case U'+':
        case U'?':
            reader_.fail_invalid("a repetition of nothing");
            return std::nullopt;
        case U'{':
            if (interval()) {
                reader_.fail_invalid("a repetition of nothing");
                return std::nullopt;
            }
            break;
        default:
            break;
    }
    reader_.skip();
    literal_ = c;
    return literal_atom(c, options);
}

std::optional<Atom> Translator::escape(const Options& options) {
    const std::size_t start = reader_.place();
    reader_.skip();
    if (reader_.at_end()) {
        reader_.fail_invalid("a \\ at the end");
        return std::nullopt;
    }
    const char32_t c = reader_.next();
    if (std::optional<CharSet> set = escaped_class(c, false)) {
        reader_.skip();
        return set_atom(*set);
    }
    switch (c) {
        case U'p':
        case U'P': {
            reader_.rewind(start);
            const std::optional<CharSet> set = parse_regex_property(reader_);
            if (!set) break;
            return set_atom(*set);
        }
        case U'b':
        case U'B': {
            const std::string word = set_text(*escaped_class(U'w', false));
            const std::string before = "(?<=" + word + ")";
            const std::string not_before = "(?<!" + word + ")";
            const std::string after = "(?=" + word + ")";
            const std::string not_after = "(?!" + word + ")";
            reader_.skip();
            if (c == U'b') return assertion("(?:" + before + not_after + "|" + not_before + after + ")");
            return assertion("(?:" + before + after + "|" + not_before + not_after + ")");
        }
        case U'A':
            reader_.skip();
            return assertion(R"(\A)");
        case U'z':
            reader_.skip();
            return assertion(R"(\z)");
        case U'Z':
            reader_.skip();
            return assertion(R"((?=\x{a}?\z))");
        case U'R':
            reader_.skip();
            if (look_behinds_ > 0) {
                reader_.fail_unsupported("\\R in a look-behind");
                break;
            }
            return Atom{.text = R"((?>\x{d}\x{a}|[\x{a}-\x{d}\x{85}\x{2028}\x{2029}]))"};
        case U'O':
            reader_.skip();
            return set_atom(CharSet::all());
        case U'N': {
            reader_.skip();
            CharSet set;
            set.add(U'\n');
            return set_atom(set.inverted());
        }
        case U'1':
        case U'2':
        case U'3':
        case U'4':
        case U'5':
        case U'6':
        case U'7':
        case U'8':
        case U'9': {
            reader_.skip();
            if (!reader_.at_end() && reader_.next() >= U'0' && reader_.next() <= U'9') {
                reader_.fail_unsupported("a number of several digits behind a \\");
                break;
            }
            if (options.ignores_case) {
                reader_.fail_unsupported("a reference to a group without regard to case");
                break;
            }
            last_reference_ = std::max<std::uint32_t>(last_reference_, c - U'0');
            // Apart from digits that follow.
            return Atom{.text = "(?:\\" + std::string(1, static_cast<char>(c)) + ")", .may_be_empty = true};
        }
        default: {
            reader_.rewind(start);
            const std::optional<char32_t> value = parse_escaped_character(reader_);
            if (!value) break;
            literal_ = value;
            return literal_atom(*value, options);
        }
    }
    return std::nullopt;
}

Atom Translator::lookaround(const std::string& opening, const Options& options, int depth) {
    const bool looks_back = opening[2] == '<';
    if (look_behinds_ > 0) reader_.fail_unsupported("an assertion in a look-behind");
    ++uncounted_;
    look_behinds_ += looks_back ? 1 : 0;
    const std::uint32_t groups = groups_;
    const Alternatives inside = alternation(options, depth + 1);
    if (opening == "(?<!" && groups_ > groups) reader_.fail_invalid("a group that remembers in a negative look-behind");
    --uncounted_;
    look_behinds_ -= looks_back ? 1 : 0;
    return assertion(opening + inside.text + ")");
}

std::optional<Atom> Translator::group(const Options& options, int depth) {
    const std::size_t start = reader_.place();
    reader_.skip();
    std::optional<Atom> out;
    if (reader_.take("?:")) {
        out = grouped("(?:", alternation(options, depth + 1));
    } else if (reader_.take("?=")) {
        out = lookaround("(?=", options, depth);
    } else if (reader_.take("?!")) {
        out = lookaround("(?!", options, depth);
    } else if (reader_.take("?<=")) {
        out = lookaround("(?<=", options, depth);
    } else if (reader_.take("?<!")) {
        out = lookaround("(?<!", options, depth);
    } else if (reader_.take("?>")) {
        ++uncounted_;
        out = grouped("(?>", alternation(options, depth + 1));
        --uncounted_;
    } else if (reader_.take("?<") || reader_.take("?'")) {
        if (!reader_.skip_group_name()) return std::nullopt;
        has_names_ = true;
        out = grouped("(?:", alternation(options, depth + 1));
    } else if (reader_.take(U'?')) {
        Options changed = options;
        if (!read_options(changed)) {
            if (!reader_.failed()) {
                reader_.rewind(start);
                reader_.fail_unsupported("a group of the kind " + reader_.shown_rest());
            }
            return std::nullopt;
        }
        if (reader_.take(U')')) {
            changed_options_ = changed;
            return std::nullopt;
        }
        reader_.skip();  // the colon
        out = grouped("(?:", alternation(changed, depth + 1));
    } else if (!reader_.at_end() && reader_.next() == U'*') {
        reader_.fail_unsupported("a callout (*");
        return std::nullopt;
    } else {
        ++groups_;
        out = grouped(mode_.keeps_captures ? "(" : "(?:", alternation(options, depth + 1));
    }
    if (reader_.failed()) return std::nullopt;
    if (!reader_.take(U')')) {
        reader_.fail_invalid("a ( without its )");
        return std::nullopt;
    }
    return out;
}

// The letters of (?imx-imx) or (?imx-imx:…) up to the parenthesis or colon, which is left.
bool Translator::read_options(Options& options) {
    bool value = true;
    for (; !reader_.at_end(); reader_.skip()) switch (reader_.next()) {
            case U'-':
                value = false;
                break;
            case U'i':
                options.ignores_case = value;
                break;
            case U'm':
                options.dot_takes_line_ends = value;
                break;
            case U'x':
                options.is_extended = value;
                break;
            case U':':
            case U')':
                return true;
            default:
                return false;
        }
    reader_.fail_invalid("a ( without its )");
    return false;
}

std::optional<Repeat> Translator::repeat() {
    if (reader_.at_end() || reader_.failed()) return std::nullopt;
    Repeat out;
    switch (reader_.next()) {
        case U'*':
            out = {0, std::nullopt};
            break;
        case U'+':
            out = {1, std::nullopt};
            break;
        case U'?':
            out = {0, 1};
            break;
        case U'{':
            return interval();
        default:
            return std::nullopt;
    }
    reader_.skip();
    if (reader_.take(U'?'))
        out.is_lazy = true;
    else
        out.is_possessive = reader_.take(U'+');
    return out;
}

// {n}, {n,}, {,m}, {n,m}; none, with nothing read, where the brace is a character like any.
std::optional<Repeat> Translator::interval() {
    const std::size_t start = reader_.place();
    const auto nothing = [&]() -> std::optional<Repeat> {
        reader_.rewind(start);
        return std::nullopt;
    };
    reader_.skip();
    const std::optional<std::uint32_t> low = reader_.take_number(kMaxRepeat);
    std::optional<std::uint32_t> high = low;
    const bool has_comma = reader_.take(U',');
    if (has_comma) high = reader_.take_number(kMaxRepeat);
    if (reader_.failed()) return std::nullopt;
    if ((!low && !high) || !reader_.take(U'}')) return nothing();
    Repeat out{low.value_or(0), high};
    out.is_interval = true;
    if (high && *high < out.low) {
        out = {*high, out.low};
        out.is_interval = out.is_possessive = true;
    } else if (has_comma && reader_.take(U'?')) {
        out.is_lazy = true;
    }
    return out;
}

Atom Translator::repeated(Atom atom, const Repeat& repeat) {
    std::string times;
    if (!repeat.is_interval)
        times = repeat.high ? "?" : repeat.low == 0 ? "*" : "+";
    else
        times = "{" + std::to_string(repeat.low) + "," + (repeat.high ? std::to_string(*repeat.high) : "") + "}";
    const bool must_count = uncounted_ > 0 || repeat.is_possessive || mode_.counts_all;
    if (atom.has_repetition && repeat.is_possessive) wants_counting_ = true;
    if (must_count && atom.is_set && !repeat.high) atom.text = "(?:" + atom.text + "(?:))";
    std::string text;
    if (repeat.high == 0u)
        text = "(?:)";
    else
        text = atom.text + times + (repeat.is_lazy ? "?" : "");
    if (repeat.is_possessive) text = "(?>" + text + ")";
    return {.text = "(?:" + text + ")", .has_repetition = true, .may_be_empty = atom.may_be_empty || repeat.low == 0};
}

}  // namespace

Result<TranslatedRegex> translate_regex(const std::string& pattern, const std::string& where) {
    Mode mode;
    for (;;) {
        Translator translator(RegexReader(pattern, where), mode);
        std::string text = translator.translate();
        if (translator.reader().failed()) return translator.reader().error();
        if (translator.has_references() == mode.keeps_captures && translator.wants_counting() <= mode.counts_all)
            return TranslatedRegex{std::move(text), mode.keeps_captures};
        mode = {translator.has_references(), translator.wants_counting()};
    }
}

}  // namespace headscope
