"""What counts as good input, and what to say when it is not: the rules that several modules share."""

import operator
from collections.abc import Collection, Iterable, Sequence


def whole_k(k: int, name: str = "k") -> int:
    """Return k as an int. Raises ValueError, under its name, where it is not a whole number of 1 or more.

    >>> whole_k(2)
    2
    """
    try:
        whole = None if isinstance(k, bool) else operator.index(k)
    except TypeError:
        whole = None
    if whole is None or whole < 1:
        raise ValueError(f"{name} is {k!r}; it must be a whole number of 1 or more, for example {name}=2")
    return whole


def id_set(ids: Collection[str], name: str) -> set[str]:
    """Return the distinct ids. Raises ValueError for one string, a dict, or an id that is not a string."""
    if isinstance(ids, str):
        raise ValueError(f"{name} is the string {ids!r}; it must be a list of ids: [{ids!r}]")
    if isinstance(ids, dict) or not isinstance(ids, Iterable):
        raise ValueError(f"{name} is a {type(ids).__name__}; it must be a list of ids, for example ['plans', 'auth']")
    ids = list(ids)
    try:
        "".join(ids)  # the quickest way to see that every one is a string
    except TypeError:
        each = next(each for each in ids if not isinstance(each, str))
        raise ValueError(f"{name} holds {each!r}, a {type(each).__name__}; ids are strings: write {str(each)!r}") from None
    return set(ids)


def ranking(ids: Sequence[str], name: str) -> Sequence[str]:
    """Return ids as they are, in rank order. Raises ValueError as id_set does, and for a set: it has no order."""
    if isinstance(ids, (set, frozenset)):
        raise ValueError(f"{name} is a set, which has no order; pass a list of ids, best first")
    if not isinstance(ids, Sequence):
        ids = list(ids) if isinstance(ids, Iterable) else ids  # an iterator would be empty after the check
    id_set(ids, name)
    return ids
