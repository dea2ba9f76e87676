"""Whether words stand where a judge says they stand: quotes in contexts, claims in the answer they are said to be from."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ..text import content_words

_DROPPED = "‘’‚‛“”„‟«»‹›'\"`*\u200b\u200c\u200d\u00ad\ufeff"  # quotes, emphasis, what cannot be seen
_SAME = str.maketrans(dict.fromkeys(_DROPPED) | dict.fromkeys("‐‑‒–—―−", "-"))
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LATER_WORD = re.compile(r"(?<=[^\s.!?:])\s+['(]?(\w[\w-]*)")  # one that begins no sentence
_ELLIPSIS = re.compile(r"\.{3,}|[\[(]\s*\.{3}\s*[\])]|\[\s*\]")
_COUNTS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_APART = re.compile(r"([\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff])")  # scripts that put no blank between words


def plain(text: str) -> str:
    """The text in lower case with straight dashes and single blanks, without quotes, emphasis and invisible characters.

    >>> plain("The “Pro”  plan –\\n**30** days")
    'the pro plan - 30 days'
    """
    text = unicodedata.normalize("NFKC", text).translate(_SAME)
    return " ".join(text.casefold().split())


def pieces(quote: str) -> list[str]:
    """The parts of a quote between its ellipses, plain and without the punctuation at their ends.

    >>> pieces("30 days on Pro ... 90 days on Scale.")
    ['30 days on pro', '90 days on scale']
    """
    parts = _ELLIPSIS.split(plain(quote))
    return [part for part in (part.strip(" .,;:!?-[]()") for part in parts) if part]


def holders(quote: str, contexts: Sequence[str]) -> tuple[int, ...] | None:
    """The numbers, from 1, of the contexts that hold a part of the quote; None if some part stands in no context.

    >>> holders("0 days", ["30 days"]) is None
    True
    """
    texts, found = [plain(context) for context in contexts], set()
    for piece in pieces(quote):
        inside = re.compile(rf"(?<![a-z0-9])(?<!\d[.,:]){re.escape(piece)}(?![a-z0-9])")
        here = {number for number, text in enumerate(texts, start=1) if inside.search(text)}
        if not here:
            return None
        found |= here
    return tuple(sorted(found))


def too_little(quote: str, claim: str) -> str | None:
    """Why a quote, wherever it stands, cannot support a claim, in words; None if it may.

    >>> too_little("Pro costs ... dollars", "Pro costs 99 dollars.")
    'with an ellipsis where a number of the claim belongs'
    """
    if not _words(quote):
        return "that say nothing"
    numbers = _numbers(claim, _COUNTS[2:])
    if numbers and _ELLIPSIS.search(plain(quote)) and not set(numbers) & set(_numbers(quote)):
        return "with an ellipsis where a number of the claim belongs"
    return None


def not_in_answer(claim: str, answer: str) -> str | None:
    """What shows that the answer never made this claim, in words; None if nothing does.

    Each number and each name of the claim must occur in the answer, and at least half of its content words; so a claim may put
    "backups" for "they", but bring no figure, no place and no subject of its own. It does not see a claim turned round: the verdict does.

    >>> not_in_answer("The Pro plan costs 30 dollars.", "The Pro plan costs 25 dollars.")
    'the number 30 is not in the answer'
    """
    said = _said(answer)
    strange = [number for number in _numbers(claim, _COUNTS[2:]) if number not in said.numbers]
    if strange:
        return f"the number {strange[0]} is not in the answer"
    for name in _names(claim):
        if not all(_among(word, said) for word in _words(name)):
            return f"the name {name!r} is not in the answer"
    words = dict.fromkeys(_words(claim))
    strange = [word for word in words if not _among(word, said)]
    if not words and plain(claim) not in said.plain:
        return "its words are not in the answer"
    return f"{', '.join(strange[:4])} not in the answer" if 2 * len(strange) > len(words) else None


class _Said(NamedTuple):
    """What an answer says: its numbers, its words in order of the alphabet, its plain text."""

    numbers: frozenset[str]
    words: list[str]
    plain: str


@lru_cache(maxsize=32)
def _said(answer: str) -> _Said:
    """Read once for all the claims of an answer; each claim would read a long answer again."""
    return _Said(frozenset(_numbers(answer)), sorted(set(_words(answer))), plain(answer))


def _names(text: str) -> list[str]:
    """Words with a capital where no sentence begins."""
    return [word for word in dict.fromkeys(_LATER_WORD.findall(text)) if word[0].isupper()]


def _words(text: str) -> list[str]:
    return content_words(_APART.sub(r" \1 ", unicodedata.normalize("NFKC", text)))


def _among(word: str, said: _Said) -> bool:
    """Whether the word, or one with the same beginning (retained, retention), is there."""
    stem = word[: max(4, len(word) - 3)] if len(word) > 4 else word
    place = bisect_left(said.words, stem)
    found = said.words[place] if place < len(said.words) else ""
    return found.startswith(stem) if len(word) > 4 else found == word


def _numbers(text: str, counts: Sequence[str] = _COUNTS) -> list[str]:
    """The numbers in a text, "1,000" as 1000 and "two" as 2. (Of a claim "one" is not asked for: it is often no number.)"""
    text = unicodedata.normalize("NFKC", text).casefold()
    words = [str(_COUNTS.index(word)) for word in re.findall(r"[a-z]+", text) if word in counts]
    return [_bare(each) for each in _NUMBER.findall(text)] + words


def _bare(number: str) -> str:
    """1,000 and 1000, 25.0 and 25, 03:00 and 3:00 are the same."""
    number = re.sub(r",(?=\d{3}\b)", "", number)
    number = re.sub(r"\.0+$", "", number) if number.count(".") == 1 else number
    return number.lstrip("0") if re.match(r"0+[1-9]", number) else number
