"""What a history file holds, read back: nothing is believed that ``History.add`` could not have written.

Whoever reads a damaged or edited file learns which run is wrong; no score from it that is no score ever reaches a comparison.
"""

import json
from collections.abc import Callable, Iterable

from ..audit import METRICS, Mean
from .result import FAILED, NOT_JUDGED, PASSED
from .runs import RowScores, Run, is_score


def read_run(row: tuple) -> Run:
    """The run of a row of the table runs. Raises ValueError that names what is wrong."""
    number, time, commit, settings, *judge, lines, version, status, rows, means, tally = row
    texts = dict(zip(("time", "judge", "judge fingerprint", "data fingerprint", "version"), (time, *judge, version)))
    for name, value in texts.items():
        _check(isinstance(value, str), name)
    _check(_is_count(number) and number > 0, "number")
    _check(commit is None or isinstance(commit, str), "commit")
    _check(status in (None, PASSED, FAILED, NOT_JUDGED), "status")
    _check(_is_count(rows), "rows")
    lines, tally = _object("lines", lines, is_score), _object("tally", tally, _is_count)
    found = _object("means", means, _is_mean)
    _check(found.keys() >= set(METRICS), "means")
    means = {name: Mean(*each[:4], each[4] and tuple(each[4])) for name, each in found.items()}
    return Run(number, time, commit, _object("settings", settings), *judge, lines, version, status, rows, means, tally)


def read_scores(found: Iterable[tuple], rows: int) -> dict[str, RowScores]:
    """The scores of the rows of the table scores, of which there must be that many. Raises ValueError that names what is wrong."""
    kept = {}
    for id, fingerprint, label, scores in found:
        for name, value in (("id", id), ("fingerprint", fingerprint), ("label", label)):
            _check(isinstance(value, str), f"{name} of a row")
        values = _object(f"scores of row {id[:60]!r}", scores, lambda each: each is None or is_score(each))
        _check(values.keys() >= set(METRICS), f"scores of row {id[:60]!r}")
        kept[id] = RowScores(fingerprint, label, values)
    if len(kept) != rows:
        raise ValueError(f"it has {len(kept)} rows of scores, and says that it had {rows}")
    return kept


def _object(name: str, text: object, right: Callable[[object], bool] = lambda value: True) -> dict:
    """The JSON object in a text, of which every value is right."""
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        found = None
    _check(isinstance(found, dict) and all(map(right, found.values())), name)
    return found


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_mean(value: object) -> bool:
    """Whether a value is [mean, rows, undefined rows, unscored rows, [low, high] or null]; the mean null over no row."""
    if not isinstance(value, list) or len(value) != 5 or not all(map(_is_count, value[1:4])):
        return False
    mean, interval = value[0], value[4]
    if mean is None or interval is None:
        return mean is interval
    return isinstance(interval, list) and len(interval) == 2 and all(map(_is_average, (mean, *interval)))


def _is_average(value: object) -> bool:
    """Whether a value is a score, apart from what adding floats does."""
    return is_score(value) or isinstance(value, float) and -1e-9 < value < 1 + 1e-9


def _check(right: bool, name: str) -> None:
    if not right:
        raise ValueError(f"its {name} cannot be what was recorded")
