"""How much one visitor may ask for: a bucket of tokens that fills up again with time, and so many things at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

LONGEST: Final = 4096  # bytes of a frame or a body that comes in
TOO_FAST: Final = 4429  # why a socket was closed
TOO_SLOW: Final = 4408
LONGEST_PATH: Final = 512  # bytes of a path in a request
LONGEST_ID: Final = 64  # characters of a game's id in a path
LONGEST_QUERY: Final = 2048  # bytes of its query
PATIENCE: Final = 20.0  # seconds that a reader may take nothing
_MOST: Final = 10_000  # addresses that are remembered


@dataclass(frozen=True, slots=True)
class Rate:
    """So many tokens at once, and so many more each second."""

    burst: int
    a_second: float


# A person clicks a few times a second at most; a household may share one address.
SOCKET: Final = Rate(60, 20)
ADDRESS: Final = Rate(240, 60)
POSTS: Final = Rate(60, 2)
HEARTBEAT: Final = Rate(8, 1)  # of one socket; one is due every two seconds
CHAT: Final = Rate(6, 0.5)  # messages of one socket
CHAT_ADDRESS: Final = Rate(24, 2)
WHY: Final = Rate(20, 4)  # reasons, and lists of places
HINT: Final = Rate(8, 1)  # of an address; each keeps a worker busy for a moment
REPLAY: Final = Rate(40, 15)  # steps of a replay, each of them a whole board
WHOLE: Final = Rate(8, 0.5)  # full frames requested by one socket
# A school class shares one address. A browser loads a page and its lists, and reconnects every tab after a restart.
PAGES: Final = Rate(300, 20)  # pages requested from one address
ARRIVALS: Final = Rate(120, 10)  # new sockets from one address
DELAY: Final = 1.0  # seconds before a page or socket is rejected

# At once: streams that a program reads, sockets of a guest, and all connections.
STREAMS: Final = 20
STREAMS_ADDRESS: Final = 100
SOCKETS: Final = 20
SOCKETS_ADDRESS: Final = 100
CONNECTIONS_ADDRESS: Final = 250
REQUESTS_ADDRESS: Final = 4  # requests handled at the same time, the others queue


class Bucket:
    """The tokens of one visitor."""

    __slots__ = ("_at", "_now", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate = rate
        self._now = now
        self._tokens: float = rate.burst
        self._at = now()

    def take(self) -> bool:
        """Take a token if there is one."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing has been asked for lately."""
        self._fill()
        return self._tokens >= self._rate.burst

    def _fill(self) -> None:
        now = self._now()
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.a_second)
        self._at = now


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate = rate
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take a token from the bucket of an address."""
        if address not in self._buckets and len(self._buckets) >= _MOST:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(address, Bucket(self._rate, self._now)).take()


def household(address: str) -> str:
    """Whose limits an address shares: those of its /64 if it is of IPv6, for any of these is one customer's."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # a proxy may name whatever it likes
        return address
    if isinstance(ip, IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))


class Queues:
    """Handles a few requests of each address at a time; the others wait in order of arrival.

    A place becomes free in the next iteration of the event loop, so that requests of other addresses come in between
    even where a request is handled without waiting for anything.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._semaphores: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()  # handled or waiting

    async def enter(self, address: str) -> None:
        """Wait for a free place. Call leave() exactly once afterwards, unless this is cancelled."""
        self._users[address] += 1
        try:
            await self._semaphores.setdefault(address, asyncio.Semaphore(self._most)).acquire()
        except BaseException:
            self._forget(address)
            raise

    def leave(self, address: str) -> None:
        """Give the place to the next request of the address."""
        asyncio.get_running_loop().call_soon(self._release, address)

    def _release(self, address: str) -> None:
        self._semaphores[address].release()
        self._forget(address)

    def _forget(self, address: str) -> None:
        self._users[address] -= 1
        if not self._users[address]:
            del self._users[address], self._semaphores[address]


class AtOnce:
    """So many of something at the same time, for each of those who have it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def one_more(self, whose: str) -> Iterator[bool]:
        """Hold one more as long as the block lasts, and tell whether that is allowed."""
        self._held[whose] += 1
        try:
            yield self._held[whose] <= self._most
        finally:
            self._held[whose] -= 1
            if not self._held[whose]:
                del self._held[whose]
