"""A tally of the room's predictions: hands are raised, the presenter types the counts, the last row can read the bars.

It needs no server and no wifi. It does not know the answer before `reveal` is called, so it cannot show it.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from html import escape
from typing import Any

from ..checks import _guess as read_guess  # so that a tally and compare_prediction read a guess alike
from ..study.page import Html
from .plan import load_plan

UNTOLD = object()
INK, PAPER, BAR, RIGHT = "#111", "#fff", "#0072B2", "#00704F"  # fixed, so that it reads in a dark theme and on any projector
_room: dict[str, "Tally"] = {}  # the tallies of this session, by name; a restarted kernel forgets them


class Tally(Html):
    """How often each option was chosen, most often first. `majority` goes into the cell `prediction = ...`, `reveal` tells the answer."""

    def __init__(self, name: str, hands: Mapping[Any, int], words: Mapping[Any, str], answer: Any = UNTOLD):
        self.name, self.answer = name, answer
        self.words = {read_guess(option): said for option, said in words.items()}
        self.hands = dict(sorted(hands.items(), key=lambda each: -each[1]))  # a tie keeps the order in which it was typed
        super().__init__(_html(self), _text(self))

    @property
    def total(self) -> int:
        return sum(self.hands.values())

    @property
    def majority(self) -> Any:
        """The option that most hands chose; of a tie the one typed first. None where nobody raised a hand."""
        return next(iter(self.hands)) if self.total else None

    def right(self, option: Any) -> bool:
        """Whether an option is the answer. False for all before the reveal."""
        return self.answer is not UNTOLD and _same(option, self.answer)

    def reveal(self, answer: Any) -> "Tally":
        """Show the same bars with the right one marked, how many were right, and what the others believed.

        Numbers may be off by 0.005, as in `compare_prediction`. Raises ValueError for a word that is no option; a number may be one that
        nobody guessed.
        """
        if not any(_same(option, answer) for option in self.hands) and isinstance(read_guess(answer), str):
            near = get_close_matches(str(answer), map(str, self.hands), 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ValueError(f"{answer!r} is no option of {self.name!r}: {', '.join(map(repr, self.hands))}{hint}")
        _room[self.name] = Tally(self.name, self.hands, self.words, answer)
        return _room[self.name]

    def says(self, option: Any) -> str:
        """An option with its words, where there are any."""
        said = self.words.get(read_guess(option))
        return f"{option}: {said}" if said else str(option)


def tally(name: str, hands: Mapping[Any, int] | None = None, *, words: Mapping[Any, str] | None = None, room: int | None = None) -> Tally:
    """Show how many hands each option got, most first. The same name again with other counts replaces them; without counts it shows them again.

    ``hands``: option (text or number) -> raised hands, a whole number. ``words``: option -> what it says; for a prediction of the
    workshop they are known. ``room``: how many people there are, so that too many hands are noticed. Raises ValueError that names the fix.

    >>> tally("k4", {"falls": 9, "rises": 12})
    k4, 21 hands
      ############  12  rises
      #########      9  falls
    >>> tally("k4").reveal("falls")
    k4, 21 hands
      ############  12  rises
      #########      9  falls  <- right
    9 of 21 were right. The others believed: rises (12).
    """
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"a tally needs a name in quotes, for example tally('k4', {{'rises': 12, 'falls': 9}}); this is {name!r}")
    if hands is None:
        if name not in _room:
            raise ValueError(f"there is no tally {name!r} yet; type it with its hands. There are: {', '.join(_room) or 'none'}")
        return _room[name]
    _check_hands(hands, room)
    known = words if words is not None else _known_words(name)
    if known and (strange := [each for each in hands if read_guess(each) not in map(read_guess, known)]):
        raise ValueError(f"{strange[0]!r} is no option of {name!r}; its options are {', '.join(map(repr, known))}")
    _room[name] = Tally(name, hands, known)
    return _room[name]


def _check_hands(hands: Any, room: int | None) -> None:
    if not isinstance(hands, Mapping) or len(hands) < 2:
        raise ValueError(f"write two options or more with their hands, for example {{'rises': 12, 'falls': 9}}; this is {hands!r}")
    for option, count in hands.items():
        if not isinstance(option, (str, int, float)) or isinstance(option, bool) or not str(option).strip():
            raise ValueError(f"an option is a text in quotes or a number; this is {option!r}")
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise ValueError(f"{option!r} has {count!r} hands; write a whole number, 0 or more")
    seen = [read_guess(option) for option in hands]
    if twice := [option for option, guess in zip(hands, seen) if seen.count(guess) > 1]:
        raise ValueError(f"{' and '.join(map(repr, twice))} are the same option; add their hands")
    if room is not None and sum(hands.values()) > room:
        raise ValueError(f"{sum(hands.values())} hands in a room of {room}; count again")


def _known_words(name: str) -> dict[Any, str]:
    """The options of a prediction of the workshop, in the lesson's words; none where the plan is not at hand or has no such prediction."""
    try:
        return load_plan().get("predictions", {}).get(name, {}).get("options", {})
    except FileNotFoundError:
        return {}


