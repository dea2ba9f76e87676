"""The judge that plays stored replies: no key, no network, the same verdicts on every run."""

from collections import Counter
from collections.abc import Iterable
from threading import Lock
from typing import Any

from ..inputs import whole_k
from ..replies import Replies, Reply, UnknownRequest
from ..verdicts import Unscored
from .asking import TASKS, Request, Task, sent_to, short_hash
from .base import ReplyJudge, read_reply


class Player:
    """Finds the stored reply to a plain request: a scripted one, or one recorded with today's prompt; and counts what it played.

    ``origins`` counts (origin, source) of the replies that were played. ``model`` chooses among recordings of several models; given, only
    its recordings are played. Raises ValueError where there are several and none is chosen.
    """

    def __init__(self, replies: Iterable[Reply], run: int = 1, model: str | None = None):
        if isinstance(replies, (str, bytes)):
            raise ValueError(f"{replies!r} is a name; pass the replies themselves: load_replies({replies!r})")
        self.replies = replies if isinstance(replies, Replies) else Replies(replies)
        self.run, self.origins, self._lock = whole_k(run, "run"), Counter(), Lock()
        models = sorted({reply.request["model"] for reply in self.replies if "model" in reply.request})
        if model is None and len(models) > 1:
            raise ValueError(f"these replies come from several models; choose one, for example model={models[0]!r}: {', '.join(models)}")
        self.model, self._plain = model or "".join(models), model is None

    @property
    def fingerprint(self) -> str:
        """16 hex digits over the replies and the run."""
        rows = sorted([reply.key, reply.run, short_hash([reply.reply, reply.origin])] for reply in self.replies)
        return short_hash([rows, self.run, self.model])

    def find(self, request: Request, task: Task | None = None) -> Reply:
        """Return the reply. Raises UnknownRequest, which says what the nearest stored request has otherwise."""
        asked = [request] if self._plain else []
        if self.model:
            asked.append(sent_to(self.model, request, task or TASKS[request["task"]]))
        known = [each for each in asked if self.replies.runs(each)]
        reply = self.replies.find((known or asked[-1:])[0], self.run)
        with self._lock:
            self.origins[reply.origin, reply.source] += 1
        return reply


class ReplayJudge(ReplyJudge):
    """A judge that plays stored replies, scripted or recorded.

    ``run`` chooses among the runs of a request. A request that is not stored raises UnknownRequest, which says what changed; with
    ``unknown="unscored"`` it gives Unscored instead, for a set that is recorded in part.

    >>> from ragdiag_helpers.replies import load_replies
    >>> judge = ReplayJudge(load_replies("replies/answer_claims"))
    >>> judge.split("Backups are retained for 30 days on the Scale plan.")
    ('Backups are retained for 30 days on the Scale plan.',)
    >>> judge.origins
    Counter({('written for the course', 'course author, 2026-11-29'): 1})
    """

    name = "replay"
    max_in_flight = 1

    def __init__(self, replies: Iterable[Reply], run: int = 1, model: str | None = None, unknown: str = "raise"):
        if unknown not in ("raise", "unscored"):
            raise ValueError(f'unknown is {unknown!r}; write "raise", or "unscored" for a set that is recorded in part')
        self.player, self.unknown = Player(replies, run, model), unknown
        self.fingerprint = self.player.fingerprint

    @property
    def origins(self) -> Counter:
        """How many replies were played, by (origin, source)."""
        return self.player.origins

    def _ask(self, request: dict) -> Any:
        try:
            reply = self.player.find(request)
        except UnknownRequest as missing:
            if self.unknown == "raise":
                raise
            return Unscored(str(missing))
        return read_reply(request, reply.reply, reply.origin == "recorded live")
