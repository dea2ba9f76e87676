"""Stepper of lesson 7: how the gate decides one metric."""

from collections.abc import Mapping
from html import escape

from .page import Html, chip, frame, stepper

SAID = {
    "passed": "The mean is on or above its line.",
    "warned": "The mean is below its line, but the line lies inside the interval: so near the line, a few errors of the judge could make the difference.",
    "failed": "The mean is below its line, and nothing excuses it.",
    "not judged": "Too few rows have a score. A mean over the rest says nothing of the whole, so it may neither pass nor fail.",
}


def gate_stepper(name: str, scores: Mapping[str, float | None], line: float, judged: bool = True, least: float = 0.7) -> Html:
    """Step through one line of the gate. ``scores``: row → score, 0 to 1, or None for a row that should have one and has none.

    Raises ValueError without any row.
    """
    from ..calibration import bootstrap_interval
    from ..gate.plain import Measured, outcome

    if not scores:
        raise ValueError("the stepper needs at least one row: {'q1': 1.0, 'q2': None}")
    have = {row: score for row, score in scores.items() if score is not None}
    covered = len(have) / len(scores)
    value = sum(have.values()) / len(have) if have else None
    low, high = bootstrap_interval(list(have.values())) if have else (None, None)
    end = outcome(Measured(value, covered, high if judged else None), line, least)
    steps = [
        ("Which rows should have a score?", f"All of these: {' '.join(_row(row, score, ()) for row, score in scores.items())}"),
        (f"Do enough of them have one? (at least {least:.2f})", _coverage(scores, have, covered, least)),
    ]
    if have and covered >= least:
        steps += [
            ("What is the mean?", f"{frame(' '.join(_row(row, score, have) for row, score in have.items()))}<br>{_sum(have, value)}"),
            (f"Is it on or above the line? (at least {line:.2f})", f"{value:.2f} {'≥' if value >= line else '&lt;'} {line:.2f}{_scale(value, line)}"),
        ]
        steps += [("Counted or judged: what does that change?", _noise(judged, value, low, high, line))] if value < line else []
    steps.append(("What does the gate say?", f"<b>{end}</b>. {SAID[end]}"))
    return stepper(f"How the gate decides: {name}", steps)


def _row(row: str, score: float | None, ticked: Mapping | tuple) -> str:
    return chip(f"{row} {'–' if score is None else f'{score:.2f}'}", row in ticked)


def _coverage(scores: Mapping, have: Mapping, covered: float, least: float) -> str:
    rows = frame(" ".join(_row(row, score, have) for row, score in scores.items()))
    answer = "Enough." if covered >= least else "Not enough: here the gate stops."
    return f"{rows}<br><b>{len(have)}</b> ticked of {len(scores)} framed: coverage {len(have)}/{len(scores)} = {covered:.2f}. {answer}"


def _sum(have: Mapping[str, float], value: float) -> str:
    return f"The scores in the frame add up to <b>{sum(have.values()):.2f}</b>, over {len(have)} rows: {sum(have.values()):.2f}/{len(have)} = {value:.2f}"


def _noise(judged: bool, value: float, low: float, high: float, line: float) -> str:
    if not judged:
        return "Counted from labels: nothing. No judge can have erred on these rows: below the line is below the line."
    reach = "reaches" if high >= line else "does not reach"
    return f"Said by a judge, who can err: does the interval reach the line? The 95% interval is {low:.2f} to {high:.2f}. Its upper end {reach} the line {line:.2f}.{_scale(value, line, low, high)}"


def _scale(value: float, line: float, low: float | None = None, high: float | None = None) -> str:
    """A bar from 0 to 1: the line, the value as a dot and, where given, the interval as a band. Its numbers stand in the text beside it."""
    part = "position:absolute;top:{top};left:{left:.1f}%;{more}"
    band = "" if low is None else _mark(part, ".55em", 100 * low, f"width:{100 * (high - low):.1f}%;height:.5em;background:#56B4E9")
    dot = _mark(part, ".45em", 100 * value, "width:.7em;height:.7em;margin-left:-.35em;border-radius:50%;background:#0072B2")
    tick = _mark(part, "0", 100 * line, "height:1.6em;border-left:3px dashed #D55E00")
    key = f"dot: the mean{'' if low is None else '; band: its 95% interval'}; dashed: the line"
    bar = f"<div aria-hidden='true' style='position:relative;height:1.6em;margin:.4em 0;border:1px solid #888;max-width:30em'>{band}{dot}{tick}</div>"
    return f"{bar}<small>0 to 1; {escape(key)}</small>"


def _mark(part: str, top: str, left: float, more: str) -> str:
    return f"<span style='{part.format(top=top, left=left, more=more)}'></span>"
