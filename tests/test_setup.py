"""Set-up: one list of dependencies, one lock, two ways in; and a wheel that carries its data."""

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import zipfile

import course
import pytest
import yaml
from conftest import ROOT
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
NAMED = PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["test"]  # what is locked; the other extras are for those who ask


def locked() -> dict[str, Requirement]:
    """The pins of requirements.lock that hold on this Python and platform."""
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in pins if not pin.marker or pin.marker.evaluate()}


def pinned(name: str) -> str:
    return str(locked()[canonicalize_name(name)].specifier).removeprefix("==")


def closure(requirement: Requirement) -> set[str]:
    """Every distribution that a requirement brings in here, by the metadata of what is installed."""
    found, todo = set(), [requirement]
    while todo:
        current = todo.pop()
        for extra in current.extras or {""}:
            key = (canonicalize_name(current.name), extra)
            if key not in found:
                found.add(key)
                wanted = map(Requirement, importlib.metadata.requires(current.name) or [])
                todo += [each for each in wanted if not each.marker or each.marker.evaluate({"extra": extra})]
    return {name for name, _ in found}


def test_the_lock_pins_what_pyproject_names():
    for requirement in map(Requirement, NAMED):
        if requirement.name != PROJECT["name"]:
            assert requirement.specifier.contains(pinned(requirement.name)), requirement


def test_environment_yml_repeats_no_dependency_and_gives_what_make_lab_gives():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    python, pip, words = environment["dependencies"]
    assert python.startswith("python=") and SpecifierSet(PROJECT["requires-python"]).contains(python.removeprefix("python="))
    assert pip == "pip"
    assert " ".join(words["pip"]).split() == course.wanted_packages("course")


def test_what_environment_yml_brings_in_is_part_of_the_lock():
    assert {"jupyterlab", "nbgrader", "anthropic", "numpy", "matplotlib"} <= closure(Requirement(f"{PROJECT['name']}[course]")) <= {*locked(), PROJECT["name"]}


def test_what_make_test_brings_in_is_installed_as_the_lock_pins_it():
    for name in closure(Requirement(f"{PROJECT['name']}[test]")) - {PROJECT["name"]}:
        assert importlib.metadata.version(name) == pinned(name), name


def test_the_supported_pythons_are_the_same_everywhere():
    oldest, newest = (".".join(map(str, version)) for version in (course.OLDEST, course.NEWEST))
    assert PROJECT["requires-python"] == f">={oldest},<3.{course.NEWEST[1] + 1}"
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    matrix = workflow["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == [oldest, newest]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_ci_runs_make_test():
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    assert any(".ci/run" in step.get("run", "") for step in workflow["jobs"]["test"]["steps"])
    assert re.search(r"^make test$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)


def test_make_knows_the_targets_of_the_script():
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1]
    said = subprocess.run([sys.executable, "tools/course.py"], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 1
    assert re.findall(r"^  ([\w-]+) ", said.stderr, re.MULTILINE) == targets.split()


def test_a_python_that_is_too_old_is_replaced_or_named(monkeypatch):
    monkeypatch.setattr(course.sys, "version_info", (3, 10, 2))
    versions = {sys.executable: (3, 10), "/shims/python3.13": None, "/opt/python3.12": (3, 12)}
    monkeypatch.setattr(course, "version_of", versions.get)
    found = {"python3.13": "/shims/python3.13", "python3.12": "/opt/python3.12"}
    monkeypatch.setattr(course.shutil, "which", found.get)
    assert course.suitable_python() == ("/opt/python3.12", "3.12")
    monkeypatch.setattr(course.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="needs Python 3.11 to 3.14; this is 3.10"):
        course.suitable_python()


def test_a_foreign_venv_is_left_alone(monkeypatch, tmp_path):
    monkeypatch.setattr(course, "VENV", tmp_path / ".venv")
    (tmp_path / ".venv").mkdir()
    with pytest.raises(SystemExit, match="left alone"):
        course.make_venv(sys.executable, "here 3.11")


def test_a_step_that_was_killed_fails_make_test(monkeypatch, capsys):
    monkeypatch.setattr(course, "install", lambda extra: None)
    monkeypatch.setattr(course, "run", lambda command: -9 if "--nbval" in command else 0)
    assert course.test() == 1
    assert capsys.readouterr().out.count("FAILED") == 1


def test_the_root_has_few_entries():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    if not tracked:
        pytest.skip("not a git checkout: the root's entries were not counted")
    visible = {name.split("/")[0] for name in tracked if not name.startswith(".")}
    assert len(visible) <= 16, sorted(visible)


def test_the_helpers_are_light_and_need_no_notebook():
    code = (
        "import sys; import ragdiag_helpers.docent, ragdiag_helpers.retrieval, ragdiag_helpers.checks, ragdiag_helpers.study;"
        "print(sorted({'matplotlib', 'anthropic', 'IPython', 'nbgrader', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_the_wheel_carries_the_golden_sets_and_works_from_anywhere(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT], check=True, capture_output=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import ragdiag_helpers.docent as d, ragdiag_helpers.corpus as c, ragdiag_helpers.golden as g, ragdiag_helpers.study as s;"
        "from ragdiag_helpers.figures.style import STYLE; assert STYLE.exists();"
        "print(c.__file__); print(len(c.load_corpus()), len(g.load_golden()) >= 5, bool(s.quiz('01_precision_recall').html))"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    said = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    where, works = said.stdout.splitlines()
    assert where.startswith(str(tmp_path / "site"))
    assert works == "8 True True"
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"ragdiag_helpers", "ragdiag_grading"}
