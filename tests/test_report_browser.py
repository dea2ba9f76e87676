"""The report's page in headless Chromium: on a phone, on a desk, in the dark, by keyboard. Screenshots go to build/screens/."""

import pytest
from report_cases import audited, hostile_audit
from test_browser import SCREENS, browser, pytestmark  # noqa: F401 (the fixture and the marks)

from ragdiag_helpers.report import write_report


@pytest.fixture(scope="module", params=["plain", "hostile"])
def address(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    plain = audited(ok=9, miss=12, citably=2, invented=4, refused=3, stale=1, luck=1, open=2)
    write_report(plain if request.param == "plain" else hostile_audit(), folder)
    return (folder / "rag-report.html").as_uri()


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "light"), (1280, "dark")])
def test_the_page_never_scrolls_sideways_and_fetches_and_runs_nothing(browser, address, width, scheme):  # noqa: F811
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    told, asked = [], []
    page.on("dialog", lambda dialog: told.append(dialog.message))
    page.on("console", lambda message: told.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.screenshot(path=SCREENS / f"report-{width}-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert told == [] and [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth > 0)")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(21, 24, 28)")
    page.close()


def test_the_first_tab_shows_the_skip_link_and_boxes_scroll_by_arrow_keys(browser, address):  # noqa: F811
    page = browser.new_page(viewport={"width": 320, "height": 900})
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    box = page.locator(".scroll").first
    box.focus()
    page.keyboard.press("ArrowRight")
    for _ in range(100):  # the page's own policy forbids wait_for_function, which evaluates a text
        if page.evaluate("() => document.activeElement.scrollLeft") > 0:
            break
        page.wait_for_timeout(50)
    else:
        pytest.fail("the box does not scroll")
    page.close()
