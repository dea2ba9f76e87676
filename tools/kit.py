"""Pack one archive from which the course installs without the network: build/kit/ragdiag-kit-PLATFORM.zip.

    python tools/course.py kit                         for this machine and this Python
    python tools/course.py kit --platform windows-amd64 --platform macos-arm64 --python-version 3.12 --python-version 3.13
    python tools/course.py kit --presenter             with the answer keys and the presenter's files
    python tools/course.py kit --wheels FOLDER         the wheels from a folder in place of the package index

What a target needs is read from requirements.lock, whose "via" lines say who asks for what: the extra `course` and no more. Markers are
evaluated for the target, which `pip download` does not do.
"""

import argparse
import contextlib
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

import kit_install
from course import FIRST_LESSON, LAB_SETTINGS, NEWEST, OLDEST, ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from workshop.build import build as build_workshop

FOLDER = ROOT / "build" / "kit"
TOP = "ragdiag-kit"
SUPPORTED = [f"3.{minor}" for minor in range(OLDEST[1], NEWEST[1] + 1)]
PLATFORMS = {  # name: (system, machine as Python calls it there, the platform tags of wheels that run there)
    "linux-x86_64": ("linux", "x86_64", [*(f"manylinux_2_{glibc}_x86_64" for glibc in range(28, 4, -1)), "manylinux2014_x86_64", "manylinux1_x86_64"]),
    "linux-aarch64": ("linux", "aarch64", [*(f"manylinux_2_{glibc}_aarch64" for glibc in range(28, 16, -1)), "manylinux2014_aarch64"]),
    "macos-arm64": ("darwin", "arm64", ["macosx_12_0_arm64"]),  # pip adds the older ones
    "macos-x86_64": ("darwin", "x86_64", ["macosx_12_0_x86_64"]),
    "windows-amd64": ("win32", "AMD64", ["win_amd64"]),
    "windows-arm64": ("win32", "ARM64", ["win_arm64"]),
}
SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
PARTICIPANT = "workshop/participant.ipynb"
PRESENTERS = ("presenter", "cue_sheet", "slides", "tally_sheet")  # how the names of build/workshop/ begin that a participant does not get
Target = tuple[str, str]  # platform, Python version


def main(words: list[str]) -> int:
    options = parse(words)
    targets = [(platform, version) for platform in options.platform for version in options.python_version]
    with tempfile.TemporaryDirectory() as folder:
        (wheels := Path(folder) / "wheels").mkdir()
        pins = fetch(targets, wheels, options.wheels)
        subprocess.run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", wheels, ROOT], check=True, stdout=subprocess.DEVNULL)
        with contextlib.redirect_stdout(None):
            build_workshop(ROOT, built := Path(folder) / "workshop")  # anew, so that it is of this course and nobody worked in it
        more = workshop(built, options.presenter) | (notebooks("solutions") if options.presenter else {})
        files = contents(targets, pins, wheels, more)
        archive = write(files, options.out / f"{TOP}-{'_'.join(options.platform)}.zip")
    print(f"wrote {archive}: {len(files)} files, {archive.stat().st_size / 1e6:.0f} MB\n{offered(targets)}")
    return 0


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make kit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--platform", action="append", choices=PLATFORMS, help="may be given several times")
    parser.add_argument("--python-version", action="append", choices=SUPPORTED, help="may be given several times")
    parser.add_argument("--presenter", action="store_true", help="also pack solutions/, the presenter notebook, cue sheet and slides")
    parser.add_argument("--wheels", type=Path, help="a folder of wheels to take in place of the package index")
    parser.add_argument("--out", type=Path, default=FOLDER, help="where the archive is written")
    options = parser.parse_args(words)
    here = kit_install.platform_here()
    if not options.platform and here not in PLATFORMS:
        parser.error(f"there is no kit for {here}; choose with --platform from {', '.join(PLATFORMS)}")
    options.platform = list(dict.fromkeys(options.platform or [here]))
    options.python_version = list(dict.fromkeys(options.python_version or [".".join(map(str, sys.version_info[:2]))]))
    return options


def course_pins() -> dict[str, Requirement]:
    """The pins of requirements.lock that the extra `course` needs on any system, by name."""
    pins, askers, name = {}, {}, None
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"(\S+==.*)", line):
            pin = Requirement(found[1])
            name = canonicalize_name(pin.name)
            pins[name], askers[name] = pin, set()
        elif name and (found := re.fullmatch(r" +# +(?:via +)?([\w.-]+)(?: \(pyproject.toml\))?", line)):
            askers[name].add(canonicalize_name(found[1]))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted, todo = set(), [Requirement(each).name for each in project["dependencies"] + project["optional-dependencies"]["course"]]
    while todo:
        asked = canonicalize_name(todo.pop())
        if asked not in wanted:
            wanted.add(asked)
            todo += [each for each, by in askers.items() if asked in by]
    return {each: pins[each] for each in sorted(wanted)}


