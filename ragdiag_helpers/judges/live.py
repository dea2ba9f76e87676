"""Live cells of a lesson: first what a piece of judging would cost, and only on request the judging itself."""

from collections.abc import Callable
from typing import Any

from ..verdicts import Judge
from .claude import ClaudeJudge
from .planning import PlanningJudge


def live(ask: bool, use: Callable[[Judge], Any], judge: ClaudeJudge | None = None) -> Any:
    """Print what ``use(judge)`` would cost with a live judge. With ``ask`` also do it, and return what it returns; else return None.

    ``judge``: by default a ClaudeJudge, so the environment says which model and server (docs/judges.md). Without ``ask`` nothing is sent and no
    key is needed. Raises MissingKey with ``ask`` and no key.

    >>> live(False, lambda judge: judge.relevance("What does Pro cost?", "25 dollars."))
    Cost: 1 call, about 132 prompt and 80 reply tokens, about 0.001 dollars.
    Not asked. Set ASK_CLAUDE = True above to ask.
    """
    judge = ClaudeJudge() if judge is None else judge
    plan = PlanningJudge(judge if ask else ClaudeJudge(model=judge.model, cache=False))  # without ask: the same bytes whatever the cache has
    use(plan)
    cost = str(plan.estimate()).split(" at the prices of ")[0]
    print(f"Cost: {cost}.")
    if not ask:
        print("Not asked. Set ASK_CLAUDE = True above to ask.")
        return None
    judge.check_key()
    return use(judge)
