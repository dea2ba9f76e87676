"""The history: every run whole or not at all, two writers at once, and no foreign file touched."""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest
from gate_cases import audit_of, record, row, spread, uniform

from ragdiag_helpers.cli import main
from ragdiag_helpers.gate import History, Thresholds, check
from ragdiag_helpers.gate.history import APPLICATION, SCHEMA, baseline_name
from ragdiag_helpers.gate.runs import current_commit, data_fingerprint, fingerprint
from ragdiag_helpers.jsonl import DataError

TESTS = Path(__file__).parent
NOON = "2026-03-02T12:00:00Z"


@pytest.fixture
def kept(tmp_path):
    return History(tmp_path / "history.db")


def test_a_run_comes_back_as_it_went_in(kept):
    rows = row("q1", {"recall": 1.0}), row("q2", {"recall": 0.5}, "RETRIEVAL-MISS"), row("q3", {"recall": 0.75}, unscored=("faithfulness",))
    found = audit_of(*rows)
    result = check(found, Thresholds({"recall": 0.8}, rows=1))
    settings = {"k": 4, "retriever": "tfidf", "nested": {"über": [1, None, True]}}
    assert kept.add(found, commit="abc", settings=settings, result=result, time=NOON) == 1
    run = kept.run(1)
    assert (run.number, run.time, run.commit, run.settings, run.status, run.rows) == (1, NOON, "abc", settings, "failed", 3)
    assert (run.judge, run.judge_fingerprint, run.lines) == ("stub", "stub-1", found.lines._asdict())
    assert run.means == {name: found.mean(name) for name in run.means} and run.means["recall"].value == 0.75
    assert run.means["faithfulness"].unscored == 1
    assert run.tally == {"OK": 2, "RETRIEVAL-MISS": 1}
    rows = kept.scores(1)
    assert list(rows) == ["q1", "q2", "q3"]
    assert (rows["q2"].label, rows["q2"].scores["recall"], rows["q2"].scores["precision"]) == ("RETRIEVAL-MISS", 0.5, None)
    assert rows["q2"].fingerprint == fingerprint(record("q2"))


def test_the_same_run_reads_the_same_from_the_audit_and_from_the_file(kept):
    found, limits = spread("recall", [0.5, 0.9] * 20), Thresholds({"recall": 0.6})
    kept.add(found)
    assert check(found, limits, kept.baseline(1)).findings[1].value == 0


def test_numbers_count_from_1_and_runs_come_oldest_first(kept):
    assert [kept.add(uniform({"recall": each / 10})) for each in range(3)] == [1, 2, 3]
    assert [run.means["recall"].value for run in kept.runs()] == pytest.approx([0.0, 0.1, 0.2])


def test_a_run_without_a_time_gets_the_time_of_now_in_utc(kept):
    kept.add(uniform({}))
    assert len(kept.run(1).time) == 20 and kept.run(1).time.endswith("Z")


def test_a_score_that_is_no_number_is_kept_as_none(kept):
    kept.add(audit_of(row("q1", {"recall": nan, "precision": 0.5})))
    assert kept.scores(1)["q1"].scores["recall"] is None
    assert (kept.run(1).means["recall"].value, kept.run(1).means["precision"].value) == (None, 0.5)


def test_an_empty_run_is_kept_too(kept):
    kept.add(audit_of())
    assert (kept.run(1).rows, kept.scores(1)) == (0, {})


def test_settings_that_json_cannot_hold_are_refused_and_nothing_is_written(kept):
    for value in (nan, {1, 2}, object()):
        with pytest.raises(ValueError, match="cannot be kept as JSON.*use text"):
            kept.add(uniform({}), settings={"k": value})
    assert not kept.path.exists()


def test_reading_makes_no_file(kept):
    assert kept.runs() == [] and kept.last() is None and kept.baseline("passed") is None
    with pytest.raises(DataError, match="there is no run 1; it holds no run yet"):
        kept.run(1)
    kept.ready()
    assert not kept.path.exists()


