"""The course of a game: its position, its actions, and the news that each viewer has received.

A `Playthrough` advances a position and redacts the events for each viewer:

>>> from gaslamp import titles
>>> game = titles.game("pocket")
>>> playthrough = Playthrough(game)
>>> playthrough.advance(playthrough.position.legal()[0])
>>> [piece.kind for piece in playthrough.news("jack")]
['dealt']

`fold_news` computes a value from a viewer's news; a `NewsHistory` caches it, so that only new news are processed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar, cast

from gaslamp.core.game import Event, Game, News, P, V, Viewer, advance, apply, redacted

S = TypeVar("S")
_Folds: TypeAlias = "Mapping[Callable[[Any, News], Any], tuple[int, Any]]"  # by step: news processed, value
_NO_FOLDS: Final[_Folds] = MappingProxyType({})


class Playthrough(Generic[P, V]):
    """A game from its start, with the news of some viewers; of all seats unless *viewers* are given."""

    def __init__(self, game: Game[P, V], viewers: Sequence[Viewer] | None = None) -> None:
        self.game = game
        self.position = game.start()
        self.actions: list[int] = []
        self._news: dict[Viewer, list[News]] = {viewer: [] for viewer in viewers or game.seats}

    def copy(self) -> Playthrough[P, V]:
        other = Playthrough.__new__(Playthrough)
        other.game, other.position, other.actions = self.game, self.position, [*self.actions]
        other._news = {viewer: [*news] for viewer, news in self._news.items()}
        return other

    def advance(self, action: int) -> None:
        """Carry out an action, without checking that it is legal."""
        self._append(action, *advance(self.game, self.position, action))

    def play(self, notation: str) -> None:
        """Carry out an action given by its notation. Raises Unreadable or IllegalAction."""
        action = self.game.actions.parse(notation)
        self._append(action, *apply(self.game, self.position, action))

    def news(self, viewer: Viewer, since: int = 0) -> tuple[News, ...]:
        """Return the viewer's news from number *since* on, oldest first.

        Raises KeyError for a viewer whose news are not recorded.
        """
        return tuple(self._news[viewer][since:])

    def _append(self, action: int, position: P, events: tuple[Event, ...]) -> None:
        self.position = position
        self.actions.append(action)
        for viewer, news in redacted(events, tuple(self._news)).items():
            self._news[viewer] += news


class NewsHistory(tuple[News, ...]):  # noqa: SLOT001 - tuple subclass with an instance attribute
    """A viewer's news, oldest first, with the values that `fold_news` has computed from them."""

    folds: dict[Callable[[Any, News], Any], tuple[int, Any]]

    def __new__(cls, news: Iterable[News] = (), folds: _Folds = _NO_FOLDS) -> Self:
        history = super().__new__(cls, news)
        history.folds = dict(folds)
        return history

    def and_then(self, more: Iterable[News]) -> NewsHistory:
        """Return a longer history that continues from the values computed so far."""
        return NewsHistory((*self, *more), self.folds)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)  # cached values are not pickled


def fold_news(news: Sequence[News], start: S, step: Callable[[S, News], S]) -> S:
    """Reduce the news with *step*, oldest first. *step* must return a new value and not modify the old one."""
    folds = news.folds if isinstance(news, NewsHistory) else {}
    length, value = cast("tuple[int, S]", folds.get(step, (0, start)))
    if length < len(news):
        for piece in news[length:]:
            value = step(value, piece)
        folds[step] = len(news), value
    return value
