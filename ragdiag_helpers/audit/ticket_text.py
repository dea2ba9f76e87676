"""A ticket as sentences of tokens: cases, quotations, classes, owners, metrics, changes, numbers, counts, and plain words.

List numbers ("1." at the start of a line), ISO dates and references such as #12 are no numbers. What stands in backticks or in quotation
marks is a quotation. Numbers may be written in words, one to ninety-nine; "one" alone is a word.
"""

import html
import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from ..diagnosis import LABELS, PASSED
from ..unseen import unique_id
from .changes import TAKES
from .findings import METRICS

CLASSES = [label for label in LABELS if label not in (*PASSED, "UNDECIDED")]
_WORDY = {"FAILED"}  # an ordinary word unless in capitals
_ALIAS = {"relevance": "answer_relevance", "mrr": "reciprocal_rank", "context recall": "contextual_recall", "context precision": "contextual_precision"}
_UNITS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
WORDS = {word: value for value, word in enumerate(_UNITS, 1)} | {word: 10 * value for value, word in enumerate(_TENS, 2)} | {"zero": 0, "hundred": 100}
_FILLERS = {"the", "all", "our", "your", "my", "these", "those", "a", "total", "audited"}


class Number(NamedTuple):
    """A number as it is written: its value, how many digits behind the point, and what is glued to it."""

    value: float
    digits: int = 0
    percent: bool = False
    signed: bool = False
    unit: str = ""

    def says(self, fact: float) -> bool:
        """Whether it is the fact, rounded to as many digits as it is written with; a whole number says a whole fact."""
        near = abs(self.value - fact * (100 if self.percent else 1)) <= 0.5000001 * 10**-self.digits
        return near and bool(self.digits or self.percent or fact == int(fact))


class Token(NamedTuple):
    """``kind`` is case, code, quote, label, owner, metric, change, number, count, word or mark; ``value`` what it means."""

    kind: str
    text: str
    value: Any = None


class Sentence(NamedTuple):
    """``head``: it stands in a heading. ``ends``: a full stop or the end of its line follows, not a semicolon.

    ``change``: the intervention that the parts before it name, where a semicolon joins them; "" where none does.
    """

    tokens: list[Token]
    head: bool
    ends: bool
    change: str = ""


def plain(text: str) -> str:
    """One line, one space between words."""
    return " ".join(text.split())


def unescaped(text: str) -> str:
    r"""The text without the escapes of Markdown.

    >>> print(unescaped(r"\`f1\` &lt; \*b\*"))
    `f1` < *b*
    """
    bare = re.sub(r"(?<!\\)`([\w./+-]*[@#][\w@./#+-]*)`", r"\1", text)  # a mention or an issue that a report made harmless
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", bare))


def _phrase(words: str) -> str:
    return r"\s*".join(re.escape(part).replace(r"\ ", r"\s+") for part in re.split(r"(/)", words))


