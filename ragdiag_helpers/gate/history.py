"""The runs of a RAG, kept in one SQLite file: what was measured, when, at which commit, by which judge, over which data."""

import json
import sqlite3
import time as clock
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from ..audit import Audit
from ..jsonl import DataError
from .result import PASSED, GateResult
from .runs import RowScores, Run, Snapshot, snapshot
from .stored import read_run, read_scores

APPLICATION = 0x52414744  # "RAGD": how SQLite files say whose they are
SCHEMA = 1
WAIT = 30  # seconds for another process that is writing
TABLES = (
    """CREATE TABLE runs (number INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, commit_id TEXT, settings TEXT NOT NULL,
    judge TEXT NOT NULL, judge_fingerprint TEXT NOT NULL, data_fingerprint TEXT NOT NULL, lines TEXT NOT NULL, version TEXT NOT NULL,
    status TEXT, rows INTEGER NOT NULL, means TEXT NOT NULL, tally TEXT NOT NULL)""",
    """CREATE TABLE scores (run INTEGER NOT NULL REFERENCES runs (number), id TEXT NOT NULL, fingerprint TEXT NOT NULL,
    label TEXT NOT NULL, scores TEXT NOT NULL, PRIMARY KEY (run, id)) WITHOUT ROWID""",
)
COLUMNS = "time, commit_id, settings, judge, judge_fingerprint, data_fingerprint, lines, version, status, rows, means, tally"


