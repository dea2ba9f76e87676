"""What a server may not do with a call: send it to another address, answer without an end, or answer for ever.

The guard hangs in the hooks of the HTTP client below the SDK and acts only within ``guarded``, so a client that others use too is as it was
elsewhere. It looks at each hop, so neither a redirect nor an address in a reply takes texts or key to another host. The bounds are on the
bytes that come over the wire, a hundredth where these are packed, and on the time from the call to its last byte; a server that drips its
headers is bound by the timeout for each read alone.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from typing import Any
from urllib.parse import urlsplit

MOST_BYTES = 5_000_000  # of one reply
_now = local()


class Forbidden(Exception):
    """What the guard stopped, in words without any address."""


@contextmanager
def guarded(client: Any, seconds: float | None = None, most: int | None = MOST_BYTES) -> Iterator[None]:
    """Within, this thread's calls of the client go to its own address only and end in time; a stand-in for a client is let be."""
    http = getattr(client, "_client", None)
    if not isinstance(getattr(http, "event_hooks", None), dict):
        yield
        return
    hooks = http.event_hooks
    if _ask not in hooks["request"]:
        http.event_hooks = {"request": [*hooks["request"], _ask], "response": [_answer, *hooks["response"]]}
    _now.bounds = (_origin(str(client.base_url)), seconds and time.monotonic() + seconds, most)
    try:
        yield
    finally:
        _now.bounds = None


def forbidden(error: BaseException | None) -> Forbidden | None:
    """The Forbidden in an exception or behind it."""
    while error is not None and not isinstance(error, Forbidden):
        error = error.__cause__ or error.__context__
    return error


def same_origin(address: Any, client: Any) -> bool:
    """Whether an address, given in full or as a path, is one of the client's own server."""
    own = str(getattr(client, "base_url", "") or "")
    if not isinstance(address, str):
        return False
    return not own or re.match("/(?!/)", address) is not None or _origin(address) == _origin(own)


def _origin(address: str) -> tuple:
    try:
        parts = urlsplit(address)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return ()


def _ask(request: Any) -> None:
    bounds = getattr(_now, "bounds", None)
    if bounds and _origin(str(request.url)) != bounds[0]:
        raise Forbidden("the server sends the call to another address, which was not followed; check ANTHROPIC_BASE_URL")


def _answer(response: Any) -> None:
    bounds = getattr(_now, "bounds", None)
    stream = response.stream
    base = next((each for each in type(stream).__mro__ if each.__name__ == "SyncByteStream"), None)
    if not bounds or not base:
        return
    packed, (_, until, most) = response.headers.get("content-encoding", "identity"), bounds
    if "," in packed:
        raise Forbidden("the reply is packed more than once")
    response.stream = _bounded(base)(stream, until, most and (most if packed == "identity" else most // 100))


def _bounded(base: type) -> type:
    """The class of a stream that ends where its bounds are reached; made from the base class that the HTTP client looks for."""

    class Bounded(base):
        def __init__(self, stream: Any, until: float | None, most: int | None):
            self.stream, self.until, self.most = stream, until, most

        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for chunk in self.stream:
                size += len(chunk)
                if self.most and size > self.most:
                    raise Forbidden(f"the reply is longer than {self.most / 1e6:g} MB")
                if self.until and time.monotonic() > self.until:
                    raise Forbidden("the reply did not end in time; the call may have been paid for, so it was not repeated")
                yield chunk

        def close(self) -> None:
            self.stream.close()

    return Bounded
