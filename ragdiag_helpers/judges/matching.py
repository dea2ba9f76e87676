"""One claim against one statement: what the statement covers of it, and where the two differ.

The principle: a statement supports a claim if it covers all of it and nothing differs; it refutes it if it covers all of it but one
thing, and says something else there. All else is undecided.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .clauses import KINDS, READER, Sentence, Token
from .quantities import Quantity
from .wording import DEGREES, OPPOSITE_LINKS, STRICT_LINKS, exclude

# Words that a measure says by itself: 25 dollars are a price, "lasts 24 hours" is "24 hours".
_IMPLIED = {"money": {"cost", "fee", "pay", "pric"}, "time": {"last", "tak"}}
CONFLICT, DOUBT = "conflict", "doubt"


@dataclass(frozen=True)
class Difference:
    """Where a claim and a statement differ: a conflict refutes, a doubt only keeps from supporting."""

    kind: str
    reason: str


@dataclass
class Match:
    """Claim tokens with the statement's token for each (None: not covered), seen from one clause of the statement."""

    claim: Sentence
    said: Sentence
    pairs: list[tuple[Token, Token | None]]
    part: int

    @property
    def missing(self) -> list[Token]:
        return [token for token, found in self.pairs if found is None]

    @property
    def found(self) -> list[tuple[Token, Token]]:
        return [(token, found) for token, found in self.pairs if found is not None]

    @property
    def unused(self) -> list[Token]:
        used = {id(found) for _, found in self.found}
        return [token for token in self.said.tokens if id(token) not in used]


def same(claimed: Token, said: Token) -> bool:
    """True if the two tokens say the same: a common key, or equal amounts."""
    if claimed.quantity or said.quantity:
        return bool(claimed.quantity and said.quantity and claimed.quantity.equals(said.quantity))
    return not claimed.keys.isdisjoint(said.keys)


def matches(claim: Sentence, said: Sentence, kinds: frozenset[tuple[str, str]]) -> Iterator[Match]:
    """The claim laid over the statement, once for each of its clauses that has a share in it; the best-fitting clause first."""
    options = [[each for each in said.tokens if same(token, each)] for token in claim.tokens]
    weights: dict[int, int] = {}
    for token, candidates in zip(claim.tokens, options):
        for part in {each.part for each in candidates if each.part >= 0}:
            weights[part] = weights.get(part, 0) + (3 if token.quantity or token.name else 1)
    for part in sorted(weights, key=lambda each: (-weights[each], each)):
        chosen = [min(group, key=lambda each: _distance(each, token, part), default=None) for token, group in zip(claim.tokens, options)]
        pairs = list(zip(claim.tokens, chosen))
        yield Match(claim, said, [(token, found or _stand_in(token, said, kinds)) for token, found in pairs if found or not _implied(token, claim, said)], part)


def _distance(candidate: Token, token: Token, part: int) -> tuple:
    apart = 50 if candidate.part < 0 else abs(candidate.part - part)
    return apart, candidate.link != token.link, bool(candidate.denied) != bool(token.denied), candidate.place


def _stand_in(token: Token, said: Sentence, kinds: frozenset[tuple[str, str]]) -> Token | None:
    """"Every plan" stands for Pro where the text calls Pro a plan."""
    if not token.name:
        return None
    return next((each for each in said.tokens if each.every and any((kind, token.name) in kinds for kind in each.keys)), None)


def _implied(token: Token, claim: Sentence, said: Sentence) -> bool:
    """True for a word that says nothing beyond its neighbours: "plan" beside a name, "costs" beside dollars, "you" where a reader is told."""
    beside = [each for each in claim.tokens if abs(each.place - token.place) == 1 and each.chunk == token.chunk]
    if token.keys & KINDS and any(each.keys for each in beside if any(word.startswith("^") for word in each.keys)):
        return True
    if READER in token.keys:
        return bool(said.marks & {"you", "passive"}) or bool(beside)
    return any(token.keys & _IMPLIED.get(each.quantity.family, set()) for each in claim.tokens if each.quantity)


