"""Docent, the documentation bot of the course: a retriever over pages and one generator."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from .corpus import Document
from .generators import ClaudeGenerator, ReplayGenerator
from .golden import GoldenItem
from .inputs import whole_k
from .records import Record
from .text import content_words, sentences

__all__ = [
    "REFUSAL", "RETRIEVERS", "ClaudeGenerator", "Docent", "ExtractiveGenerator", "ReplayGenerator", "keyword_retrieve", "tfidf_retrieve",
]
REFUSAL = "I don't have that in the docs."


def keyword_retrieve(question: str, documents: Sequence[Document], k: int = 2) -> list[Document]:
    """Return the k documents that share the most distinct words with the question, best first.

    Deliberately weak: lower case, split at white space, punctuation stays on the word ("month?" is not "month"),
    every word weighs the same, and ties keep the corpus order. Fewer than k documents come back only where there
    are fewer than k. Raises ValueError for a k that is not a whole number of 1 or more.

    >>> from ragdiag_helpers.corpus import load_corpus
    >>> [page.id for page in keyword_retrieve("How much does the Pro plan cost per month?", load_corpus())]
    ['ratelimits', 'plans']
    """
    asked = _bare_words(question)
    scores = [len(asked & _bare_words(f"{each.title} {each.text}")) for each in documents]
    return _best(documents, scores, k)


def tfidf_retrieve(question: str, documents: Sequence[Document], k: int = 2) -> list[Document]:
    """Return the k documents with the highest TF-IDF cosine to the question, best first.

    Words are compared without punctuation, and a word that stands in few documents weighs more: tf * (1 + ln((1 + n)
    / (1 + df))). Ties keep the corpus order. Raises ValueError as keyword_retrieve does. Source: Manning, Raghavan,
    Schütze, Introduction to Information Retrieval (2008), chapter 6.
    """
    vocabulary, idf, matrix = _tfidf_index(tuple(documents))
    query = _tfidf_rows([question], vocabulary, idf)[0]
    return _best(documents, (matrix @ query).round(12), k)


def _bare_words(text: str) -> set[str]:
    return set(text.lower().split())


def _best(documents: Sequence[Document], scores: Sequence[float], k: int) -> list[Document]:
    order = sorted(range(len(documents)), key=lambda each: -scores[each])
    return [documents[each] for each in order[: whole_k(k)]]


@lru_cache(maxsize=8)
def _tfidf_index(documents: tuple[Document, ...]) -> tuple[dict[str, int], np.ndarray, np.ndarray]:
    texts = [f"{each.title} {each.text}" for each in documents]
    bags = [set(content_words(text)) for text in texts]
    vocabulary = {word: place for place, word in enumerate(sorted(set().union(*bags)))}
    df = np.array([sum(word in bag for bag in bags) for word in vocabulary], dtype=float)
    idf = 1 + np.log((1 + len(texts)) / (1 + df))
    return vocabulary, idf, _tfidf_rows(texts, vocabulary, idf)


def _tfidf_rows(texts: list[str], vocabulary: dict[str, int], idf: np.ndarray) -> np.ndarray:
    rows = np.zeros((len(texts), len(vocabulary)))
    for row, text in zip(rows, texts):
        for word, count in Counter(content_words(text)).items():
            if word in vocabulary:
                row[vocabulary[word]] = count
    rows *= idf
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


class ExtractiveGenerator:
    """The offline generator: answers with the context's best-matching sentence, refuses when none fits.

    A sentence fits when it holds at least ``threshold`` of the question's content words. The best one is quoted
    word for word; ties go to the earlier one. Never wrong by invention, so its faults come from what it was given.
    """

    def __init__(self, threshold: float = 0.4):
        self.threshold = threshold

    def __call__(self, question: str, contexts: Sequence[str]) -> str:
        asked = set(content_words(question))
        quotes = [sentence for context in contexts for sentence in sentences(context)]
        fits = [len(asked & set(content_words(quote))) / max(len(asked), 1) for quote in quotes]
        best = max(fits, default=0.0)
        return quotes[fits.index(best)] if best >= self.threshold else REFUSAL


RETRIEVERS = {"keyword": keyword_retrieve, "tfidf": tfidf_retrieve}


class Docent:
    """Answers questions from documents: retrieve k of them, then generate from their text alone.

    ``retriever`` is "keyword", "tfidf" or a function (question, documents, k) -> documents, ``generator`` a function
    (question, contexts) -> answer; the default one works offline. Raises ValueError for an unknown retriever or a k
    that is not a whole number of 1 or more.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        retriever: str | Callable[..., list[Document]] = keyword_retrieve,
        generator: Callable[[str, Sequence[str]], str] | None = None,
        k: int = 2,
    ):
        if not callable(retriever) and (not isinstance(retriever, str) or retriever not in RETRIEVERS):
            names = " or ".join(repr(name) for name in RETRIEVERS)
            raise ValueError(f"there is no retriever {retriever!r}; use {names}, or pass a function")
        self.documents = list(documents)
        self.retriever = retriever if callable(retriever) else RETRIEVERS[retriever]
        self.generator = generator or ExtractiveGenerator()
        self.k = whole_k(k)

    def ask(self, question: str, id: str = "") -> Record:
        """Answer one question; the record holds the retrieved pages in rank order."""
        found = self.retriever(question, self.documents, self.k)
        contexts = tuple(page.text for page in found)
        return Record(id, question, self.generator(question, contexts), tuple(page.id for page in found), contexts)

    def run(self, golden: Iterable[GoldenItem]) -> list[Record]:
        """Answer every golden question; each record also holds the item's reference, pages, claims and kind."""
        return [self._golden_record(item) for item in golden]

    def _golden_record(self, item: GoldenItem) -> Record:
        labels = {"reference": item.reference, "relevant_ids": item.relevant_ids, "claims": item.claims, "kind": item.kind}
        return replace(self.ask(item.question, item.id), **labels)
