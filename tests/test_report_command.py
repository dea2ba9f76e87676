"""ragdiag report: what it prints, what it writes, and which exit code it ends with. The judge is the marks in the answers."""

import json
import os
import subprocess
import sys

import pytest
from conftest import ROOT
from report_cases import Marked, audited, record

from ragdiag_helpers import cli, report
from ragdiag_helpers.commands import judging
from ragdiag_helpers.commands import report as command
from ragdiag_helpers.docent import REFUSAL
from ragdiag_helpers.records import Record, save_records
from ragdiag_helpers.report import pictures
from ragdiag_helpers.report.facts import facts
from ragdiag_helpers.report.verdict import verdict


@pytest.fixture(autouse=True)
def marked(monkeypatch):
    monkeypatch.setattr(judging, "get_judge", lambda *_, **__: Marked())
    monkeypatch.setattr(judging, "load_labels", lambda *_: [])
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)  # no plots: they take most of the time
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def run(tmp_path, capsys):
    def called(found, *options):
        if not isinstance(found, str):
            save_records([row.record for row in found.rows], tmp_path / "records.jsonl")
        name = found if isinstance(found, str) else str(tmp_path / "records.jsonl")
        code = cli.main(["report", name, "--out", str(tmp_path / "out"), *options])
        return code, *capsys.readouterr()

    return called


def test_it_shows_every_case_the_verdict_and_the_files_it_wrote(run, tmp_path):
    found = audited(ok=3, miss=5, refused=1)
    code, out, err = run(found)
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()[:10]] == ["case", *(row.id for row in found.rows)]
    assert "refused1    1.00         –         –        –  WRONG-QUESTION (FALSE-REFUSAL)  prompt team" in out
    assert "9 rows: 3 OK, 5 RETRIEVAL-MISS, 1 WRONG-QUESTION" in out
    assert str(verdict(facts(found))) in " ".join(out.split())
    assert out.splitlines()[-4:] == [f"  {tmp_path / 'out' / name}" for name in report.FILES[:4]]
    assert all((tmp_path / "out" / name).exists() for name in report.FILES[:4])


def test_above_forty_rows_it_shows_the_failures_and_of_many_of_them_the_first(run):
    _, out, _ = run(audited(ok=60, miss=3))
    assert "ok1 " not in out and "miss3" in out and "63 rows: 60 OK, 3 RETRIEVAL-MISS (shown: the failures)" in out
    _, out, _ = run(audited(ok=1, miss=60))
    assert "miss40 " in out and "miss41 " not in out and "... and 20 more failures: they stand in the report" in out


@pytest.mark.parametrize("columns", [30, 60, 80, 100])
def test_no_line_is_wider_than_the_terminal(run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    found = audited(ok=1, miss=2, invented=1)
    _, out, _ = run(found)
    assert max(map(len, out.split("written:")[0].splitlines())) <= columns


def test_wide_characters_and_escapes_in_ids_keep_the_table_straight():
    lines = command.table([("价格问题", "1.00", "–", "–", "–", "OK", "–"), ("a\x1b[2J", "0.00", "–", "–", "–", "OK", "–")], 100)
    assert "\x1b" not in "".join(lines)
    assert lines[1].index("1.00") + 4 == lines[2].index("0.00")  # four wide characters take four columns more than len says


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_without_the_characters_gets_plain_ones(tmp_path, encoding):
    save_records([record("r1", "miss")], tmp_path / "r.jsonl")
    script = (
        "import sys; from report_cases import Marked;"
        "from ragdiag_helpers.commands import judging; from ragdiag_helpers import cli; from ragdiag_helpers.report import pictures;"
        "judging.get_judge = lambda *_, **__: Marked(); judging.load_labels = lambda *_: []; pictures.find_spec = lambda name: None;"
        "sys.exit(cli.main(['report', 'r.jsonl', '--out', 'out']))"
    )
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, check=True)
    row = next(line for line in done.stdout.decode(encoding).splitlines() if line.startswith("r1"))
    assert row.split()[2:5] == ["-" if encoding == "ascii" else "–"] * 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ('{"id": "r1"}\n', "line 1: the field 'question' is missing"),
        ("nonsense\n", "line 1"),
        (None, "there is no such file"),
    ],
)
def test_bad_records_end_with_code_2_and_one_line(run, tmp_path, text, words):
    if text is not None:
        (tmp_path / "bad.jsonl").write_text(text)
    code, out, err = run(str(tmp_path / "bad.jsonl"))
    assert code == 2 and out == "" and words in err and err.count("\n") == 1


