"""Why a call failed, in words that hold no key; and whether it is worth another try."""

import re
import time
from collections.abc import Collection
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Any

from .guard import forbidden

AGAIN = (408, 409, 429)  # and 5xx, and a connection that failed
REASONS = {
    401: "the server does not accept the API key; check ANTHROPIC_API_KEY",
    403: "the API key may not do this; check its workspace and permissions",
    404: "the server knows no such model or address; check RAGDIAG_MODEL, and ANTHROPIC_BASE_URL (without /v1)",
    408: "the server gave up waiting",
    413: "the request is too large",
    429: "too many requests for this key",
    529: "the server is overloaded",
}
LOOKS_LIKE_A_KEY = re.compile(r"\b(sk|key)[-_][\w.*…-]{6,}|\bbearer\s+\S+", re.IGNORECASE)


@dataclass(frozen=True)
class Failed:
    """A call without a usable reply: why, the HTTP status if there was one, whether to try again, and after how many seconds."""

    reason: str
    status: int | None = None
    again: bool = False
    after: float | None = None


def failure(error: Exception, secrets: Collection[str] = ()) -> Failed:
    """What an exception of the SDK means. Known by their names, so that nothing needs the SDK to tell."""
    names = {each.__name__ for each in type(error).__mro__}
    status = getattr(error, "status_code", None)
    if stopped := forbidden(error):
        return Failed(str(stopped))
    if "APITimeoutError" in names:
        return Failed("no reply in time; the call may have been paid for, so it was not repeated")
    if names & {"APIConnectionError", "TransportError"}:
        return Failed("no connection, or it broke off; check the network and ANTHROPIC_BASE_URL", again=True)
    if isinstance(status, int) and "APIStatusError" in names:
        reason = f"HTTP {status}: {REASONS.get(status) or _by_class(status)}{_said(error, status, secrets)}"
        return Failed(reason, status, status in AGAIN or status >= 500, _wanted_pause(error))
    if isinstance(error, ValueError):
        return Failed("the server's answer is not JSON, or broke off")
    return Failed(f"the call failed ({type(error).__name__})")


def _by_class(status: int) -> str:
    return "the server failed" if status >= 500 else "the server refused the request"


def _said(error: Any, status: int, secrets: Collection[str]) -> str:
    """What the server says about a refused request; nothing where it may repeat a part of the key."""
    body = getattr(error, "body", None)
    inner = body.get("error") if isinstance(body, dict) else None
    text = inner.get("message") if isinstance(inner, dict) else None
    if status in (401, 403) or status >= 500 or not isinstance(text, str):
        return ""
    return f" ({clean(text, secrets)})"


def clean(text: str, secrets: Collection[str] = ()) -> str:
    """The text on one line, cut, without secrets and without what looks like one.

    >>> clean("bad key sk-ant-12345678 given")
    'bad key [removed] given'
    """
    text = " ".join(LOOKS_LIKE_A_KEY.sub("[removed]", without(text, secrets)).split())
    return text if len(text) <= 160 else text[:157] + "..."


def without(text: str, secrets: Collection[str]) -> str:
    """The text with [removed] where a secret stood, in capitals or not.

    >>> without("KEY-5 key-6", ["key-5"])
    '[removed] key-6'
    """
    for secret in filter(None, secrets):
        text = re.sub(re.escape(secret), "[removed]", text, flags=re.IGNORECASE)
    return text


def _wanted_pause(error: Any) -> float | None:
    """The seconds that a Retry-After header asks for, as a number or a date; None where there is none that makes sense."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        seconds = _seconds(headers.get(name))
        if seconds is not None:
            return seconds / unit
    return None


def _seconds(value: str | None) -> float | None:
    try:
        seconds = float(value or "")
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value or "").timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(seconds, 0.0) if isfinite(seconds) else None
