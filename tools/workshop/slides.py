"""The slides: the same path for the projector. An answer is in the page and not on it, until a key reveals it.

A slide is what stands in the room at one step: the question or the code first, and what comes of it as a part that a key reveals.
"""

from html import escape

from .cells import Cell
from .html import beside, html, page
from .notebooks import DO, question
from .outputs import alt, told
from .path import Plan, Section, Step
from .typed import typed

WIDTH, ROWS, CODE_ROWS = 78, 17, 10  # what a slide holds in letters of 24 pixels: characters in a row, rows; longer code is left to the notebook
Pictures = dict[tuple[str, int], str]
KEYS = "Right or Space: on. Left: back. Home: first slide."


def slides(plan: Plan, pictures: Pictures) -> str:
    """All slides as one page; ``pictures``: for the cells that draw, the picture in the shape of a slide."""
    shown = [title(plan), *(slide for section in plan.sections for slide in section_slides(section, pictures))]
    body = f"<main>{''.join(shown)}</main><p id=\"place\" aria-live=\"polite\"></p><noscript>These slides need their script.</noscript>"
    return page(f"Slides: {plan.title}", beside("slides.css"), body, beside("slides.js"))


def title(plan: Plan) -> str:
    return slide("", f"<h1>{escape(plan.title)}</h1><p>{plan.minutes} minutes</p><p class=\"soft\">{KEYS}</p>", kind="title")


def slide(where: str, body: str, kind: str) -> str:
    return f'<section data-where="{escape(where)}" data-kind="{kind}" hidden><div class="fit">{body}</div></section>\n'


def section_slides(section: Section, pictures: Pictures) -> list[str]:
    head = f"<h1>{section.number}. {escape(section.title)}</h1><p>Minute {section.begins} to {section.ends}</p>"
    first = slide(str(section.number), head, kind="section")
    return [first, *(each for step in section.steps if step.slide != "none" for each in step_slides(step, section.title, pictures))]


def step_slides(step: Step, title: str, pictures: Pictures) -> list[str]:
    """The slides of one step; most often one."""
    head = f'<p class="head">{step.number} {DO[step.kind]} <span class="soft">{escape(title)}</span></p>'
    if step.kind in ("do", "live"):  # a live cell belongs in the notebook: what it shows is not known beforehand
        return []
    if step.kind == "show":
        return [slide(step.number, head + html(words_to_show(step)), step.kind)]
    if step.kind == "predict":
        return [slide(step.number, head + html("\n\n".join(question(step))) + reveal(outcome(step.cell, pictures)), step.kind)]
    if step.kind == "exercise":
        asked = head + html("\n\n".join(step.cells[0].paragraphs)) + pre(signature(step.cell), "code")
        return [slide(step.number, asked, step.kind), slide(step.number, head + reveal(pre(typed(step), "code")), step.kind)]
    return run_slides(step, head, pictures)


def run_slides(step: Step, head: str, pictures: Pictures) -> list[str]:
    """Caption and code, then what comes. Long code stands alone; a picture has the slide to itself."""
    caption, code, came = html(step.caption), pre(step.cell.code, "code"), outcome(step.cell, pictures)
    if step.cell.pictures or step.kind == "run" and (rows(step.cell.code) > CODE_ROWS or "stepper(" in step.cell.code):
        return [slide(step.number, head + caption + reveal(came), step.kind)]
    if rows(step.cell.code) + rows(told(step.cell)) + rows(step.caption) > ROWS:
        return [slide(step.number, head + caption + code, step.kind), slide(step.number, head + reveal(came), step.kind)]
    return [slide(step.number, head + caption + code + reveal(came), step.kind)]


def words_to_show(step: Step) -> str:
    """The lesson's words, or their table alone."""
    lines = step.cell.source.splitlines()
    return "\n".join(line for line in lines if line.startswith("|")) if step.slide == "table" else step.cell.source


def signature(cell: Cell) -> str:
    """What is given of an exercise: the released cell."""
    return cell.released.split("    # Write your answer here", 1)[0].split("    raise NotImplementedError", 1)[0].rstrip()


def outcome(cell: Cell, pictures: Pictures) -> str:
    """What comes: a picture, or the printed text. A picture's sentence is its alternative text."""
    if cell.pictures:
        return f'<img alt="{escape(alt(cell))}" src="data:image/png;base64,{pictures[cell.key]}">'
    return pre(told(cell), "comes") if cell.text else ""


def rows(text: str) -> int:
    """How many rows a text takes on a slide."""
    return sum(max(1, -(-len(line) // WIDTH)) for line in text.splitlines())


def pre(text: str, kind: str) -> str:
    """Code or output; a line that is too long goes on indented, so that columns stay in sight."""
    lines = "\n".join(f"<span>{escape(line) or ' '}</span>" for line in text.splitlines())
    return f'<pre class="{kind}">{lines}</pre>'


def reveal(body: str) -> str:
    return f'<div class="reveal" hidden>{body}</div>' if body else ""
