"""The cue sheet: for each section the minute, what to say, what to do and type, what people will ask, and what to cut when late."""

from html import escape

from ragdiag_helpers.workshop.clock import FACE, SCRIPT, as_script

from .html import beside, html, page
from .notebooks import DO, question
from .outputs import told
from .path import Plan, Section, Step
from .typed import typed

SAYS_LITTLE = (" ", "from", "print", "#", ")", "}", "]", '"', "try", "exc")  # how a line begins by which nobody finds a cell
START = "const turn = ragdiagClock.run(document.getElementById('clock'), plan, fromAddress(), changed);"


def cue_sheet(plan: Plan, facts: dict) -> str:
    """The whole sheet as one page; ``facts`` is what the clock needs to know."""
    known = {"sections": [{word: each[word] for word in ("number", "title", "begins", "ends", "cuts")} for each in facts["sections"]]}
    head = (
        f"<header><h1>{escape(plan.title)}</h1><p>Cue sheet, {plan.minutes} minutes. The numbers are those of both notebooks and of the slides.</p>"
        f'<p class="paper">Begins at: <span class="line"></span></p></header>'
        f'<div id="clock">{FACE}<span class="keys">Keys: n next section, b back</span></div>'
    )
    script = f"{SCRIPT.read_text(encoding='utf-8')}\nconst plan = {as_script(known)};\n{beside('cue_sheet.js')}\n{START}\n"
    body = f"{head}<main>{overview(plan)}{''.join(map(as_html, plan.sections))}</main>"
    return page(f"Cue sheet: {plan.title}", beside("cue_sheet.css"), body, script)


def overview(plan: Plan) -> str:
    rows = "".join(
        f"<tr><td>{section.number}</td><td>{escape(section.title)}</td><td>{when(section)}</td><td>{section.minutes}</td>"
        f"<td>{sum(minutes for _, minutes in section.cuts) or '-'}</td></tr>"
        for section in plan.sections
    )
    total = sum(minutes for section in plan.sections for _, minutes in section.cuts)
    return (
        "<table><caption>The path</caption><thead><tr><th></th><th>section</th><th>when</th><th>minutes</th><th>may be cut</th></tr></thead>"
        f"<tbody>{rows}</tbody><tfoot><tr><td></td><td>together</td><td></td><td>{plan.minutes}</td><td>{total}</td></tr></tfoot></table>"
    )


def when(section: Section) -> str:
    return f'<span class="when" data-begins="{section.begins}" data-ends="{section.ends}">minute {section.begins} to {section.ends}</span>'


def as_html(section: Section) -> str:
    lesson = f" &middot; lesson {int(section.lesson[:2])}" if section.lesson else ""
    asks = "".join(f"<dt>{escape(asked)}</dt><dd>{escape(answer)}</dd>" for asked, answer in section.ask)
    cuts = "".join(f"<li>{escape(what)} <b>{minutes} min</b></li>" for what, minutes in section.cuts)
    return (
        f'<section id="s{section.number}"><h2>{section.number}. {escape(section.title)}</h2>'
        f'<p class="time">{when(section)} &middot; {section.minutes} min{lesson}</p><p class="say">{escape(section.say)}</p>'
        f"<ol>{''.join(map(step_html, section.steps))}</ol>"
        + (f'<div class="ask"><h3>They will ask</h3><dl>{asks}</dl></div>' if asks else "")
        + (f'<div class="cut"><h3>Late?</h3><ul>{cuts}</ul></div>' if cuts else "")
        + "</section>"
    )


def step_html(step: Step) -> str:
    """One step. The code to type stands in a pre of its own, just as it is typed."""
    parts = [f'<li data-step="{step.number}" data-kind="{step.kind}"><b class="do">{step.number} {DO[step.kind]}</b> {what(step)}']
    if step.say:
        parts.append(f'<span class="say{" first" * (step.kind == "type")}">{escape(step.say)}</span>')
    if code := typed(step):
        parts.append(f'<pre class="type">{escape(code)}</pre>')
    if step.kind == "exercise":
        parts.append('<p class="small">Then run the checks below it: each begins with ok.</p>')
    elif step.code_cells:
        parts.append(result(step))
    return "".join(parts) + "</li>"


def what(step: Step) -> str:
    """What to look for on the screen."""
    if step.kind == "predict":
        return f'<div class="asked">{html(chr(10).join(f"{block}{chr(10)}" for block in question(step)))}</div>'
    if step.kind == "show":
        return f"{escape(step.cell.heading)}: the lesson's words, on the slide and in the notebook."
    if step.kind == "do":
        return escape(step.told)
    if step.kind in ("run", "live"):
        return f"the cell with <code>{escape(key_line(step))}</code>"
    return ""


def key_line(step: Step) -> str:
    """The line of a cell that says most: the last that is no import, no print and no closing bracket."""
    lines = [line for line in step.cell.code.splitlines() if line and not line.startswith(SAYS_LITTLE)]
    line = (lines or step.cell.code.splitlines())[-1]
    return line if len(line) <= 60 else f"{line[:56]} ..."


def result(step: Step) -> str:
    """What comes: in sight where the presenter waits for it, folded where a cell is only run."""
    text = told(step.cell)
    picture = '<p class="small">A picture.</p>' if step.cell.pictures else ""
    if not text:
        return picture
    pre = f'<pre class="comes">{escape(text)}</pre>'
    return picture + (pre if step.kind in ("type", "predict") else f"<details><summary>What comes</summary>{pre}</details>")
