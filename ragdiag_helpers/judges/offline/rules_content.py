"""Rules on words, names and amounts: what of the claim the statement covers, and what it has in another place."""

from collections.abc import Iterator

from .matching import CONFLICT, DAYS, DOUBT, Difference, Match, antonyms, same
from .reckoning import summed
from .rules_bounds import is_limit
from .rules_only import shut_out
from .tokens import Sentence, Token
from .wording import ANTONYMS, DEGREES, GRATIS, STRICT_LINKS, exclude


def uncovered(match: Match) -> Iterator[Difference]:
    """Something of the claim is not covered: a conflict if it is one thing and the statement has another in its place."""
    if match.barred:
        if not match.claim.has("denies"):
            yield Difference(CONFLICT, "other name", f"the text says this of {match.barred.text} only")
        elif not (match.lacking[0].name or match.lacking[0].capital):
            yield Difference(DOUBT, "word", f"{match.lacking[0].text!r} is not covered")  # leaders may be owners
        return
    lacking = match.missing or match.topical
    if shut_out(match):
        return
    other = _replaced(lacking[0], match) if len(lacking) == 1 else None
    if other:
        yield other
        return
    if others := [each for token in match.missing if token.keys & ANTONYMS.keys() for each in match.unused if antonyms(token, each)]:
        yield Difference(CONFLICT, "other word", f"the text says {others[0].text!r}")
    amounts = [token for token in match.missing if token.quantity]
    if len(amounts) == 1 and (other := _other_amount(amounts[0], match)):
        yield Difference(CONFLICT, "other amount", other.reason)
    denied = [token.place for token, found in match.found if found.denied == 2]
    for token in match.missing:
        never = (match.said.has("never", {match.part}) or _without_limit(match)) and not any(each.quantity for each in match.own)
        aside = (not token.quantity or never) and (token.link or denied and token.place > max(denied))
        yield Difference(DOUBT, "aside" if aside else "word", f"{token.text!r} is not covered")


def _without_limit(match: Match) -> bool:
    """True for "Keys do not expire": it denies so of keys whatever the claim adds to it."""
    heads = [found for _, found in match.found if found.denied == 2 and found.link != "*" and not found.quantity]
    own = [each for each in match.own if each.part == match.part]
    whole = bool(heads) and own[-1] is heads[-1] and all(match.uses(each) for each in own) and not match.claim.has("denies")
    return whole and not match.said.has("when") and not match.said.has("unless")


def _replaced(token: Token, match: Match) -> Difference | None:
    if token.quantity:
        return _other_amount(token, match)
    counted = [each for each in match.claim.tokens if each.quantity and not each.quantity.unit and 0 < token.place - each.place <= 3]
    if token.keys & DEGREES and counted and token.text == "immediately":
        return None  # "five tools at once" are five together
    if token.keys & DEGREES:
        return Difference(CONFLICT, "added degree", f"the text does not say {token.text!r}")
    for each in [each for each in match.unused if each.denied != 2 or token.denied]:  # "except Mondays" leaves Tuesdays alone
        if token.is_period and each.is_period and not _modifies_missing(token, match) or _excludes(token, each):
            return Difference(CONFLICT, "other word", f"the text says {each.text!r}, not {token.text!r}")
    return _other_name(token, match)


def _excludes(token: Token, other: Token) -> bool:
    """True if the two cannot both hold: public and private, or days of which none is the other."""
    days = token.keys <= DAYS and not token.keys.isdisjoint(other.keys)
    return not days and any(exclude(mine, its) for mine in token.keys for its in other.keys)


def _modifies_missing(period: Token, match: Match) -> bool:
    """True for the period of "the yearly inspection" where the statement has no inspection: its own period is one of something else."""
    return any(token.place == period.place + 1 and token.chunk == period.chunk for token in match.lacking)


