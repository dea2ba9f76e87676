"""The sections of the class report that are about the lesson: verdict, misconceptions, pass rates, scores."""

from collections import Counter

from ragdiag_helpers.report.blocks import Block, Items, Lead, Paragraph, Picture, Section, Table, counted

from . import lesson
from .key import Key
from .outcome import NEEDS_REVIEW, STATUSES
from .result_page import points
from .session import Session
from .tally import Misconception, Share, Tally

MOST = 15  # misconceptions in the table
NAMED = (
    "Named: the check recognised the wrong result and said so to the student. Claim only: it did not, or the check is hidden. A student may stand in "
    "several rows. A check with hidden parts counts here where no other check of its exercise failed."
)


def verdict_section(found: Tally, session: Session, key: Key) -> Section:
    """What to teach again first, how sure that is, and the misconception behind it."""
    first = found.first_to_teach
    if first is None:
        answered = any(share.n for _, share in found.exercises)
        text = "No check failed anybody who answered." if answered else "Nothing to diagnose: no exercise was answered, or nothing was graded."
        return Section("Verdict", (Lead(text), *_apart(found), *_statuses(session)))
    lead = f"Teach section “{first.name}” again first: it failed {len(first.failed)} of the {counted(first.n, 'student')} who answered."
    here = [each for each in found.misconceptions if first.name in each.sections]
    behind = max(here, key=lambda each: (each.named, len(each.students)), default=None)
    told = [Paragraph(_behind(behind))] if behind else []
    return Section("Verdict", (Lead(lead), *told, Paragraph(_how_sure(first, found)), *_hardest(found, key), *_apart(found), *_statuses(session)))


def _behind(each: Misconception) -> str:
    who = counted(len(each.students), "student")
    if each.named:
        return f"The misconception that was named most often: “{each.text}” ({who})."
    return f"No check named a misconception; the claim that failed most often: “{each.text}” ({who})."


def _how_sure(first: Share, found: Tally) -> str:
    low, high = first.interval
    text = f"Share that failed: {1 - first.rate:.0%}, 95% interval {1 - high:.0%} to {1 - low:.0%}."
    equal = [each.name for each in found.sections if each is not first and len(each.failed) == len(first.failed)]
    near = [each.name for each in found.sections if each is not first and len(each.failed) == len(first.failed) - 1 and each.failed]
    if equal:
        return f"{text} As many failed {_sections(equal)}: the order between them is by pass rate, then by the lesson."
    return f"{text} One student less failed {_sections(near)}: that may be chance." if near else text


def _sections(names: list[str]) -> str:
    return ("section " if len(names) == 1 else "sections ") + ", ".join(f"“{each}”" for each in names)


def _hardest(found: Tally, key: Key) -> list[Block]:
    each = found.hardest
    if each is None:
        return []
    claim = lesson.claim(each.name, key) or each.name
    return [Paragraph(f"Hardest check: “{claim}” ({each.name}): {len(each.passed)} of {each.n} who answered passed it.")]


def _apart(found: Tally) -> list[Block]:
    left = [(each.title, len(share.untouched)) for each, share in found.exercises if share.untouched]
    if not left:
        return []
    return [Paragraph("Left untouched, and so not counted as failed: " + "; ".join(f"{title} by {count}" for title, count in left) + ".")]


def _statuses(session: Session) -> list[Block]:
    counts = Counter(each.status for each in session.outcomes)
    return [Paragraph(f"{counted(len(session.outcomes), 'student')}: " + ", ".join(f"{counts[each]} {each}" for each in STATUSES if counts[each]) + ".")]


def misconception_section(found: Tally, key: Key) -> Section:
    """Which misconceptions failed how many."""
    told = found.misconceptions
    if not told:
        return Section("Misconceptions", (Paragraph("No check failed anybody who answered."),))
    rows = [
        (each.text, str(len(each.students)), "; ".join(each.sections), ", ".join(each.checks), "named" if each.named else "claim only")
        for each in told[:MOST]
    ]
    head = ("misconception, or claim that did not hold", "students", "section", "checks", "by")
    blocks: list[Block] = [Table("What failed students, the most frequent first", head, tuple(rows), ("students",))]
    if len(told) > MOST:
        blocks.append(Paragraph(f"{len(told) - MOST} more failed {max(len(each.students) for each in told[MOST:])} or fewer students each."))
    blocks.append(Paragraph(NAMED))
    return Section("Misconceptions", tuple(blocks))


def rates_section(found: Tally, key: Key, picture: str, alt: str) -> Section:
    """Pass rates by exercise, section and check."""
    exercises = [(each.title, each.section, *_rates(share)) for each, share in found.exercises]
    sections = [(share.name, *_rates(share)) for share in found.sections]
    checks = [(share.name, lesson.claim(share.name, key), *_rates(share)) for share in found.checks]
    head = ("passed", "of", "rate", "95% interval", "untouched", "not run")
    return Section(
        "Pass rates",
        (
            *([Picture(picture, alt)] if picture else []),
            Table("By exercise: all checks passed, of those who answered", ("exercise", "section", *head), tuple(exercises), head),
            Table("By section: all of its exercises passed, of those who answered one", ("section", *head), tuple(sections), head),
            Table("By check", ("check", "claim", *head), tuple(checks), head),
            Paragraph(f"From {counted(len(found.counted), 'submission')} about which nothing was doubted. Intervals: Wilson, 95%."),
        ),
    )


def _rates(share: Share) -> tuple[str, ...]:
    rate = "" if share.rate is None else f"{share.rate:.0%}"
    interval = "" if share.interval is None else "{:.0%} to {:.0%}".format(*share.interval)
    return str(len(share.passed)), str(share.n), rate, interval, str(len(share.untouched)), str(len(share.not_run))


def numbers_section(found: Tally, session: Session) -> Section:
    """The distribution of the scores; what has none is counted, never taken for 0."""
    scores, full = found.scores, points(session.key.max_score)
    blank = f"{counted(scores.blank, 'student')} without a score (blank, not 0)"
    if not scores.n:
        return Section("Scores", (Paragraph(f"Nobody has a score; {blank}."),))
    told = [f"median {points(scores.middle)} of {full}", f"quartiles {points(scores.lower)} and {points(scores.upper)}"]
    told.append(f"lowest {points(scores.low)}, highest {points(scores.high)}")
    waiting = sum(each.score is None and each.by_hand > 0 and each.status != NEEDS_REVIEW for each in session.outcomes)
    by_hand = f"{waiting} of them wait for points by hand" if waiting else ""
    lines = (f"{counted(scores.n, 'score')}: {', '.join(told)}. Late penalties are taken off.", f"{blank}{'; ' + by_hand if by_hand else ''}.")
    return Section("Scores", (Items(lines),))
