"""Rules on what function words say: not, every, only, may, must, unless."""

from collections.abc import Iterator

from .matching import CONFLICT, DOUBT, LIGHT_VERBS, Difference, Match, turned
from .rules_only import shut_out
from .tokens import Token
from .wording import DEGREES, LEADS, PARTICLES, WEAKENERS, key

_OBLIGES = frozenset(map(key, "require need due payable oblige".split()))
_ALWAYS = frozenset(map(key, "always forever indefinitely everywhere anywhere unlimited".split()))
_TOGETHER = frozenset(map(key, "together total altogether combine jointly".split()))
_NARROWING = frozenset("by via using before after until when if while without unless during since".split())
_PERMITS = frozenset(["allow", "offer", "includ"])


def polarity(match: Match) -> Iterator[Difference]:
    """What the claim denies the statement must deny, and nothing else."""
    if shut_out(match):
        return
    if match.claim.has("tangled") or match.said.has("tangled", {found.part for _, found in match.found}):
        yield Difference(DOUBT, "tangled", "there is more than one negation")
        return
    if any(match.said.has("spared", {found.part}) for _, found in match.found):
        yield Difference(CONFLICT if match.claim.has("denies") else DOUBT, "spared", "the text makes an exception of it")
        return
    if match.barred and match.claim.has("denies") and not any(found.denied for _, found in match.found):
        return
    opposite = {pair[1].negation for pair in match.found if turned(*pair)} - {-1}
    mine = {token.negation for token, _ in match.pairs if token.denied} - {pair[0].negation for pair in match.found if turned(*pair)}
    its = {found.negation for _, found in match.found if found.denied} - opposite
    heads = {found.negation for _, found in match.found if found.denied == 2} - opposite
    if mine and heads and (narrower := _narrows(match)):
        yield Difference(DOUBT, "reach", f"the text denies it of {narrower.text!r} only")
    elif any(token.denied == 2 and not token.quantity for token in match.missing):
        yield Difference(DOUBT, "negation", "what the claim denies is not covered")
    elif mine and its:
        if len(mine) != len(heads) or not _same_denied(match):
            yield Difference(DOUBT, "negation", "the negations may not touch the same thing")
    elif heads and match.said.has("aside") and all(token.link and not found.link for token, found in match.found if found.denied == 2):
        yield Difference(DOUBT, "negation", "what the text denies may be something else")
    elif heads:
        yield Difference(CONFLICT, "denied", "the text denies it")
    elif its:
        yield Difference(DOUBT, "reach", "a negation may reach it")
    elif mine and _denied_before(match):
        yield Difference(DOUBT, "negation", "what the claim denies stands in another clause")
    elif mine and any(each.only for each in match.unused):
        yield Difference(DOUBT, "negation", "the text says 'only'")
    elif not mine and not opposite and _denies_something_else(match):
        yield Difference(DOUBT, "negation", "the text denies something that the claim does not name")
    elif mine:
        yield Difference(CONFLICT, "denied", "the text says it without the negation")


def _narrows(match: Match) -> Token | None:
    """What a denial is limited to and the claim leaves out: "not sent by post" does not say "not sent"."""
    heads = [found for token, found in match.found if found.denied == 2 and token.denied == 2]
    behind = [each for each in match.unused if any(each.part == head.part and each.place > head.place for head in heads)]
    behind = [each for each in behind if not (each.keys & LIGHT_VERBS and any(each.chunk == head.chunk for head in heads))]  # "no name given"
    return next((each for each in behind if each.word in _NARROWING or each.keys & DEGREES), None)


def _denies_something_else(match: Match) -> bool:
    """True if the clause denies a word that the claim leaves out: "opened tins are not taken back" does not say what may be done."""
    heads = [each for each in match.unused if each.denied == 2 and each.part == match.part and each.link == "" and not each.quantity]
    return bool(heads) and not match.said.has("aside")


