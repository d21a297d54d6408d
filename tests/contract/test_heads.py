"""Every title: heads reveal nothing, and change only with news for their viewer.

A viewer may try every entry that could be behind a head. The check does the same, with more knowledge than any viewer;
planted chains without a secret show that it would succeed.

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
from gaslamp.game.entries import Entry, Played
from gaslamp.game.entries import encode as written
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.whitehall.game import Whitehall
from tests.conftest import Proof
from tests.contract.games import every_game, one_of_each_side, random_game, seeds
from tests.contract.secrecy import Leak, check, whole_table_steps
from tests.game.playing import encoded
from tests.sealed import play_on, sealed

HEAD = re.compile(r"[0-9a-f]{64}")


# ---- trying what may stand behind a head


class Unsalted(Seal):
    """A chain over the entries alone."""

    def salt(self, number: int) -> bytes:
        return b""


class PubliclySalted(Seal):
    """A chain with salts derived from public data."""

    def salt(self, number: int) -> bytes:
        return self.committed


def public_salts(seal: Seal, number: int) -> list[bytes]:
    """Return the salts that a viewer without the secret could compute for an entry."""
    known = list(dict.fromkeys([bytes(32), seal.game.encode(), b"%d" % number, seal.committed, *seal.nonces.values()]))
    return [*known, *(digest("gaslamp salt", seal.game, number, one) for one in known)]


def found_by_trying(
    seal: Seal, before: str, after: str, first: int, known: Sequence[Entry], tries: Sequence[Entry]
) -> list[Entry]:
    """Return the entries that fit a head, given the previous head and all entries but the last.

    No viewer knows that much: it gets neither the other entries nor their number.

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
    """Return the number of actions that the spectator knows only by a head, and how many of them it can guess."""
    table = Table(game, seal=seal)
    first = 1  # number of entries that the spectator was told of
    tried = found = 0
    for _ in range(steps):
        seat = table.to_move
        if seat is None:
            break
        before, step = table.update("spectator").head, table.step("spectator")
        tries: list[Entry] = [Played(seat, (notation,)) for notation in table.update(seat).legal]
        play_on(table, rng, steps=1, hesitate=0.2)
        if table.step("spectator") == step:
            continue  # no news
        *known, last = table.entries[first:]
        if last in tries:  # else there were draws, with too many possibilities
            tried += 1
            found += found_by_trying(seal, before, table.update("spectator").head, first, known, tries) == [last]
        first = len(table.entries)
    return tried, found


@pytest.mark.long
@every_game
def test_entries_cannot_be_guessed_from_a_head(game: Game[Any, Any], proof: Proof) -> None:
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
    """A head over the whole log, whatever the viewer knows."""

    def update(self, viewer: Viewer) -> Update:
        return msgspec.structs.replace(super().update(viewer), head=self.state.head.hex())


def watch(table: Table, rng: Random, steps: int) -> int:
    """Play; raise Leak if a head changes without news. Returns the number of steps without news."""
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
                assert encoded(now) == encoded(before)
    return silent


@every_game
def test_a_head_changes_only_with_news_for_its_viewer(game: Game[Any, Any], proof: Proof) -> None:
    for number, rng in seeds(proof.seed, "heads move", proof.amount(test=2, proof=30)):
        assert watch(Table(game, seal=sealed(game, number)), rng, steps=80) > 0


def test_a_planted_head_of_the_whole_log_is_caught() -> None:
    with pytest.raises(Leak):
        watch(HeadOfAll(Pocket(), seal=sealed(Pocket())), Random(1888), steps=80)


def test_undos_add_no_heads() -> None:
    """The others get one head at the end of an activation, however many undos it had."""
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
    """Return a table with scripted draws and a commitment."""

    class ScriptedSeal(Seal):
        def draw(self, number: int, weights: Sequence[int]) -> int:
            return int(rng.choices(range(len(weights)), weights)[0])

    honest = sealed(game)
    return Table(game, seal=ScriptedSeal(honest.game, honest.terms, honest.secret, honest.nonces))


def all_but_the_head(table: Table, viewer: Viewer, _: Sequence[str]) -> bytes:
    """Return a viewer's update with the head's value removed."""
    update = table.update(viewer)
    return HEAD.sub("head", update.head).encode() + encoded(msgspec.structs.replace(update, head=""))


@every_game
def test_only_heads_differ_between_the_worlds_of_a_belief(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "heads apart", proof.amount(test=1, proof=20)):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        for viewer in one_of_each_side(game):
            check(game, actions, viewer, rng, make_table=committed, reaches=all_but_the_head, most=6)
