"""What a report is made of: one neutral structure, said once, which ``markdown_file`` and ``html_page`` each put into their form.

Every text is plain: it is escaped where it is written, so words of users and models may hold anything.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..unseen import id_line, one_line, seen

__all__ = [
    "Block", "Command", "Items", "Lead", "Page", "Paragraph", "Passage", "Picture", "Section", "Table",
    "counted", "id_line", "listed", "one_line", "seen", "sentence", "shortened", "some", "width",
]  # fmt: skip


@dataclass(frozen=True)
class Lead:
    """The sentence that a reader must not miss."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Items:
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """A line to type into a terminal."""

    text: str


@dataclass(frozen=True)
class Passage:
    """Somebody's own words, with their line ends, under a label of ours."""

    label: str
    text: str


@dataclass(frozen=True)
class Table:
    """Rows of cells; the first cell names its row. ``numbers`` are the columns that hold figures; ``links``, if any, one address a row, "" for none."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A figure in a file beside the report, and the sentence that says what it shows."""

    file: str
    alt: str


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it; a section inside is one level deeper."""

    title: str
    blocks: "tuple[Block, ...]"


Block = Lead | Paragraph | Items | Command | Passage | Table | Picture | Section


@dataclass(frozen=True)
class Page:
    title: str
    sections: tuple[Section, ...]


def shortened(text: str, most: int = 1500) -> str:
    """The text with its line ends, and with a note in place of what is beyond ``most`` characters."""
    whole = seen(text).strip()
    return whole if len(whole) <= most else f"{whole[:most].rstrip()} … (cut: {len(whole):,} characters in all)"


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """A number and its noun.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def sentence(text: str) -> str:
    """The text with one mark at its end.

    >>> sentence("it failed"), sentence("is the page wrong?")
    ('it failed.', 'is the page wrong?')
    """
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def some(ids: Iterable[str], most: int = 12, longest: int = 40) -> str:
    """The first ids of a list, each cut where it is long, and how many more there are.

    >>> some(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    names = [id_line(each, longest) for each in ids]
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def listed(parts: Sequence[str], last: str) -> str:
    """Parts as a sentence lists them.

    >>> listed(["a", "b", "c"], "or")
    'a, b or c'
    """
    return f" {last} ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters two, marks upon a letter none."""
    return sum(0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)
