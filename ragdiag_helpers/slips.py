"""Slips that a hand-written rule of diagnosis may make, each as words and as the rule that makes it.

A slip is a function (diagnose, *evidence) -> label: it asks the right rule about other evidence, or changes what the right rule says.
"""

from collections.abc import Callable
from typing import Any

Slip = Callable[..., str]
NAMES = ("answerable", "refused", "recall", "faithfulness", "relevance", "correctness")
JUDGED = ("recall", "faithfulness", "relevance")


def _read(names: tuple[str, ...], old: Any, new: Any) -> Slip:
    """The right rule, asked about evidence in which some values are read as others."""

    def slip(diagnose: Callable, *evidence: Any) -> str:
        return diagnose(*[new if name in names and value is old else value for name, value in zip(NAMES, evidence)])

    return slip


def _low(name: str, good: bool) -> Slip:
    """The right rule, asked with another line: 0.5 is read as full, or as none."""

    def slip(diagnose: Callable, *evidence: Any) -> str:
        return diagnose(*[float(good) if each == name and value == 0.5 else value for each, value in zip(NAMES, evidence)])

    return slip


def _blind(name: str, value: Any) -> Slip:
    """The right rule, to which one part of the evidence always looks the same."""

    def slip(diagnose: Callable, *evidence: Any) -> str:
        return diagnose(*[value if each == name else seen for each, seen in zip(NAMES, evidence)])

    return slip


def _said(change: Callable[[str, dict], str]) -> Slip:
    """The right rule, whose label is changed afterwards, by what is known: change(label, evidence by name)."""

    def slip(diagnose: Callable, *evidence: Any) -> str:
        return change(diagnose(*evidence), dict(zip(NAMES, evidence)))

    return slip


def _refusals(answerable: tuple, label: str) -> Slip:
    return _said(lambda found, row: label if row["refused"] and row["answerable"] in answerable else found)


def _invents(row: dict) -> bool:
    return not row["refused"] and row["faithfulness"] is not None and row["faithfulness"] < 0.8


def _beside(row: dict) -> bool:
    return not row["refused"] and row["relevance"] == 0


def _right(row: dict) -> bool:
    return not row["refused"] and row["answerable"] is not False and row["correctness"] == 1


def _only_right(found: str, row: dict) -> str:
    """What is said where nothing but the final answer is looked at."""
    if row["refused"] or row["answerable"] is False:
        return found
    score = row["recall"] if row["correctness"] is None else row["correctness"]
    if score is None and row["recall"] is None:
        return "OK"
    return "UNDECIDED" if score is None else "OK" if score == 1 else found


def _stuck(found: str, row: dict) -> str:
    """What is said where one missing sign leaves everything open, although another sign is bad."""
    if row["refused"] or row["answerable"] is False or found == "OK":
        return found
    return "UNDECIDED" if row["faithfulness"] is None or row["relevance"] is None else found


