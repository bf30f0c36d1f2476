"""Asks the `tokenizers` package about every scalar value and writes script_tables.inc.

    python make_script_tables.py

Two tables: the scripts of the reference's regular expressions (Oniguruma with Unicode 16), and those of its
UnicodeScripts pre-tokenizer, which are older and take some scripts together. Measured with tokenizers 0.23, so that
texts are cut the same whichever Unicode version the system's libraries know.
"""

import json
from pathlib import Path

from tokenizers import Tokenizer, pre_tokenizers

HERE = Path(__file__).resolve().parent
SCALARS = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]
ALL = "".join(map(chr, SCALARS))

# Long and short names of the scripts of Unicode 16.
SCRIPTS = """
Adlam Adlm|Ahom Ahom|Anatolian_Hieroglyphs Hluw|Arabic Arab|Armenian Armn|Avestan Avst|Balinese Bali|Bamum Bamu|
Bassa_Vah Bass|Batak Batk|Bengali Beng|Bhaiksuki Bhks|Bopomofo Bopo|Brahmi Brah|Braille Brai|Buginese Bugi|Buhid Buhd|
Canadian_Aboriginal Cans|Carian Cari|Caucasian_Albanian Aghb|Chakma Cakm|Cham Cham|Cherokee Cher|Chorasmian Chrs|
Common Zyyy|Coptic Copt|Cuneiform Xsux|Cypriot Cprt|Cypro_Minoan Cpmn|Cyrillic Cyrl|Deseret Dsrt|Devanagari Deva|
Dives_Akuru Diak|Dogra Dogr|Duployan Dupl|Egyptian_Hieroglyphs Egyp|Elbasan Elba|Elymaic Elym|Ethiopic Ethi|Garay Gara|
Georgian Geor|Glagolitic Glag|Gothic Goth|Grantha Gran|Greek Grek|Gujarati Gujr|Gunjala_Gondi Gong|Gurmukhi Guru|
Gurung_Khema Gukh|Han Hani|Hangul Hang|Hanifi_Rohingya Rohg|Hanunoo Hano|Hatran Hatr|Hebrew Hebr|Hiragana Hira|
Imperial_Aramaic Armi|Inherited Zinh|Inscriptional_Pahlavi Phli|Inscriptional_Parthian Prti|Javanese Java|Kaithi Kthi|
Kannada Knda|Katakana Kana|Kawi Kawi|Kayah_Li Kali|Kharoshthi Khar|Khitan_Small_Script Kits|Khmer Khmr|Khojki Khoj|
Khudawadi Sind|Kirat_Rai Krai|Lao Laoo|Latin Latn|Lepcha Lepc|Limbu Limb|Linear_A Lina|Linear_B Linb|Lisu Lisu|
Lycian Lyci|Lydian Lydi|Mahajani Mahj|Makasar Maka|Malayalam Mlym|Mandaic Mand|Manichaean Mani|Marchen Marc|
Masaram_Gondi Gonm|Medefaidrin Medf|Meetei_Mayek Mtei|Mende_Kikakui Mend|Meroitic_Cursive Merc|
Meroitic_Hieroglyphs Mero|Miao Plrd|Modi Modi|Mongolian Mong|Mro Mroo|Multani Mult|Myanmar Mymr|Nabataean Nbat|
Nag_Mundari Nagm|Nandinagari Nand|New_Tai_Lue Talu|Newa Newa|Nko Nkoo|Nushu Nshu|Nyiakeng_Puachue_Hmong Hmnp|
Ogham Ogam|Ol_Chiki Olck|Ol_Onal Onao|Old_Hungarian Hung|Old_Italic Ital|Old_North_Arabian Narb|Old_Permic Perm|
Old_Persian Xpeo|Old_Sogdian Sogo|Old_South_Arabian Sarb|Old_Turkic Orkh|Old_Uyghur Ougr|Oriya Orya|Osage Osge|
Osmanya Osma|Pahawh_Hmong Hmng|Palmyrene Palm|Pau_Cin_Hau Pauc|Phags_Pa Phag|Phoenician Phnx|Psalter_Pahlavi Phlp|
Rejang Rjng|Runic Runr|Samaritan Samr|Saurashtra Saur|Sharada Shrd|Shavian Shaw|Siddham Sidd|SignWriting Sgnw|
Sinhala Sinh|Sogdian Sogd|Sora_Sompeng Sora|Soyombo Soyo|Sundanese Sund|Sunuwar Sunu|Syloti_Nagri Sylo|Syriac Syrc|
Tagalog Tglg|Tagbanwa Tagb|Tai_Le Tale|Tai_Tham Lana|Tai_Viet Tavt|Takri Takr|Tamil Taml|Tangsa Tnsa|Tangut Tang|
Telugu Telu|Thaana Thaa|Thai Thai|Tibetan Tibt|Tifinagh Tfng|Tirhuta Tirh|Todhri Todr|Toto Toto|Tulu_Tigalari Tutg|
Ugaritic Ugar|Vai Vaii|Vithkuqi Vith|Wancho Wcho|Warang_Citi Wara|Yezidi Yezi|Yi Yiii|Zanabazar_Square Zanb
""".replace("\n", "")


