"""MJ-65 on the wire: nothing sent to the others tells whether Jack could leave, and so who he is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from gaslamp.core.game import Viewer
from gaslamp.table import bots
from gaslamp.table.table import Table
from gaslamp.titles.mr_jack import notation as n
from gaslamp.titles.mr_jack.game import MrJack
from tests.conftest import Proof
from tests.contract.games import random_game, seeds
from tests.contract.secrecy import Reaches, check, worlds
from tests.ledger import rule
from tests.server.test_wire import sent


def sent_to_bot(table: Table, viewer: Viewer, _: Sequence[str]) -> bytes:
    """Give all that an opponent in a seat would be given now."""
    return msgspec.json.encode(bots.situation(table.game, viewer, table.update(viewer)))


def exits(game: MrJack, actions: Sequence[int]) -> bool:
    position = game.start()
    for action in actions:
        position.advance(action)
    return any(n.EXIT <= action < n.STAY for action in position.legal())


def a_chance_to_leave(game: MrJack, rng: Random) -> list[int]:
    """Give a game up to a moment when Jack may leave; it is his alone to know."""
    while True:
        actions: list[int] = []
        position = game.start()
        for action in random_game(game, rng):
            if any(n.EXIT <= other < n.STAY for other in position.legal()):
                return actions
            actions.append(action)
            position.advance(action)


@rule("MJ-65")
@pytest.mark.parametrize("edition", ["revised", "original"])
@pytest.mark.parametrize(
    ("viewer", "reaches"),
    [("detective", sent), ("spectator", sent), ("detective", sent_to_bot)],
    ids=["detective", "spectator", "bot"],
)
def test_the_same_bytes_go_out_whoever_jack_is_while_he_could_leave(
    edition: str, viewer: Viewer, reaches: Reaches, proof: Proof
) -> None:
    game = MrJack({"edition": edition})
    least = proof.amount(test=3, proof=60)
    games = compared = elsewhere = 0
    for _, rng in seeds(proof.seed, f"leaving {viewer}", 10 * least):
        if games >= least and elsewhere:
            break
        games += 1
        actions = a_chance_to_leave(game, rng)
        assert exits(game, actions)
        compared += check(game, actions, viewer, rng, reaches=reaches)
        elsewhere += sum(
            not exits(game, game.retell(actions, viewer, world)) for world in worlds(game, actions, viewer, rng)
        )
    assert elsewhere > 0, "in no world compared was he somebody who could not leave"
    proof.report(f"mr_jack: while Jack could leave, {viewer}", games=games, worlds=compared, shut=elsewhere)
