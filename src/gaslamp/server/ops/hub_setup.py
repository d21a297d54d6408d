"""The hub of a server: by Redis if one is named; else the processes of a database hear of each other by looking."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from gaslamp.core.errors import GaslampError
from gaslamp.live.cluster.hub import Hub, NoHub
from gaslamp.server.ops.settings import Settings

if TYPE_CHECKING:
    from gaslamp.live.cluster.redis_hub import RedisHub

FORM: Final = "redis://host:6379/0"


async def hub(settings: Settings) -> Hub:
    """The hub, open."""
    return await _opened(settings.redis) if settings.redis else NoHub()


def check_redis(address: str) -> None:
    """See that Redis can be reached, before anybody is told that the server can."""

    async def work() -> None:
        await (await _opened(address)).close()

    asyncio.run(work())


async def _opened(address: str) -> RedisHub:
    place = _place(address)
    if find_spec("redis") is None:
        raise GaslampError("serve.no_driver", extra="redis")
    from gaslamp.live.cluster.redis_hub import AWAY, RedisHub  # noqa: PLC0415 - an extra

    try:
        hub = RedisHub(address)
    except ValueError:
        raise GaslampError("serve.bad_redis", form=FORM) from None
    try:
        await hub.open()
    except AWAY:
        raise GaslampError("serve.no_redis", place=place) from None
    return hub


def _place(address: str) -> str:
    """The host and port of an address; what cannot be read is not repeated, for it may hold a password."""
    try:
        parts = urlsplit(address)
        place = f"{parts.hostname or 'localhost'}:{parts.port or 6379}"
    except ValueError:
        raise GaslampError("serve.bad_redis", form=FORM) from None
    if parts.scheme not in {"redis", "rediss"}:
        raise GaslampError("serve.bad_redis", form=FORM)
    return place
