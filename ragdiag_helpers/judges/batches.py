"""Large sets at half the price: many requests in one Message Batch, its results joined by request and kept in the cache.

The id of a batch is kept beside the cache until its results are in, so a run that was interrupted goes on waiting instead of paying twice.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from ..replies import request_key
from ..verdicts import Judge, Unscored
from .asking import Request, message_for, short_hash
from .cache import put, take
from .calls import read_message
from .claude import ClaudeJudge
from .clients import secrets_of, telling_of
from .failures import Failed, clean
from .guard import same_origin
from .planning import PlanningJudge

MOST, MOST_CHARACTERS = 10_000, 50_000_000  # in one batch; the service allows more
GONE = {"canceled": "it was canceled in its batch", "expired": "its batch expired before it was done"}
Failures = dict[str, Unscored]


def prefetch(judge: ClaudeJudge, plan: Callable[[Judge], Any], **options: Any) -> Failures:
    """Fill the cache with all that ``plan`` will ask: plan, batch what is missing, and again, for verdicts need the split first.

    ``plan`` runs the work with the judge it is given, for example ``lambda judge: audit(records, judge)``. Returns what failed, by request
    key; ``options`` go to ``run_batch``. Afterwards the same work with ``judge`` finds its replies in the cache.
    """
    failed: Failures = {}
    while True:
        planner = PlanningJudge(judge)
        plan(planner)
        todo = {key: request for key, request in planner.missing.items() if key not in failed}
        if not todo:
            return failed
        failed |= run_batch(judge, todo.values(), **options)
        lost = [key for key, request in todo.items() if key not in failed and judge.known(request) is None]
        failed |= dict.fromkeys(lost, Unscored("its reply could not be kept in the cache"))


def run_batch(judge: ClaudeJudge, requests: Iterable[Request], poll: float = 30.0, max_wait: float = 86_400.0) -> Failures:
    """Ask these requests (with prompt and model) in batches, wait, and keep the good replies. Returns what failed, by request key.

    What the cache has is not asked; what an earlier batch was asked is waited for there. After ``max_wait`` seconds of waiting the rest is
    reported as still under way, and the next run picks it up. Raises ValueError without a cache, and MissingKey.
    """
    if not judge.cache:
        raise ValueError("a batch needs a cache to put its replies in; make the judge without cache=False")
    judge.check_key()
    todo = {request_key(each): each for each in requests}
    todo = {key: request for key, request in todo.items() if judge.known(request) is None}
    waiting, failed = list(_pending(judge, todo)), {}
    asked = {key for batch in waiting for key in batch.keys}
    for part in _parts({key: request for key, request in todo.items() if key not in asked}):
        batch = _submit(judge, part)
        if isinstance(batch, Failed):
            failed |= dict.fromkeys(part, Unscored(f"no batch was made: {batch.reason}"))
        else:
            waiting.append(batch)
    for batch in waiting:
        failed |= {key: odd for key, odd in batch.collect(todo, poll, max_wait).items() if key in todo}
    for unscored in failed.values():
        judge.account.failed(unscored.reason)
    return failed


class _Batch:
    """One batch under way, and the file that says so."""

    def __init__(self, judge: ClaudeJudge, id: str, keys: list[str], file: Path | None = None):
        self.judge, self.id, self.keys = judge, id, keys
        self.file = file or judge.cache.folder / f"{short_hash(id)}.batch"

    def save(self) -> None:
        """Remember the batch. Raises OSError where it cannot: paying twice would follow."""
        put(self.file, {"id": self.id, "keys": self.keys, "run": self.judge.run})

    def collect(self, requests: dict[str, dict], poll: float, max_wait: float) -> Failures:
        """Wait for the end, keep the good replies, and return what failed."""
        ended = self._wait(poll, max_wait)
        results = self._results() if ended is None else ended
        if isinstance(results, Failed):
            if results.status == 404:
                self.file.unlink(missing_ok=True)
            return dict.fromkeys(self.keys, Unscored(f"the batch {self.id[:60]}: {results.reason}"))
        found = self._joined(results, requests)
        self.file.unlink(missing_ok=True)
        return {key: odd for key, odd in found.items() if isinstance(odd, Unscored)}

    def _wait(self, poll: float, max_wait: float) -> Failed | None:
        waited = 0.0
        while True:
            state = self.judge.caller.attempt(lambda: self.judge.caller.client.messages.batches.retrieve(self.id))
            if isinstance(state, Failed):
                return Failed("the server knows it no more; run again to ask anew", 404) if state.status == 404 else state
            if getattr(state, "processing_status", None) == "ended":
                return self._ended(getattr(state, "results_url", None))
            if waited + poll > max_wait:
                return Failed("still under way; run again to pick it up")
            self.judge.caller.sleep(poll)
            waited += poll

    def _ended(self, address: Any) -> Failed | None:
        if not address:
            return Failed("its results are gone; run again to ask anew", 404)
        own = same_origin(address, self.judge.caller.client)
        return None if own else Failed("its results are said to be at another address, which was not followed; check ANTHROPIC_BASE_URL")

    def _results(self) -> list | Failed:
        return self.judge.caller.attempt(lambda: list(self.judge.caller.client.messages.batches.results(self.id)))

    def _joined(self, results: list, requests: dict[str, dict]) -> dict[str, Any]:
        """What each request got; a result under a foreign or a known id is left out."""
        found: dict[str, Any] = dict.fromkeys(self.keys, Unscored("its batch gave no result for it"))
        seen: set[str] = set()
        for each in results:
            key = getattr(each, "custom_id", None)
            if isinstance(key, str) and key in requests and key in found and key not in seen:
                seen.add(key)
                found[key] = self._read(getattr(each, "result", None), requests[key])
        return {key: each for key, each in found.items() if key in requests}

    def _read(self, result: Any, request: Request) -> Any:
        kind = getattr(result, "type", None)
        client = self.judge.caller.client
        if kind != "succeeded":
            gone = GONE.get(kind) if isinstance(kind, str) else None
            return Unscored(gone or f"it failed in its batch ({_fault(result, secrets_of(client))})")
        message = getattr(result, "message", None)
        self.judge.account.add(calls=1)
        self.judge.account.used(getattr(message, "usage", None), batch=True)
        said = read_message(message, request["model"], telling_of(client))
        return Unscored(said.reason) if isinstance(said, Failed) else self.judge.keep(request, said)


def _fault(result: Any, secrets: Collection[str]) -> str:
    inner = getattr(getattr(result, "error", None), "error", None)
    return clean(str(getattr(inner, "message", None) or getattr(result, "type", None) or "no result"), secrets)


def _submit(judge: ClaudeJudge, part: dict[str, dict]) -> _Batch | Failed:
    """Make one batch. It is tried once: whether a broken call made one cannot be known, and two would be paid."""
    structured = judge.structured is not False
    rows = [{"custom_id": key, "params": message_for(request, structured)} for key, request in part.items()]
    judge.cache.folder.mkdir(parents=True, exist_ok=True)
    made = judge.caller.attempt(lambda: judge.caller.client.messages.batches.create(requests=rows), tries=1)
    if isinstance(made, Failed):
        return made
    if not _is_id(getattr(made, "id", None)):
        return Failed("the server answered without the id of a batch; does it know batches?")
    if any(secret in made.id for secret in telling_of(judge.caller.client)):
        return Failed("the server gave the batch an id that holds the API key; it was not kept")
    batch = _Batch(judge, made.id, list(part))
    batch.save()
    return batch


def _is_id(value: Any) -> bool:
    """Letters, digits and -_.: only, as ids are: nothing that makes another address of the one it is put into."""
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.:-]{0,199}", value) is not None


def _parts(requests: dict[str, dict]) -> Iterator[dict[str, dict]]:
    part, size = {}, 0
    for key, request in requests.items():
        length = len(json.dumps(request))
        if part and (len(part) == MOST or size + length > MOST_CHARACTERS):
            yield part
            part, size = {}, 0
        part[key], size = request, size + length
    if part:
        yield part


def _pending(judge: ClaudeJudge, todo: dict[str, dict]) -> Iterator[_Batch]:
    for file in sorted(judge.cache.folder.glob("*.batch")):
        row = _row(file)
        if row.get("run") == judge.run and not set(row["keys"]).isdisjoint(todo):
            yield _Batch(judge, row["id"], row["keys"], file)


def _row(file: Path) -> dict:
    row = take(file) or {}
    keys = row.get("keys")
    return row if _is_id(row.get("id")) and isinstance(keys, list) and all(isinstance(key, str) for key in keys) else {}
