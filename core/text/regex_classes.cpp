#include "core/text/regex_classes.h"

#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/text/unicode.h"
#include "core/text/unicode_scripts.h"

namespace headscope {
namespace {

struct CategoryName {
    std::string_view short_name;
    std::string_view name;
    Category first;  // a group of categories is a stretch of the enumeration
    Category last;
};

constexpr std::array<CategoryName, 38> kCategories{{
    {"c", "other", Category::Cc, Category::Co},
    {"cc", "control", Category::Cc, Category::Cc},
    {"cf", "format", Category::Cf, Category::Cf},
    {"cn", "unassigned", Category::Cn, Category::Cn},
    {"co", "privateuse", Category::Co, Category::Co},
    {"l", "letter", Category::Lu, Category::Lo},
    {"lc", "casedletter", Category::Lu, Category::Lt},
    {"ll", "lowercaseletter", Category::Ll, Category::Ll},
    {"lm", "modifierletter", Category::Lm, Category::Lm},
    {"lo", "otherletter", Category::Lo, Category::Lo},
    {"lt", "titlecaseletter", Category::Lt, Category::Lt},
    {"lu", "uppercaseletter", Category::Lu, Category::Lu},
    {"m", "mark", Category::Mn, Category::Me},
    {"m", "combiningmark", Category::Mn, Category::Me},
    {"mc", "spacingmark", Category::Mc, Category::Mc},
    {"me", "enclosingmark", Category::Me, Category::Me},
    {"mn", "nonspacingmark", Category::Mn, Category::Mn},
    {"n", "number", Category::Nd, Category::No},
    {"nd", "decimalnumber", Category::Nd, Category::Nd},
    {"nl", "letternumber", Category::Nl, Category::Nl},
    {"no", "othernumber", Category::No, Category::No},
    {"p", "punctuation", Category::Pc, Category::Po},
    {"pc", "connectorpunctuation", Category::Pc, Category::Pc},
    {"pd", "dashpunctuation", Category::Pd, Category::Pd},
    {"pe", "closepunctuation", Category::Pe, Category::Pe},
    {"pf", "finalpunctuation", Category::Pf, Category::Pf},
    {"pi", "initialpunctuation", Category::Pi, Category::Pi},
    {"po", "otherpunctuation", Category::Po, Category::Po},
    {"ps", "openpunctuation", Category::Ps, Category::Ps},
    {"s", "symbol", Category::Sm, Category::So},
    {"sc", "currencysymbol", Category::Sc, Category::Sc},
    {"sk", "modifiersymbol", Category::Sk, Category::Sk},
    {"sm", "mathsymbol", Category::Sm, Category::Sm},
    {"so", "othersymbol", Category::So, Category::So},
    {"z", "separator", Category::Zs, Category::Zp},
    {"zl", "lineseparator", Category::Zl, Category::Zl},
    {"zs", "spaceseparator", Category::Zs, Category::Zs},
    {"zp", "paragraphseparator", Category::Zp, Category::Zp},
}};

// The members of a class, gathered once.
template <bool (*kIsMember)(char32_t)>
const CharSet& members() {
    static const CharSet set = [] {
        CharSet out;
        out.add_if(kIsMember);
        return out;
    }();
    return set;
}

CharSet of_categories(Category first, Category last) {
    constexpr std::size_t kCount = static_cast<std::size_t>(Category::Co) + 1;
    static const std::vector<CharSet> sets = [] {
        std::vector<CharSet> out(kCount);
        for (char32_t c = 0; c <= kLastCodePoint; ++c) out[static_cast<std::size_t>(general_category(c))].add(c);
        return out;
    }();
    CharSet out;
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i) out.add(sets[i]);
    return out;
}

CharSet ranges(std::initializer_list<CodePointRange> wanted) {
    CharSet out;
    for (const CodePointRange& range : wanted) out.add(range.first, range.last);
    return out;
}

bool is_graphic(char32_t c) {
    const Category category = general_category(c);
    const bool is_surrogate = c >= 0xD800 && c <= 0xDFFF;
    return category != Category::Cc && category != Category::Cn && !is_surrogate && !is_white_space(c);
}

CharSet united(CharSet set, const CharSet& other) {
    set.add(other);
    return set;
}

}  // namespace

std::optional<CharSet> escaped_class(char32_t name, bool is_in_brackets) {
    switch (name) {
        case U'd':
            return of_categories(Category::Nd, Category::Nd);
        case U'w':
            return is_in_brackets ? members<is_regex_word>() : members<is_lone_regex_word>();
        case U's':
            return members<is_white_space>();
        case U'h':
            return posix_class("xdigit");
        case U'D':
        case U'W':
        case U'S':
        case U'H':
            return escaped_class(name + 0x20, is_in_brackets)->inverted();
        default:
            return std::nullopt;
    }
}

std::optional<CharSet> posix_class(std::string_view name) {
    if (name == "alnum") return united(members<is_alphabetic>(), of_categories(Category::Nd, Category::Nd));
    if (name == "alpha") return members<is_alphabetic>();
    if (name == "ascii") return ranges({{0, 0x7F}});
    if (name == "blank") return united(ranges({{U'\t', U'\t'}}), of_categories(Category::Zs, Category::Zs));
    if (name == "cntrl") return of_categories(Category::Cc, Category::Cc);
    if (name == "digit") return of_categories(Category::Nd, Category::Nd);
    if (name == "graph") return members<is_graphic>();
    if (name == "lower") return members<is_lowercase>();
    if (name == "print") return united(members<is_graphic>(), of_categories(Category::Zs, Category::Zs));
    if (name == "punct") return of_categories(Category::Pc, Category::So);
    if (name == "space") return members<is_white_space>();
    if (name == "upper") return members<is_uppercase>();
    if (name == "word") return members<is_regex_word>();
    if (name == "xdigit") return ranges({{U'0', U'9'}, {U'A', U'F'}, {U'a', U'f'}});
    return std::nullopt;
}

std::optional<CharSet> property_class(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (c == ' ' || c == '-' || c == '_') continue;
        plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
    }
    for (const CategoryName& category : kCategories)
        if (plain == category.short_name || plain == category.name) {
            CharSet out = of_categories(category.first, category.last);
            if (plain == "c" || plain == "other") out.add(of_categories(Category::Cn, Category::Cn));
            return out;
        }
    if (plain == "any") return CharSet::all();
    if (plain == "assigned") return of_categories(Category::Lu, Category::Co);
    if (plain == "alphabetic") return posix_class("alpha");
    if (plain == "lowercase") return posix_class("lower");
    if (plain == "uppercase") return posix_class("upper");
    if (plain == "whitespace") return posix_class("space");
    if (plain == "word") return members<is_lone_regex_word>();
    if (plain == "posixpunct") return posix_class("punct");
    if (plain == "punct") return property_class("p");
    if (CharSet script = script_members(plain); !script.is_empty()) return script;
    return posix_class(plain);
}

}  // namespace headscope
