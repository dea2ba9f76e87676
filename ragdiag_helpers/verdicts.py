"""What a judge says: a verdict on a claim, whether an answer fits its question, or why there is no score."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

SUPPORTED, REFUTED, UNDECIDED = VERDICTS = ("supported", "refuted", "undecided")


@dataclass(frozen=True)
class Verdict:
    """Whether a context supports one claim.

    ``label`` is supported, refuted (the context says otherwise, or does not say it) or undecided (the judge cannot tell).
    ``evidence`` quotes the words that decide, "" where there are none. ``contexts`` are the numbers, from 1, of the contexts
    that support the claim. Raises ValueError for another label.
    """

    label: str
    reason: str = ""
    evidence: str = ""
    contexts: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.label not in VERDICTS:
            raise ValueError(f"{self.label!r} is no verdict; use one of: {', '.join(VERDICTS)}")


@dataclass(frozen=True)
class Relevance:
    """Whether an answer answers its question: True, False or None (undecided), and the questions that it seems to answer."""

    answers: bool | None
    questions: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Unscored:
    """Why there is no score: a judge call that failed, or a reply that cannot be trusted. Never a 0, never a 1."""

    reason: str


class Judge(Protocol):
    """What a judge can do. A call that fails returns Unscored; it never raises for what came back, and never guesses.

    ``name`` stands in reports. ``fingerprint`` changes when its verdicts may change: rules, prompt or model. ``max_in_flight`` is
    how many of its calls may run at once. ``context`` is one text or a sequence of texts in rank order.
    """

    name: str
    fingerprint: str
    max_in_flight: int

    def split(self, answer: str) -> tuple[str, ...] | Unscored:
        """The claims that the answer makes, each one checkable alone; none for a refusal or a greeting."""

    def verify(self, claims: Sequence[str], context: str | Sequence[str]) -> list[Verdict] | Unscored:
        """One verdict for each claim, in order. No context refutes every claim; no claim gives an empty list."""

    def relevance(self, question: str, answer: str) -> Relevance | Unscored:
        """Whether the answer answers the question."""
