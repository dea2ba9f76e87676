"""The blocks of a report as one HTML page that needs nothing else: style inside, pictures inside, no script, nothing fetched."""

from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path

from .blocks import Block, Command, Items, Lead, Page, Paragraph, Passage, Picture, Section, Table, seen

STYLE = Path(__file__).with_name("report.css")
LONG = 28  # characters of a cell that should not be squeezed
# Nothing may run or be fetched, whatever a text holds: the second lock behind escaping.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def html_page(page: Page, pictures: Mapping[str, bytes], what: str = "report") -> str:
    """Return the page as HTML; ``pictures`` holds the PNG bytes of each file that a Picture names, ``what`` says what the page is."""
    first, *others = page.sections
    links = "".join(f'<li><a href="#s{number}">{_text(each.title)}</a></li>' for number, each in enumerate(page.sections, start=1))
    writer = _Writer(pictures)
    body = [writer.section(first, 2, "s1"), f'<nav aria-label="Contents"><ul>{links}</ul></nav>']
    body += [writer.section(each, 2, f"s{number}") for number, each in enumerate(others, start=2)]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{_text(page.title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#main">Skip to the {what}</a>\n<main id="main" tabindex="-1">\n<h1>{_text(page.title)}</h1>\n'
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def _text(text: str) -> str:
    return escape(seen(text), quote=True)


class _Writer:
    """Writes blocks, and numbers the captions that scrolling boxes are named by."""

    def __init__(self, pictures: Mapping[str, bytes]):
        self.pictures, self.captions = pictures, 0

    def section(self, section: Section, level: int, name: str = "") -> str:
        head = f"<h{level}{f' id={chr(34)}{name}{chr(34)}' if name else ''}>{_text(section.title)}</h{level}>"
        parts = [self.section(each, level + 1) if isinstance(each, Section) else self.block(each) for each in section.blocks]
        return "\n".join(["<section>", head, *parts, "</section>"])

    def block(self, block: Block) -> str:
        match block:
            case Lead(text):
                return f'<p class="lead">{_text(text)}</p>'
            case Paragraph(text):
                return f"<p>{_text(text)}</p>"
            case Items(entries):
                return f"<ul>{''.join(f'<li>{_text(entry)}</li>' for entry in entries)}</ul>"
            case Command(text):
                return f'<pre tabindex="0"><code>{_text(text)}</code></pre>'
            case Passage(label, text):
                return f'<p class="label">{_text(label)}</p>\n<blockquote dir="auto">{_text(text)}</blockquote>'
            case Picture(file, alt):
                return self.picture(file, alt)
            case Table():
                return self.table(block)
        raise ValueError(f"{block!r} is no block")

    def picture(self, file: str, alt: str) -> str:
        data = b64encode(self.pictures[file]).decode("ascii")
        image = f'<img alt="{_text(alt)}" src="data:image/png;base64,{data}">'
        return f'<figure tabindex="0" role="group" aria-label="Figure">{image}</figure>'

    def table(self, table: Table) -> str:
        self.captions += 1
        name = f"t{self.captions}"
        marks = [_mark(column in table.numbers, cells) for column, *cells in zip(table.columns, *table.rows)]
        head = "".join(f'<th scope="col"{mark}>{_text(column)}</th>' for column, mark in zip(table.columns, marks))
        return (
            f'<div class="scroll" role="region" aria-labelledby="{name}" tabindex="0"><table>\n'
            f'<caption id="{name}">{_text(table.caption)}</caption>\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{_rows(table, marks)}</tbody>\n</table></div>"
        )


def _mark(number: bool, cells: list[str]) -> str:
    """How a column is set: figures to the right, long texts with room of their own."""
    wide = max(map(len, cells), default=0) > LONG
    return ' class="number"' if number else ' class="wide"' if wide else ""


def _rows(table: Table, marks: list[str]) -> str:
    return "".join(_row(row, marks, link) for row, link in zip(table.rows, table.links or [""] * len(table.rows), strict=True))


def _row(cells: tuple[str, ...], marks: list[str], link: str) -> str:
    first, *others = cells
    name = f'<a href="{_text(link)}">{_text(first)}</a>' if link else _text(first)
    told = "".join(f'<td dir="auto"{mark}>{_text(cell)}</td>' for cell, mark in zip(others, marks[1:]))
    return f'<tr><th scope="row" dir="auto"{marks[0]}>{name}</th>{told}</tr>\n'
