"""Where a claim and a statement differ, one rule a function.

A statement supports a claim if it covers all of it and nothing differs. It refutes it if it covers all of it but one thing and says
something else there: a conflict. A doubt only keeps from supporting. All else is undecided.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from .tokens import Sentence, Token
from .matching import Match
from .wording import DEGREES, OPPOSITE_LINKS, STRICT_LINKS, exclude, stem

CONFLICT, DOUBT = "conflict", "doubt"
# A conflict of the first kind refutes even beside doubts of the other kinds: it does not hang on them.
_STANDS_BESIDE = {
    "denied": {"order", "phrase", "every", "aside", "mood", "crossed"},
    "bound to another": {"order", "phrase", "word", "mood", "crossed"},
    "other amount": {"order"},
    "other name": {"scope"},
    "added degree": {"order", "phrase", "mood", "link"},
    "swapped": {"order", "phrase", "link", "every"},
}


@dataclass(frozen=True)
class Difference:
    """One difference: a conflict or a doubt, the rule that found it, and the reason in words."""

    kind: str
    rule: str
    reason: str


def differences(match: Match) -> list[Difference]:
    """All differences of a match, by every rule below. None: the statement supports the claim."""
    rules = (_uncovered, _scope, _bounds, _binding, _crossed, _polarity, _everything, _exclusive, _links, _swapped, _order, _phrases, _mood)
    return [each for rule in rules for each in rule(match)]


def refutation(found: list[Difference]) -> Difference | None:
    """The conflict that refutes the claim: one that stands alone, or that no other difference can touch."""
    doubts = [each.rule for each in found if each.kind == DOUBT]
    for each in found:
        if each.kind == CONFLICT and set(doubts) <= _STANDS_BESIDE.get(each.rule, set()) and doubts.count("word") <= 1:
            return each
    return None


def _uncovered(match: Match) -> Iterator[Difference]:
    """Something of the claim is not covered: a conflict if it is one thing and the statement has another in its place."""
    other = _replaced(match.missing[0], match) if len(match.missing) == 1 else None
    if other:
        yield other
        return
    heads = [token.place for token, found in match.found if found.denied == 2]
    for token in match.missing:
        aside = token.link or heads and token.place > max(heads)
        yield Difference(DOUBT, "aside" if aside and not token.quantity else "word", f"{token.text!r} is not covered")


def _replaced(token: Token, match: Match) -> Difference | None:
    if token.quantity:
        return _other_amount(token, match)
    if token.keys & DEGREES:
        return Difference(CONFLICT, "added degree", f"the text does not say {token.text!r}")
    if min(token.keys).startswith("per:"):
        other = next((each for each in match.unused if min(each.keys, default="").startswith("per:")), None)
        return Difference(CONFLICT, "other word", f"the text says {other.text!r}, not {token.text!r}") if other else None
    for each in match.unused:
        if any(exclude(mine, other) for mine in token.keys for other in each.keys):
            return Difference(CONFLICT, "other word", f"the text says {each.text!r}, not {token.text!r}")
    return _other_name(token, match)


def _other_amount(token: Token, match: Match) -> Difference | None:
    """Another amount of the same kind where the claim's would stand: "7 days on Free" against 30 days on Free."""
    rivals = [each for each in match.said.tokens if each.quantity and each.quantity.rules_out(token.quantity)]
    rivals = [each for each in rivals if _counted(each, match.said) & _counted(token, match.claim)]
    rivals = rivals if len(rivals) == 1 else [each for each in rivals if each.part in (match.part, -1)]
    if len(rivals) != 1 or token.quantity.bound not in ("", "=", rivals[0].quantity.bound):
        return None
    if token.link in STRICT_LINKS and token.link != rivals[0].link:
        return None
    if not (token.quantity.unit or token.quantity.family or token.link == rivals[0].link or match.said.has("table")):
        return None
    return Difference(CONFLICT, "other amount", f"the text says {rivals[0].text!r}, not {token.text!r}")


def _counted(token: Token, sentence: Sentence) -> frozenset[str]:
    """What a bare number counts, by the words beside it; every measure counts itself."""
    if token.quantity.unit or token.quantity.family not in ("", "ordinal"):
        return frozenset(["a measure"])
    beside = [each for each in sentence.tokens if each.part == token.part and each.chunk == token.chunk and abs(each.place - token.place) <= 2]
    return frozenset(word for each in beside for word in each.keys) or frozenset(word for each in sentence.tokens if each.link == "*" for word in each.keys)


