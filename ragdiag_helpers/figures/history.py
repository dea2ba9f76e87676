"""The trend of a RAG over its recorded runs. As in ``plots``: returns (fig, ax), with the alt sentence on ``fig.alt``."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..audit import JUDGED, METRICS
from ..gate.runs import Run
from .style import describe as _describe
from .style import style as _style

FIRST = ("recall", "faithfulness", "answer_relevance", "correctness")  # what is drawn where nothing else is asked for
MARKS = ("o-", "s--", "^:", "D-.", "v-", "P--", "X:", "*-.")
NEW = {"judge": "a new judge", "data": "new data"}
LABELLED = 16  # more runs than this get fewer ticks


def trend(runs: Sequence[Run], metrics: Sequence[str] | None = None) -> tuple[Figure, Axes]:
    """Draw the mean of each metric, with its 95% interval, over the runs; by default of the four that a dashboard needs.

    A vertical mark says where the judge or the data changed. No line leads over a change of the data, and none of a judged metric over a
    change of the judge: those means cannot be compared. A run whose gate failed has a cross below its number. Raises ValueError where no
    run has a mean to draw.
    """
    names = [name for name in metrics or FIRST if any(run.means[name].n for run in runs)]
    names = names or [name for name in METRICS if not metrics and any(run.means[name].n for run in runs)][: len(FIRST)]
    if not names:
        raise ValueError("no run has a mean to draw; record runs with ragdiag gate --history, and name metrics that they have")
    changes = {place: _changed(run, before) for place, (before, run) in enumerate(zip(runs, runs[1:]), start=1)}
    with _style():
        fig, ax = plt.subplots(figsize=(max(6.4, min(12, 0.6 * len(runs))), 4.2))
        colours = plt.rcParams["axes.prop_cycle"].by_key()["color"]
        for number, name in enumerate(names):
            shift = (number - (len(names) - 1) / 2) * 0.1  # whiskers of one run must not hide each other
            _line(ax, runs, name, MARKS[number % len(MARKS)], colours[number % len(colours)], shift, changes)
        _mark_changes(ax, changes)
        _ticks(ax, runs)
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1), title="mean, 95% interval")
        ax.set(xlim=(-0.5, len(runs) - 0.5), ylim=(0, 1), ylabel="mean score (0 to 1)")
        ax.set_title("Mean scores, run by run", pad=30)
    _describe(fig, _alt(runs, names, changes))
    return fig, ax


def _changed(run: Run, before: Run) -> list[str]:
    return [each for each in run.changes(before) if each != "settings"]


def _line(ax: Axes, runs: Sequence[Run], name: str, mark: str, colour: str, shift: float, changes: dict[int, list[str]]) -> None:
    """One metric: marks with whiskers, joined as far as its means can be compared; a run without a mean is a gap."""
    label = name.replace("_", " ")
    for part in _parts(runs, name, changes):
        means = [runs[place].means[name] for place in part]
        x, y = [place + shift for place in part], [mean.value for mean in means]
        low, high = ([abs(mean.value - mean.interval[side]) for mean in means] for side in (0, 1))
        ax.errorbar(x, y, yerr=(low, high), fmt=mark, color=colour, label=label, capsize=3, elinewidth=1, clip_on=False)
        label = None


def _parts(runs: Sequence[Run], name: str, changes: dict[int, list[str]]) -> list[list[int]]:
    """The places of a metric's means, cut where two neighbours cannot be compared."""
    parts: list[list[int]] = [[]]
    for place, run in enumerate(runs):
        cut = "data" in changes.get(place, ()) or name in JUDGED and "judge" in changes.get(place, ())
        defined = run.means[name].value is not None
        if parts[-1] and (cut or not defined):
            parts.append([])
        if defined:
            parts[-1].append(place)
    return [part for part in parts if part]


def _mark_changes(ax: Axes, changes: dict[int, list[str]]) -> None:
    marked = {place: what for place, what in changes.items() if what}
    for place, what in marked.items():
        lift = 14 if place % 2 and {place - 1, place + 1} & set(marked) else 3  # neighbours must not overlap
        ax.axvline(place - 0.5, color="#444444", lw=1, ls=(0, (4, 3)), zorder=0)
        ax.annotate(f"new {' and '.join(what)}", (place - 0.5, 1), xytext=(0, lift), textcoords="offset points", ha="center", fontsize=9)


def _ticks(ax: Axes, runs: Sequence[Run]) -> None:
    many, places = len(runs) > 8, range(0, len(runs), -(-len(runs) // LABELLED))
    names = [f"{runs[place].number}{' ' if many else chr(10)}{(runs[place].commit or '')[:7]}".rstrip() for place in places]
    ax.set_xticks(places, names, **({"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if many else {}))
    failed = [place for place, run in enumerate(runs) if run.status == "failed"]
    ax.scatter(failed, [0.03] * len(failed), marker="x", color="black", s=45, label="gate failed" if failed else None, zorder=3)
    ax.set_xlabel("run and its commit")


def _alt(runs: Sequence[Run], names: Sequence[str], changes: dict[int, list[str]]) -> str:
    """What the figure shows, in words: each metric's course, the changes and the failures."""
    told = [_course(runs, name) for name in names]
    told += [f"run {runs[place].number} has {' and '.join(NEW[each] for each in what)}" for place, what in changes.items() if what]
    failed = [str(run.number) for run in runs if run.status == "failed"]
    told += [f"the gate failed in run{'s' * (len(failed) > 1)} {', '.join(failed)}"] if failed else []
    span = f"run {runs[0].number}" if len(runs) == 1 else f"runs {runs[0].number} to {runs[-1].number}"
    return f"Line plot of mean scores over {span}: {'; '.join(told)}."


def _course(runs: Sequence[Run], name: str) -> str:
    means = [(run.number, run.means[name].value) for run in runs if run.means[name].value is not None]
    (_, first), (_, last), (worst, lowest) = means[0], means[-1], min(means, key=lambda pair: pair[1])
    low = f", lowest {lowest:.2f} in run {worst}" if lowest < min(first, last) else ""
    return f"{name.replace('_', ' ')} from {first:.2f} to {last:.2f}{low}" if len(means) > 1 else f"{name.replace('_', ' ')} {first:.2f}"
