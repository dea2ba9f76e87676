"""What a run must reach: the lines of the gate, in a TOML file of which every key is known and every value a number."""

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from ..audit import METRICS
from ..diagnosis import LABELS
from ..fields import Finding, kind_of, shown
from ..jsonl import UTF8_HOW, DataError
from ..values import is_number

DEFAULT = Path(__file__).with_name("gate.toml")
CLASSES = tuple(label for label in LABELS if label != "OK")
TABLES = {
    "minimum": METRICS,
    "maximum_share": CLASSES,
    "coverage": ("default", *METRICS, "diagnosis"),
    "rows": ("minimum", "may_vanish"),
    "baseline": ("tolerance",),
}
MOST, DIGITS = 10**9, {"minimum": 20}
WHAT = {"minimum": "metric", "maximum_share": "class"}
ALIASES = {
    "mrr": "reciprocal_rank", "context_recall": "contextual_recall", "context_precision": "contextual_precision",
    "relevance": "answer_relevance", "factual_correctness": "correctness", "answer_correctness": "correctness",
    "thresholds": "minimum", "maximum": "maximum_share", "minimums": "minimum",
}


@dataclass(frozen=True)
class Thresholds:
    """The lines of the gate.

    ``minimum``: metric → least mean. ``maximum_share``: class → largest share of the diagnosed rows. ``coverage``: "default", a metric
    or "diagnosis" → least share of rows that must be scored. All from 0 to 1. ``rows``: least number of scored rows, 1 or more.
    ``may_vanish``: largest share of a baseline's rows that may be gone, 0 to 1. ``tolerance``: largest drop of a mean against a baseline.
    Raises ValueError, with the fix, for whatever else, and for no line at all.
    """

    minimum: Mapping[str, float] = field(default_factory=dict)
    maximum_share: Mapping[str, float] = field(default_factory=dict)
    coverage: Mapping[str, float] = field(default_factory=lambda: {"default": 0.7})
    rows: int = 20
    tolerance: float = 0.02
    source: str = "thresholds"
    may_vanish: float = 0.1

    def __post_init__(self) -> None:
        tables = {"minimum": self.minimum, "maximum_share": self.maximum_share, "coverage": self.coverage}
        wrong = _fault({**tables, "rows": {"minimum": self.rows, "may_vanish": self.may_vanish}, "baseline": {"tolerance": self.tolerance}})
        if wrong:
            raise ValueError("{1}; {2}".format(*wrong))

    def least_coverage(self, name: str) -> float:
        """The least coverage of a metric, or of "diagnosis"."""
        return self.coverage.get(name, self.coverage.get("default", 0.7))


def load_thresholds(path: str | Path = DEFAULT) -> Thresholds:
    """Return the lines that a TOML file sets; by default the built-in ones. Raises DataError with file, key and fix."""
    tables = _parsed(Path(path))
    wrong = _fault(tables)
    if wrong:
        key, found, fix = wrong
        raise DataError(path, 0, key, fix, found)
    named = {name: tables[name] for name in ("minimum", "maximum_share", "coverage") if name in tables}
    rows, drop = tables.get("rows", {}), tables.get("baseline", {}).get("tolerance", 0.02)
    source = "built-in lines" if path == DEFAULT else str(path)
    return Thresholds(**named, rows=rows.get("minimum", 20), tolerance=drop, source=source, may_vanish=rows.get("may_vanish", 0.1))


def _parsed(path: Path) -> dict:
    text = _text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DataError(path, 0, None, "write each table as `[minimum]`, and numbers below it", "it is nested too deeply") from None
    except ValueError as problem:  # TOMLDecodeError is one; so is what Python says of a number with thousands of digits
        if not isinstance(problem, tomllib.TOMLDecodeError):
            raise DataError(path, 0, None, "write numbers from 0 to 1: recall = 0.80", f"a value cannot be read ({problem})") from None
        told = str(problem)
        place = re.search(r" \(at (?:line (\d+).*|end of document)\)$", told)
        line = int(place[1]) if place and place[1] else 0
        if told.startswith(("Cannot overwrite", "Cannot declare")):
            raise DataError(path, line, None, "delete one of the two", "this key or table is there twice") from None
        fix = "write a line as `recall = 0.80`, under a table as `[minimum]`"
        raise DataError(path, line, None, fix, f"this is not TOML: {told[: place.start()] if place else told}") from None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(path, 0, None, UTF8_HOW, "the file is not UTF-8 text") from None
    except FileNotFoundError:
        fix = "check the path, or make one: ragdiag gate --show-thresholds > gate.toml"
        raise DataError(path, 0, None, fix, "there is no such file") from None
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the path
        found = "this is a folder, not a file" if path.is_dir() else f"it cannot be opened ({problem})"
        raise DataError(path, 0, None, "name a TOML file that may be read", found) from None


