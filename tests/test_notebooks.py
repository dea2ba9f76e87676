"""The executed lessons themselves: the functions in them, the numbers in their prose, their pictures and their quizzes."""

import ast
import re

import pytest
import reading_time
from conftest import LESSONS, ROOT, exercises, notebook, written_cells
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers import retrieval, study
from ragdiag_helpers.study.cards import load_cards

ids = st.sampled_from(["a", "b", "c", "d", "e"])
relevant_sets, rankings, ks = st.sets(ids), st.lists(ids, max_size=8), st.integers(1, 9)
TAUGHT = {"retrieval": retrieval}
for each in exercises("solutions", "01_precision_recall").values():
    exec(each.source, TAUGHT)


@given(relevant_sets, rankings, ks)
def test_what_lesson_1_builds_by_hand_is_what_the_module_provides(relevant, ranked, k):
    for name in ("precision", "recall", "reciprocal_rank", "average_precision", "rank_aware_precision"):
        assert TAUGHT[name](relevant, ranked) == pytest.approx(getattr(retrieval, name)(relevant, ranked))
    for name in ("precision_at_k", "recall_at_k", "reciprocal_rank"):
        assert TAUGHT[name](relevant, ranked, k) == pytest.approx(getattr(retrieval, name)(relevant, ranked, k))


def shown(lesson: str) -> str:
    """All that a lesson prints, and what its checks assert."""
    parts = []
    for cell in notebook("solutions", lesson).cells:
        if cell.cell_type == "code":
            parts += re.findall(r"expect\(.*|assert .*|.*>= 0\.006.*", cell.source)
            parts += [output.get("text", "") or output.get("data", {}).get("text/plain", "") for output in cell.outputs]
    return "\n".join(parts)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_number_in_the_prose_comes_from_a_cell(lesson):
    printed = {float(number) for number in re.findall(r"\d+\.\d+", shown(lesson))}
    for cell in notebook("solutions", lesson).cells:
        if cell.cell_type == "markdown":
            prose = re.sub(r"Exercise \d\.\d|Lesson \d\.|^#+ .*$", "", cell.source, flags=re.MULTILINE)
            for number in re.findall(r"\d+\.\d+", prose):
                assert float(number) in printed, f"{number} in: {cell.source}"


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_one_title_numbered_sections_and_ends_with_what_we_saw(lesson):
    headings = [line for cell in notebook("notebooks", lesson).cells if cell.cell_type == "markdown" for line in re.findall(r"^#+ .*", cell.source, re.M)]
    assert [heading for heading in headings if heading.startswith("# ")] == headings[:1]
    sections = [heading for heading in headings if heading.startswith("## ")]
    assert [int(re.match(r"## (\d+)\.", section)[1]) for section in sections] == list(range(1, len(sections) + 1))
    assert sections[-1].endswith("What we saw")


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_prediction_is_committed_before_its_result_is_shown(lesson):
    cells = notebook("notebooks", lesson).cells
    places = [place for place, cell in enumerate(cells) if "prediction" in cell.metadata.get("tags", [])]
    assert places
    for place in places:
        assert cells[place].source == "prediction = None"
        assert "compare_prediction(prediction," in cells[place + 1].source


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_figure_says_its_numbers_in_words(lesson):
    drawn = [cell for cell in notebook("solutions", lesson).cells if cell.source.count("fig, ax = ")]
    assert 1 <= len(drawn) <= 5
    for cell in drawn:
        assert "print(fig.alt)" in cell.source


