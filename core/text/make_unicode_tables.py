"""Writes unicode_tables.inc from unicode_ranges.json.

    python make_unicode_tables.py            # unicode_ranges.json -> unicode_tables.inc
    python make_unicode_tables.py --measure  # asks the `tokenizers` package and writes unicode_ranges.json first

The tokenizers' reference does not follow one Unicode version: its BERT parts use the classes of Unicode 8, its regular
expressions and its lower case those of the newest. The ranges were measured by asking the library about every scalar
value (tokenizers 0.23), so that texts are cut the same whichever Unicode version the system's libraries know.
"""

import argparse
import json
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
}


def ranges_of(code_points):
    out = []
    for c in sorted(code_points):
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def measure():
    from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers

    def bert(**switches):
        off = {"clean_text": False, "handle_chinese_chars": False, "strip_accents": False, "lowercase": False}
        return normalizers.BertNormalizer(**(off | switches)).normalize_str

    clean, strip, spaced = bert(clean_text=True), bert(strip_accents=True), bert(handle_chinese_chars=True)
    cut = pre_tokenizers.BertPreTokenizer().pre_tokenize_str
    lower, decompose = normalizers.Lowercase().normalize_str, normalizers.NFD().normalize_str
    added = Tokenizer(models.WordLevel({"[UNK]": 0, "<x>": 1}, unk_token="[UNK]"))
    added.add_tokens([AddedToken("<x>", single_word=True, normalized=False)])

    found = {key: [] for key in CLASSES}
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
        # A mark moves before one of the highest class, or behind one of the lowest.
        forward, back = decompose(f"x\u0345{char}") == f"x{char}\u0345", decompose(f"x{char}\u0334") == f"x\u0334{char}"
        if decompose(char) == char and (forward or back):
            moving.append(c)
        if lower(char) != char and unicodedata.category(char) == "Cn":  # unassigned in Python's own Unicode version
            newer.append((c, ord(lower(char))))
    return {
        "_about": "Classes of the tokenizers' reference (tokenizers 0.23), inclusive ranges of code points; "
        "lowercase_newer: [first, last, what to add] for letters that older Unicode versions do not know. The rest is "
        "for the tests: marks that normalization moves, and digests of all lower-case and NFD forms.",
        **{key: ranges_of(value) for key, value in found.items()},
        "lowercase_newer": runs_of(newer),
        "moving_marks": ranges_of(moving),
        "lowercase_digest": digest(lower),
        "nfd_digest": digest(decompose),
    }


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


def table(data):
    """The classes as steps: (first code point, flags of it and all up to the next step)."""
    flags = {}
    for key, name in CLASSES.items():
        for first, last in data[key]:
            flags.setdefault(first, [set(), set()])[0].add(name)
            flags.setdefault(last + 1, [set(), set()])[1].add(name)
    current, steps = set(), []
    for c in sorted(flags):
        starts, ends = flags[c]
        current = (current - ends) | starts
        if not steps or steps[-1][1] != current:
            steps.append((c, set(current)))
    if not steps or steps[0][0] != 0:
        steps.insert(0, (0, set()))
    return steps


def write_tables(data):
    bits = {name: 1 << number for number, name in enumerate(CLASSES.values())}
    out = ["// Made by make_unicode_tables.py from unicode_ranges.json.", "// clang-format off", ""]
    out += [f"constexpr std::uint8_t {name} = {bit};" for name, bit in bits.items()]
    cells = [f"{{0x{c:X},{sum(bits[n] for n in names)}}}" for c, names in table(data)]
    out += ["", f"constexpr std::array<ClassStep, {len(cells)}> kClassSteps{{{{"]
    out += ["    " + ",".join(cells[i : i + 8]) + "," for i in range(0, len(cells), 8)]
    out += ["}};", ""]
    cells = [f"{{0x{a:X},0x{b:X},{d}}}" for a, b, d in data["lowercase_newer"]]
    out += [f"constexpr std::array<LowercaseRun, {len(cells)}> kLowercaseNewer{{{{"]
    out += ["    " + ",".join(cells[i : i + 6]) + "," for i in range(0, len(cells), 6)]
    out += ["}};", ""]
    TABLES.write_text("\n".join(out), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--measure", action="store_true", help="ask the `tokenizers` package again")
    if parser.parse_args().measure:
        write_ranges(measure())
    write_tables(json.loads(RANGES.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
