"""The path as data: 120 minutes, names that exist, and errors that say what is wrong."""

import json
import re
import shutil

import nbformat
import pytest
from conftest import ROOT
from workshop.build import build
from workshop.names import names_of
from workshop.path import load_path
from workshop.typed import typed, without_docstrings
from workshop_tools import steps_by_number, the_path

TOML = (ROOT / "authoring" / "workshop.toml").read_text(encoding="utf-8")


def error_of(tmp_path, old: str, new: str) -> str:
    """What is said about the path with one thing changed."""
    assert old in TOML
    (tmp_path / "workshop.toml").write_text(TOML.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError) as found:
        load_path(ROOT, tmp_path / "workshop.toml")
    return str(found.value)


def test_the_planned_minutes_sum_to_120_and_each_section_begins_where_the_last_ended():
    sections = the_path().sections
    assert sum(section.minutes for section in sections) == the_path().minutes == 120
    assert [section.begins for section in sections[1:]] == [section.ends for section in sections[:-1]]


def test_the_path_runs_through_the_lessons_that_the_curriculum_names():
    assert sorted(the_path().lessons) == [
        "00_open_book_exam", "01_precision_recall", "03_faithfulness", "05_two_by_two", "06_ten_failure_audit", "07_report_and_gate",
    ]
    assert any(section.name == "break" and not section.lesson for section in the_path().sections)


def test_every_section_says_what_to_say_and_nearly_every_one_what_people_will_ask():
    for section in the_path().sections:
        assert 1 <= len(re.findall(r"[.?](\s|$)", section.say)) <= 4, section.name
        assert len(section.ask) == 2 or not section.lesson, section.name
    assert sum(minutes for section in the_path().sections for _, minutes in section.cuts) >= 20


def test_minutes_that_do_not_sum_up_are_refused(tmp_path):
    assert "the sections take 121 minutes together, and the path has 120" in error_of(tmp_path, "minutes = 5\n", "minutes = 6\n")


def test_a_name_that_is_no_longer_in_a_lesson_is_an_error_that_lists_what_is_there(tmp_path):
    said = error_of(tmp_path, 'predict = "thirty_days"', 'predict = "forty_days"')
    assert "section 'short': 'forty_days' stands in no prediction cell under its headings" in said and "thirty_days" in said
    said = error_of(tmp_path, '"Meet Docent"', '"Meet Docile"')
    assert "lesson 00_open_book_exam has no heading 'Meet Docile'; it has" in said and "Meet Docent" in said
    assert "there is no lesson '00_closed_book'" in error_of(tmp_path, 'lesson = "00_open_book_exam"', 'lesson = "00_closed_book"')


def test_words_that_stand_in_two_cells_are_refused(tmp_path):
    assert "stands in 2 cells, it must be one" in error_of(tmp_path, 'run = "for page in pages"', 'run = "pages["')


def test_a_misspelt_word_and_a_cut_without_a_title_are_refused(tmp_path):
    assert "unknown words in a step: cutt" in error_of(tmp_path, "cut = 1", "cutt = 1")
    assert "may be cut, so the sheet needs a title" in error_of(tmp_path, 'title = "the two circles", ', "")
    assert "the steps do not stand in the order of the lesson" in error_of(tmp_path, 'type = "page needed"', 'run = "for page in pages"')