def _denied_before(match: Match) -> bool:
    """True if what the claim denies stands in a clause before its subject: "adults pay 5 dollars, children are free"."""
    heads = [found.part for token, found in match.found if token.denied == 2]
    subjects = [found.part for token, found in match.found if not token.link and not token.denied]
    return bool(heads and subjects) and max(heads) < min(subjects)


def _same_denied(match: Match) -> bool:
    """True if both deny the same words, or the statement by an afterthought: "on Gold only, not on the Basic or Plus plan"."""
    head = next((found for _, found in match.found if found.denied == 2), None)
    aside = head is not None and match.said.has("aside", {head.part})
    verbs = [token.place for token, found in match.found if token.denied == 2 and found.denied == 1 and token.passive]
    objects = [token for token, _ in match.found if not token.link and verbs and token.place < verbs[0]]  # "covers no theft": theft is not covered
    both = aside or all(token.denied or any(token is each for each in objects) for token, found in match.found if found.denied == 2)
    return both and all(found.denied or aside and not found.link for token, found in match.found if token.denied == 2)


def everything(match: Match) -> Iterator[Difference]:
    """"Every request" needs a text that says it of every request, not of idempotent ones or of up to five."""
    if match.claim.has("every") and not match.said.has("every"):
        yield Difference(DOUBT, "every", "the text does not say it of all")
    every = match.claim.has("every") or any(token.every for token in match.claim.tokens)
    parts = {found.part + ahead for _, found in match.found for ahead in (0, 1)}
    if every and match.said.has("except", parts) and any(each.denied == 2 for each in match.unused):
        yield Difference(DOUBT, "every", "the text names an exception")
    for token, found in match.found:
        narrowed = [each for each in match.unused if each.link and (each.part, each.conjunct) == (found.part, found.conjunct)]
        if token.keys & _ALWAYS and narrowed and found.link != "*":
            yield Difference(DOUBT, "every", f"the text says {found.text!r} of {narrowed[0].text!r} only")
        if not token.every or any(each.every and each.chunk == token.chunk and each.place < token.place for each in match.claim.tokens):
            continue
        inside = [each for each in match.said.tokens if (each.part, each.chunk) == (found.part, found.chunk) and each.place < found.place]
        narrower = [each for each in inside if not match.uses(each) and (each.every or not found.every)]
        if narrower:
            strong = CONFLICT if len(narrower) == 1 else DOUBT
            yield Difference(strong, "every", f"the text says it of {narrower[0].text!r} {found.text!r} only, not of every one")
        elif not found.every:
            yield Difference(DOUBT, "every", f"the text does not say it of every {token.text!r}")


def only(match: Match) -> Iterator[Difference]:
    """"Only" must stand at the same word in both; what the text says only of some may not be said of all."""
    parts = {found.part for _, found in match.found if not found.link or found.link != "*"}
    limits = [each for each in match.unused if each.only and each.part in parts and not each.quantity]
    if limits and not match.claim.has("denies") and not match.missing:
        yield Difference(DOUBT, "limited", f"the text says it only of {limits[0].text!r}")
    wider = [token for token in match.lacking if any(found.only and token.link == found.link for _, found in match.found)]
    if wider and not match.claim.has("denies"):
        yield Difference(DOUBT, "only", f"the text says 'only', not of {wider[0].text!r}")
    for phrase in sorted({(token.part, token.chunk) for token, _ in match.pairs if token.only}):
        limited = [(token, found) for token, found in match.pairs if token.only and (token.part, token.chunk) == phrase]
        if not any(found and found.only for _, found in limited):
            strong = all(found for _, found in limited) and not match.topical and not any(each.only for each in match.said.tokens)
            yield Difference(CONFLICT if strong else DOUBT, "only", f"the text does not say 'only' of {limited[0][0].text!r}")


def narrowed(match: Match) -> Iterator[Difference]:
    """"Customers under 18 may not" does not say it of customers."""
    subject = [found for found in match.found_own if not found.link and found.chunk == match.lead]
    behind = [found.place for found in match.found_own if not found.link]
    for each in [each for each in match.unused if each.quantity and each.quantity.bound and subject]:
        if 0 < each.place - subject[-1].place <= 2 and max(behind) > each.place:
            yield Difference(DOUBT, "narrowed", f"the text says it of {subject[-1].text!r} {each.text!r}")


