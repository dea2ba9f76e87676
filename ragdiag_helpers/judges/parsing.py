"""From a reply to verdicts: what a judge said, or why it cannot be trusted. Nothing is guessed, and nothing is repaired.

A reply is a dict, or the text of one JSON object, bare or in one fence. Each function returns Unscored, with the reason in words,
for whatever else came back.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import wraps
from typing import Any

from ..fields import filled_text, kind_of, shown
from ..json_faults import parse
from ..verdicts import REFUTED, SUPPORTED, UNDECIDED, Relevance, Unscored, Verdict
from .failures import without
from .quoting import holders, not_in_answer, pieces, plain, too_little

LABELS = {"supported": SUPPORTED, "refuted": REFUTED, "not supported": REFUTED, "unsupported": REFUTED, "undecided": UNDECIDED}
ANSWERS = {"yes": True, "no": False, "undecided": None}
_FENCED = re.compile(r"```(?:json)?[ \t]*\r?\n(.*)\n[ \t]*```", re.DOTALL | re.IGNORECASE)


class _Odd(ValueError):
    """What is odd about a reply, in words."""


def _scored(parser):
    """Turn _Odd into Unscored."""

    @wraps(parser)
    def parsed(*arguments: Any, **options: Any):
        try:
            return parser(*arguments, **options)
        except _Odd as odd:
            return Unscored(str(odd))
        except RecursionError:
            return Unscored("the reply is nested too deeply to be read")

    return parsed


@_scored
def reply_object(reply: Any) -> dict | Unscored:
    """The one object that a reply holds.

    >>> reply_object('{"claims": []} {"claims": ["x"]}')
    Unscored(reason='the reply is not one JSON object: two objects')
    """
    return _opened(reply)


@_scored
def known_fields(reply: Any, schema: dict, secrets: Collection[str] = ()) -> dict | Unscored:
    """The object of a reply with the fields of its schema and no others, without secrets in its texts.

    >>> known_fields({"claims": ["a"], "more": [[1]]}, {"properties": {"claims": {}}})
    {'claims': ['a']}
    """
    return _known(_opened(reply), schema, secrets)


def _known(value: Any, schema: dict, secrets: Collection[str]) -> Any:
    if isinstance(value, str):
        return without(value, secrets)
    if isinstance(value, list):
        return [_known(each, schema.get("items", {}), secrets) for each in value]
    if isinstance(value, dict):
        wanted = schema.get("properties", {})
        return {name: _known(value[name], wanted[name], secrets) for name in wanted if name in value}
    return value


@_scored
def parse_split(reply: Any, answer: str) -> tuple[str, ...] | Unscored:
    """The claims in a reply; Unscored for a claim that is empty, stands twice, or that the answer never made.

    >>> parse_split({"claims": ["Pro costs 30 dollars."]}, "Pro costs 25 dollars.")
    Unscored(reason="claim 1 is not in the answer (the number 30 is not in the answer): 'Pro costs 30 dollars.'")
    """
    claims, seen = _list_in(_opened(reply), "claims"), {}
    for number, claim in enumerate(claims, start=1):
        _filled(claim, f"claim {number}")
        if (first := seen.setdefault(plain(claim).rstrip(" ."), number)) != number:
            raise _Odd(f"claim {number} repeats claim {first}: {_cut(claim)}")
        if strange := not_in_answer(claim, answer):
            raise _Odd(f"claim {number} is not in the answer ({strange}): {_cut(claim)}")
    return tuple(claim.strip() for claim in claims)


@_scored
def parse_verify(reply: Any, claims: Sequence[str], contexts: Sequence[str], numbered: bool = False) -> list[Verdict] | Unscored:
    """One verdict for each claim, in order; Unscored for one too few or too many, another order, or a quote that no context holds.

    ``numbered``: each verdict must carry the number of its claim, as live replies do, and a supported claim its contexts and words from
    these that say something. Only where there is one context, a supported claim may go without words.

    >>> parse_verify({"verdicts": [{"label": "not supported"}]}, ["Pro is free."], ["Pro costs 25 dollars."])
    [Verdict(label='refuted', reason='', evidence='', contexts=())]
    """
    verdicts = _list_in(_opened(reply), "verdicts")
    for number, verdict in enumerate(verdicts, start=1):
        if not isinstance(verdict, dict):
            raise _Odd(f"verdict {number} is {kind_of(verdict)} where an object belongs")
    _in_order(verdicts, len(claims), numbered)
    found = [_verdict(number, each, contexts, numbered) for number, each in enumerate(verdicts, start=1)]
    for number, verdict in enumerate(found, start=1):
        if numbered and verdict.label == SUPPORTED:
            _grounded(verdict, claims[number - 1], contexts, f"verdict {number}")
    return found


@_scored
def parse_relevance(reply: Any) -> Relevance | Unscored:
    """Whether the answer answers its question, from true, false, null or the words yes, no and undecided, and nothing near them.

    >>> parse_relevance({"answers": "You should check"})
    Unscored(reason="'answers' is 'You should check', which is none of yes, no, undecided")
    """
    row = _opened(reply)
    if "answers" not in row:
        raise _Odd("the reply does not say whether the answer answers the question ('answers' is missing)")
    questions = _list_in(row, "questions") if row.get("questions") is not None else []
    for number, question in enumerate(questions, start=1):
        _filled(question, f"question {number}")
    asked = tuple(dict.fromkeys(question.strip() for question in questions))
    return Relevance(_yes_or_no(row["answers"]), asked, _text_in(row, "reason", "the reply"))


def _opened(reply: Any) -> dict:
    if isinstance(reply, dict):
        return reply
    if not isinstance(reply, str):
        raise _Odd(f"the reply is {kind_of(reply)} where one JSON object belongs")
    text = reply.strip().removeprefix("\ufeff").strip()
    if not text:
        raise _Odd("the reply is empty")
    if text.startswith("<"):
        raise _Odd(f"the reply is a web page or markup, not JSON: {_cut(text)}")
    fenced = _FENCED.fullmatch(text)
    row = parse((fenced[1] if fenced else text).strip())
    if isinstance(row, dict):
        return row
    found = re.sub(r"^this is not JSON( at column \d+)?: ", "", row.found).replace(" on one line", "").replace("the line", "it")
    raise _Odd(f"the reply is not one JSON object: {found}")


def _list_in(row: dict, name: str) -> list:
    if not isinstance(row.get(name), list):
        found = f"{name!r} is {kind_of(row[name])}" if name in row else f"{name!r} is missing"
        raise _Odd(f"the reply holds no list of {name} ({found})")
    return row[name]


def _filled(value: Any, what: str) -> None:
    if wrong := filled_text(value):
        raise _Odd(f"{what} {wrong[0]}")


def _text_in(row: dict, name: str, what: str) -> str:
    value = row.get(name) if row.get(name) is not None else ""
    if not isinstance(value, str) or value.strip():
        _filled(value, f"the {name} of {what}")
    return value.strip()


def _cut(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")


def _in_order(verdicts: Sequence[dict], wanted: int, numbered: bool) -> None:
    named = [verdict.get("claim") for verdict in verdicts]
    numbers = [int(each) if isinstance(each, str) and re.fullmatch("[0-9]{1,6}", each.strip()) else each for each in named]
    if numbered or any(each is not None for each in numbers):
        odd = [each for each in numbers if type(each) is not int or not 1 <= each <= wanted]
        if odd:
            raise _Odd(f"a verdict is on claim {shown(odd[0])}, but the claims are numbered 1 to {wanted}")
        times = Counter(numbers)
        twice = [each for each in numbers if times[each] > 1]
        if twice:
            raise _Odd(f"claim {twice[0]} has {times[twice[0]]} verdicts")
    if len(verdicts) != wanted:
        raise _Odd(f"{len(verdicts)} verdict{'s' * (len(verdicts) != 1)} for {wanted} claim{'s' * (wanted != 1)}")
    if numbers != sorted(numbers, key=lambda each: each or 0):
        raise _Odd(f"the verdicts came in another order than the claims: {', '.join(map(str, numbers))}")


def _verdict(number: int, row: dict, contexts: Sequence[str], numbered: bool) -> Verdict:
    what = f"verdict {number}"
    label, reason, evidence = _label(row, what), _text_in(row, "reason", what), _text_in(row, "evidence", what)
    held = holders(evidence, contexts)
    if held is None:
        raise _Odd(f"{what} quotes words that no context holds: {_cut(evidence)}")
    support = (_numbers_in(row, len(contexts), what) or held) if label == SUPPORTED else ()
    if numbered and label == SUPPORTED and not support:
        if len(contexts) > 1:
            raise _Odd(f"{what} is supported, but names no context that supports it")
        support = (1,)
    return Verdict(label, reason, evidence if pieces(evidence) else "", support)


def _grounded(verdict: Verdict, claim: str, contexts: Sequence[str], what: str) -> None:
    """Raise _Odd for a supported claim whose words are too few, or stand in other contexts than those that are named."""
    if not verdict.evidence:
        if len(contexts) > 1:
            raise _Odd(f"{what} is supported, but quotes no words")
        return
    if little := too_little(verdict.evidence, claim):
        raise _Odd(f"{what} is supported by words {little}: {_cut(verdict.evidence)}")
    if holders(verdict.evidence, [contexts[number - 1] for number in verdict.contexts]) is None:
        named = ", ".join(map(str, verdict.contexts))
        raise _Odd(f"{what} quotes words that stand in no context it names ({named}): {_cut(verdict.evidence)}")


def _label(row: dict, what: str) -> str:
    label = row.get("label")
    bare = re.sub(r"[\s_-]+", " ", label.strip(" \t\r\n*_`'\".").casefold()) if isinstance(label, str) else None
    if bare not in LABELS:
        raise _Odd(f"{what} has the label {shown(label)}, which is none of supported, refuted, undecided")
    return LABELS[bare]


def _numbers_in(row: dict, many: int, what: str) -> tuple[int, ...]:
    numbers = row.get("contexts") if row.get("contexts") is not None else []
    if not isinstance(numbers, list):
        raise _Odd(f"{what} names contexts as {kind_of(numbers)} where a list of numbers belongs")
    odd = [each for each in numbers if type(each) is not int or not 1 <= each <= many]
    if odd:
        raise _Odd(f"{what} names context {shown(odd[0])}, but there {'are' if many != 1 else 'is'} {many}")
    return tuple(sorted(set(numbers)))


def _yes_or_no(value: Any) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    word = value.strip(" \t\r\n*_`'\".").casefold() if isinstance(value, str) else None
    if word not in ANSWERS:
        raise _Odd(f"'answers' is {shown(value)}, which is none of yes, no, undecided")
    return ANSWERS[word]