def _other_name(token: Token, match: Match) -> Difference | None:
    """Another name in the place of the claim's: in a list that leaves it out, behind "only", of the same kind, or both known to the text."""
    if not any(word.startswith("^") for word in token.keys):
        return None
    rivals = [each for each in match.unused if each.name and each.link in (token.link, "*")]
    kinds = {word for each in match.claim.tokens if each.chunk == token.chunk for word in each.keys}
    of_kind = any(each.chunk == rival.chunk and each.keys & kinds for rival in rivals for each in match.said.tokens)
    code = rivals and _code_shape(rivals[0].text) == _code_shape(token.text) != ""
    if len(rivals) > 1 or any(each.only for each in rivals) or of_kind or code or rivals and token.name:
        return Difference(CONFLICT, "other name", f"the text says this of {', '.join(each.text for each in rivals)}, not of {token.text}")
    return None


def _code_shape(text: str) -> str:
    """The marks that make a text code, "" for a plain word: "--" for --all, "_" for MAX_SIZE."""
    return "".join(sorted({letter for letter in text if letter in "_/-."}))


def _scope(match: Match) -> Iterator[Difference]:
    """A word counts once; a heading names what the sentence does not name itself; a table cell needs its row and its column."""
    if len({id(found) for _, found in match.found}) < len(match.found):
        yield Difference(DOUBT, "scope", "one word of the text would have to count twice")
    headed = [found for _, found in match.found if found.link == "*"]
    own = next((each for each in match.unused if each.link != "*" and (each.name or each.capital)), None)
    if own and any(token.capital and found.link == "*" for token, found in match.found) and not match.said.has("table"):
        yield Difference(DOUBT, "scope", f"the text speaks of {own.text!r}")
    for token, found in match.found:
        begins = token.place == 0 or match.claim.tokens[token.place - 1].chunk != token.chunk
        if begins and found.link == "*" and not match.said.has("table") and any(each.link == token.link for each in match.unused if _heads(each, match)):
            yield Difference(DOUBT, "scope", f"{token.text!r} stands in a heading or an earlier sentence only")
    if match.said.has("table") and {each.chunk for each in match.said.tokens if each.chunk in (-2, -3)} - {each.chunk for each in headed}:
        yield Difference(DOUBT, "scope", "the row or the column of the table is not named")


def _heads(token: Token, match: Match) -> bool:
    """True for a word that could stand in the place of one from the heading: behind a preposition, or the subject, if it is not "it"."""
    return token.link not in ("", "*") or token.chunk == match.own[0].chunk and not token.link and not match.said.has("it")


def _bounds(match: Match) -> Iterator[Difference]:
    """"At most 3" is "up to 3", but neither is "3" or "exactly 3"; a time zone must be the same."""
    for token, found in match.found:
        mine, its = token.quantity, found.quantity
        if not mine or not its:
            continue
        if mine.zone != its.zone and mine.zone:
            yield Difference(CONFLICT if its.zone else DOUBT, "bound", f"the time zone is {its.zone or 'not named'}, not {mine.zone}")
        if mine.bound != its.bound:
            both = {mine.bound, its.bound}
            clash = its.bound and mine.bound in ("=", ">", ">=", "<=", "<") and not both <= {"<", "<="} and not both <= {">", ">="}
            yield Difference(CONFLICT if clash else DOUBT, "bound", f"the text says {found.text!r}, not {token.text!r}")


def _binding(match: Match) -> Iterator[Difference]:
    """A number belongs to what stands in its clause: 7 days to Free, 30 days to Pro."""
    used = {id(found) for _, found in match.found}
    for amount in [found for _, found in match.found if found.quantity and found.part >= 0]:
        owners = _owners(match, amount.part)
        named = {each.name for each in owners} if not any(id(each) in used for each in owners) else set()
        for token, found in match.found:
            if found.part in (amount.part, -1):
                continue
            stranger = bool(named) and bool(found.name or token.name) and not found.keys & named
            parts = {each.part for each in match.own if stranger and any(its.keys & found.keys for its in _owners(match, each.part))} | {found.part}
            rival = next((each for each in match.own if each.quantity and each.part in parts and each.quantity.family == amount.quantity.family), None)
            later = bool(found.link) and found.part > amount.part and not (rival and id(rival) in used)
            if rival and (stranger or found.quantity or later or _replaced_by(found, amount, match)):
                yield Difference(CONFLICT, "bound to another", f"{amount.text!r} is not said of {found.text!r}, {rival.text!r} is")
            elif stranger:
                yield Difference(DOUBT, "binding", f"{amount.text!r} is not said of {found.text!r}")


