"""The blocks of a report as Markdown that shows every text as it is: no link, markup or HTML of a user's comes alive."""

import re
from collections.abc import Iterator

from .blocks import Block, Command, Items, Lead, Page, Paragraph, Passage, Picture, Section, Table, seen

# The first two are addresses without brackets, which GitHub and others make links: https:\// and www\. are none.
_MARKUP = re.compile(r"(?<=:)/(?=/)|(?<=[wW]{3})\.|[\\`*|$]|~(?=~)|(?<=~)~|\](?=[(\[:])|(?<![^\W_])_|_(?![^\W_])")
_LINE_START = re.compile(r"^(\d{1,9}(?=[.)])|(?=[#>+=\[-]))")
# GitHub makes a mention of @name, a link of a@b.c, and an issue of #1 and of a/b#1, escaped or not; in a code span it leaves them alone.
_RUN = re.compile(r"[\w@./#+-]+")
_BRACKET = re.compile(r"\\.|[\[\]]")  # what is escaped already, or a bracket that would end the name of a link
_CALLS = re.compile(r"@\w|(?<!\w)#\d|/[\w.-]+#\d")


def markdown(page: Page) -> str:
    """Return the page as one Markdown text that ends with a line end."""
    parts = [f"# {_line(page.title)}", *(part for section in page.sections for part in _section(section, 2))]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    r"""A text of one line such that Markdown shows it as it stands; ordinary words stay as they are.

    >>> print(escaped("# MY_KEY is *not* <b> [a](b)"))
    \# MY_KEY is \*not\* &lt;b> [a\](b)
    >>> print(escaped("see http://a.example, www.b.example or @ada in #1"))
    see http:\//a.example, www\.b.example or `@ada` in `#1`
    """
    return _LINE_START.sub(r"\1\\", _marked(text))


def _marked(text: str) -> str:
    """Escaped for a place where no line starts, such as a cell."""
    shown, made, place = seen(text), "", 0
    for run in _RUN.finditer(shown):
        if _CALLS.search(run[0]):
            name = run[0].rstrip("./+-")
            made += f"{_escaped(shown, place, run.start())}`{name}`"
            place = run.start() + len(name)
    return made + _escaped(shown, place, len(shown))


def _escaped(text: str, start: int, end: int) -> str:
    """The part of the text from start to end, escaped by what stands beside each character."""
    marked = "".join(_pieces(text, start, end))
    return re.sub(r"&(?=#?\w)", "&amp;", marked).replace("<", "&lt;")


def _pieces(text: str, start: int, end: int) -> Iterator[str]:
    for found in _MARKUP.finditer(text, start):
        if found.start() >= end:
            break
        yield f"{text[start : found.start()]}\\{found[0]}"
        start = found.end()
    yield text[start:end]


def _line(text: str) -> str:
    return escaped(" ".join(text.split()))


def _cell(text: str) -> str:
    return _marked(" ".join(text.split()))


def _section(section: Section, level: int) -> list[str]:
    parts = [f"{'#' * level} {_line(section.title)}"]
    for block in section.blocks:
        parts += _section(block, level + 1) if isinstance(block, Section) else [_block(block)]
    return parts


def _block(block: Block) -> str:
    match block:
        case Lead(text):
            return f"**{_line(text)}**"
        case Paragraph(text):
            return _line(text)
        case Items(entries):
            return "\n".join(f"- {_line(entry)}" for entry in entries)
        case Command(text):
            return f"```\n{text}\n```"
        case Passage(label, text):
            return f"{_line(label)}:\n\n{_quoted(text)}"
        case Picture(file, alt):
            return f"![{_line(alt)}]({file})"
        case Table():
            return _table(block)
    raise ValueError(f"{block!r} is no block")


def _quoted(text: str) -> str:
    """Every line as a line of a quotation; the backslash at its end keeps the line end."""
    lines = [escaped(line.strip()) for line in text.split("\n")]
    ends = ["\\" if line and after else "" for line, after in zip(lines, [*lines[1:], ""])]
    return "\n".join(f"> {line}{end}".rstrip() for line, end in zip(lines, ends))


def _table(table: Table) -> str:
    rule = ["---:" if column in table.numbers else "---" for column in table.columns]
    head = [_cell(column) for column in table.columns]
    rows = [head, rule, *([_cell(cell) for cell in row] for row in table.rows)]
    for row, link in zip(rows[2:], table.links):
        row[0] = f"[{_BRACKET.sub(_inside, row[0])}](<{link}>)" if link else row[0]
    return f"{_line(table.caption)}\n\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _inside(found: re.Match) -> str:
    return found[0] if found[0].startswith("\\") else f"\\{found[0]}"
