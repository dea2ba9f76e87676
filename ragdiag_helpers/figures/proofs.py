"""Which change repairs which failure: cases by interventions. As in ``plots``: returns (fig, ax), with the alt sentence on ``fig.alt``."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..audit import KINDS, Intervention
from ..audit.outcome import CANNOT_TELL, MOVED, NOTHING_TO_REPAIR, REPAIRED, UNCHANGED, outcome
from .style import describe as _describe
from .style import style as _style

MARKS = {REPAIRED: "✓", MOVED: "~", UNCHANGED: "–", NOTHING_TO_REPAIR: "o", CANNOT_TELL: "?"}
MEANING = {
    REPAIRED: "repaired", MOVED: "another answer, still wrong", UNCHANGED: "the same answer", NOTHING_TO_REPAIR: "right without the change", CANNOT_TELL: "cannot tell",
}


def proof_grid(changes: Sequence[Intervention]) -> tuple[Figure, Axes]:
    """Draw one row a case with its diagnosis, one column an intervention, and what came of it; empty where it was not tried.

    A filled square is a repair that proves the row's diagnosis. Raises ValueError without interventions, and where one was made twice.
    """
    cells = {(each.id, each.kind): each for each in changes}
    if not cells or len(cells) < len(changes):
        raise ValueError("a proof grid needs interventions, at most one of each kind for each case; keep one of each")
    rows = {each.id: each.diagnosed for each in changes}
    with _style():
        fig, ax = plt.subplots(figsize=(7.4, 0.36 * len(rows) + 1.5))
        for (name, kind), each in cells.items():
            _cell(ax, list(KINDS).index(kind), list(rows).index(name), each)
        ax.set_xticks(range(len(KINDS)), [kind.replace(" ", "\n") for kind in KINDS])
        ax.set_yticks(range(len(rows)), [f"{label}  {name}" for name, label in rows.items()])
        ax.set(xlim=(-0.5, len(KINDS) - 0.5), ylim=(len(rows) - 0.5, -0.5))
        ax.hlines([place + 0.5 for place in range(len(rows) - 1)], -0.5, len(KINDS) - 0.5, color="#dddddd", lw=1, zorder=0)
        ax.tick_params(length=0, labeltop=True, labelbottom=False)
        ax.spines[:].set_visible(False)
        shown = [word for word in MARKS if word in {outcome(each) for each in changes}]
        ax.set_xlabel("    ".join(f"{MARKS[word]} {MEANING[word]}" for word in shown), fontsize=10, labelpad=8)
    _describe(fig, f"Grid of cases by changes. {' '.join(_told(name, label, cells) for name, label in rows.items())}")
    return fig, ax


def _cell(ax: Axes, x: int, y: int, each: Intervention) -> None:
    if each.proves:
        ax.scatter(x, y, s=330, marker="s", color="#009E73")
    ax.text(x, y, MARKS[outcome(each)], ha="center", va="center", fontsize=13, fontweight="bold", color="white" if each.proves else "#222222")


def _told(name: str, label: str, cells: dict[tuple[str, str], Intervention]) -> str:
    proofs = [kind for kind in KINDS if (name, kind) in cells and cells[name, kind].proves]
    return f"{name} {label}: {'proved by ' + ', '.join(proofs) if proofs else 'proved by none'}."
