"""Change one thing, ask again, and see whether the answer is mended: the only proof of a diagnosis.

A change of retrieval or of the pages is compared with the control: the same Docent, asked again with nothing changed. A change of the
generator is compared with the row itself, over the very same contexts. So exactly one thing differs between the two sides.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..corpus import Chunk, Document, chunk_words, load_corpus
from ..diagnosis import Lines
from ..docent import RETRIEVERS, Docent, ExtractiveGenerator
from ..labels import Failure
from ..records import Record
from ..verdicts import Judge
from .rows import Row, score_row

# What is changed, and which classes it proves where it mends the answer.
KINDS = {
    "oracle context": ("RETRIEVAL-MISS", "CHUNKING"),
    "larger k": ("RETRIEVAL-MISS",),
    "other retriever": ("RETRIEVAL-MISS",),
    "corrected page": ("FAITHFUL-BUT-CONTEXT-WRONG",),
    "grounded prompt": ("HALLUCINATION", "WRONG-QUESTION"),
}


@dataclass(frozen=True)
class Intervention:
    """One change and what came of it: the row ``before``, the row ``after``, and what was ``changed``, in words.

    ``before`` is the control or the audited row (see the module). ``reproduced``: the unchanged Docent gave the audited answer again.
    """

    id: str
    kind: str
    changed: str
    before: Row
    after: Row
    diagnosed: str
    reproduced: bool

    @property
    def moved(self) -> bool:
        """Whether the answer changed at all."""
        return self.before.record.answer != self.after.record.answer

    @property
    def repaired(self) -> bool:
        """Whether a row that was not right is right afterwards."""
        return self.before.diagnosis.label != "OK" and self.after.diagnosis.label == "OK"

    @property
    def proves(self) -> bool:
        """Whether this repair is the one that the row's diagnosis calls for."""
        return self.repaired and self.diagnosed in KINDS[self.kind]

    def __str__(self) -> str:
        outcome = "repaired" if self.repaired else "moved, not repaired" if self.moved else "unchanged"
        return f"{self.id} {self.kind} ({self.changed}): {self.before.diagnosis.label} -> {self.after.diagnosis.label}, {outcome}"


def intervene(row: Row, docent: Docent, kind: str, judge: Judge | None = None, lines: Lines = Lines(), **change: Any) -> Intervention:
    """Ask the row's question again with one thing changed, and score what comes, by the offline judge unless another is given.

    ``docent`` must be set up as the row's: same pages, retriever and k. ``kind`` is one of KINDS; the change is by default the relevant
    pages whole (oracle context), k * 2, the other bundled retriever, or a generator that only quotes. ``change`` overrides it: documents=
    (needed for a corrected page), k=, retriever=, generator=. Raises ValueError for another kind or change, for a Docent that retrieves
    other pages than the row shows, and for an oracle context without relevant pages.
    """
    if kind not in KINDS:
        raise ValueError(f"there is no intervention {kind!r}; use one of: {', '.join(KINDS)}")
    judge = judge or _offline()
    control = docent.ask(row.record.question, row.id)
    if control.retrieved_ids != row.record.retrieved_ids or control.contexts != row.record.contexts:
        found = f"this Docent retrieves {', '.join(control.retrieved_ids)}, row {row.id!r} shows {', '.join(row.record.retrieved_ids)}"
        raise ValueError(f"{found}; set it up with the row's pages, retriever and k, so that one thing changes")
    changed, after = _CHANGES[kind](row.record, docent, **change)
    reproduced = control.answer == row.record.answer
    before = row if reproduced or kind == "grounded prompt" else score_row(_answered(row.record, control), judge, lines)
    scored = score_row(_answered(row.record, after), judge, lines)
    return Intervention(row.id, kind, changed, before, scored, row.diagnosis.label, reproduced)


