"""A playthrough records actions and news as the rules define them, and refuses illegal notations."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Game, redact
from gaslamp.core.history import Playthrough
from tests.contract.games import every_game, random_game


@every_game
def test_a_playthrough_has_the_redacted_events_of_each_viewer(game: Game[Any, Any]) -> None:
    actions = random_game(game, Random(f"playthrough {game.title}"))
    playthrough = Playthrough(game, game.viewers)
    position, events = game.start(), list[Any]()
    for action in actions:
        playthrough.advance(action)
        after = position.copy()
        after.advance(action)
        events += game.events(position, action, after)
        position = after
    assert playthrough.actions == actions
    assert playthrough.position.key() == position.key()
    for viewer in game.viewers:
        assert playthrough.news(viewer) == redact(events, viewer)


def test_only_the_news_of_given_viewers_are_recorded() -> None:
    game = titles.game("pocket")
    assert Playthrough(game).news("jack") == ()
    with pytest.raises(KeyError):
        Playthrough(game).news(SPECTATOR)


def test_a_notation_is_checked() -> None:
    playthrough = Playthrough(titles.game("pocket"))
    illegal = next(action for action in playthrough.game.actions if action not in playthrough.position.legal())
    for notation, error in ((playthrough.game.actions.format(illegal), IllegalAction), ("no such thing", Unreadable)):
        with pytest.raises(error):
            playthrough.play(notation)
    assert playthrough.actions == []
    legal = playthrough.position.legal()[0]
    playthrough.play(playthrough.game.actions.format(legal))
    assert playthrough.actions == [legal]
