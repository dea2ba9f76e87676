"""The state of the path: from every checkpoint on, in an empty kernel, each step shows what its lesson shows."""

import contextlib
import io
import json

import pytest
from workshop.build import facts
from workshop.needs import check_cuts, checkpoint, coded, preparations
from workshop.typed import typed
from workshop_tools import steps_by_number, the_path

from ragdiag_helpers.workshop import catch_up, catching_up

SECTIONS = {section.name: section for section in the_path().sections if coded([section])}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An empty folder with workshop.json, as it lies beside the notebooks."""
    place = tmp_path_factory.mktemp("room")
    (place / "workshop.json").write_text(json.dumps(facts(the_path(), preparations(the_path()))), encoding="utf-8")
    return place


@pytest.fixture(autouse=True)
def in_the_room(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(catching_up, "_given", {})
    monkeypatch.setattr("IPython.display.display", lambda *shown: None)  # without a kernel it would print


def told(namespace: dict, source: str) -> str:
    """Run a cell as a kernel would, and return what it prints."""
    from matplotlib import pyplot

    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(source, "cell", "exec"), namespace)
    pyplot.close("all")
    return said.getvalue().rstrip("\n")


def printed(cell) -> str:
    return "".join(output.get("text", "") for output in cell.outputs).rstrip("\n")


@pytest.mark.parametrize("name", SECTIONS)
def test_who_begins_at_a_checkpoint_with_an_empty_kernel_sees_what_the_lesson_shows(name, folder, capsys):
    room = {"__name__": "__main__", "display": print}
    catch_up(name, room)
    assert f"Ready for section {SECTIONS[name].number}," in capsys.readouterr().out
    for step in coded([SECTIONS[name]]):
        for cell in preparations(the_path())[step.number]:
            told(room, cell.code)
        for cell in step.code_cells:
            came = told(room, typed(step) if step.kind == "exercise" else cell.code)
            assert came == printed(cell), step.number
        for check in step.checks:
            assert told(room, check.released).startswith("ok:")
    assert [path.name for path in folder.iterdir()] == ["workshop.json"]


def test_no_step_needs_what_may_be_cut_before_it():
    check_cuts(the_path(), preparations(the_path()))
    assert sum(1 for step in steps_by_number().values() if step.cut) >= 8


def test_a_checkpoint_holds_all_that_any_later_step_needs_from_before_it():
    before = preparations(the_path())
    for name, section in SECTIONS.items():
        cells, given = checkpoint(the_path(), name, before)
        made = set(given)
        for step in coded(the_path().sections[section.number - 1 :]):
            for cell in (*before[step.number], *step.code_cells):
                assert cell.names.needs <= made, (name, step.number)
                made |= cell.names.makes
        assert set(given) <= {each for cell in cells for each in cell.names.makes}
