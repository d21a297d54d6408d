"""How a process lives beside others that serve the same games: hints, leases, and who is connected where."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from gaslamp.live.cluster.hub import Hub, NoHub
from gaslamp.live.cluster.leases import DOWN, Leases, SoleProcess, SqlLeases
from gaslamp.live.cluster.presence import NobodyElse, Presence, SqlPresence
from gaslamp.storage.database import Database


@dataclass(frozen=True, slots=True)
class Peers:
    """What a house needs to share its games with other processes."""

    hub: Hub
    leases: Leases
    presence: Presence


ALONE: Final = Peers(NoHub(), SoleProcess(), NobodyElse())


@asynccontextmanager
async def among_others(database: Database, hub: Hub, seconds: float) -> AsyncIterator[Peers]:
    """Be one of several processes on a PostgreSQL database, and leave in order.

    Who has not renewed anything for so many seconds is taken for dead.
    """
    process = secrets.token_urlsafe(9)
    leases = SqlLeases(database, process, seconds)
    presence = SqlPresence(database, process, seconds)
    try:
        yield Peers(hub, leases, presence)
    finally:
        with suppress(*DOWN):
            await leases.leave()
            await presence.leave()
        await hub.close()
