"""A learner's function is called: what came of it, whether that is what was wanted, and the message that shows both."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from .values import is_a, is_exactly, is_number, same, show

LONGEST = 240  # characters of a call that is shown
passed: dict[str, dict[str, bool]] = {}  # exercise -> call -> whether it came out right, for `checks.progress`


class CheckFailed(AssertionError):
    """An exercise is not right yet; the message says what to think about."""

    def _render_traceback_(self) -> list[str]:  # IPython shows these lines in place of a traceback
        return str(self).splitlines()


class Raised:
    """An exception that a function raised, as opposed to one that it returned."""

    def __init__(self, error: Exception):
        self.error = error


def outcome(function: Callable, args: Sequence[Any]) -> Any:
    """What a function returns, or Raised. Raises CheckFailed where it is no function, or not written yet."""
    if not callable(function):
        raise CheckFailed(f"This should be your function, and it is {show(function)} now.\nRun the exercise cell again, then this one.")
    try:
        return function(*args)
    except Exception as error:
        if type(error) is NotImplementedError:  # a kind of it is another matter: input() raises one where nobody can answer
            raise CheckFailed(_unwritten(function, error)) from None
        return Raised(error)


def _unwritten(function: Callable, error: BaseException) -> str:
    step = error.__traceback__
    while step.tb_next:
        step = step.tb_next
    where, mine = step.tb_frame.f_code.co_name, name_of(function)
    missing = mine if where in (mine, "<lambda>") else f"{where}, which {mine} calls"
    return f"Not written yet: {missing}. Put your code in place of `raise NotImplementedError`, run that cell, then this one."


def matches(got: Any, wanted: Any) -> bool:
    """Whether an outcome is what was wanted: the same plain value, or Raised with an exception of the type that was wanted."""
    if is_a(wanted, type):
        return is_exactly(got, Raised) and issubclass(type(got.error), wanted)
    return not is_exactly(got, Raised) and same(got, wanted)


def full_name_of(function: Callable) -> str:
    """The name of a function with its module, where that is not the notebook itself."""
    return function.__name__ if function.__module__ == "__main__" else f"{function.__module__}.{function.__name__}"


def name_of(function: Callable) -> str:
    """The name of a function; "your function" where it has none."""
    name = getattr(function, "__name__", "<lambda>")
    return "your function" if name == "<lambda>" else name


def call_of(function: Callable, args: Sequence[Any]) -> str:
    """A call as one would write it, in about LONGEST characters. Where it is longer, the long arguments are shortened alike."""
    told, room = [show(arg) for arg in args], LONGEST - len(name_of(function))
    shortest_first = sorted(range(len(told)), key=lambda place: len(told[place]))
    for done, place in enumerate(shortest_first):  # what a short one leaves, the longer ones take
        told[place] = _shortened(told[place], room // (len(told) - done))
        room -= len(told[place]) + 2
    return f"{name_of(function)}({', '.join(told)})"


def _shortened(text: str, room: int) -> str:
    """A text without its middle where it is longer than ``room``, cut between words: both ends of a list say more than its beginning."""
    if len(text) <= room:
        return text
    half = max(room // 2 - 3, 8)
    return f"{text[:half].rpartition(' ')[0] or text[:half]} ... {text[-half:].partition(' ')[2] or text[-half:]}"


def message(call: str, got: Any, wanted: Any, thought: str) -> str:
    """What a check that fails says: the call, what came back, what was wanted, what to think about."""
    came, want = shown(got), shown(wanted)
    if came == want and is_number(got) and is_number(wanted):
        came, want = f"{float(got):.12g}", f"{float(wanted):.12g}"
    lines = {"came back": came, "wanted": want, "think": thought}
    told = [textwrap.fill(text, 96, initial_indent=f"  {name + ':':12}", subsequent_indent=" " * 14) for name, text in lines.items()]
    return "\n".join([f"Not yet: {call}", *told])


def shown(got: Any) -> str:
    """An outcome in words: a value, or the type of an exception."""
    kind = type(got.error) if is_exactly(got, Raised) else got if is_a(got, type) else None
    return show(got) if kind is None else with_article(kind.__name__)


def with_article(noun: str) -> str:
    """A noun with its article: "an int", "a ValueError"."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"
