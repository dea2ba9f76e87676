"""One question that a RAG answered, with all that is needed to judge the answer; and records in files and in Ragas' rows."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from .fields import Field, any_text, filled_text, kind_of, list_of
from .jsonl import DataError, write_rows
from .shapes import Shape, check_items, first_fault, load_items

LISTS = ("retrieved_ids", "contexts", "relevant_ids", "claims")
RAGAS = {"question": "user_input", "answer": "response", "contexts": "retrieved_contexts"}  # ours → theirs
_OURS = {theirs: ours for ours, theirs in RAGAS.items()}
# Ragas' names for what a record also holds, and what it has no place for.
RAGAS_ALSO = {"retrieved_context_ids": "retrieved_ids", "reference_context_ids": "relevant_ids"}
RAGAS_ONLY = (
    "reference_contexts", "multi_responses", "rubrics", "persona_name", "query_style", "query_length", "synthesizer_name",
)
ALIASES = {
    "ground_truth": "reference", "ground_truths": "reference", "expected_answer": "reference",
    "expected_output": "reference", "ideal_answer": "reference", "context": "contexts",
    "retrieved_contexts": "contexts", "retrieved_docs": "contexts", "retrieval_context": "contexts",
    "user_input": "question", "query": "question", "input": "question",
    "response": "answer", "output": "answer", "actual_output": "answer",
    "relevent_ids": "relevant_ids", "reference_context_ids": "relevant_ids", "retrieved_context_ids": "retrieved_ids",
    "doc_ids": "retrieved_ids",
}


@dataclass(frozen=True)
class Record:
    """What a RAG was asked, what it retrieved and what it said.

    ``retrieved_ids`` and ``contexts`` run in rank order, best first. ``relevant_ids`` is None where nobody
    labelled the question, and empty where no page holds the answer (unanswerable).
    """

    id: str
    question: str
    answer: str
    retrieved_ids: tuple[str, ...]
    contexts: tuple[str, ...]
    reference: str | None = None
    relevant_ids: tuple[str, ...] | None = None
    claims: tuple[str, ...] | None = None
    kind: str | None = None
    corpus: str | None = None


def load_records(path: str | Path) -> list[Record]:
    """Return the records of a JSON Lines file, in order; an optional field that is missing or null becomes None.

    Raises DataError with file, line, field and fix for whatever cannot be read rightly.
    """
    return load_items(path, RECORD_SHAPE)


def save_records(records: Iterable[Record], path: str | Path) -> None:
    """Write records as JSON Lines, such that load_records gives back equal ones; fields that are None are left out.

    The file at ``path`` is replaced only when all is written. Raises DataError, and writes nothing, for what could
    not be loaded again: no record at all, an id twice, a wrong type, half of a character.
    """
    rows = [_row(number, record) for number, record in enumerate(records, start=1)]
    if not rows:
        raise DataError(path, 0, None, "look why the run gave none", "there is no record to save")
    first_fault(path, check_items(enumerate(rows, start=1), RECORD_SHAPE))
    write_rows(rows, path)


def to_ragas(records: Iterable[Record]) -> list[dict]:
    """Return one row a record with Ragas' names: user_input, retrieved_contexts, response, reference.

    What Ragas has no name for keeps ours, and what is None is left out, so that from_ragas gives back equal records.
    Raises DataError as save_records does.

    >>> to_ragas([Record("r1", "Price?", "25", ("plans",), ("Pro costs 25.",))])[0]["user_input"]
    'Price?'
    """
    rows = [_row(number, record) for number, record in enumerate(records, start=1)]
    first_fault(None, check_items(enumerate(rows, start=1), RECORD_SHAPE, "row"))
    return [{RAGAS.get(name, name): value for name, value in row.items()} for row in rows]


def from_ragas(rows: Iterable[Mapping]) -> list[Record]:
    """Return one record a row with Ragas' names; the names of to_ragas and Ragas' own for ids are understood.

    A row without id gets "r1", "r2", ... by its place. Contexts without ids get "r1-c1", "r1-c2", ...: the same text
    in one row the same id. (Not in a row that has relevant ids: made-up ids would silently score it 0.) Raises DataError with row, field and fix, also for a filled Ragas field that a record has
    no place for.
    """
    named = [(number, _named(number, row)) for number, row in enumerate(rows, start=1)]
    return first_fault(None, check_items(named, RAGAS_SHAPE, "row"))


def _row(number: int, record: Record) -> dict:
    if not isinstance(record, Record):
        fix = "save Record(...) objects; from_ragas makes them of Ragas' rows"
        raise DataError(None, number, None, fix, f"{kind_of(record)} where a Record belongs")
    values = {each.name: getattr(record, each.name) for each in fields(Record)}
    rows = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return {name: value for name, value in rows.items() if value is not None or name not in _OPTIONAL}


def _build(row: dict) -> Record:
    return Record(**{name: tuple(value) if name in LISTS and value is not None else value for name, value in row.items()})


def _named(number: int, row: Mapping) -> dict:
    """The row with ids filled in, Ragas' other names for ids translated and its empty extra fields left out."""
    if not isinstance(row, Mapping):
        fix = "each row must be a dict: dataset.to_list() of Ragas, frame.to_dict('records') of pandas"
        raise DataError(None, number, None, fix, f"{kind_of(row)} where a row belongs")
    extra = [*RAGAS_ONLY, *RAGAS_ALSO]
    row = {name: value for name, value in row.items() if name not in extra or value is not None and value not in ([], {}, "")}
    for theirs, ours in RAGAS_ALSO.items():
        if theirs in row and row.get(ours) is None:
            row[ours] = row.pop(theirs)
    if row.get("id") is None:
        row["id"] = f"r{number}"
    if row.get("retrieved_ids") is None and row.get("relevant_ids") is None:
        row["retrieved_ids"] = _made_up(row["id"], row.get("retrieved_contexts"))
    return row


def _made_up(name: object, contexts: object) -> list[str]:
    if not isinstance(contexts, (list, tuple)):
        return []  # the check of contexts says what is wrong
    places: dict[str, int] = {}
    return [f"{name}-c{places.setdefault(str(text), len(places) + 1)}" for text in contexts]


def _rules(record: Record) -> Iterator[tuple[str, str, str]]:
    ids, texts = len(record.retrieved_ids), len(record.contexts)
    if ids != texts:
        found = f"there are {ids} retrieved ids and {texts} contexts"
        yield "contexts", found, "give each retrieved id its text, in the same order"


_TEXTS, _IDS, _CLAIMS = list_of(any_text, "text"), list_of(filled_text, "id"), list_of(filled_text, "claim")
_CHECKS = {
    "id": filled_text, "question": filled_text, "answer": any_text, "retrieved_ids": _IDS, "contexts": _TEXTS,
    "reference": any_text, "relevant_ids": _IDS, "claims": _CLAIMS, "kind": any_text, "corpus": any_text,
}
_OPTIONAL = [each.name for each in fields(Record) if each.default is None]
FIELDS = tuple(Field(name, check, name not in _OPTIONAL, name in _OPTIONAL) for name, check in _CHECKS.items())
RECORD_SHAPE = Shape(FIELDS, _build, ALIASES, _rules)
RAGAS_SHAPE = Shape(
    tuple(replace(each, name=RAGAS.get(each.name, each.name)) for each in FIELDS),
    lambda row: _build({_OURS.get(name, name): value for name, value in row.items()}),
    {name: RAGAS.get(ours, ours) for name, ours in ALIASES.items() if name not in RAGAS.values()} | RAGAS,
    _rules,
)
