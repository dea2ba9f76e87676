"""Grade many attempts at once with Dask: worker processes on this machine, or those of a scheduler elsewhere."""

import logging
import multiprocessing
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import dask
from distributed import Client, KilledWorker, LocalCluster, as_completed
from distributed.utils import get_mp_context

from .key import Key
from .work import Graded, Settings, grade

AHEAD = 3  # tasks a worker may have waiting: enough to stay busy, few enough to hold few submissions in memory
DEATHS = 1  # workers that one submission may end before it is set aside
START = "forkserver" if sys.platform == "linux" else "spawn"  # forks of one process that has loaded all share its pages, and its second of imports
QUIET = {"distributed.worker.multiprocessing-method": START, "distributed.scheduler.allowed-failures": DEATHS, "distributed.worker.daemon": False, "distributed.admin.large-graph-warning-threshold": "1GB", "distributed.logging": {"distributed": "error"}}


class NoScheduler(ValueError):
    """The scheduler that was named cannot be reached."""


def grade_all(
    work: Mapping[str, bytes], key: Key, settings: Settings = Settings(), workers: int = 2, scheduler: str | None = None
) -> Iterator[tuple[str, Graded]]:
    """Grade every attempt (name -> bytes) and yield each (name, what came of it) as it is done, in any order.

    A worker that is lost loses no submission: what it had goes to another. A submission that ends its worker again and again, and a fault of
    ours, become a Graded that says so and has no score. Raises NoScheduler.
    """
    with _client(workers, scheduler) as client:
        shared = client.scatter(key, broadcast=True, hash=False)
        waiting, names = iter(work.items()), {}
        running = as_completed(with_results=False)

        def submit_next() -> None:
            for name, data in waiting:
                future = client.submit(grade, data, shared, settings, pure=False)
                names[future.key] = name
                running.add(future)
                return

        for _ in range(AHEAD * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))):
            submit_next()
        for future in running:
            yield names.pop(future.key), _result(future)
            future.release()
            submit_next()


def _result(future) -> Graded:
    try:
        return future.result()
    except KilledWorker:
        return Graded(doubts=[f"grading it ended the worker process {DEATHS + 1} times; it was set aside"])
    except Exception as problem:  # a fault of ours, or of the machine: told, and no zero
        return Graded(doubts=[f"it could not be graded: {type(problem).__name__}: {problem}"])


@contextmanager
def _client(workers: int, scheduler: str | None) -> Iterator[Client]:
    with dask.config.set(QUIET):
        logging.getLogger("distributed").setLevel(logging.ERROR)
        if scheduler:
            try:
                client = Client(scheduler, timeout=20)
            except (OSError, TimeoutError, ValueError) as problem:
                raise NoScheduler(f"no scheduler answers at {scheduler} ({type(problem).__name__}); start one with: dask scheduler") from None
            with client:
                client.wait_for_workers(1, timeout=60)
                yield client
            return
        get_mp_context()
        if START == "forkserver":
            multiprocessing.get_context(START).set_forkserver_preload(["distributed.nanny", "ragdiag_grading.work"])
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", memory_limit=0, silence_logs=logging.CRITICAL)
        with cluster, Client(cluster) as client:
            yield client
