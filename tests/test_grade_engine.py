"""The grading engine: workers that die, a scheduler elsewhere, a second run, an interrupted one, kernels that cannot be forked."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import ROOT
from grade_class import LESSON, answered, hand_in

from ragdiag_grading import session as sessions
from ragdiag_grading.engine import NoScheduler, grade_all
from ragdiag_grading.key import Key
from ragdiag_grading.session import Wish, grade_class
from ragdiag_grading.work import Graded, Settings, grade

KEY = Key.load(LESSON, ROOT / "solutions")


@contextmanager
def scheduler(tmp_path: Path, workers: int):
    """A Dask scheduler and worker processes, as an instructor starts them on other machines; yields the address and the processes."""
    address = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    start = [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(address)]
    processes = [subprocess.Popen(start, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
    work = [*dask, "worker", "--scheduler-file", str(address), "--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1"]
    for number in range(workers):
        folder = tmp_path / f"worker{number}"
        folder.mkdir()
        processes.append(subprocess.Popen([*work, "--local-directory", str(folder)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    try:
        until = time.monotonic() + 60
        while not address.exists() and time.monotonic() < until:
            time.sleep(0.1)
        yield json.loads(address.read_text())["address"], processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_worker_that_is_killed_in_the_middle_loses_no_submission(tmp_path):
    data = answered()()
    with scheduler(tmp_path, workers=2) as (address, processes):
        done = []
        for name, result in grade_all({f"s{number}": data for number in range(8)}, KEY, scheduler=address):
            done.append((name, result.score))
            if len(done) == 2:
                processes[1].send_signal(signal.SIGKILL)
        assert sorted(done) == [(f"s{number}", 6) for number in range(8)]


def test_a_scheduler_that_does_not_answer_is_named():
    with pytest.raises(NoScheduler, match="start one with: dask scheduler"):
        next(grade_all({"s": b""}, KEY, scheduler="tcp://127.0.0.1:1"))


def test_a_second_run_grades_only_what_changed(tmp_path):
    hand_in(tmp_path / "in", ["ada", "one exercise", "corrupt"])
    wish = Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions")
    assert grade_class(wish).graded_now == 3
    again = grade_class(wish)
    assert again.graded_now == 0 and [(each.student, each.score) for each in again.outcomes] == [("ada", 6), ("corrupt", None), ("one exercise", 3)]
    (tmp_path / "in" / "one exercise" / f"{LESSON}.ipynb").write_bytes(answered()())
    hand_in(tmp_path / "in", ["late"])
    third = grade_class(wish)
    assert third.graded_now == 2 and {each.student: each.score for each in third.outcomes} == {"ada": 6, "corrupt": None, "late": 6, "one exercise": 6}


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    hand_in(tmp_path / "in", ["ada", "007", "own cells"])
    wish = Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions")

    def stopped(*arguments):
        for number, found in enumerate(grade_all(*arguments)):
            if number == 1:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(sessions, "grade_all", stopped)
    with pytest.raises(KeyboardInterrupt):
        grade_class(wish)
    monkeypatch.undo()
    assert grade_class(wish).graded_now == 2


def test_a_fault_of_the_machine_is_told_has_no_score_and_is_tried_again(tmp_path, monkeypatch):
    hand_in(tmp_path / "in", ["ada"])
    wish = Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions")
    monkeypatch.setattr(sessions, "grade_all", lambda work, *_: ((name, Graded(doubts=["it could not be graded: OSError: disk full"])) for name in work))
    (outcome,) = grade_class(wish).outcomes
    assert (outcome.status, outcome.score) == ("NEEDS-REVIEW", None) and "disk full" in outcome.why
    monkeypatch.undo()
    assert [(each.status, each.score) for each in grade_class(wish).outcomes] == [("GRADED", 6)]


@pytest.mark.parametrize("forked", [True, False])
def test_ordinary_kernels_give_the_same_scores_as_forked_ones(forked):
    result = grade(answered(before="import random\nprint(1)")(), KEY, Settings(forked=forked))
    assert result.score == 6 and result.doubts == []


def test_moving_the_deadline_moves_the_penalty_and_grades_nothing_again(tmp_path):
    from ragdiag_grading.deadlines import read_deadline

    hand_in(tmp_path / "in", ["late"])
    wish = dict(lesson=LESSON, submissions=tmp_path / "in", out=tmp_path / "out", source=ROOT / "solutions", penalty_per_day=0.5)
    first = grade_class(Wish(**wish, deadline=read_deadline("2026-11-20 18:00 Europe/Berlin")))
    assert [(each.status, each.score, each.penalty) for each in first.outcomes] == [("LATE", 3, 3)]
    second = grade_class(Wish(**wish, deadline=read_deadline("2026-11-22 18:00 Europe/Berlin")))
    assert [(each.status, each.score, each.penalty) for each in second.outcomes] == [("GRADED", 6, 0)]
    assert second.graded_now == 0


def private_key(folder: Path) -> Path:
    """A copy of the keys in which the hidden check of ``share`` asks for other numbers."""
    shutil.copytree(ROOT / "solutions" / LESSON, folder / LESSON)
    path = folder / LESSON / f"{LESSON}.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace("expect(share, 3, 7, wanted=3 / 7)", "expect(share, 2, 11, wanted=2 / 11)"), encoding="utf-8")
    return folder


def test_a_private_key_grades_the_public_notebook_and_a_changed_key_grades_again(tmp_path):
    from_the_public_key = answered(share="def share(part, whole):\n    return {(4, 5): 0.8, (3, 7): 3 / 7, (6, 6): 1}.get((part, whole), 0 if whole else None)")
    (tmp_path / "in" / "eve").mkdir(parents=True)
    (tmp_path / "in" / "eve" / f"{LESSON}.ipynb").write_bytes(from_the_public_key())
    public = Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions")
    assert [each.score for each in grade_class(public).outcomes] == [6]
    with_private = grade_class(Wish(LESSON, tmp_path / "in", tmp_path / "out", private_key(tmp_path / "keys")))
    assert [(each.status, each.score) for each in with_private.outcomes] == [("GRADED", 5)] and with_private.graded_now == 1


def test_a_key_and_settings_of_the_instructor_are_left_alone(tmp_path):
    hand_in(tmp_path / "in", ["ada"])
    shutil.copytree(ROOT / "solutions" / LESSON, tmp_path / "out" / "source" / LESSON)
    (tmp_path / "out" / "nbgrader_config.py").write_text("c = get_config()\n")
    with pytest.raises(ValueError, match="left alone.*--source"):
        grade_class(Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions"))
    outcomes = grade_class(Wish(LESSON, tmp_path / "in", tmp_path / "out", tmp_path / "out" / "source")).outcomes
    assert [each.score for each in outcomes] == [6] and (tmp_path / "out" / "nbgrader_config.py").read_text() == "c = get_config()\n"


def test_kernels_end_with_the_process_that_asked_for_them(tmp_path):
    """Nothing outlives its owner: the prepared process and its kernels go when the worker is killed."""
    script = (
        "from ragdiag_grading.kernels.provisioner import Zygote\n"
        "import os, time\nzygote = Zygote.mine()\n"
        "wish = dict(argv=['k', '-f', '{0}/k.json'], cwd='{0}', env={{}}, log='{0}/log', confined=False, readable=[], writable=[], limits={{}})\n"
        "_, pid = zygote.ask(wish)\nprint(zygote.process.pid, pid, flush=True)\ntime.sleep(60)\n"
    ).format(tmp_path)
    owner = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    pids = [int(each) for each in owner.stdout.readline().split()]
    owner.kill()
    owner.wait()
    until = time.monotonic() + 20
    while any(_is_alive(pid) for pid in pids) and time.monotonic() < until:
        time.sleep(0.1)
    assert not [pid for pid in pids if _is_alive(pid)]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