def _any(names: Collection[str], build=_phrase) -> str:
    return "|".join(build(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"


def _class(name: str) -> str:
    return f"(?-i:{name})" if name in _WORDY else "[- _]".join(map(re.escape, name.split("-")))


_METRIC = {name.replace("_", " "): name for name in METRICS} | _ALIAS
_OWNERS = {LABELS[label].owner for label in CLASSES} - {""}
_PARTS = {
    "code": r"(?P<fence>`+)(?P<inner>.+?)(?<!`)(?P=fence)(?!`)",
    "quote": r"\"[^\"]+\"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|»[^«]+«|(?<!\w)['‘‚](?=\S).+?(?<=\S)['’‘](?!\w)",
    "skip": r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?Z?)?(?!\w)|(?<!\w)\#\d+(?!\w)",
    "label": rf"(?<![\w-])(?:{_any(CLASSES, _class)})s?(?![\w-])",
    "owner": rf"(?<![\w/])(?:{_any(_OWNERS)})(?:['’]s|s['’]?)?(?!\w)",
    "change": rf"(?<![\w-])(?:{_any(TAKES)})s?(?!\w)",
    "metric": rf"(?<![^\W_])(?:{_any(_METRIC, lambda name: name.replace(' ', '[ _-]'))})(?![^\W\d])",
    "number": r"(?:(?<!\w)[-+−])?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+(?:[.,]\d+)?|(?<![\w.])\.\d+)(?:\s?(?:%|per\s?cent\b))?(?P<unit>[^\W\d]\w*)?",
    "spelt": rf"\b(?:(?:{'|'.join(_TENS)})-(?:{'|'.join(_UNITS[:9])})|{'|'.join(WORDS)})\b(?:\s(?:%|per\s?cent\b))?",
    "word": r"[^\W\d]\w*(?:[-'’/.@:][\w]+)*",
    "mark": r"->|→|=>|>=|<=|\S",
}
_TOKEN = re.compile("|".join(f"(?P<{name}>{part})" for name, part in _PARTS.items()), re.IGNORECASE)
_ID = re.compile(r"\w(?:[\w#@/.:+-]*\w)?")
_KNOWN_WORDS = {word for text in (*LABELS, *_OWNERS, *_METRIC, *TAKES) for word in (text.lower(), *text.lower().split())}


def sentences(text: str, ids: Collection[str]) -> list[Sentence]:
    """The sentences of a ticket on an audit with these ids of cases."""
    bare = {name for name in ids if _distinct(name)}
    names = {plain(name): name for name in ids} | {plain(unique_id(name)): name for name in ids}
    return [sentence for head, block in _blocks(text) for sentence in _split(_counts(list(_tokens(block, names, bare))), head)]


def _distinct(name: str) -> bool:
    """Whether an id can be told from words and numbers without backticks around it: letters and digits, or parts that are joined."""
    joined = re.search(r"[^\W\d]", name) and re.search(r"[\d_#/.:@-]", name)
    return bool(joined and _ID.fullmatch(name) and name.lower() not in _KNOWN_WORDS)


def _blocks(text: str) -> Iterator[tuple[bool, str]]:
    """Headings, points and paragraphs; a paragraph's lines are one text."""
    held: list[str] = []
    for line in [*text.splitlines(), ""]:
        line = line.strip().lstrip("> ")
        start = re.match(r"#+\s+|[-*+]\s+|\d{1,3}[.)]\s+", line)
        if held and (start or not line):
            yield False, " ".join(held)
            held = []
        body = line[start.end() :] if start else line
        if start and line.startswith("#"):
            yield True, body
        elif body:
            held.append(body)


def _tokens(block: str, names: dict[str, str], bare: set[str]) -> Iterator[Token]:
    place, before = 0, ""
    while place < len(block):
        found = _ID.match(block, place)
        if found and (found[0] in bare or before in ("case", "row", "record") and found[0] in names) and not re.search(r"[\w-]$", block[:place]):
            yield Token("case", found[0], names.get(found[0], found[0]))
        else:
            found = _TOKEN.match(block, place)
            if found:
                yield from _token(found, names)
        before = found[0].lower() if found and not found[0].isspace() else before
        place = found.end() if found else place + 1


def _token(found: re.Match, names: dict[str, str]) -> Iterator[Token]:
    kind, text = next(name for name in _PARTS if found[name] is not None), found[0]
    match kind:
        case "code":
            yield from _code(plain(found["inner"]), text, names)
        case "quote":
            yield from _quote(text)
        case "label":
            label = re.sub(r"[ _]", "-", text.upper())
            yield Token("label", text, label if label in LABELS else label.removesuffix("S"))
        case "owner":
            yield Token("owner", text, next(each for each in sorted(_OWNERS, key=len, reverse=True) if re.match(_phrase(each), text, re.I)))
        case "change":
            yield Token("change", text, next(each for each in TAKES if re.match(_phrase(each), text, re.I)))
        case "metric":
            yield Token("metric", text, _METRIC[re.sub(r"[_-]", " ", text.lower())])
        case "number":
            yield Token("number", text, _number(text, found["unit"] or ""))
        case "spelt":
            yield _spelt(text)
        case "word":
            yield from _word(text)
        case "mark":
            yield Token("mark", text, "->" if text in ("→", "=>") else text + (" " if found.string[found.end() : found.end() + 1].strip() == "" else ""))


def _code(inner: str, text: str, names: dict[str, str]) -> Iterator[Token]:
    if inner in names:
        yield Token("case", inner, names[inner])
        return
    whole = _TOKEN.fullmatch(inner)
    if whole and any(whole[kind] for kind in ("label", "owner", "change", "metric")):
        yield from _token(whole, names)
    else:
        yield Token("code", text, inner)


def _quote(text: str) -> Iterator[Token]:
    """A quotation; short words in other marks than "..." are only emphasis."""
    strict = text[0] in '"“' or len(text.split()) >= 3 or any(each.isdigit() for each in text)
    yield Token("quote" if strict else "word", text, plain(text[1:-1]) if strict else text[1:-1].lower())


def _number(text: str, unit: str) -> Number:
    percent = bool(re.search(r"%|cent$", text, re.I))
    digits = re.sub(r"\s?(?:%|per\s?cent)$", "", text.removesuffix(unit), flags=re.I).replace("−", "-")
    if re.fullmatch(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+", digits):
        digits = digits.replace(",", "")
    digits = digits.replace(",", ".")
    return Number(float(digits), len(digits.partition(".")[2]), percent, text[0] in "+-−", unit)


def _spelt(text: str) -> Token:
    percent = bool(re.search(r"%|cent$", text, re.I))
    parts = re.split(r"[-\s]", text.lower())
    value = sum(WORDS.get(part, 0) for part in parts)
    return Token("number", text, Number(float(value), percent=percent, unit=""))


def _word(text: str) -> Iterator[Token]:
    step = re.fullmatch(r"(k|top)[-_]?(\d+)", text.lower())
    if step:
        yield Token("word", step[1], "k")
        yield Token("number", step[2], Number(float(step[2])))
    else:
        yield Token("word", text, text.lower().replace("’", "'"))


def _whole(token: Token) -> bool:
    return token.kind == "number" and not (token.value.digits or token.value.percent or token.value.signed or token.value.unit)


def _counts(tokens: list[Token]) -> list[Token]:
    """The tokens with "N of M" as one; what stands between ("6 failures of 20") comes after it. A lone "one" is a word."""
    made: list[Token] = []
    place = 0
    while place < len(tokens):
        end, inner = _count_end(tokens, place)
        if end:
            text = " ".join(token.text for token in tokens[place:end])
            made += [Token("count", text, (int(tokens[place].value.value), int(tokens[end - 1].value.value))), *inner]
        else:
            lone = tokens[place].kind == "number" and tokens[place].text.lower() == "one"
            made.append(Token("word", "one", "one") if lone else tokens[place])
        place = end or place + 1
    return made


def _count_end(tokens: list[Token], start: int) -> tuple[int, list[Token]]:
    if not _whole(tokens[start]):
        return 0, []
    place, inner = start + 1, []
    while place < len(tokens) and tokens[place].kind in ("word", "label") and tokens[place].value not in ("of", "out") and len(inner) < 2:
        inner.append(tokens[place])
        place += 1
    joined = place
    while joined < len(tokens) and (tokens[joined].value in ("of", "out") or tokens[joined].text == "/"):
        joined += 1
    place, linked = joined, joined > start + 1 + len(inner)
    while place < len(tokens) and tokens[place].value in _FILLERS | {"of"}:
        place += 1
    good = linked and place < len(tokens) and _whole(tokens[place])
    return (place + 1, inner) if good else (0, [])


def _split(tokens: list[Token], head: bool) -> Iterator[Sentence]:
    """Sentences; the parts between semicolons are some of their own, but what one part says a change does may go on in the next."""
    held: list[Token] = []
    change = ""
    for token in tokens:
        if token.kind == "mark" and token.value in (". ", "! ", "? ", "; ", ";"):
            ends = token.text != ";"
            yield Sentence(held, head, ends, change)
            change = "" if ends else next((each.value for each in reversed(held) if each.kind == "change"), change)
            held = []
        else:
            held.append(token)
    if held:
        yield Sentence(held, head, True, change)
