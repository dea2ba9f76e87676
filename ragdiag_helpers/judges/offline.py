"""The offline judge: verdicts by rules alone, the same everywhere and always, and "undecided" where the rules cannot tell.

Its rules know general English and nothing of any product. ``lexemes``, ``quantities``, ``clauses`` and ``voices`` read a sentence into
``tokens``, ``pages`` a page into statements; ``matching`` lays a claim over a statement, and the ``rules`` modules say where they differ.

The principle: one statement of the text (a sentence, a list item, a table cell, each with its heading) must cover all of a claim
and differ nowhere: supported. If it covers all but one thing and says something else there: refuted. Else undecided.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ..verdicts import REFUTED, SUPPORTED, UNDECIDED, Relevance, Verdict
from .blocks import clean
from .clauses import parse
from .matching import Difference, Match, matches, same
from .pages import Page, Statement, read_page, words_of
from .rules import differences, loose_refutation, refutation
from .tokens import READER, Sentence

_SOURCES = (
    "answers blocks clauses lexemes matching offline pages quantities rules rules_content rules_grammar rules_grouping rules_meaning rules_topic "
    "tokens voices wording"
).split()
_CANDIDATES = 12
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
        from ..splitting import split_claims

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
        page = read_page(contexts)
        return [_verdict(claim, page) for claim in claims]

    def relevance(self, question: str, answer: str) -> Relevance:
        """Whether the answer answers the question, where the rules are sure; its claims stand for questions. See ``answers.fits``."""
        from .answers import fits

        return fits(question, answer, self.split)


@lru_cache(maxsize=1)
def _fingerprint() -> str:
    here = Path(__file__).parent
    files = [here / f"{module}.py" for module in _SOURCES] + sorted((here.parent / "splitting").glob("*.py"))
    sources = [file.read_text(encoding="utf-8") for file in files]
    return "offline-" + hashlib.sha256("\n".join(sources).encode()).hexdigest()[:16]


def _verdict(claim: str, page: Page) -> Verdict:
    claim = clean(claim[: 2 * _LONGEST_CLAIM])
    words = words_of(claim)
    verbatim = [each for each in page.statements if each.words == words and not each.sentence.has("?")]
    if words and verbatim:
        return _supported("The text says so word for word.", verbatim)
    sentence = parse(claim, page.names) if len(claim) <= _LONGEST_CLAIM else Sentence()
    if not sentence.tokens or len(sentence.tokens) > _MOST_TOKENS or sentence.has("?"):
        return Verdict(UNDECIDED, "The claim is empty, a question, or too long for the rules.")
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
    """Supported if any statement supports; refuted if one refutes and no other covers the claim or might support it."""
    supporting, refuting, doubts, covered, all_laid = [], [], [], False, []
    for statement in candidates:
        laid = [(match, differences(match)) for match in matches(claim, statement, page)]
        laid = [(match, found) for match, found in laid if _enough(match, found)]
        all_laid += [(match, found, statement) for match, found in laid]
        agreeing = [len(match.lacking) for match, found in laid if not found]
        if agreeing:
            supporting.append((min(agreeing), statement))
            continue
        against = [(conflict, statement, match) for match, found in laid if (conflict := refutation(found, match))]
        refuting += against[:1]
        doubts += [] if against else [found[0].reason for _, found in laid[:1]]
        covered |= not against and any(not match.lacking for match, _ in laid)
    least = min((lacking for lacking, _ in supporting), default=0)
    if least and _has_amount_of_its_own(all_laid):
        supporting = []
    if supporting and not (least and any(len(match.lacking) <= least for _, _, match in refuting)):
        return _supported("One statement of the text says all of it.", [each for lacking, each in supporting if lacking == least])
    for conflict, statement, match in [] if covered else refuting:
        if not _said_elsewhere(match, statement, page):
            return Verdict(REFUTED, f"{conflict.reason[0].upper()}{conflict.reason[1:]}.", statement.quote)
    if not covered and not supporting and (best := _best_amount(all_laid, page)):
        return Verdict(REFUTED, f"{best[0].reason[0].upper()}{best[0].reason[1:]}.", best[1].quote)
    return Verdict(UNDECIDED, f"The rules cannot tell: {doubts[0]}." if doubts else "The text has nothing to compare it with.")


def _has_amount_of_its_own(laid: list[tuple[Match, list[Difference], Statement]]) -> bool:
    """True if a topic word of a supporting match stands in another statement beside another amount: "a wash costs 4 euros"."""
    supporting = [match for match, found, _ in laid if not found and match.topical]
    rivals = [match for match, found, _ in laid if any(each.rule == "other amount" for each in found)]
    for match in rivals:
        covered = {id(token) for token, said in match.found if said.link != "*"}
        if any(id(token) in covered for each in supporting if each.weight <= match.weight for token in each.topical):
            return True
    return False


def _best_amount(laid: list[tuple[Match, list[Difference], Statement]], page: Page) -> tuple[Difference, Statement] | None:
    """Another amount in the statement that fits the claim clearly best, if the claim's own stands nowhere beside half of it."""
    most = max((match.weight for match, _, _ in laid), default=0)
    best = [(match, found, statement) for match, found, statement in laid if match.weight == most]
    for match, found, statement in best:
        conflict = loose_refutation(found, match)
        if conflict and all(each[2] is statement for each in best) and not _said_elsewhere(match, statement, page):
            return conflict, statement
    return None


def _enough(match: Match, found: list[Difference]) -> bool:
    """At least two covered tokens, one of them of the statement itself, not of its heading; one beside another name in its list."""
    listed = len(match.pairs) == 2 and any(each.rule == "other name" for each in found)
    own = any(its.link != "*" for _, its in match.found) or match.said.has("table") and bool(found)
    opposed = any(each.rule == "other word" for each in found)
    return len(match.found) + (listed or opposed) > 1 and own


def _said_elsewhere(match: Match, statement: Statement, page: Page) -> bool:
    """True if what the refuting statement lacks stands elsewhere beside half of the claim and all its names: that may support it."""
    subject = [token for token, said in match.found if token.chunk == match.claim.tokens[0].chunk and said.link != "*" and not token.quantity]
    subject = [token for token in subject if READER not in token.keys]
    for token in match.missing:
        others = [each for each in match.claim.tokens if each is not token]
        for other in page.statements:
            table = other.sentence.has("table")
            own = [each for each in other.sentence.tokens if each.link != "*" or table]
            if other is statement or not any(same(token, each) for each in own):
                continue
            tokens = other.sentence.tokens
            shared = [each for each in others if any(same(each, its) for its in tokens)]
            if not table and any(each not in shared for each in subject):
                continue
            if len(shared) >= len(others) / (1 if table else 2) and all(each in shared for each in others if each.name or each.quantity):
                return True
    return False
