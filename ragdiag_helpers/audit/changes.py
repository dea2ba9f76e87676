"""What an intervention changes: each function makes one change and returns what it was, in words, with the record that came of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ..corpus import Chunk, Document
from ..docent import RETRIEVERS, Docent, ExtractiveGenerator
from ..inputs import whole_k
from ..records import Record

# What each kind takes.
TAKES = {
    "oracle context": "documents", "larger k": "k", "other retriever": "retriever", "corrected page": "documents",
    "grounded prompt": "generator",
}
Change = tuple[str, Record]


class Asked(NamedTuple):
    """The audited record, the Docent that gave it, and whether that Docent, unchanged, gave the same answer again."""

    record: Record
    docent: Docent
    reproduced: bool


def checked(kind: str, change: Mapping[str, Any]) -> None:
    """Raise ValueError for a kind that there is not, or a change that it does not take."""
    if kind not in CHANGES:
        raise ValueError(f"there is no intervention {kind!r}; use one of: {', '.join(CHANGES)}")
    surplus = [name for name in change if name != TAKES[kind]]
    if surplus:
        raise ValueError(f"the intervention {kind!r} takes {TAKES[kind]}=, not {', '.join(f'{name}=' for name in surplus)}")


def _oracle(asked: Asked, documents: Iterable[Document | Chunk] | None = None) -> Change:
    """What is labelled, exactly: a chunk where the label names a chunk, the whole page where it names a page."""
    record, wanted = asked.record, dict.fromkeys(asked.record.relevant_ids or ())
    documents = list(asked.docent.documents if documents is None else documents)
    chunks = [each for each in documents if each.id in wanted]
    pages = [page for page in whole_pages(documents) if page.id in wanted and page.id not in {each.id for each in chunks}]
    given = [*chunks, *pages]
    lost = [name for name in wanted if name not in {each.id for each in given}]
    if lost or not wanted:
        told = f"there is no {', '.join(lost)}" if wanted else "it has no relevant_ids"
        fix = "give the Docent's pages or chunks under the ids of the labels"
        raise ValueError(f"row {record.id!r} has no relevant page among the documents ({told}); an oracle context needs relevant_ids: {fix}")
    given.sort(key=lambda each: list(wanted).index(each.id))
    contexts, ids = tuple(each.text for each in given), tuple(each.id for each in given)
    told = f"given {', '.join(ids)} instead of {', '.join(record.retrieved_ids) or 'nothing'}"
    return told, replace(record, answer=asked.docent.generator(record.question, contexts), retrieved_ids=ids, contexts=contexts)


def whole_pages(documents: Iterable[Document | Chunk]) -> list[Document]:
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


def _larger_k(asked: Asked, k: int | None = None) -> Change:
    docent = asked.docent
    k = 2 * docent.k if k is None else whole_k(k)
    if k <= docent.k:
        raise ValueError(f"k is {k}, and the row had k={docent.k}; a larger k must be larger, for example k={2 * docent.k}")
    return f"k {docent.k} -> {k}", Docent(docent.documents, docent.retriever, docent.generator, k).ask(asked.record.question)


def _other_retriever(asked: Asked, retriever: str | Callable | None = None) -> Change:
    docent = asked.docent
    if retriever is None:
        retriever = next(name for name, each in RETRIEVERS.items() if each is not docent.retriever)
    other = Docent(docent.documents, retriever, docent.generator, docent.k)
    if other.retriever is docent.retriever:
        raise ValueError(f"retriever is {_name(other.retriever)}, which the row had; another retriever must be another one")
    return f"retriever {_name(docent.retriever)} -> {_name(other.retriever)}", other.ask(asked.record.question)


def _name(retriever: Callable) -> str:
    bundled = {each: name for name, each in RETRIEVERS.items()}
    return bundled.get(retriever) or getattr(retriever, "__name__", type(retriever).__name__)


def _corrected(asked: Asked, documents: Sequence[Document | Chunk] | None = None) -> Change:
    """The same pages in the same order, of which at least one says something else. Chunks are to be cut as the Docent's are."""
    if documents is None:
        raise ValueError("a corrected page needs the corrected documents: intervene(..., documents=load_corpus())")
    docent, documents = asked.docent, list(documents)
    changed = _changed_pages(docent.documents, documents)
    if not changed:
        raise ValueError("the documents are word for word those that the row had; a corrected page must say something else")
    new = Docent(documents, docent.retriever, docent.generator, docent.k).ask(asked.record.question)
    return f"pages changed: {', '.join(changed)}", new


def _changed_pages(old: Sequence[Document | Chunk], new: Sequence[Document | Chunk]) -> list[str]:
    """The pages whose words differ. Raises ValueError where more than words does: other pages, another order, another cut."""
    if {isinstance(each, Chunk) for each in old} != {isinstance(each, Chunk) for each in new}:
        raise ValueError(f"the row came from {_sort(old)}, the documents are {_sort(new)}; cut them as the row's were: {_CUT}")
    before, after = ({page.id: page for page in whole_pages(each)} for each in (old, new))
    if list(before) != list(after):
        lost, more = [name for name in before if name not in after], [name for name in after if name not in before]
        parts = [f"without {', '.join(lost)}"] * bool(lost) + [f"with {', '.join(more)}"] * bool(more)
        told = " and ".join(parts) or "in another order"
        raise ValueError(f"the documents are the row's pages {told}; give the same ids in the same order, so that only a text changes")
    changed = [name for name in before if before[name].text.split() != after[name].text.split()]
    if [each for each in old if _page(each) not in changed] != [each for each in new if _page(each) not in changed]:
        raise ValueError(f"pages with the same words differ in title or cut; give them as the row's were: {_CUT}")
    return changed


_CUT = "whole pages for whole pages, chunk_words(page, size, overlap) with the same size and overlap for chunks"


def _page(each: Document | Chunk) -> str:
    return each.doc_id if isinstance(each, Chunk) else each.id


def _sort(documents: Sequence[Document | Chunk]) -> str:
    return "chunks" if any(isinstance(each, Chunk) for each in documents) else "whole pages"


def _grounded(asked: Asked, generator: Callable | None = None) -> Change:
    record, old, new = asked.record, asked.docent.generator, ExtractiveGenerator() if generator is None else generator
    if not callable(new):
        raise ValueError(f"generator is {new!r}; it must be a function (question, contexts) -> answer")
    if asked.reproduced and _same(old, new):
        raise ValueError("the row's answer came from this very generator; pass another one: intervene(..., generator=...)")
    return f"{_swap(asked, new)}, same context", replace(record, answer=new(record.question, record.contexts))


def _same(old: Callable, new: Callable) -> bool:
    quoting = isinstance(old, ExtractiveGenerator) and isinstance(new, ExtractiveGenerator)
    return old is new or quoting and old.threshold == new.threshold


def _swap(asked: Asked, new: Callable) -> str:
    """What changes: a threshold where the same quoting generator gave the answer, else the generator."""
    old = asked.docent.generator
    if asked.reproduced and isinstance(old, ExtractiveGenerator) and isinstance(new, ExtractiveGenerator):
        return f"threshold {old.threshold:g} -> {new.threshold:g}"
    told = f"one that only quotes, threshold {new.threshold:g}" if isinstance(new, ExtractiveGenerator) else _name(new)
    return f"another generator ({told}) in place of {_name(old) if asked.reproduced else 'the one that gave the answer'}"


CHANGES: dict[str, Callable[..., Change]] = {
    "oracle context": _oracle, "larger k": _larger_k, "other retriever": _other_retriever,
    "corrected page": _corrected, "grounded prompt": _grounded,
}
