"""The commands gate and history: what they print, record and return."""

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from gate_cases import audit_of, record, row, uniform

from ragdiag_helpers import plots
from ragdiag_helpers.cli import COMMANDS, _parser, main
from ragdiag_helpers.commands import gate as command
from ragdiag_helpers.commands import history as history_command
from ragdiag_helpers.commands import judging
from ragdiag_helpers.figures import history as figures
from ragdiag_helpers.gate import History, Thresholds, check, load_thresholds
from ragdiag_helpers.gate.comparison import compare
from ragdiag_helpers.gate.runs import is_score
from ragdiag_helpers.gate.thresholds import DEFAULT
from ragdiag_helpers.jsonl import DataError
from ragdiag_helpers.records import save_records
from ragdiag_helpers.verdicts import Relevance, Verdict

PAGE = (Path(__file__).parents[1] / "docs" / "gate.md").read_text(encoding="utf-8")
GOOD = {"recall": 1.0, "faithfulness": 1.0}


@pytest.fixture(autouse=True)
def quiet(tmp_path, monkeypatch):
    """Run in an empty folder, without the summary page of a real CI run, and without a screen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    figures.plt.switch_backend("agg")
    yield
    figures.plt.close("all")


@pytest.fixture
def answers(monkeypatch):
    """Let the gate see this audit, as if the judge had made it; an exception is raised instead."""

    def see(found):
        def chosen_audit(chosen):
            if isinstance(found, Exception):
                raise found
            return found

        monkeypatch.setattr(command, "chosen_audit", chosen_audit)

    return see


def test_a_run_that_keeps_its_lines_ends_with_code_0(answers, capsys):
    answers(uniform(GOOD))
    assert main(["gate", "records.jsonl"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("lines: built-in lines; judge: stub 1; 20 rows\n")
    assert told.splitlines()[-1] == "PASSED: every line is kept"


def test_a_run_below_a_line_ends_with_code_1_and_is_recorded_all_the_same(answers, capsys):
    answers(uniform({"recall": 0.62, "faithfulness": 1.0}, 58))
    assert main(["gate", "records.jsonl", "--history", "h.db", "--commit", "abc", "--setting", "k=4", "--setting", "retriever=tfidf"]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == ["FAILED: recall 0.62 < 0.80 over 58 rows", "recorded as run 1 in h.db"]
    run = History("h.db").run(1)
    assert (run.status, run.commit, run.settings) == ("failed", "abc", {"k": 4, "retriever": "tfidf"})


def test_a_run_that_cannot_be_judged_ends_with_code_2_and_is_recorded(answers):
    answers(uniform({"recall": 1.0}))
    assert main(["gate", "records.jsonl", "--history", "h.db"]) == 2
    assert History("h.db").run(1).status == "not judged"


@pytest.mark.parametrize("problem", [
    DataError("records.jsonl", 3, "answer", "write it", "'answer' is missing"),
    ValueError("the id 'q1' occurs twice"),
    OSError("disk"),
    KeyError("a mistake of the program"),
])  # fmt: skip
def test_input_that_cannot_be_read_ends_with_code_2_and_nothing_is_recorded(answers, capsys, problem):
    answers(problem)
    assert main(["gate", "records.jsonl", "--history", "h.db"]) == 2
    assert "NOT JUDGED: " in capsys.readouterr().err
    assert os.listdir() == []


@pytest.mark.parametrize("arguments, told", [
    (["--thresholds", "none.toml"], "none.toml: there is no such file"),
    (["--baseline", "1"], "--baseline names a run of a history, and there is none; add --history FILE.db"),
    (["--history", "h.db", "--baseline", "first"], "--baseline: 'first' names no run"),
    (["--history", "h.db", "--baseline", "3"], "h.db: there is no run 3; it holds no run yet"),
    (["--history", "."], "this is a folder"),
    (["--history", "none/h.db"], "there is no folder 'none'"),
    (["--setting", "k"], "--setting 'k' sets nothing; write it as KEY=VALUE"),
    (["--setting", "=4"], "--setting '=4' sets nothing"),
    (["--setting", "k=1", "--setting", "k=2"], "--setting 'k' is there twice"),
])  # fmt: skip
def test_a_wrong_option_ends_with_code_2_and_its_fix(answers, capsys, arguments, told):
    answers(uniform(GOOD))
    assert main(["gate", "records.jsonl", *arguments]) == 2
    assert told in capsys.readouterr().err
    assert os.listdir() == []


@pytest.mark.parametrize("value", ["", "  "])
@pytest.mark.parametrize("option", ["--thresholds", "--history", "--baseline", "--labels", "--replies", "--save-replies", "RECORDS.jsonl"])
def test_an_empty_name_is_an_unset_variable_and_no_default(answers, capsys, option, value):
    answers(KeyError("the judge was asked"))
    arguments = [value] if option == "RECORDS.jsonl" else ["records.jsonl", option, value]
    with pytest.raises(SystemExit) as ended:
        main(["gate", *arguments])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert f"argument {option}: it is empty; is a variable unset?" in told
    assert os.listdir() == []


@pytest.mark.parametrize("arguments", [["--commit", "a\udcff"], ["--setting", "k=\udcff"], ["--setting", "\udcff=1"]])
def test_bytes_that_are_no_text_are_told_before_a_judge_is_asked(answers, capsys, arguments):
    answers(KeyError("the judge was asked"))
    assert main(["gate", "records.jsonl", "--history", "h.db", *arguments]) == 2
    assert f"{arguments[0]} '" in (told := capsys.readouterr().err) and "no UTF-8 text" in told


def test_a_setting_that_json_cannot_hold_is_kept_as_the_text_that_it_is(answers):
    answers(uniform(GOOD))
    deep = "[" * 100_000
    given = ["--setting", "k=1e999", "--setting", f"deep={deep}", "--setting", "long=" + "1" * 5000]
    assert main(["gate", "records.jsonl", "--history", "h.db", *given]) == 0
    assert History("h.db").run(1).settings == {"k": "1e999", "deep": deep, "long": "1" * 5000}


def test_wrong_files_are_told_before_a_judge_is_asked_and_left_as_they_are(answers, capsys):
    answers(KeyError("the judge was asked"))
    Path("gate.toml").write_text("[minimum]\nrecal = 0.8\n")
    Path("h.db").write_text("my notes " * 100)
    wrong = (["--thresholds", "gate.toml"], "did you mean 'recall'"), (["--history", "h.db"], "h.db: this is not a history")
    for arguments, told in wrong:
        assert main(["gate", "records.jsonl", *arguments]) == 2
        assert told in capsys.readouterr().err
    assert Path("h.db").read_text() == "my notes " * 100


def test_a_passed_run_that_cannot_be_recorded_is_code_2_and_a_failed_one_stays_1(answers, capsys, monkeypatch):
    def full(*given, **named):
        raise DataError("h.db", 0, None, "look at the disk", "SQLite cannot go on (disk full)")

    monkeypatch.setattr(History, "add", full)
    for scores, code in ((GOOD, 2), ({**GOOD, "recall": 0.0}, 1)):
        answers(uniform(scores))
        assert main(["gate", "records.jsonl", "--history", "h.db"]) == code
        assert "the run is not recorded: h.db: SQLite cannot go on (disk full)" in capsys.readouterr().err


def test_settings_are_json_where_they_read_as_such_and_text_elsewhere():
    found = command._settings(["k=4", "rerank=true", "prompt= v2 ", "odd=NaN", 'list=["a"]', "url=a=b", "empty="])
    assert found == {"k": 4, "rerank": True, "prompt": "v2", "odd": "NaN", "list": ["a"], "url": "a=b", "empty": ""}


def test_the_first_run_has_no_baseline_and_says_so(answers, capsys):
    answers(uniform(GOOD))
    for which, told in (("passed", "no earlier run passed its gate"), ("last", "no earlier run")):
        assert main(["gate", "records.jsonl", "--history", f"{which}.db", "--baseline", which]) == 0
        assert f"note: {told}: this run is compared with none" in capsys.readouterr().out


def test_a_drop_against_the_last_run_that_passed_fails_although_every_line_is_kept(answers, capsys):
    answers(uniform(GOOD))
    main(["gate", "records.jsonl", "--history", "h.db"])
    answers(uniform({"recall": 0.85, "faithfulness": 1.0}))
    for number in (2, 3):
        assert main(["gate", "records.jsonl", "--history", "h.db", "--baseline", "passed"]) == 1
        told = capsys.readouterr().out
        assert "FAILED: recall vs run 1: 1.00 -> 0.85 (-0.150) over the same 20 rows" in told
        assert f"recorded as run {number}" in told


def test_a_run_that_drops_the_rows_it_fails_is_code_2_and_does_not_become_the_standard(answers, capsys):
    good, bad = [row(f"q{each}", GOOD) for each in range(40)], [row(f"b{each}", {**GOOD, "recall": 0.5}) for each in range(10)]
    answers(audit_of(*good, *bad))
    assert main(["gate", "records.jsonl", "--history", "h.db"]) == 0
    answers(audit_of(*good))
    assert main(["gate", "records.jsonl", "--history", "h.db", "--baseline", "passed"]) == 2
    assert "10 of the 50 rows of run 1 are gone or changed (0.20 > 0.10): b0, b1" in capsys.readouterr().out
    assert History("h.db").last(passed=True).number == 1


def test_the_built_in_lines_are_printed_to_be_copied(capsys):
    assert main(["gate", "--show-thresholds"]) == 0
    printed = capsys.readouterr().out
    Path("mine.toml").write_text(printed)
    assert load_thresholds("mine.toml").minimum == load_thresholds().minimum


def test_the_summary_page_of_github_gets_the_table(answers, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    Path("summary.md").write_text("before\n")
    answers(uniform({**GOOD, "recall": 0.5}))
    main(["gate", "records.jsonl"])
    answers(DataError("records.jsonl", 3, None, "write it", "'answer' is missing"))
    main(["gate", "records.jsonl"])
    page = Path("summary.md").read_text()
    assert page.startswith("before\n### RAG gate: failed\n") and "| failed | recall | 0.50 | >= 0.80 | 20 |" in page
    assert "### RAG gate: not judged\n\n- records.jsonl, line 3: 'answer' is missing; write it" in page


def test_a_summary_page_that_cannot_be_written_changes_no_code(answers, monkeypatch, capsys):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "none/summary.md")
    answers(uniform(GOOD))
    assert main(["gate", "records.jsonl"]) == 0
    assert "the summary page cannot be written" in capsys.readouterr().err


# What is printed decides nothing.


def gate_process(code, redirected):
    """The exit code of a gate in a process of its own whose run ends with that code, its streams redirected by a shell."""
    recall = {0: 1.0, 1: 0.1}[code]
    told = f"""
