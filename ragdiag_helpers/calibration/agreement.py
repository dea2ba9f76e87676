"""How well a judge's decisions fit reference labels: agreement, kappa, confusion, TPR and TNR, error, flips, a corrected rate.

One contract for all: two sequences of the same length, one decision an item, as strings, bools or numbers, the same sort on both
sides. "refuted" means "not supported". What is no decision (None, NaN, Unscored, "undecided") raises ValueError: leave such items out
and say how many, as ``calibration.calibrate`` does. So do sides of different length or of different sorts. No item gives None.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from numbers import Real
from typing import Any, NamedTuple

from ..verdicts import REFUTED, SUPPORTED, UNDECIDED, Unscored, Verdict

NOT_SUPPORTED = "not supported"
POSITIVE, NEGATIVE = (SUPPORTED, True), (NOT_SUPPORTED, False)


class Confusion(NamedTuple):
    """Decisions counted against labels; positive means supported. ``fp`` is the judge's supported where the label is not."""

    tp: int
    fp: int
    fn: int
    tn: int


class Rates(NamedTuple):
    """Share of the positive labels that the judge calls positive, and of the negative ones that it calls negative.

    From 0 to 1; None where there is no such label.
    """

    tpr: float | None
    tnr: float | None


def agreement(judged: Sequence[Hashable], labels: Sequence[Hashable]) -> float | None:
    """Share of items on which judge and label are the same, from 0 to 1; no item: None. Raises ValueError by the contract above.

    >>> agreement(["supported", "refuted", "refuted", "supported"], ["supported", "not supported", "supported", "supported"])
    0.75
    """
    pairs = decided_pairs(judged, labels)
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else None


def cohen_kappa(judged: Sequence[Hashable], labels: Sequence[Hashable]) -> float | None:
    """Agreement beyond chance: (observed - expected) / (1 - expected), from -1 to 1; 0 is what a judge gets that does not look.

    Expected is the agreement of two raters with the same shares of each label who decide independently. None where the reference
    holds one label only, or no item: then nothing tells a good judge from a constant one. Raises ValueError by the contract above.
    Source: Cohen (1960).

    >>> cohen_kappa([True, True, False, True], [True, True, False, False])
    0.5
    """
    pairs = decided_pairs(judged, labels)
    if len({label for _, label in pairs}) < 2:
        return None
    left, right = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    observed = sum(one == other for one, other in pairs) / len(pairs)
    expected = sum(count * right[each] for each, count in left.items()) / len(pairs) ** 2
    return (observed - expected) / (1 - expected)


def confusion(judged: Sequence[Hashable], labels: Sequence[Hashable], positive: Hashable = None) -> Confusion:
    """Count true and false positives and negatives; positive is "supported" or True, negative "not supported", "refuted" or False.

    Name another ``positive`` for other labels; then all else is negative. Whole numbers of 0 or more; no item: four zeros. Raises
    ValueError for a label that is neither, and by the contract above.

    >>> confusion([True, True, False], [True, False, False])
    Confusion(tp=1, fp=1, fn=0, tn=1)
    """
    sides = Counter((_is_positive(one, positive), _is_positive(other, positive)) for one, other in decided_pairs(judged, labels))
    return Confusion(sides[True, True], sides[True, False], sides[False, True], sides[False, False])


def tpr_tnr(judged: Sequence[Hashable], labels: Sequence[Hashable], positive: Hashable = None) -> Rates:
    """True positive rate tp / (tp + fn) and true negative rate tn / (tn + fp), from 0 to 1; None without such a label.

    ``positive`` and what raises ValueError are as in ``confusion``.

    >>> tpr_tnr(["supported", "supported"], ["supported", "not supported"])
    Rates(tpr=1.0, tnr=0.0)
    """
    tp, fp, fn, tn = confusion(judged, labels, positive)
    return Rates(tp / (tp + fn) if tp + fn else None, tn / (tn + fp) if tn + fp else None)


def mean_absolute_error(judged: Sequence[float], scores: Sequence[float]) -> float | None:
    """Mean distance between two scores of the same item, in points of their scale; 0 (perfect) or more, no item: None.

    Raises ValueError for what is no finite number (text, True, inf), and by the contract above.

    >>> mean_absolute_error([5, 4, 2], [5, 5, 5])
    1.3333333333333333
    """
    pairs = decided_pairs(judged, scores)
    if wrong := [each for pair in pairs for each in pair if not _is_finite(each)]:
        raise ValueError(f"{wrong[0]!r} is a {type(wrong[0]).__name__}; an error is taken between finite numbers, for example 4 and 5")
    return math.fsum(abs(one - other) for one, other in pairs) / len(pairs) if pairs else None