def holds(pin: Requirement, target: Target) -> bool:
    """Whether a pin's marker is true on the target."""
    system, machine, _ = PLATFORMS[target[0]]
    told = {"sys_platform": system, "platform_system": SYSTEMS[system], "os_name": "nt" if system == "win32" else "posix", "platform_machine": machine}
    python = {"python_version": target[1], "python_full_version": f"{target[1]}.0", "implementation_name": "cpython"}
    return pin.marker is None or pin.marker.evaluate({**told, **python, "platform_python_implementation": "CPython"})


def fetch(targets: list[Target], wheels: Path, source: Path | None) -> list[str]:
    """Fetch the wheels of every target into one folder; return the lines of the kit's requirements.txt."""
    pins = {name: pin for name, pin in course_pins().items() if any(holds(pin, target) for target in targets)}
    for target in targets:
        pure = {canonicalize_name(wheel.name.split("-")[0]) for wheel in wheels.glob("*-none-any.whl")}  # fits every target: not fetched twice
        wanted = [f"{pin.name}{pin.specifier}" for name, pin in pins.items() if holds(pin, target) and name not in pure]
        download([*wanted, *([] if "pip" in pure else ["pip"])], target, wheels, source)
    return [*map(str, pins.values()), "pip"]


def download(wanted: list[str], target: Target, wheels: Path, source: Path | None) -> None:
    platform, version = target
    print(f"Fetching the wheels for {platform} with Python {version} ...", flush=True)
    tags = [word for tag in PLATFORMS[platform][2] for word in ("--platform", tag)]
    index = ["--no-index", "--find-links", source.resolve()] if source else []
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--implementation", "cp", "--python-version", version]
    code = subprocess.run([sys.executable, "-m", "pip", "download", *options, *tags, *index, "--dest", wheels, *wanted], cwd=ROOT).returncode
    if code:
        sys.exit(f"No kit: pip could not fetch every wheel for {platform} with Python {version}; the lines above name it.")


def contents(targets: list[Target], pins: list[str], wheels: Path, more: dict[str, Path]) -> dict[str, bytes | Path]:
    """Every file of the kit by its name in the archive; ``more``: what it holds besides wheels and lessons."""
    files = {**{f"wheels/{path.name}": path for path in wheels.glob("*.whl")}, **notebooks("notebooks"), **more}
    first = PARTICIPANT if PARTICIPANT in files else FIRST_LESSON.as_posix()
    kit = {"targets": targets, "supported": SUPPORTED, "first": first, "longest": longest_path(wheels)}
    readme = text("README.txt").format(targets=offered(targets), first=first,)
    files |= {
        "README.txt": crlf(readme),
        "install.cmd": crlf(text("install.cmd")),
        "install.sh": text("install.sh").encode(),
        "install.py": Path(kit_install.__file__).read_bytes(),
        "kit.json": json.dumps(kit, indent=1).encode(),
        "settings.json": json.dumps(LAB_SETTINGS).encode(),
        "requirements.txt": "\n".join([*pins, "ragdiag-helpers", ""]).encode(),
    }
    sums = "".join(f"{hashlib.sha256(read(files[name])).hexdigest()}  {name}\n" for name in sorted(files))
    return {**files, "SHA256SUMS": sums.encode()}


def notebooks(room: str) -> dict[str, Path]:
    """The lessons of one room. A notebook that holds the packer's own work is not handed out."""
    from derive import was_worked_in  # imports much

    paths = sorted((ROOT / room).glob("[0-9]*/[0-9]*.ipynb"))
    if room == "notebooks" and (worked := [path.name for path in paths if was_worked_in(path)]):
        sys.exit(f"No kit: these notebooks hold work, and a kit would hand it out. Move them away: {', '.join(worked)}")
    return {path.relative_to(ROOT).as_posix(): path for path in paths}


def workshop(built: Path, presenter: bool) -> dict[str, Path]:
    """What make workshop wrote, without the presenter's part unless that is wanted."""
    paths = [path for path in sorted(built.rglob("*")) if path.is_file() and ".ipynb_checkpoints" not in path.parts]
    return {f"workshop/{path.relative_to(built).as_posix()}": path for path in paths if presenter or not path.name.startswith(PRESENTERS)}


def longest_path(wheels: Path) -> int:
    """The length of the longest path that a wheel brings, below the environment: Windows may refuse long ones."""
    names = [name for wheel in wheels.glob("*.whl") for name in zipfile.ZipFile(wheel).namelist()]
    return max(len("/Lib/site-packages/" + re.sub(r"^[^/]+\.data/[^/]+/", "", name)) for name in names)


def offered(targets: list[Target]) -> str:
    platforms = dict.fromkeys(platform for platform, _ in targets)
    return "\n".join(f"  {each} with Python {' or '.join(version for platform, version in targets if platform == each)}" for each in platforms)


def write(files: dict[str, bytes | Path], archive: Path) -> Path:
    """Write the archive in the order of names, without times, so that the same files give the same bytes."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w") as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{TOP}/{name}", (2020, 2, 2, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, (0o755 if name.endswith(".sh") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".whl") else zipfile.ZIP_DEFLATED
            packed.writestr(entry, read(files[name]))
    return archive


def read(content: bytes | Path) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


def text(name: str) -> str:
    return (ROOT / "tools/kit_files" / name).read_text(encoding="utf-8")


def crlf(words: str) -> bytes:
    return words.replace("\n", "\r\n").encode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
