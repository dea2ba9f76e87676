"""Which half of a RAG failed: one taxonomy, one order, one rule.

First ask whether the row failed at all. Only then, and in this order: retrieval, generation (unsupported claims, then another
question answered), data. CHUNKING is never the program's word: a person who read the chunks cold sets it. What is not known
decides nothing: the rule is tried with every value that the missing evidence could have, and unless all agree the row is UNDECIDED.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple


class Fault(NamedTuple):
    """What a class means for those who mend it: the coarse cause, the owner and the fix; "" where there is nothing to mend."""

    cause: str = ""
    owner: str = ""
    fix: str = ""


LABELS = {
    "OK": Fault(),
    "RETRIEVAL-MISS": Fault("retrieval", "search team", "bring the needed page: larger k, hybrid search, rerank, query rewriting"),
    "CHUNKING": Fault("chunking", "ingestion team", "cut the page so that a chunk holds the whole evidence: larger chunks, overlap, headings"),
    "HALLUCINATION": Fault("generation", "prompt/model team", "make the answer keep to its context: grounding prompt, citations, a check before sending"),
    "WRONG-QUESTION": Fault("generation", "prompt team", "make the answer address the question that was asked, and refuse only without evidence"),
    "FAITHFUL-BUT-CONTEXT-WRONG": Fault("data", "docs/data owner", "correct or remove the stale page, then index it again"),
    "RIGHT-BY-ACCIDENT": Fault("luck", "prompt/model team", "do not count it as a success: bring the evidence, or make the answer keep to its context"),
    "FAILED": Fault("", "whoever reads it first", "read it: it failed for certain, and the row says which classes are left"),
    "UNDECIDED": Fault(),
}
PASSED = ("OK",)


class Lines(NamedTuple):
    """From which score on a row counts as good, each from 0 to 1; 0 holds nothing back. Printed with every result, because they decide it."""

    recall: float = 1.0
    faithfulness: float = 0.8
    relevance: float = 0.3
    correctness: float = 1.0


@dataclass(frozen=True)
class Evidence:
    """What is known about one answer. Scores run from 0 to 1, None is not known.

    ``answerable``: the documentation holds an answer; None if nobody said (an answer is then taken for an answerable question). ``refused``:
    the answer abstains. ``unscored`` names scores that should be there and are not: without it, a correctness of None means that there is no
    reference, and a recall of None that nobody labelled the page.
    """

    answerable: bool | None
    refused: bool
    recall: float | None = None
    faithfulness: float | None = None
    relevance: float | None = None
    correctness: float | None = None
    unscored: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.answerable not in (None, True, False) or not isinstance(self.refused, bool):
            found = f"answerable is {self.answerable!r}, refused {self.refused!r}"
            raise ValueError(f"{found}; answerable must be True, False or None, refused True or False")
        for name in Lines._fields:
            score = getattr(self, name)
            if score is not None and (isinstance(score, bool) or not isinstance(score, (int, float)) or not 0 <= score <= 1):
                raise ValueError(f"{name} is {score!r}; it must be a number from 0 to 1, or None where it is not known")


@dataclass(frozen=True)
class Diagnosis:
    """The class of one row, whose fault it is, what mends it, and the sentence that says why.

    FAILED is a row that failed whatever the missing evidence is, while its class is open; its ``cause`` is filled where all open classes
    share it. UNDECIDED may be OK.
    """

    label: str
    cause: str
    owner: str
    fix: str
    reason: str
    subcase: str | None = None

    @property
    def failed(self) -> bool | None:
        """False for OK, None for UNDECIDED, else True; a RIGHT-BY-ACCIDENT did not fail its user, but it is no success."""
        return None if self.label == "UNDECIDED" else self.label not in PASSED


def named(label: str, reason: str, subcase: str | None = None) -> Diagnosis:
    """Return the diagnosis of a class of LABELS, with its cause, owner and fix. Raises ValueError for another name."""
    if label not in LABELS:
        raise ValueError(f"there is no class {label!r}; use one of: {', '.join(LABELS)}")
    return Diagnosis(label, *LABELS[label], reason, subcase)


# Why, by the branch of the rule that spoke: (class, sub-case, sentence).
_BRANCHES = {
    "right refusal": ("OK", None, "no page holds an answer, and it refused"),
    "right": ("OK", None, "answered, supported by its context, and to the point"),
    "unchecked": ("OK", None, "supported by its context and to the point; no label says whether that is the right page, no reference whether it is right"),
    "other page": ("OK", None, "right and supported although the labelled page did not come: another page says it too, so look at the label"),
    "accident": ("RIGHT-BY-ACCIDENT", None, "the answer is right, but its context does not support it"),
    "refused without": ("RETRIEVAL-MISS", None, "the needed evidence did not come, and it refused"),
    "refused with": ("WRONG-QUESTION", "FALSE-REFUSAL", "it refused with the evidence in hand"),
    "miss": ("RETRIEVAL-MISS", None, "the needed evidence did not come"),
    "citably wrong": ("RETRIEVAL-MISS", None, "the needed evidence did not come, and the answer keeps to what came: confidently, citably wrong"),
    "invented": ("HALLUCINATION", None, "the evidence came, and the answer claims what its context does not say"),
    "invented answer": ("HALLUCINATION", None, "no page holds an answer, and this one is not what its context says"),
    "beside": ("WRONG-QUESTION", None, "it keeps to its context and does not answer the question"),
    "beside answer": ("WRONG-QUESTION", None, "no page holds an answer, and it tells something else instead of saying so"),
    "stale": ("FAITHFUL-BUT-CONTEXT-WRONG", None, "the evidence came, the answer keeps to it, and it is wrong all the same"),
    "unlabelled page": (
        "FAITHFUL-BUT-CONTEXT-WRONG", None, "said to be unanswerable, and a page answers it: the label or the page is wrong"
    ),
}


def diagnose(evidence: Evidence, thresholds: Lines = Lines()) -> Diagnosis:
    """Return the class of one row by the fixed order; UNDECIDED where missing evidence could change it.

    >>> diagnose(Evidence(answerable=True, refused=True, recall=0.0)).label
    'RETRIEVAL-MISS'
    >>> diagnose(Evidence(True, False, recall=1.0, faithfulness=0.0, relevance=1.0, correctness=0.0)).label
    'HALLUCINATION'
    >>> print(diagnose(Evidence(True, False, recall=1.0, relevance=1.0, correctness=0.0)).reason)
    faithfulness is missing: it could be HALLUCINATION or FAITHFUL-BUT-CONTEXT-WRONG
    """
    checked_lines(thresholds)
    rows = [] if _unchecked(evidence, thresholds) else _completions(evidence, thresholds, missing(evidence))
    branches = dict.fromkeys([_branch(each, thresholds) for each in rows] or ["unchecked"])
    outcomes = dict.fromkeys(_BRANCHES[branch][:2] for branch in branches)
    if len(outcomes) > 1:
        return _open([label for label, _ in outcomes], _undecided(evidence, thresholds, [label for label, _ in outcomes]))
    label, subcase, sentence = _BRANCHES[next(iter(branches))]
    known = [f"{name} {getattr(evidence, name):.2f}" for name in Lines._fields if getattr(evidence, name) is not None]
    return named(label, f"{sentence} ({', '.join(known)})" if known else sentence, subcase)


def _open(labels: Sequence[str], reason: str) -> Diagnosis:
    """The diagnosis of a row of which several classes are left."""
    if any(label in PASSED for label in labels):
        return named("UNDECIDED", reason)
    causes = {LABELS[label].cause for label in labels}
    failed = named("FAILED", reason)
    return replace(failed, cause=causes.pop()) if len(causes) == 1 else failed


@lru_cache(maxsize=4096)
def possible(evidence: Evidence, thresholds: Lines = Lines()) -> tuple[str, ...]:
    """Return the classes that the evidence leaves open, most of them where most is missing; a single one where it decides.

    >>> possible(Evidence(True, False, recall=1.0, relevance=1.0, correctness=0.0))
    ('HALLUCINATION', 'FAITHFUL-BUT-CONTEXT-WRONG')
    """
    if _unchecked(evidence, thresholds):
        return ("OK",)
    branches = (_branch(each, thresholds) for each in _completions(evidence, thresholds, missing(evidence)))
    return tuple(dict.fromkeys(_BRANCHES[branch][0] for branch in branches))


def checked_lines(lines: Lines) -> Lines:
    """Return the lines as they are. Raises ValueError for what is no Lines, and for a line that is not from 0 to 1."""
    if not isinstance(lines, Lines):
        raise ValueError(f"the thresholds are {lines!r}; write them as Lines(recall=1.0, faithfulness=0.8)")
    for name, line in zip(Lines._fields, lines):
        if isinstance(line, bool) or not isinstance(line, (int, float)) or not 0 <= line <= 1:
            raise ValueError(f"the line of {name} is {line!r}; it must be a number from 0 to 1")
    return lines


def _branch(row: Evidence, lines: Lines) -> str:
    """The whole rule, for a row on which everything is known. The order of these lines is the order of the diagnosis."""
    good = {name: getattr(row, name) is not None and getattr(row, name) >= line for name, line in zip(Lines._fields, lines)}
    if row.answerable is False:
        return "right refusal" if row.refused else _unanswerable(good)
    if row.refused:
        return "refused with" if good["recall"] else "refused without"
    if good["correctness"] and not good["faithfulness"] and (not good["recall"] or row.faithfulness == 0):
        return "accident"
    right = good["correctness"] if row.correctness is not None else good["recall"]
    if right and good["faithfulness"] and good["relevance"]:
        return "right" if good["recall"] else "other page"
    if not good["recall"]:
        return "citably wrong" if good["faithfulness"] and row.correctness is not None and not good["correctness"] else "miss"
    if not good["faithfulness"]:
        return "invented"
    return "stale" if good["relevance"] else "beside"


def _unchecked(row: Evidence, lines: Lines) -> bool:
    """A good answer of which nobody said which page it needs, nor what is right: nothing speaks against it."""
    if row.refused or row.answerable is False or row.recall is not None or row.correctness is not None:
        return False
    known = row.faithfulness is not None and row.relevance is not None and not {"recall", "correctness"} & set(row.unscored)
    return known and row.faithfulness >= lines.faithfulness and row.relevance >= lines.relevance


def _unanswerable(good: Mapping[str, bool]) -> str:
    if not good["faithfulness"]:
        return "invented answer"
    return "unlabelled page" if good["relevance"] else "beside answer"


def missing(evidence: Evidence) -> list[str]:
    """The names of what should be known of a row and is not."""
    names = ("answerable", "recall") if evidence.refused else ("recall", "faithfulness", "relevance")
    absent = [name for name in names if getattr(evidence, name) is None]
    if evidence.answerable is False and "recall" in absent:
        absent.remove("recall")  # undefined: nothing could have been retrieved
    return absent + ["correctness"] * ("correctness" in evidence.unscored and evidence.correctness is None and not evidence.refused)


def _completions(evidence: Evidence, lines: Lines, absent: Sequence[str]) -> list[Evidence]:
    """The row with every value that its missing evidence could have: none, just below its line, full."""
    below = {name: (0.0, line * 0.999, 1.0) for name, line in zip(Lines._fields, lines)}
    values = [(False, True) if name == "answerable" else below[name] for name in absent]
    return [replace(evidence, **dict(zip(absent, each))) for each in product(*values)]


def _undecided(evidence: Evidence, lines: Lines, labels: Sequence[str]) -> str:
    """Name the missing evidence that matters: without which the others would not decide it either."""
    absent = missing(evidence)
    told = " and ".join(name for name in absent if _matters(evidence, lines, absent, name)) or " and ".join(absent)
    return f"{told} {'are' if ' and ' in told else 'is'} missing: it could be {' or '.join(dict.fromkeys(labels))}"


def _matters(evidence: Evidence, lines: Lines, absent: Sequence[str], name: str) -> bool:
    others = [each for each in absent if each != name]
    for row in _completions(evidence, lines, others):
        if len({_BRANCHES[_branch(each, lines)][:2] for each in _completions(row, lines, [name])}) > 1:
            return True
    return False


QUADRANTS = {
    (True, True): "healthy",
    (True, False): "hallucination",
    (False, True): "confidently, citably wrong",
    (False, False): "retrieval first",
}


def two_by_two(rows: Mapping[str, Evidence], thresholds: Lines = Lines()) -> dict[str, list[str]]:
    """Sort ids into the four fields of context recall × faithfulness, and "left out": refused, or one of the two is missing.

    >>> two_by_two({"q1": Evidence(True, False, recall=0.0, faithfulness=1.0)})["confidently, citably wrong"]
    ['q1']
    """
    fields: dict[str, list[str]] = {name: [] for name in (*QUADRANTS.values(), "left out")}
    for name, row in rows.items():
        if row.refused or row.recall is None or row.faithfulness is None:
            fields["left out"].append(name)
        else:
            fields[QUADRANTS[row.recall >= thresholds.recall, row.faithfulness >= thresholds.faithfulness]].append(name)
    return fields
