"""Rules on topic words: what a claim repeats of its surroundings and the deciding sentence leaves out."""

from collections.abc import Iterator

from .matching import DOUBT, Difference, Match
from .tokens import Sentence, Token


def topics(match: Match) -> Iterator[Difference]:
    """"The late charge is 20p" where the text, speaking of late charges, says "it is 20p": a doubt if the topic may be another one."""
    for token in match.topical:
        if token.keys.isdisjoint(match.near) or _predicate(token, match.claim) or _replaced(token, match):
            yield Difference(DOUBT, "topic", f"{token.text!r} is not covered")
    if 2 * len(match.topical) > len(match.found) + 1 or len({token.chunk for token in match.topical}) > 2:
        yield Difference(DOUBT, "far topic", f"{match.topical[0].text!r} is not covered")


def _predicate(token: Token, claim: Sentence) -> bool:
    """True for a word that says what is done: "may pay", "is paid", and "pays" behind its subject."""
    chunk = [each for each in claim.tokens if (each.part, each.chunk) == (token.part, token.chunk)]
    behind = token is chunk[-1] and len(chunk) > 1 and not token.link and not token.subject
    return token.verb or token.after_be or token.passive or behind


def _replaced(token: Token, match: Match) -> bool:
    """True if the statement has another word in the place of the topic word: beside its neighbours, or in its role."""
    mates = {(found.part, found.chunk) for other, found in match.found if (other.part, other.chunk) == (token.part, token.chunk)}
    rivals = [each for each in match.unused if each.link != "*" and not each.quantity]
    if mates:
        return any((each.part, each.chunk) in mates for each in rivals)
    if token.link:
        return any(each.link == token.link for each in rivals)
    return any(each.chunk == match.lead for each in rivals)
