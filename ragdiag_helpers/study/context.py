"""Stepper of lesson 2: contextual recall and contextual precision, marked in the very claims and chunks they count."""

import re
from collections.abc import Sequence
from html import escape

from ..claims import contextual_precision, contextual_recall
from ..verdicts import SUPPORTED, UNDECIDED, Verdict
from .page import Html, frame, stepper

MARK = "background:#FFE9A8;color:#1a1a1a;padding:0 .15em;border-bottom:2px solid #B35900"


def context_stepper(claims: Sequence[str], chunks: Sequence[tuple[str, str]], verdicts: Sequence[Verdict]) -> Html:
    """Step through both scores: ``claims`` of the ideal answer, ``chunks`` as (id, text) best first, one verdict a claim.

    The words that a verdict quotes are marked, with the number of their claim, in every chunk it names. Raises ValueError where there is
    no claim, no chunk, not one verdict a claim, an undecided one (then there is nothing to divide), or a number without a chunk.
    """
    _refuse(claims, chunks, verdicts)
    useful = [any(rank in each.contexts for each in verdicts if each.label == SUPPORTED) for rank in range(1, len(chunks) + 1)]
    score, marked = contextual_recall(verdicts), _chunks(chunks, verdicts, useful)
    top = sum(each.label == SUPPORTED for each in verdicts)
    steps = [
        ("What does an ideal answer say?", _claims(claims, ())),
        ("What came back, best first?", _chunks(chunks, (), ())),
        ("Where does a chunk support a claim?", f"{marked}<p>Marked: the words that decide, each with the number of its claim.</p>"),
        (
            "Contextual recall divides by the claims",
            f"{frame(_claims(claims, verdicts))}<br><b>{top}</b> ticked of {len(claims)} framed: {top}/{len(claims)} = {score:.2f}",
        ),
        (
            "Contextual precision asks how high the useful chunks stand",
            f"{frame(_ranks(chunks, useful))}<br>{_sum(useful)} = {contextual_precision(useful):.2f}",
        ),
    ]
    return stepper("Contextual recall and precision, step by step", steps)


def _refuse(claims: Sequence[str], chunks: Sequence[tuple[str, str]], verdicts: Sequence[Verdict]) -> None:
    if not claims or not chunks or len(claims) != len(verdicts):
        raise ValueError(f"{len(claims)} claims, {len(chunks)} chunks, {len(verdicts)} verdicts; give some, and one verdict a claim")
    if any(each.label == UNDECIDED for each in verdicts):
        raise ValueError("a claim is undecided, so both scores are undefined; decide it, or show it without the stepper")
    if strange := [rank for each in verdicts for rank in each.contexts if not 1 <= rank <= len(chunks)]:
        raise ValueError(f"a verdict names chunk {strange[0]}; there are chunks 1 to {len(chunks)}")


def _claims(claims: Sequence[str], verdicts: Sequence[Verdict]) -> str:
    ticks = [("✓ " if each.label == SUPPORTED else "✗ ") for each in verdicts] or [""] * len(claims)
    return "<br>".join(f"{tick}<b>[{number}]</b> {escape(claim)}" for number, (tick, claim) in enumerate(zip(ticks, claims), start=1))


def _chunks(chunks: Sequence[tuple[str, str]], verdicts: Sequence[Verdict], useful: Sequence[bool]) -> str:
    parts = []
    for rank, (name, text) in enumerate(chunks, start=1):
        state = "" if not useful else " ✓ useful" if useful[rank - 1] else " ✗ of no use"
        quotes = [(_squeezed(each.evidence), number) for number, each in enumerate(verdicts, start=1) if rank in each.contexts]
        body = f"<span style='white-space:pre-line'>{_marked(_squeezed(text), quotes)}</span>"
        parts.append(f"<p style='margin:.5em 0'><b>{rank}. {escape(name)}{state}</b><br>{body}</p>")
    return "".join(parts)


def _squeezed(text: str) -> str:
    return re.sub(r"\n\s*\n", "\n", text.strip())


def _marked(text: str, quotes: Sequence[tuple[str, int]]) -> str:
    """Escaped text with each quote that stands in it marked; a quote inside an earlier one adds its number only."""
    places = sorted((text.find(quote), -len(quote), number) for quote, number in quotes if quote and quote in text)
    html, done = "", 0
    while places:
        start, length, number = places.pop(0)
        end, numbers = start - length, [number]
        while places and places[0][0] < end:
            numbers.append(places.pop(0)[2])
        told = "".join(f"[{each}]" for each in numbers)
        html += f"{escape(text[done:start])}<mark style='{MARK}'>{escape(text[start:end])} <b>{told}</b></mark>"
        done = end
    return html + escape(text[done:])


def _ranks(chunks: Sequence[tuple[str, str]], useful: Sequence[bool]) -> str:
    finds, parts = 0, []
    for rank, ((name, _), good) in enumerate(zip(chunks, useful), start=1):
        finds += good
        told = f"precision here {finds}/{rank}" if good else "of no use"
        parts.append(f"{'✓' if good else '✗'} {rank}. {escape(name)}: {told}")
    return "<br>".join(parts)


def _sum(useful: Sequence[bool]) -> str:
    ranks = [rank for rank, good in enumerate(useful, start=1) if good]
    terms = " + ".join(f"{finds}/{rank}" for finds, rank in enumerate(ranks, start=1))
    return f"({terms}) / <b>{len(ranks)}</b> useful" if ranks else "no chunk is useful"
