"""Figures of an audit: the 2×2 with its cases, the tally, the means.

``figure`` makes the empty figure: matplotlib.figure.Figure draws without a screen, as the report does; ``plots`` offers the
same functions for a notebook, where pyplot shows what they draw.
"""

from collections.abc import Callable, Mapping

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..audit import JUDGED, Mean
from ..diagnosis import LABELS, QUADRANTS, Evidence, Lines, two_by_two
from .style import describe, style

MOST_POINTS, MOST_NAMES = 16, 4  # beyond this many places there are counts by field only; names where few cases share a place
MOST_LETTERS = 24  # or where their names are as short as this together


def quadrant_plot(evidence: Mapping[str, Evidence], lines: Lines = Lines(), figure: Callable = Figure) -> tuple[Figure, Axes]:
    """Draw each case in its field of recall (rows) × faithfulness (columns); cases with equal scores are one mark with their count.

    Each half of an axis holds the scores on one side of the line, to scale, so that no field shrinks to an edge. High faithfulness is on
    the left, so that each field is where the tables of the lessons and of the report have it.
    """
    fields = two_by_two(evidence, lines)
    left_out = set(fields["left out"])
    points: dict[tuple[float, float], list[str]] = {}
    for name, row in evidence.items():
        if name not in left_out:
            points.setdefault((row.faithfulness, row.recall), []).append(name)
    with style():
        fig = figure(figsize=(6.4, 5))
        ax = fig.subplots()
        _fields(ax, fields, lines)
        _points(ax, points, lines)
    told = "; ".join(f"{name}: {len(ids)}" for name, ids in fields.items())
    describe(fig, f"Four fields of recall by faithfulness with the number of cases in each. {told}.")
    return fig, ax


def _fields(ax: Axes, fields: Mapping[str, list[str]], lines: Lines) -> None:
    for (high_recall, high_faithfulness), name in QUADRANTS.items():
        x, y = 0.98 if high_faithfulness else 0.48, 0.98 if high_recall else 0.48
        ax.text(x, y, f"{name}: {len(fields[name])}", ha="left", va="top", fontsize=10, fontweight="bold")
    ax.axhline(0.5, color="#444444", lw=1.2, ls="--")
    ax.axvline(0.5, color="#444444", lw=1.2, ls="--")
    ax.set(xlim=(1, 0), ylim=(0, 1), xlabel="faithfulness (1 on the left, 0 on the right)", ylabel="recall of the needed evidence (0 to 1)")
    ax.set_xticks(*_ticks(lines.faithfulness))
    ax.set_yticks(*_ticks(lines.recall))
    ax.spines[:].set_visible(True)
    out = len(fields["left out"])
    ax.set_title(f"Which half failed? ({out} case{'s have' if out != 1 else ' has'} no place here)")


def _place(score: float, line: float) -> float:
    """Where a score stands on an axis whose left half holds what is below the line, to scale, and whose right half the rest."""
    if score < line:
        return 0.06 + 0.36 * score / line
    return 0.58 + 0.36 * (score - line) / (1 - line) if line < 1 else 0.75


def _ticks(line: float) -> tuple[list[float], list[str]]:
    scores = sorted({0.0, line / 2, line, 1.0})
    return [_place(score, line) for score in scores], [f"{score:.2f}{' (line)' if score == line else ''}" for score in scores]


def _points(ax: Axes, points: Mapping[tuple[float, float], list[str]], lines: Lines) -> None:
    most = max(map(len, points.values()), default=1)
    sizes = {place: 40 + 500 * len(ids) / most for place, ids in points.items()}
    places = [(_place(faithful, lines.faithfulness), _place(recall, lines.recall)) for faithful, recall in points]
    if places:
        ax.scatter(*zip(*places), s=list(sizes.values()), color="#56B4E9", edgecolor="#0072B2", alpha=0.8, zorder=3)
    if len(points) > MOST_POINTS:
        return
    for (x, y), ids, size in zip(places, points.values(), sizes.values()):
        right = x % 0.5 >= 0.25  # beside the mark, towards the middle of its field
        gap = 6 + size**0.5 / 2
        side = {"xytext": (gap if right else -gap, 0), "ha": "left" if right else "right"}
        ax.annotate(_names(ids), (x, y), textcoords="offset points", va="center", fontsize=9, **side)


