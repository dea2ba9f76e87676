"""Single rows in words: the cells of the per-case table, the order of the lowest, and one row in full."""

from collections import Counter
from collections.abc import Iterable, Sequence

from ..audit import Row
from ..diagnosis import Diagnosis, Lines
from ..verdicts import Relevance, Unscored, Verdict
from .blocks import Block, Paragraph, Passage, Section, Table, id_line, one_line, sentence, shortened
from .facts import Facts

CASE_COLUMNS = ("case", "recall", "faithfulness", "relevance", "correctness", "diagnosis", "fix owner")
SCORE_COLUMNS = CASE_COLUMNS[1:5]
NONE = "–"
HOW_TO_READ = (
    "A dash means no score, and rag-report.json says why (absent); for relevance it may also be a low cosine, which proves nothing: right "
    "answers often share few words with their question. ≥ and ≤: some claims are undecided, yet the score lies on one side "
    "of its line whatever they are. Recall by claims: nobody labelled the pages, so the ideal answer's claims were looked for in what "
    "came. Relevance is the judge's yes or no where it gave one (a right answer counts as yes), else a cosine."
)


def case_cells(row: Row, lines: Lines) -> tuple[str, ...]:
    """One row of the per-case table, a cell for each of CASE_COLUMNS: what the rule decided by."""
    scores, evidence = row.scores, row.evidence
    return (
        id_line(row.id),
        _recall(row, lines.recall),
        score(scores["faithfulness"], evidence.faithfulness, lines.faithfulness),
        _relevance(row, lines.relevance),
        score(scores["correctness"], evidence.correctness, lines.correctness),
        class_name(row.diagnosis),
        row.diagnosis.owner or NONE,
    )


def score(value: float | None, used: float | None, line: float) -> str:
    """A score with two decimals, or the bound that the rule used in its place, or a dash.

    >>> score(0.5, 0.5, 0.8), score(None, 0.25, 0.8), score(None, None, 0.8), score(0.999, 0.999, 1.0)
    ('0.50', '≤0.25', '–', '0.9990')
    """
    known = used if value is None else value
    if known is None:
        return NONE
    bound = "" if value is not None else "≥" if known >= line else "≤"
    rounded = f"{known:.2f}"
    return bound + (rounded if (float(rounded) >= line) == (known >= line) else f"{known:.4f}")


def class_name(found: Diagnosis) -> str:
    """The class, and its sub-case where it has one."""
    return f"{found.label} ({found.subcase})" if found.subcase else found.label


def _recall(row: Row, line: float) -> str:
    if row.record.relevant_ids is not None:
        return score(row.scores["recall"], None, line)
    told = score(row.scores["contextual_recall"], row.evidence.recall, line)
    return told if told == NONE else f"{told} by claims"


def _relevance(row: Row, line: float) -> str:
    used, found = row.evidence.relevance, row.findings.relevance
    said = isinstance(found, Relevance) and found.answers is not None
    if used is not None and (said or used != row.scores["answer_relevance"]):
        return "yes" if used >= line else "no"
    return score(used, None, line)


def case_table(rows: Iterable[Row], caption: str, lines: Lines) -> Table:
    """The per-case table over some rows."""
    return Table(caption, CASE_COLUMNS, tuple(case_cells(row, lines) for row in rows), SCORE_COLUMNS)


def lowest(found: Facts, most: int = 5) -> list[Row]:
    """The failed row with the lowest scores of every kind of failure, commonest first, then the next lowest, up to ``most``.

    Behind them, where there is room, undecided rows of which a claim is refuted.
    """
    ranked = sorted(found.failures, key=_mean_evidence)
    kinds = Counter(_kind(row) for row in found.failures)
    first = {_kind(row): row for row in reversed(ranked)}
    picked = [first[kind] for kind, _ in kinds.most_common()]
    chosen = {row.id for row in picked}
    refuted = sorted((row for row in found.undecided if _refuted(row)), key=_mean_evidence)
    return [*picked, *(row for row in ranked if row.id not in chosen), *refuted][:most]


def _refuted(row: Row) -> bool:
    verdicts = row.findings.verdicts
    return not isinstance(verdicts, Unscored) and any(each.label == "refuted" for each in verdicts)


def _kind(row: Row) -> str:
    """The class and the branch of the rule: the reason without its numbers."""
    return f"{row.diagnosis.label} {row.diagnosis.reason.partition(' (')[0]}" if not row.reviewed_by else row.diagnosis.label


def _mean_evidence(row: Row) -> float:
    used = [row.evidence.recall, row.evidence.faithfulness, row.evidence.relevance, row.evidence.correctness]
    known = [each for each in used if each is not None]
    return sum(known) / len(known) if known else 0.0


def in_full(row: Row) -> Section:
    """Everything about one row: asked, came, said, claims with verdicts, the reference and the diagnosis with its reason."""
    record, found = row.record, row.diagnosis
    came = [Passage(f"Context {rank}, {id_line(name)}", text) for rank, (name, text) in _contexts(row)]
    blocks: list[Block] = [
        Paragraph(f"Why: {sentence(one_line(found.reason, 600))}{f' Fix ({found.owner}): {found.fix}.' if found.owner else ''}"),
        Passage("Question", shortened(record.question)),
        Paragraph(f"Labelled as needed: {_ids(record.relevant_ids)}. Came: {_ids(record.retrieved_ids)}."),
        *(came or [Paragraph("No context came.")]),
        Passage("Answer", shortened(record.answer) or "(empty)"),
        *_claims("What the answer claims, judged by the contexts", row.findings.claims, row.findings.verdicts),
        Passage("Reference", shortened(record.reference)) if record.reference else Paragraph("There is no reference answer."),
        *_claims("What a right answer would say, judged by the contexts", row.findings.ideal, row.findings.ideal_verdicts),
        *(Paragraph(f"Note: {sentence(note)}") for note in row.notes),
    ]
    return Section(f"{id_line(row.id)}: {class_name(found)}", tuple(blocks))


def _contexts(row: Row) -> list[tuple[int, tuple[str, str]]]:
    pairs = zip(row.record.retrieved_ids, row.record.contexts)
    return [(rank, (name, shortened(text) or "(empty)")) for rank, (name, text) in enumerate(pairs, start=1)]


def _ids(ids: Sequence[str] | None) -> str:
    if ids is None:
        return "nobody said"
    return ", ".join(id_line(each) for each in ids) or "none"


def _claims(caption: str, claims: tuple[str, ...] | Unscored, verdicts: tuple[Verdict, ...] | Unscored) -> list[Block]:
    for part in (claims, verdicts):
        if isinstance(part, Unscored):
            return [Paragraph(f"{caption}: no verdicts, {one_line(part.reason)}.")]
    rows = tuple(_claim(claim, verdict) for claim, verdict in zip(claims, verdicts))
    return [Table(caption, ("claim", "verdict", "why", "evidence", "context"), rows)] if rows else []


def _claim(claim: str, verdict: Verdict) -> tuple[str, ...]:
    numbers = ", ".join(map(str, verdict.contexts)) or NONE
    return one_line(claim), verdict.label, one_line(verdict.reason) or NONE, one_line(verdict.evidence) or NONE, numbers
