"""The Markdown of an answer in blocks: headings, list items, table rows, code and paragraphs."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .markup import FENCE, without_html

HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*)$")
BULLET = re.compile(r"(\s*)(?:[-*+•‣◦▪–—]|\(?[a-z]\))\s+(?=\S)(.*)")
NUMBER = re.compile(r"(\s*)\(?(\d{1,3})[.)]\s+(?=\S)(.*)")
BOX = re.compile(r"\[[ xX✓✔]\]\s+(?=\S)")
RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}$")
SEPARATOR = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
BOLD_LINE = re.compile(r"\s*(?:\*\*|__)([^*_]+)(?:\*\*|__)(:?)\s*$")
JOINING = frozenset(
    "a an the of for to in on at by with from and or than as is are was were be can will must may per between within about into its "
    "your".split()
)
GOES_ON = re.compile(r"(?:unless|if|when|except|or|and)\b")


class Block(NamedTuple):
    """A piece of an answer. ``kind`` is heading, bold, item, more, row, code, quote or text; ``indent`` counts for items."""

    kind: str
    text: str
    indent: int = 0


class _Open:
    """A block while lines are added to it: joined only once, so that the work stays linear in the lines."""

    def __init__(self, kind: str, line: str, indent: int = 0):
        self.kind, self.lines, self.indent = kind, [line], indent

    def block(self) -> Block:
        return Block(self.kind, " ".join(self.lines), self.indent)


def blocks(text: str) -> list[Block]:
    """The blocks of ``text`` in order.

    >>> [(each.kind, each.text) for each in blocks("It reads:\\n- a file\\n- a URL")]
    [('text', 'It reads:'), ('item', 'a file'), ('item', 'a URL')]
    """
    lines = [part for line in without_html(text.expandtabs(4)).splitlines() for part in _bullets_in_a_line(line)]
    numbered = _numbered(lines)
    found: list[_Open] = []
    place, open_block = 0, False
    while place < len(lines):
        line, previous = lines[place], place
        if FENCE.match(line):
            place = _fence_end(lines, place)
            found.append(_Open("code", "\n".join(lines[previous:place]).strip()))
            open_block = False
        elif "|" in line and place + 1 < len(lines) and "|" in lines[place + 1] and SEPARATOR.match(lines[place + 1]):
            place = _table_end(lines, place)
            found.extend(_rows([lines[previous], *lines[previous + 2 : place]]))
            open_block = False
        else:
            place += 1
            open_block = _add_line(found, line, previous in numbered, open_block)
    return [each.block() for each in found]


def _bullets_in_a_line(line: str) -> list[str]:
    if line.count("•") < 2:
        return [line]
    return [part if not index else f"• {part.strip()}" for index, part in enumerate(line.split("•")) if part.strip()]


def _numbered(lines: list[str]) -> set[int]:
    """The lines that are items of a numbered list: their numbers follow each other, or are all 1."""
    marked = [(place, int(match[2])) for place, line in enumerate(lines) if (match := NUMBER.match(line))]
    found: set[int] = set()
    last: dict[int, int] = {}
    for place, number in marked:
        before = last.get(number - 1, last.get(1) if number == 1 else None)
        if before is not None:
            found |= {before, place}
        last[number] = place
    return found


def _fence_end(lines: list[str], place: int) -> int:
    mark = FENCE.match(lines[place])[1]
    for end in range(place + 1, len(lines)):
        if lines[end].strip().startswith(mark):
            return end + 1
    return len(lines)


def _table_end(lines: list[str], place: int) -> int:
    end = place + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    return end


def _rows(lines: list[str]) -> Iterator[_Open]:
    """One block a row, each cell with the head of its column: "Colour: red, Price: 5 euros"."""
    heads, *rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", re.sub(r"^\s*\||\|\s*$", "", line))] for line in lines]
    for row in rows:
        named = [f"{head}: {cell}" if head else cell for head, cell in zip(heads, row) if cell]
        yield _Open("row", ", ".join(named + [cell for cell in row[len(heads) :] if cell]))


def _add_line(found: list[_Open], line: str, numbered: bool, open_block: bool) -> bool:
    """Add one line; return whether the next line may go on in the same block."""
    line, quoted = re.subn(r"^\s*(?:>\s?)+", "", line)
    if not line.strip():
        return False
    if RULE.match(line):
        if open_block and "=" in line and found[-1].kind == "text":
            found[-1].kind, found[-1].indent = "heading", 0
        return False
    if heading := HEADING.match(line):
        found.append(_Open("heading", heading[1].rstrip("# ")))
        return False
    if item := (NUMBER.match(line) if numbered else BULLET.match(line)):
        found.append(_Open("item", BOX.sub("", item[item.re.groups]).strip(), len(item[1])))
        return True
    if bold := BOLD_LINE.match(line):
        found.append(_Open("bold", bold[1].strip() + bold[2]))
        return False
    indent = len(line) - len(line.lstrip())
    if open_block and found[-1].kind in ("item", "text", "quote") and _goes_on(found[-1], line.strip(), indent):
        found[-1].lines.append(line.strip())
    elif line.strip():
        found.append(_Open(_kind(found, quoted > 0, indent), line.strip(), indent))
    return True


def _kind(found: list[_Open], quoted: bool, indent: int) -> str:
    """The kind of a new block: quote under a lead-in, more under an item, else text."""
    before = found[-1] if found else _Open("text", "")
    if quoted and (before.kind == "quote" or (before.kind in ("text", "item", "bold") and before.lines[-1].endswith(":"))):
        return "quote"
    return "more" if indent > before.indent and before.kind in ("item", "more") else "text"


def _goes_on(block: _Open, line: str, indent: int) -> bool:
    """Whether a line goes on with the sentence before it: a wrapped line, not a new statement without a full stop."""
    before = block.lines[-1]
    if re.search(r"[.!?:;。！？।؟…][\"'”’)\]]*$", before[-30:]):
        return block.kind == "item" and indent > block.indent and not before.endswith(":")
    if GOES_ON.match(line):
        return True
    word = re.split(r"\s", before[-30:])[-1].lower()
    long = len(before) >= 60 or (len(before) >= 30 and line[0].islower())
    return before.endswith(",") or word in JOINING or long or indent > block.indent


def neighbours(found: list[Block]) -> Iterator[tuple[Block, Block]]:
    """Each block with the one after it; an empty text follows the last."""
    yield from pairwise([*found, Block("end", "")])
