"""How alike two texts are, without a model: cosine of TF-IDF weights over words and pieces of words.

A cosine sees the topic, not the facts: "kept for 90 days" and "kept for 30 days" are nearly the same to it. It tells whether an
answer speaks of what was asked, never whether the answer is right.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from .text import content_words

WORD_SHARE = 0.7  # how much of the cosine the words decide; the rest falls to pieces of words
SIZES = (3, 4)


def cosine(one: str, other: str) -> float:
    """How alike two texts are, from 0 (no word and no piece of a word in common) to 1 (the same content words).

    0.7 * cosine of the words + 0.3 * cosine of the pieces of 3 and 4 letters within words, each with weights 1 + ln(tf). Stop words count
    only where a text has no others. A text without any word gives 0.0. Two texts know no rarity of words, so every word weighs the
    same; ``similarity_of`` takes it from a background. Raises ValueError for what is not a string.

    >>> round(cosine("How long are backups kept?", "Backups are kept for 90 days."), 2)
    0.62
    """
    return _PLAIN(one, other)


def similarity_of(background: Iterable[str]) -> Callable[[str, str], float]:
    """Return a cosine like ``cosine`` in which a word that few texts of ``background`` hold weighs more.

    Weight: (1 + ln(tf)) * (1 + ln((1 + n) / (1 + df))) over the n texts of the background, for example all questions; a word that none of
    them holds weighs most. An empty background gives ``cosine``. Raises ValueError for one string in place of several.
    Source: Manning, Raghavan, Schütze, Introduction to Information Retrieval (2008), chapter 6.

    >>> alike = similarity_of(["the red lamp", "the blue lamp", "the green lamp"])
    >>> alike("red lamp", "red chair") > alike("red lamp", "blue lamp")
    True
    """
    if isinstance(background, str):
        raise ValueError(f"background is the string {background!r}; it must be a list of texts: [{background!r}]")
    bags = [_counts(_text(text)) for text in background]
    weights = [_rarity([bag[part] for bag in bags]) for part in (0, 1)]

    def alike(one: str, other: str) -> float:
        pairs = list(zip(_counts(_text(one)), _counts(_text(other))))
        words, pieces = (_cosine(*pair, *weight) for pair, weight in zip(pairs, weights))
        return min(1.0, WORD_SHARE * words + (1 - WORD_SHARE) * pieces)

    return alike


def _text(text: str) -> str:
    if not isinstance(text, str):
        raise ValueError(f"{text!r} is a {type(text).__name__}; a cosine compares two strings")
    return text


@lru_cache(maxsize=4096)
def _counts(text: str) -> tuple[Counter, Counter]:
    """How often each content word and each piece of one stands in the text."""
    words = content_words(text) or re.findall(r"\w+", text.lower())
    edged = [f" {word} " for word in words]
    pieces = Counter(word[start : start + size] for word in edged for size in SIZES for start in range(len(word) - size + 1))
    return Counter(words), pieces


def _rarity(bags: list[Counter]) -> tuple[Mapping[str, float], float]:
    """The weight of each part that the background knows, and of all others."""
    df = Counter(part for bag in bags for part in bag)
    return {part: 1 + math.log((1 + len(bags)) / (1 + count)) for part, count in df.items()}, 1 + math.log(1 + len(bags))


def _cosine(one: Counter, other: Counter, rarity: Mapping[str, float], unknown: float) -> float:
    left, right = ({part: (1 + math.log(count)) * rarity.get(part, unknown) for part, count in bag.items()} for bag in (one, other))
    dot = math.fsum(left[part] * right[part] for part in left if part in right)
    norms = math.fsum(weight**2 for weight in left.values()) * math.fsum(weight**2 for weight in right.values())
    return dot / math.sqrt(norms) if norms else 0.0


_PLAIN = similarity_of(())
