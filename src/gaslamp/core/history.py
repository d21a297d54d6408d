"""All that one viewer has learnt, and what was made of it: when there is more, only that is looked through.

A step of a long game costs no more for it than one of a short game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Self, TypeAlias, TypeVar, cast

from gaslamp.core.game import News

S = TypeVar("S")
_Made: TypeAlias = "Mapping[Callable[[Any, News], Any], tuple[int, Any]]"  # by what, of how many news, and what it is
_NOTHING: Final[_Made] = MappingProxyType({})


class NewsHistory(tuple[News, ...]):  # noqa: SLOT001 - it has something beside the news
    """A viewer's news, the oldest first; what `fold_news` made of them goes on to those that are longer."""

    made: dict[Callable[[Any, News], Any], tuple[int, Any]]

    def __new__(cls, news: Iterable[News] = (), made: _Made = _NOTHING) -> Self:
        told = super().__new__(cls, news)
        told.made = dict(made)
        return told

    def and_then(self, more: Iterable[News]) -> NewsHistory:
        """These news and some more after them."""
        return NewsHistory((*self, *more), self.made)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)  # another process makes what it needs itself


def fold_news(news: Sequence[News], start: S, step: Callable[[S, News], S]) -> S:
    """What some news come to, beginning with the oldest. A step gives something new, and changes nothing."""
    made = news.made if isinstance(news, NewsHistory) else {}
    length, come_to = cast("tuple[int, S]", made.get(step, (0, start)))
    if length < len(news):
        for piece in news[length:]:
            come_to = step(come_to, piece)
        made[step] = len(news), come_to
    return come_to
