"""Every title without its presentation: the fallback shows the view and offers the legal actions."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest

from gaslamp.core.game import Game
from gaslamp.game.table import Table
from gaslamp.ui.panels import Log, Note
from gaslamp.ui.presentation import Presentation
from tests.contract.games import every_game


@pytest.mark.long
@every_game
def test_a_title_without_presentation_can_be_played(game: Game[Any, Any]) -> None:
    face: Presentation[Any] = Presentation(game)
    rng = Random(1888)
    table = Table(game, rng=rng)
    while (seat := table.to_move) is not None:
        for viewer in game.viewers:
            update = table.update(viewer)
            actions = [game.actions.parse(notation) for notation in update.legal]
            offered = [choice.action for choice in face.prompt(update.view, actions).choices]
            assert offered == actions
            facts, log = face.panels(update.view, update.news)
            assert isinstance(facts, Note)
            assert isinstance(log, Log)
            known = [field.name for field in fields(update.view)]
            assert [line.name.id.rpartition(".")[2] for line in facts.lines.values()] == known
            assert [line.text for line in log.lines.values()] == [face.tell(piece) for piece in update.news]
            assert len(face.text_board(update.view).beside) == len(known)
            assert face.scene(update.view, update.news).board_art == face.board_art()
        now = table.update(seat)
        table.play(seat, rng.choice(now.legal), now.step)