def test_no_words_or_code_of_a_lesson_are_copied_into_the_path():
    def runs_of_eight(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[\w'-]+", text.lower())
        return {tuple(words[at : at + 8]) for at in range(len(words) - 7)}

    path = runs_of_eight(TOML)
    for lesson, cells in the_path().lessons.items():
        assert not path & runs_of_eight(" ".join(cell.source for cell in cells)), lesson


def test_names_are_read_from_code_as_python_binds_them():
    assert names_of("rows = [each.id for each in found if each]").needs == {"found"}
    assert names_of("def f(a):\n    return a + bonus\n\n\ntotal = f(1)") == (frozenset({"bonus"}), frozenset({"f", "total"}))
    assert names_of("table['x'] = 1\nrows.append(table)") == (frozenset({"table", "rows"}), frozenset({"table", "rows"}))
    assert names_of("from a import b as c\nimport d.e").makes == {"c", "d"}
    assert names_of("x = x + 1\nprint(x)") == (frozenset({"x"}), frozenset({"x"}))


def test_what_is_typed_is_short_enough_to_type_in_front_of_people():
    codes = {number: typed(step) for number, step in steps_by_number().items() if typed(step)}
    assert 12 <= len(codes) <= 16
    for number, code in codes.items():
        assert len(code.splitlines()) <= 6 and len(code) <= 300, number
    assert without_docstrings('def f():\n    """Say.\n\n    More.\n    """\n    return 1') == "def f():\n    return 1"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("workshop")
    build(ROOT, folder)
    return folder


def test_two_builds_give_the_same_bytes(built, tmp_path, capsys):
    written = build(ROOT, tmp_path)
    assert {"presenter.ipynb", "participant.ipynb", "cue_sheet.html", "slides.html", "workshop.json"} <= {path.name for path in written}
    for path in written:
        assert path.read_bytes() == (built / path.name).read_bytes(), path.name
    assert "120 minutes, 14 sections" in capsys.readouterr().out


def test_both_notebooks_have_the_same_numbers_and_only_the_presenter_has_notes_and_outputs(built):
    texts = {}
    for name in ("presenter", "participant"):
        cells = nbformat.read(built / f"{name}.ipynb", as_version=4).cells
        assert all(not cell.outputs for cell in cells if cell.cell_type == "code")
        texts[name] = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    numbers = {name: re.findall(r"^\*\*(\d+\.\d+) (?!Do\.)", text, re.MULTILINE) for name, text in texts.items()}
    assert numbers["presenter"] == numbers["participant"] and len(numbers["presenter"]) >= 65
    assert "<summary>Notes</summary>" in texts["presenter"] and "what should come" in texts["presenter"]
    assert "<summary>Notes</summary>" not in texts["participant"] and "what should come" not in texts["participant"]
    assert texts["participant"].count("*My notes:*") == len(the_path().sections)


def test_what_is_typed_live_is_blank_for_the_presenter_and_nobody_has_a_solution_or_a_hidden_check(built):
    for name in ("presenter", "participant"):
        cells = nbformat.read(built / f"{name}.ipynb", as_version=4).cells
        roles = [(cell.metadata.get("workshop", {}).get("role"), cell.source) for cell in cells if cell.cell_type == "code"]
        typed_cells = [source for role, source in roles if role == "type"]
        assert len(typed_cells) == 13 and all(source == "" or source.startswith("# Type along") for source in typed_cells)
        stubs = [source for role, source in roles if role == "exercise"]
        assert stubs and all("raise NotImplementedError" in source and "SOLUTION" not in source for source in stubs)
        assert all("HIDDEN" not in source for _, source in roles)
        assert sum(role == "catch up" for role, _ in roles) == sum(bool(section.lesson) for section in the_path().sections)


def test_a_notebook_that_holds_work_is_never_overwritten(built, tmp_path):
    build(ROOT, tmp_path)
    build(ROOT, tmp_path)  # untouched: built again
    path = tmp_path / "participant.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[-1].source += " the page never arrived"
    nbformat.write(notebook, path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="participant.ipynb in .* hold work"):
        build(ROOT, tmp_path)
    assert path.read_bytes() == before


def test_a_changed_lesson_that_the_path_no_longer_matches_stops_the_build(tmp_path):
    for room in ("authoring", "solutions", "notebooks"):
        shutil.copytree(ROOT / room, tmp_path / room)
    lesson = tmp_path / "solutions" / "03_faithfulness" / "03_faithfulness.ipynb"
    text = json.loads(lesson.read_text(encoding="utf-8"))
    text["cells"] = [cell for cell in text["cells"] if cell["id"] != "thirty_days"]
    lesson.write_text(json.dumps(text), encoding="utf-8")
    with pytest.raises(ValueError, match="'thirty_days' stands in no prediction cell"):
        build(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()
