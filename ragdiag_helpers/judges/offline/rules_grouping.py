"""Rules on coordinated sentences: what stands in different halves must not be put together."""

from collections.abc import Iterator

from .matching import CONFLICT, DOUBT, Difference, Match, is_predicate
from .tokens import READER, Token
from .wording import exclude, key

# Words of what two do or have only together: "breakfast and dinner are 30 euros in total".
_COLLECTIVE = frozenset(
    map(key, "together total altogether combine jointly mutually simultaneously same different identical share sum half each".split())
)


def crossed(match: Match) -> Iterator[Difference]:
    """A word that belongs to another verb: "open on weekdays and closed on Sundays" does not say "open on Sundays"."""
    if match.barred:
        return
    said = [found for _, found in match.found if found.link != "*" and READER not in found.keys]
    core = [found for found in said if not found.link and not found.quantity and found.chunk != match.lead]
    for found in said:
        fronted = found.link and found.part > min(each.part for each in said) and not _own_before(found, match)
        near = [each for each in match.unused if each.conjunct == found.conjunct and (each.place < found.place or fronted)]
        near = [each for each in near if not each.link and not each.quantity]
        apart = any(found.chunk not in (each.chunk, match.lead) for each in near)
        beside = [each for each in near if not _after_amount(each, match)]
        if _second_subject(near, match):
            continue
        if (found.link or any(each.subject for each in near)) and _has_verb_of_its_own(found, beside, said, match):
            yield Difference(DOUBT, "crossed", f"{found.text!r} belongs to {near[-1].text!r}")
            return
        strangers = [each for each in core if each.conjunct != found.conjunct and (apart or each.conjunct > found.conjunct)]
        if near and strangers:
            opposed = any(exclude(mine, its) for each in strangers for mine in each.keys for other in near for its in other.keys)
            yield Difference(CONFLICT if opposed else DOUBT, "crossed", f"{found.text!r} belongs to {near[-1].text!r}")
            return


def _second_subject(near: list[Token], match: Match) -> bool:
    """True for "rinse" in "Prewash and extra rinse cannot be chosen with wool": one verb is said of both."""
    before = [each for each in match.own if near and each.part == near[0].part and each.place < near[0].place]
    bare = all(not (each.link or each.quantity or each.verb or each.subject or each.passive or each.after_be) for each in before)
    together = any(each.keys & _COLLECTIVE or each.text.lower() == "other" for each in match.own)
    return len(before) == 1 and bare and not together and near[-1].subject and before[0].conjunct == near[0].conjunct - 1


def _has_verb_of_its_own(found: Token, near: list[Token], said: list[Token], match: Match) -> bool:
    """True for "mono" in "the microphone records in stereo, the app plays in mono", laid under a claim on the microphone."""
    before = [each for each in said if not each.link and not each.quantity and each.conjunct < found.conjunct]
    verb = any(each.chunk == match.lead and is_predicate(each, match.said) for each in before)
    first = next(each for each in match.own if each.conjunct == found.conjunct)
    whole = any(first is each for each in near) and any(each.link or each.quantity for each in match.own if each.conjunct < found.conjunct)
    own = verb or whole or any(each.name or each.subject for each in near)
    return bool(near and before) and not match.said.has("label") and own


def _own_before(token: Token, match: Match) -> bool:
    """True if the clause of ``token`` says anything before it that stands behind no preposition."""
    return any(each.part == token.part and each.place < token.place and not each.link for each in match.own)


def owned(match: Match) -> Iterator[Difference]:
    """"Hale works on Mondays, Imrie on Tuesdays": what stands behind a name is said of that one, if the claim has a name at all."""
    names = [each for each in match.own if each.name and not each.link and not each.only]
    used = [(token, found) for token, found in match.found if any(found is each for each in names)]
    for token, found in [pair for pair in match.found if used and pair[1].link != "*" and (pair[1].link or pair[1].quantity)]:
        before = [each for each in names if each.place < found.place]
        mine = [each for each in used if each[0].place < token.place]
        if not before or any(each is before[-1] for _, each in mine[-1:] or used) or _listed(before[-1], mine or used, match):
            continue
        yield Difference(DOUBT, "crossed", f"{found.text!r} is said of {before[-1].text!r}")
        return


def _listed(name: Token, used: list[tuple[Token, Token]], match: Match) -> bool:
    """True if ``name`` stands in one list with a name that the claim has: "Basic and Plus cost 5 euros"."""
    beside = [each for _, each in used if abs(each.conjunct - name.conjunct) == 1]
    return any(not any(other.link for other in match.own if each.place < other.place < name.place) for each in beside)


