"""JupyterLab in headless Chromium: what a learner and an instructor see. Screenshots go to build/screens/."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import course
import pytest
from conftest import ROOT

PLACES = [
    *map(shutil.which, ["chromium", "chromium-browser", "google-chrome", "chrome"]),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
]
CHROMIUM = next((place for place in PLACES if place and Path(place).exists()), None)
SCREENS = ROOT / "build" / "screens"
LESSON = "01_precision_recall"
RIGHT = "def precision(relevant, retrieved):\n    got = set(retrieved)\n    return len(got & set(relevant)) / len(got) if got else 0.0"
WRONG = "def recall(relevant, retrieved):\n    return len(set(relevant) & set(retrieved)) / len(set(retrieved))"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not CHROMIUM and not os.environ.get("RAGDIAG_REQUIRE_BROWSER"),
        reason="no Chromium on this machine: what people see in JupyterLab was not checked (apt install chromium)",
    ),
]


@contextmanager
def server(folder: Path, command: list, theme: str = "JupyterLab Light"):
    """Start JupyterLab in a folder with settings of its own; yield the address to which paths are added."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "apputils-extension/themes": {"theme": theme},
        "apputils-extension/notification": {"fetchNews": "false"},
        "notebook-extension/tracker": {"windowingMode": "none"},  # every cell is in the page, not only what is in sight
    }
    for name, values in settings.items():
        path = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    environment = {**os.environ, "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        environment[name] = str(folder / ".home" / name.lower())
    options = ["--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=open"]
    with open(folder / "server.log", "w") as log:
        running = subprocess.Popen([*map(str, command), *options], cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        for _ in range(120):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token=open")
                break
            except OSError:
                time.sleep(0.5)
        else:
            pytest.fail((folder / "server.log").read_text())
        yield lambda path: f"http://127.0.0.1:{port}/{path}?token=open"
    finally:
        running.terminate()
        running.wait(30)


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "RAGDIAG_REQUIRE_BROWSER is set and there is no Chromium: apt install chromium"
    SCREENS.mkdir(parents=True, exist_ok=True)
    options = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield chromium
        chromium.close()


@contextmanager
def opened_lesson(browser, tmp_path: Path, theme: str):
    """Released lesson 1 in JupyterLab as `make lab` starts it, on a copy."""
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    with server(tmp_path, course.lab_command(Path(sys.executable), []), theme) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address(f"lab/tree/{LESSON}/{LESSON}.ipynb"))
        page.wait_for_selector("text=Python 3 (ipykernel) | Idle", timeout=90_000)
        yield page
        assert [url for url in asked if "127.0.0.1" not in url and not url.startswith(("data:", "blob:"))] == []
        page.close()


def run_all(page) -> None:
    page.click(".lm-MenuBar-itemLabel:text-is('Run')")
    page.click("text=Run All Cells")
    page.wait_for_selector(".jp-OutputArea-output:has-text('wrong_numbers  ')", timeout=90_000)


def cell(page, words: str):
    return page.locator(".jp-CodeCell", has=page.locator(f".jp-Cell-inputWrapper:has-text({json.dumps(words)})")).first


def answer(page, words: str, code: str) -> None:
    """Type over an exercise cell and run it."""
    target = cell(page, words)
    target.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")
    target.locator(".jp-InputPrompt:not(:has-text('*'))").wait_for()


def rerun(page, words: str) -> str:
    """Run a folded check again and return what it prints."""
    output = cell(page, words).locator(".jp-OutputArea-output")
    output.first.click()  # selects the cell and leaves it folded
    page.keyboard.press("Control+Enter")
    output.filter(has_not_text="Not written yet").first.wait_for()
    return output.first.inner_text()


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_a_learner_runs_all_answers_and_reads_the_feedback(browser, tmp_path, theme):
    shade = theme.split()[-1].lower()
    with opened_lesson(browser, tmp_path, theme) as page:
        run_all(page)
        assert page.locator(".jp-OutputArea-output img").count() == 2
        assert "Not written yet: precision" in cell(page, "Two of five retrieved ids are relevant").inner_text()
        answer(page, "def precision(relevant", RIGHT)
        answer(page, "def recall(relevant", WRONG)
        assert "ok: precision({'a', 'b', 'c'}, ['a', 'b', 'x', 'y', 'z']) gives 0.4" in rerun(page, "Two of five retrieved ids are relevant")
        told = rerun(page, "Two of five relevant ids came back")
        assert "came back:  0.6667" in told and "That is precision" in told and "Traceback" not in told
        cell(page, "Two of five relevant ids came back").scroll_into_view_if_needed()
        page.screenshot(path=SCREENS / f"feedback-{shade}.png")
        for words, name in {"fig, ax = overlap": "overlap", "fig, ax = k_sweep": "k-sweep", "quiz(": "quiz"}.items():
            shown = cell(page, words)
            shown.scroll_into_view_if_needed()
            page.wait_for_timeout(500)
            page.screenshot(path=SCREENS / f"{name}-{shade}.png")
        assert shown.locator("details").count() >= 18
        shown.locator("summary").nth(0).focus()
        page.keyboard.press("Enter")
        assert "4/10 of what came back was useful" in shown.locator("details[open]").inner_text()


def test_the_validate_button_lists_the_checks_that_fail(browser, tmp_path):
    with opened_lesson(browser, tmp_path, "JupyterLab Light") as page:
        page.click("text=Validate")
        dialog = page.locator(".jp-Dialog:has-text('failed')")
        dialog.wait_for(timeout=120_000)
        page.screenshot(path=SCREENS / "validate.png")
        assert "Not written yet" in dialog.inner_text()


def test_formgrader_opens_on_the_lessons(browser, tmp_path):
    shutil.copytree(ROOT / "solutions", tmp_path / "source")
    (tmp_path / "nbgrader_config.py").write_text(f"c = get_config()\nc.CourseDirectory.root = {str(tmp_path)!r}\n")
    with server(tmp_path, [sys.executable, "-m", "jupyter", "lab"]) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address("formgrader"))
        page.wait_for_selector(f"text={LESSON}", timeout=60_000)
        page.screenshot(path=SCREENS / "formgrader.png")
        page.close()
