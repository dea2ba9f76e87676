"""What the tests of the kit need: wheels made of what is installed here, so that no test downloads, and a fence around the network."""

import base64
import hashlib
import importlib.metadata
import subprocess
import sys
import zipfile
from pathlib import Path

from conftest import ROOT

BASE = Path(sys._base_executable)  # the Python that the environment of the tests was made with
FENCE = """
import fcntl, os, socket, struct, subprocess, sys
up = struct.pack("16sh14x", b"lo", 1)  # SIOCSIFFLAGS, IFF_UP: a kernel and JupyterLab talk over 127.0.0.1
fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0x8914, up)
subprocess.run(["mount", "-t", "tmpfs", "none", sys.argv[1]], check=True)  # an empty folder in the place of the clone
os.execvp(sys.argv[2], sys.argv[2:])
"""


def fenced(command: list) -> list[str]:
    """A command that runs it without a network, and with an empty folder where the clone stands."""
    return [str(word) for word in ["unshare", "--user", "--map-root-user", "--net", "--mount", BASE, "-c", FENCE, ROOT, *command]]


def can_fence() -> bool:
    try:
        return not ROOT.is_relative_to(BASE.parent) and subprocess.run(fenced(["true"]), capture_output=True).returncode == 0
    except OSError:
        return False


THINNED = {"tests", "test", "locale-data", "third_party", "docs"}  # folders that no cell reads: 40% of all files, and half of the test's time


def make_wheel(name: str, folder: Path, tag: str) -> Path:
    """Pack an installed distribution as a wheel again: the files that its RECORD lists, without what installing added and without what no cell reads.

    ``tag``: the platform that a wheel with compiled parts is labelled with; it runs here, so here any that the kit takes will do.
    """
    found = importlib.metadata.distribution(name)
    metadata = next(Path(str(file)).parent.as_posix() for file in found.files if file.name == "WHEEL")
    tags = [line.split(": ")[1].split("-") for line in found.read_text("WHEEL").splitlines() if line.startswith("Tag: ")]
    pythons, abis, systems = (".".join(sorted(set(part))) for part in zip(*tags))
    label = f"{pythons}-{abis}-{systems if systems == 'any' else tag}"
    target, record = folder / f"{metadata.removesuffix('.dist-info')}-{label}.whl", []
    with zipfile.ZipFile(target, "w") as wheel:
        for file in found.files:
            if inside := place_in_wheel(file, metadata):
                content = Path(file.locate()).read_bytes()
                wheel.writestr(zipfile.ZipInfo(inside), content)
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
                record.append(f'"{inside}",sha256={digest},{len(content)}')
        wheel.writestr(zipfile.ZipInfo(f"{metadata}/RECORD"), "\n".join([*record, f"{metadata}/RECORD,,", ""]))
    return target


def place_in_wheel(file: importlib.metadata.PackagePath, metadata: str) -> str:
    """Where an installed file stood in its wheel; empty for what installing wrote, and for what is left out."""
    by_installing = file.parent.as_posix() == metadata and file.name in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
    if by_installing or {"__pycache__", *THINNED} & {*file.parts} or file.suffix == ".map":
        return ""
    if not file.as_posix().startswith("../"):
        return file.as_posix()
    below = Path(file.locate()).resolve().relative_to(Path(sys.prefix).resolve())
    return "" if below.parts[0] in ("bin", "Scripts") else f"{metadata.removesuffix('.dist-info')}.data/data/{below.as_posix()}"