def assigned(node: ast.AST) -> set[str]:
    """The names that code assigns in its own scope; those inside comprehensions and functions stay there."""
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.Lambda)):
        return set()
    mine = {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()
    return mine.union(*map(assigned, ast.iter_child_nodes(node)))


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_check_uses_names_of_its_own(lesson):
    """Running a check again must not change what a later cell of the lesson prints."""
    names = {"check": set(), "lesson": set()}
    for cell in notebook("solutions", lesson).cells:
        if cell.cell_type == "code":
            names["check" if cell.metadata.get("nbgrader", {}).get("grade") else "lesson"] |= assigned(ast.parse(cell.source))
    assert names["check"] & names["lesson"] == set()


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_line_of_code_is_wider_than_a_laptop_screen(lesson):
    for cell in notebook("notebooks", lesson).cells:
        if cell.cell_type == "code":
            folded = cell.metadata.get("jupyter", {}).get("source_hidden")
            assert [line for line in cell.source.splitlines() if len(line) > (140 if folded else 110)] == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_quiz_and_flashcards_are_complete(lesson):
    loaded = load_cards(lesson)
    assert len(loaded["quiz"]) >= 6
    assert len(loaded["cards"]) >= 10
    for question in loaded["quiz"]:
        assert sum(choice.get("right", False) for choice in question["choices"]) == 1
        assert all(choice["why"] for choice in question["choices"])
    html = study.quiz(lesson)._repr_html_()
    assert html.count("<details") == sum(len(question["choices"]) for question in loaded["quiz"])
    assert "<script" not in html + study.flashcards(lesson)._repr_html_()


def test_quizzes_and_lessons_belong_together():
    assert sorted(path.stem for path in study.CARDS.glob("*.toml")) == LESSONS


def test_an_unknown_lesson_has_no_quiz():
    with pytest.raises(ValueError, match="there is one for: 00_open_book_exam"):
        study.quiz("01_precison")


def test_titles_headings_and_ids_cannot_become_html():
    html = study.stepper("<b>", [("<script>alert(1)</script>", "body")])._repr_html_()
    assert "<script>" not in html and "&lt;script&gt;" in html
    assert "<i>" not in study.chips(["<i>"])


def test_lessons_never_open_files_by_path():
    for source in (ROOT / "authoring").glob("*.py"):
        assert "golden_sets/" not in source.read_text(encoding="utf-8")
        assert "open(" not in source.read_text(encoding="utf-8")


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_shows_once_how_it_is_done_with_a_live_judge(lesson):
    cells = notebook("notebooks", lesson).cells
    (place,) = [place for place, cell in enumerate(cells) if "live" in cell.metadata.get("tags", [])]
    assert "**Live.**" in cells[place - 1].source
    assert cells[place].source.startswith("ASK_CLAUDE = False") and "live(ASK_CLAUDE," in cells[place].source


@pytest.mark.parametrize("lesson", [lesson for lesson in LESSONS if lesson[:2] in ("02", "06", "07")])
def test_where_judgement_is_the_point_there_is_a_written_question_with_a_rubric(lesson):
    cells = notebook("notebooks", lesson).cells
    (place,) = [place for place, cell in enumerate(cells) if cell.id in written_cells("notebooks", lesson)]
    assert "| points |" in cells[place - 1].source  # the rubric, which learner and grader both see
    assert "Write here" in cells[place].source


@pytest.mark.parametrize("lesson", LESSONS[2:])
def test_a_lesson_is_neither_a_leaflet_nor_a_book(lesson):
    """Cells without the folded checks, which nobody reads before they fail."""
    open_cells = [cell for cell in notebook("notebooks", lesson).cells if not cell.metadata.get("nbgrader", {}).get("grade")]
    assert 40 <= len(open_cells) <= 85


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_minutes_that_a_lesson_states_are_enough_to_read_and_run_it(lesson):
    released = notebook("notebooks", lesson)
    stated = int(re.search(r"\*\*(\d+) minutes", released.cells[0].source)[1])
    assert 0.6 * stated <= reading_time.minutes(released) <= stated


def test_the_rank_stepper_counts_a_copy_once_and_shows_both_divisors():
    html = study.rank_stepper(["a", "b", "c"], ["a", "a", "b"])._repr_html_()
    assert "(1/1 + 2/3) / 3 = 0.556" in html and "(1/1 + 2/3) / 2 = 0.833" in html
    assert "At rank 1, 3." in html
    with pytest.raises(ValueError, match="at least one relevant id"):
        study.rank_stepper(["a"], ["x"])
