"""The trend with the commit that broke it. As in ``plots``: returns (fig, ax), with the alt sentence on ``fig.alt``."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..gate.runs import Run
from .history import trend
from .style import describe

BAD = "#D55E00"
MOST_TICKS = 10


def bad_commit(runs: Sequence[Run], metrics: Sequence[str], line: float, bad: int) -> tuple[Figure, Axes]:
    """Draw the trend of the metrics, the line that the first of them must reach, and a band over run ``bad``, which broke it.

    Raises ValueError where there is no such run, and as ``trend`` does.
    """
    places = {run.number: place for place, run in enumerate(runs)}
    if bad not in places:
        raise ValueError(f"there is no run {bad}; there are {runs[0].number} to {runs[-1].number}")
    fig, ax = trend(runs, metrics)
    fig.set_size_inches(8, 4.8)  # as wide as a page of a notebook shows it, so that its type is not shrunk
    ax.legend(loc="lower left", ncols=len(metrics))
    ticks = range(0, len(runs), -(-len(runs) // MOST_TICKS))
    ax.set_xticks(ticks, [f"{runs[each].number} {(runs[each].commit or '')[:7]}".rstrip() for each in ticks])
    place, run = places[bad], runs[places[bad]]
    ax.axvspan(place - 0.5, place + 0.5, color=BAD, alpha=0.15, hatch="//", lw=0, zorder=0)
    ax.axhline(line, color="#444444", lw=1.2, ls=(0, (1, 2)))
    ax.annotate(f"line {line:.2f}", (len(runs) - 0.5, line), xytext=(4, -9), textcoords="offset points", va="top", fontsize=9, annotation_clip=False)
    ax.annotate(f"run {bad}, {run.commit}", (place, 1), xytext=(0, 3), textcoords="offset points", ha="center", fontsize=9, color=BAD, weight="bold")
    name = metrics[0].replace("_", " ")
    ax.set_title(f"{name} falls below its line in run {bad}", loc="left", pad=30)
    before, after = (runs[each].means[metrics[0]].value for each in (max(place - 1, 0), place))
    describe(fig, f"{fig.alt[:-1]}; run {bad}, commit {run.commit}, is marked: there {name} falls from {before:.2f} to {after:.2f}, below the line {line:.2f}.")
    return fig, ax
