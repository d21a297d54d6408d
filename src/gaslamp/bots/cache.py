"""What opponents keep between two questions of one game: a belief, a tree, whatever follows from what was told.

It is found again by the news it was made from, so it saves work and changes no answer. Not by the game: a step taken
back makes the news shorter, and what was made from more is then not found.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from gaslamp.core.game import News

_MOST: Final = 128  # pieces of work

_Key: TypeAlias = tuple[Hashable, bytes]


class Learner(Protocol):
    """What is told news, one piece after the other."""

    def observe(self, news: News) -> None:
        """Learn from one piece of news."""


L = TypeVar("L", bound=Learner)


class BeliefCache:
    """So many pieces of work; those not asked for longest are given up."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._work: OrderedDict[_Key, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._work)

    def observed(self, what: Hashable, news: Sequence[News], new: Callable[[], L]) -> L:
        """What has been told exactly these news: one that knows the first of them is told the rest.

        It is the asker's until the next question. It may be asked, but told nothing more.
        """
        marks = [*_marks(news)]
        learner, known = self._found(what, marks) or (new(), 0)
        for piece in news[known:]:
            learner.observe(piece)
        self._work[what, marks[-1]] = learner
        while len(self._work) > self._most:
            self._work.popitem(last=False)
        return learner

    def _found(self, what: Hashable, marks: Sequence[bytes]) -> tuple[Any, int] | None:
        """Take out what was told the most of these news, and how many that was."""
        for known in range(len(marks) - 1, -1, -1):
            if (what, marks[known]) in self._work:
                return self._work.pop((what, marks[known])), known
        return None


def _marks(news: Sequence[News]) -> Iterator[bytes]:
    """What stands for the first no pieces of news, the first one, the first two, and so on."""
    hashed = blake2b(digest_size=16)
    yield hashed.digest()
    for piece in news:
        hashed.update(repr((piece.kind, sorted(piece.details.items()))).encode())
        yield hashed.digest()