def differences(match: Match) -> list[Difference]:
    """All differences of a match, by every rule below. None: the statement supports the claim."""
    rules = (_unmatched, _bounds, _binding, _polarity, _everything, _exclusive, _links, _order, _phrases, _mood)
    return [each for rule in rules for each in rule(match)]


def _unmatched(match: Match) -> Iterator[Difference]:
    """Something of the claim is not covered: a conflict if it is one thing and the statement has another in its place."""
    missing = match.missing
    if len(missing) > 1:
        yield Difference(DOUBT, f"{missing[0].text!r} is not covered")
    elif missing:
        yield _replaced(missing[0], match) or Difference(DOUBT, f"{missing[0].text!r} is not covered")


def _replaced(token: Token, match: Match) -> Difference | None:
    if token.quantity:
        return _other_quantity(token, match)
    if token.keys & DEGREES:
        return Difference(CONFLICT, f"the text does not say {token.text!r}")
    if min(token.keys).startswith("per:"):
        other = next((each for each in match.unused if min(each.keys, default="").startswith("per:")), None)
        return Difference(CONFLICT, f"the text says {other.text!r}, not {token.text!r}") if other else None
    for each in match.unused:
        if any(exclude(mine, other) for mine in token.keys for other in each.keys):
            return Difference(CONFLICT, f"the text says {each.text!r}, not {token.text!r}")
    return _other_name(token, match)


def _other_quantity(token: Token, match: Match) -> Difference | None:
    """Another amount of the same kind where the claim's would stand: "7 days on Free" against 30 days on Free."""
    near = [each for each in match.said.tokens if each.quantity and each.part in (match.part, -1)]
    rivals = [each for each in near if each.quantity.rules_out(token.quantity) and _counted(each, match.said) & _counted(token, match.claim)]
    if not rivals or token.quantity.bound not in ("", "=", rivals[0].quantity.bound) or len(rivals) > 1:
        return None
    if not (token.quantity.unit or token.quantity.family or token.link == rivals[0].link) or token.link in STRICT_LINKS and token.link != rivals[0].link:
        return None
    return Difference(CONFLICT, f"the text says {rivals[0].text!r}, not {token.text!r}")


def _counted(token: Token, sentence: Sentence) -> frozenset[str]:
    """What a bare number counts, by the words beside it; every measure counts itself."""
    if token.quantity.unit or token.quantity.family not in ("", "ordinal"):
        return frozenset(["a measure"])
    beside = [each for each in sentence.tokens if each.part == token.part and each.chunk == token.chunk and abs(each.place - token.place) <= 2]
    return frozenset(word for each in beside for word in each.keys) or frozenset(word for each in sentence.tokens if each.link == "*" for word in each.keys)


def _other_name(token: Token, match: Match) -> Difference | None:
    """Another name in the place of the claim's: in a list that leaves it out, or behind "only", or of the same kind."""
    if not any(word.startswith("^") for word in token.keys):
        return None
    rivals = [each for each in match.unused if each.name and (each.link in (token.link, "*"))]
    if len(rivals) > 1 or any(each.only for each in rivals):
        return Difference(CONFLICT, f"the text says this of {', '.join(each.text for each in rivals)}, not of {token.text}")
    kinds = {word for each in match.claim.tokens if each.chunk == token.chunk for word in each.keys}
    if rivals and any(each.chunk == rivals[0].chunk and each.keys & kinds for each in match.said.tokens):
        return Difference(CONFLICT, f"the text says this of {rivals[0].text}, not of {token.text}")
    return None


def _bounds(match: Match) -> Iterator[Difference]:
    """"At most 3" is "up to 3", but neither is "3" or "exactly 3"; a time zone must be the same."""
    for token, found in match.found:
        mine, its = token.quantity, found.quantity
        if not mine or not its:
            continue
        if mine.zone != its.zone and mine.zone:
            yield Difference(CONFLICT if its.zone else DOUBT, f"the time zone is {its.zone or 'not named'}, not {mine.zone}")
        if mine.bound != its.bound:
            both = {mine.bound, its.bound}
            clash = its.bound and mine.bound in ("=", ">", ">=", "<=", "<") and not both <= {"<", "<="} and not both <= {">", ">="}
            yield Difference(CONFLICT if clash else DOUBT, f"the text says {found.text!r}, not {token.text!r}")


