"""A sentence in pieces: words, numbers, code and punctuation; and the quantities that such pieces say."""

import re
from dataclasses import dataclass, replace

from .quantities import ORDINALS, PERIODS, RATES, SPANS, UNITS, Quantity, bound_after, bound_before, clock, measure, number
from .wording import FUNCTION_WORDS, plain

_PIECE = re.compile(
    r"`(?P<ticked>[^`\n]{1,200})`"
    r"|(?P<phone>(?<![\w.,:])(?:\+\d{1,3}|0\d{2,5})(?: \d{2,6}){1,4}(?![\w.,:]\d))"
    r"|(?P<code>(?<![\w-])--?[A-Za-z][\w-]*|\w*_\w+|\w+_(?!\w)|(?<!\w)~?/\w[\w./-]*|(?<![\w.])[A-Za-z]\w*(?:\.[A-Za-z0-9]\w+)+"
    r"|[A-Z][a-z]+(?:-[A-Z]\w*)+|[a-z]{2}-[a-z]+(?:-\d+)?(?![\w-]))"  # --all, MAX_SIZE, /etc/x, a.txt, Set-Cookie, us-east
    r"|(?P<number>\d+(?:[.,:]\d+)*)(?P<suffix>[^\W\d_]*)"
    r"|[aApP]\.m\.|°\s?[CF]\b|(?P<word>[^\W\d_][^\W_]*(?:'[^\W\d_]+)?)"
    r"|(?P<mark>[,;:()—–/?!.|>\"%$€£¥-])"
)
_ENGLISH_PAIRS = frozenset("re in on up by no to of at go do so an as be my we us it me he or if is am".split()) - {"us"}
_ADJECTIVES = frozenset("business working calendar full consecutive us swiss british extra more further whole additional".split())
_BEHIND_UNITS = frozenset("long later ago earlier ahead more free extra off old wide high deep away together".split())
_BEHIND_ONCE = ("for", "per", "by", "within", "during", "free", "more")  # "extended once by a week"
_AT_WORK = ("business", "working")


@dataclass(frozen=True)
class Lexeme:
    """One piece of a sentence; ``kind`` is word, number, code or mark."""

    text: str
    kind: str

    @property
    def low(self) -> str:
        return self.text.lower()


def lexemes(text: str) -> list[Lexeme]:
    """Cut a sentence into pieces.

    >>> [piece.text for piece in lexemes("A 24-hour stay: $5, use `--all` in us-east.")]
    ['A', '24', 'hour', 'stay', ':', '5', '$', ',', 'use', '--all', 'in', 'us-east', '.']
    """
    pieces: list[Lexeme] = []
    text = plain(text)
    for match in _PIECE.finditer(text):
        pieces += _pieces(match)
    return _currency_behind(pieces)


def _pieces(match: re.Match) -> list[Lexeme]:
    if match["ticked"]:
        inner = match["ticked"].strip()
        return [Lexeme(inner, "code")] if inner and " " not in inner else lexemes(inner.replace("`", ""))
    if match["phone"]:
        return [Lexeme(match["phone"].replace(" ", ""), "code")]
    if match["code"]:
        pair = re.fullmatch(r"([a-z]{2})-([a-z]+)", match["code"])
        split = pair and pair[1] in _ENGLISH_PAIRS
        return [Lexeme(each, "word") for each in pair.groups()] if split else [Lexeme(match["code"], "code")]
    if match["number"]:
        suffix = "pence" if match["suffix"] == "p" and len(match["number"]) < 3 else match["suffix"]
        if suffix and suffix.lower() not in UNITS and suffix.lower() not in ("am", "pm", "st", "nd", "rd", "th"):
            return [Lexeme(match[0], "code")]
        return [Lexeme(match["number"], "number")] + ([Lexeme(suffix, "word")] if suffix else [])
    return [Lexeme(match[0].replace(" ", ""), "mark" if match["mark"] and match[0] not in "%$€£¥" else "word")]


