"""Writes unicode_tables.inc from unicode_ranges.json.

    python make_unicode_tables.py            # unicode_ranges.json -> unicode_tables.inc
    python make_unicode_tables.py --measure  # asks the `tokenizers` package and writes unicode_ranges.json first

The tokenizers' reference does not follow one Unicode version: its BERT parts use the classes of Unicode 8, its regular
expressions and its lower case those of Unicode 16. The ranges were measured by asking the library about every scalar
value (tokenizers 0.23), so that texts are cut the same whichever Unicode version the system's libraries know.
"""

import argparse
import json
import struct
import unicodedata
from pathlib import Path

HERE = Path(__file__).resolve().parent
RANGES = HERE / "unicode_ranges.json"
TABLES = HERE / "unicode_tables.inc"
SCALARS = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]

# Key in unicode_ranges.json -> flag in unicode.cpp.
CLASSES = {
    "bert_removed": "kBertRemoved",
    "bert_space": "kBertSpace",
    "bert_accent": "kBertAccent",
    "bert_punctuation": "kBertPunctuation",
    "bert_cjk": "kBertCjk",
    "white_space": "kWhiteSpace",
    "word": "kWord",
    "numeric": "kNumeric",
    "combining_mark": "kCombiningMark",
    "regex_word": "kRegexWord",
    "alphabetic": "kAlphabetic",
    "uppercase": "kUppercase",
    "lowercase": "kLowercase",
    "nfd_changes": "kNfdChanges",
    "nfkd_changes": "kNfkdChanges",
    "nfc_unsettled": "kNfcUnsettled",
    "nfkc_unsettled": "kNfkcUnsettled",
    "moving_marks": "kMovingMark",
    "composes_back": "kComposesBack",
}
# General_Category; the order is that of the enumeration Category in unicode.h. Unassigned (Cn) comes first.
CATEGORIES = "Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co".split()
# How characters join into grapheme clusters; the order is that of the enumeration GraphemeClass in unicode.h.
GRAPHEME_CLASSES = (
    "other cr lf control extend conjunct_extend linker zwj regional_indicator prepend spacing_mark "
    "l v t lv lvt pictograph consonant"
).split()
BLOCK = 128