def _binding(match: Match) -> Iterator[Difference]:
    """A number belongs to what stands in its clause: 7 days to Free, 30 days to Pro."""
    amounts = [(token, found) for token, found in match.found if found.quantity and found.part >= 0]
    for token, amount in amounts:
        for other, found in match.found:
            if found.part in (amount.part, -1) or found is amount or amount.part == -1:
                continue
            rival = _own_amount(found, amount, match.said)
            if rival and (found.quantity or _replaced_by(found, amount, match)):
                yield Difference(CONFLICT, f"{amount.text!r} is not said of {found.text!r}, {rival.text!r} is")


def _own_amount(found: Token, amount: Token, said: Sentence) -> Token | None:
    """The amount of the same kind in the clause of ``found``, if it has one of its own."""
    kinds = (amount.quantity.family, amount.quantity.unit)
    return next((each for each in said.tokens if each.quantity and each.part == found.part and (each.quantity.family, each.quantity.unit)[0] == kinds[0]), None)


def _replaced_by(found: Token, amount: Token, match: Match) -> bool:
    """True if the clause of ``amount`` has another word in the place of ``found``: another name, or another phrase behind "for"."""
    rivals = [each for each in match.unused if each.part == amount.part and not each.quantity]
    if found.name or any(word.startswith("^") for word in found.keys):
        return any(word.startswith("^") for each in rivals for word in each.keys)
    first = next(each for each in match.said.tokens if each.part == found.part)
    starts = next((each for each in match.said.tokens if each.part == amount.part), None)
    return bool(found.link) and any(each.link == found.link for each in rivals) or found is first and starts in rivals and not starts.link


def _polarity(match: Match) -> Iterator[Difference]:
    """What the claim denies the statement must deny, and nothing else."""
    if "tangled" in match.claim.marks | match.said.marks:
        yield Difference(DOUBT, "more than one negation")
        return
    mine = [token for token, _ in match.found if token.denied]
    its = [found for _, found in match.found if found.denied]
    both = [1 for token, found in match.found if token.denied and found.denied]
    if any(token.denied == 2 and not token.quantity for token in match.missing):
        yield Difference(DOUBT, "what the claim denies is not covered")
    elif mine and its and not both or mine and its and not any(found.denied == 2 for found in its):
        yield Difference(DOUBT, "the negations may not touch the same thing")
    elif its and not mine:
        clear = any(found.denied == 2 for found in its)
        yield Difference(CONFLICT if clear else DOUBT, "the text denies it" if clear else "a negation may reach it")
    elif mine and not its:
        yield Difference(CONFLICT, "the text says it without the negation")


def _everything(match: Match) -> Iterator[Difference]:
    """"Every request" needs a text that says it of every request, not of idempotent ones."""
    used = {id(found) for _, found in match.found}
    for token, found in match.found:
        if not token.every or any(each.every and each.chunk == token.chunk and each.place < token.place for each in match.claim.tokens):
            continue
        inside = [each for each in match.said.tokens if each.chunk == found.chunk and each.part == found.part and each.place < found.place]
        narrower = [each for each in inside if id(each) not in used and not each.quantity and (each.every or not found.every)]
        if narrower:
            yield Difference(CONFLICT if len(narrower) == 1 else DOUBT, f"the text says it of {narrower[0].text!r} only, not of every one")
        elif not found.every:
            yield Difference(DOUBT, f"the text does not say it of every {token.text!r}")


def _exclusive(match: Match) -> Iterator[Difference]:
    """"Only" must stand at the same word in both."""
    limited = [(token, found) for token, found in match.found if token.only]
    if limited and not any(found.only for _, found in limited):
        yield Difference(DOUBT if any(each.only for each in match.said.tokens) else CONFLICT, f"the text does not say 'only' of {limited[0][0].text!r}")
    if any(token.only for token in match.missing) and not limited:
        yield Difference(DOUBT, "what 'only' is said of is not covered")


