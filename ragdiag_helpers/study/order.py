"""The five questions of the diagnosis, in their one order, and the question at which each class is decided: for every stepper that asks them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ..diagnosis import possible
from .page import Html, stepper

if TYPE_CHECKING:
    from ..audit import Row

QUESTIONS = (
    "Did it fail at all?", "Retrieval: did the needed page come?", "Chunking: could a careful reader answer from what came?",
    "Generation: does the answer keep to what came, and to the question?", "Data: is the page itself right?",
)
STOPS = {  # the question that decides, by the class
    "OK": 1, "UNDECIDED": 1, "RIGHT-BY-ACCIDENT": 1, "RETRIEVAL-MISS": 2, "CHUNKING": 3, "HALLUCINATION": 4, "WRONG-QUESTION": 4,
    "FAITHFUL-BUT-CONTEXT-WRONG": 5,
}
NOT_REACHED = "Not asked: an earlier step decided."
REFUSED = {  # what the first question finds in a refusal, by whether a page holds the answer
    True: "It refuses, and a page of the documentation holds the answer. So it failed.",
    False: "It refuses, and no page of the documentation holds the answer. So it is right.",
    None: "It refuses, and nobody said whether a page of the documentation holds the answer.",
}


def stops_at(row: Row) -> int:
    """The number of the question at which the rule stops, from 1 to 5; for FAILED the first that the missing evidence leaves open."""
    label = row.diagnosis.label
    return STOPS[label] if label in STOPS else min(STOPS[each] for each in possible(row.evidence))


def in_order(title: str, row: Row, bodies: Sequence[str]) -> Html:
    """Step through the five questions about one row: ``bodies`` holds what each shows, as HTML. What comes after the last one asked is left out."""
    stop, found = stops_at(row), row.diagnosis
    owner = f", for the {escape(found.owner)}" if found.owner else ""
    verdict = f"<p><b>It stops here: {escape(found.label)}</b>{owner}: {escape(found.reason)}</p>"
    shown = [*bodies[: stop - 1], bodies[stop - 1] + verdict, *[NOT_REACHED] * (len(QUESTIONS) - stop)]
    return stepper(title, list(zip(QUESTIONS, shown, strict=True)))
