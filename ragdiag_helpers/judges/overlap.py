"""A weak judge, kept to show what a change of judge does: it counts shared words. Never use it to judge a RAG."""

from collections.abc import Sequence

from ..text import content_words
from ..verdicts import REFUTED, SUPPORTED, Relevance, Verdict


class OverlapJudge:
    """Supported where a context holds at least ``share`` of a claim's content words, else refuted; it is always sure, and often wrong.

    It sees topic, not facts: 30 days and 90 days share all words but one. Raises ValueError for a share that is not above 0 and at most 1.

    >>> judge = OverlapJudge(0.5)
    >>> judge.verify(["Backups are kept for 30 days on Scale."], "Backups are kept for 90 days on Scale.")[0].label
    'supported'
    """

    name, max_in_flight = "overlap", 1

    def __init__(self, share: float = 0.5):
        if not 0 < share <= 1:
            raise ValueError(f"share is {share}; it must be above 0 and at most 1")
        self.share = share

    @property
    def fingerprint(self) -> str:
        """Its only rule: the share of words that it asks for."""
        return f"overlap-{self.share:g}"

    def split(self, answer: str) -> tuple[str, ...]:
        """The claims of the answer, as ``splitting.split_claims`` cuts them."""
        from ..splitting import split_claims

        return tuple(split_claims(answer))

    def verify(self, claims: Sequence[str], context: str | Sequence[str]) -> list[Verdict]:
        """One verdict for each claim. No context refutes every claim."""
        contexts = [context] if isinstance(context, str) else list(context)
        return [self._verdict(claim, contexts) for claim in claims]

    def _verdict(self, claim: str, contexts: Sequence[str]) -> Verdict:
        wanted = set(content_words(claim))
        shares = [len(wanted & set(content_words(text))) / max(len(wanted), 1) for text in contexts]
        holding = tuple(number for number, share in enumerate(shares, start=1) if share >= self.share)
        told = f"the best context holds {max(shares, default=0.0):.2f} of its words"
        return Verdict(SUPPORTED if holding else REFUTED, told, contexts=holding)

    def relevance(self, question: str, answer: str) -> Relevance:
        """Undecided: shared words do not say whether an answer answers."""
        return Relevance(None, (), "not asked of shared words")
