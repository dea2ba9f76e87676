"""Figures of the course. Each function draws one, returns (fig, ax), and leaves its alt sentence on ``fig.alt``."""

from collections.abc import Collection, Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from .audit import Mean
from .diagnosis import Evidence, Lines
from .figures import audit as figures
from .figures import blend
from .figures.bad_commit import bad_commit as bad_commit
from .figures.chunking import chunk_tradeoff as chunk_tradeoff
from .figures.faithfulness import claim_table as claim_table
from .figures.faithfulness import convention_scores as convention_scores
from .figures.history import trend as trend
from .figures.judging import confusion_rates as confusion_rates
from .figures.judging import kappa_by_share as kappa_by_share
from .figures.proofs import proof_grid as proof_grid
from .figures.style import describe as _describe
from .figures.style import style as _style
from .inputs import id_set
from .retrieval import RetrievalSummary


def score_card(rows: Sequence[tuple[str, bool, bool]]) -> tuple[Figure, Axes]:
    """Draw one row a question, (name, was the needed page retrieved, was the answer right), as marks in two columns."""
    columns = ("needed page retrieved", "answer right")
    with _style():
        fig, ax = plt.subplots(figsize=(5.2, 0.45 * len(rows) + 1.2))
        for y, (_, *marks) in enumerate(rows):
            for x, good in enumerate(marks):
                colour, mark = ("#009E73", "✓") if good else ("#D55E00", "✗")
                ax.scatter(x, y, s=520, marker="o" if good else "s", color=colour)
                ax.text(x, y, mark, ha="center", va="center", color="white", fontsize=14, fontweight="bold")
        ax.set_xticks(range(2), columns)
        ax.set_yticks(range(len(rows)), [name for name, *_ in rows])
        ax.set(xlim=(-0.6, 1.6), ylim=(len(rows) - 0.4, -0.6))
        ax.tick_params(length=0, labeltop=True, labelbottom=False)
        ax.spines[:].set_visible(False)
    told = (f"{name}: page {_yes(found)}, answer {_yes(right)}" for name, found, right in rows)
    _describe(fig, f"Table of marks for {columns[0]} and {columns[1]}. {'; '.join(told)}.")
    return fig, ax


def _yes(good: bool) -> str:
    return "yes" if good else "no"


def k_sweep(summaries: Sequence[RetrievalSummary]) -> tuple[Figure, Axes]:
    """Draw mean recall@k, precision@k and MRR against k; one summary of the same questions for each k."""
    if not summaries or any(summary.recall.value is None for summary in summaries):
        raise ValueError("a k sweep needs at least one summary, each of at least one answerable question")
    ks = [summary.k for summary in summaries]
    lines = {
        "recall@k": ("o-", [summary.recall.value for summary in summaries]),
        "MRR@k": ("^:", [summary.mrr.value for summary in summaries]),
        "precision@k": ("s--", [summary.precision.value for summary in summaries]),
    }
    names = sorted(lines, key=lambda name: lines[name][1][-1])
    heights = [lines[name][1][-1] for name in names]
    for place in range(1, len(heights)):  # labels of lines that end together must not overlap
        heights[place] = max(heights[place], heights[place - 1] + 0.07)
    with _style():
        fig, ax = plt.subplots()
        for name, (mark, scores) in lines.items():
            ax.plot(ks, scores, mark, label=name, clip_on=False)
            place = (ks[-1], heights[names.index(name)])
            ax.annotate(name, place, xytext=(10, 0), textcoords="offset points", va="center", annotation_clip=False)
        ax.set(xlabel="k (pages handed to the generator)", ylabel="mean score (0 to 1)", ylim=(0, 1), xticks=ks)
        ax.set_title("What a larger k gains, and what it costs")
        fig.subplots_adjust(right=0.8)
    told = (f"{name} {', '.join(f'{score:.2f}' for score in scores)}" for name, (_, scores) in lines.items())
    _describe(fig, f"Line plot over k = {', '.join(map(str, ks))}: {'; '.join(told)}.")
    return fig, ax


