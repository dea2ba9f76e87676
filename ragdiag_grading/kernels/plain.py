"""An ordinary kernel, shut in by itself as far as the system goes, where the prepared process cannot fork one.

    python -m ragdiag_grading.kernels.plain CONFINEMENT -f CONNECTION_FILE
"""

import json
import os
import sys

from .confine import Limits, bound, confine


def main(wish: dict, arguments: list[str]) -> None:
    from ipykernel.iostream import IOPubThread
    from ipykernel.kernelapp import IPKernelApp

    if wish["confined"] and sys.platform.startswith("linux"):
        IOPubThread._setup_pipe_in = lambda thread: setattr(thread, "_pipe_flag", False)  # a TCP port for the output of subprocesses
        confine(wish["readable"], [os.getcwd(), os.path.dirname(arguments[arguments.index("-f") + 1])], Limits(**wish["limits"]))
    elif wish["confined"] and os.name == "posix":
        bound(Limits(**wish["limits"]))
    app = IPKernelApp.instance()
    app.initialize(arguments)
    app.start()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2:])
