"""Claims that say two things of one subject, cut in two: each half can then stand in a statement of its own.

>>> halves("The loan is free and can be renewed once.")
('The loan is free.', 'The loan can be renewed once.')
>>> halves("You can borrow books and magazines.")
()
"""

import re

from .lexemes import lexemes
from .quantities import number
from .wording import AUXILIARIES, BE, DETERMINERS, LINKS, MAY, MUST, NEGATIONS, PRONOUNS

_VERBS = frozenset(
    "takes costs lasts runs needs gives gets comes holds keeps opens closes begins starts ends works means contains includes allows shows "
    "sends pays receives stays lies seats weighs expires covers applies uses offers makes lets waits returns requires supports stores "
    "brings visits has does".split()
)
_AT = re.compile(r",? (?:and|but)(?: then| also)? ")
_OPEN = re.compile(
    r"\b(?:if|when|unless|while|whether|between|both|either|neither|nor|or|who|which|that|whose|where|than|only|every|all|each)\b", re.I
)
_MODALS = (MAY | MUST | {"will", "should"}) - {"shall"}


def halves(claim: str) -> tuple[str, ...]:
    """The two claims that ``claim`` is made of, each with its subject; () where it is one, or where one half may depend on the other.

    Conditions, choices, relative clauses and quantifiers hold of both halves or of one, so claims that have them are left whole.
    """
    if _OPEN.search(claim):
        return ()
    for match in _AT.finditer(claim):
        first, second = claim[: match.start()], claim[match.end() :].rstrip(". ")
        whole = _completed(first, second)
        if whole:
            return f"{first}.", f"{whole}."
    return ()


def _completed(first: str, second: str) -> str:
    """The second half with what it leaves out of the first, "" if it is no clause."""
    words, rest = first.split(), second.split()
    low, head = [word.lower().strip(",") for word in words], rest[0].lower() if rest else ""
    verb = next((at for at, word in enumerate(low) if at and word in AUXILIARIES | _VERBS | {"cannot"}), None)
    if verb is None or len(rest) < 2:
        return ""
    subject = " ".join(words[:verb])
    if head in ("it", "they") and not LINKS.get(low[0]):
        return f"{subject} {' '.join(rest[1:])}"
    if head in AUXILIARIES | _VERBS | {"cannot"}:
        return f"{subject} {second}"
    if NEGATIONS & set(low) or any(word.endswith("n't") for word in low):
        return ""
    return _with_modal(words, low, verb, rest) or _own_clause(low, rest)


def _with_modal(words: list[str], low: list[str], verb: int, rest: list[str]) -> str:
    """"... must be 18 and stay for an hour": the verb of the second half follows the modal of the first, a participle its "be"."""
    head = rest[0].lower()
    object_ = rest[1].lower() in DETERMINERS | {"up", "at"} or number(rest[1]) is not None
    if low[verb] in _MODALS and object_ and not head.endswith(("s", "ed", "ing")) and head not in LINKS:
        return " ".join([*words[: verb + 1], *rest])
    be = next((at for at, word in enumerate(low) if at >= verb and word in BE), None)
    passive = be is not None and any(word.endswith("ed") or word in ("kept", "sent", "given", "lent") for word in low[be + 1 : be + 3])
    if passive and head.endswith("ed"):
        return " ".join([*words[: be + 1], *rest])
    return ""


def _own_clause(low: list[str], rest: list[str]) -> str:
    """"... and the change comes in euros": a clause with a subject and a verb of its own, where no phrase in front holds of both."""
    at = next((at for at, word in enumerate(rest) if word.lower() in AUXILIARIES | _VERBS), 0)
    subject = [piece.low for piece in lexemes(" ".join(rest[:at]))]
    fronted = low[0] in LINKS or low[0] in PRONOUNS - {"you", "we"}
    return " ".join(rest) if 0 < at <= 5 and subject and not fronted and not set(subject) & set(LINKS) else ""
