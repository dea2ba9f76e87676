"""What a text cannot say because the words for it are nowhere in it: the one thing that can be told of a claim without reading closely.

Only what the claim adds to its question is looked for: who asks about the Plus plan may be answered "30 days" without its name.
"""

from .blocks import clean
from .clauses import parse
from .matching import same
from .pages import read_page
from .tokens import Token

FEW = 2  # words that a claim must add before their absence tells anything


def lacks(claim: str, question: str, contexts: tuple[str, ...]) -> str | None:
    """Why these texts cannot support the claim, None if they might: an amount or a code of it is nowhere in them, or not one of its words.

    >>> lacks("Logs are kept for 30 days on Plus.", "How long are logs kept on Plus?", ("Plus keeps them for 7 days.",))
    "'30 days' stands nowhere in the text"
    >>> lacks("Logs are kept for 30 days on Plus.", "How long are logs kept on Plus?", ("A month. 30 days, to be exact.",))
    """
    page = read_page(tuple(contexts))
    said = [token for statement in page.statements for token in statement.sentence.tokens]
    asked = parse(clean(question), page.names).tokens
    added = [token for token in parse(clean(claim), page.names).tokens if not token.is_period and not any(same(token, each) for each in asked)]
    absent = [token for token in added if not any(same(token, each) for each in said)]
    exact = next((token for token in absent if _exact(token)), None)
    if exact:
        return f"{exact.text!r} stands nowhere in the text"
    if len(absent) == len(added) >= FEW:
        return f"neither {' nor '.join(repr(token.text) for token in absent[:3])} stands in the text"
    return None


def _exact(token: Token) -> bool:
    """True for an amount or a code, which cannot be said in other words; a bound, a rank and a bare one or none can."""
    amount = token.quantity
    if amount:
        return amount.bound in ("", "=") and amount.family != "ordinal" and not (amount.value in (0, 1) and not amount.family)
    return any(mark in token.text for mark in "_/") or token.text.startswith("-") or any(letter.isdigit() for letter in token.text)