def rogan_gladen(observed: float, tpr: float | None, tnr: float | None) -> float | None:
    """The true share of positives behind a share that an imperfect judge observed: (observed + tnr - 1) / (tpr + tnr - 1).

    Clipped to 0-1. None, "undefined: the judge is no better than chance", where tpr + tnr <= 1, and where tpr or tnr is None. Raises
    ValueError for what is no number from 0 to 1, and for an ``observed`` of None. Source: Rogan and Gladen, Estimating prevalence from
    the results of a screening test (1978).

    >>> round(rogan_gladen(0.80, tpr=0.92, tnr=0.88), 4)
    0.85
    """
    for name, value in (("observed", observed), ("tpr", tpr), ("tnr", tnr)):
        if (value is not None or name == "observed") and not (_is_finite(value) and 0 <= value <= 1):
            raise ValueError(f"{name} is {value!r}; it must be a share from 0 to 1")
    if tpr is None or tnr is None or tpr + tnr <= 1:
        return None
    return min(1.0, max(0.0, float((observed + tnr - 1) / (tpr + tnr - 1))))


def flip_rate(runs: Sequence[Sequence[Hashable]]) -> float | None:
    """Share of items on which repeated runs of one judge do not all decide the same, from 0 to 1; no item: None.

    ``runs`` are the verdicts of each run, over the same items in the same order; "undecided" is a verdict here. Raises ValueError for
    fewer than two runs, runs of different length, an unscored item, and what is no list of runs.

    >>> flip_rate([["supported", "refuted"], ["supported", "supported"]])
    0.5
    """
    if not isinstance(runs, Iterable):
        raise ValueError(f"runs is a {type(runs).__name__}; pass the verdicts of two runs or more, one list a run")
    columns = [labels_of(run, f"run {number}", undecided=True) for number, run in enumerate(runs, start=1)]
    if len(columns) < 2:
        raise ValueError(f"{len(columns)} run cannot show a flip; pass the verdicts of two runs or more, one list a run")
    for number, column in enumerate(columns, start=1):
        _same_length(columns[0], column, "run 1", f"run {number}")
    items = list(zip(*columns))
    return sum(len(set(item)) > 1 for item in items) / len(items) if items else None


def decided_pairs(judged: Sequence[Hashable], labels: Sequence[Hashable]) -> list[tuple[Any, Any]]:
    """Both sides item by item, checked by the contract above. Raises ValueError that names the item and the fix."""
    left, right = labels_of(judged, "judged"), labels_of(labels, "labels")
    _same_length(left, right, "judged", "labels")
    sorts = {"text" if isinstance(each, str) else "number" if isinstance(each, (bool, int, float)) else type(each).__name__
             for each in left + right}
    if len(sorts) > 1:
        raise ValueError(f"judged and labels mix {' and '.join(sorted(sorts))}; use one sort of label on both sides")
    return list(zip(left, right))


def labels_of(values: Sequence[Hashable], name: str, undecided: bool = False) -> list[Any]:
    """The decisions as plain values. Raises ValueError for what is no sequence, or holds what is no decision."""
    if isinstance(values, (str, bytes, dict, set, frozenset)) or not isinstance(values, Iterable):
        raise ValueError(f"{name} is a {type(values).__name__}; it must be a list with one decision an item")
    return [_decision(value, f"{name}[{place}]", undecided) for place, value in enumerate(values)]


def _decision(value: Any, where: str, undecided: bool) -> Any:
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, Verdict):
        raise ValueError(f"{where} is a Verdict; pass its label: {value.label!r}")
    if value is None or isinstance(value, Unscored) or value != value or (value == UNDECIDED and not undecided):
        what = "unscored" if isinstance(value, Unscored) else repr(value)
        raise ValueError(f"{where} is {what}, which is no decision; leave such items out on both sides and say how many (calibrate does)")
    if not isinstance(value, Hashable):
        raise ValueError(f"{where} is a {type(value).__name__}; a decision is a string, a bool or a number")
    return NOT_SUPPORTED if value == REFUTED else value


def _is_finite(value: Any) -> bool:
    """Whether a value is a number, no bool, NaN or infinity, that a float can hold."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


def _same_length(one: list, other: list, name: str, other_name: str) -> None:
    if len(one) != len(other):
        raise ValueError(f"{name} holds {len(one)} items and {other_name} {len(other)}; both must cover the same items in the same order")


def _is_positive(value: Any, positive: Hashable) -> bool:
    if positive is not None:
        return value == positive
    if value in POSITIVE or value in NEGATIVE:
        return value in POSITIVE
    raise ValueError(f"{value!r} is neither positive nor negative; use 'supported' and 'not supported', or name positive=...")
