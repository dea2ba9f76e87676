"""Cue sheet and slides in headless Chromium: no request, nothing given away, readable from the last row, worked by keys."""

import json

import pytest
from conftest import ROOT
from test_browser import SCREENS, browser, pytestmark  # noqa: F401 (the fixture and the marks)
from workshop.build import build
from workshop.outputs import told
from workshop_tools import steps_by_number, the_path

from ragdiag_helpers.workshop.clock import elapsed, say

STATE = "() => ({at, open, parts: parts(slides[at]).length, count: slides.length, step: slides[at].dataset.where, kind: slides[at].dataset.kind})"
OVERFLOW = """() => { const slide = slides[at], box = slide.querySelector('.fit'), place = document.getElementById('place').getBoundingClientRect();
  return box.scrollHeight > slide.clientHeight || box.scrollWidth > box.clientWidth || box.getBoundingClientRect().bottom > innerHeight; }"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll('body *')].filter((each) => each.offsetParent && [...each.childNodes].some(
  (node) => node.nodeType === 3 && node.textContent.trim())).map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("workshop")
    build(ROOT, folder)
    return folder


def opened(browser, path, scheme="light", **more):  # noqa: F811
    """A page on a screen of 1280 by 720, and what it asked for and complained of."""
    page = browser.new_page(viewport={"width": 1280, "height": 720}, color_scheme=scheme, **more)
    page.seen = []
    page.on("request", lambda request: page.seen.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
    page.on("console", lambda message: page.seen.append(message.text))
    page.on("pageerror", lambda error: page.seen.append(str(error)))
    page.goto(path.as_uri())
    return page


def test_no_slide_shows_an_answer_before_a_key_reveals_it(browser, built):  # noqa: F811
    page = opened(browser, built / "slides.html")
    answered, revealed = set(), 0
    while True:
        state = page.evaluate(STATE)
        visible = page.locator("main").inner_text()
        step = steps_by_number().get(state["step"])
        if step and step.code_cells and step.kind in ("predict", "run", "type") and told(step.cell):
            answer = " ".join(told(step.cell).split())
            shown = answer in " ".join(visible.split())
            waiting = state["open"] < state["parts"]
            if step.number not in answered and (waiting or state["parts"] == 0):
                assert not shown, step.number
                assert page.locator("main img:visible").count() == 0, step.number
            if state["parts"] and not waiting:
                assert shown or step.cell.pictures, step.number
                answered.add(step.number)
        if state["at"] == state["count"] - 1 and state["open"] == state["parts"]:
            break
        page.keyboard.press("ArrowRight")
        after = page.evaluate(STATE)
        revealed += after["at"] == state["at"]
        assert (after["at"], after["open"]) == ((state["at"], state["open"] + 1) if state["open"] < state["parts"] else (state["at"] + 1, 0))
    assert len(answered) >= 45 and revealed >= 45
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(STATE)["at"] == state["at"] - 1
    page.keyboard.press("Home")
    assert page.evaluate(STATE)["at"] == 0
    assert page.seen == []
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_slide_fits_a_projector_in_letters_of_24_pixels_or_more(browser, built, scheme):  # noqa: F811
    page = opened(browser, built / "slides.html", scheme)
    for at in range(page.evaluate("slides.length")):
        page.evaluate(f"() => {{ at = {at}; open = parts(slides[at]).length; show(); }}")
        assert not page.evaluate(OVERFLOW), page.evaluate(STATE)
        assert page.evaluate(SMALLEST) >= 24, page.evaluate(STATE)
    for step, name in {"2.1": "exam", "3.8": "halves", "6.6": "sweep", "11.1": "order", "11.7": "quadrants"}.items():
        page.evaluate(f"() => {{ at = slides.findIndex((each) => each.dataset.where === '{step}'); open = 9; show(); }}")
        page.screenshot(path=SCREENS / f"slide-{name}-{scheme}.png")
    page.close()


def test_slides_without_their_script_show_nothing_at_all(browser, built):  # noqa: F811
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((built / "slides.html").as_uri())
    assert page.locator("body").inner_text().strip() == "These slides need their script."
    context.close()


def test_the_cue_sheet_prints_within_14_pages_and_has_every_section_step_and_question(browser, built):  # noqa: F811
    page = opened(browser, built / "cue_sheet.html")
    text = page.locator("main").inner_text()
    for section in the_path().sections:
        assert section.say in text
        for asked, answer in section.ask:
            assert asked in text and answer in text
        for what, minutes in section.cuts:
            assert f"{what} {minutes} min" in text
    assert page.locator("li[data-step]").count() == len(steps_by_number())
    page.screenshot(path=SCREENS / "cue-sheet.png")
    printed = page.pdf(path=SCREENS / "cue-sheet.pdf", prefer_css_page_size=True)
    assert 8 <= printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page ") <= 14
    assert page.seen == []
    page.close()


def test_the_clock_of_the_sheet_follows_the_time_the_keys_and_a_reload(browser, built):  # noqa: F811
    page = opened(browser, built / "cue_sheet.html")
    page.clock.install(time="2026-03-02T13:41:00")
    page.goto((built / "cue_sheet.html").as_uri() + "#start=13:30&section=2")
    page.reload()
    assert page.locator("[data-clock=now]").inner_text() == "On time: 6 minutes left in section 2, The exam."
    page.clock.fast_forward("15:00")
    assert page.locator("[data-clock=now]").inner_text() == "9 minutes late: section 2, The exam, should be over."
    assert page.locator("[data-clock=cut]").inner_text().startswith("Cut now: Leave out 3.4,")
    assert page.locator("#s2 .when").inner_text() == "minute 5 to 17, 13:35 to 13:47"
    page.locator("h1").click()
    page.keyboard.press("n")
    assert page.locator("section.here").get_attribute("id") == "s3"
    page.screenshot(path=SCREENS / "cue-sheet-late.png")
    page.reload()
    assert "We are in 3." in page.locator("[data-clock=here]").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.close()


def test_the_clock_says_the_same_in_the_page_and_in_python(browser, built):  # noqa: F811
    plan = json.loads((built / "workshop.json").read_text(encoding="utf-8"))
    page = opened(browser, built / "cue_sheet.html")
    for here in range(len(plan["sections"])):
        times = list(range(-10, 170, 3))
        script = "([plan, times, here]) => times.map((time) => ragdiagClock.say(plan, time, here))"
        assert page.evaluate(script, [plan, times, here]) == [say(plan, time, here) for time in times]
    from datetime import datetime

    for start, now in [("23:50", (0, 10)), ("00:10", (23, 50)), ("13:30", (14, 1)), ("09:00", (8, 55))]:
        script = "([start, h, m]) => ragdiagClock.elapsed(start, new Date(2026, 0, 1, h, m))"
        assert page.evaluate(script, [start, *now]) == elapsed(start, datetime(2026, 1, 1, *now))
    page.close()


def test_what_lessons_and_the_path_say_is_escaped(built):
    for name in ("cue_sheet.html", "slides.html"):
        text = (built / name).read_text(encoding="utf-8")
        body = text.split("<body>")[1].rsplit("<script>", 1)[0]
        assert "<script" not in body and "onerror" not in body and "http" not in body.replace("HTTP", "")
        assert "default-src 'none'" in text
