"""Label sheets of lesson 2: the guideline as it stands in the golden sets, and (question, page) pairs to be labelled."""

import re
from collections.abc import Collection, Mapping, Sequence
from html import escape

from ..corpus import GOLDEN_SETS
from .page import Html, box

WORDS = {"yes": True, "y": True, "no": False, "n": False}


def guideline(words: str) -> Html:
    """Show the section of GUIDELINES.md whose heading holds these words. Raises ValueError where no single one does."""
    text = (GOLDEN_SETS / "GUIDELINES.md").read_text(encoding="utf-8")
    sections = [section.partition("\n") for section in text.split("\n## ")[1:]]
    found = [(head, body.strip()) for head, _, body in sections if words in head]
    if len(found) != 1:
        names = "; ".join(head for head, _, _ in sections)
        raise ValueError(f"{words!r} stands in {len(found)} headings of the guidelines; use words of one of: {names}")
    head, body = found[0]
    blocks = body.split("\n\n")
    parts = [_table(block) if block.startswith("|") else f"<p>{_bold(block)}</p>" for block in blocks]
    return Html(box(head, "".join(parts)), f"{head}\n{body}")


def label_sheet(pairs: Sequence[tuple[str, str, str, str]]) -> Html:
    """Show pairs to be labelled, each (name, question, page id, text of the page); a page that was shown before is folded."""
    first = {text: name for name, _, _, text in reversed(pairs)}
    parts = [_pair(*each, first[each[3]]) for each in pairs]
    told = "\n\n".join(f"({name}) {question}\n{page}:\n{text}" for name, question, page, text in pairs)
    return Html(box("Does this page hold words that an ideal answer rests on?", "".join(parts)), told)


def read_pairs(mine: Mapping[str, str | bool | None], names: Collection[str]) -> dict[str, bool]:
    """What a learner wrote, {name: "yes", "no" or None}, as {name: needed or not}; what is still None is left out.

    Raises ValueError for another word, and for a name that is none of ``names``.
    """
    if unknown := [each for each in mine if each not in names]:
        raise ValueError(f"{unknown[0]!r} is none of the pairs; the names are {', '.join(names)}")
    return {each: read_label(f"({each})", said, "the question needs this page") for each, said in mine.items() if said is not None}


def read_label(name: str, said: object, yes: str) -> bool:
    """One label, "yes" or "no", or True or False. Raises ValueError for another, with its name and what ``yes`` means."""
    word = said.strip().lower() if isinstance(said, str) else said
    if isinstance(word, bool):
        return word
    if isinstance(word, str) and word in WORDS:
        return WORDS[word]
    raise ValueError(f'{name} says {said!r}; write "yes" ({yes}), "no" or None')


def _pair(name: str, question: str, page: str, text: str, first: str) -> str:
    lines = "<br>".join(escape(line) for line in text.splitlines() if line.strip())
    head, shown = f"<code>{escape(page)}</code>", f"<br>{lines}"
    if first != name:
        head, shown = f"<details><summary>{head}, the page of ({escape(first)})</summary>", f"{lines}</details>"
    return (
        f"<p style='margin:1em 0 .2em'><b>({escape(name)})</b> <i>{escape(question)}</i></p>"
        f"<div style='border-left:3px solid #888;padding:.1em .8em'>{head}{shown}</div>"
    )


def _table(block: str) -> str:
    head, _, *rows = [line.strip("|").split("|") for line in block.splitlines()]
    cell = "style='text-align:left;padding:.2em .7em;border-bottom:1px solid #8888'"
    top = "".join(f"<th scope='col' {cell}>{_bold(each.strip())}</th>" for each in head)
    body = "".join("<tr>" + "".join(f"<td {cell}>{_bold(each.strip())}</td>" for each in row) + "</tr>" for row in rows)
    return f"<table style='border-collapse:collapse'><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _bold(text: str) -> str:
    """Escaped text with its **bold** and *slanted* words."""
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text)))