def ranges_of(code_points):
    out = []
    for c in sorted(code_points):
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def measure():
    from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers

    def bert(**switches):
        off = {"clean_text": False, "handle_chinese_chars": False, "strip_accents": False, "lowercase": False}
        return normalizers.BertNormalizer(**(off | switches)).normalize_str

    clean, strip, spaced = bert(clean_text=True), bert(strip_accents=True), bert(handle_chinese_chars=True)
    cut = pre_tokenizers.BertPreTokenizer().pre_tokenize_str
    lower, decompose = normalizers.Lowercase().normalize_str, normalizers.NFD().normalize_str
    added = Tokenizer(models.WordLevel({"[UNK]": 0, "<x>": 1}, unk_token="[UNK]"))
    added.add_tokens([AddedToken("<x>", single_word=True, normalized=False)])

    digits = pre_tokenizers.Digits(individual_digits=True).pre_tokenize_str
    strip_marks = normalizers.StripAccents().normalize_str

    def matched(pattern):
        """The scalar values that a pattern of one character matches."""
        cut = pre_tokenizers.Split(Regex(pattern), "removed")
        out = []
        for begin in range(0, len(SCALARS), 20000):
            some = SCALARS[begin : begin + 20000]
            kept = set()
            for _, (first, last) in cut.pre_tokenize_str("".join(map(chr, some))):
                kept.update(some[first:last])
            out += [c for c in some if c not in kept]
        return out

    found = {key: [] for key in CLASSES}
    found["regex_word"] = matched(r"\w")
    found["alphabetic"] = matched(r"[[:alpha:]]")
    found["uppercase"] = matched(r"[[:upper:]]")
    found["lowercase"] = matched(r"[[:lower:]]")
    newer, moving = [], []
    for c in SCALARS:
        char = chr(c)
        cleaned = clean(f"a{char}b")
        if cleaned == "ab":
            found["bert_removed"].append(c)
        elif cleaned == "a b" and char != " ":
            found["bert_space"].append(c)
        if spaced(char) == f" {char} ":
            found["bert_cjk"].append(c)
        # Characters that decompose are not there any more when accents are dropped.
        if strip(char) == "" and decompose(char) == char:
            found["bert_accent"].append(c)
        pieces = [piece for piece, _ in cut(f"a{char}b")]
        if pieces == ["a", "b"]:
            found["white_space"].append(c)
        elif pieces == ["a", char, "b"]:
            found["bert_punctuation"].append(c)
        if added.encode(f"<x>{char}").ids[:1] != [1]:
            found["word"].append(c)
        if len(digits(f"a{char}b")) == 3:
            found["numeric"].append(c)
        if strip_marks(char) == "":
            found["combining_mark"].append(c)
        # A mark moves before one of the highest class, or behind one of the lowest.
        forward, back = decompose(f"x\u0345{char}") == f"x{char}\u0345", decompose(f"x{char}\u0334") == f"x\u0334{char}"
        if decompose(char) == char and (forward or back):
            moving.append(c)
        if lower(char) != char and unicodedata.category(char) == "Cn":  # unassigned in Python's own Unicode version
            newer.append((c, ord(lower(char))))
    found["moving_marks"] = moving
    forms = {name: getattr(normalizers, name)().normalize_str for name in ("NFC", "NFD", "NFKC", "NFKD")}
    changes = {name: {c for c in SCALARS if form(chr(c)) != chr(c)} for name, form in forms.items()}
    # Of a pair that composes, the second part is what the whole decomposition ends with.
    back = {ord(decompose(chr(c))[-1]) for c in changes["NFD"] - changes["NFC"] if len(decompose(chr(c))) > 1}
    found["nfd_changes"], found["nfkd_changes"] = changes["NFD"], changes["NFKD"]
    found["composes_back"] = back
    found["nfc_unsettled"] = changes["NFC"] | back | set(moving)
    found["nfkc_unsettled"] = changes["NFKC"] | back | set(moving)
    return {
        "_about": "Classes of the tokenizers' reference (tokenizers 0.23), inclusive ranges of code points; "
        "lowercase_newer: [first, last, what to add] for letters that older Unicode versions do not know. The "
        "digests, of the lower-case and normalization forms of every character, are for the tests.",
        **{key: ranges_of(value) for key, value in found.items()},
        **{f"category_{name}": ranges_of(matched(rf"\p{{{name}}}")) for name in CATEGORIES[1:]},
        "lowercase_newer": runs_of(newer),
        **{f"grapheme_{name}": ranges_of(value) for name, value in measure_graphemes().items()},
        "lowercase_digest": digest(lower),
        **{f"{name.lower()}_digest": digest(form) for name, form in forms.items()},
    }


def measure_graphemes():
    """How characters join. The Precompiled normalizer shows it: with this table every cluster of less than 6 bytes
    becomes one Y, and of longer ones every character does."""
    from tokenizers import normalizers

    units = [0] * 512
    for byte in range(1, 256):  # every byte is a key, its node's children (none) and value begin at 256 ^ byte
        units[byte] = byte | 1 << 8 | 256 << 10
        units[256 + byte] = 1 << 31
    table = normalizers.Precompiled(struct.pack("<I512I", 2048, *units) + b"Y\0").normalize_str

    def having(pattern, count):
        """The characters c for which the pattern, with c for "_", gives that many Y."""
        return {c for c in SCALARS[1:] if table(pattern.replace("_", chr(c))) == "Y" * count}

    acute, virama, ka, smile, joiner, copyright = "\u0301", "\u094d", "\u0915", "\U0001f600", "\u200d", "\u00a9"
    attached, prepended = having("a_", 1), having("_a", 1)
    # Where c lets no mark join, the two marks behind it are a cluster of their own.
    control = having(f"_{acute}\u0302", 2) - {0x0D, 0x0A} | {0}
    extending = attached & having(f"{smile}_{joiner}{copyright}{acute}", 5) - {0x200D}
    linker = attached & having(f"{ka}_{ka}{acute}", 4)
    conjunct = attached & having(f"{ka}{virama}_{ka}{acute}", 5) - linker - {0x200D}
    assert linker | conjunct <= extending
    joins_v, joins_t = having(f"_\u1160{acute}", 3) - prepended, having(f"_\u11a8{acute}", 3) - prepended
    syllables = set(range(0xAC00, 0xD7A4))
    lv = set(range(0xAC00, 0xD7A4, 28))
    assert lv == joins_v & joins_t & syllables and syllables - lv == (joins_t - joins_v) & syllables
    classes = {
        "cr": {0x0D},
        "lf": {0x0A},
        "control": control,
        "extend": extending - linker - conjunct,
        "conjunct_extend": conjunct,
        "linker": linker,
        "zwj": {0x200D},
        "regional_indicator": set(range(0x1F1E6, 0x1F200)),
        "prepend": prepended,
        "spacing_mark": attached - extending - {0x200D},
        "l": joins_v - joins_t,
        "v": (joins_v & joins_t) - syllables,
        "t": (joins_t - joins_v) - syllables,
        "lv": lv,
        "lvt": syllables - lv,
        "pictograph": having(f"_{joiner}{copyright}{acute}", 4) - prepended,
        "consonant": having(f"_{virama}{ka}{acute}", 4) - prepended,
    }
    assert sum(map(len, classes.values())) == len(set().union(*classes.values()))
    return classes


