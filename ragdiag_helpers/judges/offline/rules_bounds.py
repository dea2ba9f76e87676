"""Rules on the bounds of amounts: at most, at least, exactly, and the zone of a time of day."""

from collections.abc import Iterator

from .matching import CONFLICT, DOUBT, Difference, Match
from .tokens import Token
from .wording import key

_LIMITS = frozenset(map(key, "maximum limit most largest biggest highest longest heaviest greatest".split()))
_LEAST = frozenset(map(key, "minimum least smallest lowest shortest".split()))


def bounds(match: Match) -> Iterator[Difference]:
    """"At most 3" is "up to 3", but neither is "3" or "exactly 3"; a time zone must be the same."""
    for token, found in match.found:
        mine, its = token.quantity, found.quantity
        if not mine or not its:
            continue
        if its.ends(mine):
            continue
        if mine.zone and mine.zone != its.zone:
            yield Difference(CONFLICT if its.zone else DOUBT, "bound", f"the time zone is {its.zone or 'not named'}, not {mine.zone}")
        if not its.bound and any(each.quantity and each.quantity.bound == mine.bound and _in_list(each, found) for each in match.own):
            continue
        if {mine.bound, its.bound} == {"", "<="} and is_limit(found, match):
            continue  # "the maximum is 1,000", "limited to 1,000", or a column "Maximum load"
        if {mine.bound, its.bound} == {"", ">="} and any(each.keys & _LEAST and _heads(each, found) for each in match.said.tokens):
            continue  # "a minimum term of 24 months"
        if mine.bound != its.bound and not (its.bound == "<=" and not mine.bound and match.claim.has("may")):
            alike = any({mine.bound, its.bound} <= side for side in ({"<", "<="}, {">", ">="}))
            alike = alike or match.claim.has("denies") and {mine.bound, its.bound} in ({">", "<="}, {"<", ">="})  # not above 5 where it is up to 5
            ahead = found.quantity.family == "time" and any(each.link == "before" and each.place == found.place + 1 for each in match.own)
            clash = not ahead and its.bound and found.link != "*" and mine.bound in ("=", ">", ">=", "<=", "<") and not alike
            yield Difference(CONFLICT if clash else DOUBT, "bound", f"the text says {found.text!r}, not {token.text!r}")


def is_limit(amount: Token, match: Match) -> bool:
    """True if the text calls the amount a maximum: "limited to 1,000", or a column "Largest load"."""
    return any(each.keys & _LIMITS and _heads(each, amount) for each in match.said.tokens)


def _heads(word: Token, amount: Token) -> bool:
    """True if ``word`` stands at the head of the amount's column or row, or right before it."""
    beside = word.part == amount.part and word.conjunct == amount.conjunct and 0 < amount.place - word.place <= 2
    return word.chunk in (-2, -3) or word.link != "*" and beside


def _in_list(first: Token, later: Token) -> bool:
    """True for two measures of one list: "up to 8 kg of cotton and 2 kg of wool"."""
    alike = first.quantity.unit == later.quantity.unit != ""
    return alike and first.place < later.place and first.clause == later.clause and first.conjunct < later.conjunct
