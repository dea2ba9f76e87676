"""Stepper of lesson 3: faithfulness of one answer, claim by claim, in the very words of answer and context."""

from collections.abc import Sequence
from html import escape

from ..claims import bounds, faithfulness
from ..verdicts import SUPPORTED, UNDECIDED, Verdict
from .page import Html, frame, stepper

MARKS = {SUPPORTED: "✓", UNDECIDED: "?"}
BORDERS = {SUPPORTED: "3px solid #009E73", UNDECIDED: "3px dotted #E69F00"}


def faithfulness_stepper(answer: str, context: str, parts: Sequence[str], verdicts: Sequence[Verdict]) -> Html:
    """Step through the faithfulness of an answer: its claims, the words of the context for each, numerator and denominator.

    ``parts``: for each claim the words of the answer that make it, in order and word for word. ``verdicts``: one for each; ``evidence``
    holds words of the context, "" for none. No parts (a refusal): undefined. Raises ValueError where the two differ in number, and for
    words that are not there.
    """
    if len(parts) != len(verdicts):
        raise ValueError(f"there are {len(parts)} parts and {len(verdicts)} verdicts; give one verdict for each part")
    numbers = [f"[{number}] " for number in range(1, len(parts) + 1)]
    claimed = _inside(answer, parts, [_span(f"{name}{part}", "2px solid #56B4E9") for name, part in zip(numbers, parts)], "answer")
    steps = [("What does the answer claim?", f"{claimed}<br>{_many(len(parts))}")]
    for number, (part, verdict) in enumerate(zip(parts, verdicts), start=1):
        steps.append((f'Claim {number}, "{part}": where does it say that?', _evidence(context, verdict)))
    judged = [_judged(part, verdict) for part, verdict in zip(parts, verdicts)]
    steps.append(("Supported claims, divided by claims", f"{frame(_inside(answer, parts, judged, 'answer'))}<br>{_share(verdicts)}"))
    return stepper("Faithfulness, step by step", steps)


def _inside(text: str, parts: Sequence[str], shown: Sequence[str], name: str) -> str:
    """The text as HTML, each part of it (in order) replaced by what is to be shown for it."""
    html, place = [], 0
    for part, instead in zip(parts, shown):
        start = text.find(part, place) if part.strip() else -1
        if start < 0:
            raise ValueError(f"{part!r} does not stand in the {name} after the words before it; copy it word for word, and keep the order")
        html += [escape(text[place:start]), instead]
        place = start + len(part)
    return "".join([*html, escape(text[place:])]).replace("\n", "<br>")


def _evidence(context: str, verdict: Verdict) -> str:
    quotes = [verdict.evidence] if verdict.evidence else []
    marked = [f"<mark style='background:#F0E442;color:#000;padding:0 .2em'>{escape(quote)}</mark>" for quote in quotes]
    said = {SUPPORTED: "✓ Supported, by the marked words.", UNDECIDED: "? Undecided."}.get(verdict.label, "✗ Nowhere. Not supported.")
    reason = f" {escape(verdict.reason)}" if verdict.reason else ""
    return f"<b>{said}</b>{reason}<br><br>The context:<br>{_inside(context, quotes, marked, 'context')}"


def _judged(part: str, verdict: Verdict) -> str:
    return _span(f"{MARKS.get(verdict.label, '✗')} {part}", BORDERS.get(verdict.label, "3px dashed #D55E00"))


def _span(text: str, border: str) -> str:
    return f"<span style='border-bottom:{border};padding:0 .1em'>{escape(text)}</span>"


def _many(claims: int) -> str:
    return f"The denominator is <b>{claims}</b>." if claims else "It claims nothing, so there is nothing to divide by."


def _share(verdicts: Sequence[Verdict]) -> str:
    score, limits = faithfulness(verdicts), bounds(verdicts)
    if limits is None:
        return "No claims: undefined (<b>None</b>), an abstention."
    ticked, total = [each.label for each in verdicts].count(SUPPORTED), len(verdicts)
    if score is None:
        return f"<b>{ticked}</b> ticked of {total} in the frame, some undecided: <b>None</b>, between {limits[0]:.2f} and {limits[1]:.2f}"
    return f"<b>{ticked}</b> ticked of {total} in the frame: {ticked}/{total} = {score:.2f}"
