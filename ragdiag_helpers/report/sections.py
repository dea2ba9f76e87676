"""What the two Markdown files and the page say, as blocks. Numbers come from Facts; nothing is worked out here."""

from collections.abc import Sequence

from ..diagnosis import LABELS
from .blocks import Block, Command, Items, Lead, Page, Paragraph, Picture, Section, Table, counted, id_line, one_line, some
from .cases import HOW_TO_READ, case_table, in_full, lowest
from .facts import Facts, Fix
from .figures import judge, no_score, numbers, two_by_two
from .verdict import Finding

MOST_ROWS = 200  # of the per-case table
CALLS = 6  # that a live judge needs for one row at most: two splits, three lists of claims, one relevance
MEANINGS = {
    "OK": "answered, supported and to the point; or rightly refused",
    "RETRIEVAL-MISS": "the needed evidence did not come",
    "CHUNKING": "the right page came, cut so that nobody could answer from it; a person says so",
    "HALLUCINATION": "the evidence came, and the answer claims something else",
    "WRONG-QUESTION": "faithful, but the question is not answered",
    "FAITHFUL-BUT-CONTEXT-WRONG": "faithful to a page that is wrong",
    "RIGHT-BY-ACCIDENT": "right, but what came does not support it",
    "FAILED": "it failed, whatever the missing evidence is; which class it has is open",
    "UNDECIDED": "evidence is missing that decides it",
}
NO_PLOTS = "The plots are missing, because matplotlib is not installed. To get them:"
GET_PLOTS = "pip install 'ragdiag-helpers[course]'"


def report_page(found: Facts, said: Finding, pictures: dict[str, str] | None) -> Page:
    """The report; ``pictures`` maps the files of the plots to what they show, None without matplotlib."""
    drawn = pictures or {}
    sections = [
        _verdict(found, said),
        _fixes(found),
        _classes(found, drawn),
        two_by_two(found, drawn),
        numbers(found, drawn),
        _second_looks(found),
        no_score(found),
        _lowest(found),
        _cases(found),
        Section("Plots", (Paragraph(NO_PLOTS), Command(GET_PLOTS))) if pictures is None else None,
    ]
    return Page("RAG report", tuple(section for section in sections if section))


def audit_page(found: Facts, tickets: Sequence[str]) -> Page:
    """The failure audit: every failure in the course's format, the tally, what to read cold, the tickets."""
    failed = bool(found.failures)
    sections = (
        Section("The failures", (_failures(found), Paragraph(HOW_TO_READ)) if failed else (Paragraph(_none_failed(found)),)),
        Section("Tally", (_tally(found), _owners(found)) if failed else (_tally(found),)),
        Section("Read these cold", _read_cold(found)),
        Section("Tickets", tuple(_ticket(text) for text in tickets) or (Paragraph("No ticket was written yet."),)),
    )
    return Page("Failure audit", sections)


def _failures(found: Facts) -> Table:
    """The per-case table of the failures, in the course's columns: without correctness."""
    caption = f"{counted(len(found.failures), 'failure')} of {counted(len(found.audit.rows), 'row')}"
    table = case_table(found.failures, caption, found.audit.lines)
    keep = [place for place, column in enumerate(table.columns) if column != "correctness"]
    columns, *rows = [tuple(row[place] for place in keep) for row in (table.columns, *table.rows)]
    return Table(caption, columns, tuple(rows), table.numbers)


def _verdict(found: Facts, said: Finding) -> Section:
    audit, lines = found.audit, found.audit.lines
    about = (
        f"{counted(len(audit.rows), 'row')}, judged by {one_line(audit.judge, 60)} ({one_line(audit.judge_fingerprint, 80)}). "
        f"A row counts as good from recall {lines.recall:.2f}, faithfulness {lines.faithfulness:.2f}, relevance {lines.relevance:.2f}, "
        f"correctness {lines.correctness:.2f}."
    )
    told = [said.evidence, " ".join(said.limits), _another_judge(found), judge(found), about]
    return Section("Verdict", (Lead(f"{said.headline}."), *(Paragraph(text) for text in told if text)))


def _another_judge(found: Facts) -> str:
    """What it would take to have the undecided rows judged by Claude; nothing where all are decided, or where Claude judged."""
    if not found.undecided or found.audit.judge.startswith("claude"):
        return ""
    rows = len(found.audit.rows)
    calls = f"roughly {CALLS * rows:,} calls at most ({counted(rows, 'row')}, up to {CALLS} each)"
    return f"Claude may decide more: --judge claude takes {calls}, and the command tells the cost before it asks anything."


def _fixes(found: Facts) -> Section:
    if not found.failures:
        return Section("What to fix first", (Paragraph(_none_failed(found)),))
    rows = tuple(_fix(fix) for fix in found.fixes)
    note = "The share is what goes away at most: behind a mended fault another may wait (the page comes, the answer strays)."
    columns = ("class", "failures", "share", "owner", "what to do", "which")
    table = Table("Failures by class, most first", columns, rows, ("failures", "share"))
    return Section("What to fix first, and who", (table, Paragraph(note)))