def opposites(match: Match) -> Iterator[Difference]:
    """"Red while it charges; green when it is full" does not say "green while it charges"."""
    placed = [found for _, found in match.found if found.link != "*"]
    for found in placed:
        between = [each.place for each in placed if each.link and each.part == found.part and each.place < found.place]
        rivals = [each for each in match.unused if each.link != "*" and each.part != found.part]
        nearer = [each for each in match.unused if each.part == found.part and any(each.place < place for place in between)]
        nearer = [each for each in nearer if not _of_one_list(each, found, match)]
        if any(exclude(mine, its) for each in nearer for mine in found.keys for its in each.keys):
            yield Difference(DOUBT, "opposites", f"{found.text!r} is said of something else")
            return
        for each in [each for each in rivals if any(exclude(mine, its) for mine in found.keys for its in each.keys)]:
            if any(other.part < each.part < found.part or other.part == each.part and other.chunk != match.lead for other in placed):
                yield Difference(DOUBT, "opposites", f"the text also says {each.text!r}")
                return


def _of_one_list(first: Token, later: Token, match: Match) -> bool:
    """True for "euros" and "francs" in "in euros and in francs": what is said of the one is said of the other."""
    between = [each for each in match.own if first.place < each.place < later.place]
    return bool(later.word) and first.word == later.word and all(each.word == later.word for each in between)


def two_subjects(match: Match) -> Iterator[Difference]:
    """Words of two clauses with subjects of their own: "Books never leave the house; read them in the hall" keeps nothing in the hall.

    A clause that only lists is none: "it depends on the plan: 7 days on Basic".
    """
    clauses = {found.clause for _, found in match.found if found.link != "*" and READER not in found.keys}
    if len(clauses) <= len({token.clause for token, _ in match.found}):
        return
    for each in match.own:
        other = each.clause in clauses - {min(clauses)} and not each.link and not each.quantity and not each.name
        if other and READER not in each.keys and not _after_amount(each, match):
            yield Difference(DOUBT, "subjects", f"{each.text!r} is said of another subject")
            return


def _after_amount(token: Token, match: Match) -> bool:
    """True for what an amount counts, as "bags" in "Family tickets: five bags"."""
    return any(each.quantity and each.chunk == token.chunk and each.place < token.place for each in match.own)


def parallel(match: Match) -> Iterator[Difference]:
    """"For women on Tuesdays and for men on Thursdays" does not say "for women on Thursdays"."""
    linked = [(token, found) for token, found in match.found if found.link not in ("", "*")]
    for mine, first in linked:
        for other, second in linked:
            if mine.conjunct == other.conjunct and first.conjunct < second.conjunct:
                partners = [_partners(side, mine.conjunct, linked, match) for side in (first, second)]
                if all(partners):
                    yield Difference(CONFLICT, "crossed", f"{first.text!r} goes with {partners[0][0].text!r}, not with {second.text!r}")
                    return


def _partners(said: Token, conjunct: int, linked: list[tuple[Token, Token]], match: Match) -> list[Token]:
    """The phrases beside ``said`` that the claim does not have in its half ``conjunct``."""
    elsewhere = [found for token, found in linked if token.conjunct != conjunct]
    elsewhere += [each for each in match.unused if each.link not in ("", "*")]
    return [each for each in elsewhere if each.conjunct == said.conjunct and each.chunk != said.chunk]


def regrouped(match: Match) -> Iterator[Difference]:
    """"Optional for owners and mandatory for guests" where the text has "optional for guests and mandatory for owners"."""
    found = [(token, its) for token, its in match.found if its.link != "*" and its.chunk != match.lead]
    for token, its in found:
        parted = [other for other, one in found if other.conjunct == token.conjunct and one.conjunct != its.conjunct]
        joined = [other for other, one in found if other.conjunct != token.conjunct and one.conjunct == its.conjunct]
        if parted and joined and any(each.link for each in (token, *parted)):
            yield Difference(DOUBT, "crossed", f"{token.text!r} does not go with {parted[0].text!r}")
            return


def joined(match: Match) -> Iterator[Difference]:
    """"Tea and cake are served with rum" does not say "tea is served with cake"."""
    said = [(token, found) for token, found in match.found if found.link != "*" and not found.quantity]
    for token, found in said:
        for other, its in said:
            listed = its.link == found.link != token.link and other.link == its.link and 0 < abs(found.conjunct - its.conjunct) <= 2
            if token.word in ("with", "without", "than") and listed and found.part == its.part and abs(found.chunk - its.chunk) <= 2:
                yield Difference(DOUBT, "crossed", f"{found.text!r} stands beside {its.text!r} in a list")
                return
