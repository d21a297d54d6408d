"""Every title: the cost of rendering a step does not grow with the length of the game, counted in news read."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, SupportsIndex, overload

from gaslamp.core.game import Game, News
from gaslamp.core.history import NewsHistory, fold_news
from gaslamp.game.table import Table
from gaslamp.ui.presentation import presentation
from tests.conftest import Proof
from tests.contract.games import every_game, one_of_each_side

_MOST = 60  # news a presentation may read again


class Counted(NewsHistory):
    """News that count their reads."""

    looks = 0

    def and_then(self, more: Iterable[News]) -> Counted:
        return Counted((*tuple.__iter__(self), *more), self.folds)

    def __iter__(self) -> Iterator[News]:
        Counted.looks += len(self)
        return super().__iter__()

    @overload
    def __getitem__(self, place: SupportsIndex) -> News: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[News, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        given = super().__getitem__(place)
        Counted.looks += len(given) if isinstance(place, slice) else 1
        return given


def looks(game: Game[Any, Any], view: Any, news: Counted) -> int:
    Counted.looks = 0
    presentation(game).scene(view, news)
    presentation(game).panels(view, news)
    return Counted.looks


@every_game
def test_news_are_iterated_once(game: Game[Any, Any], proof: Proof) -> None:
    rng = Random(f"{proof.seed} told {game.title}")
    table = Table(game, rng=rng)
    viewers = one_of_each_side(game)
    told = dict.fromkeys(viewers, Counted())
    while (seat := table.to_move) is not None:
        update = table.update(seat)
        table.play(seat, rng.choice(update.legal), update.step)
        for viewer in viewers:
            update = table.update(viewer)
            new = update.news[len(told[viewer]) :]
            told[viewer] = told[viewer].and_then(new)
            if update.outcome is None:
                assert looks(game, update.view, told[viewer]) <= _MOST + 5 * len(new), len(update.news)
            kept, anew = ((presentation(game).panels(update.view, news)) for news in (told[viewer], tuple(update.news)))
            assert kept == anew


def test_folded_news_are_extended_incrementally() -> None:
    pieces = [News(kind, {}) for kind in "abcde"]
    seen: list[str] = []

    def step(before: str, piece: News) -> str:
        seen.append(piece.kind)
        return before + piece.kind

    first = NewsHistory(pieces[:2])
    assert fold_news(first, "", step) == fold_news(first, "", step) == "ab"
    longer, other = first.and_then(pieces[2:4]), first.and_then(pieces[4:])
    assert (fold_news(longer, "", step), fold_news(other, "", step)) == ("abcd", "abe")
    assert seen == [*"ab", *"cd", *"e"]
    assert fold_news(first, "", step) == fold_news(tuple(pieces[:2]), "", step) == "ab"
    assert pickle.loads(pickle.dumps(longer)) == longer
