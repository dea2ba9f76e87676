"""Stored replies of judges and generators, found by the content of the request they answer.

A reply belongs to one exact request: the task and every text that the reply depends on; a reply that a model gave must name
its prompt and model in the request too. If one character of it changes, the request has another key, and asking for it is an
error that says what changed, never a stale reply.
"""

import copy
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from os.path import commonprefix
from pathlib import Path
from typing import Any

from .fields import Field, filled_text, kind_of, one_of, whole_number
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

    Raises ValueError for what JSON cannot hold.

    >>> request_key({"task": "verify", "claim": "x"}) == request_key({"claim": "x", "task": "verify"})
    True
    """
    try:
        text = json.dumps(request, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
    except (TypeError, ValueError) as problem:
        raise ValueError(f"this request cannot be written as JSON ({problem}); use text, numbers, lists and dicts") from None


def load_replies(name_or_path: str | Path) -> "Replies":
    """Return the replies of a bundled file ("replies/judge_verdicts") or of your own.

    Raises DataError with file, line, field and fix; also where a key is not that of its request (somebody edited one of the
    two), and where a run of a request occurs twice.

    >>> len(load_replies("replies/published_scores"))
    12
    """
    path, replies = bundled_path(name_or_path), Replies([])
    for row in check_items(scan_rows(path), REPLY_SHAPE):
        if row.problems:
            raise DataError.of(path, row.problems[0])
        try:
            replies.add(row.item)
        except ValueError as problem:
            raise DataError(path, row.line, "run", "give it the next number, or delete the copy", str(problem)) from None
    return replies


def _rules(reply: Reply) -> Iterator[tuple[str, str, str]]:
    if reply.origin == "recorded live" and not {"prompt", "model"} <= reply.request.keys():
        yield "request", "a recorded reply whose request names no prompt or no model", "add both, as they were sent"
    try:
        key = request_key(reply.request)
    except ValueError as problem:
        yield "request", str(problem), "mend the text of the request, or delete the row"
        return
    if reply.key != key:
        yield "key", f"the key {reply.key!r} is not that of the request", f"was the request edited? Ask again, or write {key!r}"


def _request(value: object) -> tuple[str, str] | None:
    if isinstance(value, dict) and value:
        return None
    return f"is {kind_of(value)}", 'write the request as an object, for example {"task": "verify", ...}'


REPLY_SHAPE = Shape(
    (
        Field("key", filled_text),
        Field("request", _request),
        Field("run", whole_number(1, "number the runs 1, 2, 3, without quotes")),
        Field("reply", lambda value: ("is null", "write what came back") if value is None else None),
        Field("origin", one_of(ORIGINS)),
        Field("source", filled_text),
    ),
    lambda row: Reply(**row),
    rules=_rules,
)


class Replies:
    """Replies by request and run. ``find`` returns one; ``runs`` says how many there are of a request.

    Raises ValueError for a reply whose key is not that of its request, and for a run that is there already.
    """

    def __init__(self, replies: Iterable[Reply]):
        self.by_key: dict[str, dict[int, Reply]] = {}
        for reply in replies:
            self.add(reply)

    def add(self, reply: Reply) -> None:
        """Store one more reply, with a copy of its request."""
        if reply.key != request_key(reply.request):
            raise ValueError(f"the key {reply.key!r} is not that of the request {request_key(reply.request)!r}")
        runs = self.by_key.setdefault(reply.key, {})
        if reply.run in runs:
            raise ValueError(f"run {reply.run} of this request is stored already")
        runs[reply.run] = replace(reply, request=copy.deepcopy(dict(reply.request)))

    def __len__(self) -> int:
        return sum(map(len, self.by_key.values()))

    def __iter__(self) -> Iterator[Reply]:
        return (reply for runs in self.by_key.values() for reply in runs.values())

    def runs(self, request: Mapping[str, Any]) -> int:
        """How many runs of this request are stored; 0 where it is unknown."""
        return len(self.by_key.get(request_key(request), {}))

    def find(self, request: Mapping[str, Any], run: int = 1) -> Reply:
        """Return the reply to a request. Raises UnknownRequest for a changed request and for a run that is not stored."""
        runs = self.by_key.get(request_key(request))
        if runs is None:
            raise UnknownRequest(f"no reply is stored for this request: {self._difference(request)}")
        if isinstance(run, bool) or run not in runs:
            raise UnknownRequest(f"run {run!r} of this request is not stored; there are runs {', '.join(map(str, sorted(runs)))}")
        return runs[run]

    def _difference(self, request: Mapping[str, Any]) -> str:
        stored = [next(iter(runs.values())).request for runs in self.by_key.values()]
        near = [each for each in stored if each.get("task") == request.get("task")]
        if not near:
            tasks = sorted({str(each.get("task")) for each in stored})
            return f"nothing of the task {request.get('task')!r} is stored, only {', '.join(tasks) or 'nothing at all'}"
        best = min(near, key=lambda each: (len(_changed(each, request)), _distance(each, request)))
        changed = _changed(best, request)
        lines = [f"\n  {name}: {' was asked, '.join(_apart(_json(request, name), _json(best, name)))} is stored" for name in changed]
        return f"the nearest stored one differs in {', '.join(changed)}{''.join(lines)}"


def _json(request: Mapping[str, Any], name: str) -> str:
    return json.dumps(request[name], ensure_ascii=False, sort_keys=True) if name in request else "nothing"


def _changed(stored: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    return sorted(name for name in {*stored, *asked} if _json(stored, name) != _json(asked, name))


def _distance(stored: Mapping[str, Any], asked: Mapping[str, Any]) -> int:
    """How many characters the differing fields do not share at their beginning or end."""
    pairs = [(_json(stored, name), _json(asked, name)) for name in _changed(stored, asked)]
    shared = sum(len(commonprefix(pair)) + len(commonprefix([text[::-1] for text in pair])) for pair in pairs)
    return sum(map(len, (text for pair in pairs for text in pair))) - 2 * shared


def _apart(one: str, other: str) -> tuple[str, str]:
    """Both texts around the first place where they differ."""
    place = max(len(commonprefix([one, other])) - 25, 0)
    return tuple(f"{'...' * (place > 0)}{text[place : place + 50]}{'...' * (len(text) > place + 50)}" for text in (one, other))
