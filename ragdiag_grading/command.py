"""What ``ragdiag grade`` does with its arguments: read, grade, write, and say what happened to everyone."""

import argparse
import os
import shlex
import sys
from collections import Counter
from collections.abc import Callable

from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError

from . import deadlines
from .outcome import MISSING, NEEDS_REVIEW, STATUSES, TO_LOOK_AT, Outcome
from .roster import read_roster
from .session import Session, Wish, grade_class
from .write import write_all

DONE, LOOK, NOTHING = 0, 1, 2
LONGEST = 140  # characters of a line of the summary; the class report has the rest


def run(chosen: argparse.Namespace) -> int:
    try:
        wish = _wish(chosen)
        session = grade_class(wish, _progress())
        written = write_all(session, wish)
    except (ValueError, OSError) as problem:  # KeyProblem, IntakeProblem, RosterProblem, DeadlineProblem, NoScheduler, a full disk
        print(problem, file=sys.stderr)
        return NOTHING
    except KeyboardInterrupt:
        print("\nstopped; what was graded is kept, run the same command to go on", file=sys.stderr)
        return 130
    print("\n".join(summary(session, wish)))
    print("\n".join(["written:", *(f"  {path}" for path in written)]))
    return LOOK if any(each.status in TO_LOOK_AT or each.by_hand for each in session.outcomes) else DONE


def _wish(chosen: argparse.Namespace) -> Wish:
    if chosen.workers is not None and chosen.workers < 1:
        raise ValueError(f"--workers {chosen.workers}: one worker or more")
    if not 0 <= chosen.late_penalty <= 1:
        raise ValueError(f"--late-penalty {chosen.late_penalty}: a share of the points, from 0 to 1; a tenth is 0.1")
    chosen.out.mkdir(parents=True, exist_ok=True)
    if chosen.gradebook:
        _check_database(chosen.gradebook)
    return Wish(
        chosen.lesson, chosen.submissions, chosen.out, chosen.source, chosen.gradebook, read_roster(chosen.roster) if chosen.roster else {},
        chosen.workers or os.cpu_count() or 1, chosen.scheduler, deadlines.read_deadline(chosen.deadline) if chosen.deadline else None,
        chosen.grace, chosen.late_penalty,
    )


def _check_database(url: str) -> None:
    """Before a class is graded, not after. Raises ValueError where there is no such database."""
    try:
        create_engine(url).connect().close()
    except (SQLAlchemyError, ImportError) as problem:  # no URL, no such folder, a driver that is not installed
        why = str(problem).splitlines()[0]
        raise ValueError(f"--gradebook {url}: cannot be opened ({why}); it is a URL, such as sqlite:////home/you/gradebook.db, four strokes before a full path") from None


def _progress() -> Callable[[int, int], None]:
    """A bar on a terminal, plain lines elsewhere."""
    terminal = sys.stderr.isatty()

    def show(done: int, total: int) -> None:
        if terminal:
            filled = 30 * done // max(total, 1)
            print(f"\rgrading [{'#' * filled}{'.' * (30 - filled)}] {done} of {total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
        elif done == total or done % 10 == 0:
            print(f"grading: {done} of {total}", file=sys.stderr)

    return show


def summary(session: Session, wish: Wish) -> list[str]:
    """The table of everyone, the counts, and what was in force."""
    lines = [f"{'student':20} {'status':13} {'score':>12}  why"]
    lines += [_line(each) for each in session.outcomes]
    counts = Counter(each.status for each in session.outcomes)
    lines += ["", ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])]
    lines += _left(session.outcomes, wish)
    if wish.deadline:
        lines.append(f"due {deadlines.told(wish.deadline)}")
        if timeless := sum(each.when is None and each.status != MISSING for each in session.outcomes):
            lines.append(f"{timeless} with no time of handing in (timestamp.txt, Moodle's zip): late only where the LMS says LATE")
    lines.append(f"graded now: {session.graded_now}, as before: {sum(each.graded is not None for each in session.outcomes) - session.graded_now}")
    return [*lines, f"isolation: {session.isolation or 'nothing was run'}"]


def _left(outcomes: list[Outcome], wish: Wish) -> list[str]:
    """What is left for people, each student in one line: to look through, to run again, to grade by hand."""
    review = [each for each in outcomes if each.status == NEEDS_REVIEW]
    ran = sum(each.graded is not None and bool(each.graded.scores) for each in review)
    by_hand = sum(bool(each.by_hand) and each.status != NEEDS_REVIEW for each in outcomes)
    where = f"cd {shlex.quote(str(wish.out))} && jupyter lab, menu Nbgrader > Formgrader, then run this again"
    told = [(ran, "to review", where), (len(review) - ran, "that could not be run", "run this again"), (by_hand, "with answers to be graded by hand", where)]
    return [f"{count} {what}: {how}" for count, what, how in told if count]


def printable(text: str) -> str:
    """A text that cannot steer a terminal: names of files and students may hold anything.

    >>> printable("a\x1b[2Jb\u202e")
    'a?[2Jb?'
    """
    return "".join(each if each.isprintable() else "?" for each in text)


def _line(each: Outcome) -> str:
    score = "" if each.score is None else f"{each.score:g} of {each.max_score:g}"
    hand = [f"{each.by_hand} to be graded by hand, {each.so_far:g} so far"] if each.by_hand and each.status != NEEDS_REVIEW else []
    why = "; ".join([*hand, *([each.why] if each.why else [])])
    line = printable(f"{each.student[:20]:20} {each.status:13} {score:>12}  {why}").rstrip()
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 4]} ..."
