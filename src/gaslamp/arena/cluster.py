"""The same batches, played by the machines of a Dask cluster (the extra `cluster`)."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final

from gaslamp.arena.match import Played, play_all
from gaslamp.arena.plan import Plan, program
from gaslamp.arena.run import Batch
from gaslamp.core.errors import GaslampError

_PATIENCE: Final = 20  # seconds for the scheduler to answer
_DEATHS: Final = 5  # a batch may outlive the machines that it was given to so often


class Cluster:
    """The workers of a scheduler. When one is gone, its batches go to the others."""

    def __init__(self, address: str) -> None:
        self._address = address

    def play(self, plan: Plan, batches: Sequence[Batch]) -> Iterator[list[Played]]:
        """Play all of the batches."""
        try:
            from distributed import Client, KilledWorker, as_completed  # noqa: PLC0415 - an extra, and slow to load
        except ImportError:
            raise GaslampError("arena.no_extra") from None
        try:
            client = Client(self._address, timeout=_PATIENCE)
        except (OSError, ValueError, TimeoutError):
            raise GaslampError("arena.no_cluster", address=self._address[:80]) from None
        with closing(client):
            if set(client.run(program).values()) - {plan.program}:
                raise GaslampError("arena.other_program", address=self._address[:80])
            asked = [client.submit(play_all, plan, batch, pure=False, retries=_DEATHS) for batch in batches]
            try:
                for done, played in as_completed(asked, with_results=True):
                    yield played
                    done.release()
            except (KilledWorker, CancelledError, OSError):
                raise GaslampError("arena.no_players") from None
