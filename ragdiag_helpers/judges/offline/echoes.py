"""Refutations that rest on a word which one statement lacks: they fall if another statement may say that word in others.

"The text does not say 'immediately'", "... 'only'", "... of every one", "says it without the negation": each looks at one statement. Where
another one speaks of the same thing and says something absolute of it ("nobody has to wait"), the claim may be true for all that.
"""

from .matching import Difference, Match, same
from .pages import Page, Statement
from .tokens import READER, Token
from .wording import DEGREES

_RESTS_ON_MISSING = ("added degree", "only", "every", "denied")


def echoed(conflict: Difference, match: Match, against: list[Statement], page: Page) -> bool:
    """True if the conflict is that a word is missing, and another statement about the same thing has a word of that kind."""
    denies = any(token.denied == 2 and not said.denied for token, said in match.found)
    if conflict.rule not in _RESTS_ON_MISSING or conflict.rule == "denied" and not denies:
        return False
    others = [each for each in page.statements if not any(each.quote == its.quote for its in against)]
    return any(_is_absolute(each) and _speaks_of(each, match, conflict.rule != "only") for each in others)


def _speaks_of(statement: Statement, match: Match, of_subject: bool) -> bool:
    """True if the statement has another word of the claim beside all of its subject; without ``of_subject`` it may deny it of others."""
    said = statement.sentence.tokens
    tokens = [token for token in match.claim.tokens if READER not in token.keys and not token.keys & DEGREES and not token.quantity]
    subject = [token for token in tokens if token.chunk == match.claim.tokens[0].chunk]
    rest = [token for token in tokens if not any(token is each for each in subject)]
    return bool(subject) and (not of_subject or _has(said, subject, all)) and _has(said, rest, any)


def _has(said: list[Token], tokens: list[Token], how) -> bool:
    return how(any(same(token, each) for each in said) for token in tokens)


def _is_absolute(statement: Statement) -> bool:
    """True for a statement of all, of none, of one only, or to the full degree."""
    own = [each for each in statement.sentence.tokens if each.link != "*"]
    return statement.sentence.has("denies") or any(each.every or each.only or each.denied or each.keys & DEGREES for each in own)
