"""The client that calls go through, checked before the first call: a key, a whole one, and an address that is one."""

import os
from typing import Any
from urllib.parse import urlsplit, urlunsplit

PLACEHOLDER, SHORTEST_KEY = "not-needed", 12
DEFAULT_MODEL = "claude-haiku-4-5"  # the one place; RAGDIAG_MODEL chooses another
NO_KEY = (
    "there is no API key for Claude; set ANTHROPIC_API_KEY (never in a notebook), or point ANTHROPIC_BASE_URL and RAGDIAG_MODEL at a model "
    "of your own; the judges offline and replay need neither"
)


class MissingKey(ValueError):
    """No key, or one that cannot be right. Raised before any call."""


def model_name(model: str | None = None) -> str:
    """The model to ask: the one given, else RAGDIAG_MODEL, else the default."""
    return model or os.environ.get("RAGDIAG_MODEL") or DEFAULT_MODEL


def open_client(client: Any = None, timeout: float = 60.0) -> Any:
    """A synchronous client that never retries by itself: the given one, or one from the environment.

    The SDK would wait as long as any Retry-After says; ``Caller`` retries within bounds instead. Raises MissingKey without a key, and
    ValueError for an async client or an address that is none.
    """
    client = _from_environment() if client is None else client
    create = getattr(getattr(client, "messages", None), "create", None)
    if create is None or any(each.__name__.startswith("Async") for each in type(client).__mro__):
        raise ValueError(f"{type(client).__name__} is no synchronous client; pass anthropic.Anthropic(...)")
    _check_key(client)
    return client.with_options(max_retries=0, timeout=timeout) if hasattr(client, "with_options") else client


def base_url_of(client: Any) -> str | None:
    """The address a client calls, without a password in it; of no client, the one in the environment; None where that is no address."""
    found = str((getattr(client, "base_url", None) if client is not None else os.environ.get("ANTHROPIC_BASE_URL")) or "")
    if not _is_address(found):
        return None
    parts = urlsplit(found)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def secrets_of(client: Any) -> list[str]:
    """What must never be shown."""
    return [each for each in (getattr(client, name, None) for name in ("api_key", "auth_token")) if isinstance(each, str) and each]


def telling_of(client: Any) -> list[str]:
    """The secrets to take out of replies: those that are no placeholder and no common word, for a server of your own takes any key."""
    address = str(getattr(client, "base_url", None) or "")
    password = urlsplit(address).password if _is_address(address) else None
    return [each for each in [*secrets_of(client), password or ""] if len(each) >= SHORTEST_KEY and each != PLACEHOLDER]


def _from_environment() -> Any:
    address = os.environ.get("ANTHROPIC_BASE_URL") or ""
    if address and not _is_address(address):  # never shown: a key may have been pasted there
        raise ValueError("ANTHROPIC_BASE_URL holds no address; it must begin with http:// or https://, for example http://localhost:11434")
    anthropic = _sdk()
    named = any(os.environ.get(name) for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"))
    own = bool(address) and not is_anthropic(address)
    try:
        return anthropic.Anthropic(api_key=PLACEHOLDER) if own and not named else anthropic.Anthropic()
    except Exception as problem:
        found = type(problem).__name__
    if found == "CredentialsError":
        raise MissingKey(NO_KEY)
    raise ValueError(f"the anthropic client cannot be made ({found}); look at the ANTHROPIC_ variables in the environment")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and text.isascii() and text.isprintable()
    except ValueError:
        return False


def is_anthropic(address: str) -> bool:
    """Whether an address is anthropic.com or below it."""
    host = urlsplit(address).hostname or ""
    return host == "anthropic.com" or host.endswith(".anthropic.com")


def _sdk() -> Any:
    try:
        import anthropic
    except ImportError:
        raise MissingKey('the judge claude needs the package anthropic; run: pip install "anthropic>=2.10"') from None
    return anthropic


def _check_key(client: Any) -> None:
    if not hasattr(client, "api_key"):
        return  # a stand-in for a client, which needs none
    secrets = secrets_of(client)
    if not secrets and getattr(client, "credentials", None) is None:
        raise MissingKey(NO_KEY)
    if any(not each.isascii() or not each.isprintable() or " " in each for each in secrets):
        # Such a key cannot be sent, and the error that says so repeats it.
        raise MissingKey("the API key holds a blank, a line end or a letter that no key has; copy it once more into ANTHROPIC_API_KEY")
