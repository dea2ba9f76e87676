"""The numbers of a report as blocks: means with what they rest on, the judge, the 2×2, and what has no score."""

import re

from ..audit import COUNTED, JUDGED, Mean
from .blocks import Block, Command, Paragraph, Picture, Section, Table, counted, one_line, some
from .facts import Facts

MEANINGS = {
    "recall": "share of the labelled pages that came",
    "precision": "share of what came that is labelled",
    "reciprocal_rank": "1 / rank of the first labelled page",
    "contextual_recall": "share of the ideal answer's claims that the contexts support",
    "contextual_precision": "how high the useful contexts stand",
    "faithfulness": "share of the answer's claims that the contexts support",
    "answer_relevance": "cosine of the question and what the answer answers",
    "correctness": "share of the ideal answer's claims that the answer states",
}
LINED = {  # which of Lines a metric is held against
    "recall": "recall", "contextual_recall": "recall", "faithfulness": "faithfulness", "answer_relevance": "relevance",
    "correctness": "correctness",
}
MEAN_COLUMNS = ("metric", "mean", "95% interval", "scored", "limits", "undefined", "line", "what it says")
THIN = 0.8  # below this coverage a mean speaks for too few rows
QUADRANTS = (("recall good", "healthy", "hallucination"), ("recall low", "confidently, citably wrong", "retrieval first"))


def numbers(found: Facts, pictures: dict[str, str]) -> Section:
    """Counted and judged means apart, and beside the judged ones how far the judge is to be trusted."""
    blocks: list[Block] = [
        Paragraph(
            "Scored says how many rows have a score, of those that should have one. The limits are the mean if every row without a score "
            "had 0, or 1. Undefined rows have no score by convention (a refusal makes no claim, an unanswerable question has no page to "
            "find). Intervals are 95% bootstrap intervals over the rows with a score."
        ),
        _means(found, "Counted from labels, no judge", COUNTED),
        _means(found, f"Judged by {one_line(found.audit.judge, 60)}", JUDGED),
        *_thin(found),
        Paragraph(judge(found)),
        *_measured(found),
    ]
    return Section("The numbers", (*blocks, *_picture(pictures, "means")))


def _thin(found: Facts) -> list[Block]:
    """A warning of means that rest on the rows that were easy to decide."""
    thin = [name.replace("_", " ") for name, mean in found.means.items() if mean.unscored and mean.coverage < THIN]
    if not thin:
        return []
    what = "This mean rests" if len(thin) == 1 else "These means rest"
    why = "Rows that are easy to decide are often the good ones, so read the limits first."
    return [Paragraph(f"{what} on fewer than {THIN:.0%} of the rows: {', '.join(thin)}. {why}")]


def _picture(pictures: dict[str, str], name: str) -> list[Block]:
    return [Picture(file, alt) for file, alt in pictures.items() if file == f"rag-report-{name}.png"]


def _means(found: Facts, caption: str, names: tuple[str, ...]) -> Table:
    rows = tuple(_mean(name, found.means[name], _line(found, name)) for name in names)
    return Table(caption, MEAN_COLUMNS, rows, MEAN_COLUMNS[1:7])


def _mean(name: str, mean: Mean, line: str) -> tuple[str, ...]:
    value, interval = "–" if mean.value is None else f"{mean.value:.2f}", _interval(mean.interval)
    coverage = "" if mean.coverage is None else f" ({mean.coverage:.0%})"
    limits = _interval(mean.limits if mean.unscored else None)
    of = f"{mean.n:,} of {mean.n + mean.unscored:,}{coverage}"
    return name.replace("_", " "), value, interval, of, limits, f"{mean.undefined:,}", line, MEANINGS[name]


def _line(found: Facts, name: str) -> str:
    return f"{getattr(found.audit.lines, LINED[name]):.2f}" if name in LINED else "–"


def judge(found: Facts) -> str:
    """How far the judge agrees with labels; or that nobody looked."""
    measured, who = found.audit.calibration, one_line(found.audit.judge, 60)
    if measured is None:
        unknown = "so how far its numbers can be trusted is not known (ragdiag calibrate measures it)"
        return f"Nobody measured the judge {who} on labels, {unknown}."
    return f"The judge {who} against {counted(measured.n, 'label')}: {one_line(measured.verdict, 600)}."


