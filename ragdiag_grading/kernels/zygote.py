"""A prepared process that forks kernels: Python, IPython and the course are loaded once, so a kernel is ready in hundredths of a second.

    python -m ragdiag_grading.kernels.zygote SOCKET

One connection asks for one kernel, with a line of JSON; the answer is a line {"pid": ...}, and when the kernel ends {"exit": code}. A connection
that closes kills its kernel, and the end of standard input kills all: nothing outlives its owner. One thread only, because it forks.
"""

import gc
import io
import json
import os
import random
import selectors
import signal
import socket
import sys
import traceback
from importlib import import_module

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

LOADED = (  # not the inline backend: it must meet the shell of the kernel, else plots do not show
    "ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.debugger", "ipykernel.zmqshell", "numpy", "matplotlib.font_manager", "matplotlib.figure",
    "matplotlib.backends.backend_agg", "numpy.random", "matplotlib.ticker",
    *(f"ragdiag_helpers.{name}" for name in ("checks", "corpus", "golden", "docent", "retrieval", "claims", "calibration", "diagnosis", "audit", "study", "judges.offline", "plots")),
)


def main(path: str) -> None:
    for name in LOADED:
        import_module(name)
    _draw_once()
    gc.collect()
    gc.freeze()  # what is loaded is shared by all forks: no collection looks through it, and copies its pages, again
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(path)
    server.listen(64)
    _Zygote(server).serve()


def _draw_once() -> None:
    """Fonts and the writer of PNG are loaded with the first figure. It is drawn without pyplot, which has no backend before the shell is there."""
    figure = Figure()
    axes = figure.subplots()
    axes.plot([0, 1], label="a")
    axes.set_title("a", weight="bold")
    axes.legend()
    FigureCanvasAgg(figure).print_png(io.BytesIO())


class _Zygote:
    """Waits for askers, for kernels that end, and for its owner's end."""

    def __init__(self, server: socket.socket):
        self.server, self.kernels = server, {}  # process id -> the connection that asked for it
        self.selector = selectors.DefaultSelector()
        self.woken, waker = socket.socketpair()
        waker.setblocking(False)
        self.waker = waker
        signal.set_wakeup_fd(waker.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for source, act in ((server, self._accept), (self.woken, self._reap), (sys.stdin, self._stop)):
            self.selector.register(source, selectors.EVENT_READ, act)

    def serve(self) -> None:
        while True:
            for key, _ in self.selector.select():
                key.data(key.fileobj)

    def _accept(self, server: socket.socket) -> None:
        connection, _ = server.accept()
        wish = json.loads(connection.makefile().readline() or "null")
        if wish is None:
            connection.close()
            return
        pid = os.fork()
        if pid == 0:
            self._become_kernel(connection, wish)
        self.kernels[pid] = connection
        self.selector.register(connection, selectors.EVENT_READ, lambda _: self._close(pid))
        connection.sendall(json.dumps({"pid": pid}).encode() + b"\n")

    def _become_kernel(self, connection: socket.socket, wish: dict) -> None:
        try:
            os.setsid()
            signal.set_wakeup_fd(-1)
            for each in (signal.SIGCHLD, signal.SIGINT):
                signal.signal(each, signal.default_int_handler if each == signal.SIGINT else signal.SIG_DFL)
            for open_one in (self.server, self.woken, self.waker, connection, *self.kernels.values()):
                open_one.close()
            self.selector.close()
            become(wish)
        except BaseException:
            traceback.print_exc()
        os._exit(1)

    def _reap(self, woken: socket.socket) -> None:
        woken.recv(4096)
        while self.kernels:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            if connection := self.kernels.pop(pid, None):
                self.selector.unregister(connection)
                try:
                    connection.sendall(json.dumps({"exit": os.waitstatus_to_exitcode(status)}).encode() + b"\n")
                except OSError:
                    pass
                connection.close()

    def _close(self, pid: int) -> None:
        """The asker went away: so does its kernel."""
        _end(pid)
        self.selector.unregister(self.kernels[pid])
        self.kernels[pid].close()
        self.kernels[pid] = socket.socket(socket.AF_UNIX)  # until it is reaped
        self.selector.register(self.kernels[pid], selectors.EVENT_READ, lambda _: None)

    def _stop(self, _: object) -> None:
        for pid in self.kernels:
            _end(pid)
        os._exit(0)


def _end(pid: int) -> None:
    """Kill a kernel that was not reaped yet, with all that it started; one so young that it leads no group yet is killed alone."""
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
            return
        except ProcessLookupError:
            pass


def become(wish: dict) -> None:
    """Turn a fork into the kernel that was wished for: its own folder, environment and randomness, shut in, then IPython."""
    import numpy
    from ipykernel.iostream import IOPubThread
    from ipykernel.kernelapp import IPKernelApp

    from .confine import Limits, confine

    log = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream, source in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
        os.dup2(source, stream)
    os.chdir(wish["cwd"])
    os.environ.clear()
    os.environ.update(wish["env"])
    random.seed()
    numpy.random.seed()
    sys.argv = wish["argv"]
    if wish["confined"]:
        IOPubThread._setup_pipe_in = lambda thread: setattr(thread, "_pipe_flag", False)  # a TCP port for the output of subprocesses
        confine(wish["readable"], wish["writable"], Limits(**wish["limits"]))
    app = IPKernelApp.instance()
    app.initialize(wish["argv"][wish["argv"].index("-f") :])
    app.start()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
