"""Calls to a model: so many in flight and no more, retried within bounds, and never an exception for what came back."""

import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import Lock
from typing import Any

from ..fields import filled_text
from ..inputs import whole_k
from .clients import NO_KEY, MissingKey, secrets_of, telling_of
from .cost import Account
from .failures import Failed, clean, failure, without
from .guard import MOST_BYTES, guarded

AUTH_TRIES = 3  # calls in a row that the server refuses for the key, before no more are made
DONE = ("end_turn", "stop_sequence", "stop", None)  # why a whole reply ends; local servers may not say
STOPPED = {
    "max_tokens": "the reply was cut off: the model used up its tokens",
    "model_context_window_exceeded": "the reply was cut off: the texts are too long for the model",
    "refusal": "the model refused to answer",
}


@dataclass(frozen=True)
class Said:
    """The text of a reply, and the model that gave it."""

    text: str
    model: str


class Room:
    """Room for so many at once; who waits longest comes next.

    A semaphore lets the thread that just left in again at once, so some rows would be done before others begin, and the last of them
    would leave places empty.
    """

    def __init__(self, places: int):
        self._free, self._waiting, self._lock = places, deque(), Lock()

    def __enter__(self) -> None:
        turn = Lock()
        with self._lock:
            if self._free:
                self._free -= 1
                return
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *error: object) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1


class Caller:
    """Makes calls through one client: at most ``max_in_flight`` at once, each in up to ``tries`` tries with ``max_wait`` seconds of pauses.

    Only 408, 409, 429, 5xx and broken connections are tried again. A server that asks for a longer pause than is left is not waited for.
    """

    def __init__(self, client: Any, account: Account, max_in_flight: int = 8, tries: int = 3, max_wait: float = 20.0, sleep=time.sleep):
        self.client, self.account, self.sleep = client, account, sleep
        self.tries, self.max_wait = whole_k(tries, "tries"), max_wait
        self._room, self._lock = Room(whole_k(max_in_flight, "max_in_flight")), Lock()
        self._refused, self._closed = 0, None

    def send(self, message: dict) -> Said | Failed:
        """Send one message and return what was said, or why nothing usable was."""
        reply = self.attempt(lambda: self.client.messages.create(**message), paid=True)
        if isinstance(reply, Failed):
            return reply
        self.account.used(getattr(reply, "usage", None))
        return read_message(reply, message["model"], telling_of(self.client))

    def attempt(self, call: Callable[[], Any], paid: bool = False, tries: int | None = None) -> Any:
        """What ``call`` returns, or Failed. Raises MissingKey only."""
        waited, tries = 0.0, tries or self.tries
        for number in range(1, tries + 1):
            result = self._closed or self._once(call, paid)
            if not isinstance(result, Failed) or not result.again:
                return result
            pause = 0.5 * 2 ** (number - 1) if result.after is None else result.after
            if number == tries:
                return Failed(f"{result.reason}{f', {tries} times' if tries > 1 else ''}", result.status)
            if waited + pause > self.max_wait:
                limit = f"the server asks to wait {pause:.0f} s, more than the {self.max_wait - waited:g} s that are left"
                return Failed(f"{result.reason}; {limit}", result.status)
            self.account.add(retries=1)
            self.sleep(pause)
            waited += pause
        raise AssertionError("unreachable")

    def _once(self, call: Callable[[], Any], paid: bool) -> Any:
        with self._room:
            if self._closed:
                return self._closed
            self.account.add(calls=int(paid))
            try:
                with self._guarded(paid):
                    result = call()
            except Exception as error:
                keyless = isinstance(error, TypeError) and "authentication" in str(error)
                result = Failed("") if keyless else failure(error, [*secrets_of(self.client), *telling_of(self.client)])
        if result == Failed(""):
            raise MissingKey(NO_KEY)
        self._note(result)
        return result

    def _guarded(self, paid: bool) -> Any:
        """A message is small and has to end in time; the results of a batch are neither."""
        seconds = getattr(self.client, "timeout", None) if paid else None
        return guarded(self.client, seconds if isinstance(seconds, (int, float)) else None, MOST_BYTES if paid else None)

    def stop(self) -> None:
        """Begin no further call; what is under way ends by itself. Thread-safe, and for ever."""
        with self._lock:
            self._closed = Failed("the run was stopped")

    def _note(self, result: Any) -> None:
        """Close the line after some calls in a row that were refused for the key: more would be refused too."""
        with self._lock:
            refused = isinstance(result, Failed) and result.status in (401, 403)
            self._refused = self._refused + 1 if refused else 0
            if self._refused >= AUTH_TRIES and not self._closed:
                self._closed = result


def read_message(reply: Any, model: str, secrets: Collection[str] = ()) -> Said | Failed:
    """The text of a Message, thinking and secrets left out; Failed for a web page, an empty reply, one that was cut off, a refusal."""
    if isinstance(reply, (str, bytes)):
        return Failed("the server answered with a page or a text, not with a message; check ANTHROPIC_BASE_URL")
    stop = getattr(reply, "stop_reason", None)
    if stop not in DONE:
        known = STOPPED.get(stop) if isinstance(stop, str) else None
        return Failed(known or f"the reply stopped for {clean(str(stop), secrets)[:40]!r}")
    content = getattr(reply, "content", None)
    blocks = content if isinstance(content, (list, tuple)) else []
    texts = [getattr(block, "text", None) for block in blocks if getattr(block, "type", None) == "text"]
    text = "".join(each for each in texts if isinstance(each, str))
    return Said(without(text, secrets), _named(reply, secrets) or model) if text.strip() else Failed("the reply is empty")


def _named(reply: Any, secrets: Collection[str]) -> str:
    """The model that a reply names, on one line; nothing where that is no text."""
    name = getattr(reply, "model", None)
    return "" if not isinstance(name, str) or filled_text(name) else clean(name, secrets)