import sys
from gate_cases import uniform
from ragdiag_helpers import cli
from ragdiag_helpers.commands import gate
def judge(chosen):
    print("the judge says something", file=sys.stderr, flush=True)
    print("\\u2713", flush=True)
    return uniform({{"recall": {recall}, "faithfulness": 1.0}})
gate.chosen_audit = judge
raise SystemExit(cli.main(["gate", "records.jsonl", "--history", "h.db"]))
"""
    places = [str(Path(__file__).parent), str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    line = f"{shlex.quote(sys.executable)} -c {shlex.quote(told)} {redirected}"
    return subprocess.run(["bash", "-c", line], env=environment, check=False, capture_output=True).returncode


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("code", [0, 1])
@pytest.mark.parametrize("redirected", [">/dev/full", "2>/dev/full", ">&- 2>&-", "2>&-", ">/dev/full 2>&1", "> >(true)", "2> >(true)"])
def test_streams_that_are_closed_full_or_broken_change_no_code_and_lose_no_run(code, redirected):
    assert gate_process(code, redirected) == code
    assert History("h.db").run(1).status == {0: "passed", 1: "failed"}[code]


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_a_stream_that_is_none_changes_no_code(answers, monkeypatch, name):
    monkeypatch.setattr(sys, name, None)
    answers(uniform({**GOOD, "recall": 0.1}))
    assert main(["gate", "records.jsonl"]) == 1
    answers(KeyError("a mistake"))
    assert main(["gate", "records.jsonl"]) == 2


@pytest.mark.parametrize("page", ["\0", "."])
def test_whatever_is_wrong_with_the_summary_page_changes_no_code(answers, monkeypatch, page):
    monkeypatch.setattr(os, "environ", {**os.environ, "GITHUB_STEP_SUMMARY": page})
    answers(uniform({**GOOD, "recall": 0.1}))
    assert main(["gate", "records.jsonl"]) == 1


def test_half_a_character_in_a_summary_changes_no_code(answers, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    answers(ValueError("half of \ud83d"))
    assert main(["gate", "records.jsonl"]) == 2
    assert "\\ud83d" in Path("summary.md").read_text()


def test_a_failed_run_whose_recording_crashes_stays_failed(answers, monkeypatch, capsys):
    def crash(*given, **named):
        raise RuntimeError("a mistake")

    monkeypatch.setattr(History, "add", crash)
    for recall, code in ((0.1, 1), (1.0, 2)):
        answers(uniform({**GOOD, "recall": recall}))
        assert main(["gate", "records.jsonl", "--history", "h.db"]) == code
        assert "the run is not recorded: a mistake" in capsys.readouterr().err


HOSTILE = "\n::error::owned\r::add-mask::x\u2028::stop\x1b[31m<img src=x>|[a](http://b)*c* ##[group] \ud800" + "x" * 5000


def test_ids_and_names_act_neither_in_the_log_nor_on_the_summary_page(answers, monkeypatch, capsys):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    answers(audit_of(*(row(f"{each}{HOSTILE[:-5001]}" + "x" * 5000, GOOD) for each in range(40)), judge="j\n::error::x\x1b[1m"))
    main(["gate", "records.jsonl", "--history", "h.db", "--setting", "\n::error::x=1"])
    answers(uniform(GOOD, 40))
    main(["gate", "records.jsonl", "--history", "h.db", "--baseline", "1"])
    for problem in (DataError("\n::error::x", 3, HOSTILE, HOSTILE, HOSTILE), ValueError(HOSTILE), RuntimeError(HOSTILE)):
        answers(problem)
        assert main(["gate", "records.jsonl", "--history", "h.db"]) == 2
    main(["history", "h.db"])
    told = capsys.readouterr()
    page = Path("summary.md").read_text(encoding="utf-8")
    assert "0 ::error::owned" in told.out and "&lt;img src=x>" in page
    for text in (told.out, told.err, page):
        assert [line[:80] for line in text.splitlines() if line.strip().startswith("::") or len(line) > 3000] == []
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\ud800]|##\\[", text)
    assert "<img" not in page and not re.search(r"(?<!\\)\](?=\()", page)
    assert "x" * 60 not in told.out, "an id is cut"


def test_a_row_whose_score_is_broken_is_named_with_an_id_that_is_cut(answers, capsys):
    answers(audit_of(row("q\x1b\n" + "x" * 500, {**GOOD, "recall": float("nan")})))
    assert main(["gate", "records.jsonl"]) == 2
    told = capsys.readouterr().out
    assert "recall is nan in row 'q\\x1b xxx" in told and "x" * 60 not in told


# From a file of records to the exit code.


class _WordJudge:
    """A judge for this test only: a claim is supported where the context holds all its words."""

    name, fingerprint, max_in_flight = "words", "words-1", 1

    def split(self, answer):
        return (answer,)

    def verify(self, claims, context):
        words = set(" ".join([context] if isinstance(context, str) else context).split())
        return [Verdict("supported" if set(claim.split()) <= words else "refuted", contexts=(1,)) for claim in claims]

    def relevance(self, question, answer):
        return Relevance(True, (question,))


@pytest.fixture
def records(monkeypatch):
    """Write a file of 20 records of which the first ``wrong`` miss their page, to be judged by words."""
    monkeypatch.setattr(judging, "get_judge", lambda name: _WordJudge())
    Path("gate.toml").write_text("[minimum]\nrecall = 0.80\n")

    def write(wrong):
        pages = [("auth",) if place < wrong else ("plans",) for place in range(20)]
        save_records([record(f"q{place}", retrieved_ids=page) for place, page in enumerate(pages)], "records.jsonl")
        return ["gate", "records.jsonl", "--thresholds", "gate.toml", "--history", "h.db"]

    return write


def test_records_that_miss_too_many_pages_fail_and_others_pass(records, capsys):
    for wrong, code, told in ((4, 0, "PASSED: the line is kept"), (5, 1, "FAILED: recall 0.75 < 0.80 over 20 rows")):
        assert main(records(wrong)) == code
        assert told in capsys.readouterr().out
    assert [run.means["recall"].value for run in History("h.db").runs()] == [0.8, 0.75]


def test_docent_without_records_fails_as_the_page_says(records, capsys):
    records(0)
    assert main(["gate", "--thresholds", "gate.toml"]) == 1
    verdict = capsys.readouterr().out.splitlines()[-1]
    assert verdict.startswith("FAILED: recall") and f"`{verdict}`" in PAGE


def test_a_broken_line_of_the_records_is_named_and_nothing_is_recorded(records, capsys):
    arguments = records(0)
    with open("records.jsonl", "a") as file:
        file.write('{"id": "q99"}\n')
    assert main(arguments) == 2
    assert "records.jsonl, line 21: " in capsys.readouterr().err
    assert not Path("h.db").exists()


# ragdiag history, over a seeded history in which commit c5 broke retrieval and run 4 has a new judge.


def seeded(path="h.db"):
    """Six commits. Retrieval breaks with the fifth; before it a new judge moved faithfulness, and the fourth run added two rows."""
    kept, limits = History(path), Thresholds({"recall": 0.8, "faithfulness": 0.7})
    runs = [(0.9, 0.9, 1, 20), (0.9, 0.9, 1, 20), (0.9, 0.75, 2, 20), (0.9, 0.75, 2, 22), (0.55, 0.75, 2, 22), (0.55, 0.75, 2, 22)]
    for number, (recall, faithfulness, judge, rows) in enumerate(runs, start=1):
        found = uniform({"recall": recall, "faithfulness": faithfulness}, rows, fingerprint=f"rules-{judge}")
        settings = {"k": 4 if number < 5 else 1}
        time = f"2026-03-0{number}T09:30:00Z"
        kept.add(found, commit=f"c{number}" * 20, settings=settings, result=check(found, limits), time=time)
    return kept


def test_the_history_names_every_run_and_what_changed(capsys):
    seeded()
    assert main(["history", "h.db"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "run  time (UTC)        commit    judge         rows  recall  faithfulness  gate    changed",
        "1    2026-03-01 09:30  c1c1c1c1  stub rules-1  20    0.90    0.90          passed",
        "2    2026-03-02 09:30  c2c2c2c2  stub rules-1  20    0.90    0.90          passed",
        "3    2026-03-03 09:30  c3c3c3c3  stub rules-2  20    0.90    0.75          passed  judge",
        "4    2026-03-04 09:30  c4c4c4c4  stub rules-2  22    0.90    0.75          passed  data",
        "5    2026-03-05 09:30  c5c5c5c5  stub rules-2  22    0.55    0.75          failed  k: 4 -> 1",
        "6    2026-03-06 09:30  c6c6c6c6  stub rules-2  22    0.55    0.75          failed",
    ]


def test_the_history_finds_the_commit_that_broke_it():
    kept = seeded()
    limits = Thresholds({"recall": 0.0, "faithfulness": 0.0})
    pairs = {number: compare(kept.baseline(number), kept.baseline(number - 1), limits) for number in range(2, 7)}
    assert [number for number, found in pairs.items() if "failed" in [each.outcome for each in found]] == [5]
    assert [number for number, found in pairs.items() if "warned" in [each.outcome for each in found]] == [3], "the new judge"


def test_one_metric_may_be_shown_alone(capsys):
    seeded()
    main(["history", "h.db", "--metric", "recall"])
    head = capsys.readouterr().out.splitlines()[0]
    assert "recall" in head and "faithfulness" not in head


def test_names_of_two_words_stand_on_two_lines(capsys):
    History("h.db").add(uniform({"answer_relevance": 0.5}), commit="abc+dirty", time="2026-03-01T09:30:00Z")
    assert main(["history", "h.db"]) == 0
    first, second, line = capsys.readouterr().out.splitlines()
    assert first.index("answer") == second.index("relevance") == line.index("0.50")
    assert " abc+ " in line


def test_a_history_that_is_not_there_is_code_2_and_nothing_is_made(capsys):
    assert main(["history", "none.db", "--plot", "trend.png"]) == 2
    assert "none.db: there is no such file; check the path" in capsys.readouterr().err
    assert os.listdir() == []


def test_a_file_that_is_no_history_is_code_2(capsys):
    Path("h.db").write_text("my notes " * 100)
    assert main(["history", "h.db"]) == 2
    assert "h.db: this is not a history of runs" in capsys.readouterr().err


def test_the_plot_is_written_and_told(capsys):
    seeded()
    assert main(["history", "h.db", "--plot", "trend.png"]) == 0
    assert Path("trend.png").read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "Line plot of mean scores over runs 1 to 6: recall from 0.90 to 0.55; faithfulness from 0.90 to 0.75; run 3 has a new judge; "
        "run 4 has new data; the gate failed in runs 5, 6.",
        "drawn into trend.png",
    ]


@pytest.mark.parametrize("file", ["none/trend.png", "trend.pgn", "trend", "."])
def test_a_plot_that_cannot_be_written_is_code_2(capsys, file):
    seeded()
    assert main(["history", "h.db", "--plot", file]) == 2
    assert capsys.readouterr().err.strip()
    assert os.listdir() == ["h.db"]


def test_a_metric_that_no_run_has_cannot_be_drawn(capsys):
    seeded()
    assert main(["history", "h.db", "--plot", "trend.png", "--metric", "correctness"]) == 2
    assert "no run has a mean to draw" in capsys.readouterr().err
    assert not Path("trend.png").exists()


# The figure.


def drawn(ax):
    """The solid lines of the figure: {label or None: [(x, y) ...]} in the order drawn."""
    return [list(map(float, bar[0].get_ydata())) for bar in ax.containers]


def test_no_line_leads_over_what_cannot_be_compared():
    fig, ax = figures.trend(seeded().runs())
    recall, faithfulness = [[0.9] * 3, [0.9, 0.55, 0.55]], [[0.9] * 2, [0.75], [0.75] * 3]
    assert drawn(ax) == [pytest.approx(part) for part in recall + faithfulness]
    assert [text.get_text() for text in ax.texts] == ["new judge", "new data"]
    assert ax.get_ylim() == (0, 1)


def test_the_figure_is_readable_without_colour():
    fig, ax = figures.trend(seeded().runs())
    looks = {bar.get_label(): (bar[0].get_marker(), bar[0].get_linestyle()) for bar in ax.containers if not bar.get_label().startswith("_")}
    assert set(looks) == {"recall", "faithfulness"} and len(set(looks.values())) == 2
    assert "gate failed" in [text.get_text() for text in ax.get_legend().get_texts()]


def test_the_colours_are_those_of_the_course_also_when_the_figure_is_saved_later():
    fig, ax = figures.trend(seeded().runs())
    used = [figures.plt.matplotlib.colors.to_hex(bar[0].get_color()) for bar in ax.containers]
    assert set(used) == {"#0072b2", "#d55e00"}


def test_the_trend_is_one_of_the_figures_of_the_course_and_brings_nothing_heavy_with_it():
    assert plots.trend is figures.trend
    code = "import sys; import ragdiag_helpers.plots; print(sorted({'anthropic', 'pandas', 'scipy', 'sklearn'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_whiskers_are_the_intervals():
    kept = History("h.db")
    found = audit_of(*(row(f"q{each}", {"recall": each % 2}) for each in range(40)))
    kept.add(found)
    fig, ax = figures.trend(kept.runs())
    (whisker,) = ax.containers[0][2][0].get_segments()
    assert tuple(whisker[:, 1]) == pytest.approx(found.mean("recall").interval)


def test_the_alt_sentence_names_a_low_in_between():
    kept = History("h.db")
    for value in (0.9, 0.2, 0.8):
        kept.add(uniform({"precision": value}))
    fig, _ = figures.trend(kept.runs())
    assert fig.alt == "Line plot of mean scores over runs 1 to 3: precision from 0.90 to 0.80, lowest 0.20 in run 2."


def test_a_single_run_and_many_runs_can_be_drawn():
    kept = History("h.db")
    for _ in range(40):
        kept.add(uniform(GOOD, 3))
    for runs in (kept.runs()[:1], kept.runs()):
        fig, ax = figures.trend(runs)
        assert len(ax.get_xticks()) <= figures.LABELLED and fig.alt


# docs/gate.md


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


def commands_of(text):
    joined = re.sub(r"\\\n\s*", " ", text)
    return [line.strip().removeprefix("run: ") for line in joined.splitlines() if re.match(r"\s*(run: )?ragdiag ", line)]


def test_the_workflow_of_the_page_is_yaml_with_the_steps_that_it_needs():
    (text,) = blocks("yaml")
    steps = yaml.safe_load(text)["jobs"]["gate"]["steps"]
    used = [step.get("uses", "").partition("@")[0] for step in steps]
    assert [each for each in used if each] == [
        "actions/checkout", "actions/setup-python", "actions/cache/restore", "actions/cache/save", "actions/upload-artifact",
    ]  # fmt: skip
    kept = [step for step in steps if step.get("uses", "").startswith(("actions/cache/save", "actions/upload"))]
    assert all(step["if"] == "always()" for step in kept), "a failed run must be kept too"


def test_every_command_of_the_page_is_one_that_ragdiag_has():
    lines = [line for language in ("yaml", "sh") for text in blocks(language) for line in commands_of(text)]
    assert {line.split()[1] for line in lines} == {"gate", "history", "report"}
    for line in lines:
        plain = re.sub(r"\$\{\{.*?\}\}", "abc", line).partition(" > ")[0].partition("  #")[0].partition(" || ")[0]
        arguments = shlex.split(plain)[1:]
        if (Path(command.__file__).parent / f"{arguments[0]}.py").exists():
            assert isinstance(_parser(arguments[0]).parse_args(arguments), argparse.Namespace)
        assert arguments[0] in COMMANDS


def test_the_page_shows_the_built_in_lines_as_they_are():
    assert DEFAULT.read_text(encoding="utf-8") in blocks("toml")


def test_the_tables_that_the_page_prints_are_what_the_commands_print(capsys):
    seeded()
    main(["history", "h.db"])
    assert capsys.readouterr().out in blocks("text")


def test_the_page_names_every_option_of_both_commands():
    for module in (command, history_command):
        parser = argparse.ArgumentParser()
        module.add_arguments(parser)
        options = [option for option in parser._option_string_actions if option.startswith("--") and option != "--help"]
        assert [option for option in options if f"`{option}" not in PAGE] == []


def test_a_score_is_a_number_from_0_to_1():
    assert [is_score(each) for each in (0, 1, 0.5, None, True, 1.1, float("nan"), "1")] == [True] * 3 + [False] * 5