def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    kept = History(tmp_path / "none" / "history.db")
    for attempt in (kept.ready, lambda: kept.add(uniform({}))):
        with pytest.raises(DataError, match="there is no folder"):
            attempt()


def test_a_folder_is_no_history(tmp_path):
    for attempt in (lambda: History(tmp_path).runs(), lambda: History(tmp_path).add(uniform({}))):
        with pytest.raises(DataError, match="this is a folder"):
            attempt()


# Which run is compared with.


def graded(kept, *statuses):
    for value in statuses:
        found = uniform({"recall": value})
        kept.add(found, result=check(found, Thresholds({"recall": 0.8})))


def test_a_baseline_is_a_number_or_the_last_run_or_the_last_that_passed(kept):
    graded(kept, 0.9, 1.0, 0.1)
    assert [kept.baseline(which).run.number for which in (1, "1", "last", "passed", " Passed ")] == [1, 1, 3, 2, 2]
    assert kept.last().number == 3 and kept.last(passed=True).number == 2


def test_a_run_that_was_not_judged_is_no_baseline_for_passed(kept):
    graded(kept, 0.1)
    kept.add(uniform({}), result=check(uniform({}), Thresholds({"recall": 0.8})))
    kept.add(uniform({"recall": 1.0}))
    assert kept.baseline("passed") is None and kept.baseline("last").run.status is None


def test_a_number_that_is_not_there_is_refused_with_those_that_are(kept):
    graded(kept, 0.9, 0.9)
    with pytest.raises(DataError, match="there is no run 7; it holds runs 1 to 2; ragdiag history history.db lists them"):
        kept.baseline(7)


@pytest.mark.parametrize("which", ["first", "", "0", "-1", "1.5", "²", True, None])
def test_whatever_else_names_no_baseline(which):
    with pytest.raises(ValueError, match="names no run; write its number, last, or passed"):
        baseline_name(which)


# What counts as the same data.


def test_the_fingerprint_of_the_data_sees_questions_and_labels_and_no_answers():
    one, two = record("q1"), record("q2")
    same = data_fingerprint([one, two])
    assert same == data_fingerprint([two, one])
    assert same == data_fingerprint([replace(one, answer="another", contexts=("x",), retrieved_ids=("auth",)), two])
    for other in (
        replace(one, question="other"), replace(one, reference="25"), replace(one, relevant_ids=("auth",)), replace(one, relevant_ids=None),
        replace(one, claims=("c",)), replace(one, kind="unanswerable"), replace(one, id="q9"),
    ):  # fmt: skip
        assert data_fingerprint([other, two]) != same
    assert data_fingerprint([one]) != same


def test_the_order_of_the_relevant_ids_changes_no_fingerprint():
    one = replace(record("q1"), relevant_ids=("a", "b"))
    assert fingerprint(one) == fingerprint(replace(one, relevant_ids=("b", "a")))


def test_a_fingerprint_is_the_same_on_every_machine():
    told = b'["q1", "question q1?", null, ["plans"], null, null]'
    assert fingerprint(record("q1")) == hashlib.sha256(told).hexdigest()[:16]


def test_changes_name_the_judge_the_data_and_the_settings(kept):
    kept.add(uniform({}, 5), settings={"k": 2})
    kept.add(uniform({}, 5), settings={"k": 4})
    kept.add(uniform({}, 6, fingerprint="stub-2"), settings={"k": 4})
    first, second, third = kept.runs()
    assert (first.changes(first), second.changes(first), third.changes(second)) == ([], ["settings"], ["judge", "data"])


# Files that are no history.

