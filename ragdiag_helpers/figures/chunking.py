"""The trade-off of chunk size and k. As in ``plots``: returns (fig, ax), with the alt sentence on ``fig.alt``."""

from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .style import describe as _describe
from .style import style as _style

MARKS = ("o-", "s--", "^:", "D-.", "v-", "P--")
Point = tuple[int, float, float]  # k, mean words handed over, mean evidence recall


def chunk_tradeoff(sweep: Mapping[int, Sequence[Point]], budget: float | None = None) -> tuple[Figure, Axes]:
    """Draw evidence recall against the words handed to the generator: {chunk size: [(k, words, recall), ...]}, one line a size.

    Words double from tick to tick, so what costs the same stands one above the other. ``budget`` draws a vertical line there. All lines have
    the same k, from left to right. Raises ValueError for no size or more than six, for lines of different k, and for words below 1.
    """
    _refuse(sweep)
    (ks,) = {tuple(k for k, _, _ in points) for points in sweep.values()}
    with _style():
        fig, ax = plt.subplots(figsize=(7.2, 4.2))
        for (size, points), mark in zip(sweep.items(), MARKS):
            _, words, recalls = zip(*points)
            ax.plot(words, recalls, mark, label=f"{size} words", markersize=8, clip_on=False)
        if budget is not None:
            ax.axvline(budget, color="#444444", lw=1.2, ls=(0, (4, 3)), zorder=0)
            ax.annotate(f"about {budget:.0f} words", (budget, 0.02), xytext=(5, 0), textcoords="offset points", fontsize=9)
        _axes(ax, [words for points in sweep.values() for _, words, _ in points])
        ax.legend(title=f"chunk size\n(marks, left to right:\nk = {', '.join(map(str, ks))})", loc="upper left", bbox_to_anchor=(1.01, 1))
    places = {size: ", ".join(f"{recall:.2f} at {words:.0f}" for _, words, recall in points) for size, points in sweep.items()}
    told = (f"{size}-word chunks {each}" for size, each in places.items())
    _describe(fig, f"Line plot of evidence recall against words handed over, for k = {', '.join(map(str, ks))}: {'; '.join(told)}.")
    return fig, ax


def _refuse(sweep: Mapping[int, Sequence[Point]]) -> None:
    if not 1 <= len(sweep) <= len(MARKS) or not all(sweep.values()):
        raise ValueError(f"the trade-off has {len(sweep)} chunk sizes; it needs 1 to {len(MARKS)}, each with at least one point")
    if len({tuple(k for k, _, _ in points) for points in sweep.values()}) > 1:
        raise ValueError("the lines have different k; measure every chunk size at the same k")
    if any(words < 1 for points in sweep.values() for _, words, _ in points):
        raise ValueError("a point has less than 1 word; words are what the chunks hold in all")


def _axes(ax: Axes, words: Sequence[float]) -> None:
    ticks = [30 * 2**step for step in range(-5, 10) if min(words) / 1.5 <= 30 * 2**step <= max(words) * 1.5]
    ax.set_xscale("log", base=2)
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.minorticks_off()
    ax.set(ylim=(0, 1), xlabel="mean words handed to the generator", ylabel="evidence recall (0 to 1)")
    ax.set_title("The same words, cut in different ways")
