"""Why a line is not one JSON object: the likely cause, in words, and what to do about it."""

import json
import re
from functools import lru_cache
from typing import NamedTuple

ONE_A_LINE = "write one object a line: json.dumps(row) without indent"
NO_ARRAY = r'write one object a line, no [ ] around and no comma between: file.write(json.dumps(row) + "\n") for each row'
ONE_OBJECT = 'each line must be one JSON object: {"id": ..., "question": ...}'
BLANK = " \t\r\n"  # what JSON takes for blank


class Fault(NamedTuple):
    """What was found in one line, in which field if that is known, and what to do."""

    field: str | None
    found: str
    fix: str


class _Refused(ValueError):
    """Carries a fault out of the JSON parser."""


class _NotFinite(str):
    """The word that stood where a number belongs."""


def parse(text: str) -> dict | Fault:
    """Return the one JSON object that ``text`` holds, or the fault: not JSON, no object, a key twice, NaN.

    >>> parse('{"id": "q1",}').fix
    'delete the comma'
    """
    try:
        row = json.loads(text, object_pairs_hook=_object, parse_constant=_NotFinite, parse_float=_finite)
    except _Refused as refused:
        return refused.args[0]
    except json.JSONDecodeError as problem:
        return explain(text, problem)
    except RecursionError:
        return Fault(None, "this is nested too deeply to be read", ONE_OBJECT)
    except ValueError as problem:  # a whole number of more than 4300 digits
        return Fault(None, f"a number cannot be read ({problem})", "write it as text, in double quotes")
    if isinstance(row, list):
        return Fault(None, f"a JSON array of {len(row)} where one JSON object belongs", NO_ARRAY)
    if isinstance(row, str) and row.lstrip().startswith("{"):
        return Fault(None, "an object written as text", "json.dumps was applied twice; apply it once")
    return row if isinstance(row, dict) else Fault(None, f"only {_shown(text)} stands here", ONE_OBJECT)


def spread(text: str, start: int) -> tuple[int, str, str]:
    """Where the object or array that begins at ``start`` ends, if it ends: (position, found, fix); else (start, "", "")."""
    begin = start + len(text[start : start + 1000]) - len(text[start : start + 1000].lstrip())
    for strict in (True, False):
        try:
            value, end = json.JSONDecoder(strict=strict).raw_decode(text, begin)
        except (ValueError, RecursionError):
            continue
        if not strict:
            return end, "a text goes on over the end of the line", r"write each line end inside text as \n (json.dumps does)"
        if isinstance(value, list):
            return end, f"a JSON array of {len(value)} over several lines where one JSON object a line belongs", NO_ARRAY
        return end, "one JSON object is spread over several lines", ONE_A_LINE
    mended = _without_trailing_commas(text) if text[begin : begin + 1] in ("{", "[") else text
    if mended != text:
        end, found, fix = spread(mended, start)
        return end, f"{found}, with a comma before a closing bracket" if found else "", fix
    return start, "", ""


