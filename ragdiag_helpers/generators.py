"""Generators that answer from contexts with a model, or with the stored replies of one; the offline one lives in ``docent``."""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from threading import Lock
from typing import Any

from .judges.asking import GENERATE, GROUNDED, TASKS, generate_request, message_for, sent_to
from .judges.cache import Cache, recording
from .judges.calls import Caller
from .judges.clients import base_url_of, model_name, open_client
from .judges.cost import Account
from .judges.failures import Failed
from .judges.replay import Player
from .replies import Reply

PLAIN = TASKS[GENERATE]


class GenerationError(RuntimeError):
    """A generator gave no answer; the message says why."""


class ReplayGenerator:
    """Plays stored answers: (question, contexts) -> answer. Raises UnknownRequest where the question or a context has changed.

    ``run`` chooses among the runs; ``grounded`` plays recordings of the grounded prompt. ``origins`` counts what was played.

    >>> from ragdiag_helpers.replies import load_replies
    >>> generator = ReplayGenerator(load_replies("replies/generator"))
    >>> generator("How much does the Pro plan cost per month?", ["Pro costs 30."])
    Traceback (most recent call last):
    ragdiag_helpers.replies.UnknownRequest: no reply is stored for this request: the nearest stored one differs in contexts
      contexts: ["Pro costs 30."] was asked, ["Your plan decides how fast you may call Meridian... is stored
    """

    def __init__(self, replies: Iterable[Reply], run: int = 1, *, model: str | None = None, grounded: bool = False):
        self.player, self.task = Player(replies, run, model), GROUNDED if grounded else PLAIN

    @property
    def origins(self) -> Counter:
        """How many replies were played, by (origin, source)."""
        return self.player.origins

    def __call__(self, question: str, contexts: Sequence[str]) -> str:
        reply = self.player.find(generate_request(question, contexts), self.task).reply
        if not isinstance(reply, str):
            raise GenerationError(f"the stored reply is a {type(reply).__name__} where an answer in words belongs")
        return reply


class ClaudeGenerator:
    """Asks a model: (question, contexts) -> answer. ``grounded`` uses the prompt that keeps to the contexts and refuses without them.

    Answers are kept in the cache as a ClaudeJudge keeps its replies; client, model, cache and bounds mean what they mean there. A call that
    fails raises GenerationError, a missing key MissingKey before any call; neither holds the key.
    """

    def __init__(
        self, client: Any = None, model: str | None = None, grounded: bool = False, cache: Any = None, *, max_in_flight: int = 8,
        run: int = 1, tries: int = 3, max_wait: float = 20.0, timeout: float = 60.0, sleep: Any = time.sleep,
    ):
        self.model, self.task, self.run = model_name(model), GROUNDED if grounded else PLAIN, run
        self.cache, self.account = Cache.of(cache), Account(self.model, base_url_of(client))
        self._given, self._timeout = client, timeout
        self._bounds = {"max_in_flight": max_in_flight, "tries": tries, "max_wait": max_wait, "sleep": sleep}
        self._said: dict[str, Reply] = {}
        self._lock = Lock()

    def recorded(self) -> list[Reply]:
        """The answers of this generator's life, by key."""
        return [self._said[key] for key in sorted(self._said)]

    def __call__(self, question: str, contexts: Sequence[str]) -> str:
        request = sent_to(self.model, generate_request(question, contexts), self.task)
        reply = self.cache.find(request, self.run) if self.cache else None
        if reply is not None and isinstance(reply.reply, str):
            self.account.add(cached=1)
        else:
            reply = self._ask(request)
        self._said[reply.key] = reply
        return reply.reply

    @cached_property
    def _caller(self) -> Caller:
        client = open_client(self._given, self._timeout)
        self.account.base_url = base_url_of(client)
        return Caller(client, self.account, **self._bounds)

    def _ask(self, request: dict) -> Reply:
        with self._lock:
            caller = self._caller
        said = caller.send(message_for(request, task=self.task))
        if isinstance(said, Failed):
            self.account.failed(said.reason)
            raise GenerationError(f"{self.model} gave no answer: {said.reason}")
        reply = recording(request, said.text.strip(), self.run, said.model)
        if self.cache:
            self.cache.store(reply)
        return reply
