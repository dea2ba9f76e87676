"""Change one thing, ask again, and see whether the answer is mended: the only proof of a diagnosis.

A change of retrieval or of the pages is compared with the control: the same Docent, asked again with nothing changed. A change of the
generator is compared with the audited answer, over the very same contexts. So exactly one thing differs between the two sides, and both
are scored here by one judge and one set of lines, whoever judged the audited row.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..corpus import Document, chunk_words, load_corpus
from ..diagnosis import Lines, possible
from ..docent import Docent, ExtractiveGenerator
from ..labels import Failure
from ..records import Record
from ..verdicts import Judge
from .changes import CHANGES, Asked, checked
from .rows import Row, score_row

# What is changed, and which classes it proves where it mends the answer.
KINDS = {
    "oracle context": ("RETRIEVAL-MISS", "CHUNKING"),
    "larger k": ("RETRIEVAL-MISS",),
    "other retriever": ("RETRIEVAL-MISS",),
    "corrected page": ("FAITHFUL-BUT-CONTEXT-WRONG",),
    "grounded prompt": ("HALLUCINATION", "WRONG-QUESTION"),
}
STALE = "meridian-stale"


@dataclass(frozen=True)
class Intervention:
    """One change and what came of it: the row ``before``, the row ``after``, and what was ``changed``, in words.

    ``before`` is the control or the audited answer (see the module); both rows are scored by the judge named ``judge`` and by ``lines``. ``diagnosed`` is
    the class that the audit gave. ``reproduced``: the unchanged Docent gave the audited answer again.
    """

    id: str
    kind: str
    changed: str
    before: Row
    after: Row
    diagnosed: str
    reproduced: bool
    judge: str
    lines: Lines = Lines()

    @property
    def moved(self) -> bool:
        """Whether the answer changed at all."""
        return self.before.record.answer != self.after.record.answer

    @property
    def repaired(self) -> bool:
        """Whether an answer that failed, whatever its class, was changed into one that is right; False where the judge cannot tell."""
        return self.moved and not self._could_be_right(self.before) and self.after.diagnosis.label == "OK"

    @property
    def undecided(self) -> bool:
        """Whether this may be a repair and the judge cannot tell: it leaves open that the answer failed before, or that it is right now."""
        open_before = self.before.diagnosis.label != "OK"
        return self.moved and open_before and not self.repaired and self._could_be_right(self.after)

    def _could_be_right(self, row: Row) -> bool:
        return row.diagnosis.label == "OK" or row.diagnosis.failed is None and "OK" in possible(row.evidence, self.lines)

    @property
    def proves(self) -> bool:
        """Whether this repair is the one that the row's diagnosis calls for."""
        return self.repaired and self.diagnosed in KINDS[self.kind]

    def __str__(self) -> str:
        outcome = "repaired" if self.repaired else "moved, not repaired" if self.moved else "unchanged"
        return f"{self.id} {self.kind} ({self.changed}): {self.before.diagnosis.label} -> {self.after.diagnosis.label}, {outcome}"


def intervene(row: Row, docent: Docent, kind: str, judge: Judge | None = None, lines: Lines = Lines(), **change: Any) -> Intervention:
    """Ask the row's question again with one thing changed, and score both sides, by the offline judge unless another is given.

    ``docent`` must be set up as the row's: same pages, retriever and k; give the audit's ``lines``. ``kind`` is one of KINDS; the change
    is by default the relevant pages (or labelled chunks) whole, k * 2, the other bundled retriever, or a generator that only quotes.
    ``change`` overrides it: documents= (needed for a corrected page), k=, retriever=, generator=. Raises ValueError for another kind, for
    a change that the kind does not take or that changes nothing, for a Docent that retrieves other pages than the row shows, and for an
    oracle context without the relevant pages.
    """
    checked(kind, change)
    return _Bench(row, docent, judge or _offline(), lines).intervene(kind, change)


def prove(row: Row, docent: Docent, judge: Judge | None = None, lines: Lines = Lines()) -> list[Intervention]:
    """Try on a failed row every intervention that could prove its class; none for a class that no change proves.

    A page is corrected only where the row says that it came from the stale edition, in whole pages. A generator that quotes already is
    tried again with a lower threshold where it refused, else not at all: there is nothing in it to ground.
    """
    kinds = [kind for kind, classes in KINDS.items() if row.diagnosis.label in classes]
    if not kinds:
        return []
    bench = _Bench(row, docent, judge or _offline(), lines)
    return [bench.intervene(kind, change) for kind in kinds if (change := _change(kind, bench)) is not None]


def _change(kind: str, bench: "_Bench") -> dict[str, Any] | None:
    """What ``prove`` changes; None where there is nothing to try."""
    row, generator = bench.row, bench.docent.generator
    if kind == "corrected page":
        whole = all(isinstance(each, Document) for each in bench.docent.documents)
        return {"documents": load_corpus()} if row.record.corpus == STALE and whole else None
    if kind == "grounded prompt" and isinstance(generator, ExtractiveGenerator):
        if row.evidence.refused:
            return {"generator": ExtractiveGenerator(generator.threshold / 2)}
        return None if bench.reproduced else {}
    return {}


@dataclass(frozen=True)
class _Bench:
    """A row and the Docent that gave it: asked once with nothing changed, scored once, however many changes are tried."""

    row: Row
    docent: Docent
    judge: Judge
    lines: Lines

    @cached_property
    def control(self) -> Record:
        record = self.row.record
        found = self.docent.ask(record.question, record.id)
        if found.retrieved_ids != record.retrieved_ids or found.contexts != record.contexts:
            told = f"this Docent retrieves {', '.join(found.retrieved_ids)}, row {record.id!r} shows {', '.join(record.retrieved_ids)}"
            raise ValueError(f"{told}; set it up with the row's pages, retriever and k, so that one thing changes")
        return replace(record, answer=found.answer)

    @property
    def reproduced(self) -> bool:
        return self.control.answer == self.row.record.answer

    @cached_property
    def unchanged(self) -> Row:
        return self.audited if self.reproduced else self.scored(self.control)

    @cached_property
    def audited(self) -> Row:
        return self.scored(self.row.record)

    def scored(self, record: Record) -> Row:
        return score_row(record, self.judge, self.lines)

    def intervene(self, kind: str, change: dict[str, Any]) -> Intervention:
        row, same = self.row, self.reproduced
        changed, new = CHANGES[kind](Asked(row.record, self.docent, same), **change)
        before = self.audited if kind == "grounded prompt" else self.unchanged
        after = self.scored(replace(row.record, answer=new.answer, retrieved_ids=new.retrieved_ids, contexts=new.contexts))
        return Intervention(row.id, kind, changed, before, after, row.diagnosis.label, same, self.judge.name, self.lines)


def _offline() -> Judge:
    from ..judges import get_judge

    return get_judge("offline")


def failure_record(failure: Failure) -> Record:
    """The stored failure as a record, to be audited like any other."""
    return Record(
        failure.id, failure.question, failure.answer, failure.retrieved_ids, failure.contexts, failure.reference,
        failure.relevant_ids, failure.claims, corpus=failure.edition,
    )


def failure_docent(failure: Failure, generator: Callable | None = None) -> Docent:
    """Docent set up as it was for this failure: edition, chunks, retriever and k."""
    documents = load_corpus(failure.edition)
    if failure.chunk_size:
        documents = [chunk for page in documents for chunk in chunk_words(page, failure.chunk_size, failure.chunk_overlap)]
    return Docent(documents, failure.retriever, generator, failure.k)