def overlap(relevant: Collection[str], retrieved: Collection[str]) -> tuple[Figure, Axes]:
    """Draw relevant and retrieved ids as two overlapping sets; precision and recall are shares of one circle each."""
    wanted, got = id_set(relevant, "relevant"), id_set(retrieved, "retrieved")
    parts = {"relevant only": wanted - got, "both": wanted & got, "retrieved only": got - wanted}
    with _style():
        fig, ax = plt.subplots(figsize=(6.4, 3.4))
        ax.add_patch(Circle((-0.55, 0), 1, facecolor="#0072B2", alpha=0.25, hatch="//", edgecolor="#0072B2", lw=2))
        ax.add_patch(Circle((0.55, 0), 1, facecolor="#E69F00", alpha=0.25, edgecolor="#D55E00", lw=2, ls="--"))
        for x, ids in zip((-1, 0, 1), parts.values()):
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5} if ids else None
            ax.text(x, 0, "\n".join(sorted(ids)) or "-", ha="center", va="center", fontsize=11, bbox=box)
        ax.text(-0.85, 1.1, f"relevant ({len(wanted)})", ha="center", fontsize=11)
        ax.text(0.85, 1.1, f"retrieved ({len(got)})", ha="center", fontsize=11)
        hits = len(parts["both"])
        ax.text(-1.15, -1.25, f"recall: {hits} of {len(wanted)} relevant", ha="center", fontsize=11)
        ax.text(1.15, -1.25, f"precision: {hits} of {len(got)} retrieved", ha="center", fontsize=11)
        ax.set(xlim=(-2.3, 2.3), ylim=(-1.4, 1.3), aspect="equal")
        ax.axis("off")
    told = "; ".join(f"{name}: {', '.join(sorted(ids)) or 'none'}" for name, ids in parts.items())
    _describe(fig, f"Two overlapping sets. {told}.")
    return fig, ax


def bars(counts: Mapping[str, int], xlabel: str) -> tuple[Figure, Axes]:
    """Draw one horizontal bar a name, with its count beside it, in the order given."""
    with _style():
        fig, ax = plt.subplots(figsize=(6.4, 0.4 * len(counts) + 1))
        ax.barh(list(counts), list(counts.values()), color="#56B4E9", edgecolor="#0072B2", hatch="//")
        for place, count in enumerate(counts.values()):
            ax.annotate(str(count), (count, place), xytext=(5, 0), textcoords="offset points", va="center")
        ax.invert_yaxis()
        ax.set(xlabel=xlabel, xlim=(0, max(counts.values()) * 1.12))
        ax.tick_params(axis="y", length=0)
    _describe(fig, f"Bars of {xlabel}: {', '.join(f'{name} {count}' for name, count in counts.items())}.")
    return fig, ax


def recall_by_kind(recalls: Mapping[str, Mapping[str, float]]) -> tuple[Figure, Axes]:
    """Draw mean recall for each kind of question (rows) and each way to retrieve (marks): {way: {kind: recall}}."""
    kinds = list(next(iter(recalls.values())))
    with _style():
        fig, ax = plt.subplots(figsize=(6.4, 0.7 * len(kinds) + 1.6))
        for number, (way, mark) in enumerate(zip(recalls, "osD^vP")):
            heights = [place + (number - (len(recalls) - 1) / 2) * 0.16 for place in range(len(kinds))]
            ax.plot([recalls[way][kind] for kind in kinds], heights, mark, label=way, clip_on=False)
        ax.set_yticks(range(len(kinds)), kinds)
        ax.set(xlim=(0, 1), ylim=(len(kinds) - 0.5, -0.5), xlabel="mean recall (0 to 1)")
        ax.hlines([place + 0.5 for place in range(len(kinds) - 1)], 0, 1, color="#dddddd", lw=1)
        ax.legend(loc="lower center", bbox_to_anchor=(0.45, 1), ncols=len(recalls))
    told = (f"{way}: " + ", ".join(f"{kind} {recalls[way][kind]:.2f}" for kind in kinds) for way in recalls)
    _describe(fig, f"Mean recall by kind of question. {'; '.join(told)}.")
    return fig, ax


def quadrant_plot(evidence: Mapping[str, Evidence], lines: Lines = Lines()) -> tuple[Figure, Axes]:
    """Draw each case in its field of recall (rows) × faithfulness (columns): {id: evidence}, as for two_by_two."""
    return figures.quadrant_plot(evidence, lines, plt.figure)


def tally_plot(tally: Mapping[str, int]) -> tuple[Figure, Axes]:
    """Draw one bar a class of an audit's tally, with its owner."""
    return figures.tally_plot(tally, plt.figure)


def means_plot(means: Mapping[str, Mean]) -> tuple[Figure, Axes]:
    """Draw the means of an audit with their 95% intervals: {metric: audit.mean(metric)}."""
    return figures.means_plot(means, plt.figure)


def blend_plot(systems: Mapping[str, Mapping[str, float]]) -> tuple[Figure, Axes]:
    """Draw systems row by row with what their blended score is made of: {system: {score: from 0 to 1}}."""
    return blend.blend_plot(systems, plt.figure)
