"""Run one prepared notebook in a kernel of its own, bounded in time and output, with canaries between the checks."""

import asyncio
import functools
import hashlib
import inspect
import os
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_output

from .kernels.manager import FolderKernelManager
from .kernels.provisioner import environment
from .repair import new_cell

LOOK_EVERY = 0.2  # seconds between two looks at how full the folder is
GUARDED = (  # the modules that decide whether a check passes, and those of which checks take what is right
    "checks", "outcomes", "values", "retrieval", "corpus", "golden", "docent", "claims", "labels", "replies", "groundedness", "records",
)
NEAR = (  # what a canary's function gives back, and what it should: of every kind of value that checks compare
    ("0.25", "0.5"), ("0.0", "None"), ("None", "0.0"), ("3", "4"), ("True", "False"), ("True", "1"), ("'a'", "'b'"), ("(1, 0.5)", "(1, 0.25)"), ("[1]", "[1, 2]"),
    ("{'a': 1}", "{'a': 2}"), ("{1}", "{2}"), ("0.1 + 1e-6", "0.1"), ("int('x')", "KeyError"), ("'KeyError'", "KeyError"),
)


@dataclass(frozen=True)
class Bounds:
    """Seconds a cell, seconds a submission, characters of output a cell, megabytes and files in the submission's own folder."""

    cell_seconds: int = 15
    total_seconds: int = 180
    output: int = 100_000
    disk_mb: int = 64
    files: int = 1000


@dataclass
class Ran:
    """An executed notebook and what happened to it; ``died`` and ``late`` name the cell at which it went wrong."""

    notebook: NotebookNode
    died: str = ""
    late: list[str] = field(default_factory=list)
    flooded: list[str] = field(default_factory=list)
    tampered: list[str] = field(default_factory=list)


def run(notebook: NotebookNode, kernel: str, home: Path, runtime: Path, bounds: Bounds = Bounds()) -> Ran:
    """Execute the notebook in the folder ``home``. Whatever the submission does, this returns: every check that did not run carries an error."""
    planted, nonces = with_canaries(notebook)
    manager = FolderKernelManager(kernel_name=kernel, connection_file=str(runtime / "k.json"))
    client = GradingClient(planted, manager, bounds)
    with _watched(home, manager, bounds):
        client.execute(cwd=str(home), env=environment(str(home)))
    return client.ran(nonces)