def _currency_behind(pieces: list[Lexeme]) -> list[Lexeme]:
    """"$ 5" as "5 $", hyphens between words dropped."""
    out: list[Lexeme] = []
    for at, piece in enumerate(pieces):
        if piece.kind == "number" and out and out[-1].text in "$€£¥":
            out[-1:] = [piece, out[-1]]
        elif piece.text != "-" or (at and pieces[at - 1].kind == "number" and at + 1 < len(pieces) and pieces[at + 1].kind == "number"):
            out.append(piece)
    return out


def read_quantity(pieces: list[Lexeme], at: int) -> tuple[Quantity, int] | None:
    """The quantity that begins at ``at`` and how many pieces say it, None where none begins.

    >>> read_quantity(lexemes("at most 3 working days"), 0)
    (Quantity(value=259200.0, family='time', unit='second at work', bound='<=', zone=''), 5)
    """
    words = [piece.text for piece in pieces[at : at + 8]]
    bound, used = bound_before(words)
    found = _ordinal(pieces, at) or _clock(words) if not used else None
    found = found or _amount(pieces, at + used)
    if not found:
        return None
    quantity, size = _with_smaller(*found, pieces, at + used)
    after, more = bound_after(words[used + size : used + size + 2])
    return replace(quantity, bound=bound or after or quantity.bound), used + size + more


def _with_smaller(quantity: Quantity, size: int, pieces: list[Lexeme], at: int) -> tuple[Quantity, int]:
    """"2 h 45 min" and "1 hour and 30 minutes" are one amount: the second is in a smaller unit, and less than one of the first."""
    joined = at + size + (pieces[at + size].low == "and") if at + size < len(pieces) else len(pieces)
    head, tail = pieces[at + size - 1].low, pieces[joined : joined + 2]
    value = number(tail[0].low) if len(tail) == 2 else None
    if quantity.family != "time" or quantity.bound or value is None or head not in UNITS or tail[1].low not in UNITS:
        return quantity, size
    more, one = measure(value, tail[1].text), measure(1, head)
    if more.unit != quantity.unit or more.value >= one.value:
        return quantity, size
    return replace(quantity, value=quantity.value + more.value), joined + 2 - at


def _ordinal(pieces: list[Lexeme], at: int) -> tuple[Quantity, int] | None:
    low, after = pieces[at].low, pieces[at + 1].low if at + 1 < len(pieces) else ""
    if low in ORDINALS and not (low == "second" and (at == 0 or after in FUNCTION_WORDS or after in (",", ".", ""))):
        return Quantity(ORDINALS[low], "ordinal"), 1
    if pieces[at].kind == "number" and low.isdecimal() and len(low) < 4 and after in ("st", "nd", "rd", "th"):
        return Quantity(float(low), "ordinal"), 2
    return None


def _clock(words: list[str]) -> tuple[Quantity, int] | None:
    found = clock(words)
    if not found:
        return None
    value, used = found
    rest = [word.lower() for word in words[used : used + 4]]
    if rest and re.fullmatch(r"[A-Z]{2,4}", words[used]):
        return Quantity(value, "clock", zone=words[used]), used + 1
    local = next((n for n, word in enumerate(rest) if word == "local"), None)
    if local is None:
        return Quantity(value, "clock"), used
    return Quantity(value, "clock", zone="local"), used + local + 1 + (rest[local + 1 : local + 2] == ["time"])


def _amount(pieces: list[Lexeme], at: int) -> tuple[Quantity, int] | None:
    """A number with its unit, adjectives between them included: 5, 5 GB, five working days, 8 to 10 minutes."""
    if at >= len(pieces) or pieces[at].kind not in ("number", "word"):
        return None
    low, after = pieces[at].low, pieces[at + 1 : at + 5]
    if low == "once":
        ends = not after or after[0].kind == "mark" or after[0].low in ("and", "or", "but") or after[0].low in _BEHIND_ONCE and at > 0
        return (Quantity(1, "", "time"), 1) if ends else None
    value, used = _fraction(low, [piece.low for piece in after]) or (number(low), 1)
    if low == "single" and after and after[0].low in SPANS:
        value = 1.0
    if low in ("a", "an") and after and after[0].low in UNITS and _describes(after):
        return None  # "a day pass"
    if low in ("a", "an") and after and after[0].low in UNITS | {"hundred": 0, "thousand": 0, "million": 0}:
        value = 1.0
    if value is None or low == "one" and not _counts(pieces, at):
        return None
    if after and after[0].low in ("hundred", "thousand", "million", "billion"):
        value, used = value * {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}[after[0].low], 2
    bound, more = _range(pieces[at + used : at + used + 2])
    used += more
    rest = pieces[at + used : at + used + 2]
    for skip, piece in enumerate(rest):
        if piece.low in UNITS and (UNITS[piece.low][0] != "date" or piece.text[0].isupper()):
            quantity = measure(value, piece.text, bound)
            at_work = skip and rest[0].low in _AT_WORK
            return replace(quantity, unit=f"{quantity.unit} at work") if at_work else quantity, used + skip + 1
        if piece.low not in _ADJECTIVES:
            break
    times = bool(rest) and rest[0].low == "times"
    return Quantity(value, "", "time" if times or low in ("twice", "thrice") else "", bound), used + times


