"""The clock of a workshop: planned against real time, and the next cut. The same rule as in clock.js, for where no script runs."""

import json
import re
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from ..study.page import Html
from .plan import load_plan

SCRIPT = Path(__file__).with_name("clock.js")
FACE = (
    '<label>Begins at <input data-clock="start" type="time" style="font:inherit"></label> '
    '<button data-clock="back" style="font:inherit">back</button> <button data-clock="next" style="font:inherit">next section</button> '
    '<b data-clock="here"></b><br><span data-clock="now" role="status"></span><br><span data-clock="cut"></span>'
)


def clock(start: str, section: int = 1) -> Html:
    """Show a clock that knows the plan. ``start``: when the workshop began, "13:30"; ``section``: the number of the one we are in.

    It goes on by itself; press *next section* when you go on. Raises ValueError for another form of time, or no such section.
    """
    plan = load_plan()
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", start):
        raise ValueError(f'start is {start!r}; write hours and minutes with two digits each, for example "09:05"')
    if not 1 <= section <= len(plan["sections"]):
        raise ValueError(f"section is {section}; there are sections 1 to {len(plan['sections'])}")
    name = f"clock{time.time_ns()}"
    state = json.dumps({"start": start, "here": section - 1})
    known = {"sections": [{word: each[word] for word in ("number", "title", "begins", "ends", "cuts")} for each in plan["sections"]]}
    call = f'ragdiagClock.run(document.getElementById("{name}"), {as_script(known)}, {state}, () => {{}});'
    script = f"<script>(() => {{\n{SCRIPT.read_text(encoding='utf-8')}\n{call}\n}})();</script>"
    told = "\n".join(say(plan, elapsed(start, datetime.now()), section - 1))
    return Html(f'<div id="{name}" style="font-size:20px;line-height:1.6">{FACE}</div>{script}', told)


def as_script(value: Any) -> str:
    """JSON that may stand in a script element."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")


def elapsed(start: str, now: datetime) -> int:
    """Minutes since the start; below 0 before it. Across midnight the nearer of two days counts.

    >>> elapsed("23:50", datetime(2026, 1, 1, 0, 10))
    20
    """
    hour, minute = map(int, start.split(":"))
    passed = now.hour * 60 + now.minute - hour * 60 - minute
    return passed + 1440 if passed < -720 else passed - 1440 if passed > 720 else passed


def say(plan: dict[str, Any], elapsed: int, here: int) -> list[str]:
    """Two lines: how the time stands in the section with index ``here``, and what to cut: enough to make up for the delay."""
    section = plan["sections"][here]
    name = f"section {section['number']}, {section['title']}"
    late = max(0, elapsed - section["ends"])
    if elapsed < 0:
        told = f"The workshop begins in {minutes(-elapsed)}."
    elif late:
        told = f"{minutes(late)} late: {name}, should be over."
    elif elapsed == section["ends"]:
        told = f"Section {section['number']}, {section['title']}, ends now."
    elif elapsed < section["begins"]:
        told = f"{minutes(section['begins'] - elapsed)} early for {name}."
    else:
        told = f"On time: {minutes(section['ends'] - elapsed)} left in {name}."
    return [told, cuts(plan["sections"][here:], late)]


def cuts(sections: list[dict[str, Any]], late: int) -> str:
    """What to cut next; when late, enough to make up for it, the first two in words."""
    wanted, gained = [], 0
    for cut in [cut for each in sections for cut in each["cuts"]]:
        if wanted and gained >= late:
            break
        wanted.append(f"{cut['what'].removesuffix('.')} ({minutes(cut['minutes'])}).")
        gained += cut["minutes"]
    if not wanted:
        return "Nothing is left to cut."
    more = len(wanted) - 2
    rest = ["One more cut follows." if more == 1 else f"{more} more cuts follow."] if more > 0 else []
    short = [f"That gives {minutes(gained)} in all: say now what falls away."] if late > gained else []
    return ("Cut now: " if late else "Next cut, if late: ") + " ".join([*wanted[:2], *rest, *short])


def minutes(number: int) -> str:
    return f"{number} minute{'' if number == 1 else 's'}"
