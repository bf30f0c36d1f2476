"""Writes the seeds of the fuzz targets: small sound files of every kind, below corpus/TARGET. Findings lie beside them
under names of their own and are left alone.

    python make_corpus.py
"""

import base64
import json
import random
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEXT = HERE.parent / "fixtures" / "text"
FAMILIES = HERE.parent / "fixtures" / "families"
sys.path[:0] = [str(TEXT), str(TEXT / "malformed"), str(HERE.parent / "fixtures" / "models" / "malformed")]

import bases  # noqa: E402
import gguf_models  # noqa: E402
import model_bases  # noqa: E402
import text_samples  # noqa: E402
from gguf_models import ARRAY, BOOL, F32, I32, STRING, U32, string, value  # noqa: E402

TOKENIZERS = 22  # that encode.cpp knows


def write(target, name, body):
    folder = HERE / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"seed_{name}").write_bytes(body)


# ---------------------------------------------------------------- tokenizer.json


def numbered(pieces):
    return {piece: number for number, piece in enumerate(pieces)}


def bpe(pieces, merges, **more):
    return {"type": "BPE", "unk_token": None, "vocab": numbered(pieces), "merges": merges, **more}


def split(pattern, behavior="Isolated", invert=False):
    return {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}


def added(content, **flags):
    names = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return {"id": 0, "content": content, **{name: flags.get(name, False) for name in names}}


def tokenizer(model, normalizer=None, pre_tokenizer=None, post_processor=None, added_tokens=()):
    return {
        "version": "1.0",
        "added_tokens": list(added_tokens),
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": post_processor,
        "model": model,
    }


def template(single, pair, specials):
    def item(word):
        name, _, kind = word.partition(":")
        key = "Sequence" if name in "AB" else "SpecialToken"
        return {key: {"id": name, "type_id": int(kind or 0)}}

    return {
        "type": "TemplateProcessing",
        "single": [item(word) for word in single.split()],
        "pair": [item(word) for word in pair.split()],
        "special_tokens": {name: {"id": name, "ids": [number], "tokens": [name]} for name, number in specials.items()},
    }


def json_seeds():
    charsmap = base64.b64encode(bases.charsmap()).decode()
    words = {"type": "WordLevel", "unk_token": "u", "vocab": numbered(["u", "the", "man", "A", "1", "."])}
    bytes_before = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    letters = ["Ġ", "Ċ", "t", "h", "e", "m", "a", "n", "Ã", "©", "s", "'", "Ġt", "he", "Ġthe"]
    merges = [["Ġ", "t"], ["h", "e"], ["Ġt", "he"]]
    yield "wordpiece", bases.wordpiece_tokenizer()
    yield "unigram", bases.unigram_tokenizer()
    yield "unigram_charsmap", tokenizer(
        {"type": "Unigram", "unk_id": 0, "byte_fallback": False, "vocab": [["<unk>", 0], ["▁", -2], ["a", -3.5], ["▁a", -4], ["▁the", -5]]},
        {
            "type": "Sequence",
            "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": charsmap},
                {"type": "Strip", "strip_left": False, "strip_right": True},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "▁"},
            ],
        },
        {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        template("A </s>", "A </s> B </s>", {"</s>": 1}),
    )
    yield "unigram_bytes", tokenizer(
        {
            "type": "Unigram",
            "unk_id": 0,
            "byte_fallback": True,
            "vocab": [["<unk>", 0], ["<0xC3>", 0], ["<0xA9>", 0], ["a", -1], ["ab", -1.5], ["▁", -2]],
        },
        {"type": "Prepend", "prepend": "▁"},
    )
    yield "bpe_bytes", tokenizer(
        bpe(letters, merges, ignore_merges=True),
        {"type": "NFC"},
        bytes_before,
        {"type": "RobertaProcessing", "sep": ["e", 4], "cls": ["s", 10], "trim_offsets": True, "add_prefix_space": True},
        [added("<mask>", lstrip=True, special=True), added("  ", normalized=True)],
    )
    yield "bpe_old_merges", tokenizer(
        bpe(letters, [" ".join(pair) for pair in merges]),
        None,
        {
            "type": "Sequence",
            "pretokenizers": [
                split({"Regex": "(?i:'s|'t)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|\\s+(?!\\S)|\\s+"}),
                {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False},
            ],
        },
        {"type": "Sequence", "processors": [{"type": "ByteLevel", "trim_offsets": True, "add_prefix_space": True}, template("e A", "A B:1", {"e": 4})]},
    )
    yield "bpe_fallback", tokenizer(
        bpe(
            ["<unk>", "▁", "a", "b", "▁a", "ab", "<0x0A>", "<0xC3>", "<0xA9>"],
            [["▁", "a"], ["a", "b"]],
            unk_token="<unk>",
            fuse_unk=True,
            byte_fallback=True,
        ),
        {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        split({"String": " "}, "MergedWithPrevious"),
    )
    yield "bpe_affixes", tokenizer(
        bpe(
            ["a", "b", "##b", "a</w>", "##b</w>", "ab</w>", "[U]"],
            [["a", "##b</w>"]],
            unk_token="[U]",
            continuing_subword_prefix="##",
            end_of_word_suffix="</w>",
        ),
        {"type": "Lowercase"},
        {"type": "WhitespaceSplit"},
    )
    normalizers = ("Nmt", "NFKC", "NFD", "StripAccents", "Lowercase", "NFKD", "NFC")
    yield "normalizers", tokenizer(
        words,
        {
            "type": "Sequence",
            "normalizers": [{"type": name} for name in normalizers]
            + [
                {"type": "Replace", "pattern": {"String": "``"}, "content": '"'},
                {"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "},
                {"type": "Strip", "strip_left": True, "strip_right": True},
                {"type": "Prepend", "prepend": "x"},
            ],
        },
        {"type": "Whitespace"},
    )
    yield "normalizer_bytes", tokenizer(words, {"type": "ByteLevel"}, {"type": "FixedLength", "length": 3})
    yield "pre_tokenizers", tokenizer(
        words,
        None,
        {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "Whitespace"},
                {"type": "Punctuation", "behavior": "MergedWithPrevious"},
                {"type": "Digits", "individual_digits": True},
                {"type": "CharDelimiterSplit", "delimiter": "x"},
                {"type": "UnicodeScripts"},
                {"type": "BertPreTokenizer"},
            ],
        },
        template("u A:1 u", "u B:1 u A u:2", {"u": 0}),
    )
    for number, (pattern, behavior, invert) in enumerate(
        (
            ("(a+)+$", "Removed", False),
            ("(?=(a+)+b)a|\\w", "Contiguous", True),
            ("(?<!x)[[:alpha:]&&[^aeiou]]+?", "MergedWithNext", False),
            ("(?<n>.)\\k<n>|\\G\\h|\\X|\\R", "Isolated", False),
            ("\\p{Han}+|\\p{^Lu}{2,}|(?>a*)b|\\x{41}", "MergedWithPrevious", False),
            ("x*", "Isolated", False),
        )
    ):
        yield f"regex_{number}", tokenizer(words, None, split({"Regex": pattern}, behavior, invert))
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    yield "added", tokenizer(
        words,
        {"type": "Lowercase"},
        None,
        {"type": "BertProcessing", "sep": ["A", 3], "cls": ["man", 2]},
        [added(f"<{flag}>", **{flag: True}) for flag in flags] + [added("The", normalized=True), added("<s>", special=True), added("\n\n")],
    )


