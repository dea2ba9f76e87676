"""A gate before the judge: numbers, codes and names of an answer that stand nowhere in its contexts. Deterministic, and no call.

What it finds is worth a look; what it does not find proves nothing: a wrong number that stands in the context for something else passes.
"""

import re
from collections.abc import Sequence

WORD = re.compile(r"\w+(?:[.,:]\d+)*")  # 03:00 and 1,000 are one word each; 24-hour is two
MARK = re.compile(r"\w*\d\w*(?:[.,:]\d+)*|\w+_\w+|(?<=[^.!?:\n] )[A-Z]\w*")


def words(text: str) -> set[str]:
    """The words of a text in small letters, numbers and codes included.

    >>> sorted(words("Backups run at 03:00 UTC."))
    ['03:00', 'at', 'backups', 'run', 'utc']
    """
    return set(WORD.findall(text.lower()))


def marks(text: str) -> list[str]:
    """The numbers, codes and names of a text, in order: what holds a digit or an underscore, or a capital letter inside a sentence.

    >>> marks("Yes. On Pro the key MERIDIAN_API_KEY gives 600 calls.")
    ['Pro', 'MERIDIAN_API_KEY', '600']
    """
    return MARK.findall(text)


def groundedness_gate(answer: str, contexts: Sequence[str]) -> list[str]:
    """The marks of the answer that no context holds as a whole word, in order and each once; [] where there is nothing to report.

    Capital letters make no difference. Without contexts every mark is reported. Raises ValueError where contexts is one text.

    >>> groundedness_gate("Pro allows 60 requests.", ["Pro allows 600 requests."])
    ['60']
    """
    if isinstance(contexts, str):
        raise ValueError(f"contexts is one text; pass a list of texts: [{contexts[:40]!r}]")
    known = set().union(*map(words, contexts))
    return [mark for mark in dict.fromkeys(marks(answer)) if mark.lower() not in known]
