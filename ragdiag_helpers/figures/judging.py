"""Figures of lesson 4: a judge's confusion matrix with its rates, and kappa against the share of supported claims."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..calibration import Confusion, wilson_interval
from ..inputs import whole_k
from .style import describe as _describe
from .style import style as _style

GOOD, BAD = "#009E73", "#D55E00"
WHITE = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
SHARES = tuple(each / 20 for each in range(1, 20))


def confusion_rates(counts: Confusion) -> tuple[Figure, Axes]:
    """Draw the 2x2 table of a judge (rows: label, columns: judge) and beside each row its rate, TPR or TNR, with the Wilson 95% interval.

    Raises ValueError without a claim of each label: one of the rates would be undefined.
    """
    tp, fp, fn, tn = (0 if each == 0 else whole_k(each, name) for each, name in zip(counts, ("tp", "fp", "fn", "tn")))
    if not (tp + fn and fp + tn):
        raise ValueError("the figure needs claims of both labels; without one of them TPR or TNR is undefined")
    rates = [("TPR", tp, tp + fn), ("TNR", tn, fp + tn)]
    with _style():
        fig, (ax, side) = plt.subplots(1, 2, figsize=(7.6, 3.2), width_ratios=(1, 1.1))
        _matrix(ax, [[(tp, "✓ right"), (fn, "✗ missed")], [(fp, "✗ let pass"), (tn, "✓ right")]])
        _rates(side, rates)
        fig.subplots_adjust(wspace=0.12, left=0.16, right=0.97, bottom=0.18, top=0.86)
    told = "; ".join(_told(*each) for each in rates)
    _describe(
        fig,
        f"Confusion matrix. Label supported: judge supported {tp}, judge refuted {fn}. "
        f"Label not supported: judge supported {fp}, judge refuted {tn}. {told}.",
    )
    return fig, ax


def _matrix(ax: Axes, cells: Sequence[Sequence[tuple[int, str]]]) -> None:
    for y, row in enumerate(cells):
        for x, (count, word) in enumerate(row):
            good = word.startswith("✓")
            colour, hatch = (GOOD, "") if good else (BAD, "//")
            ax.add_patch(plt.Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, facecolor=colour, edgecolor=colour, alpha=0.22, hatch=hatch, lw=2))
            ax.text(x, y - 0.06, str(count), ha="center", va="center", fontsize=18, bbox=WHITE)
            ax.text(x, y + 0.27, word, ha="center", va="center", fontsize=9, bbox=WHITE)
    ax.set_xticks((0, 1), ("judge:\nsupported", "judge:\nrefuted"))
    ax.set_yticks((0, 1), ("label:\nsupported", "label: not\nsupported"))
    ax.set(xlim=(-0.5, 1.5), ylim=(1.5, -0.5))
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.spines[:].set_visible(False)


def _rates(ax: Axes, rates: Sequence[tuple[str, int, int]]) -> None:
    for y, (name, top, bottom) in enumerate(rates):
        rate, (low, high) = top / bottom, wilson_interval(top, bottom)
        ax.errorbar(rate, y, xerr=[[rate - low], [high - rate]], fmt="os"[y], color="#0072B2", capsize=5, clip_on=False)
        ax.text(0.02, y - 0.22, f"{name} {top}/{bottom} = {rate:.2f}  [{low:.2f}, {high:.2f}]", fontsize=10)
    ax.set(xlim=(0, 1), ylim=(1.5, -0.5), yticks=(), xlabel="rate of the row, 95% interval (0 to 1)")
    ax.spines["left"].set_visible(False)


def _told(name: str, top: int, bottom: int) -> str:
    low, high = wilson_interval(top, bottom)
    return f"{name} {top} of {bottom} = {top / bottom:.2f}, 95% interval {low:.2f} to {high:.2f}"


def kappa_by_share(tpr: float, tnr: float) -> tuple[Figure, Axes]:
    """Draw agreement and kappa of one judge, of these rates, against the share of supported claims in the labels.

    Raises ValueError for a rate outside 0-1.
    """
    if not all(isinstance(each, (int, float)) and 0 <= each <= 1 for each in (tpr, tnr)):
        raise ValueError(f"tpr and tnr are {tpr!r} and {tnr!r}; they must be shares from 0 to 1")
    points = [_point(share, tpr, tnr) for share in SHARES]
    with _style():
        fig, ax = plt.subplots()
        for place, (name, mark) in enumerate((("agreement", "s--"), ("kappa", "o-"))):
            scores = [point[place] for point in points]
            ax.plot(SHARES, scores, mark, label=name, markersize=5)
            ax.annotate(name, (SHARES[-1], scores[-1]), xytext=(10, 0), textcoords="offset points", va="center", annotation_clip=False)
        low = min(0.0, *(min(point) for point in points))
        ax.set(xlim=(0, 1), ylim=(low, 1), xlabel="share of the labels that say supported", ylabel="score (1 is the best)")
        ax.set_title(f"One judge (TPR {tpr:.2f}, TNR {tnr:.2f}), other labels")
        fig.subplots_adjust(right=0.82)
    spoken = [(share, *point) for share, point in zip(SHARES, points) if share in (0.05, 0.5, 0.9, 0.95)]
    told = "; ".join(f"at {share:.2f} agreement {agreed:.2f}, kappa {kappa:.2f}" for share, agreed, kappa in spoken)
    _describe(fig, f"Line plot over the share of supported labels, for one judge with TPR {tpr:.2f} and TNR {tnr:.2f}: {told}.")
    return fig, ax


def _point(share: float, tpr: float, tnr: float) -> tuple[float, float]:
    """Agreement and kappa that a judge of these rates has where this share, above 0 and below 1, of the labels is supported."""
    says_yes = share * tpr + (1 - share) * (1 - tnr)
    observed, expected = share * tpr + (1 - share) * tnr, says_yes * share + (1 - says_yes) * (1 - share)
    return observed, (observed - expected) / (1 - expected)
