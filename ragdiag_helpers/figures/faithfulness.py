"""Figures of lesson 3: the claims of an answer with their evidence, and one transcript under several conventions."""

import textwrap
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..claims import faithfulness
from ..verdicts import SUPPORTED, UNDECIDED, Verdict
from .style import describe as _describe
from .style import style as _style

SHOWN = {SUPPORTED: ("✓ supported", "#009E73"), UNDECIDED: ("? undecided", "#8A5A00")}
REFUSED = ("✗ not supported", "#B34700")
COLUMNS = {"claim": (0.0, 34), "verdict": (0.38, 18), "words of the context": (0.61, 34)}  # left edge, characters a line
LINE = 0.24  # inches


def claim_table(claims: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[Figure, Axes]:
    """Draw one row a claim: its words, its verdict, and in a frame the words of the context that decide, if there are any.

    Raises ValueError where there is no claim, or not one verdict for each.
    """
    if not claims or len(claims) != len(verdicts):
        raise ValueError(f"there are {len(claims)} claims and {len(verdicts)} verdicts; give at least one claim, and a verdict for each")
    rows = [(claim, *SHOWN.get(each.label, REFUSED), each.evidence) for claim, each in zip(claims, verdicts)]
    heights = [max(len(_wrapped(row[0], "claim")), len(_wrapped(row[3], "words of the context"))) + 0.9 for row in rows]
    with _style():
        fig, ax = plt.subplots(figsize=(8.4, LINE * (sum(heights) + 1.6)))
        ax.set(xlim=(0, 1), ylim=(sum(heights), -1.6))
        ax.axis("off")
        for name, (left, _) in COLUMNS.items():
            ax.text(left, -0.9, name, fontweight="bold", va="center")
        top = 0.0
        for (claim, label, colour, quote), height in zip(rows, heights):
            ax.axhline(top - 0.2, color="#888888", lw=0.8)
            ax.text(0, top + height / 2 - 0.1, "\n".join(_wrapped(claim, "claim")), va="center")
            ax.text(COLUMNS["verdict"][0], top + height / 2 - 0.1, label, va="center", color=colour, fontweight="bold")
            _quote(ax, quote, label, top + height / 2 - 0.1)
            top += height
    score = "undefined" if (value := faithfulness(verdicts)) is None else f"{value:.2f}"
    told = "; ".join(f"{claim} {label[2:]}{f' by: {quote}' if quote else ''}" for claim, label, _, quote in rows)
    _describe(fig, f"Table of {len(claims)} claims with verdict and evidence. {told}. Faithfulness: {score}.")
    return fig, ax


def _wrapped(text: str, column: str) -> list[str]:
    return textwrap.wrap(text, COLUMNS[column][1]) or [""]


def _quote(ax: Axes, quote: str, label: str, y: float) -> None:
    instead = "the judge cannot tell" if label.startswith("?") else "nothing says so"
    text = "\n".join(_wrapped(quote or instead, "words of the context"))
    box = {"facecolor": "#FFF6B3", "edgecolor": "#444444", "boxstyle": "round,pad=0.25"} if quote else None
    ax.text(COLUMNS["words of the context"][0], y, text, va="center", style="normal" if quote else "italic", bbox=box)


def convention_scores(scores: Mapping[str, float | tuple[float, float]], line: float = 0.8) -> tuple[Figure, Axes]:
    """Draw one row a convention: a mark at its score, or a bar from the lowest to the highest that an undefined one leaves open.

    ``line`` is the pass line. Raises ValueError where there is nothing to draw.
    """
    if not scores:
        raise ValueError("there are no scores to draw; pass at least one, for example {'ours': (0.4, 0.6)}")
    with _style():
        fig, ax = plt.subplots(figsize=(6.8, 0.55 * len(scores) + 1.5))
        for y, score in enumerate(scores.values()):
            if isinstance(score, tuple):
                ax.plot(score, (y, y), "|-", color="#D55E00", markersize=14, clip_on=False)
            else:
                ax.plot(score, y, "o", color="#0072B2", markersize=10, clip_on=False)
            left = min(score) if isinstance(score, tuple) else score
            ax.annotate(_told(score), (left, y), xytext=(8, 9), textcoords="offset points", fontsize=10)
        ax.axvline(line, color="#444444", lw=1.2, ls="--")
        ax.annotate(f"pass line {line:g}", (line, -0.75), xytext=(4, 0), textcoords="offset points", fontsize=10, va="center")
        ax.set_yticks(range(len(scores)), scores)
        ax.set(xlim=(0, 1), ylim=(len(scores) - 0.5, -0.9), xlabel="faithfulness (0 to 1)")
        ax.tick_params(axis="y", length=0)
    told = "; ".join(f"{name}: {_told(score)}" for name, score in scores.items())
    _describe(fig, f"One transcript, scored under {len(scores)} conventions. {told}. Pass line {line:g}.")
    return fig, ax


def _told(score: float | tuple[float, float]) -> str:
    return f"undefined: {score[0]:.2f} to {score[1]:.2f}" if isinstance(score, tuple) else f"{score:.2f}"
