"""Plain values of learners' functions: compared by what they really are, and shown the same on every run."""

import math
from inspect import getattr_static
from types import MemberDescriptorType
from typing import Any

import numpy as np

LONGEST = 80  # characters of a dataclass's fields that are shown
MISSING = object()


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
    return repr(value) if is_exactly(value, bool, type(None)) else _of_class(value)


def _of_class(value: Any) -> str:
    """An object by its name and fields, where it is a dataclass. No method of a learner's class is called: it might hang or print."""
    kind, fields = type(value), getattr_static(type(value), "__dataclass_fields__", None)
    if is_exactly(fields, dict):
        return f"{kind.__name__}({_fields(value, [*fields])})"
    ours = str(kind.__module__).partition(".")[0] == __package__ and "__repr__" in vars(kind)
    return repr(value)[:LONGEST] if ours else f"an object of type {kind.__name__}"


def _fields(value: Any, names: list[str]) -> str:
    told = ""
    for name in names:
        told += f"{', ' if told else ''}{name}={_field(_held(value, name))}"
        if len(told) > LONGEST:
            return f"{told[:LONGEST]} ..."
    return told


def _held(value: Any, name: str) -> Any:
    """What a field holds, read past properties and whatever else a class may do."""
    held = getattr_static(value, name, MISSING)
    return held.__get__(value) if is_exactly(held, MemberDescriptorType) else held


def _field(value: Any) -> str:
    """A field in short: what is inside another object, or inside more than a handful of values, is left out."""
    if value is MISSING:
        return "?"
    if is_exactly(value, tuple, list) and len(value) <= 5 and all(is_number(each) or is_a(each, str) for each in value):
        return show(value)
    if is_exactly(value, tuple, list, dict, set, frozenset):
        return f"<{type(value).__name__} of {len(value)}>"
    inside = is_a(value, tuple, list, dict, set, frozenset) or getattr_static(type(value), "__dataclass_fields__", None)
    return f"<{type(value).__name__}>" if inside else show(value)


def _float(value: float) -> str:
    return f"{value:.1f}" if value.is_integer() else f"{value:.4g}"
