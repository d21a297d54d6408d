"""Every title has two sides, and the news common to all titles mean the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gaslamp import titles
from gaslamp.core.game import CHANCE, DEALT, OVER, REVEALED, Game, News, redact
from gaslamp.core.options import Meta
from gaslamp.game.table import Table
from tests.conftest import Proof
from tests.contract.games import every_game, seeds


def played(game: Game[Any, Any], rng: Random, *, resign: float = 0.0) -> Table:
    """Return a table after a random or resigned game."""
    table = Table(game, rng=rng)
    while (seat := table.to_move) is not None:
        if rng.random() < resign:
            table.resign(seat)
        else:
            update = table.update(seat)
            table.play(seat, rng.choice(update.legal), update.step)
    return table


def kinds(news: tuple[News, ...], kind: str) -> list[News]:
    return [piece for piece in news if piece.kind == kind]


@every_game
def test_a_title_has_two_sides_and_its_menu_names_them(game: Game[Any, Any]) -> None:
    first, second = game.sides
    assert (game.other_side(first), game.other_side(second)) == (second, first)
    meta = titles.meta(game.title)
    assert (set(meta.sides), meta.seats_for(game.options)) == (set(game.sides), game.seats)
    assert {meta.default_side, meta.hides or first} <= set(game.sides)
    assert meta.default_seat in game.seats


def test_a_title_with_other_than_two_sides_is_refused() -> None:
    for seats in (("alone",), ("one", "two", "three")):
        with pytest.raises(ValueError, match="two sides"):
            Meta("odd", seats, (), rules_version=1, default_seat=seats[0])


@every_game
def test_the_end_is_announced_once_to_every_viewer(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "over", proof.amount(test=10, proof=100)):
        table = played(game, rng)
        outcome = game.outcome(table.state.course.position)
        assert outcome is not None
        for viewer in game.viewers:
            (over,) = kinds(table.update(viewer).news, OVER)
            assert (over.details["winner"], over.details["reason"]) == (outcome.winner, outcome.reason)


@every_game
def test_a_game_that_was_given_up_is_not_over_by_its_rules(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "given up", proof.amount(test=10, proof=100)):
        table = played(game, rng, resign=0.3)
        if game.outcome(table.state.course.position) is None:
            assert all(not kinds(table.update(viewer).news, OVER) for viewer in game.viewers)


@every_game
def test_the_deal_comes_first_and_the_reveal_last(game: Game[Any, Any], proof: Proof) -> None:
    """A title may reveal more than once (MP-52): then nothing is hidden from then on, and the end reveals it again."""
    for _, rng in seeds(proof.seed, "dealt", proof.amount(test=5, proof=50)):
        position, acted, told = game.start(), False, set[str]()
        beliefs = {viewer: game.belief(viewer) for viewer in game.viewers}
        while actions := position.legal():
            action, after = rng.choice(actions), position.copy()
            acted = acted or game.to_move(position) != CHANCE
            after.advance(action)
            events = game.events(position, action, after)
            told = {event.kind for event in events}
            for viewer, belief in beliefs.items():
                for news in redact(events, viewer):
                    belief.observe(news)
            assert not (acted and DEALT in told)
            assert after.legal() == [] or OVER not in told
            if REVEALED in told:
                assert all(len(belief.worlds()) == 1 for belief in beliefs.values())
            position = after
        assert told >= {OVER, REVEALED}