def _measured(found: Facts) -> list[Block]:
    """The judge's figures beside its numbers, or the command that gets them."""
    measured = found.audit.calibration
    if measured is None:
        return [Command("ragdiag calibrate")]
    figures = (
        ("agreement", measured.agreement, measured.agreement_interval, "share of the decided claims on which judge and label agree"),
        ("kappa", measured.kappa, measured.kappa_interval, measured.kappa_reason or "agreement beyond chance: 0 is chance, 1 is perfect"),
        ("TPR", measured.tpr, measured.tpr_interval, "share of the supported claims that it calls supported"),
        ("TNR", measured.tnr, measured.tnr_interval, "share of the other claims that it calls refuted"),
    )
    rows = tuple((name, "–" if value is None else f"{value:.2f}", _interval(interval), what) for name, value, interval, what in figures)
    caption = f"The judge against labels: it decided {measured.decided:,} of {measured.n:,} ({measured.coverage:.0%})"
    return [Table(caption, ("figure", "value", "95% interval", "what it says"), rows, ("value", "95% interval"))]


def _interval(interval: tuple[float, float] | None) -> str:
    return "–" if interval is None else f"{interval[0]:.2f} to {interval[1]:.2f}"


def two_by_two(found: Facts, pictures: dict[str, str]) -> Section:
    """Recall × faithfulness as a table with counts, what is left out of it, and the plot."""
    counts = {name: len(ids) for name, ids in found.quadrants.items()}
    rows = tuple((head, *(f"{name}: {counts[name]:,}" for name in names)) for head, *names in QUADRANTS)
    lines = found.audit.lines
    lined = f"Good means at or above the line: recall {lines.recall:.2f}, faithfulness {lines.faithfulness:.2f}."
    left, refused = counts["left out"], sum(row.evidence.refused for row in found.audit.rows)
    why = f"{refused:,} refused (a refusal claims nothing), {left - refused:,} lack one of the two scores"
    told = f"{counted(left, 'row')} {'has' if left == 1 else 'have'} no place in it: {why}."
    table = Table("Rows by retrieval and generation", ("", "faithfulness good", "faithfulness low"), rows)
    note = "Healthy here means that both halves did their work; such a row can still fail, by a wrong page or a question not answered."
    return Section("Retrieval and generation, side by side", (table, Paragraph(f"{lined} {told} {note}"), *_picture(pictures, "quadrants")))


def no_score(found: Facts) -> Section | None:
    """Rows without a class by what is missing, and scores that should be there by reason; None if there is neither."""
    undecided: dict[str, list[str]] = {}
    for row in found.undecided:
        undecided.setdefault(one_line(row.diagnosis.reason), []).append(row.id)
    blocks: list[Block] = []
    if undecided:
        rows = tuple((reason, f"{len(ids):,}", some(ids)) for reason, ids in _most_first(undecided))
        advice = "A row without a class counts for no side. Another judge may decide more of them; so do labels, references and claims."
        columns = ("what is missing", "rows", "which")
        blocks += [Paragraph(advice), Table("Rows without a class, by what is missing", columns, rows, ("rows",))]
    if reasons := _unscored(found):
        rows = tuple((reason, metric, f"{len(ids):,}", some(ids)) for (reason, metric), ids in _most_first(reasons))
        columns = ("why", "score", "rows", "which")
        blocks.append(Table("Scores that should be there and are not, by reason", columns, rows, ("rows",)))
    return Section("What has no score", tuple(blocks)) if blocks else None


def _unscored(found: Facts) -> dict[tuple[str, str], list[str]]:
    """Ids by (reason with its numbers left out, metric)."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for row in found.audit.rows:
        for name in row.unscored:
            reason = re.sub(r"\d+(\.\d+)?", "…", one_line(row.absent[name]))
            reasons.setdefault((reason, name.replace("_", " ")), []).append(row.id)
    return reasons


def _most_first(groups: dict) -> list:
    return sorted(groups.items(), key=lambda each: -len(each[1]))
