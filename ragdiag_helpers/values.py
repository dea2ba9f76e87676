"""Plain values of learners' functions: compared by what they really are, and shown the same on every run."""

import math
from typing import Any

import numpy as np


def same(got: Any, wanted: Any) -> bool:
    """True where both are the same plain value; numbers within 1e-9 (1e-6 for short floats).

    Types are read from the objects themselves, so one that always claims to be equal is not.
    """
    try:
        return _same(got, wanted)
    except (OverflowError, RecursionError):
        return False


def _same(got: Any, wanted: Any) -> bool:
    if is_number(wanted):
        close = 1e-6 if is_exactly(got, np.float32, np.float16) else 1e-9
        return is_number(got) and math.isclose(float(got), float(wanted), rel_tol=0, abs_tol=close)
    if is_exactly(wanted, bool, type(None)):
        return got is wanted
    if is_a(wanted, str):
        return is_a(got, str) and str.__eq__(got, wanted)
    if is_a(wanted, tuple, list):
        return is_a(got, tuple, list) and len(_items(got)) == len(_items(wanted)) and all(map(_same, _items(got), _items(wanted)))
    if is_a(wanted, dict):
        return is_a(got, dict) and same(sorted(dict.items(got), key=show), sorted(dict.items(wanted), key=show))
    kinds = (set, frozenset)
    return is_exactly(wanted, *kinds) and is_exactly(got, *kinds) and same(sorted(got, key=show), sorted(wanted, key=show))


def is_number(value: Any) -> bool:
    """True for an int, a float or a real numpy number, and for nothing that only pretends to be one."""
    return is_exactly(value, int, float) or is_a(value, np.integer, np.floating) and not is_a(value, np.timedelta64)


def is_exactly(value: Any, *kinds: type) -> bool:
    return any(type(value) is kind for kind in kinds)


def is_a(value: Any, *kinds: type) -> bool:
    return any(any(base is kind for base in type(value).__mro__) for kind in kinds)


def _items(value: Any) -> list:
    return list(tuple.__iter__(value) if is_a(value, tuple) else list.__iter__(value))


def show(value: Any) -> str:
    """A value as a reader would write it, the same on every run: floats to four digits, sets sorted."""
    if is_number(value):
        return str(int(value)) if is_exactly(value, int) or is_a(value, np.integer) else _float(float(value))
    if is_exactly(value, set, frozenset):
        return "{" + ", ".join(sorted(map(show, value))) + "}" if value else "set()"
    if is_a(value, list):
        return "[" + ", ".join(map(show, _items(value))) + "]"
    if is_a(value, tuple):
        return "(" + ", ".join(map(show, _items(value))) + ("," if len(_items(value)) == 1 else "") + ")"
    if is_a(value, dict):
        return "{" + ", ".join(f"{show(key)}: {show(each)}" for key, each in dict.items(value)) + "}"
    if is_a(value, str):
        return repr(str.__str__(value))
    return repr(value) if is_exactly(value, bool, type(None)) else f"an object of type {type(value).__name__}"


def _float(value: float) -> str:
    return f"{value:.1f}" if value.is_integer() else f"{value:.4g}"
