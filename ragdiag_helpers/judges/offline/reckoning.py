"""Amounts that a text neither has nor gives by reckoning: what is claimed of such an amount, the text cannot support.

Only a plain claim is looked at, "keys expire after 90 days": one amount, told last of its subject. Ages, conditions, and times before
or after something are left to the reader: "six hours after the deletion you can ..." may lie within a day that the text has.
"""

import re
from itertools import combinations
from math import isclose

from .matching import same
from .pages import Page
from .quantities import PERIODS, UNITS, Quantity, measure
from .tokens import Sentence, Token

_OPEN = re.compile(
    r"\b(who|which|that|whose|if|when|while|unless|after \w+ing|before|later|earlier|ago|old|aged?|late|early|within|since|during|still|"
    r"already|together|both|altogether|total|again|another|each time|more|less|extra|per cent|percent|half|twice|double|the first|the last)\b|%",
    re.IGNORECASE,
)
_TIMES = (0.5, 2.0)
_MOST = 40


def nowhere(claim: Sentence, text: str, page: Page) -> Token | None:
    """The amount of a plain claim that is neither on the page nor to be had by adding, taking away, or a share of what is; None for none.

    >>> from .clauses import parse
    >>> from .pages import read_page
    >>> told, page = "Keys expire after 90 days.", read_page(("Keys expire after 20 days. Logs are kept for 30 days.",))
    >>> nowhere(parse(told), told, page).text, nowhere(parse("Keys expire after 50 days."), "", page)
    ('90 days', None)
    """
    amounts = [token for token in claim.tokens if token.quantity]
    if len(amounts) != 1 or _OPEN.search(text) or claim.has("denies") or not _told_last(amounts[0], claim):
        return None
    amount = amounts[0].quantity
    if not amount.unit or not amount.family or amount.family == "date" or amount.bound not in ("", "=", "<="):
        return None
    said = [token.quantity for each in page.statements for token in each.sentence.tokens if token.quantity]
    return None if _reckoned(amount, said, page) else amounts[0]


def summed(amount: Quantity, sentence: Sentence) -> bool:
    """True if two amounts of the sentence come to ``amount``: a night for 20 euros and breakfast for 9 are 29 euros."""
    said = [each.quantity for each in sentence.tokens if each.quantity]
    own = [each.value for each in said if (each.family, each.unit) == (amount.family, amount.unit)]
    return any(isclose(one + two, amount.value) or isclose(abs(one - two), amount.value) for one, two in combinations(own[:_MOST], 2))


def counted_otherwise(claim: Sentence, page: Page) -> tuple[Token, Token, str] | None:
    """Another number of what the claim counts, if the page counts it once only: (the claim's, the page's, the statement); None for none.

    >>> from .clauses import parse
    >>> from .pages import read_page
    >>> page = read_page(("The hall is quiet. There are 64 seats, none of them soft.",))
    >>> [token.text for token in counted_otherwise(parse("There are 46 seats in the hall."), page)[:2]]
    ['46', '64']
    """
    amounts = [token for token in claim.tokens if token.quantity]
    noun = _counted(amounts[0], claim.tokens) if len(amounts) == 1 and not claim.has("denies") else None
    known = noun and all(page.keys & token.keys for token in claim.tokens if not token.quantity)
    if not known or any(each.is_period or each.link in ("when", "unless", "while") for each in claim.tokens):
        return None
    said = [(each, token) for each in page.statements for token in each.sentence.tokens if token.quantity]
    said = [(each, token, _counted(token, each.sentence.tokens)) for each, token in said if token.link != "*"]
    said = [(each, token) for each, token, its in said if its and same(noun, its)]
    bound = amounts[0].quantity.bound
    if len(said) != 1 or said[0][1].quantity.bound or bound not in ("", "=") or said[0][1].quantity.equals(amounts[0].quantity):
        return None
    return amounts[0], said[0][1], said[0][0].quote


def _counted(amount: Token, tokens: list[Token]) -> Token | None:
    """The noun right behind a bare number, None for a measure or a label."""
    where = (amount.part, amount.chunk, amount.place + 1)
    noun = next((each for each in tokens if (each.part, each.chunk, each.place) == where), None)
    bare = not amount.quantity.family and not amount.quantity.unit
    return noun if noun and bare and amount.place >= 0 and noun.text.lower().endswith("s") and not noun.quantity else None


def _told_last(amount: Token, claim: Sentence) -> bool:
    """True if the subject and what is said of it come before the amount, and no other statement behind it."""
    behind = [each for each in claim.tokens if each.place > amount.place]
    verbs = any(each.verb or each.subject or each.passive for each in behind)
    return amount.place > 0 and amount.part == claim.tokens[-1].part and not verbs


def _reckoned(amount: Quantity, said: list[Quantity], page: Page) -> bool:
    """True if the amount, or another that cannot be compared with it, can be had from those that the text says."""
    family = [each for each in said if each.family == amount.family]
    units = {each.unit for each in family}
    if "cent" in units | {amount.unit} or amount.family not in ("money", "time") and units - {amount.unit}:
        return True
    own = {end for each in family if each.unit == amount.unit for end in (each.value, each.top)}
    tables = [token for each in page.statements if each.sentence.has("table") for token in each.sentence.tokens]
    cells = {token.quantity.value for token in tables if token.quantity}
    shares = {each.value / 100 for each in said if each.family == "share"} | {each.value for each in said if not each.family} | set(_TIMES)
    reached = {each * share for each in own for share in shares | {1 - each for each in shares if each < 1}}
    reached |= {each * measure(1, unit).value for each in cells for unit in _units(amount)}
    if amount.family == "time":
        clocks = sorted({each.value for each in said if each.family == "clock"})
        own |= {60 * abs(one - two) for one, two in combinations(clocks[:_MOST], 2)} | _spans(page, amount.unit)
        if any(0.9 < amount.days / each.days < 1.1 for each in family if each.unit != amount.unit and each.value):
            return True
    reached |= own | {one + sign * two for one, two in combinations(sorted(own)[:_MOST], 2) for sign in (1, -1)}
    return any(isclose(abs(each), amount.value, rel_tol=0.001) for each in reached)


def _units(amount: Quantity) -> list[str]:
    return [word for word, (family, unit, _) in UNITS.items() if (family, unit) == (amount.family, amount.unit)]


def _spans(page: Page, unit: str) -> set[float]:
    """One of each span of time that the text names without a number: daily, the same week."""
    words = set(UNITS) & page.keys | {PERIODS.get(key.removeprefix("per:"), key.removeprefix("per:")) for key in page.keys}
    return {UNITS[word][2] for word in words if word in UNITS and UNITS[word][1] == unit}