def digest(expand):
    """FNV-1a, 64 bits, over the code points of every scalar value's expansion, a line feed behind each."""
    value = 0xCBF29CE484222325
    for c in SCALARS:
        for char in expand(chr(c)) + "\n":
            value = (value ^ ord(char)) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def runs_of(pairs):
    out = []
    for c, low in pairs:
        if out and out[-1][1] == c - 1 and out[-1][2] == low - c:
            out[-1][1] = c
        else:
            out.append([c, c, low - c])
    return out


def write_ranges(data):
    lines = [f" {json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in data.items()]
    RANGES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def cells_of(data):
    """What each of 0x110000 code points is: (flags, category, grapheme class)."""
    bits = {key: 1 << number for number, key in enumerate(CLASSES)}
    flags, categories, graphemes = [0] * 0x110000, [0] * 0x110000, [0] * 0x110000
    for key, bit in bits.items():
        for first, last in data[key]:
            for c in range(first, last + 1):
                flags[c] |= bit
    for number, name in enumerate(CATEGORIES[1:], 1):
        for first, last in data[f"category_{name}"]:
            categories[first : last + 1] = [number] * (last + 1 - first)
    for number, name in enumerate(GRAPHEME_CLASSES[1:], 1):
        for first, last in data[f"grapheme_{name}"]:
            graphemes[first : last + 1] = [number] * (last + 1 - first)
    return list(zip(flags, categories, graphemes))


def in_lines(cells, room=116):
    lines, line = [], ""
    for cell in cells:
        if len(line) + len(cell) >= room:
            lines.append(f"    {line}")
            line = ""
        line += f"{cell},"
    return lines + [f"    {line}"]


def array_of(kind, name, cells):
    cells = [str(cell) for cell in cells]
    return [f"constexpr std::array<{kind}, {len(cells)}> {name}{{{{", *in_lines(cells), "}};", ""]


def write_tables(data):
    """The classes of a code point c: kClassCells[kClassBlocks[c / BLOCK] * BLOCK + c % BLOCK], a place in kClasses."""
    cells = cells_of(data)
    kinds = {cell: number for number, cell in enumerate(sorted(set(cells)))}
    numbers = [kinds[cell] for cell in cells]
    blocks, places = {}, []
    for begin in range(0, len(numbers), BLOCK):
        places.append(blocks.setdefault(tuple(numbers[begin : begin + BLOCK]), len(blocks)))
    assert len(kinds) <= 256
    out = ["// Made by make_unicode_tables.py from unicode_ranges.json.", "// clang-format off", ""]
    out += [f"constexpr std::uint32_t {name} = {1 << number};" for number, name in enumerate(CLASSES.values())]
    out += ["", f"constexpr char32_t kClassBlockSize = {BLOCK};"]
    out += array_of("CharacterClass", "kClasses", [f"{{{flags},{category},{grapheme}}}" for flags, category, grapheme in kinds])
    out += array_of("std::uint16_t", "kClassBlocks", places)
    out += array_of("std::uint8_t", "kClassCells", [cell for block in blocks for cell in block])
    newer = [f"{{0x{a:X},0x{b:X},{d}}}" for a, b, d in data["lowercase_newer"]]
    out += array_of("LowercaseRun", "kLowercaseNewer", newer)
    TABLES.write_text("\n".join(out), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--measure", action="store_true", help="ask the `tokenizers` package again")
    if parser.parse_args().measure:
        write_ranges(measure())
    write_tables(json.loads(RANGES.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
