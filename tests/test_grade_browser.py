"""nbgrader's Formgrader in headless Chromium, on what ragdiag grade leaves: points for a written answer arrive, and no answer runs a script."""

import json
import os
import sys
from dataclasses import replace

import nbformat
import pytest
from conftest import ROOT, notebook
from test_browser import CHROMIUM, SCREENS, browser, server  # noqa: F401

from ragdiag_grading import session as sessions
from ragdiag_grading.key import Key
from ragdiag_grading.session import Wish, grade_class
from ragdiag_grading.work import Graded

LESSON, QUESTION = "02_golden_sets", "guideline_sentence"
HOSTILE = "My sentence: <script>alert(1)</script> <img src=x onerror=alert(2)> [a](javascript:alert(3)) ![](attachment:none)"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM and not os.environ.get("RAGDIAG_REQUIRE_BROWSER"), reason="no Chromium on this machine: Formgrader was not looked at"),
]


@pytest.fixture
def wish(tmp_path, monkeypatch) -> Wish:
    """Two students who earn all points and write a hostile answer, one of them under a doubt; graded without kernels."""
    key = Key.load(LESSON, ROOT / "solutions")
    book = notebook("solutions", LESSON)
    next(cell for cell in book.cells if cell.id == QUESTION).source = HOSTILE
    for student in ("ada", "eve"):
        (tmp_path / "in" / student).mkdir(parents=True)
        (tmp_path / "in" / student / f"{LESSON}.ipynb").write_text(nbformat.writes(book))
    scores = {name: None if check.written else check.points for name, check in key.checks.items()}
    ran = Graded(scores, {name: "by hand" if score is None else "passed" for name, score in scores.items()}, notebook=json.dumps(book))
    doubt = replace(ran, doubts=["calls eval"])
    monkeypatch.setattr(sessions, "grade_all", lambda work, *_: ((name, doubt if name == "eve" else ran) for name in work))
    return Wish(LESSON, tmp_path / "in", tmp_path / "out", ROOT / "solutions")


def test_points_that_are_given_in_formgrader_arrive_and_no_answer_runs(wish, browser):  # noqa: F811
    assert [(each.status, each.score, each.so_far) for each in grade_class(wish).outcomes] == [("GRADED", None, 16), ("NEEDS-REVIEW", None, 16)]
    ran = []
    with server(wish.out, [sys.executable, "-m", "jupyter", "lab"]) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
        page.goto(address("tree"))  # logs in: Formgrader's own first page does not
        page.goto(address(f"formgrader/gradebook/{LESSON}/{LESSON}"))
        page.wait_for_selector("a:text-is('eve')", state="attached", timeout=60_000)
        links = {name: page.locator(f"a:text-is('{name}')").get_attribute("href") for name in ("ada", "eve")}
        for name, points in (("ada", "3"), ("eve", "2")):
            page.goto(address(links[name].lstrip("/")))
            page.wait_for_selector(f"#{QUESTION}", timeout=60_000)
            page.wait_for_load_state("networkidle")
            for box in page.locator("input.score").all()[:-1] if name == "eve" else []:  # who is under a doubt is looked through check by check
                give(page, box, box.get_attribute("placeholder"))
            give(page, page.locator(f"#{QUESTION}"), points)
            assert "<script>alert(1)</script>" in page.inner_text("body")
            page.locator(f"#{QUESTION}").scroll_into_view_if_needed()
            page.wait_for_timeout(1000)  # Formgrader scrolls slowly
            page.screenshot(path=SCREENS / f"formgrader-{name}.png")
        page.close()
    assert ran == []
    again = grade_class(wish)
    assert [(each.status, each.score, each.by_hand) for each in again.outcomes] == [("GRADED", 19, 0), ("GRADED", 18, 0)]
    assert again.graded_now == 0 and again.outcomes[1].why == "reviewed by hand; it was: calls eval"


def give(page, box, points: str) -> None:
    """Type points into a box and wait until Formgrader has kept them."""
    box.fill(points)
    with page.expect_response(lambda answer: "/api/grade/" in answer.url and answer.request.method == "PUT"):
        box.blur()
