"""The wire: in all worlds of its belief the same bytes reach a viewer; and the check that shows it catches leaks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from gaslamp.core.game import SPECTATOR, Game, Viewer
from gaslamp.core.messages import message
from gaslamp.core.panels import Counter, Panel
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server import frames, render
from gaslamp.table.table import Table
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.position import Position
from gaslamp.titles.pocket.view import View
from tests.conftest import Proof
from tests.contract.games import every_game, random_game, seeds
from tests.contract.secrecy import Leak, check, refusals, whole_table_steps

CHAIRS = (
    render.Chair("jack", render.GUEST, "", present=True),
    render.Chair("detectives", render.BOT, "random", present=True),
)


def sent(table: Table, viewer: Viewer, probes: Sequence[str]) -> bytes:
    """Give the frames that reach a viewer now: its table, and one for each thing it may not do."""
    language = LANGUAGES[len(probes[0]) % len(LANGUAGES)]
    frame = render.table_frame(table.update(viewer), table.game, viewer, render.Around("id", CHAIRS), language, told=0)
    errors = [frames.ErrorFrame(catalogue(language).say(said)) for said in refusals(table, viewer, probes)]
    return "\n".join(map(frames.encode, [frame, *errors])).encode()


@every_game
@pytest.mark.parametrize("viewer", ["jack", "detectives", SPECTATOR])
def test_the_same_bytes_are_sent_in_all_worlds_of_a_belief(game: Game[Any, Any], viewer: Viewer, proof: Proof) -> None:
    games, worlds = proof.amount(test=20, proof=200), 0
    for number, rng in seeds(proof.seed, f"wire {viewer}", games):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        try:
            worlds += check(game, actions, viewer, rng, reaches=sent)
        except Leak as leak:
            pytest.fail(f"seed {proof.seed}, game {number}: {leak}")
    proof.report(f"{game.title}: the wire to {viewer}", games=games, worlds=worlds)


# ---- planted leaks: what only the frame shows, and no update


class TalkativePanels(Pocket):
    """A panel counts what its viewer may not know, by a memory that is no part of any view."""

    jack = 0

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        type(self).jack = position.jack
        return super().view(position, viewer, ended=ended)

    def panels(self, view: View, news: Sequence[Any]) -> tuple[Panel, ...]:
        leak = Counter("x", "left", message("title.pocket"), message("title.pocket"), "hourglass", self.jack, 9)
        return (*super().panels(view, news), leak)


def test_a_leak_in_a_panel_is_caught() -> None:
    rng = Random(1888)
    actions = whole_table_steps(Pocket(), random_game(Pocket(), rng), 20)
    with pytest.raises(Leak):
        check(TalkativePanels(), actions, SPECTATOR, rng, honest=Pocket(), reaches=sent)
    check(Pocket(), actions, SPECTATOR, rng, reaches=sent)
