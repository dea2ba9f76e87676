"""What each number of a ticket is said of, and whether it is so: a count, a score, a line, a change, a share.

Which of them it is follows from the words beside it in the same sentence. A number that nothing in its sentence explains is a problem.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .interventions import Intervention
from .rows import Row
from .run import Audit
from .ticket_said import Said, said
from .ticket_text import Number, Sentence, Token

LINES = {"recall": "recall", "contextual_recall": "recall", "faithfulness": "faithfulness", "answer_relevance": "relevance", "correctness": "correctness"}


class Facts(NamedTuple):
    """What a ticket on one class is checked by: its rows by id, the changes that were tried on them, the audit, and the texts of the cited cases."""

    label: str
    rows: dict[str, Row]
    changes: list[Intervention]
    found: Audit
    held: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        return f"{self.label} is {len(self.rows)} of {len(self.found.failures)} failures, {len(self.rows)} of {len(self.found.rows)} rows"

    def scores(self, metric: str) -> list[float]:
        return [row.scores[metric] for row in self.rows.values() if row.scores[metric] is not None]


def number_problems(sentence: Sentence, facts: Facts) -> Iterator[str]:
    """What is wrong with the numbers of one sentence."""
    for each in said(sentence.tokens, sentence.change):
        if each.token.kind == "count":
            yield from _count(each, facts)
        else:
            yield from _number(each, facts)


def counts_class(sentence: Sentence, facts: Facts) -> bool:
    """Whether the sentence says how many of the failures or the rows are of the class."""
    size = len(facts.rows)
    pairs = [each.token.value for each in said(sentence.tokens) if each.token.kind == "count" and each.noun and not each.over]
    return (size, len(facts.found.failures)) in pairs or (size, len(facts.found.rows)) in pairs


def scores_something(sentence: Sentence) -> bool:
    """Whether the sentence says a score: a metric and its number, which is neither a line nor a step."""
    return any(each.metric and each.token.kind == "number" and each.role == "score" for each in said(sentence.tokens))


def _count(each: Said, facts: Facts) -> Iterator[str]:
    pair, size = each.token.value, len(facts.rows)
    text = f"{pair[0]} of {pair[1]}"
    if each.over:
        right = (len(facts.scores(each.over)), size)
        if pair != right:
            yield f"{text} is no count of this audit: {each.over} is known for {right[0]} of {right[1]} cases of {facts.label}"
    elif each.repairs:
        yield from _repairs(each, facts, pair)
    elif pair not in _pairs(each, facts):
        yield f'{text} is no count of this audit: {facts.told}; write "{size} of {len(facts.found.failures)} failures"'


def _pairs(each: Said, facts: Facts) -> set[tuple[int, int]]:
    """The counts that may be said with the noun: of failures (also where none is said), or of rows."""
    size, failures, rows = len(facts.rows), len(facts.found.failures), len(facts.found.rows)
    if each.noun != "rows":
        return {(size, failures)}
    return {(size, rows)} | ({(failures, rows)} if each.fails and not each.labels else set())


def _repairs(each: Said, facts: Facts, pair: tuple[int, int]) -> Iterator[str]:
    tried = _tried(each, facts)
    mended = [change.id for change in tried if change.repaired]
    if not tried:
        yield f"{each.token.text}: {_no_change(each, facts)}"
    elif pair != (len(mended), len(tried)):
        yield f"{pair[0]} of {pair[1]} is no count of this audit: {tried[0].kind} repairs {len(mended)} of {len(tried)} cases"
    for name in each.after if tried else ():
        if name not in mended:
            yield f"{tried[0].kind} does not repair `{name}`"


def _tried(each: Said, facts: Facts) -> list[Intervention]:
    return [change for change in facts.changes if change.kind == each.change]


def _no_change(each: Said, facts: Facts) -> str:
    made = ", ".join(dict.fromkeys(change.kind for change in facts.changes)) or "none was tried on these cases"
    named = f"{each.change} was not tried on these cases" if each.change else "the sentence names no intervention"
    return f"what a change does can only be said of an intervention, named in the same sentence; {named} (tried: {made})"


def _number(each: Said, facts: Facts) -> Iterator[str]:
    number: Number = each.token.value
    if _quoted(each, facts):
        return
    if number.unit:
        yield from () if number.unit.lower() in ("st", "nd", "rd", "th") else [_untied(each, facts)]
    elif number.percent and each.noun and each.of:
        yield from _share(each, facts)
    elif each.metric:
        yield from _scored(each, facts)
    elif each.step:
        yield from _step(each, facts)
    elif number.percent:
        yield from _share(each, facts)
    else:
        yield from _alone(each, facts)


def _quoted(each: Said, facts: Facts) -> bool:
    """Whether the number is one of the cited cases' own, as in "the page says 90 days".

    With its unit it is one wherever it stands. Without one it is, unless it is said of a metric, a step, a count or what a change does.
    """
    number = each.token.text.strip()
    with_unit = bool(each.unit) and any(_stands(f"{number} {each.unit}", text) for text in facts.held)
    said_of = each.metric or each.step or each.noun or each.of or each.all or each.repairs or each.fails or each.beside
    return with_unit or not said_of and any(_stands(number, text) for text in facts.held)


def _stands(words: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w.,]){re.escape(words)}(?!\w|[.,]\d)", text, re.IGNORECASE))


def _share(each: Said, facts: Facts) -> Iterator[str]:
    pairs = set()
    if each.repairs and (tried := _tried(each, facts)):
        pairs = {(sum(change.repaired for change in tried), len(tried))}
    elif each.noun and not each.repairs:
        pairs = _pairs(each, facts)
    elif each.beside:
        pairs = {each.beside}
    elif not (each.of or each.unit or each.repairs):
        pairs = {(len(facts.rows), len(facts.found.failures)), (len(facts.rows), len(facts.found.rows))}
    if not any(each.token.value.says(one / other) for one, other in pairs if other):
        yield f"{_untied(each, facts)} A share is one of the failures or of the rows."


def _alone(each: Said, facts: Facts) -> Iterator[str]:
    """A number without "of": how many failures, rows or undecided changes."""
    size, everyone = len(facts.rows), not each.labels
    tried = _tried(each, facts)
    allowed: set[int] = set()
    if each.noun == "undecided":
        allowed = {sum(change.undecided for change in tried)} if tried else set()
    elif each.repairs and each.noun:
        allowed = {sum(change.repaired for change in tried)} if tried else set()
    elif each.noun == "failures":
        allowed = {size} | ({len(facts.found.failures)} if everyone else set())
    elif each.noun == "rows":
        allowed = {size, len(each.cases)} | ({len(facts.found.rows)} if everyone else set())
    elif each.all:
        allowed = {size}
    if not any(each.token.value.says(fact) for fact in allowed):
        yield _untied(each, facts)


def _untied(each: Said, facts: Facts) -> str:
    name = next(iter(facts.rows))
    examples = f'"recall 0.00 on `{name}`", "mean recall 0.00" or "{len(facts.rows)} of {len(facts.found.failures)} failures"'
    return f"{each.token.text.strip()} cannot be tied to this audit: write what it is said of, as in {examples}; put a quotation in quotation marks."


def _scored(each: Said, facts: Facts) -> Iterator[str]:
    if each.role == "line":
        yield from _line(each, facts)
    elif each.role in ("delta", "before", "after"):
        yield from _delta(each, facts)
    else:
        yield from _score(each, facts)


def _score(each: Said, facts: Facts) -> Iterator[str]:
    text, metric, shown = each.token.text.strip(), each.metric, each.metric.replace("_", " ")
    rows = [row for row in facts.found.rows if row.id in each.cases]
    absent = [row for row in rows if row.scores[metric] is None]
    for row in absent:
        yield f"case `{row.id}` has no {shown} ({row.absent.get(metric, 'not scored')}), so {text} cannot be said of it"
    if absent:
        return
    values = [row.scores[metric] for row in rows] or facts.scores(metric)
    if not values:
        yield f"no case of {facts.label} has a {shown}, so {text} cannot be said of it"
    elif rows and not each.mean:
        for row in rows:
            if not each.token.value.says(row.scores[metric]):
                yield f"{text} cannot be computed again: case `{row.id}` has {shown} {row.scores[metric]:.2f}"
    elif not each.token.value.says(sum(values) / len(values)):
        told = "of these cases" if rows else f"of {facts.label}"
        yield f"{text} cannot be computed again: the mean {shown} {told} is {sum(values) / len(values):.2f}; to quote one case, name it beside it"


def _line(each: Said, facts: Facts) -> Iterator[str]:
    text, name = each.token.text.strip(), LINES.get(each.metric)
    if name is None:
        yield f"{text}: {each.metric} has no line"
        return
    line = getattr(facts.found.lines, name)
    if not each.token.value.says(line):
        yield f"{text} is not the line of {name}, which is {line:.2f}; write a score as it is: {each.metric} 0.00 on one case, or the mean"
    elif each.compare and not each.goal:
        yield from _compared(each, facts, line)


def _compared(each: Said, facts: Facts, line: float) -> Iterator[str]:
    """A sentence that says on which side of its line a score is, not on which it should be."""
    scores = {f"`{row.id}`": row.scores[each.metric] for row in facts.found.rows if row.id in each.cases}
    known = facts.scores(each.metric)
    for name, score in (scores or {"the mean": sum(known) / len(known) if known else None}).items():
        if score is None or not {"<": score < line, ">=": score >= line, ">": score > line, "<=": score <= line}[each.compare]:
            told = "unknown" if score is None else f"{score:.2f}"
            yield f"{each.token.text.strip()}: {each.metric} of {name} is {told}, which is not {each.compare} {line:.2f}"


def _delta(each: Said, facts: Facts) -> Iterator[str]:
    text, tried = each.token.text.strip(), _tried(each, facts)
    if not tried:
        yield f"{text}: {_no_change(each, facts)}"
        return
    values = [value for change in tried if not each.cases or change.id in each.cases if (value := _moved(change, each)) is not None]
    if not values or not each.token.value.says(sum(values) / len(values)):
        told = f"it is {sum(values) / len(values):.2f}" if values else "no such case has both scores"
        yield f"{text} cannot be computed again from {tried[0].kind}: {told}"


def _moved(change: Intervention, each: Said) -> float | None:
    before, after = change.before.scores[each.metric], change.after.scores[each.metric]
    if before is None or after is None:
        return None
    moved = {"delta": after - before, "before": before, "after": after}[each.role]
    return -moved if each.role == "delta" and each.falls and not each.token.value.signed else moved


def _step(each: Said, facts: Facts) -> Iterator[str]:
    steps = [pair for change in _tried(each, facts) for pair in _steps(change.changed, each.step)]
    allowed = [pair[place] for pair in steps for place in {"before": (0,), "after": (1,)}.get(each.role, (0, 1))]
    if not any(each.token.value.says(fact) for fact in allowed):
        told = ", ".join(dict.fromkeys(change.changed for change in _tried(each, facts))) or _no_change(each, facts)
        yield f"{each.step} {each.token.text.strip()} was not tried: {told}"


def _steps(changed: str, name: str) -> Sequence[tuple[float, float]]:
    return [(float(one), float(other)) for one, other in re.findall(rf"\b{name} ([\d.]+) -> ([\d.]+)", changed)]


def cited(tokens: Sequence[Token]) -> list[str]:
    """The ids of the cases that stand in these tokens, each once."""
    return list(dict.fromkeys(token.value for token in tokens if token.kind == "case"))