def prove(row: Row, docent: Docent, judge: Judge | None = None, lines: Lines = Lines()) -> list[Intervention]:
    """Try on a failed row every intervention that could prove its class; none for a class that no change proves.

    A page is corrected only where a row says which edition it came from and that is not the current one. A generator that quotes already
    is tried again with a lower threshold: it refuses less.
    """
    kinds = [kind for kind, classes in KINDS.items() if row.diagnosis.label in classes]
    if kinds == ["corrected page"]:
        stale = row.record.corpus not in (None, "meridian")
        return [intervene(row, docent, kinds[0], judge, lines, documents=load_corpus())] if stale else []
    bold = {"generator": ExtractiveGenerator(docent.generator.threshold / 2)} if isinstance(docent.generator, ExtractiveGenerator) else {}
    tried = bold if kinds == ["grounded prompt"] and row.evidence.refused else {}
    return [intervene(row, docent, kind, judge, lines, **tried) for kind in kinds]


def _offline() -> Judge:
    from ..judges import get_judge

    return get_judge("offline")


def _answered(record: Record, new: Record) -> Record:
    return replace(record, answer=new.answer, retrieved_ids=new.retrieved_ids, contexts=new.contexts)


def _oracle(record: Record, docent: Docent, documents: Iterable[Document] | None = None) -> tuple[str, Record]:
    wanted = record.relevant_ids or ()
    pages = [page for page in _pages(documents or docent.documents) if page.id in wanted]
    if not pages:
        raise ValueError(f"row {record.id!r} has no relevant page among the documents; an oracle context needs relevant_ids")
    contexts = tuple(page.text for page in pages)
    answer = docent.generator(record.question, contexts)
    ids = tuple(page.id for page in pages)
    return f"given {', '.join(ids)} instead of {', '.join(record.retrieved_ids)}", replace(
        record, answer=answer, retrieved_ids=ids, contexts=contexts
    )


def _pages(documents: Iterable[Document | Chunk]) -> list[Document]:
    """Whole pages: chunks of one page are put together again in their order; what two of them share counts once."""
    pages: dict[str, Document] = {}
    ends: dict[str, int] = {}
    for each in documents:
        if not isinstance(each, Chunk):
            pages[each.id] = each
        elif each.doc_id not in pages:
            pages[each.doc_id], ends[each.doc_id] = Document(each.doc_id, each.title, each.text), each.end
        else:
            overlap, page = ends[each.doc_id] - each.start, pages[each.doc_id]
            rest = each.text[overlap:] if overlap > 0 else " " + each.text
            pages[each.doc_id], ends[each.doc_id] = replace(page, text=page.text + rest), max(each.end, ends[each.doc_id])
    return list(pages.values())


def _larger_k(record: Record, docent: Docent, k: int | None = None) -> tuple[str, Record]:
    k = k or 2 * docent.k
    return f"k {docent.k} -> {k}", Docent(docent.documents, docent.retriever, docent.generator, k).ask(record.question)


def _other_retriever(record: Record, docent: Docent, retriever: str | Callable | None = None) -> tuple[str, Record]:
    names = {each: name for name, each in RETRIEVERS.items()}
    new = retriever or next(name for name, each in RETRIEVERS.items() if each is not docent.retriever)
    told = f"retriever {names.get(docent.retriever, 'as it was')} -> {names.get(new, new) if callable(new) else new}"
    return told, Docent(docent.documents, new, docent.generator, docent.k).ask(record.question)


def _corrected(record: Record, docent: Docent, documents: Sequence[Document] | None = None) -> tuple[str, Record]:
    if documents is None:
        raise ValueError("a corrected page needs the corrected documents: intervene(..., documents=load_corpus())")
    old = {page.id: page.text for page in docent.documents}
    changed = [page.id for page in documents if page.text != old.get(page.id)]
    new = Docent(documents, docent.retriever, docent.generator, docent.k).ask(record.question)
    return f"pages changed: {', '.join(changed) or 'none'}", new


def _grounded(record: Record, docent: Docent, generator: Callable | None = None) -> tuple[str, Record]:
    generator = generator or ExtractiveGenerator()
    told = "a generator that only quotes its context" if isinstance(generator, ExtractiveGenerator) else "another generator"
    return f"{told}, same context", replace(record, answer=generator(record.question, record.contexts))


_CHANGES = {
    "oracle context": _oracle, "larger k": _larger_k, "other retriever": _other_retriever,
    "corrected page": _corrected, "grounded prompt": _grounded,
}


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
