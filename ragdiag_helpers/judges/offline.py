"""The offline judge: verdicts by rules alone, the same everywhere and always, and "undecided" where the rules cannot tell.

Its rules know general English and nothing of any product. Each lives in a module of its own: quantities, lexemes and clauses read a
sentence, pages reads a page, matching compares.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ..verdicts import REFUTED, SUPPORTED, UNDECIDED, Relevance, Verdict
from .clauses import Sentence, parse
from .matching import CONFLICT, Difference, Match, differences, matches
from .pages import Page, Statement, read_page, words_of

_RULES = ("wording", "quantities", "lexemes", "clauses", "pages", "matching", "offline", "answers")
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
    if not sentence.tokens or len(sentence.tokens) > 80 or "?" in sentence.marks:
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
        first: tuple[Match, list[Difference]] | None = None
        for match in matches(claim, statement.sentence, page.kinds):
            found = differences(match)
            if not found and _enough(match):
                supporting.append(statement)
                break
            first = first or (match, found)
        else:
            if first and first[1] and all(each.kind == CONFLICT for each in first[1]) and _enough(first[0]):
                refuting.append((first[1][0].reason, statement, first[0]))
            elif first:
                open_ |= not first[0].missing
                doubts.append(first[1][0].reason if first[1] else "too little of it is covered")
    if supporting:
        return _supported("One sentence of the text says all of it.", supporting)
    if refuting and not open_ and not _said_elsewhere(refuting[0], claim, page):
        reason = refuting[0][0]
        return Verdict(REFUTED, f"{reason[0].upper()}{reason[1:]}.", refuting[0][1].quote)
    return Verdict(UNDECIDED, f"The rules cannot tell: {doubts[0]}." if doubts else "The rules find nothing in the text to compare it with.")


def _enough(match: Match) -> bool:
    """At least two covered tokens, at least one of them of the statement itself, not of its heading."""
    return len(match.found) > 1 and any(found.link != "*" for _, found in match.found)


def _said_elsewhere(refuting: tuple[str, Statement, Match], claim: Sentence, page: Page) -> bool:
    """True if what the refuting statement lacks stands elsewhere beside half of the claim: another sentence may support it."""
    _, statement, match = refuting
    for token in match.missing:
        for other in page.statements:
            if other is statement or not any(not token.keys.isdisjoint(each.keys) if token.keys else bool(each.quantity and token.quantity.equals(each.quantity)) for each in other.sentence.tokens):
                continue
            shared = sum(any(not mine.keys.isdisjoint(each.keys) for each in other.sentence.tokens) for mine in claim.tokens if mine.keys)
            if shared * 2 >= sum(1 for mine in claim.tokens if mine.keys):
                return True
    return False
