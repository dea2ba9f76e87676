"""What the gate found: one finding a line, the status and exit code that follow, as a table in text and in Markdown."""

from dataclasses import dataclass

from ..report.blocks import one_line
from ..report.markdown_file import escaped

NAME = 60  # characters that are shown of an id or the name of a file
SHOWN = 8  # ids that are named, of more
PASSED, WARNED, FAILED, NOT_JUDGED = OUTCOMES = ("passed", "warned", "failed", "not judged")
CODES = {PASSED: 0, FAILED: 1, NOT_JUDGED: 2}
HEAD = ("outcome", "threshold", "value", "line", "rows", "coverage", "95% interval")


@dataclass(frozen=True)
class Finding:
    """One line of the gate and what came of it.

    ``value`` is a mean, a share or a difference of means, None where there is none; ``n`` the rows behind it, ``interval`` its 95%
    interval; ``coverage`` the share of rows scored, of those that should be; ``line`` None for what is not judged although nobody set a
    line for it. ``outcome`` is one of OUTCOMES, and ``sentence`` says why.
    """

    name: str
    value: float | None
    n: int
    coverage: float | None
    interval: tuple[float, float] | None
    line: float | None
    outcome: str
    sentence: str
    sign: str = ">="


@dataclass(frozen=True)
class GateResult:
    """All findings. ``notes`` say what else a reader should know and decide nothing."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """failed if a line is proven to be missed, else not judged if one could not be judged (or there is none), else passed."""
        outcomes = {finding.outcome for finding in self.findings}
        if FAILED in outcomes:
            return FAILED
        return PASSED if outcomes and outcomes <= {PASSED, WARNED} else NOT_JUDGED

    @property
    def exit_code(self) -> int:
        """0 passed, 1 failed, 2 not judged."""
        return CODES[self.status]

    def of(self, outcome: str) -> list[Finding]:
        """The findings with that outcome."""
        return [finding for finding in self.findings if finding.outcome == outcome]

    @property
    def verdict(self) -> str:
        """The one line that says it, for a log: "FAILED: recall 0.62 < 0.80 over 58 rows"."""
        worst = self.of(self.status) if self.status != PASSED else self.of(WARNED)
        told = "; ".join(plain(finding.sentence) for finding in worst) or ("every line is kept" if len(self.findings) > 1 else "the line is kept")
        warned = f" with {len(worst)} warning{'s' * (len(worst) != 1)}" if self.status == PASSED and worst else ""
        return f"{self.status.upper()}{warned}: {told if self.findings else 'there is no line to judge by'}"

    def __str__(self) -> str:
        rows = [HEAD, *(cells(finding) for finding in self.findings)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
        table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        return "\n".join([*table, "", *self._told(), self.verdict])

    def _told(self) -> list[str]:
        """Every sentence that the verdict leaves out, and the notes."""
        also = [each for each in self.findings if self.status != PASSED and each.outcome not in (PASSED, self.status)]
        return [f"{each.outcome}: {plain(each.sentence)}" for each in also] + [f"note: {plain(note)}" for note in self.notes]

    def markdown(self) -> str:
        """The same as a Markdown table under a heading, for the summary page of a CI run."""
        rows = [HEAD, ("---",) * len(HEAD), *(cells(finding) for finding in self.findings)]
        table = ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
        return "\n".join([f"### RAG gate: {self.status}", "", *table, "", *(f"- {harmless(each)}" for each in [*self._told(), self.verdict]), ""])


def _cell(text: str) -> str:
    return plain(text).replace("<", "&lt;").replace("|", "\\|")


def harmless(text: str) -> str:
    """A line of which Markdown makes nothing; "0.62 < 0.80" stays as it is, because no tag begins with a space."""
    return escaped(text).replace("&lt; ", "< ")


def plain(text: object, most: int = 2000) -> str:
    r"""A text of anybody on one line, cut, with nothing in it that acts: no control character, no command to a CI runner.

    >>> plain("q1\x1b[31m\n::error::x"), plain(" ::add-mask::x"), plain("##[group]")
    ('q1\\x1b[31m ::error::x', '| ::add-mask::x', '# #[group]')
    """
    line = one_line(str(text), most).replace("##[", "# #[")
    return f"| {line}" if line.startswith("::") else line


def cells(finding: Finding) -> tuple[str, ...]:
    """A finding as the texts of a table row."""
    value, line = ("-", "") if finding.line is None else against(finding.value, finding.line)
    interval = "-" if finding.interval is None else "[{}, {}]".format(*map(number, finding.interval))
    coverage = "-" if finding.coverage is None else f"{finding.coverage:.2f}"
    return finding.outcome, finding.name, value, f"{finding.sign} {line}" if line else "-", str(finding.n), coverage, interval


def against(value: float | None, line: float) -> tuple[str, str]:
    """A value and its line with two digits, or as many as it takes to see that they differ.

    >>> against(0.7996, 0.8)
    ('0.7996', '0.8000')
    """
    if value is None or value != value:
        return "-", number(line)
    digits = next((digits for digits in range(2, 7) if same(value, line) or f"{value:.{digits}f}" != f"{line:.{digits}f}"), 6)
    return number(value, digits), number(line, digits)


def number(value: float, digits: int = 2) -> str:
    """A number with that many digits and never a "-0.00"."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def same(value: float, line: float) -> bool:
    """Whether the two differ only by what adding floats does."""
    return abs(value - line) < 1e-9
