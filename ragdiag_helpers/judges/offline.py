"""The offline judge: verdicts by rules alone, the same everywhere and always, and "undecided" where the rules cannot tell.

Its rules know general English and nothing of any product. Each lives in a module of its own: quantities, lexemes and clauses read a
sentence, pages reads a page, matching compares.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ..verdicts import REFUTED, SUPPORTED, UNDECIDED, Relevance, Verdict
from .clauses import parse
from .matching import Match, matches, same
from .pages import Page, Statement, read_page, words_of
from .tokens import Sentence
from .rules import Difference, differences, refutation

_RULES = ("wording", "quantities", "lexemes", "clauses", "pages", "matching", "rules", "offline", "answers")
_CANDIDATES = 12


class OfflineJudge:
    """A judge that needs no model: supported and refuted only on strong evidence, undecided for all else.

    >>> OfflineJudge().verify(["Pro keeps logs for 9 days."], "Free keeps logs for 7 days and Pro for 30 days.")[0].label
    'refuted'
    """

    name = "offline"
    max_in_flight = 1

    @property
    def fingerprint(self) -> str:
        """A hash of the source of all rules."""
        return _fingerprint()

    def split(self, answer: str) -> tuple[str, ...]:
        """The claims of the answer, as ``splitting.split_claims`` cuts them."""
        from ..splitting import split_claims

        return tuple(split_claims(answer))

    def verify(self, claims: Sequence[str], context: str | Sequence[str]) -> list[Verdict]:
        """One verdict for each claim. No context, or one without words, refutes every claim."""
        contexts = (context,) if isinstance(context, str) else tuple(context)
        if not any(words_of(text) for text in contexts):
            return [Verdict(REFUTED, "There is no context that could support it.") for _ in claims]
        page = read_page(contexts)
        return [_verdict(claim, page) for claim in claims]

    def relevance(self, question: str, answer: str) -> Relevance:
        """See ``answers.fits``: True or False only where the rules are sure."""
        from .answers import fits

        return fits(question, answer, self.split)


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    sources = [Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8") for module in _RULES]
    return "offline-" + hashlib.sha256("\n".join(sources).encode()).hexdigest()[:16]


def _verdict(claim: str, page: Page) -> Verdict:
    words = words_of(claim)
    verbatim = [each for each in page.statements if words and each.words == words]
    if verbatim:
        return _supported("The text says so word for word.", verbatim)
    sentence = parse(claim.strip(), page.names)
    if not sentence.tokens or len(sentence.tokens) > 80 or sentence.has("?"):
        return Verdict(UNDECIDED, "The claim says nothing that the rules can check.")
    return _weigh(sentence, page, _candidates(sentence, page))


def _supported(reason: str, statements: list[Statement]) -> Verdict:
    return Verdict(SUPPORTED, reason, statements[0].quote, tuple(sorted({each.source for each in statements})))


def _candidates(claim: Sentence, page: Page) -> list[Statement]:
    """The statements that share most with the claim."""
    counts: dict[int, int] = {}
    for token in claim.tokens:
        for at in {at for word in token.keys for at in page.index.get(word, ())}:
            counts[at] = counts.get(at, 0) + 1
    return [page.statements[at] for at in sorted(counts, key=lambda at: (-counts[at], at))[:_CANDIDATES]]


def _weigh(claim: Sentence, page: Page, candidates: list[Statement]) -> Verdict:
    supporting, refuting, doubts, open_ = [], [], [], False
    for statement in candidates:
        laid = [(match, differences(match)) for match in matches(claim, statement.sentence, page.kinds)]
        laid = [(match, found) for match, found in laid if _enough(match, found)]
        if any(not found for _, found in laid):
            supporting.append(statement)
        elif laid:
            against = [(conflict, statement, match) for match, found in laid if (conflict := refutation(found))]
            refuting += against[:1]
            doubts += [] if against else [laid[0][1][0].reason]
            open_ |= not against and any(not match.missing for match, _ in laid)
    if supporting:
        return _supported("One sentence of the text says all of it.", supporting)
    against = next((each for each in refuting if not open_ and not _said_elsewhere(each, claim, page)), None)
    if against:
        reason = against[0].reason
        return Verdict(REFUTED, f"{reason[0].upper()}{reason[1:]}.", against[1].quote)
    return Verdict(UNDECIDED, f"The rules cannot tell: {doubts[0]}." if doubts else "The rules find nothing in the text to compare it with.")


def _enough(match: Match, found: list[Difference]) -> bool:
    """At least two covered tokens, one of them of the statement itself, not of its heading; one beside another name in its list."""
    listed = len(match.pairs) == 2 and any(each.rule == "other name" for each in found)
    return len(match.found) + listed > 1 and (match.said.has("table") and bool(found) or any(its.link != "*" for _, its in match.found))


def _said_elsewhere(refuting: tuple[Difference, Statement, Match], claim: Sentence, page: Page) -> bool:
    """True if what the refuting statement lacks stands elsewhere beside half of the claim and all its names: that may support it."""
    for token in refuting[2].missing:
        others = [each for each in claim.tokens if each is not token]
        for statement in page.statements:
            tokens = [each for each in statement.sentence.tokens if each.link != "*" or statement.sentence.has("table")]
            if statement is refuting[1] or not any(same(token, each) for each in tokens):
                continue
            shared = [each for each in others if any(same(each, its) for its in tokens)]
            needed = len(others) if statement.sentence.has("table") else len(others) / 2
            if len(shared) >= needed and all(each in shared for each in others if each.name or each.quantity):
                return True
    return False
