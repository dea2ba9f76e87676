"""What the words of a sentence say about each of its numbers: of which metric, cases, change and noun, and in which role."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .ticket_text import Token

LINK = set(
    "is was are were be of at mean average averages averaging score scores value only just a the stays stays remains has have had to with on for and or in "
    "its their by from least most below under above over than less more lower higher line lines threshold minimum rises rise raises raise falls fall "
    "drops drop gains gain improves improve up down still both each every all these class case cases row rows again reaches reach "
    "after before needs need should must equals about than answers overall lifts lift brings goes grows grow sinks increases increase decreases decrease".split()
)
COMPARE = {
    "least": ">=", "reaches": ">=", "reach": ">=", "most": "<=", "below": "<", "under": "<", "above": ">", "over": ">", "<": "<", ">": ">",
    ">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=",
}
LINE = {"line", "lines", "threshold", "minimum"}
RISES = set("rises rise raises raise gains gain improves improve lifts lift grows grow increases increase".split())
FALLS = set("falls fall drops drop sinks sink decreases decrease loses lose".split())
GOAL = set("done until goal should must target when want wanted needs need again reach".split())
REPAIR = ("repair", "mend", "fix", "cure", "solve", "heal", "proof", "prove")
ROWS = set("row rows case cases question questions answer answers record records example examples item items".split())
THROUGH = set("on for in of at with case cases row rows both each by over".split())
ASIDE = set("is of the a at for on was are = : ( mean".split())
MEAN = {"mean", "average", "averages", "averaging", "averaged"}


class Said(NamedTuple):
    """One number or count and what is said of it. ``cases`` are those that a score is of, ``after`` those that follow directly.

    ``unit``: the word that follows, as in "90 days"; "" where it says nothing of its own ("0.00 on").
    """

    token: Token
    metric: str = ""
    step: str = ""
    role: str = "score"
    compare: str = ""
    cases: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    mean: bool = False
    noun: str = ""
    of: bool = False
    all: bool = False
    over: str = ""
    beside: tuple[int, int] | None = None
    change: str = ""
    repairs: bool = False
    fails: bool = False
    falls: bool = False
    goal: bool = False
    unit: str = ""
    labels: frozenset[str] = frozenset()


def said(tokens: Sequence[Token], change: str = "") -> Iterator[Said]:
    """What is said of each number of a sentence, in their order; ``change``: the intervention of the part before a semicolon."""
    taken: set[int] = set()
    words = {token.value for token in tokens if token.kind == "word"}
    common = {
        "repairs": any(str(word).startswith(REPAIR) for word in words), "fails": any(str(word).startswith("fail") for word in words),
        "falls": bool(words & FALLS), "goal": bool(words & GOAL), "labels": frozenset(token.value for token in tokens if token.kind == "label"),
    }
    for place, token in enumerate(tokens):
        if token.kind in ("number", "count"):
            yield _said(tokens, place, taken)._replace(change=_change(tokens, place) or change, unit=_unit(tokens, place), **common)


def _said(tokens: Sequence[Token], place: int, taken: set[int]) -> Said:
    token = tokens[place]
    metric, step, where = _subject(tokens, place)
    after, used = _following(tokens, max(place, where) + 1)
    mean = any(each.value in MEAN for each in _between(tokens, place)) or _next(tokens, place) in MEAN
    before = _preceding(tokens, place, taken, where if mean else -1)
    taken |= used
    noun, of = _noun(tokens, place)
    role, compare = _role(tokens, place)
    over = metric if token.kind == "count" and _is_over(tokens, place) else ""
    follows_all = place > 0 and tokens[place - 1].value in ("all", "these")
    return Said(
        token, "" if token.kind == "count" else metric, step, role, compare, after or before, after, mean, noun, of, follows_all, over,
        _beside(tokens, place),
    )


def _subject(tokens: Sequence[Token], place: int) -> tuple[str, str, int]:
    """The metric or the step ("k", "threshold") that the number is of, and where it stands; a metric that follows it at once wins over a far one."""
    ahead = place + 1
    while ahead < len(tokens) and tokens[ahead].value in ("mean", "average", "in", "of", "for"):
        ahead += 1
    follows = ahead if tokens[place].kind == "number" and ahead < len(tokens) and tokens[ahead].kind == "metric" else None
    far = False
    for back in range(place - 1, -1, -1):
        token = tokens[back]
        if token.kind == "metric":
            return (tokens[follows].value, "", follows) if far and follows is not None else (token.value, "", back)
        if token.value in ("k", "threshold") and not _metric_before(tokens, back):
            return "", token.value, back
        far |= token.kind in ("number", "count") or token.text == "," or token.value == "and"
        if not (token.kind in ("case", "number", "change", "label", "mark") or token.value in LINK):
            break
    return (tokens[follows].value, "", follows) if follows is not None else ("", "", -1)


def _metric_before(tokens: Sequence[Token], place: int) -> bool:
    """Whether "threshold" is said of a metric, as in "recall threshold": then it is a line."""
    return tokens[place].value == "threshold" and any(token.kind == "metric" for token in tokens[max(0, place - 4) : place + 4])


def _between(tokens: Sequence[Token], place: int) -> Sequence[Token]:
    """What stands between the number before and this one."""
    start = max((back + 1 for back in range(place) if tokens[back].kind in ("number", "count")), default=0)
    return tokens[start:place]


def _next(tokens: Sequence[Token], place: int) -> str:
    return tokens[place + 1].value if place + 1 < len(tokens) and tokens[place + 1].kind == "word" else ""


def _unit(tokens: Sequence[Token], place: int) -> str:
    word = _next(tokens, place)
    return "" if word in LINK | ROWS | MEAN | COMPARE.keys() or _kind_of_noun(tokens[place + 1 : place + 2]) else word


def _following(tokens: Sequence[Token], start: int) -> tuple[tuple[str, ...], set[int]]:
    """The cases that follow a number directly: "0.00 on `f1` and `f2`", "0.00 (`f1`)"; with their places."""
    place = start
    while place < len(tokens) and (tokens[place].value in THROUGH or tokens[place].text == "("):
        place += 1
    used: list[int] = []
    while place < len(tokens) and (tokens[place].kind == "case" or used and (tokens[place].text in ",&" or tokens[place].value in ("and", "or"))):
        used += [place] if tokens[place].kind == "case" else []
        place += 1
    return tuple(tokens[each].value for each in used), set(used)


def _preceding(tokens: Sequence[Token], place: int, taken: set[int], start: int) -> tuple[str, ...]:
    """The nearest cases before a number that belong to no number before it; of a mean, only those that stand behind its metric."""
    found: list[str] = []
    for back in range(place - 1, max(start, -1), -1):
        token = tokens[back]
        if token.kind == "case" and back not in taken:
            found.insert(0, token.value)
        elif found and not (token.text in ",&" or token.value in ("and", "or")):
            break
    return tuple(found)


def _noun(tokens: Sequence[Token], place: int) -> tuple[str, bool]:
    """Of what a count is: failures, rows or undecided ones; and whether "of" leads to it."""
    words = [token for token in tokens[place + 1 : place + 6]]
    end = next((at for at, token in enumerate(words) if token.kind in ("mark", "number", "count", "metric")), len(words))
    noun = _kind_of_noun(words[:end])
    of = bool(words) and words[0].value in ("of", "out")
    return (noun, of) if noun or of or tokens[place].kind == "number" else (_kind_of_noun(tokens[max(0, place - 2) : place]), of)


def _kind_of_noun(words: Sequence[Token]) -> str:
    for at, token in enumerate(words):
        if token.kind == "word" and token.value in ("failures", "failure", "fault", "faults"):
            return "failures"
        if token.kind == "word" and token.value in ROWS:
            return "failures" if any(each.value in ("failed", "failing") for each in words[:at]) else "rows"
        if token.value == "undecided":
            return "undecided"
    return ""


def _role(tokens: Sequence[Token], place: int) -> tuple[str, str]:
    """Whether a number is a score, a line, how far a score moves, or where it moves from or to."""
    following = tokens[place + 1].value if place + 1 < len(tokens) else ""
    if tokens[place].kind == "number" and tokens[place].value.signed:
        return "delta", ""
    back = place - 1
    while back >= 0 and (tokens[back].value in ASIDE or tokens[back].text in "=:(" or tokens[back].kind in ("metric", "case")):
        back -= 1
    word = (tokens[back].value if tokens[back].kind == "word" else tokens[back].text) if back >= 0 else ""
    if word == "than":
        more = {token.value for token in tokens[max(0, back - 3) : back]} & {"more", "higher", "greater"}
        return "line", ">" if more else "<"
    if word in COMPARE:
        return "line", COMPARE[word]
    if word in LINE or following in LINE:
        return "line", ""
    if word in ("to", "->", "→", "=>"):
        return "after", ""
    if word == "from" or str(following).startswith("->"):
        return "before", ""
    return ("delta", "") if word in RISES | FALLS | {"by"} else ("score", "")


def _is_over(tokens: Sequence[Token], place: int) -> bool:
    """Whether a count says over how many cases a mean runs: "0.50 over 4 of 6 cases"."""
    return place > 1 and tokens[place - 1].value in ("over", "across") and tokens[place - 2].kind in ("number", "metric")


def _beside(tokens: Sequence[Token], place: int) -> tuple[int, int] | None:
    """The count beside a percentage: "6 of 20 failures (30%)"; or, where none is beside it, the only one of the sentence."""
    for part in (tokens[max(0, place - 4) : place + 4], [] if _next(tokens, place) in ("of", "out") else tokens):
        near = [token.value for token in part if token.kind == "count"]
        if near:
            return near[0] if len(near) == 1 else None
    return None


def _change(tokens: Sequence[Token], place: int) -> str:
    """The intervention that is named nearest, before the number if there is one."""
    named = sorted((place - at if at < place else 1000 + at, token.value) for at, token in enumerate(tokens) if token.kind == "change")
    return named[0][1] if named else ""
