"""Rate and concurrency limits, by address, guest or account."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

LONGEST: Final = 4096  # bytes of a frame or a request body
TOO_FAST: Final = 4429  # close code: rate limit
TOO_SLOW: Final = 4408  # close code: send timeout
LONGEST_PATH: Final = 512  # characters
LONGEST_ID: Final = 64  # characters of a game id in a path
LONGEST_QUERY: Final = 2048  # bytes
SEND_TIMEOUT: Final = 20.0  # seconds a client may leave data unread
_MOST: Final = 10_000  # stored buckets


@dataclass(frozen=True, slots=True)
class Rate:
    burst: int
    per_second: float


# A person clicks a few times a second at most; a household may share one address.
SOCKET: Final = Rate(60, 20)  # frames of one socket
ADDRESS: Final = Rate(240, 60)  # frames and API requests
POSTS: Final = Rate(60, 2)
SIGN_INS: Final = Rate(10, 1 / 30)  # passphrases and recovery codes; also of one account
NEW_ACCOUNTS: Final = Rate(10, 1 / 60)
EXPORTS: Final = Rate(5, 1 / 60)
HEARTBEAT: Final = Rate(8, 1)  # of one socket; one is due every two seconds
CHAT: Final = Rate(6, 0.5)  # messages of one socket
CHAT_ADDRESS: Final = Rate(24, 2)
WHY: Final = Rate(20, 4)  # reasons, and lists of places
NOTICES: Final = Rate(20, 1 / 15)  # of turns, to the browsers of one guest
HINT: Final = Rate(8, 1)  # each occupies a worker
REPLAY: Final = Rate(40, 15)  # steps of a replay, each a full board
WHOLE: Final = Rate(8, 0.5)  # full frames requested by one socket
# A school class shares one address. A browser loads a page and its lists, and reconnects every tab after a restart.
PAGES: Final = Rate(300, 20)
ARRIVALS: Final = Rate(120, 10)  # new sockets
DELAY: Final = 1.0  # seconds before a page or socket is rejected

# Concurrent connections. The limits by address are for households and school classes.
STREAMS: Final = 20  # of one API account
STREAMS_ADDRESS: Final = 100
SOCKETS: Final = 20  # of one guest
SOCKETS_ADDRESS: Final = 100
CONNECTIONS_ADDRESS: Final = 250
REQUESTS_ADDRESS: Final = 4  # requests handled at the same time; the others queue


def rate_limit_key(address: str) -> str:
    """Return the address that limits apply to: the /64 network of an IPv6 address, which is one customer's."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # a proxy may send any text
        return address
    if isinstance(ip, IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))


class Bucket:
    __slots__ = ("_at", "_now", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate = rate
        self._now = now
        self._tokens: float = rate.burst
        self._at = now()

    def try_acquire(self) -> bool:
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def full(self) -> bool:
        self._fill()
        return self._tokens >= self._rate.burst

    def _fill(self) -> None:
        now = self._now()
        self._tokens = min(self._rate.burst, self._tokens + (now - self._at) * self._rate.per_second)
        self._at = now


class Buckets:
    """One token bucket per address or account. Full ones are dropped when there are too many."""

    def __init__(self, rate: Rate, now: Callable[[], float]) -> None:
        self._rate = rate
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def try_acquire(self, key: str) -> bool:
        if key not in self._buckets and len(self._buckets) >= _MOST:
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(key, Bucket(self._rate, self._now)).try_acquire()


class KeyedSemaphore:
    """One semaphore per address; waiters acquire it in order of arrival.

    It is released in the next iteration of the event loop, so that requests of other addresses run in between even if
    a handler never awaits.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._semaphores: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()  # holders and waiters

    async def acquire(self, key: str) -> None:
        """Wait for the semaphore. Call release() exactly once afterwards, unless this is cancelled."""
        self._users[key] += 1
        try:
            await self._semaphores.setdefault(key, asyncio.Semaphore(self._limit)).acquire()
        except BaseException:
            self._remove_user(key)
            raise

    def release(self, key: str) -> None:
        asyncio.get_running_loop().call_soon(self._release, key)

    def _release(self, key: str) -> None:
        self._semaphores[key].release()
        self._remove_user(key)

    def _remove_user(self, key: str) -> None:
        self._users[key] -= 1
        if not self._users[key]:
            del self._users[key], self._semaphores[key]


class ConcurrencyLimit:
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._counts: Counter[str] = Counter()

    @contextmanager
    def acquire(self, key: str) -> Iterator[bool]:
        """Count one more for *key* inside the block. Yields False if that exceeds the limit."""
        self._counts[key] += 1
        try:
            yield self._counts[key] <= self._limit
        finally:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


class Limits:
    """The limits of one server. Keys are addresses unless a comment names another."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock  # monotonic
        self.frames = Buckets(ADDRESS, clock)  # socket frames and API requests
        self.posts = Buckets(POSTS, clock)
        self.sign_ins = Buckets(SIGN_INS, clock)
        self.account_sign_ins = Buckets(SIGN_INS, clock)  # by the name that is tried, or a guest
        self.accounts = Buckets(NEW_ACCOUNTS, clock)
        self.exports = Buckets(EXPORTS, clock)
        self.pages = Buckets(PAGES, clock)
        self.new_sockets = Buckets(ARRIVALS, clock)
        self.chat = Buckets(CHAT_ADDRESS, clock)
        self.account_chat = Buckets(CHAT, clock)  # by API account
        self.hints = Buckets(HINT, clock)
        self.notices = Buckets(NOTICES, clock)  # by guest
        self.requests = KeyedSemaphore(REQUESTS_ADDRESS)
        self.account_streams = ConcurrencyLimit(STREAMS)  # by API account
        self.streams = ConcurrencyLimit(STREAMS_ADDRESS)
        self.guest_sockets = ConcurrencyLimit(SOCKETS)  # by guest
        self.sockets = ConcurrencyLimit(SOCKETS_ADDRESS)
