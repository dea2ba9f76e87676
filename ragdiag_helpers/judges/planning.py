"""A judge that asks nobody: run an audit with it, and it knows what the live run would ask, and what that costs."""

from typing import Any

from ..replies import request_key
from ..verdicts import Unscored
from .asking import SPLIT, VERIFY
from .base import ReplyJudge
from .claude import ClaudeJudge
from .cost import Estimate, estimate

PLANNED = Unscored("planned, not asked")


class PlanningJudge(ReplyJudge):
    """Plays what the cache of a ClaudeJudge has, notes every other request, and makes no call; it needs no key.

    ``missing`` holds the requests to make by their keys, ``cached`` how many are known. A split that is missing is guessed by the rules of
    ``splitting``, so that the verdicts on its claims are planned too; these are in ``guessed``, and counted, but cannot be asked yet.

    >>> plan = PlanningJudge(ClaudeJudge(cache=False))
    >>> plan.relevance("Price?", "25 dollars."), plan.estimate().calls
    (Unscored(reason='planned, not asked'), 1)
    """

    max_in_flight = 1

    def __init__(self, judge: ClaudeJudge):
        self.judge, self.fingerprint, self.name = judge, judge.fingerprint, f"plan for {judge.name}"
        self.missing: dict[str, dict] = {}
        self.guessed: dict[str, dict] = {}
        self._known: set[str] = set()
        self._claims: set[str] = set()

    @property
    def cached(self) -> int:
        """How many different requests the cache answers."""
        return len(self._known)

    def estimate(self, batch: bool = False) -> Estimate:
        """Calls, tokens and dollars of the live run."""
        requests = [*self.missing.values(), *self.guessed.values()]
        return estimate(requests, self.judge.account.base_url, self.cached, batch, self.judge.structured is not False)

    def _ask(self, plain: dict) -> Any:
        request = self.judge.request(plain)
        key, known = request_key(request), self.judge.known(request)
        if known is not None:
            self._known.add(key)
            return known
        from_guess = plain["task"] == VERIFY and not self._claims.isdisjoint(plain["claims"])
        (self.guessed if from_guess else self.missing)[key] = request
        return self._guess(plain["answer"]) if plain["task"] == SPLIT else PLANNED

    def _guess(self, answer: str) -> tuple[str, ...]:
        from ..splitting import split_claims

        claims = tuple(split_claims(answer))
        self._claims.update(claims)
        return claims