# ---------------------------------------------------------------- SentencePiece


def model_seeds():
    yield "unigram", bases.spm()
    yield "bpe", bases.spm(trainer=bases.spm_trainer(2))
    yield "no_charsmap", bases.spm(normalizer=bases.spm_normalizer())
    yield "plain_spaces", bases.spm(normalizer=bases.spm_normalizer(None, 0, 0))
    symbols = bases.piece("▁▁", 0.0, 4) + bases.piece("\n\n", 0.0, 4) + bases.piece("zz", -1.0, 5)
    every_byte = b"".join(bases.piece(f"<0x{byte:02X}>", 0.0, 6) for byte in range(256))
    for kind in (1, 2):
        yield f"symbols_{kind}", bases.spm(bases.spm_pieces() + symbols, bases.spm_trainer(kind), bases.spm_normalizer(None, 1, 0))
        yield f"bytes_{kind}", bases.spm(bases.spm_pieces() + every_byte, bases.spm_trainer(kind, f35=1), bases.spm_normalizer())
    yield "suffix", bases.spm(trainer=bases.spm_trainer(1, f24=1))


# ---------------------------------------------------------------- GGUF

def gguf(architecture, vocabulary):
    """A file with one tensor of four numbers, so that it is whole, and the keys of a vocabulary."""
    keys = {"general.architecture": (STRING, architecture)}
    keys.update({f"tokenizer.ggml.{key}": value for key, value in vocabulary.items()})
    out = b"GGUF" + struct.pack("<IQQ", 3, 1, len(keys))
    for key, (kind, *what) in keys.items():
        out += string(key) + struct.pack("<I", kind) + value(kind, *what)
    out += string("token_embd.weight") + struct.pack("<IQIQ", 1, 4, 0, 0)
    return out + b"\0" * (-len(out) % 32) + struct.pack("<4f", 1, 2, 3, 4) + b"\0" * 16


