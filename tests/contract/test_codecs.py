"""Every title: notations, records and updates survive encoding and decoding."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game
from gaslamp.core.records import record
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from tests.conftest import Proof
from tests.contract.games import every_game, random_game, seeds
from tests.game.playing import encoded


@every_game
def test_parse_and_format_are_inverse_for_every_action(game: Game[Any, Any]) -> None:
    for action in game.actions:
        assert game.actions.parse(game.actions.format(action)) == action
        assert game.actions.parse(f"  {game.actions.format(action).upper().replace(' ', '   ')} ") == action


@every_game
def test_an_unknown_notation_is_unreadable(game: Game[Any, Any]) -> None:
    for text in ("", "  ", "castle kingside", game.actions.format(0) + " x", "\x00", "٣"):
        with pytest.raises(Unreadable):
            game.actions.parse(text)


@every_game
def test_a_record_replays_to_the_position_it_was_made_of(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "records", proof.amount(test=50, proof=1000)):
        actions = random_game(game, rng)
        cut = rng.randint(0, len(actions)) if rng.random() < 0.5 else len(actions)
        position = game.start()
        for action in actions[:cut]:
            position.advance(action)
        made = record.Record(
            title=game.title,
            rules_version=game.rules_version,
            options=game.options,
            seats={seat: f"player of {seat}" for seat in game.seats},
            actions=tuple(map(game.actions.format, actions[:cut])),
            outcome=game.outcome(position),
        )
        text = record.write(made)
        assert record.read(text) == made
        assert record.write(record.read(text)) == text
        assert record.verify(game, record.read(text)) == position


@every_game
def test_updates_are_deterministic_bytes_that_can_be_read(game: Game[Any, Any]) -> None:
    table = Table(game, rng=Random(1))
    again = Table(game, rng=Random(1))
    rng = Random(2)
    while table.to_move is not None:
        seat = table.to_move
        update = table.update(seat)
        notation = rng.choice(update.legal)
        for viewer in game.viewers:
            told = table.update(viewer)
            sent = encoded(told)
            assert sent == encoded(again.update(viewer))
            read = msgspec.json.decode(sent, type=Update)
            assert msgspec.structs.replace(read, view=msgspec.convert(read.view, type(told.view))) == told
        table.play(seat, notation, update.step)
        again.play(seat, notation, update.step)
