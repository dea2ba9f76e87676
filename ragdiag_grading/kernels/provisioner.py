"""The kernel provisioner "ragdiag-fork": jupyter_client asks for a kernel, the prepared process forks one."""

import asyncio
import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import KernelProvisionerBase
from traitlets import Bool, Dict, List

STARTING = 60.0  # seconds until the prepared process must have loaded everything
BACKEND = "module://matplotlib_inline.backend_inline"
KEPT = ("SYSTEMROOT", "WINDIR", "TEMP", "TMP", "PATHEXT", "COMSPEC", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VIRTUAL_ENV")  # what a system needs to run Python
SINGLE_THREADS = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB")}


class Zygote:
    """The prepared process of this one; started when the first kernel is wanted, gone when this process is."""

    _mine: "Zygote | None" = None

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="ragdiag-")
        self.socket, self.owner = f"{self.folder}/z", os.getpid()
        package = Path(__file__).resolve().parents[2]
        environment = {"PATH": os.defpath, "HOME": self.folder, "MPLBACKEND": BACKEND, "PYDEVD_DISABLE_FILE_VALIDATION": "1", "PYTHONPATH": os.pathsep.join([str(package), *_paths()]), **SINGLE_THREADS}
        command = [sys.executable, "-m", "ragdiag_grading.kernels.zygote", self.socket]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=self.folder, env=environment, start_new_session=True)
        atexit.register(self.stop)

    @classmethod
    def mine(cls) -> "Zygote":
        """The one of this process, alive; a fork of the owner gets one of its own."""
        if cls._mine is None or cls._mine.owner != os.getpid() or cls._mine.process.poll() is not None:
            cls._mine = cls()
        return cls._mine

    def ask(self, wish: dict) -> tuple[socket.socket, int]:
        """A connection that stands for a new kernel, and the kernel's process id. Raises RuntimeError where there is none."""
        connection = self._connected()
        connection.sendall(json.dumps(wish).encode() + b"\n")
        said = b""
        while not said.endswith(b"\n"):
            piece = connection.recv(256)
            if not piece:
                raise RuntimeError("the prepared process gave no kernel")
            said += piece
        connection.setblocking(False)
        return connection, json.loads(said)["pid"]

    def _connected(self) -> socket.socket:
        until = time.monotonic() + STARTING
        while True:
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(self.socket)
                return connection
            except OSError:
                connection.close()
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"the prepared process did not start (code {self.process.poll()})") from None
                time.sleep(0.02)

    def stop(self) -> None:
        if self.owner == os.getpid():
            self.process.stdin.close()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
            shutil.rmtree(self.folder, ignore_errors=True)


def _paths() -> list[str]:
    return [each for each in sys.path if each and not each.endswith(".zip")]


class ForkProvisioner(KernelProvisionerBase):
    """Forks the kernel from the prepared process. Its traits stand in kernel.json under metadata.kernel_provisioner.config."""

    confined = Bool(True, help="shut the kernel in (kernels.confine)").tag(config=True)
    readable = List(help="folders and files that the kernel may read").tag(config=True)
    limits = Dict(help="fields of confine.Limits that differ from its defaults").tag(config=True)

    connection = None
    pid = 0
    code: int | None = None

    @property
    def has_process(self) -> bool:
        return self.connection is not None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        km = self.parent
        kwargs.pop("transport_encryption", None)
        km.write_connection_file()
        self.connection_info = km.get_connection_info()
        command = km.format_kernel_cmd(extra_arguments=kwargs.pop("extra_arguments", []))
        return await super().pre_launch(cmd=command, **kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        home = os.path.realpath(kwargs.get("cwd") or os.getcwd())
        runtime = os.path.dirname(os.path.realpath(self.parent.connection_file))
        wish = {
            "argv": cmd, "cwd": home, "env": environment(home), "log": f"{runtime}/kernel.log", "confined": self.confined,
            "readable": list(self.readable), "writable": [home, runtime], "limits": dict(self.limits),
        }
        self.connection, self.pid = Zygote.mine().ask(wish)
        await self._bound()
        return self.connection_info

    async def _bound(self) -> None:
        """Wait for the kernel's sockets: a client that comes too early is let in a tenth of a second later."""
        info, until = self.connection_info, time.monotonic() + STARTING
        if info["transport"] == "ipc":
            waiting = [f"{info['ip']}-{info[f'{name}_port']}" for name in ("shell", "iopub", "stdin", "control", "hb")]
            while waiting and await self.poll() is None and time.monotonic() < until:
                waiting = [path for path in waiting if not os.path.exists(path)]
                await asyncio.sleep(0.002)

    async def poll(self) -> int | None:
        if self.code is None and self.connection is not None:
            try:
                said = self.connection.recv(256)
            except BlockingIOError:
                return None
            self.code = json.loads(said)["exit"] if said else -signal.SIGKILL
        return self.code if self.connection is not None else 0

    async def wait(self) -> int | None:
        while await self.poll() is None:
            await asyncio.sleep(0.005)
        if self.connection is not None:
            self.connection.close()
            self.connection = None
        return self.code

    async def send_signal(self, signum: int) -> None:
        if self.connection is not None and await self.poll() is None:
            try:
                os.killpg(self.pid, signum)
            except ProcessLookupError:  # the session is not there yet, or no longer
                pass

    async def kill(self, restart: bool = False) -> None:
        await self.send_signal(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        await self.send_signal(signal.SIGTERM)

    async def cleanup(self, restart: bool = False) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def environment(home: str) -> dict[str, str]:
    """What a kernel sees as its environment: nothing of the instructor's."""
    mine = {"HOME": home, "PATH": os.defpath, "LANG": "C.UTF-8", "MPLBACKEND": BACKEND}
    mine |= {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**mine, "MPLCONFIGDIR": home, "IPYTHONDIR": home, "JUPYTER_RUNTIME_DIR": home, **SINGLE_THREADS}
