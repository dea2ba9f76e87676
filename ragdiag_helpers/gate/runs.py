"""One run as it is kept: whose answers, judged by whom, over which data, the means and every row's scores."""

import hashlib
import json
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from ..audit import METRICS, Audit, Mean
from ..records import Record


@dataclass(frozen=True)
class Run:
    """What a history keeps of one run. ``number`` is 0 until it is kept, ``time`` is UTC, ``status`` None where no gate judged it.

    ``judge_fingerprint`` changes when the judge's verdicts may change; ``data_fingerprint`` when a question or its labels change, and
    not with the answers. ``settings`` are the caller's own words: k, the retriever, the prompt's version.
    """

    number: int
    time: str
    commit: str | None
    settings: Mapping[str, object]
    judge: str
    judge_fingerprint: str
    data_fingerprint: str
    lines: Mapping[str, float]
    version: str
    status: str | None
    rows: int
    means: Mapping[str, Mean]
    tally: Mapping[str, int] = field(default_factory=dict)

    def changes(self, before: "Run") -> list[str]:
        """What is not as in the run before, apart from the answers: "judge", "data", "settings"."""
        judge = (self.judge, self.judge_fingerprint) != (before.judge, before.judge_fingerprint)
        data = self.data_fingerprint != before.data_fingerprint
        return ["judge"] * judge + ["data"] * data + ["settings"] * (self.settings != before.settings)


class RowScores(NamedTuple):
    """One row of a run: the fingerprint of its question and labels, its class, and its scores, 0 to 1 or None."""

    fingerprint: str
    label: str
    scores: Mapping[str, float | None]


class Snapshot(NamedTuple):
    """A run and its rows by id: what another run is compared with."""

    run: Run
    rows: Mapping[str, RowScores]


def snapshot(
    found: Audit, commit: str | None = None, settings: Mapping[str, object] | None = None, status: str | None = None, time: str = ""
) -> Snapshot:
    """Return an audit as a history keeps it. A score that is no number from 0 to 1 is kept as None, and its mean as undefined."""
    run = Run(
        0, time, commit, dict(settings or {}), found.judge, found.judge_fingerprint, data_fingerprint(row.record for row in found.rows),
        found.lines._asdict(), package_version(), status, len(found.rows), {name: mean(found, name) for name in METRICS}, found.tally,
    )
    rows = {row.id: RowScores(fingerprint(row.record), row.diagnosis.label, scores(row.scores)) for row in found.rows}
    return Snapshot(run, rows)


def scores(found: Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: found.get(name) if is_score(found.get(name)) else None for name in METRICS}


def is_score(value: object) -> bool:
    """Whether a value is a number from 0 to 1: no None, no NaN."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def mean(found: Audit, name: str) -> Mean:
    """The mean of one metric; undefined if a row lacks it or holds what is no score."""
    if all(name in row.scores and (row.scores[name] is None or is_score(row.scores[name])) for row in found.rows):
        return found.mean(name)
    return Mean(None, 0, 0, len(found.rows), None)


def fingerprint(record: Record) -> str:
    """A short hash of what a record is asked and judged by: id, question, reference, relevant ids, claims, kind; not the answer."""
    relevant = None if record.relevant_ids is None else sorted(record.relevant_ids)
    return _hash([record.id, record.question, record.reference, relevant, record.claims, record.kind])


def data_fingerprint(records: Iterable[Record]) -> str:
    """A short hash of all records' fingerprints, whatever their order."""
    return _hash(sorted(map(fingerprint, records)))


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def judge_words(name: str, mark: str) -> str:
    """A judge's name and fingerprint, the fingerprint cut in its middle where it is long.

    >>> judge_words("offline", "offline-532d1c0f"), judge_words("claude", "model-9+0123456789abcdef")
    ('offline 532d1c0f', 'claude model-9+..89abcdef')
    """
    plain = mark.removeprefix(name).lstrip("-+:/@ ")
    return f"{name} {plain if len(plain) <= 18 else f'{plain[:8]}..{plain[-8:]}'}".strip()


def package_version() -> str:
    try:
        return version("ragdiag-helpers")
    except PackageNotFoundError:
        return "not installed"


def current_commit(folder: str | Path = ".") -> str | None:
    """The commit that git has checked out there, with "+dirty" if a tracked file was changed since; None where git knows of none."""
    head = _git(folder, "rev-parse", "HEAD")
    return head and head + "+dirty" * bool(_git(folder, "status", "--porcelain", "--untracked-files=no"))


def _git(folder: str | Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, encoding="utf-8", errors="replace", check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