@contextmanager
def _watched(home: Path, manager: FolderKernelManager, bounds: Bounds) -> Iterator[None]:
    """End the kernel when its folder is too full: limits of the system bound one file, not their sum."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(LOOK_EVERY):
            size, count = _used(home)
            if size > bounds.disk_mb * 2**20 or count > bounds.files:
                _kill_now(manager)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _used(folder: Path) -> tuple[int, int]:
    """Bytes and number of the files below a folder, as far as can be seen while it changes."""
    size = count = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                size, count = size + os.lstat(os.path.join(place, name)).st_size, count + 1
            except OSError:  # gone again
                continue
    return size, count


def _kill_now(manager: FolderKernelManager) -> None:
    pid = getattr(manager.provisioner, "pid", None)
    if pid:
        try:
            os.killpg(pid, signal.SIGKILL) if hasattr(os, "killpg") else os.kill(pid, signal.SIGTERM)
        except OSError:  # it has ended
            pass


class GradingClient(NotebookClient):
    """nbclient that goes on after a dead kernel, an endless loop or a flood: what could not run is marked in its place."""

    def __init__(self, notebook: NotebookNode, manager: FolderKernelManager, bounds: Bounds):
        super().__init__(
            notebook, km=manager, timeout=bounds.cell_seconds, interrupt_on_timeout=True, allow_errors=True, shutdown_kernel="immediate",
            error_on_timeout={"ename": "CellTimeoutError", "evalue": "", "traceback": [f"no end within {bounds.cell_seconds} seconds"]},
            record_timing=False, coalesce_streams=True, skip_cells_with_tag="", extra_arguments=["--HistoryManager.hist_file=:memory:"], store_widget_state=False,
        )
        self.bounds, self.until = bounds, time.monotonic() + bounds.total_seconds
        self.died, self.late, self.flooded, self.sizes = "", [], [], {}
        self.on_cell_executed = self._mark_errors

    async def async_execute_cell(self, cell: NotebookNode, cell_index: int, *args: Any, **kwargs: Any) -> NotebookNode:
        if cell.cell_type != "code" or not cell.source.strip():
            return cell
        cell.outputs = []
        if self.died or time.monotonic() > self.until:
            return _not_run(cell, "the kernel died before this cell" if self.died else "the time for the whole notebook was used up")
        try:
            left = max(1, self.until - time.monotonic()) + self.bounds.cell_seconds
            return await asyncio.wait_for(super().async_execute_cell(cell, cell_index, *args, **kwargs), left)
        except (DeadKernelError, asyncio.TimeoutError, RuntimeError) as problem:
            self.died = cell.id
            await self._kill()
            return _not_run(cell, f"the kernel ended in this cell ({type(problem).__name__})")

    async def _kill(self) -> None:
        try:
            await self.km.shutdown_kernel(now=True)
        except Exception:
            pass

    def _mark_errors(self, cell: NotebookNode, cell_index: int, execute_reply: dict) -> None:
        """As nbgrader: an error that left no output of its own still counts."""
        said = execute_reply["content"]
        if any(each.get("source") == "ask_exit" for each in said.get("payload") or []):
            self.died = cell.id  # exit() lets the kernel end at some time after this cell; here it ends now, on every run
        if said["status"] == "error":
            if said["ename"] == "CellTimeoutError":
                self.late.append(cell.id)
            if not any(output.output_type == "error" and output.ename == said["ename"] for output in cell.outputs):
                cell.outputs.append(_error(said["ename"], said.get("evalue", ""), said.get("traceback") or ["an error without a traceback"]))

    def process_message(self, msg: dict, cell: NotebookNode, cell_index: int) -> Any:
        """Keep the first part of a flood, then interrupt it once; the flood itself is not kept."""
        if msg["msg_type"] in ("stream", "display_data", "execute_result", "error", "update_display_data"):
            size = len(str(msg["content"])) if msg["msg_type"] != "stream" else len(msg["content"].get("text", ""))
            pictures = sum(len(str(each)) for kind, each in (msg["content"].get("data") or {}).items() if kind.startswith("image/"))
            self.sizes[cell.id] = self.sizes.get(cell.id, 0) + size - pictures * 9 // 10  # pictures count a tenth
            if self.sizes[cell.id] > self.bounds.output:
                if cell.id not in self.flooded:
                    self.flooded.append(cell.id)
                    asyncio.ensure_future(self.km.interrupt_kernel())
                return None
        return super().process_message(msg, cell, cell_index)

    def ran(self, nonces: dict[str, str]) -> Ran:
        """What came of it, without the canaries."""
        cells = self.nb.cells
        tampered = [_silent(cell, nonces[cell.id]) for cell in cells if cell.id in nonces]
        for cell in cells:
            if cell.id in self.flooded:
                cell.outputs = [*cell.outputs, _error("TooMuchOutput", f"more than {self.bounds.output:,} characters", ["cut off here"])]
        self.nb.cells = [cell for cell in cells if cell.id not in nonces]
        return Ran(self.nb, self.died, self.late, self.flooded, sorted({each for each in tampered if each}))


def with_canaries(notebook: NotebookNode) -> tuple[NotebookNode, dict[str, str]]:
    """The notebook with a canary before its first check and after each: a cell that must fail in a known way. Also cell id -> what it must say."""
    nonces, cells = {}, []
    for cell in notebook.cells:
        is_check = cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade")
        if is_check and not nonces:
            cells.append(_canary(nonces))
        cells.append(cell)
        if is_check:
            cells.append(_canary(nonces))
    planted = notebook.copy()
    planted.cells = cells
    return planted, nonces


SHORT = """class Stop(AssertionError):
    def _render_traceback_(self):  # a full traceback takes IPython 15 ms, and there are many canaries
        return [f"AssertionError: {self}"]

