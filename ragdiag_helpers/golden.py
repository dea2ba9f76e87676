"""Golden sets: questions whose right answer and right pages are known."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from .corpus import Document, load_corpus, whole_words
from .fields import Field, any_text, filled_text, list_of, one_of, quotation, shown
from .jsonl import DataError
from .labels import load_labels
from .replies import load_replies
from .shapes import Shape, load_bundled
from .text import sentences

__all__ = ["KINDS", "DataError", "GoldenItem", "golden_shape", "load_golden", "load_labels", "load_replies"]
KINDS = ("single", "multi-source", "near-miss", "unanswerable")
OWN_PAGES = "(pages of your own: corpus=None, or --corpus none)"
ALIASES = {
    "ground_truth": "reference", "expected_answer": "reference", "expected_output": "reference",
    "ideal_answer": "reference", "answer": "reference", "query": "question", "user_input": "question",
    "input": "question", "relevent_ids": "relevant_ids", "relevant_docs": "relevant_ids", "doc_ids": "relevant_ids",
    "reference_context_ids": "relevant_ids", "spans": "evidence", "quotes": "evidence", "type": "kind",
    "category": "kind", "note": "notes", "comment": "notes",
}
FIELDS = (
    Field("id", filled_text),
    Field("question", filled_text),
    Field("reference", any_text),
    Field("relevant_ids", list_of(filled_text, "page id")),
    Field("evidence", list_of(quotation, "quotation")),
    Field("claims", list_of(filled_text, "claim")),
    Field("kind", one_of(KINDS)),
    Field("notes", any_text, required=False, null=True),
)


@dataclass(frozen=True)
class GoldenItem:
    """One golden question.

    ``relevant_ids`` are the pages that hold the answer (empty: unanswerable), ``evidence`` the quoted words as
    (page id, quote), ``claims`` what an ideal answer says, ``kind`` single, multi-source, near-miss or unanswerable.
    """

    id: str
    question: str
    reference: str
    relevant_ids: tuple[str, ...]
    evidence: tuple[tuple[str, str], ...]
    claims: tuple[str, ...]
    kind: str
    notes: str = ""


def load_golden(
    name_or_path: str | Path = "docent_golden", corpus: str | Sequence[Document] | None = "meridian"
) -> list[GoldenItem]:
    """Return the items of a golden set: one that travels with the package by its name, or your own by its path.

    ``corpus`` holds the pages that ids and quotes are checked against: an edition, documents of your own, or None to
    check neither. Reads JSON Lines as ragdiag_helpers.jsonl does. Whatever cannot be read rightly raises DataError
    with file, line, field and fix; a corpus that does not exist raises ValueError.

    >>> [item.id for item in load_golden()][:2]
    ['q1', 'q2']
    """
    return load_bundled(name_or_path, golden_shape(corpus))


def golden_shape(corpus: str | Sequence[Document] | None = "meridian") -> Shape:
    """What a golden row must hold, checked against the pages of ``corpus`` unless that is None."""
    documents = load_corpus(corpus) if isinstance(corpus, str) else corpus
    pages = None if documents is None else {page.id: page.text for page in documents}
    return Shape(FIELDS, _build, ALIASES, lambda item: _rules(item, pages))


def _build(row: dict) -> GoldenItem:
    evidence = tuple((each["doc_id"], each["quote"]) for each in row["evidence"])
    lists = {"relevant_ids": tuple(row["relevant_ids"]), "evidence": evidence, "claims": tuple(row["claims"])}
    return GoldenItem(**{**row, **lists, "notes": row.get("notes") or ""})


def _rules(item: GoldenItem, pages: dict[str, str] | None) -> Iterator[tuple[str, str, str]]:
    yield from _kind_rules(item)
    for page in item.relevant_ids if pages is not None else ():
        if page not in pages:
            yield "relevant_ids", f"there is no page {shown(page)}", _near_page(page, pages)
    for page, quote in item.evidence:
        if page not in item.relevant_ids:
            fix = f"add {page!r} to relevant_ids, or quote one of {', '.join(item.relevant_ids) or 'its pages'}"
            yield "evidence", f"quotes {page!r}, which is not among the relevant_ids", fix
        if pages is not None and page not in pages and page not in item.relevant_ids:
            yield "evidence", f"there is no page {shown(page)}", _near_page(page, pages)
        if pages is not None and page in pages and quote not in pages[page]:
            yield "evidence", f"the quote {shown(quote)} is not in the page {page!r}", _near_quote(page, quote, pages)
        elif pages is not None and page in pages and len(whole_words(quote, pages[page])) != 1:
            found = f"the quote {shown(quote)} stands in the page {page!r} more than once, or inside a longer word"
            yield "evidence", found, "quote more words, until it stands there once"
    yield from _evidence_rules(item)


def _evidence_rules(item: GoldenItem) -> Iterator[tuple[str, str, str]]:
    if item.id != item.id.strip() or not item.id.isprintable():
        yield "id", f"{item.id!r} has a blank edge or an invisible character", "write it without"
    for name in ("relevant_ids", "evidence", "claims"):
        if twice := [each for each, count in Counter(getattr(item, name)).items() if count > 1]:
            yield name, f"{name!r} holds {shown(twice[0])} twice", "delete the copy"
    if item.evidence:
        for page in dict.fromkeys(item.relevant_ids):
            if page not in {quoted for quoted, _ in item.evidence}:
                yield "evidence", f"no evidence is quoted from {page!r}", "quote the words that make it relevant, or take it out of relevant_ids"
    if item.kind == "single" and len(set(item.relevant_ids)) > 1:
        yield "kind", "'single', yet there are several relevant pages", "make it 'multi-source', or keep the one page that answers"
    if item.kind == "multi-source" and len(item.evidence) == 1:
        yield "kind", "'multi-source', yet there is one quote", "quote every place that is needed, or make it 'single'"


def _kind_rules(item: GoldenItem) -> Iterator[tuple[str, str, str]]:
    for name in ("relevant_ids", "evidence", "claims"):
        filled = len(getattr(item, name))
        if item.kind == "unanswerable" and filled:
            fix = f"write [], or give the item another kind: {', '.join(KINDS[:3])}"
            yield name, f"{name!r} holds {filled}, yet the item is unanswerable", fix
        if item.kind != "unanswerable" and not filled:
            fix = "name at least one, or make the kind 'unanswerable' with relevant_ids, evidence and claims all []"
            yield name, f"{name!r} is an empty list, yet the kind is {item.kind!r}", fix
    if item.kind != "unanswerable" and not item.reference.strip():
        yield "reference", "'reference' is empty, yet the question has an answer", "write the right answer"


def _near_page(page: str, pages: dict[str, str]) -> str:
    near = get_close_matches(page.strip().lower(), pages, 1, 0.5)
    fix = f"did you mean {near[0]!r}?" if near else f"the pages are {', '.join(pages)}"
    return f"{fix} {OWN_PAGES}"


def _near_quote(page: str, quote: str, pages: dict[str, str]) -> str:
    """Where the quote does stand, or which sentence of the page it may have been."""
    if elsewhere := [other for other, text in pages.items() if quote in text]:
        return f"it stands in {' and '.join(map(repr, elsewhere))}; change doc_id"
    near = get_close_matches(quote, sentences(pages[page]), 1, 0.5)
    exact = "copy the words exactly as the page has them"
    return f"{exact}; the nearest sentence is {near[0]!r}" if near else exact
