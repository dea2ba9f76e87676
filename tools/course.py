"""Set up the course and run it: lab, test, build, check, workshop, kit, bench, bench-grade, clean.

Standard library only, and readable by Python 3.8, because it runs before anything is installed and must be able to say which
Python is wanted. The Makefile calls it; on a machine without make, `python tools/course.py lab` does the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST, NEWEST = (3, 11), (3, 14)
LAB_SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
FIRST_LESSON = Path("notebooks/00_open_book_exam/00_open_book_exam.ipynb")


def lab() -> int:
    """Install what a learner needs and open JupyterLab on lesson 0. LAB_ARGS is passed on."""
    install("course")
    command = [str(word) for word in lab_command(PYTHON, shlex.split(os.environ.get("LAB_ARGS", "")))]
    if os.name == "nt":
        return run(command)
    os.chdir(ROOT)
    os.execve(command[0], command, environment())  # so that Ctrl-C reaches JupyterLab, which asks and shuts down


def lab_command(python: Path, options: list[str]) -> list:
    return [python, "-m", "jupyter", "lab", "--ServerApp.root_dir=notebooks", FIRST_LESSON, *options]


def test() -> int:
    """Install, then everything CI runs: the build check, the tests, every stored output."""
    install("test")
    steps = {
        "the committed notebooks are what authoring/ derives": ["tools/derive.py", "check"],
        "the tests": ["-m", "pytest", "-n", "2", "--dist", "loadscope", "tests", "ragdiag_helpers"],
        "every solution runs again with the stored outputs": [
            *["-m", "pytest", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env", "solutions"]
        ],
    }
    results = {}
    for what, command in steps.items():
        print(f"\n== {what}", flush=True)
        results[what] = run([PYTHON, *command])
    print("\n== what was checked")
    for what, code in results.items():
        print(f"{'passed' if code == 0 else 'FAILED'}: {what}")
    return int(any(results.values()))


def build() -> int:
    """Derive solutions/ and notebooks/ from authoring/."""
    install("test")
    return run([PYTHON, "tools/derive.py", "build"])


def check() -> int:
    """Derive again elsewhere and name every difference from what is committed."""
    install("test")
    return run([PYTHON, "tools/derive.py", "check"])


def workshop() -> int:
    """Derive notebooks, cue sheet and slides for a live session into build/workshop/."""
    install("test")
    return run([PYTHON, "tools/make_workshop.py"])


def kit() -> int:
    """Pack an archive that installs without the network. Words after kit (--help tells), or KIT_ARGS, are passed on."""
    install("test")
    return run([PYTHON, "tools/kit.py", *(sys.argv[2:] or shlex.split(os.environ.get("KIT_ARGS", "")))])


def bench() -> int:
    """Measure ours beside other tools: every tests/bench_*.py in turn."""
    install("test")
    codes = []
    for script in sorted((ROOT / "tests").glob("bench_*.py")):
        print(f"\n== {script.stem}", flush=True)
        codes.append(run([PYTHON, script]))
    return int(any(codes))


def bench_grade() -> int:
    """Measure ragdiag grade beside nbgrader autograde."""
    install("test")
    return run([PYTHON, "tests/bench_grade.py"])


def clean() -> int:
    """Remove the environment and caches; never a notebook."""
    for name in [".venv", "build", "dist", ".pytest_cache", ".hypothesis"]:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    return 0


def install(extra: str) -> None:
    """Bring .venv to what requirements.lock says for `extra`. Quick when nothing changed."""
    wanted = hashlib.sha256(str(ROOT).encode())
    for name in ["pyproject.toml", "requirements.lock"]:
        wanted.update((ROOT / name).read_bytes())
    base, version = suitable_python()
    make_venv(base, f"{ROOT} {version}")
    stamps = [VENV / f"installed-{each}" for each in sorted({extra, "test"})]  # test contains course
    if any(stamp.exists() and stamp.read_text() == wanted.hexdigest() for stamp in stamps):
        return
    print(f"Installing the course into {VENV} (once, a minute or so)", flush=True)
    uv = uv_on_path() or uv_in_venv()
    tool = [*uv, "pip", "install", "--python", PYTHON, "--compile-bytecode", "-b", "requirements.lock"] if uv else [PYTHON, "-m", "pip", "install"]
    if run([*tool, "--quiet", *wanted_packages(extra)]):
        sys.exit("The installation failed; the lines above say why. Mend that and run the same command again.")
    settings = VENV / "share/jupyter/lab/settings/overrides.d"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "ragdiag.json").write_text(json.dumps(LAB_SETTINGS))
    (VENV / f"installed-{extra}").write_text(wanted.hexdigest())


def wanted_packages(extra: str) -> list[str]:
    return ["-c", "requirements.lock", "-e", f".[{extra}]"]


def make_venv(base: str, made_for: str) -> None:
    """Make .venv unless there is one for this folder and Python."""
    marker = VENV / "made-for"
    if marker.exists() and marker.read_text(encoding="utf-8") == made_for and PYTHON.exists():
        return
    if VENV.exists() and not marker.exists():
        sys.exit(f"{VENV} was not made by this script, so it is left alone. Move it away, then run the same command again.")
    uv = uv_on_path()
    if run([*uv, "venv", "--clear", "--seed", "--quiet", "--python", base, VENV] if uv else [base, "-m", "venv", "--clear", VENV]):
        sys.exit(f"{base} could not make a virtual environment. On Debian or Ubuntu: apt install python3-venv")
    marker.write_text(made_for, encoding="utf-8")


def uv_on_path() -> list | None:
    """The words that call uv if it is there and wanted."""
    found = shutil.which("uv") if os.environ.get("RAGDIAG_INSTALLER") != "pip" else None
    return [found] if found else None


def uv_in_venv() -> list | None:
    """Install uv into .venv and return the words that call it; None if pip must do."""
    if os.environ.get("RAGDIAG_INSTALLER") == "pip":
        return None
    return None if run([PYTHON, "-m", "pip", "install", "--quiet", "uv"]) else [PYTHON, "-m", "uv"]


def suitable_python() -> tuple[str, str]:
    """The path and version of a Python that the course supports: the one that runs this script, else the newest on PATH."""
    candidates = [sys.executable] + [shutil.which(f"python3.{minor}") for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
    for candidate in filter(None, candidates):
        version = version_of(candidate)  # asked, since a launcher such as pyenv's may be there without its Python
        if version and OLDEST <= version <= NEWEST:
            return candidate, ".".join(map(str, version))
    here = ".".join(map(str, sys.version_info[:2]))
    sys.exit(f"The course needs Python 3.{OLDEST[1]} to 3.{NEWEST[1]}; this is {here}. Install one, or: make lab PYTHON=...")


def version_of(python: str) -> tuple | None:
    if python == sys.executable:
        return tuple(sys.version_info[:2])
    code = "import sys; print(*sys.version_info[:2])"
    asked = subprocess.run([python, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return tuple(map(int, asked.stdout.split())) if asked.returncode == 0 else None


def environment() -> dict:
    """The environment for what runs in .venv: its programs first (nbgrader calls alembic by its bare name)."""
    kept = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}  # it would hide every figure
    return {**kept, "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")])}


def run(command: list) -> int:
    return subprocess.call([str(word) for word in command], cwd=str(ROOT), env=environment())


if __name__ == "__main__":
    commands = {each.__name__.replace("_", "-"): each for each in (lab, test, build, check, workshop, kit, bench, bench_grade, clean)}
    if sys.argv[1:2] != ["kit"] and len(sys.argv) != 2 or sys.argv[1] not in commands:
        listing = "\n".join(f"  {name:11} {each.__doc__.splitlines()[0]}" for name, each in commands.items())
        sys.exit(f"usage: python tools/course.py COMMAND\n{listing}")
    try:
        sys.exit(commands[sys.argv[1]]())
    except KeyboardInterrupt:
        sys.exit(130)
