"""Pages for the room: one file each, with style and script inside, no request to anywhere, everything escaped."""

import re
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

HERE = Path(__file__).parent
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(title: str, style: str, body: str, script: str) -> str:
    """A whole page. ``style`` and ``script`` are texts that stand in the page."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n{body}\n<script>\n{script}</script>\n</body>\n</html>\n"
    )


def beside(name: str) -> str:
    """A style or script that lies beside this module."""
    return (HERE / name).read_text(encoding="utf-8")


def html(markdown: str) -> str:
    """A lesson's words as HTML. Links lead out of a page that must work alone, so only their words stay."""
    return MARKDOWN.render(re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", markdown))