def test_a_judge_that_cannot_be_asked_ends_with_code_2_and_one_line(run, monkeypatch):
    def keyless(*_, **__):
        raise ValueError("there is no API key for Claude;\nset ANTHROPIC_API_KEY")

    monkeypatch.setattr(judging, "get_judge", keyless)
    assert run(audited(ok=1)) == (2, "", "there is no API key for Claude; set ANTHROPIC_API_KEY\n")


def test_a_folder_that_cannot_be_written_is_found_before_the_judge_is_asked(run, tmp_path, monkeypatch):
    (tmp_path / "out").write_text("a file stands there")
    monkeypatch.setattr(judging, "get_judge", lambda *_, **__: pytest.fail("the judge was asked"))
    code, out, err = run(audited(ok=1))
    assert code == 2 and out == "" and err.count("\n") == 1 and "cannot be written" in err and "--out" in err
    assert (tmp_path / "out").read_text() == "a file stands there"


def test_a_folder_in_place_of_a_file_of_the_report_is_named(run, tmp_path):
    (tmp_path / "out" / "rag-report.md").mkdir(parents=True)
    code, _, err = run(audited(ok=1))
    assert code == 2 and "rag-report.md: this is a folder, not a file" in err


def test_reviews_set_chunking_and_a_wrong_one_is_named_by_its_line(run, tmp_path):
    rows = [
        {"id": "refused1", "reason": "the boundary cuts the price", "by": "Ada"},
        {"id": "nobody", "reason": "x", "by": "Ada"},
        {"id": "ok1", "reason": "x", "by": "Ada"},
        {"id": "refused2", "reason": "x"},
        {"id": "refused2", "reason": "the table lost its head", "by": "Bo"},
    ]
    (tmp_path / "reviews.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) + "{broken\n")
    code, out, err = run(audited(ok=2, refused=2), "--reviews", str(tmp_path / "reviews.jsonl"))
    assert code == 0 and "1 WRONG-QUESTION" in out and "1 CHUNKING" in out
    told = err.splitlines()
    assert [line.split(":")[0] for line in told] == [f"reviews.jsonl, line {number}" for number in (2, 3, 4, 5, 6)]
    assert "no row 'nobody'" in told[0] and "only a row that failed can be CHUNKING" in told[1] and "'by' is missing" in told[2]
    report_json = json.loads((tmp_path / "out" / "rag-report.json").read_text(encoding="utf-8"))
    row = next(row for row in report_json["rows"] if row["id"] == "refused1")
    assert row["diagnosis"]["label"] == "CHUNKING" and row["reviewed_by"] == "Ada"
    assert "the boundary cuts the price" in row["diagnosis"]["reason"]


def test_a_missing_file_of_reviews_ends_with_code_2(run, tmp_path):
    code, _, err = run(audited(ok=1), "--reviews", str(tmp_path / "none.jsonl"))
    assert code == 2 and "there is no such file" in err


def test_escapes_of_a_record_do_not_reach_the_terminal(run):
    from ragdiag_helpers.audit import audit

    _, out, err = run(audit([Record("a\x1b[2J\u202eb", "q", REFUSAL, ("x",), ("t",), None, ("p",))], Marked()))
    assert "\x1b" not in out + err and "\u202e" not in out + err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a POSIX shell closes the streams, and the full disk is Linux's")
@pytest.mark.parametrize("ending", [">&-", "2>&-", ">&- 2>&-", "| true", "| head -1", ">/dev/full", "<&- >&- 2>&-"])
def test_the_code_is_0_and_there_is_no_traceback_where_nobody_reads_the_output(tmp_path, ending):
    save_records([row.record for row in audited(ok=3, miss=600).rows], tmp_path / "r.jsonl")
    script = (
        "import sys; from report_cases import Marked;"
        "from ragdiag_helpers.commands import judging; from ragdiag_helpers import cli; from ragdiag_helpers.report import pictures;"
        "judging.get_judge = lambda *_, **__: Marked(); judging.load_labels = lambda *_: []; pictures.find_spec = lambda name: None;"
        "sys.exit(cli.main(['report', 'r.jsonl', '--out', 'out']))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    call = f'set -o pipefail; "$0" -c "$1" {ending}'
    done = subprocess.run(["bash", "-c", call, sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in (tmp_path / "out").iterdir()} == set(report.FILES[:4])