SLIPS: dict[str, Slip] = {
    "a missing score counts as 0": _read(JUDGED, None, 0.0),
    "a missing score counts as good": _read(JUDGED, None, 1.0),
    "a missing recall counts as 0": _read(("recall",), None, 0.0),
    "a missing faithfulness counts as 0": _read(("faithfulness",), None, 0.0),
    "a missing relevance counts as 0": _read(("relevance",), None, 0.0),
    "a missing reference counts as a wrong answer": _read(("correctness",), None, 0.0),
    "a missing reference counts as a right answer": _read(("correctness",), None, 1.0),
    "correctness is not looked at": _blind("correctness", None),
    "faithfulness is not looked at": _blind("faithfulness", 1.0),
    "relevance is not looked at": _blind("relevance", 1.0),
    "any recall above 0 is enough": _low("recall", True),
    "half of the claims supported is enough": _low("faithfulness", True),
    "a relevance of 0.5 is too low, although its line is 0.3": _low("relevance", False),
    "half right is right": _low("correctness", True),
    "'nobody said' counts as 'no page holds an answer'": _read(("answerable",), None, False),
    "a refusal is judged although nobody said whether a page holds the answer": _read(("answerable",), None, True),
    "a question that no page answers is treated like any other": _read(("answerable",), False, True),
    "every refusal is OK": _refusals((True, False, None), "OK"),
    "a right refusal counts as a failure": _refusals((False,), "WRONG-QUESTION"),
    "a right refusal is blamed on the retriever": _refusals((False,), "RETRIEVAL-MISS"),
    "every refusal is blamed on the retriever": _refusals((True,), "RETRIEVAL-MISS"),
    "every refusal is blamed on the prompt": _refusals((True,), "WRONG-QUESTION"),
    "the generator is asked before the retriever": _said(
        lambda found, row: "HALLUCINATION" if found == "RETRIEVAL-MISS" and _invents(row) else found
    ),
    "relevance is asked before retrieval": _said(lambda found, row: "WRONG-QUESTION" if found == "RETRIEVAL-MISS" and _beside(row) else found),
    "relevance is asked before faithfulness": _said(
        lambda found, row: "WRONG-QUESTION" if found == "HALLUCINATION" and _beside(row) else found
    ),
    "the page is blamed before anybody asks whether it came": _said(
        lambda found, row: "FAITHFUL-BUT-CONTEXT-WRONG" if found == "RETRIEVAL-MISS" and not row["refused"] and not _invents(row) else found
    ),
    "a right answer is OK, whatever supports it": _said(
        lambda found, row: "OK" if _right(row) and found in ("RIGHT-BY-ACCIDENT", "HALLUCINATION") else found
    ),
    "luck is not told from invention": _said(lambda found, row: "HALLUCINATION" if found == "RIGHT-BY-ACCIDENT" else found),
    "luck is not told from a missing page": _said(lambda found, row: "RETRIEVAL-MISS" if found == "RIGHT-BY-ACCIDENT" else found),
    "luck is only seen where no claim is supported": _said(
        lambda found, row: "RETRIEVAL-MISS" if found == "RIGHT-BY-ACCIDENT" and row["faithfulness"] != 0 else found
    ),
    "luck is only seen where the page is missing": _said(
        lambda found, row: "HALLUCINATION" if found == "RIGHT-BY-ACCIDENT" and row["recall"] == 1 else found
    ),
    "every right answer with an unsupported claim is called luck, even where its page came and supports a part": _said(
        lambda found, row: "RIGHT-BY-ACCIDENT" if found == "HALLUCINATION" and _right(row) else found
    ),
    "retrieval is asked before 'did it fail at all?'": _said(
        lambda found, row: "RETRIEVAL-MISS" if found == "OK" and not row["refused"] and row["recall"] in (0, 0.5) else found
    ),
    "a supported answer to the point counts as open where nobody labelled a page or wrote a reference": _said(
        lambda found, row: "UNDECIDED" if found == "OK" and not row["refused"] and row["recall"] is row["correctness"] is None else found
    ),
    "whatever has a score missing is undecided": _said(
        lambda found, row: "UNDECIDED" if found != "OK" and None in [row[name] for name in JUDGED] and not row["refused"] else found
    ),
    "one missing sign leaves all open, although another is bad": _said(_stuck),
    "nothing but the final answer is judged": _said(_only_right),
    "what may be OK counts as failed": _said(lambda found, row: "FAILED" if found == "UNDECIDED" else found),
    "what may be OK counts as OK": _said(lambda found, row: "OK" if found == "UNDECIDED" else found),
    "what failed for certain counts as undecided, because its class is open": _said(
        lambda found, row: "UNDECIDED" if found == "FAILED" else found
    ),
    "whatever is said without a page counts as invented": _said(
        lambda found, row: "HALLUCINATION" if row["answerable"] is False and not row["refused"] else found
    ),
    "the wrong question and the wrong page are swapped": _said(
        lambda found, row: found if row["refused"] else {
            "WRONG-QUESTION": "FAITHFUL-BUT-CONTEXT-WRONG", "FAITHFUL-BUT-CONTEXT-WRONG": "WRONG-QUESTION"
        }.get(found, found)
    ),
}
