#include "core/text/regex_translator.h"

namespace headscope {
namespace {

RegexAtom grouped(const char* opening, const RegexAlternatives& inside) {
    return {.text = opening + inside.text + ")", .has_repetition = true, .may_be_empty = inside.may_be_empty};
}

}  // namespace

RegexAtom RegexTranslator::lookaround(const std::string& opening, const RegexOptions& options, int depth) {
    const bool looks_back = opening[2] == '<';
    if (look_behinds_ > 0) reader_.fail_unsupported("an assertion in a look-behind");
    ++uncounted_;
    look_behinds_ += looks_back ? 1 : 0;
    const std::uint32_t groups = groups_;
    const RegexAlternatives inside = alternation(options, depth + 1);
    if (opening == "(?<!" && groups_ > groups) reader_.fail_invalid("a group that remembers in a negative look-behind");
    --uncounted_;
    look_behinds_ -= looks_back ? 1 : 0;
    return assertion(opening + inside.text + ")");
}

std::optional<RegexAtom> RegexTranslator::group(const RegexOptions& options, int depth) {
    const std::size_t start = reader_.place();
    reader_.skip();
    std::optional<RegexAtom> out;
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
        RegexOptions changed = options;
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
bool RegexTranslator::read_options(RegexOptions& options) {
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

}  // namespace headscope
