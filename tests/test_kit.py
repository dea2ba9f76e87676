"""The kit: one archive from which the course installs in a room without internet."""

import ast
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import kit
import kit_install
import nbformat
import pytest
from conftest import ROOT, notebook
from kit_tools import BASE, can_fence, fenced, make_wheel
from packaging.requirements import Requirement
from test_setup import closure

LESSON = "00_open_book_exam"
HERE = (kit_install.platform_here(), ".".join(map(str, sys.version_info[:2])))
FITS = HERE[0] in kit.PLATFORMS
needs_a_kit_for_here = pytest.mark.skipif(not FITS, reason=f"there is no kit for {HERE[0]}")


def names(target):
    return {name for name, pin in kit.course_pins().items() if kit.holds(pin, target)}


@needs_a_kit_for_here
def test_the_kit_holds_what_the_extra_course_needs_here_and_nothing_of_the_tests():
    assert names(HERE) == closure(Requirement("ragdiag-helpers[course]")) - {"ragdiag-helpers"}
    assert not {"playwright", "pytest", "jupytext", "scipy"} & kit.course_pins().keys()


def test_what_a_system_needs_is_decided_for_the_target_and_not_for_the_packer():
    linux, windows, mac = (names((platform, "3.12")) for platform in ("linux-x86_64", "windows-amd64", "macos-arm64"))
    assert windows - linux == {"colorama", "pywinpty"} and linux - windows == {"pexpect", "ptyprocess"}
    assert mac - linux == {"appnope"} and not linux - mac
    assert "overrides" in names(("linux-x86_64", "3.11")) and "overrides" not in linux  # Python 3.12 has its own