def _fault(tables: Mapping) -> tuple[str, str, str] | None:
    """(key, what was found, what to do) for the first thing that is wrong; None where all is right."""
    for name, table in tables.items():
        if name not in TABLES or not isinstance(table, Mapping):
            return (str(name), *_wrong_table(name, table))
        for key, value in table.items():
            finding = _unknown(name, key) if key not in TABLES[name] else _wrong(name, key, value)
            if finding:
                return (f"{name}.{key}", *finding)
    if not tables.get("minimum") and not tables.get("maximum_share"):
        fix = "write at least one, for example recall = 0.80 under [minimum]; ragdiag gate --show-thresholds prints an example"
        return "minimum", "no line is set, so nothing could ever fail", fix
    return None


def _wrong_table(name: object, value: object) -> Finding:
    if name in TABLES:
        fix = f"write [{name}] on a line of its own, and below it {TABLES[name][0]} = ..."
        return f"{name!r} is {kind_of(value)} where a table belongs", fix
    home = [table for table, keys in TABLES.items() if name in keys]
    if home and not isinstance(value, Mapping):
        return f"{name!r} stands outside a table", f"write it below [{home[0]}]"
    return f"there is no table [{name}]", _near(name, tuple(TABLES), "the tables are")


def _unknown(table: str, key: object) -> Finding:
    if (table, key) == ("maximum_share", "OK"):
        return "[maximum_share] sets OK, which is no failure", "set a line for a class that failed: " + ", ".join(CLASSES)
    return f"[{table}] sets {key!r}, which is no {WHAT.get(table, 'key of it')}", _near(key, TABLES[table], "it may set")


def _near(name: object, options: tuple[str, ...], intro: str) -> str:
    plain = str(name).strip().lower()
    plainer = {re.sub(r"[\W_]+", "-", option.lower()): option for option in options}
    alias = ALIASES.get(plain) if ALIASES.get(plain) in options else None
    near = [alias] if alias else [plainer[each] for each in get_close_matches(re.sub(r"[\W_]+", "-", plain), plainer, 1)]
    return (f"did you mean {near[0]!r}? " if near else "") + f"{intro[0].upper() if near else intro[0]}{intro[1:]} {', '.join(options)}"


def _wrong(table: str, key: str, value: object) -> Finding | None:
    if isinstance(value, int) and abs(value) > MOST:
        return f"[{table}] {key} is a number of more than nine digits", f"write a number that can be reached: {key} = {DIGITS.get(key, 0.80)}"
    if (table, key) == ("rows", "minimum"):
        whole = is_number(value) and not isinstance(value, float) and value >= 1
        return None if whole else (f"[rows] minimum is {shown(value)}", "write a whole number of 1 or more, without quotes: minimum = 20")
    place = f"[{table}] {key}"
    if not is_number(value):
        return f"{place} is {_told(value)}", f"write a number from 0 to 1, without quotes: {key} = 0.80"
    if not math.isfinite(value):
        return f"{place} is {value}, which is no number that a score can reach", f"write a number from 0 to 1: {key} = 0.80"
    if not 0 <= value <= 1:
        hint = f"{value / 100:g}" if 1 < value <= 100 else "0.80"
        return f"{place} is {shown(value)}", f"scores and shares run from 0 to 1: {key} = {hint}"
    return None


def _told(value: object) -> str:
    return f"the text {shown(value)}" if isinstance(value, str) else f"{kind_of(value)} where a number belongs"
