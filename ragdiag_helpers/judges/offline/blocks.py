"""The lines of a page, in Markdown, HTML or plain text, and the sentences of a line: each a stretch of the page, so it can be quoted."""

import html
import re

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]*]*\s+(?=[A-Z0-9\"'(`*\[])|(?<=[a-z]{3}[.!?])\s+(?=[a-z])")
_ABBREVIATION = re.compile(
    r"\b(e\.g|i\.e|etc|cf|vs|approx|incl|excl|resp|hrs|mins|tel|ext|est|fig|sec|pos|vol|no|max|min|Dr|Mr|Ms|Mrs|a\.m|p\.m)\.[\"')\]]*\s*$"
)
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:\s[^<>]{0,300})?/?>")
_BREAK = re.compile(r"\r?\n|</?(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,15})(?:\s[^<>]{0,300})?/?>")
_BREAKING_TAGS = frozenset("p br li ul ol div tr h1 h2 h3 h4 h5 h6 table section article".split())
_LONGEST = 1200
BULLET = re.compile(r"\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+")


def blocks(text: str) -> list[str]:
    """Lines, with a line that was only wrapped joined to the one before; HTML tags that break a line do so.

    >>> blocks("One.<p>Two."), blocks("# Head\\nBody")
    (['One.', 'Two.'], ['# Head', 'Body'])
    """
    spans: list[tuple[int, int]] = []
    start, wraps = 0, False
    for end, after, soft in [*_breaks(text), (len(text), len(text), False)]:
        line = text[start:end]
        if line.strip():
            if wraps and spans and _goes_on(text[slice(*spans[-1])], line):
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((start, end))
        start, wraps = after, soft and bool(line.strip())
    return [text[first:last].strip() for first, last in spans]


def _breaks(text: str) -> list[tuple[int, int, bool]]:
    """Where a line ends and the next begins, and whether it may have been wrapped there: at a single line end, not at a tag."""
    found = [match for match in _BREAK.finditer(text) if not match["tag"] or match["tag"].lower() in _BREAKING_TAGS]
    return [(match.start(), match.end(), not match["tag"]) for match in found]


def _goes_on(block: str, line: str) -> bool:
    """True if ``line`` goes on with a sentence of ``block`` that was wrapped at a long line."""
    full = len(block.rsplit("\n", 1)[-1]) > 60 and len(block) < _LONGEST
    return full and not re.search(r"[.!?:;|]\W{0,9}$", block) and not re.match(r"\s{0,9}[#|]", line) and not BULLET.match(line)


def clean(block: str) -> str:
    """A line without tags, entities, links and emphasis, with single spaces.

    >>> clean("**Plus**:  [30&nbsp;days](limits.md)")
    'Plus: 30 days'
    """
    text = _TAG.sub("", block) if "<" in block else block
    text = html.unescape(text) if "&" in text else text
    text = re.sub(r"\[([^\]\n]{1,200})\]\([^)\n]{0,300}\)", r"\1", text).replace("**", "").replace("__", "")
    return re.sub(r"\s+", " ", re.sub(r"(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", text)).strip()


def split_sentences(text: str) -> list[str]:
    """Cut running text after . ! ? where a new sentence begins, and anything longer than a page of text where there is room.

    >>> split_sentences("Use 3.5 GB, e.g. for logs. It is enough.")
    ['Use 3.5 GB, e.g. for logs.', 'It is enough.']
    """
    ends = [each.end() for each in _SENTENCE_END.finditer(text) if not _ABBREVIATION.search(text[max(each.start() - 12, 0) : each.end()])]
    parts = [text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)])]
    return [piece for part in parts for piece in _pieces(part)]


def _pieces(part: str) -> list[str]:
    pieces = []
    while len(part) > _LONGEST:
        cut = part.rfind(" ", 1, _LONGEST) + 1 or _LONGEST
        pieces.append(part[:cut].strip())
        part = part[cut:]
    return [piece for piece in [*pieces, part.strip()] if piece]
