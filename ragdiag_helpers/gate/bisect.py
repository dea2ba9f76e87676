"""Find the run that broke a RAG in few looks, as git bisect finds a commit: halve the runs between a good one and a bad one."""

import math
from collections.abc import Sequence

from .runs import Run


class TooManyLooks(RuntimeError):
    """More runs were looked at than a history allows, or the same runs without end."""


class Looks:
    """A history in which a mean costs a look, since somebody has to run the RAG over all questions for it; what a log holds costs nothing.

    ``most`` is how many runs may be looked at (default: enough for halving, not for walking); a second look at one run is free, but not without end.

    >>> history = Looks([{"run": 1, "judge": "rules-1", "recall": 0.9}, {"run": 2, "judge": "rules-1", "recall": 0.6}])
    >>> len(history), history.number(1), history.judge(1), history.mean(1, "recall"), history.looked_at
    (2, 2, 'rules-1', 0.6, (2,))
    """

    def __init__(self, runs: Sequence[Run | dict], most: int | None = None):
        self._runs = [_plain(run) if isinstance(run, Run) else dict(run) for run in runs]
        self.most = enough(len(self._runs)) if most is None else most
        self._seen: dict[int, None] = {}
        self._calls = 0

    def __len__(self) -> int:
        return len(self._runs)

    def __repr__(self) -> str:
        return f"Looks({len(self)} runs, at most {self.most} looks)"

    @property
    def looked_at(self) -> tuple[int, ...]:
        """The numbers of the runs that were looked at, in that order."""
        return tuple(self._runs[place]["run"] for place in self._seen)

    def number(self, place: int) -> int:
        """The number of the run at a place, 0 to len - 1, oldest first. Raises IndexError for another place, as all three do."""
        return self._at(place)["run"]

    def judge(self, place: int) -> str:
        """The fingerprint of the judge of that run."""
        return self._at(place)["judge"]

    def mean(self, place: int, metric: str) -> float:
        """The mean of a metric in that run, 0 to 1. Raises TooManyLooks, KeyError for a metric that it lacks."""
        run = self._at(place)
        self._calls += 1
        if self._calls > 20 * self.most + 100:
            raise TooManyLooks("the same runs are looked at again and again: this loop does not end")
        if place not in self._seen and len(self._seen) >= self.most:
            raise TooManyLooks(f"this would be look {self.most + 1}, and {self.most} are allowed for {len(self)} runs")
        self._seen[place] = None
        return run[metric]

    def _at(self, place: int) -> dict:
        if not 0 <= place < len(self._runs):
            raise IndexError(f"there is no place {place}; there are 0 to {len(self) - 1}")
        return self._runs[place]


def enough(runs: int) -> int:
    """How many looks always suffice to find the first bad of so many runs: both ends, and one for each halving, and one to spare.

    >>> enough(30), enough(1000)
    (8, 13)
    """
    return 3 + math.ceil(math.log2(max(runs, 1)))


def first_bad(history: Looks, metric: str, line: float) -> int | None:
    """The number of the first run whose mean is below the line, among the runs that the newest run's judge has judged.

    None if the newest is not below it (nothing is broken), if the oldest of them is below it already (it broke before that judge came, or that
    judge is stricter), or if there is no run. It takes for granted that what broke stayed broken.
    """
    places = [place for place in range(len(history)) if history.judge(place) == history.judge(len(history) - 1)]
    if not places or history.mean(places[-1], metric) >= line or history.mean(places[0], metric) < line:
        return None
    good, bad = 0, len(places) - 1
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (good, middle) if history.mean(places[middle], metric) < line else (middle, bad)
    return history.number(places[bad])


def _plain(run: Run) -> dict:
    means = {name: mean.value for name, mean in run.means.items() if mean.value is not None}
    return {"run": run.number, "judge": run.judge_fingerprint, **means}
