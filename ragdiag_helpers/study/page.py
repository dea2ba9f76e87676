"""The pieces of HTML that lessons are made of: folds, boxes, chips, frames. No script: everything that folds is a <details> element."""

import re
from collections.abc import Collection, Sequence
from html import escape

MARK = "background:#ffe08a;color:#1a1a1a;border-radius:3px;padding:0 .15em"  # both colours, so that it reads in a dark theme too


class Html:
    """A piece of HTML that a notebook shows; ``text`` stands in where HTML cannot be shown."""

    def __init__(self, html: str, text: str):
        self.html, self.text = html, text

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def stepper(title: str, steps: Sequence[tuple[str, str]]) -> Html:
    """Show steps (heading, HTML body) one below the other; each opens on its own."""
    folds = "".join(fold(f"Step {number}. {escape(head)}", body) for number, (head, body) in enumerate(steps, start=1))
    told = "\n".join(f"{number}. {head}" for number, (head, _) in enumerate(steps, start=1))
    return Html(box(title, folds), f"{title}\n{told}")


def chips(ids: Sequence[str], marked: Collection[str] = ()) -> str:
    """HTML of ids in order with their ranks; the marked ones carry a tick and a heavy border."""
    return " ".join(chip(f"{rank}. {each}", each in marked) for rank, each in enumerate(ids, start=1))


def box(title: str, body: str) -> str:
    return f"<section style='max-width:46em;line-height:1.5'><p style='margin:.3em 0'><b>{escape(title)}</b></p>{body}</section>"


def fold(head: str, body: str) -> str:
    return (
        "<details style='margin:.3em 0;padding:.3em .6em;border:1px solid #8888;border-radius:4px'>"
        f"<summary style='cursor:pointer'>{head}</summary><div style='padding:.4em 1em'>{body}</div></details>"
    )


def chip(label: str, ticked: bool) -> str:
    border = "3px solid #009E73" if ticked else "1px solid #888"
    tick = "✓ " if ticked else ""
    return f"<span style='border:{border};border-radius:4px;padding:0 .4em;white-space:nowrap'>{tick}{escape(label)}</span>"


def frame(inner: str) -> str:
    return f"<span style='display:inline-block;border:2px dashed #D55E00;border-radius:6px;padding:.3em'>{inner}</span>"


def marked(text: str, quotes: Collection[str]) -> str:
    """HTML of a text with the quotations marked wherever they stand; of two that begin at one place the longer.

    >>> marked("Pro & Free", ["Free", "Pro & Free"]).count("<mark")
    1
    """
    wanted = sorted({each for each in quotes if each.strip()}, key=lambda each: (-len(each), each))
    pieces = re.split(f"({'|'.join(map(re.escape, wanted))})", text) if wanted else [text]
    return "".join(f"<mark style='{MARK}'>{escape(piece)}</mark>" if at % 2 else escape(piece) for at, piece in enumerate(pieces))