def mood(match: Match) -> Iterator[Difference]:
    """Questions, what once was, exceptions that the claim drops, and what may be so or must be so."""
    claim, said = match.claim, match.said
    parts = {found.part for _, found in match.found if not found.link} | {match.part}
    if said.has("?"):
        yield Difference(DOUBT, "mood", "the text only asks it")
    if said.has("unless", parts) and not claim.has("unless"):
        yield Difference(DOUBT, "exception", "the text names an exception")
    if claim.has("unless") and not said.has("unless") and said.has("table"):
        yield Difference(DOUBT, "exception", "the text does not say 'unless'")
    if _dropped_condition(match):
        yield Difference(DOUBT, "condition", "the text says it under a condition")
    if said.has("was", parts) and not claim.has("was"):
        yield Difference(DOUBT, "mood", "the text speaks of the past")
    permits = claim.has("may") or claim.has("denies") or any(token.keys & _PERMITS for token in claim.tokens)
    if said.has("may", parts) and not permits:
        yield Difference(DOUBT, "mood", "the text only says that it may be so")
    if claim.has("exempt") != said.has("exempt", {found.part for _, found in match.found}) and claim.has("denies"):
        yield Difference(DOUBT, "mood", "what need not be is not what must not be")
    if claim.has("must") and not said.has("must") and not any(token.keys & _OBLIGES for token in said.tokens):
        yield Difference(DOUBT, "mood", "the text does not say that it must be so")


def _dropped_condition(match: Match) -> bool:
    """True if the text says it "if" or "provided" something, and the claim has no word of that."""
    used = [found for _, found in match.found]
    last = max((each.conjunct for each in used), default=0)
    conditions = {each.part for each in match.own if each.word == "if" and each.conjunct <= last}
    conditions -= {each.part for each in used if each.word == "if"}
    return bool(conditions) and not match.claim.has("may") and not any(token.link == "when" for token in match.claim.tokens)


def leads(match: Match) -> Iterator[Difference]:
    """"With four weeks' notice" is a time ahead, not "within four weeks"."""
    for token, found in match.found:
        if not found.quantity or found.quantity.family != "time":
            continue
        ahead = [each for each in match.unused if each.keys & LEADS and each.part == found.part and abs(each.place - found.place) <= 2]
        if ahead or {token.word, found.word} == {"with", "within"}:
            said = ahead[0].text if ahead else found.word
            yield Difference(DOUBT, "lead", f"the text says {said!r} of {found.text!r}")


def weakened(match: Match) -> Iterator[Difference]:
    """Words that the claim leaves out although they change what is said: "rarely fails", "turned off", "a header or a cookie"."""
    parts = {found.part for _, found in match.found}
    used = {found.place: found for _, found in match.found if found.link != "*"}
    for each in [each for each in match.unused if each.part in parts and each.link != "*"]:
        particle = each.keys & PARTICLES and each.place - 1 in used
        if particle or each.keys & WEAKENERS and any(place > each.place and used[place].conjunct == each.conjunct for place in used):
            yield Difference(DOUBT, "weakened", f"the text also says {each.text!r}")
            return
    sums = [each for each in match.unused if each.keys & _TOGETHER and each.part in parts and each.link != "*"]
    if sums and any(found.quantity for _, found in match.found):
        yield Difference(DOUBT, "weakened", f"the text also says {sums[0].text!r}")
    denied = any(found.denied for _, found in match.found)
    permits = match.claim.has("may") or match.said.has("may")
    conjuncts = {found.conjunct for _, found in match.found if found.link != "*"}
    beside = any(match.said.has(f"or {side + ahead}", parts) for side in conjuncts for ahead in (0, 1))
    if beside and not match.claim.has("or") and not denied and not permits:
        yield Difference(DOUBT, "weakened", "the text names an alternative")
