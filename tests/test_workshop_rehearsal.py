"""The rehearsal: the whole path, typed from the cue sheet into the presenter's notebook, in JupyterLab in headless Chromium.

Its log goes to build/rehearsal.txt, its screenshots to build/screens/.
"""

import re
import sys
import time
from pathlib import Path

import nbformat
import pytest
from conftest import ROOT
from test_browser import SCREENS, browser, pytestmark, server  # noqa: F401 (the fixture and the marks)
from workshop.build import build
from workshop.outputs import UNPREDICTED

LOOKED_AT = {"1.2": "top", "2.3": "typed", "2.4": "predict", "6.6": "sweep", "11.7": "quadrants", "12.2": "cards", "12.8": "table"}


def cues(browser, sheet: Path) -> dict[str, dict]:  # noqa: F811
    """What the cue sheet says of each step: what to type, and what comes."""
    page = browser.new_page()
    page.goto(sheet.as_uri())
    found = {}
    for each in page.locator("li[data-step]").all():
        typed, comes = each.locator("pre.type"), each.locator("pre.comes")
        found[each.get_attribute("data-step")] = {
            "kind": each.get_attribute("data-kind"),
            "type": typed.text_content() if typed.count() else "",
            "comes": comes.text_content() if comes.count() else "",
        }
    page.close()
    return found


class Room:
    """The presenter's notebook on the screen, worked with keys alone."""

    def __init__(self, page, cells: list):
        self.page, self.cells, self.at = page, cells, 0

    def cell(self):
        return self.page.locator(".jp-Notebook .jp-Cell").nth(self.at)

    def type(self, code: str, over: bool) -> None:
        """Go into the cell and type: the first letters key by key, the rest line by line as a fast hand does."""
        self.page.keyboard.press("Enter")
        if over:
            self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(code[:4])
        for number, line in enumerate(code[4:].split("\n")):
            self.page.keyboard.insert_text(("\n" if number else "") + line)

    def go_on(self) -> str:
        """Shift and Enter, wait for the end, and return what was printed."""
        target = self.cell()
        self.page.keyboard.press("Shift+Enter")
        self.at += 1
        ran = self.cells[self.at - 1]
        if ran.cell_type != "code" or ran.metadata.get("workshop", {}).get("role") == "quiet":
            return ""
        if ran.metadata.get("jupyter", {}).get("source_hidden"):  # a folded cell has no prompt
            target.locator(".jp-OutputArea-output").first.wait_for(timeout=60_000)
        else:
            target.locator(".jp-InputPrompt").filter(has_text=re.compile(r"\[\d+\]")).wait_for(timeout=60_000)
        parts = target.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stdout"]').all()
        return "".join(part.text_content() for part in parts).rstrip("\n")


def rehearse(room: Room, cue: dict[str, dict], log: list[str]) -> dict[str, int]:
    """Type and run the notebook from top to bottom and compare what comes with the sheet; return the counts."""
    counts = dict.fromkeys(["sections", "cells typed", "letters typed", "outputs compared", "pictures", "steppers", "checks passed"], 0)
    began = time.monotonic()
    for cell in room.cells:
        if heading := re.match(r"## (\d+\. .*)", cell.source):
            log.append(f"{time.monotonic() - began:5.1f} s  section {heading[1]}")
            counts["sections"] += 1
        about = cell.metadata.get("workshop", {})
        role, step = about.get("role"), about.get("step")
        if role in ("type", "exercise"):
            room.type(cue[step]["type"], over=role == "exercise")
            counts["cells typed"] += 1
            counts["letters typed"] += len(cue[step]["type"])
        if role == "clock":
            room.type(cell.source.splitlines()[-1].removeprefix("# ").replace("13:30", time.strftime("%H:%M")), over=True)
        target, came = room.cell(), room.go_on()
        if role == "clock":
            assert "section 1, Start" in target.locator("[data-clock=now]").inner_text()
        if role == "check":
            assert came.startswith("ok:"), (step, target.inner_text())
            counts["checks passed"] += 1
        elif role == "live":
            assert came.startswith(cue[step]["comes"]) and "Replayed (written for the course)" in came
            counts["outputs compared"] += 1
        elif role in ("run", "type"):
            assert UNPREDICTED.sub(r"\1.", came) == texts_without_html(cue[step]["comes"], target), step
            counts["outputs compared"] += 1
            counts["pictures"] += target.locator("img").count()
            counts["steppers"] += target.locator(".jp-RenderedHTML").count()
        if step in LOOKED_AT and role in ("run", "type"):
            target.scroll_into_view_if_needed()
            room.page.wait_for_timeout(300)
            room.page.screenshot(path=SCREENS / f"workshop-{LOOKED_AT[step]}.png")
    log.append(f"{time.monotonic() - began:5.1f} s  the end")
    return counts