def _owners(match: Match, part: int) -> list[Token]:
    """The names in the clause ``part``, or in the nearest clause before it that has any."""
    named = [each for each in match.own if each.part <= part and each.name]
    return [each for each in named if each.part == named[-1].part]


def _replaced_by(found: Token, amount: Token, match: Match) -> bool:
    """True if the clause of ``amount`` has another word in the place of ``found``: another name, or another phrase behind "for"."""
    rivals = [each for each in match.unused if each.part == amount.part and not each.quantity]
    if found.name:
        return any(each.name for each in rivals)
    first = next(each for each in match.said.tokens if each.part == found.part)
    starts = next((each for each in match.said.tokens if each.part == amount.part), None)
    return bool(found.link) and any(each.link == found.link for each in rivals) or found is first and starts in rivals and not starts.link


def _crossed(match: Match) -> Iterator[Difference]:
    """Parts of two coordinated statements: "open on weekdays and closed on Sundays" does not say "open on Sundays"."""
    core = [found for _, found in match.found if not found.link and not found.quantity and found.chunk != match.own[0].chunk]
    for found in [found for _, found in match.found if found.link != "*"]:
        near = [each for each in match.unused if each.conjunct == found.conjunct and each.place < found.place and not each.link and not each.quantity]
        apart = [each for each in near if found.chunk not in (each.chunk, match.own[0].chunk)]
        strangers = [each for each in core if each.conjunct != found.conjunct and (apart or each.conjunct > found.conjunct)]
        if near and strangers:
            opposed = any(exclude(mine, its) for each in strangers for mine in each.keys for other in near for its in other.keys)
            yield Difference(CONFLICT if opposed else DOUBT, "crossed", f"{found.text!r} belongs to {near[-1].text!r}")
            return
    yield from _two_subjects(match)
    yield from _parallel(match)
    yield from _regrouped(match)


def _two_subjects(match: Match) -> Iterator[Difference]:
    """Words of two clauses with subjects of their own: "Rare books never leave the house; read them in the hall" keeps nothing in the hall.

    A clause that only lists is none: "it depends on the plan: 7 days on Free".
    """
    clauses = {found.clause for _, found in match.found if found.link != "*"}
    if len(clauses) <= len({token.clause for token, _ in match.found}):
        return
    for each in match.own:
        if each.clause in clauses - {min(clauses)} and not each.link and not each.quantity and not each.name:
            yield Difference(DOUBT, "crossed", f"{each.text!r} is said of another subject")
            return


def _parallel(match: Match) -> Iterator[Difference]:
    """"For women on Tuesdays and for men on Thursdays" does not say "for women on Thursdays"."""
    linked = [(token, found) for token, found in match.found if found.link not in ("", "*")]
    rest = [(None, each) for each in match.unused if each.link not in ("", "*")] + linked
    for mine, first in linked:
        for other, second in linked:
            if mine.conjunct != other.conjunct or first.conjunct >= second.conjunct:
                continue
            partners = [
                [its for token, its in rest if its.conjunct == side.conjunct and its.chunk != side.chunk and (token is None or token.conjunct != mine.conjunct)]
                for side in (first, second)
            ]
            if all(partners):
                yield Difference(CONFLICT, "crossed", f"{first.text!r} goes with {partners[0][0].text!r}, not with {second.text!r}")
                return


def _regrouped(match: Match) -> Iterator[Difference]:
    """"Optional for owners and mandatory for guests" where the text has "optional for guests and mandatory for owners"."""
    found = [(token, its) for token, its in match.found if its.link != "*" and its.chunk != match.own[0].chunk]
    for token, its in found:
        parted = [other for other, one in found if other.conjunct == token.conjunct and one.conjunct != its.conjunct]
        joined = [other for other, one in found if other.conjunct != token.conjunct and one.conjunct == its.conjunct]
        if parted and joined:
            yield Difference(DOUBT, "crossed", f"{token.text!r} does not go with {parted[0].text!r}")
            return


def _polarity(match: Match) -> Iterator[Difference]:
    """What the claim denies the statement must deny, and nothing else."""
    if match.claim.has("tangled") or match.said.has("tangled"):
        yield Difference(DOUBT, "tangled", "there is more than one negation")
        return
    mine = {token.negation for token, _ in match.pairs if token.denied}
    its = {found.negation for _, found in match.found if found.denied}
    heads = {found.negation for _, found in match.found if found.denied == 2}
    if any(token.denied == 2 and not token.quantity for token in match.missing):
        yield Difference(DOUBT, "negation", "what the claim denies is not covered")
    elif mine and its:
        aside = _afterthought(match)
        touching = [found.denied or aside and not found.link for token, found in match.found if token.denied == 2]
        if len(mine) != len(heads) or not all(touching):
            yield Difference(DOUBT, "negation", "the negations may not touch the same thing")
    elif heads:
        yield Difference(CONFLICT, "denied", "the text denies it")
    elif its:
        yield Difference(DOUBT, "negation", "a negation may reach it")
    elif mine:
        yield Difference(CONFLICT, "denied", "the text says it without the negation")


