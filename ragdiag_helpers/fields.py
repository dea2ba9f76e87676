"""What one field of a row may hold: the checks that all kinds of rows share, and what they say."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

Finding = tuple[str, str]  # what was found, what to do
Check = Callable[[object], Finding | None]
NEGATION = r"^(un|non|not|dis|in)[\W_]*"
NAMES = {bool: "true or false", int: "a number", float: "a number", str: "text", dict: "an object { }", list: "a list [ ]"}


@dataclass(frozen=True)
class Field:
    """One field of a row. An optional one may be missing, and null means missing if ``null`` is set."""

    name: str
    check: Check
    required: bool = True
    null: bool = False


def finding(wanted: Field, value: object) -> Finding | None:
    """What is wrong with the value of one field, if anything."""
    if value is None and wanted.null:
        return None
    if isinstance(value, float) and value != value:
        return "is NaN", "write null; in pandas: frame.astype(object).where(frame.notna(), None)"
    return wanted.check(value)


def kind_of(value: object) -> str:
    """What a value is, in words.

    >>> kind_of(None), kind_of([1]), kind_of(3)
    ('null', 'a list [ ]', 'a number')
    """
    return "null" if value is None else NAMES.get(type(value), f"a {type(value).__name__}")


def shown(value: object) -> str:
    """A value as Python writes it, cut where it is long."""
    text = repr(value[:60] if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def any_text(value: object) -> Finding | None:
    """Text, which may be empty."""
    if value is None:
        return "is null where text belongs", 'write the text, or "" if there is none'
    if not isinstance(value, str):
        return f"is {kind_of(value)} where text belongs", f"write text in double quotes{_quoted(value)}"
    half = next((each for each in value if "\ud800" <= each <= "\udfff"), None) if not _encodes(value) else None
    if half:
        fix = "it comes from text that was cut inside an emoji or read wrongly; repair or delete it"
        return f"holds {half!r}, half of a character (a lone surrogate)", fix
    return None


def filled_text(value: object) -> Finding | None:
    """Text with at least one character that is not blank."""
    if isinstance(value, str) and not value.strip():
        return "is empty", "write it; blank is not enough"
    return any_text(value)


def list_of(each: Check, what: str) -> Check:
    """A list of which every element passes ``each``; ``what`` names one element in messages."""

    def check(value: object) -> Finding | None:
        if isinstance(value, str) and value.lstrip().startswith("["):
            return "is a list written as text", "write the list itself; json.loads or ast.literal_eval makes one of the text"
        if isinstance(value, str):
            return f"is one text where a list of {what}s belongs", f"it must be a list: put it in [ ], [{shown(value)}]"
        if not isinstance(value, (list, tuple)):
            return f"is {kind_of(value)} where a list of {what}s belongs", f"it must be a list of {what}s{_listed(value)}"
        for place, element in enumerate(value, start=1):
            if finding := each(element):
                return f"holds a wrong {what}: number {place} {finding[0]}", finding[1]
        return None

    return check


def one_of(options: Collection[str], also: Mapping[str, str] | None = None) -> Check:
    """One of some words; ``also`` maps other words for them to the right one, which a wrong value is then told."""

    def check(value: object) -> Finding | None:
        if isinstance(value, str) and value in options:
            return None
        if not isinstance(value, str):
            return f"is {kind_of(value)} where text belongs", f"write one of: {', '.join(options)}"
        plain = value.strip().lower()
        near = [(also or {})[plain]] if plain in (also or {}) else _close(plain, options)
        fix = f"did you mean {near[0]!r}? It is one of: " if near else "write one of: "
        return f"is {shown(value)}", fix + ", ".join(options)

    return check


def _close(plain: str, options: Collection[str]) -> list[str]:
    """The nearest option, if any; never one that is the contrary ("unsupported" for "supported")."""
    same = [each for each in options if re.sub(r"[\W_]+", "-", each.lower()) == re.sub(r"[\W_]+", "-", plain)]
    bare = re.sub(NEGATION, "", plain)
    return same or [each for each in get_close_matches(plain, options, 1) if re.sub(NEGATION, "", each) != bare]


def _listed(value: object) -> str:
    if isinstance(value, dict):
        return ": put it in [ ]"
    return f": write list({kind_of(value).split()[-1]})" if hasattr(value, "tolist") else "; write [] if there is none"


def whole_number(least: int, fix: str) -> Check:
    """A whole number of at least ``least``; ``fix`` says what to write."""
    return lambda value: None if type(value) is int and value >= least else (f"is {value!r}", fix)


def quotation(value: object) -> Finding | None:
    """An object of exactly a page id and a quote: {"doc_id": ..., "quote": ...}."""
    shape = 'write {"doc_id": "...", "quote": "..."}'
    if not isinstance(value, dict):
        return f"is {kind_of(value)} where an object belongs", shape
    for name in value:
        if name not in ("doc_id", "quote"):
            return f"has {name!r}, which is no field of it", shape
    for name in ("doc_id", "quote"):
        if name not in value:
            return f"has no {name!r}", shape
        if finding := filled_text(value[name]):
            return f"has a {name!r} that {finding[0]}", finding[1]
    return None


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _quoted(value: object) -> str:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return f': "{value}"' if number else ""