def recover(room: Room, section: str, cue: dict[str, dict]) -> None:
    """Restart the kernel, run the one line at the top of a section, and go on with the first cell of code in it."""
    page = room.page
    page.keyboard.press("Escape")
    page.keyboard.type("00")
    page.locator(".jp-Dialog button.jp-mod-accept").click()
    page.locator(".jp-Dialog").wait_for(state="detached")
    page.wait_for_selector("text=Python 3 (ipykernel) | Idle", timeout=60_000)
    room.at = next(place for place, cell in enumerate(room.cells) if cell.metadata.get("workshop", {}).get("section") == section)
    line = room.cells[room.at].source.splitlines()[-1].removeprefix("# ")
    room.cell().locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(line)
    assert room.go_on().startswith("Ready for section 11,")
    while room.cells[room.at].metadata.get("workshop", {}).get("role") != "type":
        room.go_on()
    step = room.cells[room.at].metadata.workshop.step
    assert room.go_on() == cue[step]["comes"]


def texts_without_html(wanted: str, target) -> str:
    """Where a cell shows HTML or Markdown, the sheet says its words after what is printed: those are looked for in what is shown."""
    shown = target.locator(".jp-RenderedHTML, .jp-RenderedMarkdown").all()
    if not shown:
        return wanted
    printed = "".join(part.text_content() for part in target.locator('[data-mime-type="application/vnd.jupyter.stdout"]').all()).rstrip("\n")
    assert wanted.startswith(printed)
    title = wanted[len(printed) :].strip().splitlines()[0].strip("*").split(". ", 1)[-1]
    assert any(title in part.text_content() for part in shown)
    return printed


def test_the_whole_path_is_typed_from_the_cue_sheet_and_shows_what_it_should(browser, tmp_path):  # noqa: F811
    folder = tmp_path / "notebooks"
    build(ROOT, folder)
    cells = nbformat.read(folder / "presenter.ipynb", as_version=4).cells
    cue = cues(browser, folder / "cue_sheet.html")
    log, asked = [], []
    with server(tmp_path, [sys.executable, "-m", "jupyter", "lab", "--ServerApp.root_dir=notebooks"]) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address("lab/tree/presenter.ipynb"))
        page.wait_for_selector("text=Python 3 (ipykernel) | Idle", timeout=90_000)
        page.locator(".jp-Notebook .jp-Cell").first.click(position={"x": 400, "y": 10})
        page.keyboard.press("Escape")
        page.keyboard.press("ControlOrMeta+b")  # hides the list of files, as the first line of the notebook advises
        room = Room(page, cells)
        counts = rehearse(room, cue, log)
        recover(room, "diagnosis", cue)
        page.close()
    log += [f"{what}: {count}" for what, count in counts.items()]
    (ROOT / "build" / "rehearsal.txt").write_text("\n".join(log) + "\n", encoding="utf-8")
    kinds = [each["kind"] for each in cue.values()]
    assert counts["sections"] == 14
    assert counts["cells typed"] == kinds.count("type") + kinds.count("exercise") >= 12
    assert counts["outputs compared"] == len([kind for kind in kinds if kind in ("run", "type", "predict", "live")]) >= 50
    assert counts["pictures"] >= 4 and counts["checks passed"] >= 3
    assert [url for url in asked if "127.0.0.1" not in url and not url.startswith(("data:", "blob:"))] == []