def _afterthought(match: Match) -> bool:
    """True if the statement denies by an afterthought: "on Scale only, not on the Free or Pro plan"."""
    denied = [found for _, found in match.found if found.denied == 2]
    return bool(denied) and match.said.has("aside", {denied[0].part})


def _everything(match: Match) -> Iterator[Difference]:
    """"Every request" needs a text that says it of every request, not of idempotent ones or of up to five."""
    used = {id(found) for _, found in match.found}
    if match.claim.has("every") and not match.said.has("every"):
        yield Difference(DOUBT, "every", "the text does not say it of all")
    for token, found in match.found:
        if not token.every or any(each.every and each.chunk == token.chunk and each.place < token.place for each in match.claim.tokens):
            continue
        inside = [each for each in match.said.tokens if each.chunk == found.chunk and each.part == found.part and each.place < found.place]
        narrower = [each for each in inside if id(each) not in used and (each.every or not found.every)]
        if narrower:
            yield Difference(CONFLICT if len(narrower) == 1 else DOUBT, "every", f"the text says it of {narrower[0].text!r} only, not of every one")
        elif not found.every:
            yield Difference(DOUBT, "every", f"the text does not say it of every {token.text!r}")


def _exclusive(match: Match) -> Iterator[Difference]:
    """"Only" must stand at the same word in both."""
    for phrase in sorted({(token.part, token.chunk) for token, _ in match.pairs if token.only}):
        limited = [(token, found) for token, found in match.pairs if token.only and (token.part, token.chunk) == phrase]
        if not any(found and found.only for _, found in limited):
            strong = all(found for _, found in limited) and not any(each.only for each in match.said.tokens)
            yield Difference(CONFLICT if strong else DOUBT, "only", f"the text does not say 'only' of {limited[0][0].text!r}")


def _links(match: Match) -> Iterator[Difference]:
    """From where to where, before or after what: the prepositions must agree."""
    if match.said.has("table") or _measured_noun(match):
        return
    for token, found in match.found:
        if "*" in (found.link, token.link) or token.link == found.link:
            continue
        if {token.link, found.link} in OPPOSITE_LINKS:
            yield Difference(CONFLICT, "opposite", f"the text says {found.link!r}, not {token.link!r} {token.text!r}")
        elif token.link == "per" and found.every or found.link == "per" and token.every:
            continue
        elif token.link in STRICT_LINKS or found.link in ("when", "before", "after", "until", "than", "instead"):
            yield Difference(DOUBT, "link", f"{token.text!r} stands in another place of the sentence")


def _measured_noun(match: Match) -> bool:
    """True for "the grace period lasts 24 hours" where the text says "the grace period of 24 hours", in whatever clause."""
    nouns = {(found.part, found.chunk) for _, found in match.found if not found.quantity}
    part, chunk = min(nouns, default=(0, 0))
    return len(nouns) == 1 and any(each.quantity and (each.part, each.chunk) in ((part, chunk + 1), (part, chunk + 2)) and each.link in ("of", "when") for each in match.own)


def _swapped(match: Match) -> Iterator[Difference]:
    """Two words that have changed places: "keys per account" for "accounts per key"."""
    moved = [(token, found) for token, found in match.found if token.word != found.word and "*" not in (token.link, found.link)]
    for token, found in moved:
        for other, its in moved:
            if token.place < other.place and (token.link, found.link) == (its.link, other.link) and token.link != found.link:
                strong = {token.link, found.link} & {"per", "from", "to", "by"}
                yield Difference(CONFLICT if strong else DOUBT, "swapped", f"{token.text!r} and {other.text!r} have changed places")
                return
            if token.word != found.word and (token.word, found.word) == (its.word, other.word):
                yield Difference(DOUBT, "swapped", f"{token.text!r} and {other.text!r} have changed places")
                return