class History:
    """Runs in a SQLite file, which the first ``add`` makes. Several processes may add at once; a run is kept whole or not at all.

    Every method raises DataError, with the fix, for a file that is no history, one of a newer version, and one that cannot be
    read or written; such a file is left as it is.
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)

    def add(
        self,
        audit: Audit,
        *,
        commit: str | None = None,
        settings: Mapping[str, object] | None = None,
        result: GateResult | None = None,
        time: str | None = None,
    ) -> int:
        """Keep a run and return its number, counted from 1. ``time`` is now, in UTC, unless given.

        Raises ValueError for settings that JSON cannot hold.
        """
        when = time or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        kept = snapshot(audit, commit, settings, result and result.status, when)
        values, rows = _run_values(kept.run), kept.rows

        def write(connection: sqlite3.Connection) -> int:
            number = connection.execute(f"INSERT INTO runs ({COLUMNS}) VALUES ({', '.join('?' * len(values))})", values).lastrowid
            connection.executemany("INSERT INTO scores VALUES (?, ?, ?, ?, ?)", _row_values(number, rows))
            return number

        return self._within(write, writes=True)

    def ready(self) -> None:
        """Raise what ``add`` would raise for this file, and write nothing: so that nobody pays for a run that cannot be kept."""
        self._folder()
        self.runs()

    def runs(self) -> list[Run]:
        """All runs, oldest first; none where there is no file yet, or an empty one."""
        if not self.path.exists() or self.path.is_file() and not self.path.stat().st_size:
            return []
        found = self._within(lambda connection: connection.execute(f"SELECT number, {COLUMNS} FROM runs ORDER BY number").fetchall())
        return [self._read(row[0], lambda row=row: read_run(row)) for row in found]

    def run(self, number: int) -> Run:
        """The run of that number. Raises DataError where there is none."""
        runs = {run.number: run for run in self.runs()}
        if number not in runs:
            fix = f"it holds runs {min(runs)} to {max(runs)}" if runs else "it holds no run yet"
            raise DataError(self.path, 0, None, f"{fix}; ragdiag history {self.path.name} lists them", f"there is no run {number}")
        return runs[number]

    def scores(self, number: int) -> dict[str, RowScores]:
        """The rows of a run by id. Raises DataError where there is no such run."""
        rows = self.run(number).rows
        query = "SELECT id, fingerprint, label, scores FROM scores WHERE run = ? ORDER BY id"
        found = self._within(lambda connection: connection.execute(query, (number,)).fetchall())
        return self._read(number, lambda: read_scores(found, rows))

    def _read(self, number: object, reading: Callable[[], object]) -> object:
        """What was read of a run; what cannot have been recorded becomes a DataError that names the run."""
        try:
            return reading()
        except ValueError as problem:
            fix = "the file was damaged or edited: bring back a copy of it, or begin a new history"
            raise DataError(self.path, 0, None, fix, f"run {number} cannot be read: {problem}") from None

    def last(self, passed: bool = False) -> Run | None:
        """The newest run, or the newest that passed its gate; None where there is none."""
        return next((run for run in reversed(self.runs()) if not passed or run.status == PASSED), None)

    def baseline(self, which: int | str) -> Snapshot | None:
        """A run with its rows: by number, "last", or "passed" (the newest that passed its gate). None where those two find none.

        Raises DataError for a number that is not there, ValueError for another word.
        """
        number = baseline_name(which)
        run = self.run(number) if isinstance(number, int) else self.last(passed=number == PASSED)
        return run and Snapshot(run, self.scores(run.number))

    def _within(self, work: Callable[[sqlite3.Connection], object], writes: bool = False) -> object:
        """Do ``work`` in one transaction; what SQLite cannot do becomes a DataError."""
        if writes:
            self._folder()
        if self.path.is_dir():
            raise DataError(self.path, 0, None, "name a file in it, for example history.db", "this is a folder, not a file")
        try:
            return _patiently(lambda: self._once(work, writes))
        except sqlite3.Error as problem:
            raise DataError(self.path, 0, None, *_explained(problem)) from None

    def _folder(self) -> None:
        if not self.path.parent.is_dir():
            raise DataError(self.path, 0, None, "make it first, or check the path", f"there is no folder {str(self.path.parent)!r}")

    def _once(self, work: Callable[[sqlite3.Connection], object], writes: bool) -> object:
        mode = "rwc" if writes else "rw"  # a reader may tidy up after a writer that was killed, but never makes a file
        name = f"{self.path.absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(name, uri=True, timeout=WAIT, isolation_level=None)) as connection:
            if writes and not _value(connection, "schema_version"):
                connection.execute("PRAGMA journal_mode = WAL")  # readers need not wait for a writer; the file remembers it
            connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            try:
                result = work(connection) if self._prepare(connection, writes) else []
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

    def _prepare(self, connection: sqlite3.Connection, writes: bool) -> bool:
        """Whether there are tables to work on: made in an empty file, which a first writer that was killed leaves, before a write.

        Raises DataError for a file that is no history, or one of a version that is not understood.
        """
        owner, schema = (_value(connection, name) for name in ("application_id", "user_version"))
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        empty = not (tables or owner or schema)
        if empty and writes:
            for statement in (*TABLES, f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {SCHEMA}"):
                connection.execute(statement)
        elif not empty and owner != APPLICATION:
            fix = "name the file that ragdiag gate --history wrote, or a new one"
            raise DataError(self.path, 0, None, fix, "this SQLite file holds something else, not a history of runs")
        elif schema > SCHEMA:
            found = f"it was written by a newer ragdiag (version {schema} of the file, this one reads {SCHEMA})"
            raise DataError(self.path, 0, None, "upgrade: pip install --upgrade ragdiag-helpers", found)
        return writes or not empty


def baseline_name(which: int | str) -> int | str:
    """What --baseline means: a run's number, "last" or "passed". Raises ValueError for anything else.

    >>> baseline_name("3"), baseline_name("passed")
    (3, 'passed')
    """
    plain = str(which).strip().lower()
    if plain in ("last", PASSED):
        return plain
    if isinstance(which, bool) or not plain.isascii() or not plain.isdigit() or int(plain) < 1:
        raise ValueError(f"{which!r} names no run; write its number, last, or passed (the newest run that passed its gate)")
    return int(plain)


def _value(connection: sqlite3.Connection, pragma: str) -> int:
    return connection.execute(f"PRAGMA {pragma}").fetchone()[0]


def _patiently(work: Callable[[], object]) -> object:
    """Try again while another process holds the file in a state for which SQLite itself does not wait."""
    for pause in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2):
        try:
            return work()
        except sqlite3.OperationalError as problem:
            code = getattr(problem, "sqlite_errorcode", 0)  # not every error has one: text that is not UTF-8 has none
            if code & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            clock.sleep(pause)
    return work()


def _explained(problem: sqlite3.Error) -> tuple[str, str]:
    """What to do about an error of SQLite, and what was found."""
    told = str(problem)
    if any(sign in told for sign in ("not a database", "malformed", "no such table", "no such column", "decode to UTF-8")):
        return "name another file, or move this one away: it is left as it is", f"this is not a history of runs, or a damaged one ({told})"
    if "locked" in told or "busy" in told:
        return "wait for it, or look for one that hangs", f"another process has been writing to it for {WAIT} seconds"
    if "readonly" in told or "unable to open" in told:
        return "give yourself the right to write to it and to its folder, or copy it elsewhere", f"it cannot be opened ({told})"
    return "look at the disk and at the file", f"SQLite cannot go on ({told})"


def _run_values(run: Run) -> tuple:
    means = {name: list(mean) for name, mean in run.means.items()}
    lines, means, tally = (json.dumps(each, allow_nan=False) for each in (run.lines, means, run.tally))
    settings = _settings_json(run.settings)
    judge = (run.judge, run.judge_fingerprint, run.data_fingerprint)
    return run.time, run.commit, settings, *judge, lines, run.version, run.status, run.rows, means, tally


def _settings_json(settings: Mapping[str, object]) -> str:
    try:
        return json.dumps(settings, allow_nan=False)
    except (TypeError, ValueError) as problem:
        fix = "use text, finite numbers, true, false, lists and dicts"
        raise ValueError(f"the settings cannot be kept as JSON ({problem}); {fix}") from None


def _row_values(number: int, rows: Mapping[str, RowScores]) -> Iterator[tuple]:
    for id, row in rows.items():
        yield number, id, row.fingerprint, row.label, json.dumps(row.scores, allow_nan=False)
