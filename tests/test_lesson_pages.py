"""Each lesson as a page in headless Chromium: on a laptop, at 200% zoom, in the dark, by keyboard. Screenshots go to build/screens/."""

import pytest
from conftest import LESSONS, ROOT
from nbconvert import HTMLExporter
from test_browser import SCREENS, browser, pytestmark  # noqa: F401 (the fixture and the marks)

CONTRAST = """() => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, at) => sum + v * [.2126, .7152, .0722][at], 0);
  const paper = element => {
    for (let each = element; each; each = each.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(each).backgroundColor);
      if (a > .5) return [r, g, b];
    }
    return [255, 255, 255];
  };
  document.querySelectorAll('details').forEach(each => each.open = true);
  const faint = new Set();
  for (const each of document.querySelectorAll('.jp-RenderedHTMLCommon *')) {
    const own = [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || each.closest('pre, code, .anchor-link') || each.className === 'anchor-link') continue;
    const [one, two] = [light(parse(getComputedStyle(each).color)), light(paper(each))].sort((a, b) => b - a);
    if ((one + .05) / (two + .05) < 4.5) faint.add(each.textContent.trim().slice(0, 60));
  }
  return [...faint];
}"""
WIDE = """() => [...document.querySelectorAll('.jp-RenderedHTMLCommon, .jp-RenderedImage, .jp-OutputArea-output')]
  .filter(each => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'visible')
  .map(each => each.textContent.trim().slice(0, 60))"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """lesson, theme -> address of the executed lesson as one HTML page."""
    folder, made = tmp_path_factory.mktemp("pages"), {}

    def address(lesson: str, theme: str) -> str:
        if (lesson, theme) not in made:
            path = folder / f"{lesson}-{theme}.html"
            page, _ = HTMLExporter(template_name="lab", theme=theme).from_filename(str(ROOT / "solutions" / lesson / f"{lesson}.ipynb"))
            path.write_text(page, encoding="utf-8")
            made[lesson, theme] = path.as_uri()
        return made[lesson, theme]

    return address


def opened(browser, address: str, width: int):  # noqa: F811
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.route("**/*", lambda route: route.continue_() if route.request.url.startswith(("file:", "data:")) else route.abort())
    page.goto(address)
    return page


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_stands_out_from_its_paper(browser, exported, lesson, theme):  # noqa: F811
    page = opened(browser, exported(lesson, theme), 1280)
    faint = page.evaluate(CONTRAST)
    page.screenshot(path=SCREENS / f"{lesson}-{theme}.png", full_page=True)
    page.close()
    assert faint == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_nothing_is_wider_than_a_laptop_screen_nor_than_half_of_it(browser, exported, lesson):  # noqa: F811
    for width in (1280, 640):  # the second is 200% zoom
        page = opened(browser, exported(lesson, "light"), width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(WIDE) == [], width
        page.close()


@pytest.mark.parametrize("lesson", LESSONS)
def test_headings_are_in_order_and_folds_open_by_keyboard(browser, exported, lesson):  # noqa: F811
    page = opened(browser, exported(lesson, "light"), 1280)
    levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4')].map(each => Number(each.tagName[1]))")
    assert levels[0] == 1 and all(after <= before + 1 for before, after in zip(levels, levels[1:]))
    folds = page.locator("details")
    for place in (0, folds.count() - 1):
        folds.nth(place).locator("summary").first.focus()
        page.keyboard.press("Enter")
        assert folds.nth(place).evaluate("fold => fold.open")
    page.close()


def test_a_text_that_hardly_shows_and_a_box_that_is_too_wide_are_found(browser, tmp_path):  # noqa: F811
    box = "<div class='jp-RenderedHTMLCommon' style='width:50px'>{}</div>"
    (tmp_path / "page.html").write_text(box.format("<p style='color:#888'>grey</p>") + box.format("<p style='width:90px'>wide</p>"))
    page = opened(browser, (tmp_path / "page.html").as_uri(), 1280)
    assert page.evaluate(CONTRAST) == ["grey"]
    assert page.evaluate(WIDE) == ["wide"]
    page.close()
