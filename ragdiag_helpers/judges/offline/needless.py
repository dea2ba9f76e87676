"""What a text says that there is none of, nobody can need: "there are no appointments" against "you need an appointment"."""

from .matching import same
from .pages import Page, Statement
from .tokens import READER, Sentence, Token
from .wording import key

_NEED = frozenset([key("need")])


def needless(claim: Sentence, page: Page) -> tuple[Token, Statement] | None:
    """The thing that the claim says one needs, and the statement that there is none; None if there is no such statement.

    All else that the claim names must stand around that statement: it may be that there is none for something else only.

    >>> from .clauses import parse
    >>> from .pages import read_page
    >>> page = read_page(("The club meets on Mondays. Just turn up; there are no appointments.",), True)
    >>> needless(parse("You need an appointment for the club."), page)[1].quote
    'Just turn up; there are no appointments.'
    >>> needless(parse("You need a card for the club."), page)
    """
    need = next((token for token in claim.tokens if token.keys & _NEED and not token.link), None)
    if need is None or any(claim.has(mark) for mark in ("denies", "unless", "or")) or any(token.link == "when" or token.only for token in claim.tokens):
        return None
    behind = [token for token in claim.tokens if token.place > need.place]
    thing = [token for token in behind if token.chunk == behind[0].chunk and not token.link and not token.quantity]
    rest = [token for token in claim.tokens if token is not need and token not in thing and READER not in token.keys]
    for each in page.statements if thing else ():
        own = [token for token in each.sentence.tokens if token.link != "*"]
        none = each.words[:3] in (("there", "is", "no"), ("there", "are", "no")) and len(own) == len(thing)
        if none and all(same(one, other) for one, other in zip(thing, own)) and all(token.keys & each.near for token in rest):
            return thing[-1], each
    return None
