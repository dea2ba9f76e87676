"""Kernel manager and client for grading: sockets in the submission's own folder in place of TCP ports, and no waiting for silence."""

import sys
import time
from queue import Empty

from jupyter_client.asynchronous import AsyncKernelClient
from jupyter_client.manager import AsyncKernelManager
from traitlets import Type, default


class PromptClient(AsyncKernelClient):
    """Is ready when its kernel has answered; stock clients then listen for another fifth of a second of silence."""

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        until = time.monotonic() + (timeout or 60)
        while True:
            self.kernel_info()
            try:
                said = await self.get_shell_msg(timeout=1)
                if said["msg_type"] == "kernel_info_reply":
                    self._handle_kernel_info_reply(said)
                    await self.get_iopub_msg(timeout=0.2)  # both channels are there
                    return
            except Empty:
                pass
            if not await self.is_alive():
                raise RuntimeError("the kernel died before it was ready")
            if time.monotonic() > until:
                raise RuntimeError(f"the kernel was not ready within {timeout} seconds")


class FolderKernelManager(AsyncKernelManager):
    """Talks to its kernel through sockets beside the connection file."""

    client_class = "ragdiag_grading.kernels.manager.PromptClient"
    client_factory = Type(PromptClient)

    @default("transport")
    def _transport_default(self) -> str:
        return "tcp" if sys.platform == "win32" else "ipc"
