#include "core/text/regex_translate.h"

#include <algorithm>
#include <utility>

#include "core/text/regex_class_parser.h"
#include "core/text/regex_classes.h"
#include "core/text/regex_literals.h"
#include "core/text/regex_translator.h"

namespace headscope {
namespace {

// Groups may be nested as deep as this: each level is a call of ours.
constexpr int kMaxDepth = 250;
// Repetitions of one thing, as in a**.
constexpr int kMaxRepetitions = 8;
// The translation of one pattern; a class of all letters takes about 10 kB.
constexpr std::size_t kMaxTranslated = 1 << 20;

}  // namespace

std::string RegexTranslator::translate() {
    std::string out = alternation({}, 0).text;
    if (!reader_.failed() && !reader_.at_end()) reader_.fail_invalid("a ) without its (");
    if (!reader_.failed() && last_reference_ > groups_)
        reader_.fail_invalid("a reference to a group that is not there");
    if (!reader_.failed() && has_names_ && last_reference_ > 0)
        reader_.fail_invalid("a numbered reference beside named groups");
    return out;
}

RegexAtom RegexTranslator::literals(const std::vector<char32_t>& run, const RegexOptions& options) {
    if (!options.ignores_case) {
        std::string text;
        for (const char32_t c : run) text += escaped(c);
        return {.text = run.size() > 1 ? "(?:" + text + ")" : text};
    }
    return {.text = "(?:" + folded_literals(run, reader_) + ")"};
}

RegexAlternatives RegexTranslator::alternation(RegexOptions options, int depth) {
    if (depth > kMaxDepth) {
        reader_.fail_unsupported("groups nested more than 250 deep");
        return {};
    }
    RegexAlternatives out;
    for (;;) {
        bool is_over = false;
        RegexOptions of_branch = options;
        const RegexAlternatives next = branch(of_branch, depth, is_over);
        out.text += next.text;
        out.may_be_empty |= next.may_be_empty;
        if (reader_.failed() || is_over || !reader_.take(U'|')) return out;
        out.text += '|';
    }
}

// One alternative. `is_over` if it took in all further ones too, under options that it changed.
RegexAlternatives RegexTranslator::branch(RegexOptions& options, int depth, bool& is_over) {
    RegexAlternatives out{{}, true};
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
        std::optional<RegexAtom> next = atom(options, depth);
        if (reader_.failed()) break;
        if (changed_options_) {
            end_run();
            const RegexOptions changed = *std::exchange(changed_options_, std::nullopt);
            const RegexAlternatives rest = alternation(changed, depth + 1);
            out.text += "(?:" + rest.text + ")";
            out.may_be_empty &= rest.may_be_empty;
            is_over = true;
            return out;
        }
        const std::optional<char32_t> literal = std::exchange(literal_, std::nullopt);
        skip_ignored(options);
        std::optional<Repeat> times = parse_repeat(reader_);
        if (literal && !times) {
            run.push_back(*literal);
            continue;
        }
        end_run();
        RegexAtom current = *std::move(next);
        int repetitions = 0;
        bool was_plain = true;  // the repetition before gives back and takes all it can
        for (; times && !reader_.failed(); times = parse_repeat(reader_)) {
            if (!current.is_repeatable)
                reader_.fail_unsupported("a repetition of what matches no characters");
            else if (!was_plain || ++repetitions > kMaxRepetitions)
                reader_.fail_unsupported("a repetition of a lazy or possessive repetition, or of many");
            else if (times->is_lazy && !times->high && current.may_be_empty)
                reader_.fail_unsupported("a lazy repetition of what may match no characters");
            was_plain = !times->is_lazy && !times->is_possessive;
            current = repeated(std::move(current), *times);
            skip_ignored(options);
        }
        out.text += current.text;
        out.may_be_empty &= current.may_be_empty;
        if (out.text.size() > kMaxTranslated) reader_.fail_unsupported("more classes than fit 1 MiB as ranges");
    }
    end_run();
    return out;
}

// Goes past comments, and in the extended form past white space.
void RegexTranslator::skip_ignored(const RegexOptions& options) {
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

std::optional<RegexAtom> RegexTranslator::atom(const RegexOptions& options, int depth) {
    const char32_t c = reader_.next();
    switch (c) {
        case U'(':
            return group(options, depth);
        case U'\\':
            return escape(options);
        case U'[': {
            const std::optional<RegexClass> found = parse_regex_class(reader_, options.ignores_case);
            if (!found) return std::nullopt;
            if (found->expansions.empty()) return set_atom(found->set);
            return RegexAtom{.text = "(?:" + set_text(found->set) + found->expansions + ")"};
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
            if (parse_interval(reader_)) {
                reader_.fail_invalid("a repetition of nothing");
                return std::nullopt;
            }
            break;
        default:
            break;
    }
    reader_.skip();
    literal_ = c;
    return literals({c}, options);
}

std::optional<RegexAtom> RegexTranslator::escape(const RegexOptions& options) {
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
            return RegexAtom{.text = R"((?>\x{d}\x{a}|[\x{a}-\x{d}\x{85}\x{2028}\x{2029}]))"};
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
            return RegexAtom{.text = "(?:\\" + std::string(1, static_cast<char>(c)) + ")", .may_be_empty = true};
        }
        default: {
            reader_.rewind(start);
            const std::optional<char32_t> value = parse_escaped_character(reader_);
            if (!value) break;
            literal_ = value;
            return literals({*value}, options);
        }
    }
    return std::nullopt;
}

RegexAtom RegexTranslator::repeated(RegexAtom atom, const Repeat& repeat) {
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

Result<TranslatedRegex> translate_regex(const std::string& pattern, const std::string& where) {
    // In bytes; what takes longer to write down than any known pattern.
    constexpr std::size_t kMaxPattern = 1 << 16;
    if (pattern.size() > kMaxPattern)
        return unsupported(where + ": a pattern of " + std::to_string(pattern.size()) + " bytes, expected at most " +
                           std::to_string(kMaxPattern));
    RegexMode mode;
    for (;;) {
        RegexTranslator translator(RegexReader(pattern, where), mode);
        std::string text = translator.translate();
        if (translator.reader().failed()) return translator.reader().error();
        if (translator.has_references() == mode.keeps_captures && translator.wants_counting() <= mode.counts_all)
            return TranslatedRegex{std::move(text), mode.keeps_captures};
        mode = {translator.has_references(), translator.wants_counting()};
    }
}

}  // namespace headscope
