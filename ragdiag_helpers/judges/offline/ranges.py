"""An age or a size that lies within a range of the text: a student of 22 where it speaks of students up to 27, a group of twelve of ten or more."""

from dataclasses import replace

from .matching import LIGHT_NOUNS
from .pages import Page
from .quantities import Quantity
from .tokens import Sentence, Token
from .wording import key

_AGED = frozenset("aged age".split())
# Whoever these are said of may be anybody: "people under 18" may be students.
_ANYBODY = LIGHT_NOUNS | frozenset(map(key, "people adult child visitor guest member everybody everyone anyone".split()))


def within(claim: Sentence, page: Page) -> Sentence | None:
    """The claim with the range that is meant in place of the age or the size that it tells of somebody; None where none is, or not for certain.

    Of ranges within each other, "children under 12" and "children under 6", the narrowest is meant. A range of anybody, "under 18: free",
    may overrule all.

    >>> from .clauses import parse
    >>> from .pages import read_page
    >>> page = read_page(("Students up to 27 pay half. Groups of ten or more pay less.",))
    >>> [token.quantity.bound for token in within(parse("A student of 22 pays half."), page).tokens if token.quantity]
    ['<=']
    >>> within(parse("A senior of 70 pays half."), page)
    """
    for noun, token in zip(claim.tokens, claim.tokens[1:]):
        told = token.word == "of" or noun.text.lower() in _AGED
        if not token.quantity or noun.quantity or not told or token.quantity.bound not in ("", "=") or token.quantity.family not in ("", "time"):
            continue
        noun = claim.tokens[token.place - 2] if noun.text.lower() in _AGED and token.place > 1 else noun
        ranges = [(each, its) for each, its in _containing(token.quantity, page) if noun.keys & its or not its or its & _ANYBODY]
        span = _narrowest([each.quantity for each, _ in ranges]) if all(noun.keys & its for _, its in ranges) else None
        if span:
            return replace(claim, tokens=[replace(each, quantity=span) if each is token else each for each in claim.tokens])
    return None


def _narrowest(spans: list[Quantity]) -> Quantity | None:
    """The range that lies within all others, None where two overlap otherwise."""
    sides = {each.bound[:1] for each in spans}
    if len(sides) != 1:
        return None
    return {"<": min, ">": max}.get(sides.pop(), lambda spans, key: spans[0] if len(set(spans)) == 1 else None)(spans, key=lambda each: each.value)


def _containing(amount: Quantity, page: Page) -> list[tuple[Token, frozenset[str]]]:
    """The ranges of the text that contain the amount, each with the keys of the noun that it is said of."""
    out = []
    for statement in page.statements:
        tokens = statement.sentence.tokens
        for at, each in enumerate(tokens):
            if each.quantity and contains(each.quantity, amount):
                beside = [tokens[at + step] for step in (-1, 1) if 0 <= at + step < len(tokens)]
                nouns = [noun for noun in beside if not noun.quantity and noun.part == each.part and abs(noun.chunk - each.chunk) <= 1]
                out.append((each, frozenset(word for noun in nouns for word in noun.keys)))
    return out


def contains(span: Quantity, amount: Quantity) -> bool:
    """True if the amount lies within the span: 22 within "up to 27", 12 within "ten or more".

    >>> contains(Quantity(27, bound="<="), Quantity(22)), contains(Quantity(18, bound="<"), Quantity(18))
    (True, False)
    """
    if (span.family, span.unit) != (amount.family, amount.unit):
        return False
    low, high = min(span.value, span.top), max(span.value, span.top)
    holds = {"<=": amount.value <= high, "<": amount.value < high, ">=": amount.value >= low, ">": amount.value > low}
    return low <= amount.value <= high if span.bound.startswith("to ") else holds.get(span.bound, False)
