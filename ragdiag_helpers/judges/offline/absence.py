"""What a text cannot say because an amount, a code or a name is nowhere in it: all that can be told of a claim without reading closely.

Only what the claim adds to its question is looked for: who asks about the Plus plan may be answered "30 days" without its name. Words are not
looked for, they can be said in others; nor is an amount that could: "an hour and a half" where the text has minutes.
"""

import re

from .blocks import clean
from .clauses import parse
from .matching import same
from .pages import read_page
from .tokens import Token

_NUMERAL = re.compile(r"\d+(?:[.,:]\d+)*")
_START = 5  # letters in which a name and an inflected form of it agree


def lacks(claim: str, question: str, contexts: tuple[str, ...]) -> str | None:
    """Why these texts cannot support the claim, None if they might.

    >>> lacks("Logs are kept for 30 days on Plus.", "How long are logs kept on Plus?", ("Plus keeps them for 7 days.",))
    "'30 days' stands nowhere in the text"
    >>> lacks("Logs are kept for 30 days on Plus.", "How long are logs kept on Plus?", ("A month.",))
    """
    page, raw = read_page(tuple(contexts)), "\n".join(contexts)
    said = [token for statement in page.statements for token in statement.sentence.tokens]
    asked = parse(clean(question), page.names).tokens
    added = [token for token in parse(clean(claim), page.names).tokens if not any(same(token, each) for each in asked)]
    absent = [token for token in added if not any(same(token, each) for each in said)]
    amount = next((token for token in absent if token.quantity and _told_in_digits(token, said, raw)), None)
    if amount:
        return f"{amount.text!r} stands nowhere in the text"
    names = [token for token in added if not token.quantity and (_is_code(token) or token.capital and token.place > 0)]
    if names and not any(token.text.lower()[:_START] in raw.lower() for token in names):
        return f"{names[0].text!r} stands nowhere in the text"
    return None


def _told_in_digits(token: Token, said: list[Token], raw: str) -> bool:
    """True for an amount in digits that no digits of the text say, where the text has none of its kind, or one in the same unit."""
    amount, numerals = token.quantity, _NUMERAL.findall(token.text)
    if not numerals or amount.bound not in ("", "=") or amount.family == "ordinal" or set(numerals) & set(_NUMERAL.findall(raw)):
        return False
    rivals = [each for each in said if each.quantity and each.quantity.family == amount.family]
    return not amount.family or not rivals or any(_unit(each) == _unit(token) for each in rivals)


def _unit(token: Token) -> str:
    """The words of an amount, without a plural s: "30 days" and "1 day" are in one unit."""
    return " ".join(word.lower().rstrip("s") for word in re.findall(r"[^\W\d_]+|[$€£¥%°]", token.text))


def _is_code(token: Token) -> bool:
    return any(mark in token.text for mark in "_/") or token.text.startswith("-")
