"""Tickets that a team can act on, and the check that every number in one can be computed again from the audit.

A ticket is about one class of failure. "Improve the RAG" is no ticket: it names no class, no case, no count and no score.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..diagnosis import LABELS
from .findings import METRICS
from .interventions import Intervention
from .rows import Row
from .run import Audit

_NUMBER = re.compile(r"(?<![\w.#-])[-+]?\d+(?:[.,]\d+)?(?![\w]|\.\d)\s?%?")
_COUNT = re.compile(r"(?<![\w.])(\d+) (?:of|out of|/) (?:the |all )?(\d+)(?![\w.]*\d)")
_QUOTE = re.compile(r'"([^"\n]+)"|“([^”\n]+)”')


class Facts(NamedTuple):
    """What a ticket on one class may say: its rows, the pairs "N of M", and every plain number."""

    rows: dict[str, Row]
    counts: set[tuple[int, int]]
    numbers: set[float]


def tickets(found: Audit, interventions: Iterable[Intervention] = ()) -> list[str]:
    """Return one ticket (Markdown) for each class of failure, the most frequent first; none where nothing failed."""
    interventions = list(interventions)
    labels = sorted({row.diagnosis.label for row in found.failures}, key=lambda label: -found.tally[label])
    return [_ticket(found, label, interventions) for label in labels]


def _ticket(found: Audit, label: str, interventions: Sequence[Intervention]) -> str:
    rows = [row for row in found.rows if row.diagnosis.label == label]
    lines = [
        f"### {label}: {len(rows)} of {len(found.failures)} failures",
        f"- owner: {LABELS[label].owner}",
        f"- cases: {', '.join(f'`{row.id}`' for row in rows[:12])}{', ...' * (len(rows) > 12)}",
        *_means(rows),
        *_proofs(rows, interventions),
        f"- fix: {LABELS[label].fix}",
        f"- done when: the same {len(rows)} of {len(found.rows)} rows are audited again and none of them is {label}",
    ]
    return "\n".join(lines)


def _means(rows: Sequence[Row]) -> Iterator[str]:
    for name in ("recall", "faithfulness", "correctness"):
        scores = [row.scores[name] for row in rows if row.scores[name] is not None]
        if scores:
            yield f"- {name}: mean {sum(scores) / len(scores):.2f} over {len(scores)} of {len(rows)} cases"


def _proofs(rows: Sequence[Row], interventions: Sequence[Intervention]) -> Iterator[str]:
    for kind, (repaired, open_ones, tried) in _repairs({row.id for row in rows}, interventions).items():
        ids = f" ({', '.join(f'`{name}`' for name in repaired)})" if repaired else ""
        rest = f", {len(open_ones)} undecided" if open_ones else ""
        yield f"- proof: {kind} repairs {len(repaired)} of {len(tried)} cases{ids}{rest}"


class _Tries(NamedTuple):
    repaired: list[str]
    undecided: list[str]
    tried: list[str]


def _repairs(ids: set[str], interventions: Iterable[Intervention]) -> dict[str, _Tries]:
    """For each kind of intervention, on which of the ids it was tried, which it repaired, and of which the judge cannot tell."""
    found: dict[str, _Tries] = {}
    for each in interventions:
        if each.id in ids:
            tries = found.setdefault(each.kind, _Tries([], [], []))
            tries.tried.append(each.id)
            if each.repaired:
                tries.repaired.append(each.id)
            elif each.after.diagnosis.label == "UNDECIDED":
                tries.undecided.append(each.id)
    return found


def check_ticket(text: str, found: Audit, interventions: Iterable[Intervention] = ()) -> list[str]:
    """Return what is wrong with a ticket, each with its fix; an empty list if a team could act on it.

    It must name one class that has failures, the owner of it, at least one case of it, a count ("4 of 10 failures") and a score, and every
    number and quotation in it must be found again in the audit. Scores may be rounded; "40%" means a share of the failures, of the rows, or a score.
    """
    text = text.replace("\\`", "`")  # as a report writes it
    labels = [label for label in LABELS if LABELS[label].owner and re.search(rf"(?<![\w-]){label}(?![\w-])", text)]
    tally = {label: count for label, count in found.tally.items() if LABELS[label].owner}
    if len(labels) != 1 or labels[0] not in tally:
        told = ", ".join(f"{label} ({count})" for label, count in tally.items()) or "nothing failed in it"
        named = f"names {' and '.join(labels)}" if labels else "names no class of failure"
        return [f"the ticket {named}; it must be about one class of this audit: {told}"]
    facts = _facts(found, labels[0], list(interventions))
    return [*_owner(text, labels[0]), *_cases(text, found, labels[0], facts), *_quotes(text, facts), *_numbers(text, labels[0], facts, found)]


def _owner(text: str, label: str) -> Iterator[str]:
    owner, lower = LABELS[label].owner, text.lower()
    others = {fault.owner for fault in LABELS.values()} - {owner, ""}
    wrong = [each for each in others if re.search(rf"(?<![\w/]){re.escape(each)}", lower) and each not in owner]
    if owner not in lower or wrong:
        yield f"{label} belongs to the {owner}{f', not to the {wrong[0]}' if wrong else ''}: name the owner"


def _cases(text: str, found: Audit, label: str, facts: Facts) -> Iterator[str]:
    classes = {row.id: row.diagnosis.label for row in found.rows}
    cited = re.findall(r"`([^`\n]+)`", text)
    for name in dict.fromkeys(cited):
        if name not in classes:
            yield f"there is no case `{name}` in this audit"
        elif classes[name] != label:
            yield f"case `{name}` is {classes[name]}, not {label}"
    if not any(name in facts.rows for name in cited):
        yield f"it cites no case: name them in backticks, for example `{next(iter(facts.rows))}`"


def _quotes(text: str, facts: Facts) -> Iterator[str]:
    held = " ".join(" ".join(_texts(row)) for row in facts.rows.values())
    for quote in (one or other for one, other in _QUOTE.findall(text)):
        if " ".join(quote.split()) not in " ".join(held.split()):
            yield f'"{quote}" stands in no question, answer, reference or context of these cases'


def _texts(row: Row) -> tuple[str, ...]:
    return (row.record.question, row.record.answer, row.record.reference or "", *row.record.contexts)


def _numbers(text: str, label: str, facts: Facts, found: Audit) -> Iterator[str]:
    plain = _QUOTE.sub(" ", re.sub(r"`[^`\n]*`", " ", text))
    counts = [(int(one), int(other)) for one, other in _COUNT.findall(plain)]
    for one, other in counts:
        if (one, other) not in facts.counts:
            yield f"{one} of {other} is no count of this audit: {label} is {len(facts.rows)} of {len(found.failures)} failures"
    if not counts:
        yield f'it gives no count: write "{len(facts.rows)} of {len(found.failures)} failures"'
    rest = _COUNT.sub(" ", plain)
    for number in _NUMBER.findall(rest):
        if not _known(number, facts.numbers):
            yield f"{number.strip()} cannot be computed again from this audit: give a count, a score of a case, or a mean over the class"
    if not any(re.search(rf"(?i){name.replace('_', '[ _]')}\D*\d", rest) for name in METRICS):
        yield f"it gives no score: name one with its number, for example {next(_means(list(facts.rows.values())), '- recall: mean 0.00')[2:]!r}"


def _known(number: str, facts: set[float]) -> bool:
    """Whether the number is one of the facts, rounded to as many digits as it is written with."""
    value, percent = float(number.strip(" %").replace(",", ".")), "%" in number
    digits = len(re.sub(r"^[^.,]*[.,]?", "", number.strip(" %")))
    return any(abs(value - fact * (100 if percent else 1)) <= 0.5000001 * 10**-digits and (digits or percent or fact == int(fact)) for fact in facts)


def _facts(found: Audit, label: str, interventions: Sequence[Intervention]) -> Facts:
    rows = {row.id: row for row in found.rows if row.diagnosis.label == label}
    count, failures, everything = len(rows), len(found.failures), len(found.rows)
    scored = {name: [row.scores[name] for row in rows.values() if row.scores[name] is not None] for name in METRICS}
    repairs = _repairs(set(rows), interventions).values()
    counts = {(count, failures), (count, everything), (failures, everything), (count, count)}
    counts |= {(len(scores), count) for scores in scored.values()} | {(len(each.repaired), len(each.tried)) for each in repairs}
    scores = {score for each in scored.values() for score in each}
    means = {sum(each) / len(each) for each in scored.values() if each}
    deltas = {each.after.scores[name] - each.before.scores[name] for each in interventions if each.id in rows for name in METRICS if _both(each, name)}
    undecided = {float(len(each.undecided)) for each in repairs}
    steps = {float(number) for each in interventions if each.id in rows for number in re.findall(r"(?<!\S)\d+(?!\S)", each.changed)}
    shares = {one / other for one, other in counts if other}
    return Facts(rows, counts, {float(count), float(failures), float(everything), *scores, *means, *deltas, *undecided, *steps, *shares, *found.lines})


def _both(each: Intervention, name: str) -> bool:
    return each.before.scores[name] is not None and each.after.scores[name] is not None
