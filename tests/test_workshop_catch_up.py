"""Catching up: one call, nothing of a participant's is lost, and nothing stops the show."""

import json

import pytest

from ragdiag_helpers.judges.live import live as lesson_live
from ragdiag_helpers.workshop import catch_up, catching_up, clock, live
from ragdiag_helpers.workshop.plan import load_plan

CODE = ["import math\n\n\ndef recall(a, b):\n    return a / b", "pages = ['auth', 'plans']\nprint('loud')\nscore = recall(1, 2)"]
PLAN = {
    "title": "t", "minutes": 20,
    "sections": [
        {"name": "start", "number": 1, "title": "Start", "begins": 0, "ends": 5, "cuts": [], "code": [], "names": []},
        {"name": "count", "number": 2, "title": "Count", "begins": 5, "ends": 20, "cuts": [], "code": CODE,
         "names": ["math", "pages", "recall", "score"]},
    ],
}


@pytest.fixture(autouse=True)
def room(tmp_path, monkeypatch):
    """A folder with a plan of two sections, a fresh kernel in it."""
    (tmp_path / "workshop.json").write_text(json.dumps(PLAN), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(catching_up, "_given", {})
    return tmp_path


def test_an_empty_kernel_gets_the_state_in_one_call_and_is_told_what_it_has(capsys, room):
    mine = {}
    catch_up("count", mine)
    assert mine["pages"] == ["auth", "plans"] and mine["score"] == 0.5 and mine["recall"](3, 4) == 0.75 and mine["math"].pi > 3
    assert set(mine) == {"pages", "score", "recall", "math"}
    assert capsys.readouterr().out == "Ready for section 2, Count. It needs math, pages, recall, score, and you have that now.\n"
    assert [path.name for path in room.iterdir()] == ["workshop.json"]


def test_without_a_namespace_the_names_go_to_the_caller():
    notebook = {"__name__": "__main__", "catch_up": catch_up}
    exec("catch_up('count')\ntold = recall(1, 4)", notebook)
    assert notebook["told"] == 0.25


def test_what_a_participant_wrote_is_kept_aside_under_a_name_that_is_told(capsys):
    def recall(a, b):
        return b

    mine = {"recall": recall, "pages": [], "other": 1}
    catch_up("count", mine)
    assert mine["mine"].recall is recall and mine["mine"].pages == [] and mine["other"] == 1
    assert "Your own is kept aside: mine.pages, mine.recall" in capsys.readouterr().out
    assert repr(mine["mine"]) == "kept aside: mine.pages, mine.recall"


def test_a_second_call_keeps_new_work_beside_the_old_and_does_not_take_ours_for_theirs(capsys):
    mine = {"pages": "first try"}
    catch_up("count", mine)
    catch_up("count", mine)
    assert vars(mine["mine"]) == {"pages": "first try"}
    mine["pages"] = "second try"
    catch_up("count", mine)
    assert vars(mine["mine"]) == {"pages": "first try", "pages_2": "second try"}
    assert "mine.pages_2" in capsys.readouterr().out


def test_a_participants_own_name_mine_is_kept_too():
    mine = {"mine": "diary", "pages": 7}
    catch_up("count", mine)
    assert mine["mine"].mine == "diary" and mine["mine"].pages == 7


def test_who_has_the_same_already_is_not_bothered(capsys):
    mine = {}
    exec("\n".join(CODE), mine)
    catch_up("count", mine)
    assert "kept aside" not in capsys.readouterr().out and "mine" not in mine


def test_an_object_that_cannot_be_compared_is_kept():
    class Odd:
        def __eq__(self, other):
            raise TypeError("not with me")

    mine = {"pages": Odd()}
    catch_up("count", mine)
    assert isinstance(mine["mine"].pages, Odd)


def test_an_unknown_checkpoint_lists_those_that_there_are():
    with pytest.raises(ValueError, match=r'no checkpoint \'recal\'(.|\n)*catch_up\("start"\)  section 1, Start\n  catch_up\("count"\)  section 2, Count'):
        catch_up("recal", {})


def test_the_plan_is_found_beside_the_notebook_or_in_the_build_of_the_course_and_its_absence_says_what_to_do(room, monkeypatch, tmp_path_factory):
    course = tmp_path_factory.mktemp("course")
    (course / "build" / "workshop").mkdir(parents=True)
    (course / "notebooks").mkdir()
    (course / "build" / "workshop" / "workshop.json").write_text('{"title": "other"}', encoding="utf-8")
    assert load_plan()["title"] == "t"
    assert load_plan(course / "notebooks")["title"] == "other"
    with pytest.raises(FileNotFoundError, match="run `make workshop`"):
        load_plan(tmp_path_factory.mktemp("nowhere"))


def test_a_live_cell_plays_its_stored_replies_whatever_happens(capsys, monkeypatch):
    def ask(judge):
        return judge.split("Backups are retained for 30 days on the Scale plan.")

    live(False, ask)
    unasked = capsys.readouterr().out
    lesson_live(False, ask)
    assert unasked.startswith(capsys.readouterr().out)
    replayed = "Replayed (written for the course): ('Backups are retained for 30 days on the Scale plan.',)\n"
    assert unasked.endswith(replayed)
    live(True, ask)  # no key is set
    out = capsys.readouterr().out
    assert "Nothing came back: " in out and out.endswith(replayed) and "Traceback" not in out


def test_a_model_that_hangs_does_not_hold_up_the_room(capsys, monkeypatch):
    from threading import Event

    from ragdiag_helpers.workshop import replay

    monkeypatch.setattr(replay, "ask_live", lambda ask, use: Event().wait(60))
    live(True, lambda judge: judge.split("30 days."), patience=0.05)
    out = capsys.readouterr().out
    assert out.startswith("Nothing came back within 0.05 seconds.")
    assert "For what this cell asks now no reply is stored." in out  # a changed cell stops nothing either


def test_the_clock_refuses_what_is_no_time_and_no_section():
    for wrong in ("9:05", "25:00", "soon"):
        with pytest.raises(ValueError, match="write hours and minutes with two digits each"):
            clock(wrong)
    with pytest.raises(ValueError, match="there are sections 1 to 2"):
        clock("09:05", 3)
    shown = clock("09:05")
    assert "<script>" in shown._repr_html_() and "http" not in shown._repr_html_()
