"""Rules on topic words: what a claim repeats of its surroundings and the deciding sentence leaves out."""

from collections.abc import Iterator

from .matching import DOUBT, Difference, Match, is_predicate
from .tokens import Token
from .wording import CLAUSAL_LINKS, STRICT_LINKS

_STRICT = STRICT_LINKS - CLAUSAL_LINKS


def topics(match: Match) -> Iterator[Difference]:
    """"The parking fee is 2 euros" where the text, speaking of parking, says "the fee is 2 euros": a doubt if the topic may be another one."""
    if match.barred:
        return
    every = {token.chunk for token, found in match.found if found.every}
    conjuncts = {token.conjunct for token, _ in match.found}
    parts = {token.part for token, found in match.found if found.link != "*" or match.said.has("table")}
    for token in match.topical:
        if _replaced(token, match) or token.conjunct not in conjuncts or token.part not in parts:
            yield Difference(DOUBT, "other topic", f"the text may not say it of {token.text!r}")
        elif _adds_a_fact(token, match) or token.every and token.chunk not in every:
            yield Difference(DOUBT, "topic", f"{token.text!r} is not covered")
    chunks, covered = ({(token.part, token.chunk) for token in tokens} for tokens in (match.topical, [token for token, _ in match.found]))
    if len(chunks - covered) > min(len(covered), 2):
        yield Difference(DOUBT, "far topic", f"{match.topical[0].text!r} is not covered")


def _adds_a_fact(token: Token, match: Match) -> bool:
    """True for a word that says what is done, by whom or from where, and for one that does not stand nearby."""
    far = token.keys.isdisjoint(match.near | match.said.keys) and (token.link or len(match.found) < 4 * len(match.topical))
    return bool(far) or token.link in _STRICT and not _has_mate(token, match) or is_predicate(token, match.claim)


def _has_mate(token: Token, match: Match) -> bool:
    """True if another word of its phrase is covered: "kitchen" in "made by the kitchen staff"."""
    return any((other.part, other.chunk) == (token.part, token.chunk) and not other.quantity for other, _ in match.found)


def _another_name(token: Token, match: Match) -> bool:
    """True if both sentences begin with what may be a name, and with another one: "Total contains it" and "Basic contains it"."""
    first = match.own[0] if match.own else token
    return token.place == 0 and token.text[:1].isupper() and first in match.unused and first.text[:1].isupper() and not first.every


def _replaced(token: Token, match: Match) -> bool:
    """True if the statement has another word in the place of the topic word: beside its neighbours, or in its role."""
    if _another_name(token, match) or not token.link and any(each.word == "by" and not each.link for each in match.unused):
        return True
    mates = {(found.part, found.chunk) for other, found in match.found if (other.part, other.chunk) == (token.part, token.chunk)}
    rivals = [each for each in match.unused if each.link != "*" and not each.quantity]
    if mates:
        return any((each.part, each.chunk) in mates for each in rivals)
    if token.link:
        before = next((found for other, found in match.found if other.place == token.place - 1), None)
        of = token.word == "of" and before is not None and any((each.part, each.chunk) == (before.part, before.chunk) for each in rivals)
        return of or any(each.link == token.link for each in rivals)
    if token.chunk != match.claim.tokens[0].chunk:
        return any(not each.link and each.chunk != match.lead and not is_predicate(each, match.said) for each in rivals)
    nobody = match.said.has("passive", {match.part}) and any(found.denied == 2 for _, found in match.found)
    told = nobody or any(match.said.has(mark) for mark in ("you", "we", "label"))
    return not told or any(each.chunk == match.lead for each in rivals)
