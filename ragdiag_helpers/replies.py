"""Stored replies of judges and generators, found by the content of the request they answer.

A reply belongs to one exact request. If a prompt, a context or an answer changes by one character, the request has another
key, and asking for it is an error that says what changed, never a stale reply.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .fields import Field, filled_text, kind_of, one_of
from .jsonl import DataError, scan_rows
from .shapes import Shape, bundled_path, check_items

ORIGINS = ("published figure", "written for the course", "recorded live")


class UnknownRequest(LookupError):
    """No reply is stored for this request; the message says which part of the nearest stored one differs."""


@dataclass(frozen=True)
class Reply:
    """One stored reply: the request it answers, which run it was, what came back, and where it came from.

    ``origin`` is one of ORIGINS; ``source`` says whose figure, who wrote it, or which model answered on which day.
    """

    key: str
    request: Mapping[str, Any]
    run: int
    reply: Any
    origin: str
    source: str


def request_key(request: Mapping[str, Any]) -> str:
    """The content address of a request: 16 hex digits over its canonical JSON, whatever the order of its fields.

    >>> request_key({"task": "verify", "claim": "x"}) == request_key({"claim": "x", "task": "verify"})
    True
    """
    text = json.dumps(request, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_replies(name_or_path: str | Path) -> "Replies":
    """Return the replies of a bundled file ("replies/judge_verdicts") or of your own.

    Raises DataError with file, line, field and fix; also where a key is not that of its request (somebody edited one of the
    two), and where a run of a request occurs twice.

    >>> len(load_replies("replies/published_scores"))
    12
    """
    path, replies, seen = bundled_path(name_or_path), [], {}
    for row in check_items(scan_rows(path), REPLY_SHAPE):
        if row.problems:
            raise DataError.of(path, row.problems[0])
        place = (row.item.key, row.item.run)
        if place in seen:
            found = f"run {row.item.run} of this request stands on line {seen[place]} already"
            raise DataError(path, row.line, "run", "give it the next number, or delete the copy", found)
        seen[place] = row.line
        replies.append(row.item)
    return Replies(replies)


def _key_rule(reply: Reply) -> Iterator[tuple[str, str, str]]:
    key = request_key(reply.request)
    if reply.key != key:
        yield "key", f"the key {reply.key!r} is not that of the request", f"was the request edited? Ask again, or write {key!r}"


def _request(value: object) -> tuple[str, str] | None:
    if isinstance(value, dict) and value:
        return None
    return f"is {kind_of(value)}", 'write the request as an object, for example {"task": "verify", ...}'


def _run(value: object) -> tuple[str, str] | None:
    return None if type(value) is int and value >= 1 else (f"is {value!r}", "number the runs 1, 2, 3, without quotes")


REPLY_SHAPE = Shape(
    (
        Field("key", filled_text),
        Field("request", _request),
        Field("run", _run),
        Field("reply", lambda value: ("is null", "write what came back") if value is None else None),
        Field("origin", one_of(ORIGINS)),
        Field("source", filled_text),
    ),
    lambda row: Reply(**row),
    rules=_key_rule,
)


class Replies:
    """Replies by request and run. ``find`` returns one; ``runs`` says how many there are of a request."""

    def __init__(self, replies: Iterable[Reply]):
        self.by_key: dict[str, dict[int, Reply]] = {}
        for reply in replies:
            self.by_key.setdefault(reply.key, {})[reply.run] = reply

    def __len__(self) -> int:
        return sum(map(len, self.by_key.values()))

    def __iter__(self):
        return (reply for runs in self.by_key.values() for reply in runs.values())

    def runs(self, request: Mapping[str, Any]) -> int:
        """How many runs of this request are stored; 0 where it is unknown."""
        return len(self.by_key.get(request_key(request), {}))

    def find(self, request: Mapping[str, Any], run: int = 1) -> Reply:
        """Return the reply to a request. Raises UnknownRequest for a changed request and for a run that is not stored."""
        runs = self.by_key.get(request_key(request))
        if runs is None:
            raise UnknownRequest(f"no reply is stored for this request: {self._difference(request)}")
        if run not in runs:
            raise UnknownRequest(f"run {run} of this request is not stored; there are runs {', '.join(map(str, sorted(runs)))}")
        return runs[run]

    def _difference(self, request: Mapping[str, Any]) -> str:
        stored = [next(iter(runs.values())).request for runs in self.by_key.values()]
        near = [each for each in stored if each.get("task") == request.get("task")]
        if not near:
            tasks = sorted({str(each.get("task")) for each in stored})
            return f"nothing of the task {request.get('task')!r} is stored, only {', '.join(tasks)}"
        best = min(near, key=lambda each: len(_changed(each, request)))
        changed = _changed(best, request)
        return f"the nearest stored one differs in {', '.join(changed)}" + "".join(f"\n  {name}: {_cut(best, name)} is stored, {_cut(request, name)} was asked" for name in changed)


def _changed(stored: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    return sorted(name for name in {*stored, *asked} if stored.get(name) != asked.get(name))


def _cut(request: Mapping[str, Any], name: str) -> str:
    text = json.dumps(request.get(name), ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
