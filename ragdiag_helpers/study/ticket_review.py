"""The check of lesson 6 on functions that write tickets, and the audits that it is made on."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from textwrap import fill

from ..audit import Audit, Intervention, Row, audit, check_ticket, failure_docent, failure_record, intervene, relabel
from ..audit.interventions import KINDS
from ..audit.ticket_text import sentences
from ..corpus import load_corpus
from ..docent import Docent
from ..generators import ReplayGenerator
from ..golden import load_golden
from ..judges.asking import generate_request
from ..judges.replay import ReplayJudge
from ..labels import Failure, load_failures
from ..outcomes import CheckFailed, Raised, name_of, outcome, passed, with_article
from ..replies import Replies, load_replies

CALLED_FOR = {label: kind for kind, labels in reversed(KINDS.items()) for label in labels}  # the first kind that proves a class
THOUGHT = "Each line names one thing to mend. Compute every number from found and changes."


def replay_judge() -> ReplayJudge:
    """The judge of lesson 6: stored replies on the failures and on the answers that interventions bring."""
    return ReplayJudge(Replies(reply for name in ("answer_claims", "changed_answers") for reply in load_replies(f"replies/{name}")))


def grounded_prompt() -> ReplayGenerator:
    """The generator with the grounded prompt, as lesson 6 plays it."""
    return ReplayGenerator(load_replies("replies/grounded_answers"))


@lru_cache(maxsize=8)
def audited_failures(use: str = "lesson", right: int = 0, kind: str = "") -> tuple[Audit, tuple[Intervention, ...]]:
    """Stored failures with the classes that people gave, and for each the change that its class calls for, where its replies are stored.

    ``right``: so many of the golden questions, which Docent answers rightly, stand before them. ``kind``: this change for each in place of the one
    that is called for. For the checks of lesson 6.
    """
    judge, cases = replay_judge(), load_failures(use=use)
    found = audit([*Docent(load_corpus()).run(load_golden()[:right]), *map(failure_record, cases)], judge)
    for each in cases:
        found = relabel(found, each.id, each.labelled_by, each.reason) if each.diagnosis == "CHUNKING" else found
    tried = [_change(found.row(each.id), each, kind, judge) for each in cases]
    return found, tuple(each for each in tried if each is not None)


def _change(row: Row, case: Failure, kind: str, judge: ReplayJudge) -> Intervention | None:
    kind, grounded = kind or CALLED_FOR[row.diagnosis.label], grounded_prompt()
    if kind == "grounded prompt" and not grounded.player.replies.runs(generate_request(case.question, case.contexts)):
        return None
    change = {"documents": load_corpus()} if kind == "corrected page" else {"generator": grounded} if kind == "grounded prompt" else {}
    return intervene(row, failure_docent(case), kind, judge, **change)


def without_label(found: Audit, id: str) -> Audit:
    """The audit with one row whose needed page nobody labelled: its recall is None."""
    rows = [replace(row, scores={**row.scores, "recall": None}) if row.id == id else row for row in found.rows]
    return replace(found, rows=tuple(rows))


def expect_ticket(write: Callable, label: str, found: Audit, changes: Sequence[Intervention], where: str) -> None:
    """Let ``write(label, found, changes)`` write a ticket and expect no problem with it; ``where`` names the audit in what is printed.

    Prints one line when there is none; raises CheckFailed with the problems when there are some. Counts for ``checks.progress`` as one call.
    """
    told = f"ticket on {label} ({where})"
    results = passed.setdefault(name_of(write), {})
    results[told] = False
    text = outcome(write, (label, found, list(changes)))
    problems = _unwritten(text, label, found) or run_on(text, found) or [*check_ticket(text, found, changes), *lacking(text, label, found, changes)]
    if problems:
        lines = [fill(problem, 96, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False) for problem in problems]
        raise CheckFailed("\n".join([f"Not yet: {told}:", *lines, *[THOUGHT] * isinstance(text, str)]))
    if outcome(write, (label, found, list(changes))) != text:
        raise CheckFailed(f"Not yet: {told} is right the first time and another the second.\nIt keeps something from call to call.")
    results[told] = True
    print(f"ok: {told}: no problem")


def _unwritten(text: object, label: str, found: Audit) -> list[str]:
    """Why no ticket came back; [] where one did."""
    if isinstance(text, str):
        return []
    if not isinstance(text, Raised):
        got = "None came back: is a `return` missing or not reached?" if text is None else f"{with_article(type(text).__name__)} came back."
        return [f"{got} A ticket is text."]
    unknown = [row.id for row in found.rows if row.diagnosis.label == label and row.scores["recall"] is None]
    if unknown and isinstance(text.error, TypeError) and "NoneType" in str(text.error):
        return [f"It stopped with TypeError: {text.error}.", f"A recall may be None: here that of `{unknown[0]}` is. Is your mean taken over the others only?"]
    return [f"It stopped with {type(text.error).__name__}{f': {text.error}' if str(text.error) else ''}."]


def run_on(text: str, found: Audit) -> list[str]:
    """Say where the count and the proof stand in one sentence: their numbers would be read together, and a true one be called false."""
    for sentence in sentences(text, [row.id for row in found.rows]):
        words = {token.value for token in sentence.tokens if token.kind == "word"}
        if "repairs" in words and sum(token.kind == "count" for token in sentence.tokens) > 1:
            return ["the count and what a change repairs stand in one sentence: end each sentence with a full stop, at the end of a line too"]
    return []


def lacking(text: str, label: str, found: Audit, changes: Sequence[Intervention]) -> list[str]:
    """What exercise 6.3 asks of a ticket beyond ``check_ticket``: all cases, the mean recall, and what the change did."""
    rows = [row for row in found.rows if row.diagnosis.label == label]
    numbers = set(re.findall(r"\d+\.\d+", text))
    said = [f"it does not name case `{row.id}`" for row in rows if f"`{row.id}`" not in text]
    recalls = [row.scores["recall"] for row in rows if row.scores["recall"] is not None]
    if recalls and f"{sum(recalls) / len(recalls):.2f}" not in numbers:
        said.append("it does not give the mean recall of its cases, with two digits")
    tried = [each for each in changes if each.id in {row.id for row in rows}]
    if not tried:
        return said
    before, after = (sum(getattr(each, side).scores["correctness"] for each in tried) / len(tried) for side in ("before", "after"))
    if not {f"{after - before:.2f}"} & numbers and not {f"{before:.2f}", f"{after:.2f}"} <= numbers:
        said.append("it does not say by how much the change moves the mean correctness, with two digits")
    if not re.search(rf"{tried[0].kind} repairs \d+ of \d+ cases?\b", text):
        said.append(f'it does not say "{tried[0].kind} repairs N of M cases"')
    return said
