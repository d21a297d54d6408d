"""Cache of beliefs and search trees between two questions of one game.

Entries are keyed by a hash of the news they were built from, so they save work and change no answer. They are not keyed
by game: after an undo the news are shorter, and entries built from more news are not used.

>>> from gaslamp import titles
>>> cache, game = BeliefCache(), titles.game(titles.usual())
>>> belief = cache.observed("belief", (), lambda: game.belief(game.seats[0]))
>>> cache.observed("belief", (), lambda: game.belief(game.seats[0])) is belief
True
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from gaslamp.core.game import News

_MAX_ENTRIES: Final = 128

_Key: TypeAlias = tuple[Hashable, bytes]


class Learner(Protocol):
    def observe(self, news: News) -> None: ...


L = TypeVar("L", bound=Learner)


class BeliefCache:
    """LRU cache of learners with at most *max_entries* entries."""

    def __init__(self, max_entries: int = _MAX_ENTRIES) -> None:
        self._max_entries = max_entries
        self._entries: OrderedDict[_Key, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def observed(self, kind: Hashable, news: Sequence[News], new: Callable[[], L]) -> L:
        """Return a learner of this kind that has observed exactly *news*.

        The entry with the longest matching prefix observes the rest; *new* is called if there is none. The caller may
        query the learner until the next question, but must not let it observe more news.
        """
        digests = [*_prefix_digests(news)]
        learner, count = self._pop_longest(kind, digests) or (new(), 0)
        for piece in news[count:]:
            learner.observe(piece)
        self._entries[kind, digests[-1]] = learner
        while len(self._entries) > self._max_entries:
            self._entries.popitem(last=False)
        return learner

    def _pop_longest(self, kind: Hashable, digests: Sequence[bytes]) -> tuple[Any, int] | None:
        """Remove and return the entry with the longest observed prefix, and its length; None if there is none."""
        for count in range(len(digests) - 1, -1, -1):
            if (kind, digests[count]) in self._entries:
                return self._entries.pop((kind, digests[count])), count
        return None


def _prefix_digests(news: Sequence[News]) -> Iterator[bytes]:
    """Yield a digest of every prefix of *news*, starting with the empty one."""
    hashed = blake2b(digest_size=16)
    yield hashed.digest()
    for piece in news:
        hashed.update(repr((piece.kind, sorted(piece.details.items()))).encode())
        yield hashed.digest()