def _names(ids: list[str]) -> str:
    """The ids of a few cases, else their number."""
    few = len(ids) <= MOST_NAMES or len(", ".join(ids)) <= MOST_LETTERS
    short = few and all(len(each) <= 8 and each.isascii() and each.isprintable() for each in ids)
    return ", ".join(ids).replace("$", r"\$") if short else f"{len(ids):,} case{'s' * (len(ids) > 1)}"


def tally_plot(tally: Mapping[str, int], figure: Callable = Figure) -> tuple[Figure, Axes]:
    """Draw one bar a class with its count and, under its name, who mends it; failures are hatched."""
    names = {label: f"{label}\n{LABELS[label].owner}" if LABELS[label].owner else label for label in tally}
    with style():
        fig = figure(figsize=(6.4, 0.55 * len(tally) + 1.1))
        ax = fig.subplots()
        for place, (label, count) in enumerate(tally.items()):
            failed = bool(LABELS[label].owner)
            ax.barh(place, count, height=0.62, color="#E69F00" if failed else "#dddddd", edgecolor="#444444", hatch="//" if failed else "")
            ax.annotate(f"{count:,}", (count, place), xytext=(5, 0), textcoords="offset points", va="center")
        ax.set_yticks(range(len(tally)), names.values())
        ax.invert_yaxis()
        ax.set(xlabel="rows", xlim=(0, max(tally.values()) * 1.12))
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.tick_params(axis="y", length=0)
        ax.set_title("Rows by class and owner (hatched: failures)")
    told = ", ".join(f"{name.replace(chr(10), ', ')}: {tally[label]}" for label, name in names.items())
    describe(fig, f"Bars of rows by class and owner. {told}.")
    return fig, ax


def means_plot(means: Mapping[str, Mean], figure: Callable = Figure) -> tuple[Figure, Axes]:
    """Draw each mean with its 95% interval on a fixed axis; counted metrics are discs, judged ones squares.

    A dotted line leads to where the mean would be if every row without a score had 0, or 1.
    """
    with style():
        fig = figure(figsize=(6.4, 0.42 * len(means) + 1.2))
        ax = fig.subplots()
        for place, (name, mean) in enumerate(means.items()):
            _mean(ax, place, mean, "s" if name in JUDGED else "o")
        ax.set_yticks(range(len(means)), [f"{name.replace('_', ' ')} ({'judged' if name in JUDGED else 'counted'})" for name in means])
        ax.set(xlim=(0, 1), ylim=(len(means) - 0.5, -0.5), xlabel="mean score with 95% interval (0 to 1)")
        ax.tick_params(axis="y", length=0)
        ax.set_title("Means over the rows with a score (dotted: if the others had 0 or 1)")
    told = "; ".join(f"{name.replace('_', ' ')} {str(mean).partition(' over ')[0]}" for name, mean in means.items())
    describe(fig, f"Means with 95% intervals. {told}.")
    return fig, ax


def _mean(ax: Axes, place: int, mean: Mean, mark: str) -> None:
    note = f"{mean.n:,} of {mean.n + mean.unscored:,}"
    ax.annotate(note, (1, place), xytext=(8, 0), textcoords="offset points", va="center", annotation_clip=False, fontsize=9)
    if mean.value is None:
        ax.annotate("no score", (0.02, place), va="center", fontsize=9)
        return
    ax.plot(mean.limits, (place, place), ":", color="#444444", lw=1.5, clip_on=False)
    ax.plot(mean.interval, (place, place), "-", color="#444444", lw=2, clip_on=False)
    ax.plot(mean.value, place, mark, color="#0072B2" if mark == "o" else "#D55E00", clip_on=False)
