"""The live judge: Claude, or any model behind a server that speaks the Messages API, such as Ollama."""

import time
from functools import cached_property
from threading import Lock
from typing import Any

from ..inputs import whole_k
from ..replies import Reply, request_key
from ..verdicts import Unscored
from .asking import TASKS, Request, message_for, prompts_fingerprint, sent_to, short_hash
from .base import ReplyJudge, read_reply
from .cache import Cache, recording
from .calls import Caller, Said
from .clients import base_url_of, model_name, open_client, telling_of
from .cost import Account
from .failures import Failed
from .parsing import known_fields, reply_object

REFUSED = (400, 422)  # how a server says that it does not know a parameter


class ClaudeJudge(ReplyJudge):
    """A judge that asks a model, and keeps every good reply on disk by the content of its request.

    ``client`` is an ``anthropic.Anthropic``; by default one from the environment (ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a server of
    your own), made at the first call. ``model``: by default RAGDIAG_MODEL, else claude-haiku-4-5. ``cache``: a folder, False for none, by
    default RAGDIAG_CACHE or the cache folder of the system. ``run`` numbers repeated runs, each with replies of its own. Call it from as
    many threads as you like: ``max_in_flight`` bounds the calls. Whatever fails is Unscored with its reason; only a missing key raises
    (MissingKey), before any call. ``account`` says what was spent.
    """

    def __init__(
        self, client: Any = None, model: str | None = None, max_in_flight: int = 8, cache: Any = None, *,
        run: int = 1, tries: int = 3, max_wait: float = 20.0, timeout: float = 60.0, sleep: Any = time.sleep,
    ):
        self.model = self.name = model_name(model)
        self.max_in_flight, self.run = whole_k(max_in_flight, "max_in_flight"), whole_k(run, "run")
        self.fingerprint = short_hash([prompts_fingerprint(), self.model])
        self.cache, self.structured = Cache.of(cache), None  # structured: whether the server knows output_config, once that is known
        self.account = Account(self.model, base_url_of(client))
        self._given, self._timeout, self._bounds = client, timeout, {"tries": tries, "max_wait": max_wait, "sleep": sleep}
        self._lock, self._busy, self._said, self._stopped = Lock(), {}, {}, False

    def check_key(self) -> None:
        """Raise MissingKey where there is no key, before anything is asked."""
        with self._lock:
            self.caller  # noqa: B018 - making it checks the key

    @cached_property
    def caller(self) -> Caller:
        """What makes the calls; made when it is first needed, so that planning and cached replies need no key."""
        client = open_client(self._given, self._timeout)
        self.account.base_url = base_url_of(client)
        caller = Caller(client, self.account, self.max_in_flight, **self._bounds)
        if self._stopped:
            caller.stop()
        return caller

    def stop(self) -> None:
        """Begin no further call, for example after an interrupt: whatever is not in the cache is then Unscored."""
        self._stopped = True
        if caller := self.__dict__.get("caller"):
            caller.stop()

    def recorded(self) -> list[Reply]:
        """The good replies of this judge's life, from the cache and live, by key; ``save_recordings`` writes them down."""
        return [self._said[key] for key in sorted(self._said)]

    def request(self, plain: Request) -> dict:
        """A plain request as this judge sends it: with the prompt's fingerprint and the model."""
        return sent_to(self.model, plain)

    def known(self, request: Request) -> Any:
        """What the cache has for a request, or None; a stored reply that does not parse is as good as none."""
        reply = self.cache.find(request, self.run) if self.cache else None
        result = read_reply(request, reply.reply, True) if reply else None
        if reply is None or isinstance(result, Unscored):
            return None
        self._said[reply.key] = reply
        return result

    def keep(self, request: Request, said: Said) -> Any:
        """Read what was said, and store it if it can be trusted."""
        found = known_fields(said.text, TASKS[request["task"]].schema, self._secrets())
        result = found if isinstance(found, Unscored) else read_reply(request, found, True)
        if not isinstance(result, Unscored):
            reply = recording(request, found, self.run, said.model)
            self._said[reply.key] = reply
            if self.cache:
                self.cache.store(reply)
        return result

    def _secrets(self) -> list[str]:
        return telling_of(self.caller.client)

    def _ask(self, plain: Request) -> Any:
        request = self.request(plain)
        if not self.cache:
            return self._counted(self._live(request))
        with self._turn(request_key(request)):  # two threads with one question: the second finds the first one's reply
            if (known := self.known(request)) is not None:
                self.account.add(cached=1)
                return known
            return self._counted(self._live(request))

    def _turn(self, key: str) -> Any:
        with self._lock:
            return self._busy.setdefault(key, Lock())

    def _counted(self, result: Any) -> Any:
        if isinstance(result, Unscored):
            self.account.failed(result.reason)
        return result

    def _live(self, request: Request) -> Any:
        self.check_key()
        said = self._exchange(request)
        return Unscored(said.reason) if isinstance(said, Failed) else self.keep(request, said)

    def _exchange(self, request: Request) -> Said | Failed:
        """Ask for structured output. Where the server refuses or ignores that, ask in words, and go on in words if that works."""
        first = self.caller.send(message_for(request, self.structured is not False))
        if self.structured is not None:
            return first
        if _is_object(first):
            self.structured = True
            return first
        if isinstance(first, Failed) and first.status not in REFUSED:
            return first
        second = self.caller.send(message_for(request, structured=False))
        if self.structured is None and _is_object(second):
            self.structured = False
        return first if isinstance(second, Failed) and second.status in REFUSED else second


def _is_object(said: Said | Failed) -> bool:
    return isinstance(said, Said) and isinstance(reply_object(said.text), dict)
