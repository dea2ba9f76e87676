"""Audits for the tests of the report: each answer says itself what the judge shall find of it."""

import re

import pytest

from ragdiag_helpers import report
from ragdiag_helpers.audit import Audit, audit
from ragdiag_helpers.diagnosis import Lines
from ragdiag_helpers.docent import REFUSAL
from ragdiag_helpers.labels import Label
from ragdiag_helpers.records import Record
from ragdiag_helpers.report import pictures
from ragdiag_helpers.report.facts import facts
from ragdiag_helpers.verdicts import Relevance, Unscored, Verdict

MARKS = {"(yes)": "supported", "(no)": "refuted", "(maybe)": "undecided"}


class Marked:
    """A judge that reads its verdict from a mark in the claim: (yes), (no) or (maybe); an answer with (beside) answers another question."""

    name, fingerprint, max_in_flight = "marked", "marks-1", 1

    def split(self, answer):
        return tuple(each.strip() + "." for each in answer.split(".") if each.strip())

    def verify(self, claims, context):
        return [Verdict(_mark(claim), "as marked", "", (1,) if _mark(claim) == "supported" and context else ()) for claim in claims]

    def relevance(self, question, answer):
        return Unscored("the call failed") if "(fails)" in answer else Relevance("(beside)" not in answer, (question,))


def _mark(claim):
    return next((label for mark, label in MARKS.items() if mark in claim), "supported")


# What each kind of case is: its answer, whether its page came, and its reference.
KINDS = {
    "ok": ("It costs 25 (yes).", True, None),
    "right refusal": (REFUSAL, None, None),
    "miss": (REFUSAL, False, None),
    "citably": ("It costs 30 (yes).", False, None),
    "invented": ("It costs 30 (no). Per year (yes).", True, None),
    "refused": (REFUSAL, True, None),
    "beside": ("It costs 25 (yes) (beside).", True, None),
    "stale": ("It costs 30 (yes).", True, "It costs 25 (no)."),
    "luck": ("It costs 25 (no).", True, "It costs 25 (no)."),
    "open": ("It costs 25 (maybe).", True, None),
}


def record(name: str, kind: str) -> Record:
    answer, came, reference = KINDS[kind]
    wanted = () if came is None else ("p",)
    return Record(name, f"What does {name} cost?", answer, ("p" if came else "x",), ("Text of the page.",), reference, wanted)


def audited(lines: Lines = Lines(), **counts: int) -> Audit:
    """An audit of so many cases of each kind: audited(ok=2, miss=1); "_" stands for a blank in a kind."""
    cases = [(kind.replace("_", " "), number) for kind, count in counts.items() for number in range(1, count + 1)]
    return audit([record(f"{re.sub(' ', '-', kind)}{number}", kind) for kind, number in cases], Marked(), lines)


def labels(**counts: int) -> list[Label]:
    """Claim labels by what the judge says of the claim: labels(right=8, wrong=1, open=3)."""
    marks = {"right": "(no)", "good": "(yes)", "wrong": "(yes)", "open": "(maybe)"}
    found = {"right": "not supported", "good": "supported", "wrong": "not supported", "open": "supported"}
    kinds = [(kind, number) for kind, count in counts.items() for number in range(count)]
    return [Label(f"{kind}{number}", "Text.", f"It costs {number} {marks[kind]}", found[kind]) for kind, number in kinds]


@pytest.fixture
def cheap_pictures(monkeypatch):
    """Drawing takes most of a report's time, and few tests look at the pictures."""
    monkeypatch.setattr(pictures, "_png", lambda fig: b"png of " + fig.alt.encode())


def files(found: Audit, tickets=()) -> dict[str, str | bytes]:
    """The files of a report by name: text as text, pictures as bytes."""
    made = report.report_files(facts(found), tickets, pictures.draw(facts(found)))
    return {name: data if name.endswith("png") else data.decode() for name, data in made.items()}


HOSTILE = (
    "| pipe | `tick` ```fence``` <script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) "
    "![i](http://a.example/x.png) **b** _e_ __d__ $x$ &lt; &#60; \\ \\* ~~s~~ [r]: http://a.example [x] <https://a.example>\n"
    "# head\n- item\n+ item\n* item\n1. one\n2) two\n===\n---\n> q\n"
    "    code\n\ttab\x00\x1b[31mred\u202egnp.exe\u2028sep</td></tr></table></style></body><!-- "
)


def hostile_audit():
    bad = Record("<b>|`x`\n", HOSTILE, f"{HOSTILE} (no).", ("p|1", "<i>"), (HOSTILE, HOSTILE), HOSTILE, ("zz|<u>",), (HOSTILE,))
    half = Record("half \ud800", "\ud83d", "a \ud800 (no)", ("p",), ("\x00",), None, ("p",))
    long = Record("long", "x" * 10**5, "y" * 10**5 + " (no)", ("p",), ("z" * 10**5,), None, ("p",))
    return audit([bad, half, long], Marked())
