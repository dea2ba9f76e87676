"""Stepper of lesson 5: the rule of diagnosis as five questions about one audited row, with the evidence marked in its own words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ..verdicts import REFUTED, SUPPORTED, Unscored, Verdict
from .order import REFUSED, in_order
from .page import Html, chip, chips, frame, marked

if TYPE_CHECKING:
    from ..audit import Row


def rule_stepper(row: Row, quotes: Sequence[str] = ()) -> Html:
    """Step through the rule for one row of an audit: did it fail, retrieval, chunking, generation, data; it stops where the rule does.

    ``quotes`` are the words that hold the answer; they are marked in the contexts. Whatever comes from the record is shown as text.
    """
    right = escape(row.record.reference or "nobody wrote one")
    data = f"The page says what the answer says. The reference: <i>{right}</i>."
    return in_order(f"Five questions about {row.id}", row, [_signs(row), _pages(row), _contexts(row, quotes), _claims(row), data])


def _signs(row: Row) -> str:
    found = row.evidence
    asked = f"Asked: <i>{escape(row.record.question)}</i><br>Answered: <i>{escape(row.record.answer)}</i>"
    if found.refused:
        return f"{asked}<br>{REFUSED[found.answerable]}"
    told = {"right": found.correctness, "supported by its context": found.faithfulness, "to the point": found.relevance}
    return f"{asked}<br>{' '.join(_sign(name, score) for name, score in told.items())}"


def _sign(name: str, score: float | None) -> str:
    return chip(f"{name}: {'not known' if score is None else f'{score:.2f}'}", score == 1)


def _pages(row: Row) -> str:
    from ..audit.rows import retrieved  # here, so that cards and quizzes need not load what an audit needs

    needed, came = row.record.relevant_ids or (), retrieved(row.record)
    if not needed:
        return f"No page is needed: none holds the answer. Came back: {chips(came)}."
    hits = sum(each in came for each in needed)
    wanted = frame(" ".join(chip(each, each in came) for each in needed))
    share = f"<b>{hits}</b> ticked of {len(needed)} framed = {hits / len(needed):.2f}"
    return f"Came back: {chips(came, needed)}<br>Needed: {wanted}<br>recall: {share}"


def _contexts(row: Row, quotes: Sequence[str]) -> str:
    pages = "<br><br>".join(marked(text, quotes).replace("\n", "<br>") for text in row.record.contexts)
    return f"Only a person can say; the program never does. Read it cold. The words that hold the answer are marked:<br><br>{pages}<br>"


def _claims(row: Row) -> str:
    if row.evidence.refused:
        return "It refuses, so it claims nothing: there is no faithfulness. Yet the evidence was in hand."
    if isinstance(row.findings.verdicts, Unscored) or not row.findings.verdicts:
        return "Its claims are not scored."
    good = [verdict.label == SUPPORTED for verdict in row.findings.verdicts]
    lines = [_claim(claim, verdict) for claim, verdict in zip(row.findings.claims, row.findings.verdicts)]
    share = f"<b>{sum(good)}</b> ticked of {len(good)} framed = {sum(good) / len(good):.2f}"
    to_the_point = {None: "not known", 1.0: "yes", 0.0: "no"}.get(row.evidence.relevance, f"{row.evidence.relevance}")
    return f"{frame(''.join(lines))}<br>faithfulness: {share}<br>Does it answer the question? {to_the_point}."


def _claim(claim: str, verdict: Verdict) -> str:
    """One claim with its verdict: why, and the words of the context that decide."""
    tick = {SUPPORTED: "✓", REFUTED: "✗"}.get(verdict.label, "?")
    quote = f" {marked(verdict.evidence, [verdict.evidence])}" if verdict.evidence else ""
    return f"<div>{tick} {escape(claim)} <i>{escape(verdict.reason)}</i>{quote}</div>"
