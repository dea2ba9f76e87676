"""What a live judge costs: an estimate before, an account after. Tokens before are characters / 4; after, what the server says."""

import ipaddress
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from .asking import SPLIT, VERIFY, Request, message_for
from .clients import is_anthropic

# Dollars for a million prompt tokens and a million reply tokens. The one place for prices, with its day: look again before large runs.
PRICES_OF = "2025-11-25"
PRICES = {"claude-haiku-4-5": (1.0, 5.0), "claude-sonnet-4-5": (3.0, 15.0), "claude-opus-4-5": (5.0, 25.0)}
BATCH_SHARE = 0.5  # of the price, in a batch
MOST_TOKENS = 10**9  # that one reply can be said to have used
OVERHEAD = 12  # tokens a message, for what surrounds its text


def dollars(model: str, base_url: str | None, prompt_tokens: float, reply_tokens: float) -> float | None:
    """The price of tokens: 0.0 for a model on this machine or network, None where the price is unknown.

    >>> dollars("claude-haiku-4-5", None, 1_000_000, 0), dollars("llama", "http://localhost:11434", 9, 9), dollars("llama", None, 9, 9)
    (1.0, 0.0, None)
    """
    if is_local(base_url):
        return 0.0
    known = [name for name in PRICES if model == name or model.startswith(f"{name}-20")]  # with the date of a snapshot
    if not known or not is_anthropic(base_url or "https://api.anthropic.com"):
        return None
    return (prompt_tokens * PRICES[known[0]][0] + reply_tokens * PRICES[known[0]][1]) / 1e6


def is_local(base_url: str | None) -> bool:
    """Whether an address lies on this machine or in a private network."""
    host = urlsplit(base_url or "").hostname or ""
    try:
        address = ipaddress.ip_address(host)
        return address.is_private or address.is_loopback
    except ValueError:
        return host == "localhost" or host.endswith((".local", ".localhost", ".internal"))


@dataclass(frozen=True)
class Estimate:
    """What a run would cost: calls to make, answers that the cache has already, tokens, dollars (None: price unknown)."""

    calls: int
    cached: int
    prompt_tokens: int
    reply_tokens: int
    dollars: float | None

    def __str__(self) -> str:
        known = f" ({self.cached} more are in the cache)" if self.cached else ""
        tokens = f"about {self.prompt_tokens:,} prompt and {self.reply_tokens:,} reply tokens"
        return f"{self.calls} call{'s' * (self.calls != 1)}{known}, {tokens}, {price_text(self.dollars)}"


def price_text(amount: float | None) -> str:
    """An amount of dollars in words.

    >>> price_text(0.0213), price_text(0.0), price_text(None)
    ('about 0.022 dollars at the prices of 2025-11-25', 'no cost', 'price unknown')
    """
    if not amount:
        return "price unknown" if amount is None else "no cost"
    return f"about {-(-amount * 1000 // 1) / 1000:.3f} dollars at the prices of {PRICES_OF}"


def estimate(
    requests: Iterable[Request], base_url: str | None = None, cached: int = 0, batch: bool = False, structured: bool = True
) -> Estimate:
    """What sending these requests (with prompt and model) would cost; in a batch, half of it."""
    requests = list(requests)
    prompts = [prompt_tokens(message_for(each, structured)) for each in requests]
    replies = [reply_tokens(each) for each in requests]
    amounts = [dollars(each["model"], base_url, *tokens) for each, *tokens in zip(requests, prompts, replies)]
    total = None if None in amounts else sum(amounts) * (BATCH_SHARE if batch else 1)
    return Estimate(len(requests), cached, sum(prompts), sum(replies), total)


def prompt_tokens(message: dict) -> int:
    """About how many tokens a message is: characters of prompt, texts and schema / 4, and an overhead."""
    return text_tokens(message) + len(str(message.get("output_config", ""))) // 4 + OVERHEAD


def text_tokens(message: dict) -> int:
    """Characters of prompt and texts / 4."""
    return -(-len(message["system"] + message["messages"][0]["content"]) // 4)


def reply_tokens(request: Request) -> int:
    """About how many tokens the reply has."""
    if request["task"] == VERIFY:
        return 10 + 70 * len(request["claims"])
    return 20 + len(request["answer"]) // 3 if request["task"] == SPLIT else 80


@dataclass
class Account:
    """What a judge has spent: calls, answers from the cache, retries, tokens as the server counts them, failures by reason.

    ``uncounted`` calls came back without a usable count of tokens, so the sum is too low by these.
    """

    model: str
    base_url: str | None = None
    calls: int = 0
    cached: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    uncounted: int = 0
    unscored: Counter = field(default_factory=Counter)
    saved: float = 0.0  # dollars that batches cost less
    _lock: Any = field(default_factory=Lock, repr=False, compare=False)

    def add(self, **more: float) -> None:
        """Add to counts by name."""
        with self._lock:
            for name, count in more.items():
                setattr(self, name, getattr(self, name) + count)

    def failed(self, reason: str) -> None:
        """Count one failure under its reason."""
        with self._lock:
            self.unscored[reason] += 1

    def used(self, usage: Any, batch: bool = False) -> None:
        """Add the tokens of one reply; what is no count is not added, but noted."""
        counts = [getattr(usage, name, None) for name in ("input_tokens", "output_tokens")]
        good = [count if type(count) is int and 0 <= count <= MOST_TOKENS else 0 for count in counts]
        saved = (dollars(self.model, self.base_url, *good) or 0.0) * (1 - BATCH_SHARE) if batch else 0.0
        self.add(prompt_tokens=good[0], reply_tokens=good[1], uncounted=int(good != counts), saved=saved)

    @property
    def dollars(self) -> float | None:
        """What it cost; None where the price is unknown."""
        amount = dollars(self.model, self.base_url, self.prompt_tokens, self.reply_tokens)
        return None if amount is None else amount - self.saved

    def __str__(self) -> str:
        counts = f"{self.calls} calls, {self.cached} answers from the cache, {self.retries} retries, {self.unscored.total()} unscored"
        missing = f" (not counted: {self.uncounted} calls)" if self.uncounted else ""
        return f"{counts}, {self.prompt_tokens:,} prompt and {self.reply_tokens:,} reply tokens{missing}, {price_text(self.dollars)}"
