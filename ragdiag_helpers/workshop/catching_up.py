"""One call for whoever fell behind, and after a restart of the kernel: the state that the next section needs."""

import contextlib
import io
import sys
from collections.abc import Iterator, MutableMapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .large import make_large
from .plan import load_plan


class Mine:
    """What a participant had written under names that a catch-up needed: mine.recall is their own recall."""

    def __repr__(self) -> str:
        return f"kept aside: {', '.join(f'mine.{name}' for name in vars(self)) or 'nothing'}"


_given: dict[str, Any] = {}  # what the last catch-ups put into the notebook, so that it is not taken for somebody's own


def catch_up(checkpoint: str, namespace: MutableMapping[str, Any] | None = None) -> None:
    """Set the names that the section which begins at a checkpoint needs, and say which; keep aside what they replace.

    ``namespace``: by default that of the caller, a notebook's own names. What stood there under a name and is something else is kept as
    ``mine.NAME`` (``mine.NAME_2`` when that is taken). Works as the first call after a restart of the kernel. Writes no file. Raises ValueError,
    with the list of checkpoints, for an unknown one.
    """
    names = sys._getframe(1).f_globals if namespace is None else namespace
    plan = load_plan()
    sections = {section["name"]: section for section in plan["sections"]}
    if checkpoint not in sections:
        known = "\n".join(f'  catch_up("{name}")  section {each["number"]}, {each["title"]}' for name, each in sections.items())
        raise ValueError(f"there is no checkpoint {checkpoint!r}. There are:\n{known}")
    found = sections[checkpoint]
    made = run_quietly(found["code"])
    kept = hand_over({name: made[name] for name in found["names"]}, names)
    make_large()
    needs = f"{', '.join(found['names'])}, and you have that now" if found["names"] else "nothing"
    print(f"Ready for section {found['number']}, {found['title']}. It needs {needs}.")
    if kept:
        print(f"Your own is kept aside: {', '.join(kept)}")


def run_quietly(cells: list[str]) -> dict[str, Any]:
    """Run cells in a namespace of their own; what they print or draw is not shown."""
    made: dict[str, Any] = {"__name__": "__main__"}
    with silence(), no_figures():
        for number, source in enumerate(cells, start=1):
            exec(compile(source, f"<catch-up, cell {number}>", "exec"), made)
    return made


def silence() -> contextlib.AbstractContextManager:
    """Swallow what is printed, and in a notebook also what is displayed."""
    if "IPython" in sys.modules:
        from IPython.utils.capture import capture_output

        return capture_output()
    return contextlib.redirect_stdout(io.StringIO())


@contextlib.contextmanager
def no_figures() -> Iterator[None]:
    """Close the figures that were drawn meanwhile, so that the notebook does not show them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    before = set(pyplot.get_fignums()) if pyplot else set()
    yield
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        for number in set(pyplot.get_fignums()) - before:
            pyplot.close(number)


def hand_over(state: dict[str, Any], names: MutableMapping[str, Any]) -> list[str]:
    """Put a state into a namespace. Return where each replaced object of the participant is kept, as "mine.NAME"."""
    own = {name: names[name] for name in state if name in names and is_own(name, names[name], state[name])}
    if own:
        if type(names.get("mine")).__name__ != Mine.__name__:
            own = {**({"mine": names["mine"]} if "mine" in names else {}), **own}
            names["mine"] = Mine()
    kept = [keep(names["mine"], name, value) for name, value in own.items()]
    names.update(state)
    _given.update(state)
    return kept


def keep(mine: Mine, name: str, value: Any) -> str:
    """Keep a value under its name, or under the next free one."""
    free, count = name, 1
    while hasattr(mine, free):
        count += 1
        free = f"{name}_{count}"
    setattr(mine, free, value)
    return f"mine.{free}"


def is_own(name: str, present: Any, ours: Any) -> bool:
    """Whether what stands under a name is the participant's: not ours, not what a catch-up gave, and not the same again."""
    if present is _given.get(name, _given) or present is ours or isinstance(present, ModuleType) and isinstance(ours, ModuleType):
        return False
    if isinstance(present, FunctionType) and isinstance(ours, FunctionType):
        return _shape(present.__code__) != _shape(ours.__code__)
    try:
        return not bool(present == ours)
    except Exception:  # an array, or whatever a participant made: when in doubt it is theirs
        return True


def _shape(code: CodeType) -> tuple:
    """What a function does, whatever the cell it was written in."""
    inner = tuple(_shape(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, inner
