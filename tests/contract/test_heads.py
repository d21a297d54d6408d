"""Every title: the heads that viewers keep tell them nothing, and move only when they are told something.

Whoever is told a head may try every entry that could stand behind it. So the check tries too, with more knowledge than
any viewer has; and planted chains without a secret in them show that it finds what can be found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from gaslamp.core.game import Game, Viewer
from gaslamp.core.records.fairness import Seal, digest
from gaslamp.table.draws import Draws
from gaslamp.table.log import Entry, MemoryLog, written
from gaslamp.table.table import Table
from gaslamp.table.update import Update, encode
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.whitehall.game import Whitehall
from tests.conftest import Proof
from tests.contract.games import every_game, one_of_each_side, random_game, seeds
from tests.contract.secrecy import Leak, check, whole_table_steps
from tests.sealed import play_on, sealed

HEAD = re.compile(r"[0-9a-f]{64}")


# ---- trying what may stand behind a head


class Unsalted(Seal):
    """A chain over the entries alone."""

    def salt(self, number: int) -> bytes:
        return b""


class PubliclySalted(Seal):
    """A chain whose salts follow from what everybody was told."""

    def salt(self, number: int) -> bytes:
        return self.committed


def public_salts(seal: Seal, number: int) -> list[bytes]:
    """Give what a viewer who knows everything but the secret might take for the salt of an entry."""
    known = list(dict.fromkeys([bytes(32), seal.game.encode(), b"%d" % number, seal.committed, *seal.nonces.values()]))
    return [*known, *(digest("gaslamp salt", seal.game, number, one) for one in known)]


def found_by_trying(
    seal: Seal, before: str, after: str, first: int, known: Sequence[Entry], tries: Sequence[Entry]
) -> list[Entry]:
    """Give the entries that fit behind a head, for a viewer who had the one before and knows all between but the last.

    That is more than any viewer knows: it is told neither the other entries nor how many there were.
    """
    found = []
    for guess in range(len(public_salts(seal, 0))):
        head = bytes.fromhex(before)
        for number, entry in enumerate(known, first):
            head = _linked(seal, head, number, entry, guess)
        found += [one for one in tries if _linked(seal, head, first + len(known), one, guess).hex() == after]
    return found


def _linked(seal: Seal, head: bytes, number: int, entry: Entry, guess: int) -> bytes:
    salt = public_salts(seal, number)[guess]
    return digest("gaslamp head", head, digest("gaslamp entry", seal.game, number, salt, written(entry)))


def try_a_whole_game(game: Game[Any, Any], seal: Seal, rng: Random, steps: int) -> tuple[int, int]:
    """Give how many actions the spectator was told of by a head alone, and how many of them it finds by trying."""
    log = MemoryLog()
    table = Table(game, log, seal=seal)
    tried = found = 0
    for _ in range(steps):
        seat = table.to_move
        if seat is None:
            break
        before, first, step = (
            table.update("spectator").head,
            table._audience.entries("spectator"),
            table.step("spectator"),
        )
        tries = [Entry("action", seat, (notation,)) for notation in table.update(seat).legal]
        play_on(table, rng, steps=1, hesitate=0.2)
        if table.step("spectator") == step or log.entries()[-1] not in tries:
            continue  # nothing was told, or draws that nobody could try
        *known, last = log.entries()[first:]
        tried += 1
        found += found_by_trying(seal, before, table.update("spectator").head, first, known, tries) == [last]
    return tried, found


@pytest.mark.long
@every_game
def test_what_stands_behind_a_head_is_not_found_by_trying(game: Game[Any, Any], proof: Proof) -> None:
    tried = 0
    for number, rng in seeds(proof.seed, "heads", proof.amount(test=1, proof=20)):
        told, found = try_a_whole_game(game, sealed(game, number), rng, steps=60)
        assert found == 0
        tried += told
    assert tried > 0
    proof.report(f"{game.title}: heads tried", actions=tried)


@pytest.mark.parametrize("kind", [Unsalted, PubliclySalted])
@pytest.mark.parametrize("game", [Pocket(), Whitehall()])
def test_a_chain_without_a_secret_gives_every_action_away(game: Game[Any, Any], kind: type[Seal]) -> None:
    honest = sealed(game)
    seal = kind(honest.game, honest.terms, honest.secret, honest.nonces)
    tried, found = try_a_whole_game(game, seal, Random(1888), steps=60)
    assert tried == found > 0


# ---- when a head moves


class HeadOfAll(Table):
    """A head is over the whole log, whatever its viewer knows of it."""

    def update(self, viewer: Viewer) -> Update:
        assert self._chain is not None
        return msgspec.structs.replace(super().update(viewer), head=self._chain.head(self._entries).hex())


def watch(table: Table, rng: Random, steps: int) -> int:
    """Play, and raise Leak where a head moves and its viewer is told nothing; give how often nothing was told."""
    silent = 0
    told = {viewer: table.update(viewer) for viewer in table.game.viewers}
    for _ in range(steps):
        seat = table.to_move
        if seat is None:
            break
        undone = table.update(seat).may_undo and rng.random() < 0.4
        if undone:
            table.undo(seat, table.step(seat))
        else:
            table.play(seat, rng.choice(table.update(seat).legal), table.step(seat))
        for viewer, before in told.items():
            now = told[viewer] = table.update(viewer)
            assert HEAD.fullmatch(now.head)
            if (now.step == before.step) != (now.head == before.head):
                raise Leak(f"{viewer}: the head moved, the step did not, or the other way round")
            if now.step == before.step:
                silent += 1
                assert encode(now) == encode(before)
    return silent


@every_game
def test_a_head_moves_only_when_its_viewer_is_told_something(game: Game[Any, Any], proof: Proof) -> None:
    for number, rng in seeds(proof.seed, "heads move", proof.amount(test=2, proof=30)):
        assert watch(Table(game, seal=sealed(game, number)), rng, steps=80) > 0


def test_a_head_that_runs_ahead_is_caught() -> None:
    with pytest.raises(Leak):
        watch(HeadOfAll(Pocket(), seal=sealed(Pocket())), Random(1888), steps=80)


def test_hesitation_adds_no_head() -> None:
    """The others get one head at the end of an activation, however often its actor changed their mind."""
    game = Pocket()
    straight, hesitant = (Table(game, seal=sealed(game)) for _ in range(2))
    actor = straight.to_move
    assert actor is not None
    other = next(seat for seat in game.seats if seat != actor)
    heads = []
    for table, times in ((straight, 0), (hesitant, 5)):
        rng, before = Random(3), table.update(other)
        first = next(notation for notation in table.update(actor).legal if notation not in table.update(actor).final)
        for _ in range(times):
            table.play(actor, first, table.step(actor))
            table.undo(actor, table.step(actor))
        while table.step(other) == before.step:
            assert table.update(other) == before
            table.play(actor, rng.choice(table.update(actor).legal), table.step(actor))
        after = table.update(other)
        heads.append(after.head)
        assert (after.step, len(after.head)) == (before.step + 1, 64)
        assert after.head != before.head
    assert heads[0] != heads[1]


# ---- worlds


def committed(game: Game[Any, Any], rng: Random) -> Table:
    """Give a table that draws what it is told to, and commits itself to that."""
    table = Table(game, seal=sealed(game), begin=False)
    table._draws = Draws(game, None, rng)
    table._save(table.propose_start())
    return table


def all_but_the_head(table: Table, viewer: Viewer, _: Sequence[str]) -> bytes:
    """Give what reaches a viewer, with the place of the head instead of the head."""
    update = table.update(viewer)
    return HEAD.sub("head", update.head).encode() + encode(msgspec.structs.replace(update, head=""))


@every_game
def test_only_heads_differ_between_the_worlds_of_a_belief(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "heads apart", proof.amount(test=1, proof=20)):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        for viewer in one_of_each_side(game):
            check(game, actions, viewer, rng, make_table=committed, reaches=all_but_the_head, most=6)