def _same(option: Any, answer: Any) -> bool:
    one, other = read_guess(option), read_guess(answer)
    return one == other or isinstance(one, float) and isinstance(other, float) and abs(one - other) <= 0.005


def verdict(found: Tally) -> str:
    """One sentence: how many were right, and what the others believed. Empty before the reveal."""
    if found.answer is UNTOLD:
        return ""
    right = sum(count for option, count in found.hands.items() if found.right(option))
    wrong = [f"{found.says(option)} ({count})" for option, count in found.hands.items() if count and not found.right(option)]
    nobody = "" if any(map(found.right, found.hands)) else f"It is {found.answer}. "
    believed = f" The others believed: {'; '.join(wrong)}." if wrong and right else f" They believed: {'; '.join(wrong)}." if wrong else ""
    return f"{nobody}{right} of {found.total} {'was' if right == 1 else 'were'} right.{believed}" if found.total else f"It is {found.answer}. Nobody raised a hand."


def _text(found: Tally) -> str:
    longest = max(len(_bar(found, count)) for count in found.hands.values())
    lines = [
        f"  {_bar(found, count):{longest}}  {count:2}  {found.says(option)}{'  <- right' if found.right(option) else ''}" for option, count in found.hands.items()
    ]
    return "\n".join([f"{found.name}, {found.total} {'hand' if found.total == 1 else 'hands'}", *lines, *filter(None, [verdict(found)])])


def _bar(found: Tally, count: int) -> str:
    return "#" * round(count * min(1, 30 / max(1, *found.hands.values())))


def _html(found: Tally) -> str:
    rows = "".join(_row(found, option, count) for option, count in found.hands.items())
    said = f"<p style='margin:.5em 0 0;font-weight:700'>{escape(verdict(found))}</p>" if verdict(found) else ""
    return (
        f"<section style='background:{PAPER};color:{INK};font:28px/1.3 system-ui,sans-serif;padding:.6em .8em;max-width:42em'>"
        f"<p style='margin:0 0 .4em'><b>{escape(found.name.replace('_', ' '))}</b>, {found.total} {'hand' if found.total == 1 else 'hands'}</p>{rows}{said}</section>"
    )


def _row(found: Tally, option: Any, count: int) -> str:
    """One bar: its length, its count and a mark in words say the same as its colour."""
    right = found.right(option)
    width = 100 * count / max(1, *found.hands.values())
    mark = f" <b style='color:{RIGHT};white-space:nowrap'>&#10003; right</b>" if right else ""
    bar = f"<div style='background:{RIGHT if right else BAR};height:30px;min-width:3px;width:{width:.0f}%'></div>"
    return (
        f"<div style='margin:.35em 0'><div>{escape(found.says(option))}{mark}</div><div style='display:flex;align-items:center;gap:.4em'>"
        f"<div style='flex:1'>{bar}</div><b style='width:2.2em;text-align:right;font-size:34px'>{count}</b></div></div>"
    )
