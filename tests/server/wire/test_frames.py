"""The wire: in all worlds of its belief the same bytes reach a viewer; and the check that shows it catches leaks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import pytest

from gaslamp.core.game import SPECTATOR, Game, Viewer
from gaslamp.core.messages import message
from gaslamp.game.table import Table
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http.errors import ErrorFrame
from gaslamp.server.wire import rendering
from gaslamp.server.wire.encoding import ClientTable, encode
from gaslamp.server.wire.server_frames import TableFrame, TableSeat
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui.presentation import PocketPresentation
from gaslamp.ui.panels import Badge, Counter, Panel
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Scene
from tests.conftest import Proof
from tests.contract.games import EVERY_GAME, every_game, one_of_each_side, random_game, seeds
from tests.contract.secrecy import Leak, check, refusals, whole_table_steps
from tests.patched import completed

EVERY_VIEWER = [
    pytest.param(*game.values, viewer, id=f"{game.id},{viewer}")
    for game in EVERY_GAME
    for viewer in one_of_each_side(game.values[0])
]


def drawn_for(table: Table, viewer: Viewer) -> TableFrame:
    """Draw a frame as a connection does: one seat is a guest's, the others are bots'."""
    game, update = table.game, table.update(viewer)
    names = [message("web.seat.guest"), *[message("web.bot.passer_by")] * (len(game.seats) - 1)]
    players = tuple(zip(game.seats, names, strict=True))
    seats = [
        TableSeat(seat, presentation(game).name(seat), name, "guest", present=True, acting=seat == table.to_move)
        for seat, name in players
    ]
    ui = presentation(game)
    frame = completed(rendering.table_frame(update, ui, viewer, rendering.TableInfo(players)))
    return rendering.with_news(rendering.with_seats(frame, seats), update, ui, 0)


def frame_to(table: Table, viewer: Viewer, language: str) -> str:
    return encode(drawn_for(table, viewer), language)


def sent(table: Table, viewer: Viewer, probes: Sequence[str]) -> bytes:
    """Return the frames that reach a viewer now: its table, and one for each thing it may not do."""
    language = LANGUAGES[len(probes[0]) % len(LANGUAGES)]
    errors = [
        ErrorFrame(catalogue(language).say(said)) for said in refusals(table, viewer, table.update(viewer), probes)
    ]
    whole, patch = frame_to(table, viewer, language), _patch_to(table, viewer, language)
    return "\n".join([whole, patch, *(encode(error, language) for error in errors)]).encode()


_CLIENTS: WeakKeyDictionary[Table, ClientTable] = WeakKeyDictionary()


def _patch_to(table: Table, viewer: Viewer, language: str) -> str:
    """Return what is sent to a socket that has been at the table from the start."""
    return _CLIENTS.setdefault(table, ClientTable()).update(drawn_for(table, viewer), language)


@pytest.mark.long
@pytest.mark.parametrize(("game", "viewer"), EVERY_VIEWER)
def test_the_same_bytes_are_sent_in_all_worlds_of_a_belief(game: Game[Any, Any], viewer: Viewer, proof: Proof) -> None:
    games, worlds = max(1, proof.amount(test=2, proof=20) // (5 if game.sampled else 1)), 0
    most = proof.amount(test=6, proof=16) if not game.sampled else proof.amount(test=5, proof=8)
    for number, rng in seeds(proof.seed, f"wire {viewer}", games):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        try:
            worlds += check(game, actions, viewer, rng, reaches=sent, most=most)
        except Leak as leak:
            pytest.fail(f"seed {proof.seed}, game {number}: {leak}")
    proof.report(f"{game.title}: the wire to {viewer}", games=games, worlds=worlds)


@pytest.mark.long
@every_game
def test_a_step_that_may_be_taken_back_changes_no_byte_for_the_others(game: Game[Any, Any], proof: Proof) -> None:
    staged = 0
    for _, rng in seeds(proof.seed, "wire staging", proof.amount(test=1, proof=10)):
        table = Table(game, rng=Random(rng.random()))
        while (seat := table.to_move) is not None:
            update = table.update(seat)
            notation = rng.choice(update.legal)
            others = [viewer for viewer in game.viewers if viewer not in game.allies(seat)]
            before = [frame_to(table, viewer, "en") for viewer in others]
            table.play(seat, notation, update.step)
            if notation not in update.final:
                staged += 1
                assert [frame_to(table, viewer, "en") for viewer in others] == before
    assert staged > 0
    proof.report(f"{game.title}: staged steps on the wire", steps=staged)


@pytest.mark.long
@every_game
def test_a_frame_has_the_targets_that_its_choices_need(game: Game[Any, Any], proof: Proof) -> None:
    for _, rng in seeds(proof.seed, "wire targets", proof.amount(test=1, proof=10)):
        table = Table(game, rng=Random(rng.random()))
        while (seat := table.to_move) is not None:
            update = table.update(seat)
            told = json.loads(frame_to(table, seat, "en"))
            open_ones = list(told["prompt"].get("choices", ()))
            for choice in open_ones:
                open_ones += choice.get("next", [])
            needed = {choice["target"] for choice in open_ones}
            scene = presentation(game).scene(update.view, update.news)
            sprites, every = {sprite.id for sprite in scene.sprites}, {target.id for target in scene.targets}
            large = scene.board_art.zoom > 0
            assert told["targets"].keys() == (every & (needed | sprites) if large else every)
            table.play(seat, rng.choice(update.legal), update.step)


# ---- planted leaks: what only the frame shows, and no update


class Talkative(Pocket):
    """Remembers the truth for its presentation, outside of any view."""

    jack = 0

    def view(self, position: Position, viewer: Viewer, *, ended: bool = False) -> View:
        Talkative.jack = position.jack
        return super().view(position, viewer, ended=ended)


class CountingFace(PocketPresentation):
    """A panel counts what its viewer may not know."""

    def panels(self, view: View, news: Sequence[Any]) -> tuple[Panel, ...]:
        name = message("pocket.title")
        return (*super().panels(view, news), Counter("x", "left", name, name, "hourglass", Talkative.jack, 9))


def test_a_leak_in_a_panel_is_caught() -> None:
    rng = Random(1888)
    actions = whole_table_steps(Pocket(), random_game(Pocket(), rng), 20)
    with pytest.raises(Leak):
        check(talkative(CountingFace), actions, SPECTATOR, rng, honest=Pocket(), reaches=sent)
    check(Pocket(), actions, SPECTATOR, rng, reaches=sent)


class NamingFace(PocketPresentation):
    """Whoever looks is told in the bar who they are, as if they were Jack."""

    def panels(self, view: View, news: Sequence[Any]) -> tuple[Panel, ...]:
        badges = (panel for panel in super().panels(_as_jack(view), news) if isinstance(panel, Badge))
        return (*super().panels(view, news), *badges)


class MarkingFace(PocketPresentation):
    """The mark of Jack lies on a tile for all to see."""

    def scene(self, view: View, news: Sequence[Any] = ()) -> Scene:
        return super().scene(replace(view, identity=_as_jack(view).identity), news)


def talkative(leaking: type[PocketPresentation]) -> Pocket:
    """Return a game whose presentation shows a secret."""

    class Shown(Talkative):
        presentation = leaking

    return Shown()


def _as_jack(view: View) -> View:
    known = board.SUSPECTS[Talkative.jack] if Talkative.jack < board.CELLS else None
    return replace(view, viewer="jack", identity=known)


@pytest.mark.parametrize("face", [NamingFace, MarkingFace])
def test_a_mark_of_jack_that_others_see_is_caught(face: type[PocketPresentation]) -> None:
    rng = Random(1888)
    actions = whole_table_steps(Pocket(), random_game(Pocket(), rng), 20)
    for viewer in ("detectives", SPECTATOR):
        with pytest.raises(Leak):
            check(talkative(face), actions, viewer, rng, honest=Pocket(), reaches=sent)
