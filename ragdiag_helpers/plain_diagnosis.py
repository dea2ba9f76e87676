"""The rule of ``diagnosis`` over plain values, and a check of a learner's rule over the whole space of evidence.

Evidence is (answerable, refused, recall, faithfulness, relevance, correctness), as in ``Evidence``. Where a learner's rule and this one first
differ, the check says that evidence in words, what the rule says about it, and with which slip the same result comes out.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from .diagnosis import Diagnosis, Evidence, Lines
from .diagnosis import diagnose as _diagnose
from .outcomes import CheckFailed, Raised, matches, message, name_of, outcome, passed
from .slips import SLIPS
from .values import is_exactly

NAMES = ("answerable", "refused", "recall", "faithfulness", "relevance", "correctness")
SCORES = (1.0, 0.5, 0.0, None)
NEARLY_ALL = 0.9  # a slip is named only where it explains so much of what a rule says
SETTLED = {  # (answerable, refused) -> why no score is needed
    (True, True): "a page holds the answer, and the asker got none",
    (False, True): "no page holds an answer, so it was right to refuse",
    (None, True): "nobody said whether a page holds the answer, so the refusal may be right or wrong",
    (False, False): "no page holds an answer, and it gave one",
}
Plain = tuple[bool | None, bool, float | None, float | None, float | None, float | None]
@lru_cache(maxsize=None)
def _found(*evidence: Any) -> Diagnosis:
    return _diagnose(Evidence(*evidence))


def diagnose(*evidence: Any) -> str:
    """The label of ``diagnosis.diagnose`` for plain values.

    >>> diagnose(True, False, 1.0, 0.0, 1.0, 0.0)
    'HALLUCINATION'
    """
    return _found(*evidence).label


def failed(*evidence: Any) -> bool | None:
    """Whether the row failed: False for OK, None for UNDECIDED, else True."""
    return _found(*evidence).failed


def fault(*evidence: Any) -> str:
    """The label of a row that failed and of which the rule needs nothing more (see FAULTS)."""
    return diagnose(*evidence)


def needed(evidence: Plain) -> set[str]:
    """The names of what the rule looks at: of a refusal the recall, of an answer recall, faithfulness and relevance.

    Where no page holds an answer, recall does not exist, and a refusal needs nothing more.
    """
    answerable, refused = evidence[:2]
    looked_at = {"recall"} if refused else {"recall", "faithfulness", "relevance"}
    return looked_at - {"recall"} if answerable is False else looked_at


def oddity(evidence: Plain) -> int:
    """How far a file is from one that people meet: entries that are needed and missing, or there and of no use."""
    wanted, scores = needed(evidence), dict(zip(NAMES[2:], evidence[2:]))
    missing = sum(scores[name] is None for name in wanted) + (evidence[0] is None)
    idle = {"correctness"} if evidence[0] is not False and not evidence[1] else set()
    return missing + sum(scores[name] is not None for name in set(scores) - wanted - idle)


# Every combination; files that people meet come first, because they are easier to think about.
SPACE: list[Plain] = sorted(product((True, False, None), (False, True), *[SCORES] * 4), key=oddity)


def known(evidence: Plain) -> bool:
    """Whether all is there that the rule looks at. A correctness of None means that nobody wrote a reference."""
    answerable, refused = evidence[:2]
    return not any(dict(zip(NAMES, evidence))[name] is None for name in needed(evidence)) and not (refused and answerable is None)


FAULTS = [each for each in SPACE if known(each) and failed(*each)]
CASES = {"failed": SPACE, "fault": FAULTS, "diagnose": SPACE}


def in_words(evidence: Plain) -> str:
    """Evidence as a person would say it.

    >>> in_words((True, True, 0.0, None, None, None))
    'a page holds the answer; it refused; recall 0'
    """
    answerable, refused, *scores = evidence
    told = {True: "a page holds the answer", False: "no page holds an answer", None: "nobody said whether a page holds the answer"}[answerable]
    names = NAMES[2:3] if refused else NAMES[2:]  # of a refusal nothing but the recall is looked at
    parts = [f"{name} {'is missing' if score is None else f'{score:g}'}" for name, score in zip(names, scores)]
    if answerable is False:
        parts = parts[1:]
    if not refused and scores[-1] is None:
        parts[-1] = "no reference, so no correctness"
    return "; ".join([told, "it refused" if refused else "it answered", *parts])


def agree_everywhere(mine: Callable, theirs: Callable) -> None:
    """Compare a learner's rule with failed, fault or diagnose over all evidence meant for it. Raises CheckFailed at the first that differs."""
    cases = CASES[theirs.__name__]
    results = passed.setdefault(name_of(mine), {})
    results["agrees everywhere"] = False
    outcomes = [outcome(mine, case) for case in cases]
    for case, got in zip(cases, outcomes):
        if not matches(got, wanted := theirs(*case)):
            call = f"{name_of(mine)}{case}"
            raise CheckFailed(message(call, got, wanted, _thought(case, got, theirs, cases, outcomes)))
    results["agrees everywhere"] = True
    print(f"ok: yours and the package's rule agree on all {len(cases)} pieces of evidence")


