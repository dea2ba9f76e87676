"""The room's predictions on paper: for hands counted without a computer, one block for each prediction of the path, without its answer."""

import re
from html import escape

from .html import beside, html, page
from .notebooks import question
from .path import Plan, Step

OPTION = re.compile(r"^- `\"(\w+)\"` +(.*)$", re.MULTILINE)
INTRO = re.compile(r"Before you run it, \*\*write down a guess.*?\.\s|A guess that you wrote.*?\.\s|Replace `None`.*?(\.|$)", re.DOTALL)
OPEN_ROWS = 4  # for a number that people call out


def predictions(plan: Plan) -> dict[str, dict]:
    """Every prediction of the path by its name: its step, and its options with the lesson's words (none where a number is asked for)."""
    steps = [step for section in plan.sections for step in section.steps if step.kind == "predict"]
    return {step.cells[0].id: {"step": step.number, "options": options(step)} for step in steps}


def options(step: Step) -> dict[str, str]:
    """The letters that a prediction offers, with their words in plain text."""
    return {letter: re.sub(r"[*`]", "", words) for letter, words in OPTION.findall("\n".join(question(step)))}


def tally_sheet(plan: Plan) -> str:
    """One page to print. What the notebook says about where to write a guess is left out: there is paper."""
    blocks = "".join(block(step) for section in plan.sections for step in section.steps if step.kind == "predict")
    head = f"<h1>{escape(plan.title)}: the room's predictions</h1>"
    head += "<p>Ask, give ten seconds, count hands, write, and only then go on. The numbers are those of the cue sheet.</p>"
    return page(f"Tally: {plan.title}", beside("tally_sheet.css"), head + blocks, "")


def block(step: Step) -> str:
    asked = html(words(question(step)) or words(step.cells[0].paragraphs))
    offered = [f"{letter}: {words}" for letter, words in options(step).items()] or [""] * OPEN_ROWS
    rows = "".join(f"<tr><td class='option'>{escape(each)}</td><td class='strokes'></td><td class='count'></td></tr>" for each in offered)
    head = "<tr><th>guess</th><th>strokes</th><th>hands</th></tr>"
    title = f"<h2>{step.number} {escape(step.cells[0].id)}</h2>"
    return f"<section>{title}{asked}<table><thead>{head}</thead><tbody>{rows}</tbody></table><code>{escape(line(step))}</code></section>"


def line(step: Step) -> str:
    """What to type where a notebook is at hand; the counts are to be filled in."""
    hands = ", ".join(f'"{each}": __' for each in options(step) or ["__"] * OPEN_ROWS)
    return f'tally("{step.cells[0].id}", {{{hands}}})'


def words(paragraphs: list[str]) -> str:
    """What is asked, without the options and without how to write a guess into a notebook."""
    return INTRO.sub("", "\n\n".join(OPTION.sub("", each) for each in paragraphs)).strip()
