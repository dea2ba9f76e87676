"""The class report's figure: pass rates of the exercises with their intervals."""

from io import BytesIO

from .lesson import Exercise
from .tally import Share


def pass_rate_plot(shares: list[tuple[Exercise, Share]]) -> tuple[bytes, str]:
    """PNG and alt sentence: one row an exercise, its pass rate as a disc (below one half: a square) on its Wilson 95% interval."""
    from matplotlib.figure import Figure

    from ragdiag_helpers.figures.style import style

    with style():
        fig = Figure(figsize=(6.4, 0.42 * len(shares) + 1.2))
        ax = fig.subplots()
        for place, (_, share) in enumerate(shares):
            _row(ax, place, share)
        ax.set_yticks(range(len(shares)), [each.title.replace("$", r"\$") for each, _ in shares])
        ax.set(xlim=(0, 1), ylim=(len(shares) - 0.5, -0.5), xlabel="share that passed all checks, with 95% interval (0 to 1)")
        ax.tick_params(axis="y", length=0)
        ax.set_title("Who passed, of those who answered", loc="left")
        data = BytesIO()
        fig.savefig(data, format="png", dpi=130, bbox_inches="tight", facecolor="white", metadata={"Software": None})
    told = "; ".join(f"{each.title} {len(share.passed)} of {share.n}, {len(share.untouched)} untouched" for each, share in shares)
    return data.getvalue(), f"Pass rates of the exercises, of those who answered. {told}."


def _row(ax, place: int, share: Share) -> None:
    note = f"{len(share.passed)} of {share.n}" + (f", {len(share.untouched)} untouched" if share.untouched else "")
    ax.annotate(note, (1, place), xytext=(8, 0), textcoords="offset points", va="center", annotation_clip=False, fontsize=9)
    if share.rate is None:
        ax.annotate("nobody answered", (0.02, place), va="center", fontsize=9)
        return
    ax.plot(share.interval, (place, place), "-", color="#444444", lw=2, clip_on=False)
    ax.plot(share.rate, place, "o" if share.rate >= 0.5 else "s", color="#0072B2" if share.rate >= 0.5 else "#D55E00", clip_on=False)