def gguf_seeds():
    pieces = ["<unk>", "<s>", "</s>", "▁", "t", "h", "e", "▁t", "he", "▁the", "a", "<0x0A>", "<0xC3>"]
    kinds = [2, 3, 3] + [1] * 8 + [6, 6]
    scores = [-float(number) for number in range(len(pieces))]
    special = {"bos_token_id": (U32, 1), "eos_token_id": (U32, 2), "unknown_token_id": (U32, 0)}
    for space in (False, True):
        yield f"llama_{int(space)}", gguf(
            "llama",
            {
                "model": (STRING, "llama"),
                "tokens": (ARRAY, pieces, STRING),
                "scores": (ARRAY, scores, F32),
                "token_type": (ARRAY, kinds, I32),
                "add_space_prefix": (BOOL, space),
                **special,
            },
        )
    for pre in ("gpt-2", "llama-bpe", "qwen2", "smollm", "deepseek-v3", "default"):
        letters = ["Ġ", "Ċ", "t", "h", "e", "a", "Ã", "©", "1", "Ġt", "he", "Ġthe", "<|end|>"]
        yield f"gpt2_{pre}", gguf(
            "gpt2",
            {
                "model": (STRING, "gpt2"),
                "pre": (STRING, pre),
                "tokens": (ARRAY, letters, STRING),
                "token_type": (ARRAY, [1] * 12 + [3], I32),
                "merges": (ARRAY, ["Ġ t", "h e", "Ġt he"], STRING),
                "bos_token_id": (U32, 12),
                "add_bos_token": (BOOL, True),
            },
        )
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "▁the", "▁man", "s", "▁.", "▁a"]
    yield "bert", gguf(
        "bert",
        {
            "model": (STRING, "bert"),
            "tokens": (ARRAY, words, STRING),
            "token_type": (ARRAY, [3] * 5 + [1] * 5, I32),
            "token_type_count": (U32, 2),
            "cls_token_id": (U32, 2),
            "seperator_token_id": (U32, 3),
            "unknown_token_id": (U32, 1),
        },
    )


# ---------------------------------------------------------------- models


def safetensors_seeds():
    header, size = model_bases.layout({"a": (2, 3), "b": (), "c": (0, 4)})
    yield "floats", model_bases.safetensors(header, bytes(size))
    for kind, width in (("F16", 2), ("BF16", 2), ("F64", 8), ("I64", 8), ("BOOL", 1)):
        header, size = model_bases.layout({"encoder.layer.0.weight": (3,)}, kind, width)
        yield kind.lower(), model_bases.safetensors(header | {"__metadata__": {"format": "pt"}}, bytes(size))
    yield "half_bytes", model_bases.safetensors({"x": {"dtype": "F4", "shape": [4], "data_offsets": [0, 2]}}, bytes(2))
    yield "unaligned", model_bases.safetensors({"x": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}}, b"x", pad=False)
    yield "empty", model_bases.safetensors({})
    yield "pointer", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"


def config_seeds():
    for folder in sorted(FAMILIES.iterdir()):
        config = json.loads((folder / "config.json").read_text())
        yield folder.name, json.dumps(config, separators=(",", ":")).encode()


def index_seeds():
    whole = {name: name[0] + ".safetensors" for name in ("a.weight", "a.bias", "b.weight", "b.bias")}
    for name, value in (
        ("whole", {"metadata": {"total_size": 16}, "weight_map": whole}),
        ("part", {"weight_map": {"a.weight": "a.safetensors"}}),
        ("wrong", {"weight_map": {"a.weight": "b.safetensors"}}),
        ("missing", {"weight_map": {"c": "c.safetensors"}}),
        ("outside", {"weight_map": {"a": "../a.safetensors"}}),
    ):
        yield name, json.dumps(value).encode()


# ---------------------------------------------------------------- texts


def text_seeds():
    rng = random.Random("fuzz")
    sampler = text_samples.TextSampler("fuzz")
    for number in range(2 * TOKENIZERS):
        text = rng.choice(text_samples.TRICKY) if number % 2 else sampler.text()
        yield f"{number:02}", bytes([number // 2, rng.randrange(256), rng.randrange(20)]) + text.encode()
    broken = b"\xff\xfe\xc3(\xa0\xed\xa0\x80\xf4\x90\x80\x80\xe2\x96"
    for number in range(TOKENIZERS):
        yield f"broken_{number:02}", bytes([number, number % 16, 5]) + b"a " + broken + b" \xf0\x9f\x91\xa9\xe2\x80\x8d <s>"


def main():
    for name, value in json_seeds():
        write("tokenizer_json", name, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    for name, body in model_seeds():
        write("sentencepiece_model", name, body)
    for name, body in gguf_seeds():
        write("gguf_vocabulary", name, body)
    for name, body in safetensors_seeds():
        write("safetensors", name, body)
    for name, body in config_seeds():
        write("config_json", name, body)
    for name, body in index_seeds():
        write("index_json", name, body)
    for name, body in gguf_models.seeds():
        write("gguf", name, body)
    for name, body in text_seeds():
        write("encode", name, body)


if __name__ == "__main__":
    main()
