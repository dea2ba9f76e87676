"""Install the course from this folder alone, without the network, and open JupyterLab.

    python install.py              install (the first time), then open JupyterLab
    python install.py --no-open    install only

`tools/kit.py` packs this file as install.py. Standard library only, and readable by Python 3.8: it must be able to say which Python is wanted.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OURS, READY = VENV / "made-for", VENV / "installed"


def main(words: list[str]) -> int:
    if words == ["--which"]:  # asked by another Python, see `fitting_python`
        print(platform_here(), python_here())
        return 0
    if words not in ([], ["--no-open"]):
        sys.exit(__doc__)
    kit = json.loads((HERE / "kit.json").read_text(encoding="utf-8"))
    install(kit)
    return 0 if words else open_lab(kit["first"])


def install(kit: dict) -> None:
    """Check every file, make .venv and install the wheels into it; nothing of that where it was done before."""
    base, version = fitting_python(kit)
    made_for = f"{HERE} {version} {hash_of(HERE / 'SHA256SUMS')}"
    if READY.exists() and READY.read_text(encoding="utf-8") == made_for:
        return
    started = time.monotonic()
    print("Checking that the copy is whole ...", flush=True)
    check_files()
    make_venv(base, made_for)
    print("Installing into .venv, without the network (half a minute or so) ...", flush=True)
    install_wheels(kit)
    if run([PYTHON, "-c", "import ragdiag_helpers.docent, ragdiag_helpers.plots, matplotlib.pyplot, jupyterlab"]):
        sys.exit("Installed, but the course cannot be imported; the lines above say why. Show them to the presenter.")
    READY.write_text(made_for, encoding="utf-8")
    print(f"Ready after {time.monotonic() - started:.0f} seconds.", flush=True)


def check_files() -> None:
    """Compare every file with SHA256SUMS; stop and name those that are damaged or missing."""
    damaged = []
    for line in (HERE / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        wanted, name = line.split("  ", 1)
        path = HERE / name
        if not path.is_file():
            damaged.append(f"  missing: {name}")
        elif hash_of(path) != wanted and not name.endswith(".ipynb"):
            damaged.append(f"  damaged: {name}")
        elif hash_of(path) != wanted:
            print(f"  (not as it was packed, which is fine if you wrote in it: {name})")
    if damaged:
        sys.exit("\n".join(["This copy of the kit is not whole:", *damaged, "Copy the archive again, and unpack it into a new folder."]))


def hash_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fitting_python(kit: dict) -> tuple[str, str]:
    """The path and version of a Python that this kit has wheels for: the one that runs this, else one on PATH."""
    if [platform_here(), python_here()] in kit["targets"]:
        return sys.executable, python_here()
    for version in sorted({version for _, version in kit["targets"]}, key=number, reverse=True):
        for command in filter(None, [which(f"python{version}"), which("py", f"-{version}")]):
            if said_by(command) in kit["targets"]:
                return path_of(command), version
    sys.exit(no_fit(kit))


def no_fit(kit: dict) -> str:
    """What to say where no Python fits: what the kit is for, what is here, and what to do."""
    here, version = platform_here(), python_here()
    offered = {}
    for each, python in kit["targets"]:
        offered.setdefault(each, []).append(python)
    lines = ["This kit is for", *(f"  {each} with Python {' or '.join(pythons)}" for each, pythons in offered.items())]
    lines.append(f"Here is {here} with Python {version}.")
    if here in offered:
        lines.append(f"Needed: Python {' or '.join(offered[here])}, from python.org or from the presenter's stick. Then start this again.")
    else:
        wanted = version if version in kit["supported"] else kit["supported"][-2]
        lines.append(f"Needed: a kit for this machine. Whoever packed this one types: make kit KIT_ARGS='--platform {here} --python-version {wanted}'")
    return "\n".join([*lines, "Until then: sit beside somebody whose kit runs."])


def platform_here() -> str:
    """Such as linux-x86_64, macos-arm64, windows-amd64: what the running Python was built for."""
    name = sysconfig.get_platform()
    if sys.platform == "darwin":
        return f"macos-{platform.machine()}"
    if sys.platform == "win32":
        return name.replace("win-", "windows-")
    return name.replace("linux", "musllinux") if "musl" in str(sysconfig.get_config_var("HOST_GNU_TYPE")) else name


def python_here() -> str:
    """Such as 3.12; another word for a Python that takes other wheels (3.14t is the one without a global lock)."""
    version = ".".join(map(str, sys.version_info[:2])) + ("t" if sysconfig.get_config_var("Py_GIL_DISABLED") else "")
    return version if sys.implementation.name == "cpython" else f"{sys.implementation.name}-{version}"


def number(version: str) -> tuple:
    return tuple(map(int, version.split(".")))


def which(*command: str) -> list | None:
    found = shutil.which(command[0])
    return [found, *command[1:]] if found else None


def said_by(python: list) -> list | None:
    """The platform and version of another Python, in its own words."""
    asked = subprocess.run([*python, __file__, "--which"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment())
    return asked.stdout.decode().split() if asked.returncode == 0 else None


def path_of(python: list) -> str:
    return subprocess.check_output([*python, "-c", "import sys; print(sys.executable)"], env=environment()).decode().strip()


def make_venv(base: str, made_for: str) -> None:
    if VENV.exists() and not OURS.exists():
        sys.exit(f"{VENV} was not made by this installer, so it is left alone. Move it away, then start this again.")
    if run([base, "-m", "venv", "--clear", "--without-pip", VENV]):
        sys.exit(f"{base} could not make a virtual environment; the lines above say why. Is the disk full, or this folder read-only?")
    OURS.write_text(made_for, encoding="utf-8")


def install_wheels(kit: dict) -> None:
    """Let the kit's own pip install the kit's own wheels: no index, no settings of this machine."""
    (pip,) = (HERE / "wheels").glob("pip-*.whl")
    options = ["--isolated", "install", "--quiet", "--no-index", "--no-deps", "--no-compile", "--no-cache-dir", "--no-warn-script-location"]
    if run([PYTHON, pip / "pip", *options, "--find-links", HERE / "wheels", "-r", HERE / "requirements.txt"]):
        deep = os.name == "nt" and len(str(VENV)) + kit["longest"] > 255
        hint = f"\nWindows may refuse such long paths as {HERE}: move the folder to C:\\ragdiag-kit and start this again." if deep else ""
        sys.exit(f"The installation failed; the lines above say why.{hint}")
    settings = VENV / "share/jupyter/lab/settings/overrides.d"
    settings.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(HERE / "settings.json", settings / "ragdiag.json")


def open_lab(first: str) -> int:
    command = [str(PYTHON), "-m", "jupyter", "lab", f"--ServerApp.root_dir={HERE}", first]
    if os.name == "nt":
        return run(command)
    os.chdir(HERE)
    os.execve(command[0], command, environment())  # so that Ctrl-C reaches JupyterLab, which asks and shuts down


def environment() -> dict:
    """The environment without what could lead Python, pip or Jupyter out of this folder."""
    led_away = ("PIP_", "PYTHON", "JUPYTER_", "MPLBACKEND", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(led_away)}
    own = {"PIP_CONFIG_FILE": os.devnull, "JUPYTER_PREFER_ENV_PATH": "1"}
    return {**kept, **own, "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")])}


def run(command: list) -> int:
    return subprocess.call([str(word) for word in command], cwd=str(HERE), env=environment())


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