def _thought(case: Plain, got: Any, theirs: Callable, cases: Sequence[Plain], outcomes: Sequence[Any]) -> str:
    told = f"In words: {in_words(case)}."
    if is_exactly(got, Raised):
        return f"{told} It stopped with {type(got.error).__name__}: {got.error}."
    slip = _nearest(case, got, theirs, cases, outcomes)
    return f"{told} {f'This comes out when {slip}. ' if slip else ''}The rule: {_why(case, theirs)}."


def _why(case: Plain, theirs: Callable) -> str:
    """Why the wanted value is right: for ``failed`` without the class, which is another question."""
    return _why_failed(*case) if theirs.__name__ == "failed" else _found(*case).reason.partition(" (")[0]


def _why_failed(answerable: bool | None, refused: bool, recall: float | None, *judged: float | None) -> str:
    """What settles whether the row failed, or leaves it open."""
    if refused or answerable is False:
        return SETTLED[answerable, refused]
    scores = dict(zip(NAMES[3:], judged))
    if scores["correctness"] is None:
        del scores["correctness"]
        scores |= {} if recall is None else {"recall": recall}
    bad = [name for name, score in scores.items() if score is not None and score < getattr(Lines(), name)]
    missing = [name for name, score in scores.items() if score is None]
    if bad:
        return f"{_told(bad[0], scores[bad[0]])} is below its line, {getattr(Lines(), bad[0]):g}, and one bad sign settles it"
    if missing:
        return f"no sign is bad, and {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing: it may be fine or not"
    if len(scores) == 2:
        return "nobody labelled a page or wrote a reference, and the other two signs are good"
    return "right, supported and to the point: each sign reaches its line"


def _told(name: str, score: float) -> str:
    return f"{'without a reference recall stands in for correctness: recall' if name == 'recall' else name} {score:g}"


def _nearest(case: Plain, got: Any, theirs: Callable, cases: Sequence[Plain], outcomes: Sequence[Any]) -> str:
    """The slip that gives this result here and explains the learner's rule best; "" where none agrees with it nearly everywhere."""
    read = _failed_of if theirs.__name__ == "failed" else str
    fitting = {words: slip for words, slip in SLIPS.items() if matches(got, read(slip(diagnose, *case)))}
    agreement = {
        words: sum(matches(mine, read(slip(diagnose, *each))) for each, mine in zip(cases, outcomes)) for words, slip in fitting.items()
    }
    right = sum(matches(mine, theirs(*each)) for each, mine in zip(cases, outcomes))
    best = max(agreement, key=agreement.get, default="")
    return best if best and agreement[best] > max(right, NEARLY_ALL * len(cases)) else ""


def _failed_of(label: str) -> bool | None:
    return None if label == "UNDECIDED" else label != "OK"
