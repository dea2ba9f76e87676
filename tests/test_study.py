"""Cards for Anki, and live cells: the cost first, nothing asked unless the learner says so."""

import tomllib

import pytest
from conftest import LESSONS
from stub_server import Stub

from ragdiag_helpers.cli import main
from ragdiag_helpers.judges import ClaudeJudge
from ragdiag_helpers.judges.live import live
from ragdiag_helpers.study import CARDS, anki
from ragdiag_helpers.study.page import MARK, marked


def test_the_anki_file_holds_every_card_on_one_line_with_the_tag_of_its_lesson(tmp_path, capsys):
    assert main(["cards", str(tmp_path / "cards.txt")]) == 0
    rows = [line.split("\t") for line in (tmp_path / "cards.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert {len(row) for row in rows} == {3}
    for lesson in LESSONS:
        cards = tomllib.loads((CARDS / f"{lesson}.toml").read_text(encoding="utf-8"))["cards"]
        assert [row[:2] for row in rows if row[2] == lesson] == [[card["front"], card["back"]] for card in cards]
    assert f"wrote {len(rows)} cards" in capsys.readouterr().out


def test_a_folder_that_does_not_exist_is_named(tmp_path, capsys):
    assert main(["cards", str(tmp_path / "nowhere" / "cards.txt")]) == 2
    assert "name a file in a folder that exists" in capsys.readouterr().err


def test_no_card_holds_a_tab_that_would_split_it():
    assert all(line.count("\t") == 2 for line in anki().splitlines() if not line.startswith("#"))


def test_a_live_cell_says_the_cost_and_asks_nobody(capsys, monkeypatch):
    with Stub() as stub:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", stub.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-canary-0123456789abcdef")
        assert live(False, lambda judge: judge.relevance("Price?", "25 dollars.")) is None
        assert stub.bodies == []
    said = capsys.readouterr().out
    assert said.startswith("Cost: 1 call, about") and "Not asked" in said


def test_a_live_cell_asks_when_it_is_told_to(capsys, monkeypatch):
    with Stub() as stub:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", stub.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-canary-0123456789abcdef")
        result = live(True, lambda judge: judge.relevance("Price?", "25 dollars."), ClaudeJudge(cache=False))
        assert result.answers in (True, False) and len(stub.bodies) == 1
    assert capsys.readouterr().out.startswith("Cost: 1 call, about")


def test_a_live_cell_without_a_key_says_so_before_any_call(monkeypatch, capsys):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ValueError, match="ANTHROPIC_API_KEY"):
        live(True, lambda judge: judge.relevance("Price?", "25 dollars."), ClaudeJudge(cache=False))


def test_marked_words_are_escaped_marked_once_and_never_found_inside_the_markup():
    html = marked("A <b> mark & a style", ["mark", "mark & a style", "style", " "])
    assert html == f"A &lt;b&gt; <mark style='{MARK}'>mark &amp; a style</mark>"
    assert marked("<i>", []) == "&lt;i&gt;"
