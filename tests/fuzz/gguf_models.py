"""Whole GGUF models of a few hundred numbers, one an architecture, in turn with every block type. Standard library only."""

import random
import struct

U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
# number, elements and bytes of a block
TYPES = {
    "F32": (0, 1, 4), "F16": (1, 1, 2), "BF16": (30, 1, 2), "F64": (28, 1, 8), "Q4_0": (2, 32, 18), "Q4_1": (3, 32, 20),
    "Q5_0": (6, 32, 22), "Q5_1": (7, 32, 24), "Q8_0": (8, 32, 34), "Q2_K": (10, 256, 84), "Q3_K": (11, 256, 110),
    "Q4_K": (12, 256, 144), "Q5_K": (13, 256, 176), "Q6_K": (14, 256, 210), "IQ4_NL": (20, 32, 18), "MXFP4": (39, 32, 17),
}  # fmt: skip
DECODERS = ("llama", "qwen2", "qwen3", "gemma2", "gemma3")
HEAD, INNER, WORDS, POSITIONS = 2, 1, 6, 4


def string(text):
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def value(kind, what, element=None):
    if kind == STRING:
        return string(what)
    if kind == ARRAY:
        return struct.pack("<IQ", element, len(what)) + b"".join(value(element, item) for item in what)
    return struct.pack({U32: "<I", I32: "<i", F32: "<f", BOOL: "<?"}[kind], what)


def tensor_shapes(architecture, width, rope_factors):
    """name -> shape, outermost first"""
    shapes = {"token_embd.weight": (WORDS, width)}
    layer = {"attn_output.weight": (width, HEAD), "ffn_up.weight": (INNER, width), "ffn_down.weight": (width, INNER)}
    if architecture in DECODERS:
        layer.update({f"attn_{part}.weight": (HEAD, width) for part in "qkv"})
        layer.update({"ffn_gate.weight": (INNER, width), "attn_norm.weight": (width,), "ffn_norm.weight": (width,)})
        shapes["output_norm.weight"] = (width,)
        if architecture == "qwen2":
            layer.update({f"attn_{part}.bias": (HEAD,) for part in "qkv"})
        if architecture in ("qwen3", "gemma3"):
            layer.update({"attn_q_norm.weight": (HEAD,), "attn_k_norm.weight": (HEAD,)})
        if architecture.startswith("gemma"):
            layer.update({"post_attention_norm.weight": (width,), "post_ffw_norm.weight": (width,)})
        if rope_factors:
            shapes["rope_freqs.weight"] = (HEAD // 2,)
    else:
        biases = {"attn_output.bias": (width,), "ffn_up.bias": (INNER,), "ffn_down.bias": (width,)}
        layer.update(biases)
        shapes["position_embd.weight"] = (POSITIONS, width)
        norms = ("attn_norm", "ffn_norm") if architecture == "gpt2" else ("attn_output_norm", "layer_output_norm")
        for norm in norms:
            layer.update({f"{norm}.weight": (width,), f"{norm}.bias": (width,)})
        outer = "output_norm" if architecture == "gpt2" else "token_embd_norm"
        shapes.update({f"{outer}.weight": (width,), f"{outer}.bias": (width,)})
        if architecture == "gpt2":
            layer.update({"attn_qkv.weight": (3 * HEAD, width), "attn_qkv.bias": (3 * HEAD,)})
        else:
            shapes["token_types.weight"] = (2, width)
            for part in "qkv":
                layer.update({f"attn_{part}.weight": (HEAD, width), f"attn_{part}.bias": (HEAD,)})
    return {**shapes, **{f"blk.0.{name}": shape for name, shape in layer.items()}}


def metadata(architecture, width):
    rms = architecture in DECODERS
    own = {
        "embedding_length": (U32, width),
        "block_count": (U32, 1),
        "attention.head_count": (U32, 1),
        "attention.key_length": (U32, HEAD),
        "attention.value_length": (U32, HEAD),
        "feed_forward_length": (U32, INNER),
        "context_length": (U32, POSITIONS),
        "attention.layer_norm_rms_epsilon" if rms else "attention.layer_norm_epsilon": (F32, 1e-5),
    }
    if rms:
        own["rope.freq_base"] = (F32, 10000.0)
    if architecture.startswith("gemma"):
        own["attention.sliding_window"] = (U32, 3)
    kind = "bert" if architecture == "bert" else "gpt2"
    vocabulary = {
        "model": (STRING, kind),
        "tokens": (ARRAY, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "b"], STRING),
        "token_type": (ARRAY, [3] * 4 + [1] * 2, I32),
    }
    if kind == "gpt2":
        vocabulary.update({"pre": (STRING, "gpt-2"), "merges": (ARRAY, [], STRING)})
    else:
        vocabulary.update({"cls_token_id": (U32, 2), "seperator_token_id": (U32, 3), "unknown_token_id": (U32, 1)})
    return {
        "general.architecture": (STRING, architecture),
        **{f"{architecture}.{key}": entry for key, entry in own.items()},
        **{f"tokenizer.ggml.{key}": entry for key, entry in vocabulary.items()},
    }


def model(architecture, kind, more=None, rope_factors=False):
    rng = random.Random(f"{architecture} {kind}")
    number, elements, size = TYPES[kind]
    width = max(elements, 4)
    keys = {**metadata(architecture, width), **(more or {})}
    shapes = tensor_shapes(architecture, width, rope_factors)
    out = b"GGUF" + struct.pack("<IQQ", 3, len(shapes), len(keys))
    for key, (tag, *what) in keys.items():
        out += string(key) + struct.pack("<I", tag) + value(tag, *what)
    data = b""
    for name, shape in shapes.items():
        count = 1
        for extent in shape:
            count *= extent
        is_block = len(shape) == 2 and shape[-1] % elements == 0
        out += string(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", extent) for extent in reversed(shape))
        out += struct.pack("<IQ", number if is_block else 0, len(data))
        if is_block:
            data += bytes(rng.randrange(64) for _ in range(count // elements * size))
        else:
            data += b"".join(struct.pack("<f", rng.uniform(0.5, 1.5)) for _ in range(count))
        data += b"\0" * (-len(data) % 32)
    return out + b"\0" * (-len(out) % 32) + data


def seeds():
    for number, kind in enumerate(TYPES):
        architecture = (*DECODERS, "gpt2", "bert")[number % 7]
        yield f"{architecture}_{kind.lower()}", model(architecture, kind)
    yarn = {
        "llama.rope.scaling.type": (STRING, "yarn"),
        "llama.rope.scaling.factor": (F32, 4.0),
        "llama.rope.scaling.original_context_length": (U32, 2),
        "llama.rope.scaling.attn_factor": (F32, 1.5),
    }
    yield "llama_yarn", model("llama", "F16", yarn)
    yield "llama_rope_factors", model("llama", "F32", rope_factors=True)
