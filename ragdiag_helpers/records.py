"""One question that a RAG answered, with all that is needed to judge the answer."""

from dataclasses import dataclass


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
