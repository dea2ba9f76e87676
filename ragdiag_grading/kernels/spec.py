"""The kernel specifications that submissions run under, written where jupyter_client looks first."""

import json
import os
import site
import sys
from pathlib import Path

import ragdiag_helpers

from .confine import Limits

FORKED, PLAIN = "ragdiag-forked", "ragdiag-plain"
SYSTEM = (  # of /etc what programs need: where libraries and fonts are, the time zone, names of users
    "/usr", "/lib", "/lib64", "/lib32", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/mime.types",
    "/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/full",
)


def can_fork() -> bool:
    """Whether the prepared process works here: Linux. Forking a loaded process is not safe on macOS, and Windows has no fork."""
    return sys.platform.startswith("linux")


def write_specs(folder: Path, limits: Limits, confined: bool = True) -> None:
    """Write kernels/ragdiag-forked and kernels/ragdiag-plain below a folder that is to be first on JUPYTER_PATH."""
    config = {"confined": confined, "readable": readable(), "limits": limits.as_dict()}
    provisioned = {"kernel_provisioner": {"provisioner_name": "ragdiag-fork", "config": config}}
    plain = [sys.executable, "-m", "ragdiag_grading.kernels.plain", json.dumps(config), "-f", "{connection_file}"]
    forked = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    for name, argv, metadata in ((FORKED, forked, provisioned), (PLAIN, plain, {})):
        path = folder / "kernels" / name
        path.mkdir(parents=True, exist_ok=True)
        spec = {"argv": argv, "display_name": name, "language": "python", "metadata": metadata}
        (path / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")


def readable() -> list[str]:
    """What a submission may read: Python, its packages, and the helpers with the golden sets; not solutions/, other work or a gradebook."""
    helpers = Path(ragdiag_helpers.__file__).resolve().parent
    beside = helpers.parent / "golden_sets"
    places = [sys.prefix, sys.base_prefix, *site.getsitepackages(), str(helpers), *([str(beside)] if beside.exists() else []), *SYSTEM]
    return sorted({os.path.realpath(each) for each in places} | set(SYSTEM))
