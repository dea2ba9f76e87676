"""Rules on "only": what is said of one alone is denied of the others."""

from collections.abc import Iterator

from .matching import CONFLICT, Difference, Match, is_topic
from .tokens import READER, Token


def shut_out(match: Match) -> Token | None:
    """The name that the claim denies something of which the text says of another one only: "Plus" in "not on Plus" where it says "only on Gold"."""
    denied = [(token, found) for token, found in match.found if token.denied == 2 and not found.denied]
    limits = [each for each in match.unused if each.only and each.name and each.part == match.part]
    names = [token for token in match.missing if token.name or token.capital]
    alone = len(match.missing) == len(names) == 1 and not names[0].keys.isdisjoint(match.page)
    listed = any(each.link == names[0].link for each in match.found_own if each.name) if alone else True
    return names[0] if denied and limits and alone and not listed else None


def not_among(match: Match) -> Iterator[Difference]:
    """"Guests can pay" where the text says "only members can pay": a conflict if the text knows guests and has no other subject."""
    subject = [token for token, _ in match.pairs if token.chunk == match.claim.tokens[0].chunk and not token.link]
    known = subject and all(token in match.topical and is_topic(token, match.near) and READER not in token.keys for token in subject)
    lead = [each for each in match.own if each.part == match.part and each.chunk == match.lead]
    if known and lead and all(each.only and not match.uses(each) for each in lead) and not match.claim.has("denies"):
        yield Difference(CONFLICT, "other name", f"the text says this only of {lead[0].text!r}, not of {subject[0].text!r}")
