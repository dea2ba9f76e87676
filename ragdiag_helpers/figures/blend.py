"""Figure of lesson 5: systems with one blended score, and what it is made of."""

from collections.abc import Callable, Mapping

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .style import describe, style

MARKS = "osD^vP"


def blend_plot(systems: Mapping[str, Mapping[str, float]], figure: Callable = Figure) -> tuple[Figure, Axes]:
    """Draw one row a system, one mark a score: {system: {score: from 0 to 1}}, all with the same scores in the same order.

    Raises ValueError for no system, or where two have other scores.
    """
    names = [list(scores) for scores in systems.values()]
    if not names or any(each != names[0] for each in names):
        raise ValueError("give at least one system, and every system the same scores in the same order: {'A': {'recall': 0.6}}")
    with style():
        fig = figure(figsize=(6.4, 0.85 * len(systems) + 1.4))
        ax = fig.subplots()
        for place, name in enumerate(names[0]):
            _marks(ax, place, name, [scores[name] for scores in systems.values()], len(names[0]))
        ax.set_yticks(range(len(systems)), list(systems))
        ax.hlines([place + 0.5 for place in range(len(systems) - 1)], 0, 1, color="#dddddd", lw=1)
        ax.set(xlim=(0, 1), ylim=(len(systems) - 0.5, -0.5), xlabel="score (0 to 1)")
        ax.tick_params(axis="y", length=0)
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(names[0]), handletextpad=0.3, columnspacing=1.2)
    told = "; ".join(f"{system}: {', '.join(f'{name} {score:.2f}' for name, score in scores.items())}" for system, scores in systems.items())
    describe(fig, f"Dots of scores, one row a system. {told}.")
    return fig, ax


def _marks(ax: Axes, place: int, name: str, scores: list[float], of: int) -> None:
    """One score of every system, each with its value beside the mark."""
    heights = [row + (place - (of - 1) / 2) * 0.8 / of for row in range(len(scores))]
    ax.plot(scores, heights, MARKS[place % len(MARKS)], label=name, clip_on=False)
    for score, height in zip(scores, heights):
        side = {"xytext": (-9, 0), "ha": "right"} if score > 0.5 else {"xytext": (9, 0), "ha": "left"}
        ax.annotate(f"{score:.2f}", (score, height), textcoords="offset points", va="center", fontsize=8, **side)