def _fix(fix: Fix) -> tuple[str, ...]:
    subcases = ", ".join(f"{count:,} {name}" for name, count in fix.subcases.items())
    label = f"{fix.label} ({subcases})" if subcases else fix.label
    return label, f"{fix.count:,}", f"{fix.share:.0%}", fix.owner, fix.fix, some(fix.ids)


def _none_failed(found: Facts) -> str:
    if found.decided == 1:
        told = "The only row did not fail" if len(found.audit.rows) == 1 else "The only decided row did not fail"
    else:
        told = f"None of the {found.decided:,} decided rows failed" if found.decided else "No row could be decided"
    return f"{told}, so there is nothing to fix that the audit knows of."


def _classes(found: Facts, pictures: dict[str, str]) -> Section:
    drawn = [Picture(file, alt) for file, alt in pictures.items() if file.endswith("tally.png")]
    owners = [_owners(found)] if found.failures else []
    return Section("How many of each class", (_tally(found), *owners, *drawn))


def _tally(found: Facts) -> Table:
    shares = {label: f"{count / len(found.audit.rows):.0%}" for label, count in found.tally.items()}
    counts = {label: f"{count:,}" for label, count in found.tally.items()}
    rows = tuple((label, counts[label], shares[label], LABELS[label].owner or "–", MEANINGS[label]) for label in counts)
    return Table("Rows by class", ("class", "rows", "share", "owner", "what it means"), rows, ("rows", "share"))


def _owners(found: Facts) -> Table:
    rows = tuple((owner, f"{count:,}", f"{count / len(found.failures):.0%}") for owner, count in found.owners.items())
    return Table("Failures by owner", ("owner", "failures", "share"), rows, ("failures", "share"))


def _second_looks(found: Facts) -> Section | None:
    """What a person must look at: luck, doubtful labels, chunks to read cold, and what people decided."""
    lucky = [row.id for row in found.failures if row.diagnosis.label == "RIGHT-BY-ACCIDENT"]
    doubtful, cold = [row.id for row in found.doubtful_labels], [row.id for row in found.read_cold]
    reviewed = [f"{id_line(row.id, 40)} by {one_line(row.reviewed_by, 40)}" for row in found.audit.rows if row.reviewed_by]
    entries = {
        "Right by accident (right, but what came does not support it; do not count it as a success)": lucky,
        "Look at the label (right without the labelled page, or answered though said to be unanswerable)": doubtful,
        "Read cold (the page came, but not what supports the ideal answer; it is CHUNKING if no reader could answer from it)": cold,
        "Set to CHUNKING by a person": reviewed,
    }
    told = tuple(f"{what}: {some(ids, 30)}." for what, ids in entries.items() if ids)
    return Section("Look at these yourself", (Items(told),)) if told else None


def _read_cold(found: Facts) -> tuple[Block, ...]:
    if not found.read_cold:
        return (Paragraph("No failure has its page without the support of what came of it."),)
    note = (
        "The page came, but what came of it does not support the ideal answer. Read the chunk without the page: "
        "if you could not answer from it either, it is CHUNKING."
    )
    form = '{"id": "...", "reason": "the boundary cuts ...", "by": "your name"}'
    save = f"Write your finding into a file, one line a row, {form}, and give it to:"
    command = Command("ragdiag report RECORDS.jsonl --reviews REVIEWS.jsonl")
    return Paragraph(note), Items(tuple(id_line(row.id) for row in found.read_cold)), Paragraph(save), command


def _ticket(text: str) -> Section:
    """A ticket: its first line is the heading, lines that begin with - are points, each other line is a paragraph."""
    head, *lines = [line for line in text.splitlines() if line.strip()] or ["(empty)"]
    blocks: list[Block] = []
    for line in map(str.strip, lines):
        if not line.startswith("- "):
            blocks.append(Paragraph(line))
        elif blocks and isinstance(blocks[-1], Items):
            blocks[-1] = Items((*blocks[-1].entries, line[2:]))
        else:
            blocks.append(Items((line[2:],)))
    return Section(head.lstrip("# "), tuple(blocks))


def _cases(found: Facts) -> Section:
    rows, lines = found.audit.rows, found.audit.lines
    if len(rows) <= MOST_ROWS:
        return Section("Case by case", (case_table(rows, "Every row", lines), Paragraph(HOW_TO_READ)))
    failed = {row.id for row in found.failures}
    shown = [*found.failures, *(row for row in rows if row.id not in failed)][:MOST_ROWS]
    note = f"Failures first. The other {counted(len(rows) - MOST_ROWS, 'row')} stand in rag-report.json."
    table = case_table(shown, f"{MOST_ROWS} of {len(rows):,} rows", lines)
    return Section("Case by case", (Paragraph(note), table, Paragraph(HOW_TO_READ)))


def _lowest(found: Facts) -> Section | None:
    picked = lowest(found)
    if not picked:
        return None
    note = (
        "The lowest row of each kind of failure, the commonest first, then the next lowest; last, undecided rows with a refuted claim. "
        "Very long texts are cut: see the records."
    )
    return Section("The lowest rows in full", (Paragraph(note), *(in_full(row) for row in picked)))
