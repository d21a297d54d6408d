"""MJ-65 on the wire: nothing sent to the others tells whether Jack could leave, and so who he is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from gaslamp.core.game import Viewer
from gaslamp.game.table import Table
from gaslamp.service.games import bot_runner
from gaslamp.titles.mr_jack.game import MrJack
from gaslamp.titles.mr_jack.rules import notation as n
from tests.conftest import Proof
from tests.contract.games import random_game, seeds
from tests.contract.secrecy import Reaches, check, transcript, worlds
from tests.ledger import rule
from tests.server.wire.test_frames import sent


def sent_to_bot(table: Table, viewer: Viewer, _: Sequence[str]) -> bytes:
    """Give all that an opponent in a seat would be given now."""
    return msgspec.json.encode(bot_runner.situation(table.game, viewer, table.update(viewer)))


def towards_the_end(reaches: Reaches, last: int) -> Reaches:
    """Look only at a viewer's last few updates, where Jack could leave: whole games are compared for every title."""

    def seen(table: Table, viewer: Viewer, probes: Sequence[str]) -> bytes:
        return reaches(table, viewer, probes) if table.step(viewer) > last - 4 else b""

    return seen


def last_step(game: MrJack, actions: Sequence[int], viewer: Viewer) -> int:
    """Give the step a viewer is at after these actions."""
    steps: list[int] = []

    def note(table: Table, viewer: Viewer, _: Sequence[str]) -> bytes:
        steps.append(table.step(viewer))
        return b""

    transcript(game, actions, viewer, [], reaches=note)
    return steps[-1]


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


@pytest.mark.long
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
    least, most = proof.amount(test=2, proof=20), proof.amount(test=10, proof=32)
    games = compared = elsewhere = 0
    for _, rng in seeds(proof.seed, f"leaving {viewer}", 10 * least):
        if games >= least and elsewhere:
            break
        games += 1
        actions = a_chance_to_leave(game, rng)
        assert exits(game, actions)
        late = towards_the_end(reaches, last_step(game, actions, viewer))
        compared += check(game, actions, viewer, rng, reaches=late, most=most)
        elsewhere += sum(
            not exits(game, game.rewrite_history(actions, viewer, world))
            for world in worlds(game, actions, viewer, rng, most)
        )
    assert elsewhere > 0, "in no world compared was he somebody who could not leave"
    proof.report(f"mr_jack: while Jack could leave, {viewer}", games=games, worlds=compared, shut=elsewhere)
