"""A judge for tests, whose every verdict can be foreseen: a claim is supported where a context holds it word for word.

Refuted with evidence where a context holds its first two words, without evidence where it does not.
"""

from ragdiag_helpers.verdicts import Relevance, Unscored, Verdict


class LiteralJudge:
    """Undecided on claims that begin with "Maybe", fails on whatever says "CRASH", and says what was asked in ``asked``."""

    name, fingerprint = "literal", "literal-1"

    def __init__(self, max_in_flight: int = 1, answers: bool | None = True):
        self.max_in_flight, self.answers, self.asked = max_in_flight, answers, []

    def split(self, answer):
        self.asked.append(("split", answer))
        if "CRASH" in answer:
            return Unscored("the call failed")
        return tuple(part.strip(" .") for part in answer.split(". ") if part.strip(" ."))

    def verify(self, claims, context):
        self.asked.append(("verify", tuple(claims)))
        contexts = [context] if isinstance(context, str) else list(context)
        if any("CRASH" in claim for claim in claims):
            return Unscored("the call failed")
        return [self._verdict(claim, contexts) for claim in claims]

    @staticmethod
    def _verdict(claim, contexts):
        holding = tuple(number for number, text in enumerate(contexts, start=1) if claim in text)
        if claim.startswith("Maybe"):
            return Verdict("undecided", "it begins with Maybe")
        if holding:
            return Verdict("supported", "word for word", claim, holding)
        start = " ".join(claim.split()[:2])
        return Verdict("refuted", "it goes on otherwise", start if any(start in text for text in contexts) else "")

    def relevance(self, question, answer):
        self.asked.append(("relevance", answer))
        return Unscored("the call failed") if "CRASH" in answer else Relevance(self.answers, (question,))