def _describes(after: list[Lexeme]) -> bool:
    """True for a unit that describes the noun behind it, as in "a day pass": no amount."""
    noun = after[1] if len(after) > 1 else None
    return noun is not None and noun.kind == "word" and noun.low not in FUNCTION_WORDS | _BEHIND_UNITS


def _fraction(low: str, after: list[str]) -> tuple[float, int] | None:
    """Half a unit, and halves behind a number, with the pieces that say it: half an hour, half a pound, two and a half days.

    >>> _fraction("half", ["a", "minute"]), _fraction("two", ["and", "a", "half", "days"]), _fraction("half", ["of", "it"])
    ((0.5, 2), (2.5, 4), None)
    """
    if low == "half" and after[:1] in (["a"], ["an"]) and "".join(after[1:2]) in UNITS:
        return 0.5, 2
    if low == "half" and after[:1] == ["hour"]:
        return 0.5, 1
    if after[:3] == ["and", "a", "half"] and (value := 1.0 if low in ("a", "an") else number(low)):
        return value + 0.5, 4
    return None


def _counts(pieces: list[Lexeme], at: int) -> bool:
    """True if "one" at ``at`` is a number, not a pronoun: one week, not "the one that runs"."""
    before, after = pieces[at - 1].low if at else "", pieces[at + 1] if at + 1 < len(pieces) else None
    counts = after is not None and after.kind == "word" and after.low not in FUNCTION_WORDS
    return counts and before not in ("the", "this", "that", "another", "new", "any", "which")


def _range(pieces: list[Lexeme]) -> tuple[str, int]:
    if len(pieces) == 2 and pieces[0].low in ("-", "–", "to") and pieces[1].kind == "number" and number(pieces[1].text) is not None:
        return f"to {number(pieces[1].text):g}", 2
    return "", 0


def read_period(pieces: list[Lexeme], at: int, counted: bool) -> tuple[str, int] | None:
    """A rate that begins at ``at``, such as ("per:month", 2) for "per month" or "a month" behind a quantity (``counted``).

    >>> read_period(lexemes("every day"), 0, False), read_period(lexemes("monthly"), 0, False)
    (('per:day', 2), ('per:month', 1))
    """
    low = pieces[at].low
    if low in ("a", "an") and at and pieces[at - 1].low in ("for", "within", "after", "until"):
        return None  # "for a week", not "5 a week"
    if low in PERIODS:
        return f"per:{PERIODS[low]}", 1
    skip = 1 if low == "once" else 0
    head = pieces[at + skip].low if at + skip < len(pieces) else ""
    if head in PERIODS and skip:
        return f"per:{PERIODS[head]}", 2
    if head in ("per", "every", "each", "/") or head in ("a", "an") and (counted or skip):
        rest = [piece.low for piece in pieces[at + skip + 1 : at + skip + 4]]
        extra = 1 if rest and rest[0] in _ADJECTIVES else 0
        ordinal = rest[extra : extra + 1] == ["second"] and head in ("a", "each") and "".join(rest[extra + 1 : extra + 2]).isalpha()
        if len(rest) > extra and rest[extra] in SPANS | RATES and not ordinal:
            return "per:" + rest[extra].replace("night", "day"), skip + 2 + extra
    return None
