"""ragdiag with a judge that costs money: told before, asked, kept, played back; and ragdiag calibrate."""

import json

import pytest
from stub_server import Stub, error

from ragdiag_helpers.cli import main
from ragdiag_helpers.commands import judging
from ragdiag_helpers.corpus import GOLDEN_SETS, load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden
from ragdiag_helpers.records import save_records

KEY = "sk-ant-canary-0123456789abcdef"


@pytest.fixture
def server(monkeypatch, tmp_path):
    """A stub that answers well, reached as a learner would reach it: by environment variables; records of three questions beside it."""
    for name in ("ANTHROPIC_AUTH_TOKEN", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy", "RAGDIAG_MODEL"):
        monkeypatch.delenv(name, raising=False)
    with Stub() as stub:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", stub.url)
        monkeypatch.setenv("RAGDIAG_CACHE", str(tmp_path / "cache"))
        monkeypatch.chdir(tmp_path)
        save_records(Docent(load_corpus()).run(load_golden()[:3]), "records.jsonl")
        yield stub


def report(*more: str) -> int:
    return main(["report", "records.jsonl", "--labels", "none", "--judge", "claude", *more])


def scores(folder: str = "rag-report") -> list[dict]:
    found = json.loads(open(f"{folder}/rag-report.json", encoding="utf-8").read())
    return [row["scores"] for row in found["rows"]]


def test_nothing_is_asked_without_a_yes_and_the_cost_is_told(server, capsys):
    assert report() == 2
    told = capsys.readouterr().err
    assert "calls" in told and "prompt" in told and "add --yes" in told
    assert not server.bodies


def test_with_a_yes_the_judge_is_asked_and_what_was_spent_is_told(server, capsys):
    assert report("--yes") == 0
    told = capsys.readouterr().err
    assert server.bodies and f"{len(server.bodies)} calls" in told.splitlines()[-1]


def test_the_plan_counts_at_least_the_calls_that_are_made(server, capsys):
    assert report() == 2
    planned = int(capsys.readouterr().err.split(": ")[1].split(" call")[0])
    report("--yes")
    assert 0 < len(server.bodies) <= planned


def test_the_same_run_again_asks_nothing_and_needs_no_yes(server):
    report("--yes")
    first, asked = scores(), len(server.bodies)
    assert report() == 0
    assert scores() == first and len(server.bodies) == asked


def test_an_answer_at_the_terminal_counts_as_a_yes(server, monkeypatch):
    monkeypatch.setattr(judging.sys, "stdin", type("Terminal", (), {"isatty": staticmethod(lambda: True)}))
    monkeypatch.setattr("builtins.input", lambda prompt: "n")
    assert report() == 2 and not server.bodies
    monkeypatch.setattr("builtins.input", lambda prompt: "y")
    assert report() == 0 and server.bodies


def test_saved_replies_play_back_the_same_scores_without_a_server(server, monkeypatch):
    assert report("--yes", "--save-replies", "replies.jsonl") == 0
    asked = len(server.bodies)
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert main(["report", "records.jsonl", "--labels", "none", "--judge", "replay", "--replies", "replies.jsonl", "--out", "again"]) == 0
    assert scores("again") == scores() and len(server.bodies) == asked


def test_a_missing_key_is_told_before_anything_is_asked(server, monkeypatch, capsys):
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://api.anthropic.com")
    assert report("--yes") == 2
    assert "ANTHROPIC_API_KEY" in capsys.readouterr().err


def test_a_key_that_happens_to_be_set_chooses_nothing(server):
    assert main(["report", "records.jsonl", "--labels", "none"]) == 0
    assert not server.bodies


def test_no_key_reaches_an_output_or_a_file(server, capsys, tmp_path):
    report("--yes", "--save-replies", "replies.jsonl")
    shown = capsys.readouterr()
    assert KEY not in shown.out + shown.err
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def test_a_judge_whose_every_call_fails_leaves_its_rows_unscored_and_the_report_is_written(server, monkeypatch, capsys):
    with Stub(lambda body, number: error(404, f"no such model, {KEY}")) as broken:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", broken.url)
        assert report("--yes") == 0
    assert all(row["faithfulness"] is None and row["recall"] is not None for row in scores())
    shown = capsys.readouterr()
    assert "unscored" in shown.err and KEY not in shown.out + shown.err


def test_calibrate_prints_the_offline_judges_figures(capsys):
    assert main(["calibrate"]) == 0
    told = capsys.readouterr().out
    assert "Judge offline" in told and "kappa" in told and "Verdict:" in told


def test_calibrate_measures_the_scripted_judge_and_says_where_its_replies_came_from(capsys):
    assert main(["calibrate", "--judge", "replay"]) == 0
    told, aside = capsys.readouterr()
    assert "92 replies written for the course" in aside
    assert "Judge replay" in told and "92 of 92" in told and "Misses, worst first" in told


def test_calibrate_with_a_file_that_is_no_label_file_ends_with_2_and_one_line(tmp_path, capsys):
    (tmp_path / "x.jsonl").write_text('{"id": "1"}\n', encoding="utf-8")
    assert main(["calibrate", str(tmp_path / "x.jsonl")]) == 2
    assert "'context' is missing" in capsys.readouterr().err


def test_rows_in_ragas_names_are_records_too(tmp_path, capsys):
    row = {"user_input": "Price of Pro?", "response": "Pro costs 25 dollars.", "retrieved_contexts": ["Pro costs 25 dollars."], "reference": "25 dollars"}
    (tmp_path / "ragas.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert main(["report", str(tmp_path / "ragas.jsonl"), "--labels", "none", "--out", str(tmp_path / "out")]) == 0
    assert "1 row" in capsys.readouterr().out


def test_replies_about_other_texts_are_told(server, capsys):
    assert main(["report", "records.jsonl", "--judge", "replay", "--labels", "none", "--replies", str(GOLDEN_SETS / "replies/preferences.jsonl")]) == 0
    assert "not one stored reply is about these texts" in capsys.readouterr().err


def test_an_interrupt_ends_with_one_line(monkeypatch, capsys, tmp_path):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(judging, "chosen_records", interrupted)
    assert main(["report", "--out", str(tmp_path)]) == 130
    assert "run the same command to go on" in capsys.readouterr().err


def test_the_cost_says_how_many_calls_only_measure_the_judge(server, capsys):
    assert main(["report", "records.jsonl", "--judge", "claude"]) == 2
    assert "only measure the judge" in capsys.readouterr().err


def test_the_stored_failures_are_a_name_for_records(tmp_path, capsys):
    assert main(["report", "ten_failures", "--judge", "replay", "--labels", "none", "--out", str(tmp_path)]) == 0
    assert "20 rows" in capsys.readouterr().out
    assert "proof: corrected page repairs" in (tmp_path / "failure_audit.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [["report", ""], ["gate", " "], ["report", "--labels", ""], ["calibrate", ""], ["report", "--judge", "replay", "--replies", ""]])
def test_an_empty_argument_is_refused_since_a_variable_may_be_unset(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2 and "is a variable unset?" in capsys.readouterr().err