def _order(match: Match) -> Iterator[Difference]:
    """Subject, verb and object in the order of the active sentence: "A overwrites B" is not "B overwrites A"."""
    voice = all(token.passive == found.passive or token.passive and stem(token.text) != stem(found.text) for token, found in match.found)
    if {token.after_be - found.after_be for token, found in match.found} >= {1, -1}:
        yield Difference(DOUBT, "order", "what is said of a thing and what it is called have changed places")
    for link in ("", "when", "before", "after", "than", "to") + ("in",) * match.said.has(">"):
        core = [(token, found) for token, found in match.found if token.link == found.link == link and not token.quantity]
        core = [(token, found) for token, found in core if not _attribute(token, found, match)]
        core.sort(key=lambda pair: pair[0].place if voice else pair[0].rank)
        ranks = [found.place if voice else found.rank for _, found in core]
        if ranks != sorted(ranks):
            turned = len(core) == 3 and ranks == sorted(ranks, reverse=True) and not match.missing and not link
            yield Difference(CONFLICT if turned else DOUBT, "order", f"{core[0][0].text!r} and {core[-1][0].text!r} stand in another order")
            return


def _attribute(token: Token, found: Token, match: Match) -> bool:
    """True if one side says "albums are private" and the other "private albums"."""
    if token.after_be == found.after_be:
        return False
    other, sentence = (found, match.said) if token.after_be else (token, match.claim)
    return any(each.chunk == other.chunk and each.part == other.part and each.place > other.place for each in sentence.tokens)


def _phrases(match: Match) -> Iterator[Difference]:
    """Words that stand together in the claim must stand together in the statement: "live keys" is not "keys ... live mode"."""
    for (first, its_first), (second, its_second) in zip(match.pairs, match.pairs[1:]):
        if second.link == "of" and first.quantity and its_first and its_second and not (0 < its_second.place - its_first.place <= 4 and its_first.part == its_second.part):
            yield Difference(DOUBT, "phrase", f"{first.text!r} is not said of {second.text!r}")
        if its_first is None or its_second is None or first.chunk != second.chunk or "*" in (its_first.link, its_second.link) or its_first is its_second or min(second.keys, default="").startswith("per:"):
            continue
        apart = min(abs(its_first.place - its_second.place), abs(its_first.rank - its_second.rank))
        turned = its_second.place < its_first.place and its_first.chunk == its_second.chunk and not second.after_be
        listed = its_first.place < its_second.place and all(each.name for each in match.own if its_first.place < each.place < its_second.place)
        genitive = its_first.place < its_second.place or its_first.word in ("of", "by", "for", "from", "with") or its_first.rank < its_second.rank
        close = its_first.part == its_second.part and not turned and (apart <= 1 and genitive or its_first.chunk == its_second.chunk and apart <= 3 or listed and apart <= 5)
        begins = next(each.place for each in match.own if each.conjunct == its_second.conjunct)
        subject = next((each for each in match.own if each.clause == its_first.clause and not each.link), match.own[0])
        heads = its_first.chunk == subject.chunk and its_second.place - begins <= 1
        before = next((each for each in match.own if each.place == its_second.place - 1), None)
        ends = first.link and first.link == its_first.link and (before is None or not its_second.link and before.link == first.link)
        measured = second.quantity and (second.quantity.unit or second.quantity.family or before is None or before.chunk != its_second.chunk)
        together = _counts_same(its_first, its_second, match.said) if first.quantity else close or heads or ends or measured
        if not together:
            yield Difference(DOUBT, "phrase", f"{first.text!r} and {second.text!r} do not stand together in the text")


def _counts_same(amount: Token, noun: Token, said: Sentence) -> bool:
    """True if ``amount`` counts ``noun``: in one phrase, or the number stands alone ("600" after "60 requests")."""
    if not amount.quantity or amount.quantity.unit:
        return True
    follower = next((each for each in said.tokens if each.place > amount.place and each.chunk == amount.chunk and not each.quantity), None)
    return follower is None or noun.chunk == amount.chunk


def _mood(match: Match) -> Iterator[Difference]:
    """Questions, what once was, conditions that the claim drops, and duties that nobody stated."""
    claim, said = match.claim, match.said
    parts = {found.part for _, found in match.found if not found.link} | {match.part}
    if said.has("?"):
        yield Difference(DOUBT, "mood", "the text only asks it")
    if said.has("unless", parts) and not claim.has("unless"):
        yield Difference(DOUBT, "exception", "the text names an exception")
    if said.has("was", parts) and not claim.has("was"):
        yield Difference(DOUBT, "mood", "the text speaks of the past")
    if said.has("may", parts) and not claim.has("may") and not claim.has("denies") and not any(token.keys & {"allow", "offer", "includ"} for token in claim.tokens):
        yield Difference(DOUBT, "mood", "the text says that it may be so")
    if claim.has("must") and not said.has("must") and not any(token.keys & {"requir", "need"} for token in said.tokens):
        yield Difference(DOUBT, "mood", "the text does not say that it must be so")