def _other_amount(token: Token, match: Match) -> Difference | None:
    """Another amount of the same kind where the claim's would stand: "7 days on Basic" against 30 days on Basic."""
    amount, counted = token.quantity, _counted(token, match.claim)
    gratis = next((each for each in match.unused if GRATIS in each.keys), None)
    if gratis and amount.family == "money":
        return Difference(CONFLICT, "other amount", f"the text says {gratis.text!r}, not {token.text!r}")
    rivals = [each for each in match.said.tokens if each.quantity and each.quantity.rules_out(amount)]
    topical = counted <= _keys(match.topical) and len(rivals) == 1 and not match.said.has("table")
    found = _keys([said for _, said in match.found])
    rivals = [each for each in rivals if topical or _counted(each, match.said) & counted or _stands_alone(each, match) and counted & found]
    hours = amount.family == "clock" and len({each.part for each in rivals}) == 1  # "open on Mondays, 9:00 to 17:00"
    rivals = rivals if len(rivals) == 1 or hours else [each for each in rivals if each.part in (match.part, -1)]
    behind = next((found for other, found in match.found if other.place == token.place + 1 and found.link != "*"), None)
    clocks = amount.family == "clock" and len(rivals) > 1
    if len(rivals) > 1 and not clocks:
        rivals = [each for each in rivals if behind is None or behind.place == each.place + 1]
    if clocks:
        rivals = [each for each in rivals if each.link == token.link]
        days = [said.place for _, said in match.found if said.keys & DAYS and said.link != "*"]
        behind_day = [each for each in rivals if days and each.place > max(days)]
        rivals = behind_day[:1] or rivals  # "Tuesday to Thursday, 10:00 to 16:30, and on Saturdays ..."
    if amount.unit and summed(amount, match.said):
        return None
    if len(rivals) != 1 or amount.bound not in ("", "=", rivals[0].quantity.bound, "<=" if is_limit(rivals[0], match) else ""):
        return None
    if amount.family == "date" and token.word != rivals[0].word:
        return None  # "until 15 June" says nothing against 10 June
    moved = token.link != rivals[0].link
    if moved and (token.link in STRICT_LINKS or rivals[0].word in ("by", "than") or not (amount.unit or amount.family or match.said.has("table"))):
        return None
    return Difference(CONFLICT, "other amount", f"the text says {rivals[0].text!r}, not {token.text!r}")


def _counted(token: Token, sentence: Sentence) -> frozenset[str]:
    """What a bare number counts, by the words beside it or at the head of its column; every measure counts itself."""
    if token.quantity.unit or token.quantity.family not in ("", "ordinal"):
        return frozenset(["a measure"])
    phrase = [each for each in sentence.tokens if (each.part, each.chunk) == (token.part, token.chunk)]
    beside = [each for each in phrase if abs(each.place - token.place) <= 2]
    return _keys(beside) or _keys([each for each in sentence.tokens if each.link == "*"])


def _stands_alone(amount: Token, match: Match) -> bool:
    """True for a bare number that counts a word from elsewhere: "dogs are welcome, at most two per pitch"."""
    return not any((each.part, each.chunk) == (amount.part, amount.chunk) and each is not amount for each in match.own)


def _keys(tokens: list[Token]) -> frozenset[str]:
    return frozenset(word for token in tokens for word in token.keys)


def _other_name(token: Token, match: Match) -> Difference | None:
    """Another name in the place of the claim's: in a list that leaves it out, behind "only", of one kind, or both known to the text."""
    if match.said.has("table") and token.keys & match.page:
        return None  # it has a row or a column of its own
    rivals = [each for each in match.unused if each.name and (each.link in (token.link, "*") or each.only and token.name)]
    rivals = [each for each in rivals if each.denied != 2 or token.denied]
    plural = any(each.name.removesuffix("s") == "^" + token.text.lower().removesuffix("s") for each in rivals)
    if not rivals or plural or not any(word.startswith("^") for word in token.keys):
        return None
    kinds = _keys([each for each in match.claim.tokens if each.chunk == token.chunk])
    of_kind = any(each.chunk == rival.chunk and each.keys & kinds for rival in rivals for each in match.said.tokens)
    code = _code_shape(rivals[0].text) == _code_shape(token.text) != ""
    if len(rivals) > 1 or rivals[0].only or of_kind or code or token.name:
        return Difference(CONFLICT, "other name", f"the text says this of {', '.join(each.text for each in rivals)}, not of {token.text}")
    return None


def _code_shape(text: str) -> str:
    """The marks that make a text code, "" for a plain word: "-" for --all, "_" for MAX_SIZE."""
    return "".join(sorted({letter for letter in text if letter in "_/-."}))


def scope(match: Match) -> Iterator[Difference]:
    """A word counts once; a heading names only what the sentence does not name itself; a table cell needs its row and its column."""
    if len({id(found) for _, found in match.found}) < len(match.found) and not match.said.has(">"):
        yield Difference(DOUBT, "scope", "one word of the text would have to count twice")
    headed = [(token, found) for token, found in match.found if found.link == "*"]
    if match.said.has("table"):
        heads = {-2} if match.said.has("sole") and _gives_amount(match) else {-2, -3}
        if {each.chunk for each in match.said.tokens if each.chunk in heads} - {found.chunk for _, found in headed}:
            yield Difference(DOUBT, "scope", "the row or the column of the table is not named")
        return
    named = next((each for each in match.unused if each.link != "*" and (each.name or each.capital)), None)
    for token, _ in headed:
        if token.capital and named:
            yield Difference(DOUBT, "scope", f"the text speaks of {named.text!r}")
        begins = token.place == 0 or match.claim.tokens[token.place - 1].chunk != token.chunk
        if begins and not token.is_period and any(each.link == token.link for each in match.unused if _fills(each, match)):
            yield Difference(DOUBT, "scope", f"{token.text!r} stands in a heading or an earlier sentence only")