@pytest.fixture
def small(tmp_path):
    """A kit for this machine with one tiny wheel, unpacked."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(wheels / "tiny-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tiny.py", "")
    files = kit.contents([(kit_install.platform_here(), kit_install.python_here())], ["tiny==1.0"], wheels, {})
    zipfile.ZipFile(kit.write(files, tmp_path / "kit.zip")).extractall(tmp_path)
    return tmp_path / kit.TOP


def install(folder, **environment):
    return subprocess.run([sys.executable, "install.py", "--no-open"], cwd=folder, capture_output=True, text=True, env={**os.environ, **environment})


def test_a_damaged_wheel_and_a_missing_file_are_named_and_nothing_is_installed(small):
    (small / "wheels/tiny-1.0-py3-none-any.whl").write_bytes(b"half a file")
    (small / "requirements.txt").unlink()
    said = install(small)
    assert said.returncode == 1 and "damaged: wheels/tiny-1.0-py3-none-any.whl" in said.stderr
    assert "missing: requirements.txt" in said.stderr and "Copy the archive again" in said.stderr
    assert not (small / ".venv").exists() and "install.py" not in said.stderr


def test_a_notebook_that_was_written_in_is_no_damage(small, monkeypatch, capsys):
    lesson = small / f"notebooks/{LESSON}/{LESSON}.ipynb"
    lesson.write_text("my work", encoding="utf-8")
    monkeypatch.setattr(kit_install, "HERE", small)
    kit_install.check_files()
    assert f"fine if you wrote in it: notebooks/{LESSON}" in capsys.readouterr().out


def retarget(folder, *targets):
    told = json.loads((folder / "kit.json").read_text(encoding="utf-8"))
    (folder / "kit.json").write_text(json.dumps({**told, "targets": targets}), encoding="utf-8")


def test_another_python_version_is_told_which_one_is_needed(small):
    here = kit_install.platform_here()
    retarget(small, [here, "3.98"], [here, "3.99"])
    said = install(small, PATH="")
    assert said.returncode == 1 and not (small / ".venv").exists()
    assert f"{here} with Python 3.98 or 3.99" in said.stderr and f"Here is {here} with Python {kit_install.python_here()}." in said.stderr
    assert "Needed: Python 3.98 or 3.99" in said.stderr and "Traceback" not in said.stderr


def test_another_platform_is_told_which_kit_is_needed_and_how_it_is_packed(small):
    retarget(small, ["plan9-mips", "3.13"])
    said = install(small, PATH="")
    assert said.returncode == 1 and "This kit is for\n  plan9-mips with Python 3.13\n" in said.stderr
    assert f"make kit KIT_ARGS='--platform {kit_install.platform_here()} --python-version {HERE[1]}'" in said.stderr


def test_a_fitting_python_on_the_path_is_taken_where_the_one_that_runs_does_not_fit(monkeypatch):
    fits, other = ["linux-x86_64", "3.12"], ["linux-x86_64", "3.10"]
    monkeypatch.setattr(kit_install, "python_here", lambda: "3.10")
    monkeypatch.setattr(kit_install.shutil, "which", lambda name: f"/opt/{name}" if name in ("python3.13", "python3.12") else None)
    monkeypatch.setattr(kit_install, "said_by", lambda command: {"/opt/python3.13": other, "/opt/python3.12": fits}[command[0]])
    monkeypatch.setattr(kit_install, "path_of", lambda command: command[0])
    assert kit_install.fitting_python({"targets": [["linux-x86_64", "3.13"], fits]}) == ("/opt/python3.12", "3.12")


def test_a_venv_that_the_installer_did_not_make_is_left_alone(small):
    (small / ".venv").mkdir()
    (small / ".venv/mine").touch()
    said = install(small)
    assert said.returncode == 1 and "left alone" in said.stderr and (small / ".venv/mine").exists()


def test_the_installer_can_be_read_by_an_old_python_that_is_to_be_told_what_is_needed():
    ast.parse((ROOT / "tools/kit_install.py").read_text(encoding="utf-8"), feature_version=(3, 8))


def test_each_system_can_start_its_installer(small):
    assert b"\r\n" in (small / "install.cmd").read_bytes() and b"\r" not in (small / "install.sh").read_bytes()
    with zipfile.ZipFile(small.parent / "kit.zip") as packed:
        assert packed.getinfo(f"{kit.TOP}/install.sh").external_attr >> 16 & 0o100


def test_the_same_files_give_the_same_archive_whatever_their_order(tmp_path):
    files = {"wheels/b.whl": b"b", "a.txt": b"a", "wheels/a.whl": b"c"}
    one, other = kit.write(files, tmp_path / "one.zip"), kit.write(dict(reversed(files.items())), tmp_path / "other.zip")
    assert one.read_bytes() == other.read_bytes()
    assert zipfile.ZipFile(one).namelist() == [f"{kit.TOP}/{name}" for name in sorted(files)]


def test_participants_get_the_way_back_in_and_no_answers(tmp_path):
    for name in ["presenter.ipynb", "participant.ipynb", "cue_sheet.html", "slides.html", "tally_sheet.html", "workshop.json", ".ipynb_checkpoints/slides.html"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [*kit.workshop(tmp_path, presenter=False)] == ["workshop/participant.ipynb", "workshop/workshop.json"]
    assert "workshop/presenter.ipynb" in kit.workshop(tmp_path, presenter=True)
    assert not any("solutions" in name for name in kit.notebooks("notebooks"))


def test_notebooks_that_hold_the_packers_work_are_not_handed_out(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "notebooks" / LESSON, tmp_path / "notebooks" / LESSON)
    monkeypatch.setattr(kit, "ROOT", tmp_path)
    path = tmp_path / f"notebooks/{LESSON}/{LESSON}.ipynb"
    assert [*kit.notebooks("notebooks").values()] == [path]
    worked = nbformat.read(path, as_version=4)
    worked.cells[1].source += "\nmine"
    nbformat.write(worked, path)
    with pytest.raises(SystemExit, match=f"hold work.*{LESSON}"):
        kit.notebooks("notebooks")


def test_a_wheel_that_cannot_be_had_stops_the_packing(tmp_path, capfd):
    with pytest.raises(SystemExit, match="could not fetch every wheel for windows-amd64 with Python 3.12"):
        kit.download(["numpy==2.4.6"], ("windows-amd64", "3.12"), tmp_path, tmp_path)
    assert "numpy==2.4.6" in capfd.readouterr().err


def test_the_fence_denies_the_network_and_hides_the_clone():
    if not can_fence():
        pytest.skip("this system lets nobody unshare the network and mount: the installation is tested with its own --no-index alone")
    code = f"import os, socket; print(os.listdir({str(ROOT)!r})); socket.create_connection(('192.0.2.1', 80), 5)"
    said = subprocess.run(fenced([BASE, "-c", code]), capture_output=True, text=True, cwd="/")
    assert said.stdout == "[]\n" and "Network is unreachable" in said.stderr


@needs_a_kit_for_here
def test_lesson_0_runs_from_the_unpacked_kit_alone(tmp_path):
    wheels, fence = tmp_path / "wheels", fenced if can_fence() else list
    wheels.mkdir()
    try:
        for name in [*names(HERE), "pip"]:
            make_wheel(name, wheels, kit.PLATFORMS[HERE[0]][2][0])
    except importlib.metadata.PackageNotFoundError as missing:
        pytest.skip(f"the wheels are made of what is installed, and this environment has no {missing}")
    assert kit.main(["--wheels", str(wheels), "--out", str(tmp_path), "--presenter"]) == 0
    (archive,) = tmp_path.glob("*.zip")
    zipfile.ZipFile(archive).extractall(tmp_path / "far away")
    folder = tmp_path / "far away" / kit.TOP
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PIP_CONSTRAINT": "nowhere", "HOME": str(tmp_path)}
    subprocess.run(fence([BASE, folder / "install.py", "--no-open"]), cwd=tmp_path, env=environment, check=True)
    again = subprocess.run(fence([BASE, folder / "install.py", "--no-open"]), cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert json.loads((folder / "kit.json").read_text(encoding="utf-8"))["first"] == kit.PARTICIPANT and (folder / kit.PARTICIPANT).exists()
    assert again.stdout == ""  # the second start installs nothing
    clean = {name: value for name, value in environment.items() if not name.startswith(("PYTHON", "JUPYTER", "MPLBACKEND"))}
    assert ran_from(folder, fence, clean) == texts(notebook("solutions", LESSON))


def ran_from(folder: Path, fence, clean: dict) -> list:
    """What the cells of lesson 0's key print when the kit's Python runs them."""
    python = folder / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    where = [python, "-c", "import ragdiag_helpers.golden as g; print(g.__file__, len(g.load_golden()))"]
    path, count = subprocess.run(fence(where), cwd=folder, env=clean, check=True, capture_output=True, text=True).stdout.rsplit(maxsplit=1)
    assert Path(path).is_relative_to(folder / ".venv") and int(count) >= 60
    key = folder / f"solutions/{LESSON}/{LESSON}.ipynb"
    run = [python, "-m", "jupyter", "nbconvert", "--execute", "--to", "notebook", "--output", "ran", key]
    subprocess.run(fence(run), cwd=folder, env=clean, check=True, capture_output=True)
    return texts(nbformat.read(key.with_name("ran.ipynb"), as_version=4))


def texts(ran) -> list[str]:
    """The text of every cell. Whether it came in one piece or in two is chance."""
    outputs = [cell.outputs for cell in ran.cells if cell.cell_type == "code"]
    return ["".join(out.get("text") or out.get("data", {}).get("text/plain", "") for out in each) for each in outputs]