FOREIGN = {
    "text": b"not a database, but longer than the header of one: " + b"x" * 200,
    "short text": b"hello\n",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(2000),
    "a cut-off database": b"SQLite format 3\x00" + b"\x10\x00\x01\x01" + b"\xff" * 400,
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(kept, content):
    kept.path.write_bytes(content)
    for attempt in (kept.runs, kept.ready, lambda: kept.add(uniform({})), lambda: kept.baseline("last")):
        with pytest.raises(DataError, match="history.db: .*; name another file"):
            attempt()
    assert kept.path.read_bytes() == content
    assert os.listdir(kept.path.parent) == ["history.db"]


def test_the_database_of_another_program_is_refused_and_left_as_it_is(kept):
    with closing(sqlite3.connect(kept.path)) as other:
        other.execute("CREATE TABLE runs (number, time)")
    content = kept.path.read_bytes()
    for attempt in (kept.runs, lambda: kept.add(uniform({}))):
        with pytest.raises(DataError, match="this SQLite file holds something else, not a history of runs"):
            attempt()
    assert kept.path.read_bytes() == content


def test_a_history_of_a_newer_version_is_refused_with_the_way_to_upgrade(kept):
    kept.add(uniform({}))
    with closing(sqlite3.connect(kept.path)) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    for attempt in (kept.runs, lambda: kept.add(uniform({}))):
        with pytest.raises(DataError, match=f"newer ragdiag .version {SCHEMA + 1}.*upgrade"):
            attempt()


def test_an_empty_file_holds_no_run_and_takes_the_first(kept):
    kept.path.touch()
    assert kept.runs() == []
    assert kept.add(uniform({})) == 1


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_database_without_a_table_is_an_empty_history_as_a_first_writer_that_was_killed_leaves_it(kept, mode):
    with closing(sqlite3.connect(kept.path)) as killed:
        killed.execute(f"PRAGMA journal_mode = {mode}")
        killed.execute("CREATE TABLE t (x)")
        killed.execute("DROP TABLE t")
    assert kept.path.stat().st_size
    kept.ready()
    assert kept.runs() == [] and kept.baseline("last") is None
    assert kept.add(uniform({})) == 1


@pytest.mark.parametrize("mark", ["application_id", "user_version"])
def test_an_empty_database_with_the_mark_of_another_program_is_refused(kept, mark):
    with closing(sqlite3.connect(kept.path)) as other:
        other.execute(f"PRAGMA {mark} = 7")
    for attempt in (kept.ready, lambda: kept.add(uniform({}))):
        with pytest.raises(DataError, match="holds something else"):
            attempt()


def test_a_first_write_that_dies_in_the_middle_leaves_a_file_that_the_next_one_takes(kept, monkeypatch):
    def full(number, rows):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("ragdiag_helpers.gate.history._row_values", full)
        with pytest.raises(DataError, match="disk is full"):
            kept.add(uniform({}))
    assert kept.runs() == []
    assert kept.add(uniform({})) == 1


def test_a_reader_beside_the_first_writer_is_not_refused(kept):
    stalled = writer(kept.path, "stall", "first")
    try:
        assert stalled.stdout.readline() == "in the middle\n"
        kept.ready()
        assert kept.runs() == []
    finally:
        stalled.kill()
        stalled.communicate()
    assert kept.add(uniform({})) == 1


def test_the_file_says_whose_it_is_and_leaves_nothing_beside_it(kept):
    kept.add(uniform({}))
    kept.runs()
    with closing(sqlite3.connect(kept.path)) as file:
        found = [file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version", "journal_mode")]
    assert found == [APPLICATION, SCHEMA, "wal"]
    assert os.listdir(kept.path.parent) == ["history.db"]


def test_a_damaged_history_is_refused(kept):
    for _ in range(20):
        kept.add(uniform({"recall": 1.0}, 40))
    whole = kept.path.read_bytes()
    kept.path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(DataError, match="damaged"):
        kept.runs()


def edited(kept, statement):
    """A history of two runs in which somebody changed something."""
    for _ in range(2):
        kept.add(uniform({"recall": 0.5, "precision": 1.0}, 3))
    with closing(sqlite3.connect(kept.path)) as file, file:
        file.executescript(statement)
    return kept


NO_SCORES = ["NaN", "Infinity", "-Infinity", "-5", "1.5", "1e999", '"1.0"', "true", "[]", "1" + "0" * 400, "1" * 5000]


@pytest.mark.parametrize("value", NO_SCORES, ids=lambda value: value[:10])
def test_a_stored_score_that_is_no_score_is_refused_and_never_compared(kept, value):
    edited(kept, f"UPDATE scores SET scores = replace(scores, '\"recall\": 0.5', '\"recall\": {value}') WHERE run = 2 AND id = 'q2'")
    with pytest.raises(DataError, match="history.db: run 2 cannot be read: its scores of row 'q2' cannot be what was recorded"):
        kept.baseline("last")
    assert kept.baseline(1).rows["q2"].scores["recall"] == 0.5


@pytest.mark.parametrize("change", [
    "scores = '[]'", "scores = 'null'", "scores = '{'", "scores = '{}'", "scores = ''", "scores = 7", "scores = x'00ff'", "label = x'00'",
    "fingerprint = x'00'", "scores = cast(x'7bff7d' as text)", "scores = replace(hex(zeroblob(50000)), '0', '[')",
])  # fmt: skip
def test_stored_rows_of_another_shape_are_refused(kept, change):
    edited(kept, f"UPDATE scores SET {change} WHERE run = 2")
    with pytest.raises(DataError, match="history.db: .*damaged"):
        kept.baseline("last")


def test_a_run_whose_rows_are_gone_is_no_baseline(kept):
    edited(kept, "DELETE FROM scores WHERE run = 2 AND id = 'q3'")
    with pytest.raises(DataError, match="run 2 cannot be read: it has 2 rows of scores, and says that it had 3"):
        kept.baseline("last")


DAMAGE = [
    "means = '{}'", "means = '[1]'", "means = replace(means, '0.5', 'NaN')", "means = replace(means, '0.5', '-5')", "means = x'00'",
    "means = replace(means, '[0.5, 3', '[0.5, null')", "settings = '[1]'", "settings = 'null'", "lines = '{\"recall\": \"1\"}'", "tally = '[]'",
    "tally = '{\"OK\": -1}'", "time = x'00ff'", "status = 7", "status = 'Passed'", "commit_id = x'00'", "rows = 'abc'", "rows = -1",
    "judge = x'00'", "number = -1", "commit_id = cast(x'ff41' as text)",
]  # fmt: skip


@pytest.mark.parametrize("change", DAMAGE)
def test_a_damaged_run_is_refused_by_history_and_gate_with_code_2_and_no_traceback(kept, capsys, change):
    edited(kept, f"UPDATE runs SET {change} WHERE number = 2")
    for attempt in (kept.runs, kept.ready, lambda: kept.baseline("last")):
        with pytest.raises(DataError, match="history.db: .*damaged"):
            attempt()
    for arguments in (["history", str(kept.path)], ["gate", "none.jsonl", "--history", str(kept.path)]):
        assert main(arguments) == 2
        told = capsys.readouterr().err
        assert "history.db: " in told and "damaged" in told and "Traceback" not in told


@pytest.mark.parametrize("change", ["DROP TABLE scores; DROP TABLE runs", "ALTER TABLE runs DROP COLUMN tally"])
def test_a_history_without_its_tables_is_damaged(kept, change):
    edited(kept, change)
    with pytest.raises(DataError, match="damaged"):
        kept.runs()


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_history_that_may_not_be_written_is_refused(kept):
    kept.add(uniform({}))
    kept.path.chmod(0o444)
    with pytest.raises(DataError, match="the right to write"):
        kept.add(uniform({}))


@pytest.mark.parametrize("name", ["100% ours?.db", "#1.db", "ünï cödé.db", "a&mode=memory.db"])
def test_any_file_name_is_the_name_of_the_file(tmp_path, name):
    if os.name == "nt" and "?" in name:
        name = name.replace("?", "!")
    History(tmp_path / name).add(uniform({}))
    assert os.listdir(tmp_path) == [name]


# Several processes, and one that is killed.


def writer(path, count, commit):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, str(TESTS / "history_writer.py"), str(path), str(count), commit]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def assert_whole(kept):
    """Every run has all its rows, and no row is of no run."""
    runs = kept.runs()
    assert all(len(kept.scores(run.number)) == run.rows for run in runs)
    with closing(sqlite3.connect(kept.path)) as file:
        assert file.execute("SELECT count(*) FROM scores").fetchone()[0] == sum(run.rows for run in runs)
        assert file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    return runs


def test_two_processes_that_write_50_runs_each_leave_all_100(kept):
    both = [writer(kept.path, 50, name) for name in ("one", "two")]
    told = [[int(line) for line in each.communicate(timeout=120)[0].split()] for each in both]
    assert [each.returncode for each in both] == [0, 0]
    assert sorted(told[0] + told[1]) == list(range(1, 101))
    runs = assert_whole(kept)
    assert [run.number for run in runs] == list(range(1, 101))
    assert [run.number for run in runs if run.commit == "one"] == told[0]


def test_a_process_killed_within_a_run_leaves_only_whole_runs(kept):
    kept.add(uniform({"recall": 0.9}, 8))
    stalled = writer(kept.path, "stall", "killed")
    assert stalled.stdout.readline() == "in the middle\n"
    stalled.kill()
    stalled.communicate()
    assert [run.number for run in assert_whole(kept)] == [1]
    assert kept.add(uniform({"recall": 0.9}, 8)) == 2
    assert len(assert_whole(kept)) == 2


def test_a_process_killed_at_any_moment_loses_no_run_that_it_told_of(kept):
    told = []
    for count in (1, 2, 4, 7, 9):
        busy = writer(kept.path, 10_000, "killed")
        told += [int(busy.stdout.readline()) for _ in range(count)]
        busy.kill()
        told += [int(line) for line in busy.communicate()[0].splitlines(keepends=True) if line.endswith("\n")]
        numbers = [run.number for run in assert_whole(kept)]
        assert set(told) <= set(numbers) and len(numbers) == len(set(numbers))


def test_a_reader_sees_whole_runs_while_another_process_is_within_one(kept):
    kept.add(uniform({"recall": 0.9}, 8))
    stalled = writer(kept.path, "stall", "slow")
    try:
        assert stalled.stdout.readline() == "in the middle\n"
        assert [run.number for run in kept.runs()] == [1] and len(kept.scores(1)) == 8
    finally:
        stalled.kill()
        stalled.communicate()


def test_a_writer_that_waits_too_long_says_why(kept, monkeypatch):
    kept.add(uniform({}))
    monkeypatch.setattr("ragdiag_helpers.gate.history.WAIT", 0)
    monkeypatch.setattr("ragdiag_helpers.gate.history.clock.sleep", lambda pause: None)
    with closing(sqlite3.connect(kept.path, isolation_level=None)) as hanging:
        hanging.execute("BEGIN IMMEDIATE")
        with pytest.raises(DataError, match="another process has been writing.*look for one that hangs"):
            kept.add(uniform({}))
        hanging.execute("ROLLBACK")
    assert kept.add(uniform({})) == 2


# The commit.


def git(folder, *arguments):
    names = {f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, env={**os.environ, **names})


def test_the_commit_is_that_of_git_and_dirty_only_where_a_tracked_file_changed(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert current_commit(tmp_path) is None
    git(tmp_path, "init", "-q")
    assert current_commit(tmp_path) is None, "a repository without a commit"
    (tmp_path / "prompt.txt").write_text("answer")
    git(tmp_path, "add", "prompt.txt")
    git(tmp_path, "commit", "-q", "-m", "start")
    clean = current_commit(tmp_path)
    assert len(clean) == 40
    (tmp_path / "history.db").write_text("untracked")
    assert current_commit(tmp_path) == clean
    (tmp_path / "prompt.txt").write_text("answer well")
    assert current_commit(tmp_path) == clean + "+dirty"


def test_without_git_there_is_no_commit(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert current_commit(tmp_path) is None


def test_rows_are_kept_as_json_that_any_tool_reads(kept):
    kept.add(spread("recall", [0.25]), time=NOON)
    with closing(sqlite3.connect(kept.path)) as file:
        assert json.loads(file.execute("SELECT scores FROM scores").fetchone()[0])["recall"] == 0.25
        assert file.execute("SELECT json_extract(means, '$.recall[0]') FROM runs").fetchone()[0] == 0.25