def _gives_amount(match: Match) -> bool:
    """True if a cell has the claim's amount, or another measure of its family in the very row that the claim names."""
    if any(found.quantity or GRATIS in found.keys for _, found in match.found):
        return True
    families = {token.quantity.family for token in match.missing if token.quantity} - {""}
    return any(each.quantity and each.quantity.family in families for each in match.own) and all(each.chunk != -2 for each in match.unused)


def _fills(token: Token, match: Match) -> bool:
    """True for a word that could stand in the place of one from the heading: behind a preposition, or the subject, unless that is "it"."""
    return token.link not in ("", "*") or token.chunk == match.lead and not token.link and not match.said.has("it")


def bindings(match: Match) -> Iterator[Difference]:
    """A number belongs to what stands in its clause: 7 days to Basic, 30 days to Plus."""
    amounts = [(token, found) for token, found in match.found if found.quantity and found.part >= 0]
    for mine, amount in [pair for pair in amounts if pair[1].link != "per"]:
        owners = _owners(match, amount.part)
        others = set() if any(map(match.uses, owners)) else {each.name for each in owners}
        for token, found in match.found:
            beside = any(same(token, each) for each in match.own if each.part == amount.part or found.part < each.part < amount.part)
            apart = token.part != mine.part and (token.part < mine.part) == (found.part < amount.part)
            if found.quantity and found.link == "per":
                continue  # "4 euros per 100 on Basic and 3 euros on Plus"
            if found.part not in (amount.part, -1) and not beside and not apart:
                stranger = bool(others) and bool(found.name or token.name) and not found.keys & others
                yield from _bound_to_another(amount, found, stranger, match)


def amount_scope(match: Match) -> Iterator[Difference]:
    """"120 euros a night, in London 180 euros": the second amount holds where its half says, the first may not hold there."""
    for _, amount in match.found:
        rivals = [each for each in match.own if each.quantity and amount.quantity and each.quantity.rules_out(amount.quantity)]
        before = [each for each in match.unused if each.conjunct == amount.conjunct and each.place < amount.place and each.link not in ("", "*")]
        if before and any(each.conjunct < amount.conjunct and each.clause == amount.clause for each in rivals):
            yield Difference(DOUBT, "crossed", f"{amount.text!r} is said of {before[0].text!r}")


def _label(amount: Token, match: Match) -> bool:
    """True for the number in "Room 6" or "Step 2": it counts nothing."""
    before = next((each for each in match.own if each.place == amount.place - 1 and each.chunk == amount.chunk), None)
    return bool(before and not before.quantity and amount.quantity and not amount.quantity.unit and before.text[0].isupper())


def _bound_to_another(amount: Token, found: Token, stranger: bool, match: Match) -> Iterator[Difference]:
    """``found`` stands in another clause than ``amount``: a conflict if it has an amount of the same kind there."""
    owned = {each.part for each in match.own if any(owner.keys & found.keys for owner in _owners(match, each.part))} if stranger else set()
    amounts = [each for each in match.own if each.quantity and each.part in owned | {found.part}]
    amounts = [each for each in amounts if _label(each, match) == _label(amount, match)]
    rival = next((each for each in amounts if each.quantity.family == amount.quantity.family), None)
    later = rival and found.link and found.part > amount.part and not match.uses(rival)
    if rival and (stranger or found.quantity or later or _has_stand_in(found, amount, match)):
        alike = rival.quantity.equals(amount.quantity)
        yield Difference(DOUBT if alike else CONFLICT, "bound to another", f"{amount.text!r} is not said of {found.text!r}, {rival.text!r} is")
    elif rival and found.link and _full_clause(found, amount, match):
        yield Difference(DOUBT, "binding", f"{amount.text!r} is not said of {found.text!r}")
    elif stranger:
        yield Difference(DOUBT, "binding", f"{amount.text!r} is not said of {found.text!r}")


def _owners(match: Match, part: int) -> list[Token]:
    """The names in the clause ``part``, or in the nearest clause before it that has any."""
    named = [each for each in match.own if each.part <= part and each.name]
    return [each for each in named if each.part == named[-1].part]


def _has_stand_in(found: Token, amount: Token, match: Match) -> bool:
    """True if the clause of ``amount`` has another word in the place of ``found``: another name, another subject, or another "for"."""
    rivals = [each for each in match.unused if each.part == amount.part and not each.quantity]
    if found.name:
        return any(each.name for each in rivals)
    if found.link and any(each.link == found.link for each in rivals):
        return True
    first, starts = (next((each for each in match.said.tokens if each.part == part), None) for part in (found.part, amount.part))
    return found is first and starts in rivals and not starts.link


def _full_clause(found: Token, amount: Token, match: Match) -> bool:
    """True if the clause of ``amount`` repeats a word of the clause of ``found``: what stands behind a preposition there does not go on."""
    first = [each for each in match.own if each.part == found.part and each is not found]
    return any(same(each, other) for each in first for other in match.own if other.part == amount.part and not each.quantity)