def _links(match: Match) -> Iterator[Difference]:
    """Who does it to whom, from where to where, before or after what: the prepositions must agree."""
    for token, found in match.found:
        if "*" in (found.link, token.link) or token.link == found.link:
            continue
        if {token.link, found.link} in OPPOSITE_LINKS:
            yield Difference(CONFLICT, f"the text says {found.link!r}, not {token.link!r} {token.text!r}")
        elif token.link == "per" and found.every or found.link == "per" and token.every:
            continue
        elif token.link in STRICT_LINKS or found.link in ("when", "before", "after", "until", "than", "instead"):
            yield Difference(DOUBT, f"{token.text!r} stands in another place of the sentence")
    yield from _swapped(match)


def _swapped(match: Match) -> Iterator[Difference]:
    """Two words that have changed places: "keys per account" for "accounts per key"."""
    moved = [(token, found) for token, found in match.found if token.link != found.link and "*" not in (token.link, found.link)]
    for token, found in moved:
        for other, its in moved:
            if token.place < other.place and (token.link, found.link) == (its.link, other.link):
                strong = {token.link, found.link} & {"per", "from", "to", "by"}
                yield Difference(CONFLICT if strong else DOUBT, f"{token.text!r} and {other.text!r} have changed places")
                return


def _order(match: Match) -> Iterator[Difference]:
    """Subject, verb and object in the order of the active sentence: "A overwrites B" is not "B overwrites A"."""
    core = [(token.rank, found.rank, token) for token, found in match.found if not token.link and not found.link and not token.quantity]
    core.sort(key=lambda each: each[0])
    ranks = [its for _, its, _ in core]
    if ranks != sorted(ranks):
        turned = len(core) == 3 and ranks == sorted(ranks, reverse=True) and not match.missing
        yield Difference(CONFLICT if turned else DOUBT, "the words stand in another order" if not turned else f"{core[0][2].text!r} and {core[2][2].text!r} have changed places")


def _phrases(match: Match) -> Iterator[Difference]:
    """Words that stand together in the claim must stand together in the statement: "live keys" is not "keys ... live mode"."""
    for (first, its_first), (second, its_second) in zip(match.pairs, match.pairs[1:]):
        if its_first is None or its_second is None or first.chunk != second.chunk or "*" in (its_first.link, its_second.link) or its_first is its_second:
            continue
        close = its_first.part == its_second.part and abs(its_first.place - its_second.place) <= 3
        own = [each for each in match.said.tokens if each.link != "*"]
        heads = its_first.chunk == own[0].chunk and its_second.place - next(each.place for each in own if each.part == its_second.part) <= 1
        if not (close or heads or second.quantity and second.quantity.unit) or first.quantity and not _counts_same(its_first, its_second, match.said):
            yield Difference(DOUBT, f"{first.text} {second.text} do not stand together in the text")


def _counts_same(number: Token, noun: Token, said: Sentence) -> bool:
    """True if ``number`` counts ``noun``: in one phrase, or the number stands alone ("600" after "60 requests")."""
    if not number.quantity or number.quantity.unit:
        return True
    follower = next((each for each in said.tokens if each.place > number.place and each.chunk == number.chunk and not each.quantity), None)
    return follower is None or noun.chunk == number.chunk


def _mood(match: Match) -> Iterator[Difference]:
    """Questions, what once was, conditions that the claim drops, and duties that nobody stated."""
    claim, said = match.claim.marks, match.said.marks
    if "?" in said:
        yield Difference(DOUBT, "the text only asks it")
    for mark, reason in (("was", "the text speaks of the past"), ("unless", "the text names an exception"), ("may", "the text says that it may be so")):
        if mark in said and mark not in claim and not (mark == "may" and "may" not in claim and _permits(match)):
            yield Difference(DOUBT, reason)
    if "must" in claim and "must" not in said and not any(token.keys & {"requir", "need"} for token in match.said.tokens):
        yield Difference(DOUBT, "the text does not say that it must be so")


def _permits(match: Match) -> bool:
    return any(token.keys & {"allow", "offer", "includ"} for token in match.claim.tokens) or match.claim.denials > 0
