"""The build: what it derives, and that each way in which it can go wrong is named."""

import shutil
import subprocess
import sys
from pathlib import Path

import derive
import nbformat
import pytest
import rules
from conftest import LESSONS, ROOT, notebook
from rules import find_problems

BROKEN = ROOT / "tests" / "broken"
WORDS = {
    "solutions/solution_cell_without_markers": "a solution cell without ### BEGIN SOLUTION",
    "solutions/marker_outside_an_exercise": "outside an exercise or check cell",
    "solutions/tagged_solution_only": "tagged solution without being an exercise",
    "solutions/not_executed": "was not executed",
    "solutions/one_cell_not_executed": "was not executed",
    "solutions/output_with_an_address": "an address (at 0x7f3a5c0d2e90)",
    "solutions/output_with_a_time": "a time (14:05:33)",
    "solutions/output_with_a_duration": "a time (took 35.2 ms)",
    "solutions/output_with_an_absolute_path": "an absolute path (/home/ada",
    "solutions/output_with_a_windows_path": "an absolute path (C:",
    "solutions/warning_on_stderr": "other text on stderr",
    "solutions/raises_exception_no_longer_raises": "it no longer raises",
    "solutions/api_key_in_an_output": "looks like an API key",
    "solutions/figure_that_does_not_show": "draws a figure that does not show",
    "solutions/picture_replaced": "the stored picture is another one",
    "solutions/second_function_without_markers": "in each function",
    "solutions/output_with_a_coloured_path": "an absolute path (/home/ada/course/x.py)",
    "solutions/traceback_with_a_path": "an absolute path (~/.venv",
    "solutions/not_json": "cannot be read as a notebook",
    "solutions/source_changed": "differs from what authoring/ derives",
    "notebooks/answer_in_a_cell": "an answer or hidden check of cell double: return x + x + 0 * x",
    "notebooks/answer_in_metadata": "an answer or hidden check of cell double: return x + x + 0 * x",
    "notebooks/hidden_check_in_a_cell": "an answer or hidden check of cell double_two: assert double(21) == 42",
    "notebooks/marker_in_a_cell": "a solution or hidden-check marker",
    "notebooks/output_in_a_cell": "has an output",
    "notebooks/execution_count": "has an output",
    "notebooks/jupytext_pairing": "jupytext metadata",
    "notebooks/source_changed": "holds work",
    "notebooks/check_metadata_changed": "differs from what authoring/ derives",
    "notebooks/not_json": "cannot be read as a notebook",
}


@pytest.fixture(scope="session")
def derived(tmp_path_factory) -> Path:
    """The tiny lesson, derived once."""
    course = tmp_path_factory.mktemp("derived")
    derive.derive(BROKEN / "authoring", course)
    return course


@pytest.fixture
def course(derived, tmp_path) -> Path:
    """A healthy course of one tiny lesson, to break."""
    shutil.copytree(derived, tmp_path / "course")
    shutil.copytree(BROKEN / "authoring", tmp_path / "course" / "authoring")
    return tmp_path / "course"


def problems_of(derived: Path, course: Path) -> list[str]:
    return derive.compare(derived, course) + find_problems(course)


def lesson(course: Path, room: str) -> Path:
    return course / room / "00_tiny" / "00_tiny.ipynb"


def test_a_healthy_course_has_no_problem(derived, course):
    assert problems_of(derived, course) == []


def test_every_fixture_is_tested():
    assert {f"{path.parent.name}/{path.stem}" for path in BROKEN.glob("*/*.ipynb")} == WORDS.keys()


@pytest.mark.parametrize("fixture", WORDS)
def test_a_broken_notebook_is_named(derived, course, fixture):
    room = fixture.split("/")[0]
    shutil.copy(BROKEN / f"{fixture}.ipynb", lesson(course, room))
    found = problems_of(derived, course)
    assert any(WORDS[fixture] in problem for problem in found), found


@pytest.mark.parametrize(
    "text",
    ["took 3.2 s", "Wall time: 1.2 s", "2024-05-01 14:05", "file:///home/ada/x", "C:/Users/ada", r"c:\data\x", r"\\server\share", "/Volumes/x", "/content/x", "/srv/x"],
)
def test_outputs_that_differ_from_run_to_run_are_known(text):
    assert any(pattern.search(text) for pattern in rules.UNSTABLE.values())


@pytest.mark.parametrize("text", ["'A:\\nyes'", "a 300 ms budget", "0xFFFFFF", "at 03:00 UTC", "precision 1/3 = 0.333", "and/or", "2 of 4/5", "see Settings > API Keys"])
def test_plain_outputs_are_not_taken_for_unstable_ones(text):
    assert not any(pattern.search(text) for pattern in rules.UNSTABLE.values())


def test_scikit_learns_html_is_not_taken_for_a_key():
    assert not rules.KEY.search("#sk-container-id-1-abcdefghijklmnop { color: black }")


def test_a_data_page_that_differs_is_named(tmp_path):
    for name in ("derived", "course"):
        (tmp_path / name).mkdir()
        derive.derive_data_page(tmp_path / name / "docs")
    assert derive.compare_docs(tmp_path / "derived", tmp_path / "course") == []
    (tmp_path / "course" / "docs" / "golden_set.md").write_text("71 questions")
    shutil.copy(tmp_path / "course" / "docs" / "golden_set_kinds.png", tmp_path / "course" / "docs" / "golden_set_recall.png")
    (tmp_path / "course" / "docs" / "golden_set_pages.png").unlink()
    named = [problem.split(":")[0] for problem in derive.compare_docs(tmp_path / "derived", tmp_path / "course")]
    assert named == ["docs/golden_set.md", "docs/golden_set_pages.png", "docs/golden_set_recall.png"]


