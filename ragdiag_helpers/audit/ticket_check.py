"""The check of a ticket: one class, its owner, its cases, and every number and quotation found again in the audit."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ..diagnosis import LABELS
from ..unseen import id_line, one_line, seen
from .findings import METRICS
from .interventions import Intervention
from .rows import Row
from .run import Audit
from .ticket_claims import Facts, cited, counts_class, number_problems, scores_something
from .ticket_text import CLASSES, Sentence, Token, plain, sentences, unescaped

_MARKS = str.maketrans({mark: "'" for mark in '"“”„«»‘’‚`'})
_NOT = {"not", "no", "never", "neither", "nor", "rather", "instead", "than", "cannot"}


def check_ticket(text: str, found: Audit, interventions: Iterable[Intervention] = ()) -> list[str]:
    """Return what is wrong with a ticket, each with its fix; an empty list if a team could act on it.

    Its heading or first sentence names one class that has failures, and its owner (or a line "owner: ..." does). It cites a case of the
    class, by its id, in backticks or as a word; says how many ("4 of 10 failures"); and a score, where the class has any. Each number must
    be right of what its sentence says it of: a count of failures or rows, a score of a case named beside it or else the class's mean, the
    line of a metric ("at least 0.80"), or what an intervention that the sentence names did. Scores may be rounded, counts told as
    percentages. A number that stands in the question, answer, reference or pages of a cited case ("90 days") needs no marks. Quotations, in
    backticks with a digit or in quotation marks, must stand in a cited case. Text that a report has escaped is understood.
    """
    changes = list(interventions)
    readings = [_problems(each, found, changes) for each in dict.fromkeys((text, unescaped(text)))]
    return [] if [] in readings else readings[-1]


def _problems(text: str, found: Audit, changes: Sequence[Intervention]) -> list[str]:
    said = sentences(_without_fixes(text), [row.id for row in found.rows])
    tally = {label: count for label, count in found.tally.items() if label in CLASSES}
    labels = _named(_head(said), "label") or _named(said, "label")
    if len(labels) != 1 or labels[0] not in tally:
        told = ", ".join(f"{label} ({count})" for label, count in tally.items()) or "nothing failed in it"
        named = f"names {' and '.join(labels)}" if labels else "names no class of failure"
        return [f"the ticket {named}; it must be about one class of this audit, named in its first sentence: {told}"]
    rows = {row.id: row for row in found.rows if row.diagnosis.label == labels[0]}
    facts = Facts(labels[0], rows, [each for each in changes if each.id in rows], found)
    facts = facts._replace(held=_numbers_from(_cited_rows(said, facts) or list(rows.values()), facts))
    numbers = [problem for sentence in said for problem in number_problems(sentence, facts)]
    return [*_owner(said, labels[0]), *_cases(said, facts), *_quotes(said, facts), *dict.fromkeys(numbers), *_missing(said, facts)]


def _without_fixes(text: str) -> str:
    """The text without the fixes of the taxonomy, whose words are ours."""
    for fault in LABELS.values():
        text = text.replace(fault.fix, "") if fault.fix else text
    return text


def _head(said: Sequence[Sentence]) -> list[Sentence]:
    """The headings and the first sentence of the text."""
    head = []
    for sentence in said:
        head.append(sentence)
        if not sentence.head and sentence.ends:
            break
    return head


def _named(said: Sequence[Sentence], kind: str) -> list[str]:
    """What the sentences name and do not deny, each once."""
    found = [token.value for each in said for at, token in enumerate(each.tokens) if token.kind == kind and not _denied(each.tokens, at)]
    return list(dict.fromkeys(found))


def _denied(tokens: Sequence[Token], place: int) -> bool:
    for token in reversed(tokens[max(0, place - 5) : place]):
        if token.kind == "mark" or token.value == "but":
            return False
        if token.kind == "word" and (token.value in _NOT or str(token.value).endswith("n't")):
            return True
    return False


def _owner(said: Sequence[Sentence], label: str) -> Iterator[str]:
    owner = LABELS[label].owner
    lines = [each for each in said if each.tokens and str(each.tokens[0].value).startswith("owner")]
    declared = _named([*_head(said), *lines], "owner") or _named(said, "owner")
    wrong = [each for each in declared if each != owner]
    if owner and declared != [owner]:
        yield f"{label} belongs to the {owner}{f', not to the {wrong[0]}' if wrong else ''}: name the owner in its first sentence"


def _cases(said: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    classes = {row.id: row.diagnosis.label for row in facts.found.rows}
    pages = {name for row in facts.rows.values() for name in (*row.record.retrieved_ids, *(row.record.relevant_ids or ()))}
    for sentence in said:
        named = {token.value for token in sentence.tokens if token.kind == "label"}
        for name in cited(sentence.tokens):
            if name not in facts.rows and name not in pages and classes[name] not in named:
                yield f"case `{name}` is {classes[name]}, not {facts.label}"
    if not _cited_rows(said, facts):
        yield f"it cites no case: name them in backticks, for example `{next(iter(facts.rows))}`"


def _cited_rows(said: Sequence[Sentence], facts: Facts) -> list[Row]:
    names = cited([token for sentence in said for token in sentence.tokens])
    return [facts.rows[name] for name in names if name in facts.rows]


def _quotes(said: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    rows = _cited_rows(said, facts) or list(facts.rows.values())
    held = [_flat(text) for row in rows for text in _texts(row)]
    judges = (facts.found.judge, *(each.judge for each in facts.changes))
    names = {_flat(form) for name in judges for form in (name, one_line(name, 80))}
    for token in (token for sentence in said for token in sentence.tokens if token.kind in ("quote", "code")):
        quote = _flat(token.value)
        if token.kind == "code" and (quote in names or not any(each.isdigit() for each in quote)):
            continue
        if not any(_stands(quote, text) for text in held):
            there_is = f"there is no case {token.text} in this audit, and it " if token.kind == "code" else f"{token.text} "
            yield f"{there_is}stands in no question, answer, reference or context of the cited cases"


def _stands(quote: str, text: str) -> bool:
    """Whether the text holds the quotation, not inside a longer word or number; one that ends with "..." goes on."""
    start = re.sub(r"\s?(?:…|\.\.\.)$", "", quote)
    if start != quote and start in text:
        return bool(start)
    edges = (r"(?<!\w)" if quote[:1].isalnum() else "", r"(?!\w)" if quote[-1:].isalnum() else "")
    return bool(re.search(f"{edges[0]}{re.escape(quote)}{edges[1]}", text))


def _flat(text: str) -> str:
    return plain(seen(text).translate(_MARKS))


def _texts(row: Row) -> tuple[str, ...]:
    record = row.record
    ids = (*record.retrieved_ids, *(record.relevant_ids or ()))
    pages = (*ids, *(id_line(name, 10**9) for name in ids))
    return (record.question, record.answer, record.reference or "", *(record.claims or ()), *record.contexts, *pages)


def _numbers_from(rows: Sequence[Row], facts: Facts) -> tuple[str, ...]:
    """The texts whose numbers a ticket may say without marks: of the cases, and what their changes brought; no ids."""
    made = [each.after.record for each in facts.changes if each.id in {row.id for row in rows}]
    return tuple(
        _flat(text) for record in (*(row.record for row in rows), *made)
        for text in (record.question, record.answer, record.reference or "", *(record.claims or ()), *record.contexts)
    )


def _missing(said: Sequence[Sentence], facts: Facts) -> Iterator[str]:
    if not any(counts_class(each, facts) for each in said):
        yield f'it gives no count: write "{len(facts.rows)} of {len(facts.found.failures)} failures"'
    scored = next((name for name in METRICS if facts.scores(name)), None)
    if scored and not any(scores_something(each) for each in said):
        values = facts.scores(scored)
        yield f'it gives no score: name one with its number, for example "mean {scored} {sum(values) / len(values):.2f}"'
