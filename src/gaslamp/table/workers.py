"""Worker processes: where a server has things thought through that would hold up everybody else."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def pool(workers: int) -> ProcessPoolExecutor:
    """Give so many workers, each started when it is first needed.

    Spawned, not forked: a worker starts with nothing of the server's memory, no position and no secret.
    """
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_with_server)


def _end_with_server() -> None:
    """Let a worker end when the server that started it is gone, however it went."""
    server = parent_process()

    def watch() -> None:
        if server is not None:
            server.join()
            os._exit(0)

    Thread(target=watch, daemon=True).start()
