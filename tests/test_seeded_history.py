"""The thirty runs of lesson 7: executing them again gives what is stored, and they tell what the lesson tells."""

import json
import os
import runpy
import subprocess
import sys

import pytest
from conftest import ROOT

from ragdiag_helpers.audit import COUNTED, JUDGED, audit
from ragdiag_helpers.gate import seeded
from ragdiag_helpers.gate.bisect import Looks, first_bad
from ragdiag_helpers.gate.seeded import HISTORY, START, answer, judge_of, load_seeded
from ragdiag_helpers.jsonl import DataError

RUNS = load_seeded()
MAKE = ROOT / "golden_sets" / "history" / "make.py"
STALE = "golden_sets/history/runs.json is stale: run `python golden_sets/history/make.py`, then `make build`"


def mean(place: int, name: str) -> float:
    return RUNS[place].run.means[name].value


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """All thirty, executed again in a process of their own, with another hash seed."""
    out = tmp_path_factory.mktemp("history") / "runs.json"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, str(MAKE), str(out)], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out.read_bytes()


def test_executing_the_thirty_again_gives_the_stored_runs_byte_for_byte(again):
    fresh, stored = (json.loads(data) for data in (again, HISTORY.read_bytes()))
    assert [row["run"] for row, other in zip(fresh, stored, strict=True) if row != other] == [], STALE
    assert again == HISTORY.read_bytes(), STALE


def test_there_are_thirty_runs_and_each_commit_has_its_own_name():
    assert [each.run.number for each in RUNS] == list(range(1, 31))
    assert len({each.run.commit for each in RUNS}) == 30
    assert all(each.message and len(each.run.commit) == 7 for each in RUNS)


def test_recall_is_above_the_line_before_run_20_and_below_it_from_then_on():
    assert [mean(place, "recall") >= 0.8 for place in range(30)] == [place < 19 for place in range(30)]
    assert first_bad(Looks([each.run for each in RUNS]), "recall", 0.8) == 20
    changed = {name: value for name, value in RUNS[19].run.settings.items() if RUNS[18].run.settings[name] != value}
    assert changed == {"indexed": 12} and RUNS[19].system != RUNS[18].system
    assert RUNS[19].run.judge_fingerprint == RUNS[18].run.judge_fingerprint


def test_the_new_judge_of_run_15_moves_judged_metrics_and_nothing_else():
    old, new = RUNS[13], RUNS[14]
    assert old.run.judge_fingerprint != new.run.judge_fingerprint and old.run.judge != new.run.judge
    assert (old.system, old.answers, old.run.settings, old.run.data_fingerprint) == (new.system, new.answers, new.run.settings, new.run.data_fingerprint)
    assert all(old.run.means[name] == new.run.means[name] for name in COUNTED)
    assert any(old.run.means[name] != new.run.means[name] for name in JUDGED)


def test_the_largest_fall_of_correctness_is_the_new_judge_s():
    falls = {RUNS[place].run.number: mean(place, "correctness") - mean(place - 1, "correctness") for place in range(1, 30)}
    assert min(falls, key=falls.get) == 15, "lesson 7 says so in words: choose other judges in commits.toml, or tell another story"
    assert falls[15] < -0.1


def test_some_commits_change_the_system_and_not_one_answer():
    harmless = [new.run.number for old, new in zip(RUNS, RUNS[1:]) if old.system != new.system and old.answers == new.answers]
    assert {16, 23} <= set(harmless)


def test_one_commit_changes_the_questions_and_not_the_system():
    assert RUNS[3].system == RUNS[2].system and RUNS[3].run.data_fingerprint != RUNS[2].run.data_fingerprint


def test_undoing_the_culprit_on_the_newest_run_brings_recall_back_and_undoing_any_other_change_does_not():
    newest, good = RUNS[-1], RUNS[18].run.settings
    recall = {
        name: audit(answer({**newest.setup, name: good[name]}), "offline", metrics=()).mean("recall").value
        for name in good if good[name] != newest.run.settings[name]
    }  # fmt: skip
    assert len(recall) >= 4
    assert [name for name, value in recall.items() if value >= 0.8] == ["indexed"]


def test_the_fall_shows_in_the_paired_interval_and_not_in_the_two_intervals():
    low, high = RUNS[18].run.means["recall"].interval[0], RUNS[19].run.means["recall"].interval[1]
    assert low < high  # they overlap


def test_a_stored_run_can_be_executed_again_from_its_setup():
    again = audit(answer(RUNS[4].setup), judge_of(RUNS[4].setup))
    assert again.mean("recall").value == pytest.approx(mean(4, "recall"), abs=1e-6)
    assert again.judge_fingerprint == RUNS[4].run.judge_fingerprint


def test_a_line_that_is_no_run_is_refused_with_its_number_and_the_command(tmp_path, monkeypatch):
    path = tmp_path / "runs.json"
    path.write_text("\n".join([*HISTORY.read_text(encoding="utf-8").splitlines()[:2], "{}", "]"]), encoding="utf-8")
    monkeypatch.setattr(seeded, "HISTORY", path)
    with pytest.raises(DataError, match=r"runs.json.*line 3.*make.py"):
        load_seeded()


def test_a_commit_that_sets_what_there_is_not_is_refused(tmp_path, monkeypatch):
    made = runpy.run_path(str(MAKE))
    path = tmp_path / "commits.toml"
    path.write_text('[[commit]]\nmessage = "x"\nretreiver = "tfidf"\n', encoding="utf-8")
    made["commits"].__globals__["COMMITS"] = path
    with pytest.raises(ValueError, match="commit 1 sets retreiver; the settings are edition"):
        made["commits"]()
    assert "retriever" in START
