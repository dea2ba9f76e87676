"""Set up the course and run it: lab, test, build, check, bench, clean.

Standard library only, because it runs before anything is installed. The Makefile calls it; on a
machine without make, `python tools/course.py lab` does the same.
"""

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
OLDEST, NEWEST = (3, 11), (3, 14)
LAB_SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}
FIRST_LESSON = Path("notebooks/00_open_book_exam/00_open_book_exam.ipynb")


def lab() -> int:
    """Install what a learner needs and open JupyterLab on lesson 0. LAB_ARGS is passed on."""
    return run(lab_command(install("course"), shlex.split(os.environ.get("LAB_ARGS", ""))))


def lab_command(python: Path, options: list[str]) -> list:
    return [python, "-m", "jupyter", "lab", "--ServerApp.root_dir=notebooks", FIRST_LESSON, *options]


def test() -> int:
    """Install, then everything CI runs: the build check, the tests, every stored output."""
    python = install("test")
    steps = {
        "the committed notebooks are what authoring/ derives": [python, "tools/build.py", "check"],
        "the tests": [python, "-m", "pytest", "-n", "2", "--dist", "loadscope", "tests", "ragdiag_helpers"],
        "every solution runs again with the stored outputs": [
            python, "-m", "pytest", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env", "solutions",
        ],
    }  # fmt: skip
    results = {}
    for what, command in steps.items():
        print(f"\n== {what}", flush=True)
        results[what] = run(command)
    print("\n== what was checked")
    for what, code in results.items():
        print(f"{'passed' if code == 0 else 'FAILED'}: {what}")
    return max(results.values())


def build() -> int:
    """Derive solutions/ and notebooks/ from authoring/."""
    return run([install("test"), "tools/build.py", "build"])


def check() -> int:
    """Derive again elsewhere and name every difference from what is committed."""
    return run([install("test"), "tools/build.py", "check"])


def bench() -> int:
    """Time our retrieval metrics beside pytrec_eval in one run."""
    return run([install("test"), "tests/bench_retrieval.py"])


def clean() -> int:
    """Remove the environment and caches; never a notebook."""
    for name in [".venv", "build", "dist", ".pytest_cache", ".hypothesis"]:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    return 0


def install(extra: str) -> Path:
    """Bring .venv to what requirements.lock says for `extra`; return its Python. Quick when nothing changed."""
    python = BIN / ("python.exe" if os.name == "nt" else "python")
    wanted = hashlib.sha256()
    for name in ["pyproject.toml", "requirements.lock"]:
        wanted.update((ROOT / name).read_bytes())
    stamps = [VENV / f"installed-{each}" for each in ({extra, "test"})]  # test contains course
    if any(stamp.exists() and stamp.read_text() == wanted.hexdigest() for stamp in stamps):
        return python
    print(f"Installing the course into {VENV} (once, a minute or so)", flush=True)
    uv = make_venv(python)
    tool = [*uv, "pip", "install", "--python", python, "--compile-bytecode"] if uv else [python, "-m", "pip", "install"]
    if run([*tool, "--quiet", *wanted_packages(extra)]):
        sys.exit("The installation failed; the lines above say why. Mend that and run the same command again.")
    settings = VENV / "share/jupyter/lab/settings/overrides.d"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "ragdiag.json").write_text(json.dumps(LAB_SETTINGS))
    (VENV / f"installed-{extra}").write_text(wanted.hexdigest())
    return python


def wanted_packages(extra: str) -> list[str]:
    return ["-c", "requirements.lock", "-e", f".[{extra}]"]


def make_venv(python: Path) -> list:
    """Make .venv where there is none. Return the words that call uv, or [] where only pip can be had."""
    base = suitable_python()
    uv = [] if os.environ.get("RAGDIAG_INSTALLER") == "pip" else [shutil.which("uv")]
    if not python.exists():
        command = [*uv, "venv", "--seed", "--python", base, VENV] if all(uv) and uv else [base, "-m", "venv", VENV]
        if run(command):
            sys.exit(f"{base} could not make a virtual environment. On Debian or Ubuntu: apt install python3-venv")
    if uv == [None]:
        uv = [python, "-m", "uv"]
        if run([python, "-m", "pip", "install", "--quiet", "uv"]):
            return []
    return uv


def suitable_python() -> str:
    """The Python that runs this script if the course supports it, else the newest on PATH that it does."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return sys.executable
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        if found := shutil.which(f"python3.{minor}"):
            return found
    here = ".".join(map(str, sys.version_info[:2]))
    sys.exit(f"The course needs Python 3.{OLDEST[1]} to 3.{NEWEST[1]}; this is {here}. Install one, or: make lab PYTHON=...")


def run(command: list) -> int:
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])  # nbgrader calls alembic by its bare name
    return subprocess.call([str(word) for word in command], cwd=ROOT, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    commands = {each.__name__: each for each in (lab, test, build, check, bench, clean)}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        listing = "\n".join(f"  {name:6} {each.__doc__.splitlines()[0]}" for name, each in commands.items())
        sys.exit(f"usage: python tools/course.py COMMAND\n{listing}")
    try:
        sys.exit(commands[sys.argv[1]]())
    except KeyboardInterrupt:
        sys.exit(130)
