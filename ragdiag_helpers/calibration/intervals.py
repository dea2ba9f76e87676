"""How far a figure from few items may be off: Wilson and bootstrap intervals, all seeded, the same on every run."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from ..inputs import whole_k

Interval = tuple[float, float]
ROUNDS = 2000
CELLS = 2_000_000  # resampled values held in memory at once
NUMBERS = "values must be numbers or bools, or rows of them of equal length"
NUMERIC = "biufO"  # numpy's kinds; O is what holds a None among numbers, too
LEAVE_OUT = "leave unscored items out first, and say how many"


class PairedDifference(NamedTuple):
    """Mean of after - before over the ``n`` ids scored in both, with its interval; ``left_out`` ids are not scored in both.

    Mean and interval run from -1 to 1 for scores from 0 to 1, and are None where n is 0.
    """

    difference: float | None
    interval: Interval | None
    n: int
    left_out: int


def wilson_interval(successes: int, n: int, confidence: float = 0.95) -> Interval | None:
    """The interval in which a true share plausibly lies after ``successes`` out of ``n``; within 0-1, n = 0: None.

    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n). Unlike p ± z·s it is never empty at 0 or n. Raises ValueError for counts that are
    no whole numbers from 0 to n, or a confidence outside 0-1. Source: Wilson (1927).

    >>> [round(end, 3) for end in wilson_interval(16, 20)]
    [0.584, 0.919]
    """
    n, successes = (0 if each == 0 else whole_k(each, name) for name, each in (("n", n), ("successes", successes)))
    if successes > n:
        raise ValueError(f"{successes} successes out of {n}; there cannot be more than n")
    z = NormalDist().inv_cdf((1 + _share(confidence)) / 2)
    if n == 0:
        return None
    p, spread = successes / n, z * z / n
    middle, half = p + spread / 2, z * math.sqrt(p * (1 - p) / n + spread / (4 * n))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return 0.0 if successes == 0 else max(0.0, low), 1.0 if successes == n else min(1.0, high)


def bootstrap_interval(
    values: Sequence[Any],
    statistic: Callable[[np.ndarray], float | None] = np.mean,
    confidence: float = 0.95,
    seed: int = 0,
    rounds: int = ROUNDS,
) -> Interval | None:
    """Percentile interval of a statistic over ``rounds`` resamples of the values with replacement; no value: None.

    ``values`` are numbers or bools, or rows of equal length such as (judged, label) pairs; ``statistic`` gets an array of them. A
    resample for which it returns None or NaN is left out; if more than half are, so is the interval (None). The ends lie within what the
    statistic can be. Raises ValueError for a None, NaN or infinity among the values, also within a row: leave unscored items out first and
    say how many; for what is no list of numbers; for a confidence outside 0-1, a seed below 0 and no rounds.
    Source: Efron, Bootstrap methods (1979).

    >>> bootstrap_interval([0.5, 0.5, 0.5])
    (0.5, 0.5)
    """
    array = _numbers(values)
    tail, rounds = (1 - _share(confidence)) / 2, whole_k(rounds, "rounds")
    if not len(array):
        return None
    random, found, step = np.random.default_rng(_seed(seed)), [], max(1, CELLS // len(array))
    for start in range(0, rounds, step):
        picks = random.integers(0, len(array), size=(min(step, rounds - start), len(array)))
        found.extend(_statistics(array, picks, statistic))
    known = [each for each in found if each is not None and math.isfinite(each)]
    if len(known) * 2 < rounds:
        return None
    low, high = np.quantile(np.array(known, dtype=float), [tail, 1 - tail])
    return float(low), float(high)


def paired_bootstrap(
    before: Mapping[str, float | None],
    after: Mapping[str, float | None],
    confidence: float = 0.95,
    seed: int = 0,
    rounds: int = ROUNDS,
) -> PairedDifference:
    """Mean change of the same items between two runs, with a percentile interval over resampled items.

    Both map an id to its score. Only ids scored in both count, so that a change of the item set is not taken for a change of quality; None
    is unscored. No shared id: None for both. Raises ValueError for what is no mapping, and what ``bootstrap_interval`` raises.

    >>> paired_bootstrap({"q1": 1.0, "q2": 0.5}, {"q1": 0.5, "q2": 0.0, "q3": 1.0})
    PairedDifference(difference=-0.5, interval=(-0.5, -0.5), n=2, left_out=1)
    """
    for name, scores in (("before", before), ("after", after)):
        if not isinstance(scores, Mapping):
            raise ValueError(f"{name} is a {type(scores).__name__}; it must map each id to its score, for example {{'q1': 0.5}}")
    shared = sorted(each for each in before.keys() & after.keys() if before[each] is not None and after[each] is not None)
    changes = _numbers([after[each] for each in shared]) - _numbers([before[each] for each in shared])
    mean = math.fsum(changes) / len(changes) if shared else None
    return PairedDifference(mean, bootstrap_interval(changes, np.mean, confidence, seed, rounds), len(shared),
                            len(before.keys() | after.keys()) - len(shared))


def _share(confidence: float) -> float:
    if not isinstance(confidence, (int, float)) or not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence!r}; it must lie between 0 and 1, for example 0.95")
    return confidence


def _seed(seed: int) -> int:
    """The seed as an int: None would draw another interval on every run."""
    try:
        return 0 if seed == 0 and not isinstance(seed, bool) else whole_k(seed, "seed")
    except ValueError:
        raise ValueError(f"seed is {seed!r}; it must be a whole number of 0 or more, so that every run draws the same") from None


def _numbers(values: Sequence[Any]) -> np.ndarray:
    """The values as an array of finite floats, a row a value. Raises ValueError that says which value is none."""
    if isinstance(values, (str, bytes, set, frozenset, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{NUMBERS}, in a list, not a {type(values).__name__}")
    try:
        plain = np.array(values if isinstance(values, np.ndarray) else list(values))
        array = plain.astype(float) if plain.dtype.kind in NUMERIC and plain.ndim else None  # None becomes NaN
    except (TypeError, ValueError, OverflowError):
        array = None
    if array is None or len(array) and not array.size:
        raise ValueError(NUMBERS)
    known = np.isfinite(array).reshape(len(array), -1).all(axis=1) if array.size else np.array([True])
    if not known.all():
        place = int(np.argmin(known))
        raise ValueError(f"values[{place}] is {plain[place].tolist() if plain.ndim > 1 else plain.tolist()[place]!r}; {LEAVE_OUT}")
    return array


def _statistics(array: np.ndarray, picks: np.ndarray, statistic: Callable) -> list[float | None]:
    if statistic is np.mean and array.ndim == 1:
        return array[picks].mean(axis=1).tolist()
    return [statistic(array[pick]) for pick in picks]