@lru_cache(maxsize=1)  # asked for each broken line of one file
def _without_trailing_commas(text: str) -> str:
    """The text with a blank for each comma before a closing bracket that is not inside quotes; places stay the same."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', lambda hit: hit[1] or " ", text)


def _finite(word: str) -> float | _NotFinite:
    return _NotFinite(word) if float(word) in (float("inf"), float("-inf")) else float(word)


def _object(pairs: list[tuple[str, object]]) -> dict:
    row = {}
    for key, value in pairs:
        if key in row:
            fix = "keep one of the two; most programs would silently take the last"
            raise _Refused(Fault(key, f"the name {key!r} stands twice in one object", fix))
        if word := _not_finite_in(value):
            raise _Refused(Fault(key, f"{key!r} holds {_shown(word)}, which is no number in JSON", "write null, or what belongs there"))
        row[key] = value
    return row


def _not_finite_in(value: object) -> str | None:
    todo = [value]
    while todo:
        value = todo.pop()
        if isinstance(value, _NotFinite):
            return str(value)
        if isinstance(value, list):
            todo += value
    return None


def _shown(text: str) -> str:
    text = text.strip(BLANK)
    return repr(text if len(text) <= 40 else text[:37] + "...")


# What the parser says, what stands just before the place, and what stands at it → what it is, and what to do.
CAUSES = [
    ("", r",$", r"[}\]]", "a comma before the closing bracket", "delete the comma"),
    ("Extra data", r"}$", r",\s*$", "a comma after the object", "delete it; lines are not joined by commas"),
    ("Extra data", r"}$", r"[\u2028\u2029\x0b\x0c\x1c-\x1e\x85]", "rows divided by another character than a line end", r"end each row with \n"),
    ("Extra data", r"^\d+$", r"\.\s*\{", "a numbered line", "delete the number"),
    ("Extra data", r'"$', r'"', "quotes doubled, as Excel does for CSV", "export as JSON Lines, not as CSV"),
    ("Extra data", r"}$", r"\{", "two objects on one line", "put each object on a line of its own"),
    ("", "", r"[“”„‟‘’]", "a curly quote", 'use straight double quotes: "'),
    ("Expecting", r'[“”„‟]\s*[:,}\]][^"]*"$', "", "a curly quote", 'use straight double quotes: "'),
    ("Unterminated", "", r'"[^"]*[“”„‟]\s*([:,}\]]|$)', "a curly quote", 'use straight double quotes: "'),
    ("", "", r"'", "a single quote", "use double quotes, or write the line with json.dumps(row), not str(row)"),
    ("Expecting value", "", r"(None|none|NULL|Null|undefined|nan)\b", "{0} is not JSON", "write null"),
    ("Expecting value", "", r"(True|TRUE)\b", "{0} is not JSON", "write true"),
    ("Expecting value", "", r"(False|FALSE)\b", "{0} is not JSON", "write false"),
    ("", "", r"(//|/\*|#)", "a comment", "delete it; JSON has none, use the field notes"),
    ("Expecting property", "", r"\w+\s*:", "a name without quotes", "put the name in double quotes"),
    ("Invalid \\", "", "", "a single backslash inside text", r"double it: \\"),
    ("Invalid control", "", r"\t", "a bare tab inside text", r"write it as \t"),
    ("Invalid control", "", "", "a bare control character inside text", r"write it as \u and four digits, or delete it"),
    ("Expecting ',' delimiter", "", r'["{\[]', "a comma is missing here", "put a comma between the two"),
    ("Expecting ',' delimiter", r'"$', r"[^\s}\]]", "a double quote inside text", r'write it as \"'),
    ("Expecting ':' delimiter", "", r".", "a colon is missing here", 'write "name": value'),
    ("Unterminated", "", "", "the text that begins here never ends", "close it; was the line cut, as by a crash?"),
    ("Expecting", "", r"$", "the line ends before the object is closed", "close it; was the line cut, as by a crash?"),
    ("Extra data", "", "", "more stands behind the object", ONE_OBJECT),
]


def explain(text: str, problem: json.JSONDecodeError) -> Fault:
    """Name the likely cause of a JSON error in one line."""
    place = problem.pos + ("trailing comma" in problem.msg)  # Python 3.13 points at the comma, 3.11 behind it
    before, after = text[:place].rstrip()[-200:], text[place:]
    after = after if problem.msg.startswith("Invalid") else after.lstrip(BLANK)
    for says, left, right, found, fix in CAUSES:
        hit = re.match(right, after)
        if problem.msg.startswith(says) and hit and re.search(left, before):
            found = found.format(*hit.groups()) if "{0}" in found else found
            return Fault(None, f"this is not JSON at column {problem.pos + 1}: {found}", fix)
    if re.match(r"<<<<<<<|=======|>>>>>>>", text):
        return Fault(None, f"this is not JSON: the line is {_shown(text)}, a mark of a git conflict", "resolve the conflict first")
    if text.lstrip()[0] not in "{[":
        return Fault(None, f"this is not JSON: the line is {_shown(text)}", f"{ONE_OBJECT}; delete the line if it is no row (a heading, ```)")
    return Fault(None, f"this is not JSON at column {problem.pos + 1}: {_shown(after)} is out of place", ONE_OBJECT)