def test_changed_outputs_alone_are_left_to_nbval(derived, course):
    path = lesson(course, "solutions")
    changed = nbformat.read(path, as_version=4)
    changed.cells[1].outputs[0].text = "another output\n"
    nbformat.write(changed, path)
    assert problems_of(derived, course) == []


@pytest.mark.parametrize("name", ["notebooks/00_tiny/00_tiny.py", "notebooks/00_tiny/answers.txt", "solutions/00_tiny/data.csv", "notebooks/notes.md", "authoring/old.ipynb"])
def test_a_stray_file_is_named(derived, course, name):
    (course / name).write_text("whatever")
    assert any("a stray file" in problem and Path(name).name in problem for problem in problems_of(derived, course))


@pytest.mark.parametrize("name", ["authoring/00_tiny.py", "golden_sets/replies.jsonl", "docs/guide.md"])
def test_a_key_is_named_wherever_it_stands(derived, course, name):
    (course / name).parent.mkdir(exist_ok=True)
    (course / name).write_text('key = "sk-ant-' + 'a1b2c3d4e5f6g7h8i9"')
    assert any("looks like an API key" in problem for problem in problems_of(derived, course))


@pytest.mark.parametrize("room", ["solutions", "notebooks"])
def test_a_lesson_that_was_never_built_is_named(derived, course, room):
    shutil.rmtree(course / room / "00_tiny")
    assert any("not built; run make build" in problem for problem in problems_of(derived, course))


@pytest.mark.parametrize("room", ["solutions", "notebooks"])
def test_a_notebook_without_a_source_is_named(derived, course, room):
    shutil.copytree(course / room / "00_tiny", course / room / "01_ghost")
    assert any("01_ghost" in problem and "derived from nothing" in problem for problem in problems_of(derived, course))


def test_the_build_does_not_overwrite_a_learners_work(course, capsys):
    path = lesson(course, "notebooks")
    shutil.copy(BROKEN / "notebooks" / "output_in_a_cell.ipynb", path)
    before = path.read_bytes()
    assert derive.build(course) == 1
    assert path.read_bytes() == before
    assert "Move them away first" in capsys.readouterr().out


def test_the_build_overwrites_no_answer_that_was_never_run_and_no_file_beside(course):
    path = lesson(course, "notebooks")
    written = nbformat.read(path, as_version=4)
    written.cells[3].source = "def double(x):\n    return 2 * x"
    nbformat.write(written, path)
    (course / "notebooks" / "my_notes.md").write_text("mine")
    assert derive.build(course) == 1
    assert "2 * x" in path.read_text(encoding="utf-8")
    path.unlink()
    assert derive.build(course) == 0
    assert (course / "notebooks" / "my_notes.md").read_text() == "mine"


def test_a_lesson_that_leaves_a_file_behind_is_not_built(tmp_path):
    (tmp_path / "authoring").mkdir()
    (tmp_path / "authoring" / "00_messy.py").write_text('# %%\nopen("left.txt", "w").write("x")')
    with pytest.raises(RuntimeError, match="left.txt"):
        derive.derive(tmp_path / "authoring", tmp_path)


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ('# %% exercise="f"\n### BEGIN HIDDEN TEST', "is no marker; the markers are"),
        ('# %% exercise="f"\n    # begin solution', "is no marker; the markers are"),
        ('# %% excercise="f"', "unknown words in a cell header: excercise"),
        ('# %% check="f"', "needs points"),
    ],
)
def test_a_misspelt_cell_header_is_refused(tmp_path, header, words):
    (tmp_path / "00_x.py").write_text(f"{header}\npass\n")
    with pytest.raises(ValueError, match=words):
        derive.compile_lesson(tmp_path / "00_x.py")


def test_two_builds_give_the_same_bytes_pictures_included(tmp_path):
    for name in ("first", "second"):
        derive.derive(ROOT / "authoring", tmp_path / name)
    files = sorted(path.relative_to(tmp_path / "first") for path in (tmp_path / "first").rglob("*.ipynb"))
    assert len(files) == 2 * len(LESSONS)
    for each in files:
        assert (tmp_path / "first" / each).read_bytes() == (tmp_path / "second" / each).read_bytes()


@pytest.mark.parametrize("lesson", LESSONS)
def test_cell_ids_are_unique_and_graded_cells_carry_their_grade_id(lesson):
    cells = notebook("notebooks", lesson).cells
    assert len({cell.id for cell in cells}) == len(cells)
    for cell in cells:
        if "nbgrader" in cell.metadata:
            assert cell.id == cell.metadata.nbgrader.grade_id


def test_the_first_cell_says_which_python_runs_and_what_to_type(tmp_path):
    (tmp_path / "ragdiag_helpers.py").write_text("# a file of that name is not the package")
    (tmp_path / "cell.py").write_text(derive.FIRST_CELL)
    run = subprocess.run([sys.executable, "cell.py"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1
    assert sys.executable in run.stderr
    assert "make lab" in run.stderr and "conda env create -f environment.yml" in run.stderr