"""


def _canary(nonces: dict[str, str]) -> NotebookNode:
    """One of three: a check that fails by a near miss, an assert that fails, and a look at the code that decides."""
    nonce, kind = secrets.token_hex(8), len(nonces) % 3
    wanted = nonce
    if kind == 0:
        got, other = secrets.choice(NEAR)
        call = f'expect(lambda _: {got}, "{nonce}", wanted={other})'
        if other[0] in "0123456789" and secrets.randbelow(3) == 0:
            call = f'agree(lambda _: {got}, lambda _: {other}, [("{nonce}",)])'
        source = f'"""A claim."""\nfrom ragdiag_helpers.checks import agree, expect\n\n{call}'
    elif kind == 1:
        source = f'{SHORT}try:\n    assert "{nonce}" == "another", "{nonce}"\nexcept AssertionError as seen:\n    raise Stop(seen) from None\n'
    else:
        source = f"import hashlib\n{SHORT}{inspect.getsource(code_digest)}\nraise Stop('{nonce}' + code_digest({GUARDED}))"
        wanted = nonce + _digest()
    cell = new_cell("code", source)
    nonces[cell.id] = wanted
    return cell


def code_digest(names):
    """A hash of the code of every function of some modules of the course, of their classes, and of what they call elsewhere."""
    import builtins  # noqa: E401
    import copy
    import importlib
    import inspect
    import math
    import textwrap
    import types

    def of(value):
        if type(value) is types.CodeType:
            told = sorted(map(of, value.co_consts)) + [value.co_code.hex(), value.co_names, value.co_freevars]
        elif type(value) is types.FunctionType:
            told = [value.__module__, of(value.__code__), value.__defaults__ and len(value.__defaults__)]
        elif isinstance(value, type) and value.__module__ in modules:
            told = [(name, of(each)) for name, each in sorted(vars(value).items()) if type(each) in (types.FunctionType, property, staticmethod, classmethod)]
        elif type(value) in (frozenset, tuple):
            told = sorted(map(of, value))
        else:
            told = value if type(value) in (int, float, str, bytes, bool, type(None)) else ""
        return f"{type(value).__module__}.{type(value).__name__} {told}"

    modules = {f"ragdiag_helpers.{name}" for name in names}
    codes = [f"{key} {of(value)}" for name in sorted(modules) for key, value in sorted(vars(importlib.import_module(name)).items()) if callable(value)]
    codes += [of(each) for each in (math.isclose, copy.deepcopy, textwrap.fill, inspect.getattr_static)]
    used = "all any bool callable dict float frozenset getattr hasattr int isinstance issubclass len list map max min print range repr set sorted str sum tuple type zip"
    codes += [f"{key} {of(getattr(builtins, key))}" for key in used.split()]
    return hashlib.sha256("\n".join(codes).encode()).hexdigest()[:16]


@functools.cache
def _digest() -> str:
    return code_digest(GUARDED)


def _silent(cell: NotebookNode, wanted: str) -> str:
    """What is wrong with a canary's end; "" if it failed as it must."""
    errors = [output for output in cell.outputs if output.output_type == "error"]
    if any(each.ename == "NotRun" for each in errors):
        return ""
    told = "\n".join(f"{each.ename}: {each.evalue}\n" + "\n".join(each.traceback) for each in errors)
    if not errors:
        return "a check that must fail passed: errors are suppressed, or asserts removed"
    return "" if wanted in told else "the code that decides whether a check passes was changed, or errors are replaced"


def _not_run(cell: NotebookNode, why: str) -> NotebookNode:
    cell.outputs = [_error("NotRun", why, [why])]
    return cell


def _error(name: str, value: str, traceback: list[str]) -> NotebookNode:
    return new_output("error", ename=name, evalue=value, traceback=traceback)
