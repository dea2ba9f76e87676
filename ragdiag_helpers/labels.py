"""What people decided and wrote down: claim labels, diagnosed failures, and pairs of answers for the bias labs."""

from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

from .fields import Field, any_text, filled_text, list_of, one_of, quotation, whole_number
from .shapes import Shape, load_bundled

SUPPORT = ("supported", "not supported")
ALSO = {
    **dict.fromkeys(("unsupported", "not_supported", "refuted", "contradicted", "no", "false", "0"), "not supported"),
    **dict.fromkeys(("yes", "true", "1", "entailed", "faithful"), "supported"),
}
DIAGNOSES = ("RETRIEVAL-MISS", "CHUNKING", "HALLUCINATION", "WRONG-QUESTION", "FAITHFUL-BUT-CONTEXT-WRONG")


@dataclass(frozen=True)
class Label:
    """Whether a context supports a claim, by whom and why. GUIDELINES.md in golden_sets says how to decide."""

    id: str
    context: str
    claim: str
    label: str
    reason: str = ""
    labelled_by: str = ""
    doc_ids: tuple[str, ...] = ()
    hard_kind: str = ""


@dataclass(frozen=True)
class Failure:
    """A failing answer of Docent: how it came about, and which fault a person found. ``use`` is lesson or hidden."""

    id: str
    use: str
    question: str
    edition: str
    retriever: str
    k: int
    chunk_size: int | None
    chunk_overlap: int | None
    retrieved_ids: tuple[str, ...]
    contexts: tuple[str, ...]
    answer: str
    answer_origin: str
    reference: str
    claims: tuple[str, ...]
    relevant_ids: tuple[str, ...]
    evidence: tuple[tuple[str, str], ...]
    diagnosis: str
    subcase: str | None
    owner: str
    reason: str
    labelled_by: str


@dataclass(frozen=True)
class BiasPair:
    """Two answers to one question. ``bias`` is verbosity, position or style, ``better`` a, b or neither."""

    id: str
    bias: str
    question: str
    doc_ids: tuple[str, ...]
    answer_a: str
    answer_b: str
    better: str
    notes: str
    labelled_by: str


def load_labels(name_or_path: str | Path = "judge_labels") -> list[Label]:
    """Return the claim labels of a bundled file or of your own. Raises DataError with file, line, field and fix.

    >>> load_labels()[0].label
    'supported'
    """
    return load_bundled(name_or_path, LABEL_SHAPE)


def load_failures(name_or_path: str | Path = "ten_failures", use: str | None = "lesson") -> list[Failure]:
    """Return diagnosed failures of Docent: those for lessons, those for hidden checks ("hidden"), or all (None).

    Raises DataError with file, line, field and fix.

    >>> [failure.id for failure in load_failures()][:2]
    ['f1', 'f2']
    """
    return [each for each in load_bundled(name_or_path, FAILURE_SHAPE) if use in (None, each.use)]


def load_pairs(name_or_path: str | Path = "bias_pairs") -> list[BiasPair]:
    """Return the pairs of answers of the bias labs. Raises DataError with file, line, field and fix.

    >>> load_pairs()[0].bias
    'verbosity'
    """
    return load_bundled(name_or_path, PAIR_SHAPE)


def _builder(kind: type) -> Any:
    def build(row: dict) -> Any:
        known = {each.name for each in fields(kind) if each.default is not MISSING}
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
        values = {name: value for name, value in values.items() if value is not None or name not in known}
        if "evidence" in values:
            values["evidence"] = tuple((each["doc_id"], each["quote"]) for each in row["evidence"])
        return kind(**values)

    return build


def _shape(kind: type, checks: dict[str, Any], optional: tuple[str, ...] = (), null: tuple[str, ...] = ()) -> Shape:
    """A shape with one field for each of ``kind``'s; a field is filled text unless ``checks`` says otherwise."""
    names = [each.name for each in fields(kind)]
    return Shape(tuple(Field(name, checks.get(name, filled_text), name not in optional, name in null) for name in names), _builder(kind))


_ids, _whole = list_of(filled_text, "page id"), whole_number(0, "write a whole number, without quotes")
LABEL_SHAPE = _shape(
    Label,
    {"label": one_of(SUPPORT, ALSO), "doc_ids": _ids, "reason": any_text, "labelled_by": any_text, "hard_kind": any_text},
    optional=("reason", "labelled_by", "doc_ids", "hard_kind"),
    null=("reason", "labelled_by", "doc_ids", "hard_kind"),
)
FAILURE_SHAPE = _shape(
    Failure,
    {
        "use": one_of(("lesson", "hidden")), "diagnosis": one_of(DIAGNOSES), "evidence": list_of(quotation, "quotation"),
        "claims": list_of(filled_text, "claim"),
        "k": _whole, "chunk_size": _whole, "chunk_overlap": _whole, "answer": any_text,
        "retrieved_ids": _ids, "relevant_ids": _ids, "contexts": list_of(any_text, "context"),
    },
    null=("chunk_size", "chunk_overlap", "subcase"),
)
PAIR_SHAPE = _shape(
    BiasPair,
    {"bias": one_of(("verbosity", "position", "style")), "better": one_of(("a", "b", "neither")), "doc_ids": _ids, "notes": any_text},
)
