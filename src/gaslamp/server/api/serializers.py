"""Build API responses from games and lists."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.game import Game, Seat, Viewer
from gaslamp.game.agreements import SeatStatus, blocked_reason
from gaslamp.game.updates import Update
from gaslamp.server.api.schemas import (
    BotOut,
    ChatMessageOut,
    ChatOut,
    ClockOut,
    GameOut,
    GoneOut,
    LinkOut,
    MyGameOut,
    OfferOut,
    OpenGameOut,
    OptionOut,
    SeatsByOption,
    StateOut,
    StatusOut,
    TitleOut,
)
from gaslamp.server.http import templates
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.chat import SHOWN, Conversation
from gaslamp.service.lobby.lists import MyGame
from gaslamp.service.lobby.lobby import CreatedGame
from gaslamp.service.lobby.members import Kind
from gaslamp.service.lobby.membership import Membership, Phase
from gaslamp.service.lobby.public_games import OpenGame


def game_out(place: Membership) -> GameOut:
    live, game, room = place.live, place.live.game, place.live.waiting_room
    mover = live.state.to_move
    return GameOut(
        game=live.id,
        title=game.title,
        rules_version=game.rules_version,
        options=game.options,
        phase=place.phase,
        seats=place.seats,
        mine=place.mine,
        my_turn=place.phase == "playing" and mover in place.mine and blocked_reason(live.state, mover) is None,
        nonce_awaited=not set(place.mine).isdisjoint(room.lacking),
        commitment=room.commitment,
        outcome=live.state.outcome,
        clock=_clock_out(live),
        rematch=live.rematch,
        hints=live.state.setup.hints,
    )


def state_out(place: Membership, viewer: Viewer) -> StateOut:
    live = place.live
    status = live.status(viewer, both_sides=place.both_sides)
    return update_out(
        live.id,
        viewer,
        place.phase,
        live.update(viewer),
        clock=_clock_out(live),
        status=_status_out(live, status) if place.has_table else None,
    )


def update_out(
    game: str, viewer: Viewer, phase: Phase, update: Update, clock: ClockOut | None, status: StatusOut | None
) -> StateOut:
    """Serialize an update; without a status (before the deal) as an empty table."""
    hidden = status is None
    return StateOut(
        game=game,
        seat=viewer,
        phase=phase,
        step=update.step,
        view=None if hidden else msgspec.to_builtins(update.view, str_keys=True, order="deterministic"),
        legal=() if hidden else update.legal,
        final=() if hidden else update.final,
        may_undo=update.may_undo and not hidden,
        news=() if hidden else update.news,
        outcome=update.outcome,
        head=update.head,
        clock=clock,
        status=status,
    )


def _clock_out(live: LiveGame) -> ClockOut | None:
    state, clock = live.state, live.state.clock
    if clock is None:
        return None
    return ClockOut(
        agreed=live.clock_agreed,
        now=live.time.now,
        since=clock.since if clock.runs else 0,
        due=clock.due,
        begun=state.clocks_started,
        paused=state.paused,
        clocks=clock.seats,
    )


def _status_out(live: LiveGame, status: SeatStatus) -> StatusOut:
    state, offer, game = live.state, live.state.offer, live.game
    return StatusOut(
        offer=OfferOut(offer.number, offer.what, offer.by, status.asked) if offer else None,
        may=status.may_ask,
        gone=tuple(GoneOut(seat, since) for seat, since in status.gone),
        handed=tuple(seat for seat in game.seats if seat in state.handed_over),
        present=tuple(seat for seat in game.seats if seat in live.attendance.present),
        hints={seat: state.hints[seat] for seat in game.seats if seat in state.hints},
    )


def chat_out(place: Membership, conversation: Conversation) -> ChatOut:
    rooms = place.rooms
    messages = conversation.visible(place.mine, rooms)[-SHOWN:]
    return ChatOut(
        rooms,
        write=bool(rooms and place.mine),
        said=tuple(
            ChatMessageOut(message.room, message.seat, message.seat in place.mine, message.text, message.phrase)
            for message in messages
        ),
    )


def my_game_out(entry: MyGame, game: Game[Any, Any]) -> MyGameOut:
    return MyGameOut(entry.id, game.title, game.options, entry.phase, entry.mine, entry.turn, entry.outcome)


def open_game_out(entry: OpenGame) -> OpenGameOut:
    return OpenGameOut(
        entry.id,
        entry.title,
        entry.agreed.options,
        entry.time,
        entry.seats,
        entry.bots,
        entry.commitment,
        entry.hints,
    )


def invitation_out(live: LiveGame, free: Collection[Seat]) -> OpenGameOut:
    game, room = live.game, live.waiting_room
    return OpenGameOut(
        live.id,
        game.title,
        game.options,
        live.clock_agreed,
        tuple(seat for seat in game.seats if seat in free),
        tuple(live.state.setup.bots),
        room.commitment,
        live.hints_agreed,
    )


def title_out(id: str) -> TitleOut:
    meta = titles.meta(id)
    options = [
        OptionOut(option.id, option.choices, option.default, option.requires, option.requires_one, option.default_when)
        for option in meta.options
    ]
    seats_by = SeatsByOption(*meta.seats_by) if meta.seats_by else None
    bots = [
        BotOut(name, meta.sides if level.sides is None else level.sides, level.options)
        for name, level in levels.of_title(id).items()
    ]
    return TitleOut(id, meta.rules_version, meta.sides, meta.seats, seats_by, tuple(options), tuple(bots))


def link_out(created: CreatedGame, kind: Kind) -> LinkOut | None:
    page = created.link(kind)
    return LinkOut(created.secrets[kind], templates.at(page)) if page is not None else None
