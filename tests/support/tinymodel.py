"""A tiny random language model on a real server, for tests that query one.

It is a hundred kilobytes of random weights, written with gguf; xllamacpp serves it, its answers held to a schema.
"""

from __future__ import annotations

import os
import string
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

WIDTH, HEADS, HIDDEN = 32, 1, 64
CONTEXT = 32_768
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
"""Kinds of tokens, as the format has them."""
HEAT = 20.0
"""A temperature at which all letters are equally likely: the model should play at random, without habits."""
TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: "


def needs_a_model() -> Any:
    """Return the modules; skip the test with a reason where they are not installed. In CI they must be there."""
    if os.environ.get("CI") == "true":
        import gguf
        import xllamacpp
    else:
        gguf = pytest.importorskip("gguf", reason="no gguf: the tests with a real model are left out")
        xllamacpp = pytest.importorskip("xllamacpp", reason="no xllamacpp: the tests with a real model are left out")
    return gguf, xllamacpp


def write(path: Path, seed: int = 1) -> Path:
    """Write a model of one layer for which all letters are equally likely."""
    gguf, _ = needs_a_model()
    dice = np.random.default_rng(seed)
    tokens = _tokens()
    count = len(tokens)
    out = gguf.GGUFWriter(str(path), "llama")
    out.add_context_length(CONTEXT)
    out.add_embedding_length(WIDTH)
    out.add_block_count(1)
    out.add_feed_forward_length(HIDDEN)
    out.add_head_count(HEADS)
    out.add_head_count_kv(HEADS)
    out.add_layer_norm_rms_eps(1e-5)
    out.add_rope_dimension_count(WIDTH // HEADS)
    out.add_vocab_size(count)
    out.add_tokenizer_model("llama")
    out.add_token_list([text for text, _ in tokens])
    out.add_token_scores([-1.0 if kind == NORMAL else 0.0 for _, kind in tokens])
    out.add_token_types([kind for _, kind in tokens])
    out.add_unk_token_id(0)
    out.add_bos_token_id(1)
    out.add_eos_token_id(2)
    out.add_chat_template(TEMPLATE)
    for name, tensor in _tensors(dice, tokens).items():
        out.add_tensor(name, tensor)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()
    return path


def _tokens() -> list[tuple[str, int]]:
    signs = [sign for sign in string.printable if sign.isprintable() and sign != " "]
    return [
        ("<unk>", UNKNOWN),
        ("<s>", CONTROL),
        ("</s>", CONTROL),
        *((f"<0x{byte:02X}>", BYTE) for byte in range(256)),
        *((sign, NORMAL) for sign in ("▁", *signs)),
    ]


def _tensors(dice: np.random.Generator, tokens: list[tuple[str, int]]) -> dict[str, np.ndarray]:
    def any_of(*shape: int, scale: float = 0.3) -> np.ndarray:
        return (dice.standard_normal(shape) * scale).astype(np.float32)

    count = len(tokens)
    said, heard = any_of(count, WIDTH, scale=0.1), any_of(count, WIDTH)
    # one component of every vector is large; it excludes single bytes, which would rarely make up a letter
    heard[:, 0] = 4.0
    said[:, 0] = [-1000.0 if kind == BYTE else 0.0 for _, kind in tokens]
    block = {
        "attn_norm": np.ones(WIDTH, np.float32),
        "ffn_norm": np.ones(WIDTH, np.float32),
        "attn_q": any_of(WIDTH, WIDTH),
        "attn_k": any_of(WIDTH, WIDTH),
        "attn_v": any_of(WIDTH, WIDTH),
        "attn_output": any_of(WIDTH, WIDTH, scale=0.1),
        "ffn_gate": any_of(HIDDEN, WIDTH),
        "ffn_up": any_of(HIDDEN, WIDTH),
        "ffn_down": any_of(WIDTH, HIDDEN, scale=0.1),
    }
    return {
        "token_embd.weight": heard,
        "output_norm.weight": np.ones(WIDTH, np.float32),
        "output.weight": said,
        **{f"blk.0.{name}.weight": tensor for name, tensor in block.items()},
    }


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a model on this machine, on a port of its own; yield the base URL."""
    _, xllamacpp = needs_a_model()
    params = xllamacpp.CommonParams()
    params.model.path = str(write(folder / "tiny.gguf"))
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.fit_params = False
    params.warmup = False
    params.ui = False
    params.verbosity = 0
    params.port = 0
    for threads in (params.cpuparams, params.cpuparams_batch):
        threads.n_threads = 1
    params.sampling.temp, params.sampling.top_k, params.sampling.top_p, params.sampling.min_p = HEAT, 0, 1.0, 0.0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server