def matched(pattern):
    """The scalar values that a regular expression for one character matches, as inclusive ranges."""
    part = {"type": "Split", "pattern": {"Regex": pattern + "+"}, "behavior": "Removed", "invert": True}
    model = {"type": "WordLevel", "vocab": {"[UNK]": 0}, "unk_token": "[UNK]"}
    shape = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None}
    shape |= {"pre_tokenizer": part, "post_processor": None, "decoder": None, "model": model}
    pieces = Tokenizer.from_str(json.dumps(shape)).pre_tokenizer.pre_tokenize_str(ALL)
    return [(SCALARS[begin], SCALARS[end - 1]) for _, (begin, end) in pieces]


def members(pattern):
    return {c for first, last in matched(pattern) for c in range(first, last + 1) if not 0xD800 <= c <= 0xDFFF}


def steps_of(values):
    """(first, value) for every stretch of equal values; the surrogates go with what is before them."""
    out = []
    for c in SCALARS:
        if not out or out[-1][1] != values[c]:
            out.append((c, values[c]))
    return out


def pre_tokenizer_scripts():
    """For every scalar value a number of its script for UnicodeScripts, 0 where it goes with any."""
    cut = pre_tokenizers.UnicodeScripts().pre_tokenize_str
    numbers = dict.fromkeys(SCALARS, 0)

    def uncut(stem, candidates):
        text = stem + "".join(chr(c) + stem for c in candidates)
        starts = {begin for _, (begin, _) in cut(text)}
        return [c for i, c in enumerate(candidates) if 1 + 2 * i not in starts and 2 + 2 * i not in starts]

    any_script = set(uncut("a", SCALARS)) & set(uncut("\u042f", SCALARS))
    rest, number = [c for c in SCALARS if c not in any_script], 0
    while rest:
        number += 1
        same = set(uncut(chr(rest[0]), rest))
        for c in same:
            numbers[c] = number
        rest = [c for c in rest if c not in same]
    return numbers


def table(kind, name, cells, per_line):
    out = [f"constexpr std::array<{kind}, {len(cells)}> {name}{{{{"]
    out += ["    " + ",".join(cells[i : i + per_line]) + "," for i in range(0, len(cells), per_line)]
    return out + ["}};", ""]


def packed(steps, bits):
    return [f"0x{first << bits | value:X}" for first, value in steps]


def main():
    script = dict.fromkeys(SCALARS, 0)
    names = [entry.split() for entry in SCRIPTS.split("|")]
    for number, (name, _) in enumerate(names, 1):
        for c in members(rf"\p{{{name}}}"):
            script[c] = number
    out = ["// Made by make_script_tables.py.", "// clang-format off", ""]
    out += ["// First code point << 8 | 1 + index in kScriptNames, or 0: no script. For it and all up to the next."]
    out += table("std::uint32_t", "kScriptSteps", packed(steps_of(script), 8), 12)
    cells = [f'{{"{long.lower().replace("_", "")}","{short.lower()}"}}' for long, short in names]
    out += table("ScriptName", "kScriptNames", cells, 5)
    out += ["// First code point << 8 | number of a script of UnicodeScripts, 0 for what goes with any. Likewise."]
    out += table("std::uint32_t", "kCutScriptSteps", packed(steps_of(pre_tokenizer_scripts()), 8), 12)
    (HERE / "script_tables.inc").write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    main()
