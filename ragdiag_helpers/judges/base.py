"""What the judges that read replies share: the three questions, what needs no reply, and how a reply is read."""

from collections.abc import Sequence
from typing import Any

from ..verdicts import REFUTED, Relevance, Unscored, Verdict
from .asking import SPLIT, VERIFY, Request, relevance_request, split_request, verify_request
from .parsing import parse_relevance, parse_split, parse_verify


def read_reply(request: Request, reply: Any, live: bool) -> Any:
    """What a reply to this request says, or Unscored; ``live``: a model gave it, so it must number its verdicts."""
    if request["task"] == SPLIT:
        return parse_split(reply, request["answer"])
    if request["task"] == VERIFY:
        return parse_verify(reply, request["claims"], request["contexts"], live)
    return parse_relevance(reply)


class ReplyJudge:
    """A judge whose every verdict is read from a reply. A subclass says in ``_ask`` where the reply comes from.

    Nobody is asked about an empty answer, about no claims, or without any context: that is settled by definition.
    """

    def split(self, answer: str) -> tuple[str, ...] | Unscored:
        """The claims that the answer makes; none for an empty one."""
        if not _text(answer, "answer").strip():
            return ()
        return self._ask(split_request(answer))

    def verify(self, claims: Sequence[str], context: str | Sequence[str]) -> list[Verdict] | Unscored:
        """One verdict for each claim, in order. No context refutes every claim; no claim gives an empty list."""
        claims = _texts(claims, "claims")
        contexts = [context] if isinstance(context, str) else _texts(context, "context")
        if not any(text.strip() for text in contexts):
            return [Verdict(REFUTED, "there is no context") for _ in claims]
        if not claims:
            return []
        return self._ask(verify_request(claims, contexts))

    def relevance(self, question: str, answer: str) -> Relevance | Unscored:
        """Whether the answer answers the question; an empty one does not."""
        if not _text(answer, "answer").strip():
            return Relevance(False, (), "the answer is empty")
        return self._ask(relevance_request(_text(question, "question"), answer))

    def _ask(self, request: dict) -> Any:
        raise NotImplementedError


def _text(value: str, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} is a {type(value).__name__}; it must be text")
    return value


def _texts(values: Sequence[str], name: str) -> list[str]:
    if isinstance(values, str):
        raise ValueError(f"{name} is one text; pass a list of texts: [{values[:40]!r}]")
    return [_text(each, f"one of {name}") for each in values]
