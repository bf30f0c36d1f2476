#!/usr/bin/env python3
"""Headscope's tokenizers against Hugging Face `tokenizers` and `sentencepiece`, on one thread.

usage: tokenizer_peers.py [--program build/time_tokenizer] [--rounds 5] [--only NAME ...]

Needs tokenizers and sentencepiece. Rounds are interleaved (one measurement of each system a round), because the machine
is noisy; the figures are medians over the rounds, the ratio that of theirs to ours: above 1, Headscope is faster.
    mixed text   1 MB of the tests' texts, cut as one text and line by line
    one word     letters without a space, 0.25, 0.5 and 1 MB: time must grow with the length
    loading      a tokenizer.json of 128,000 entries made here; ours / theirs must be at most 0.5
"""
import argparse, gzip, json, os, random, statistics, subprocess, sys, tempfile, time
from pathlib import Path

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
ROOT = Path(__file__).resolve().parents[2]
TEXT = ROOT / "tests" / "fixtures" / "text"
MEGABYTE = 1_000_000
KINDS = ("minilm bert_cased gpt2 roberta qwen2 llama3 smollm modernbert neox_flags pipeline_mix llama llama_not_legacy gemma t5 "
         "xlmr albert unigram_bytes").split()
MODELS = ("t5/spiece.model", "llama/tokenizer.model", "unigram_bytes/tokenizer.model")


def folder_of(name):
    return ROOT / "weights" / "all-minilm-l6-v2" if name == "minilm" else TEXT / name


def cut(text, size):
    """The beginning of a text, at most `size` bytes of UTF-8."""
    return text.encode()[:size].decode(errors="ignore")


def mixed_text():
    """The texts that the tests compare, and between them sentences, one a line."""
    sys.path.insert(0, str(TEXT))
    from text_samples import CODE, PHRASES, WORDS

    with gzip.open(TEXT / "cases" / "minilm.jsonl.gz", "rt", encoding="utf-8") as file:
        difficult = [row["text"] for row in map(json.loads, file) if "text" in row]
    rng, lines, size = random.Random(1), [], 0
    while size < MEGABYTE:
        for text in (rng.choice(difficult), rng.choice(PHRASES), " ".join(rng.choices(WORDS, k=12)), rng.choice(CODE)):
            lines.append(text)
            size += len(text.encode()) + 1
    return cut("\n".join(lines), MEGABYTE)


def large_tokenizer(entries):
    """A byte-level BPE with `entries` pieces, each from merging two earlier ones."""
    from tokenizers import pre_tokenizers

    rng = random.Random(1)
    pieces = sorted(pre_tokenizers.ByteLevel.alphabet())
    known, merges = set(pieces), []
    while len(pieces) < entries:
        left, right = rng.choice(pieces), rng.choice(pieces[: 256 + len(pieces) // 8])
        if len(left + right) <= 16 and left + right not in known:
            known.add(left + right)
            pieces.append(left + right)
            merges.append([left, right])
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    model = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None,
             "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
             "vocab": {piece: number for number, piece in enumerate(pieces)}, "merges": merges}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
            "pre_tokenizer": level, "post_processor": level, "decoder": level, "model": model}


class Ours:
    """time_tokenizer, asked line by line."""

    def __init__(self, program, tokenizer, text):
        self.process = subprocess.Popen([program, tokenizer, text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ms(self, wish):
        self.process.stdin.write(wish + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline().split()[0])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def ms_of(call):
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1e3


def compare(rounds, ours, theirs):
    """Medians of both and of the ratio theirs / ours, after one run each that does not count."""
    ours(), theirs()
    rows = [(ours(), theirs()) for _ in range(rounds)]
    return (*(statistics.median(row[i] for row in rows) for i in range(2)), statistics.median(b / a for a, b in rows))


def report(what, figures):
    print(f"{what:<36} {figures[0]:>10.1f} {figures[1]:>10.1f} {figures[2]:>7.2f}", flush=True)


def encode_lines(encode, lines):
    for line in lines:
        encode(line)


def sentencepiece_encode(path):
    """What cuts a text into ids and spans: `offset_mapping` in newer versions, a message in older ones."""
    import sentencepiece

    model = sentencepiece.SentencePieceProcessor(model_file=path)
    for form in ("offset_mapping", "immutable_proto"):
        encode = lambda one, form=form: model.encode(one, out_type=form, num_threads=1)
        try:
            encode("a")
            return encode
        except (ValueError, RuntimeError):
            continue
    sys.exit(f"{path}: this sentencepiece gives no spans")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=str(ROOT / "build" / "time_tokenizer"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[*KINDS, *MODELS])
    args = parser.parse_args()
    from tokenizers import Tokenizer

    print(f"{'':<36} {'ours ms':>10} {'theirs ms':>10} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as scratch:
        text_path = Path(scratch) / "text"
        text = mixed_text()
        text_path.write_text(text, encoding="utf-8", newline="")
        lines = text.split("\n")
        for name in args.only:
            if name in MODELS:
                encode = sentencepiece_encode(str(TEXT / name))
                path = str(TEXT / name)
            else:
                path = str(folder_of(name) / "tokenizer.json")
                tokenizer = Tokenizer.from_file(path)
                tokenizer.no_truncation()
                tokenizer.no_padding()
                encode = tokenizer.encode
            ours = Ours(args.program, path, str(text_path))
            report(f"{name}, one text", compare(args.rounds, lambda: ours.ms("whole"), lambda: ms_of(lambda: encode(text))))
            report(f"{name}, lines", compare(args.rounds, lambda: ours.ms("lines"), lambda: ms_of(lambda: encode_lines(encode, lines))))
            ours.close()
            times = []
            for size in (MEGABYTE // 4, MEGABYTE // 2, MEGABYTE):
                text_path.with_name("word").write_text(cut("Unaffable中é0" * size, size), encoding="utf-8")
                ours = Ours(args.program, path, str(text_path.with_name("word")))
                times.append(statistics.median(ours.ms("whole") for _ in range(3)))
                ours.close()
            print(f"{name + ', one word of 0.25, 0.5, 1 MB':<36} " + " ".join(f"{ms:>9.1f}" for ms in times), flush=True)
        large = Path(scratch) / "tokenizer.json"
        large.write_text(json.dumps(large_tokenizer(128_000), ensure_ascii=False, indent=2), encoding="utf-8")
        ours = Ours(args.program, str(large), str(text_path))
        report("loading 128,000 entries", compare(args.rounds, lambda: ours.ms("load"), lambda: ms_of(lambda: Tokenizer.from_file(str(large)))))
        ours.close()


if __name__ == "__main__":
    main()
