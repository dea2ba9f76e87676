"""Rules on the places of words: who does what to whom, from where to where, and which words stand together."""

from collections.abc import Iterator

from .matching import CONFLICT, DOUBT, Difference, Match
from .stems import is_derived, stem
from .tokens import READER, Sentence, Token
from .wording import CLAUSAL_LINKS, OPPOSITE_LINKS, OPPOSITE_WORDS, STRICT_LINKS

_GENITIVES = ("of", "by", "for", "from", "with")


def links(match: Match) -> Iterator[Difference]:
    """From where to where, before or after what: the prepositions must agree."""
    loose = match.said.has("table") or _measured_noun(match)
    for token, found in match.found:
        ends = token.quantity and token.quantity.family == "clock" and {token.link, found.link} == {"from", "to"}
        if READER in token.keys or loose and not ends:
            continue
        both = {token.link, found.link}
        if {token.word, found.word} in OPPOSITE_WORDS:
            yield Difference(CONFLICT, "opposite", f"the text says {found.word!r}, not {token.word!r} {token.text!r}")
        elif token.word != found.word and {token.word, found.word} & set().union(*OPPOSITE_WORDS[:2]) - {"under"} and "*" not in both:
            yield Difference(DOUBT, "link", f"the text does not say {token.word or found.word!r} of {token.text!r}")
        if "*" in both or len(both) == 1 or token.link == "per" and found.every or found.link == "per" and token.every:
            continue
        if ends:
            yield Difference(CONFLICT, "opposite", f"{token.text!r} is the {'end' if found.link == 'to' else 'begin'}")
        elif both in OPPOSITE_LINKS and not (both == {"without", "when"} and bool(token.denied) == bool(found.denied)):
            yield Difference(CONFLICT, "opposite", f"the text says {found.word!r}, not {token.word!r} {token.text!r}")
        elif is_derived(token.text) != is_derived(found.text) and both <= {"when", "in", "before", "after"} and "when" in both:
            continue  # "when you arrive" and "on arrival"
        elif token.quantity and token.link == "after" and any(each.link == "after" and each.place == found.place + 1 for each in match.own):
            continue  # "after two days" and "two days after the order"
        elif both == {"after", "from"} and any(each.quantity and each.place == token.place - 1 for each in match.claim.tokens):
            continue  # "10 days from the reply" and "10 days after the reply"
        elif token.link in STRICT_LINKS or found.link in CLAUSAL_LINKS | {"before", "after", "until", "than"}:
            yield Difference(DOUBT, "link", f"{token.text!r} stands in another place of the sentence")


def _measured_noun(match: Match) -> bool:
    """True for "the grace period lasts 24 hours" where the text says "the grace period of 24 hours", in whatever clause."""
    nouns = {(found.part, found.chunk) for _, found in match.found if not found.quantity}
    part, chunk = min(nouns, default=(0, 0))
    behind = [each for each in match.own if each.quantity and each.part == part and each.chunk in (chunk + 1, chunk + 2)]
    return len(nouns) == 1 and any(each.link == "of" or each.link in CLAUSAL_LINKS for each in behind)


def swapped(match: Match) -> Iterator[Difference]:
    """Two words that have changed places: "keys per account" for "accounts per key"."""
    moved = [(token, found) for token, found in match.found if token.word != found.word and "*" not in (token.link, found.link)]
    for token, found in moved:
        for other, its in moved:
            kinds = token.place < other.place and token.link != found.link and (token.link, found.link) == (its.link, other.link)
            if kinds or (token.word, found.word) == (its.word, other.word):
                strong = kinds and {token.link, found.link} & {"per", "from", "to", "by"}
                yield Difference(CONFLICT if strong else DOUBT, "swapped", f"{token.text!r} and {other.text!r} have changed places")
                return


def order(match: Match) -> Iterator[Difference]:
    """Subject, verb and object in the order of the active sentence: "A overwrites B" is not "B overwrites A"."""
    voice = all(token.passive == found.passive or token.passive and stem(token.text) != stem(found.text) for token, found in match.found)
    if {token.after_be - found.after_be for token, found in match.found} >= {1, -1}:
        yield Difference(DOUBT, "order", "what is said of a thing and what it is called have changed places")
    for link in ("", *sorted(CLAUSAL_LINKS), "before", "after", "than", "to") + ("in",) * match.said.has(">"):
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


def phrases(match: Match) -> Iterator[Difference]:
    """Words that stand together in the claim must stand together in the statement: "live keys" is not "keys ... live mode"."""
    for (first, its_first), (second, its_second) in zip(match.pairs, match.pairs[1:]):
        if its_first is None or its_second is None:
            continue
        behind = its_first.part == its_second.part and 0 < its_second.place - its_first.place <= 4
        row = match.said.has("table") and its_second.link == "*"
        if first.quantity and second.link == "of" and not behind and not row:
            yield Difference(DOUBT, "phrase", f"{first.text!r} is not said of {second.text!r}")
        headed = "*" in (its_first.link, its_second.link)
        if first.chunk != second.chunk or headed or its_first is its_second or second.is_period:
            continue
        if first.quantity:
            together = _counts(its_first, its_second, match.said)
        else:
            together = _close(its_first, its_second, second, match) or _adjoins(its_first, its_second, first, second, match)
        if not together:
            yield Difference(DOUBT, "phrase", f"{first.text!r} and {second.text!r} do not stand together in the text")


def _close(first: Token, second: Token, claimed: Token, match: Match) -> bool:
    """In one phrase and order, or side by side: "lime damage" and "damage by lime", "JPEG files" and "JPEG and PNG files"."""
    forward = first.place < second.place
    if first.part != second.part or not forward and first.chunk == second.chunk and not claimed.after_be:
        return False
    apart = min(abs(first.place - second.place), abs(first.rank - second.rank))
    between = [each for each in match.own if first.place < each.place < second.place]
    single = len({each.chunk for each in between} | {first.chunk}) == len(between) + 1
    listed = forward and (all(each.name for each in between) or single and all(each.link == first.link for each in [*between, second]))
    beside = apart <= 1 and (forward or first.word in _GENITIVES or first.rank < second.rank)
    return beside or first.chunk == second.chunk and apart <= 3 or listed and apart <= 5


def _adjoins(its_first: Token, its_second: Token, first: Token, second: Token, match: Match) -> bool:
    """Apart, yet one phrase says no more: a subject and its second verb, a verb behind another "for ...", an amount and its verb."""
    begins = next(each.place for each in match.own if each.conjunct == its_second.conjunct)
    subject = next((each for each in match.own if each.clause == its_first.clause and not each.link), match.own[0])
    before = next((each for each in match.own if each.place == its_second.place - 1), None)
    second_verb = its_first.chunk == subject.chunk and its_second.place - begins <= 1
    behind = first.link and first.link == its_first.link and (before is None or not its_second.link and before.link == first.link)
    amount = second.quantity and (second.quantity.unit or second.quantity.family or before is None or before.chunk != its_second.chunk)
    return bool(second_verb or behind or amount)


def _counts(amount: Token, noun: Token, said: Sentence) -> bool:
    """True if ``amount`` counts ``noun``: in one phrase, or the number stands alone ("600" after "60 requests")."""
    if not amount.quantity or amount.quantity.unit:
        return True
    follower = next((each for each in said.tokens if each.place > amount.place and each.chunk == amount.chunk and not each.quantity), None)
    return follower is None or noun.chunk == amount.chunk
