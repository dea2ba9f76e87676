"""The offline judge: verdicts by rules alone, the same everywhere and always, and "undecided" where the rules cannot tell.

Its rules know general English and nothing of any product. ``lexemes``, ``quantities``, ``clauses`` and ``voices`` read a sentence into
``tokens``, ``pages`` a page into statements; ``matching`` lays a claim over a statement, and the ``rules`` modules say where they differ.

The principle: one statement of the text (a sentence, a list item, a table cell, each with its heading) must cover all of a claim
and differ nowhere: supported. If it covers all but one thing and says something else there: refuted. Else undecided.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ...verdicts import REFUTED, SUPPORTED, UNDECIDED, Relevance, Verdict
from .blocks import clean
from .clauses import parse
from .halves import halves as listed_halves
from .labels import told_by_label
from .needless import needless
from .pages import Page, Statement, read_page, words_of
from .ranges import within
from .reckoning import counted_otherwise, nowhere, summed
from .rewordings import rewordings
from .simple import halves
from .tokens import Sentence
from .weighing import read, refuting, supporting

_CANDIDATES = 12
_SUMS = re.compile(r"\b(?:with|and|plus|together|both|total|altogether)\b", re.IGNORECASE)
_LONGEST_CLAIM, _MOST_TOKENS = 2000, 80


class OfflineJudge:
    """A judge that needs no model: supported and refuted only on strong evidence, undecided for all else.

    >>> page = "Logs are kept for 7 days on Basic and for 30 days on Plus."
    >>> claims = ["On Plus, logs are kept for 30 days.", "On Plus, logs are kept for 7 days.", "Logs are long."]
    >>> [each.label for each in OfflineJudge().verify(claims, page)]
    ['supported', 'refuted', 'undecided']
    """

    name = "offline"
    max_in_flight = 1

    @property
    def fingerprint(self) -> str:
        """A hash of the source of all rules, so that stored verdicts of other rules are never taken for these."""
        return _fingerprint()

    def split(self, answer: str) -> tuple[str, ...]:
        """The claims of the answer, as ``splitting.split_claims`` cuts them."""
        from ...splitting import split_claims

        return tuple(split_claims(answer))

    def verify(self, claims: Sequence[str], context: str | Sequence[str]) -> list[Verdict]:
        """One verdict for each claim. No context, or one without words, refutes every claim.

        Raises ValueError for a bare string in place of the claims.
        """
        if isinstance(claims, str):
            raise ValueError("claims is one string; pass a list of claims, for example [claim]")
        contexts = (context,) if isinstance(context, str) else tuple(context)
        if not any(words_of(text) for text in contexts):
            return [Verdict(REFUTED, "There is no context that could support it.") for _ in claims]
        return [_verdict(claim, contexts) for claim in claims]

    def relevance(self, question: str, answer: str) -> Relevance:
        """Whether the answer answers the question, where the rules are sure; its claims stand for questions. See ``answers.fits``."""
        from .answers import fits

        return fits(question, answer, self.split)


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    here = Path(__file__).parent
    files = [*sorted(here.glob("*.py")), *sorted((here.parents[1] / "splitting").glob("*.py"))]
    sources = [file.read_text(encoding="utf-8") for file in files]
    return "offline-" + hashlib.sha256("\n".join(sources).encode()).hexdigest()[:16]


@lru_cache(maxsize=4096)  # an intervention asks again what the audit asked
def _verdict(claim: str, contexts: tuple[str, ...]) -> Verdict:
    page = read_page(contexts)
    claim = clean(claim[: 2 * _LONGEST_CLAIM])
    words = words_of(claim)
    verbatim = [each for each in page.statements if each.words == words and not each.sentence.has("?")]
    if words and verbatim:
        return _supported("The text says so word for word.", verbatim)
    if not words or len(claim) > _LONGEST_CLAIM or "?" in claim or len(parse(claim, page.names).tokens) not in range(1, _MOST_TOKENS + 1):
        return Verdict(UNDECIDED, "The claim is empty, a question, or too long for the rules.")
    found = _decide(claim, contexts)
    if found.label == SUPPORTED:
        denied = any(_decide(each, contexts).label == REFUTED for each in halves(claim))
        return Verdict(UNDECIDED, "The rules cannot tell: the text denies a half of it.") if denied else found
    if halved := _together([_verdict(each, contexts) for each in listed_halves(claim)]):
        return halved
    if found.label != UNDECIDED:
        return found
    sentence = parse(claim, page.names)
    if none := needless(sentence, read_page(contexts, True)):
        return Verdict(REFUTED, f"The text says that there is no {none[0].text!r}.", none[1].quote)
    return _together([_decide(each, contexts) for each in halves(claim)]) or _without_amount(sentence, claim, page) or found


def _decide(claim: str, contexts: tuple[str, ...]) -> Verdict:
    """The first verdict that is none of "undecided": by the page as it stands, else with its compound sentences taken apart."""
    undecided = []
    for page in (read_page(contexts), read_page(contexts, True)):
        for text in dict.fromkeys((claim, *rewordings(claim), told_by_label(claim))):
            sentence = parse(text, page.names)
            sentence = within(sentence, page) or sentence
            found = _weigh(sentence, page, _candidates(sentence, page))
            if found.label == SUPPORTED or found.label == REFUTED and not (_SUMS.search(text) and _comes_to(sentence, contexts)):
                return found
            undecided.append(replace(found, label=UNDECIDED, evidence=""))
    return undecided[0]


def _comes_to(claim: Sentence, contexts: tuple[str, ...]) -> bool:
    """True if two amounts of one sentence come to an amount of the claim: a night for 20 euros and breakfast for 9."""
    amounts = [token.quantity for token in claim.tokens if token.quantity and token.quantity.unit]
    return any(summed(amount, each.sentence) for amount in amounts for each in read_page(contexts).statements)


def _together(parts: list[Verdict]) -> Verdict | None:
    """The verdict on a claim of several halves: refuted by one of them, supported by all, else None."""
    if refuted := [each for each in parts if each.label == REFUTED]:
        return refuted[0]
    if not parts or any(each.label != SUPPORTED for each in parts):
        return None
    sources = sorted({source for each in parts for source in each.contexts})
    return Verdict(SUPPORTED, "The text says each half of it.", parts[0].evidence, tuple(sources))


def _without_amount(sentence: Sentence, claim: str, page: Page) -> Verdict | None:
    """Refuted if the text has neither the amount of the claim nor any that comes to it; what it says of the subject is the evidence."""
    if counted := counted_otherwise(sentence, page):
        return Verdict(REFUTED, f"The text says {counted[1].text!r}, not {counted[0].text!r}.", counted[2])
    nearest, absent = _candidates(sentence, page)[:1], nowhere(sentence, claim, page)
    reason = f"{absent.text!r} stands nowhere in the text, and nothing in it comes to that." if absent else ""
    return Verdict(REFUTED, reason, nearest[0].quote) if absent and nearest else None


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
    """Supported if any statement supports; refuted if one refutes and no other covers the claim or might support it."""
    readings = read(claim, page, candidates)
    if statements := supporting(readings):
        return _supported("One statement of the text says all of it.", statements)
    if against := refuting(readings, page):
        conflict, statement = against
        return Verdict(REFUTED, f"{conflict.reason[0].upper()}{conflict.reason[1:]}.", statement.quote)
    doubt = next((each.doubt for each in readings if each.doubt), "")
    return Verdict(UNDECIDED, f"The rules cannot tell: {doubt}." if doubt else "The text has nothing to compare it with.")
