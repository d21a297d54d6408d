"""Create, join, watch and close games; rematches and chat. The same service for pages, sockets and the API."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import SPECTATOR, Game, Seat, Viewer
from gaslamp.game.requests import Abort
from gaslamp.service.errors import Refusal
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames, rematch_seat
from gaslamp.service.lobby import chat, names, open_games, tokens
from gaslamp.service.lobby.chat import Chat, ChatMessage, Conversation
from gaslamp.service.lobby.members import Kind, People, copy_members, save_members
from gaslamp.service.lobby.membership import Members, Membership
from gaslamp.service.lobby.open_games import MOST_A_DAY, OpenGames
from gaslamp.service.lobby.requests import NewGame, Say
from gaslamp.service.lobby.tokens import Visitor
from gaslamp.storage.database import Work

_BOT: Final = "bot:"  # prefix of a level


@dataclass(frozen=True, slots=True)
class CreatedGame:
    """A new game with the secrets of its links. The database has only their hashes."""

    id: str
    mine: Seat
    secrets: Mapping[Kind, str]

    def link(self, kind: Kind) -> str | None:
        return f"/{kind}/{self.id}#{self.secrets[kind]}" if kind in self.secrets else None


@dataclass(frozen=True, slots=True)
class Speaker:
    viewer: Viewer | None  # None behind the curtain of a shared device
    address: str
    may_go_on: Callable[[], bool]  # rate limit of the connection


class Lobby:
    def __init__(
        self,
        live_games: LiveGames,
        people: People,
        open_games: OpenGames,
        chat: Chat,
        may_send: Callable[[str], bool],
    ) -> None:
        self._live_games = live_games
        self._people = people
        self._open_games = open_games
        self._chat = chat
        self._may_send = may_send  # rate limit of an address

    # ---- guests

    async def add_guest(self, name: str | None = None) -> tuple[str, str]:
        """Save a new guest, or an API client with a name. Return id and token; the token is not stored."""
        self._live_games.check_room()
        token = tokens.new_secret()
        return await self._people.add(token, name), token

    async def add_external(self, name: str) -> str:
        """Save the guest of a person whom a trusted proxy has signed in. Return its id."""
        self._live_games.check_room()
        guest = tokens.external_id(name)
        await self._people.add_external(guest)
        with suppress(GaslampError):  # a name that may not be shown
            await self._people.rename(guest, names.clean(name))
        return guest

    async def rename(self, visitor: Visitor, text: str) -> str | None:
        """Set a visitor's name. Return it as stored, None if it was removed. Raises Refusal."""
        name = names.clean(text)
        if name is not None or visitor.claimed is not None:
            await self._people.rename(await visitor.settle(), name)
        return name

    # ---- memberships

    async def find(self, id: str, guest: str | None) -> Membership:
        """Return the membership of a guest. Raises the same Refusal for no membership and for no game."""
        members = await self._people.members(id)
        live = await self._live_games.open(id) if members.knows(guest) else None
        if live is None or guest is None:
            raise Refusal(404, "web.error.no_table")
        return Membership(live, members, guest)

    async def refresh(self, membership: Membership) -> Membership:
        return replace(membership, members=await self._people.members(membership.live.id))

    # ---- creating, joining, watching

    async def create(self, request: NewGame, visitor: Visitor, prefix: tuple[str, ...] = ()) -> CreatedGame:
        """Create a game; with a *prefix*, a practice game that continues from these actions. Raises Refusal."""
        plan = plan_seats(request)
        guest = await visitor.settle()
        if await self._open_games.made_today(guest) >= MOST_A_DAY:
            raise Refusal(429, "web.error.too_many_games")
        if not request.open:
            return await self._create(request, plan, guest, prefix)
        async with self._open_games.counting:
            if await self._open_games.has_enough(guest, visitor.address):
                raise Refusal(409, "web.error.too_many_open")
            created = await self._create(request, plan, guest)
            self._open_games.remember(created.id, visitor.address)
        return created

    async def invited(self, id: str, secret: str, guest: str | None) -> tuple[LiveGame, Members]:
        """Return game and members for the secret of an invitation, or for a player of the game."""
        await self.check_link(id, "join", secret, guest)
        live = await self._live_games.open(id)
        if live is None:
            raise Refusal(404, "web.error.no_table")
        return live, await self._people.members(id)

    async def join(self, id: str, secret: str, visitor: Visitor, seat: Seat | None, nonce: str | None) -> None:
        """Take a seat by an invitation, the first free one if *seat* is None. Changes nothing for a player."""
        await self.check_link(id, "join", secret, visitor.claimed)
        await self._take_seat(id, await visitor.settle(), seat, nonce)

    async def take_open_seat(self, id: str, visitor: Visitor, seat: Seat, nonce: str | None) -> None:
        """Take a seat of an open game. Changes nothing for a player of that game."""
        members = await self._people.members(id)
        free = bool(members.open_seats) and await self._open_games.is_open(id)
        if not free and not members.seats_of(visitor.claimed):
            raise Refusal(409, "web.error.seat_taken")
        await self._take_seat(id, await visitor.settle(), seat, nonce)

    async def watch(self, id: str, secret: str, visitor: Visitor) -> None:
        """Add a spectator by the link of a game; open games need none. Members stay what they are."""
        if not await self._open_games.is_open(id):
            await self.check_link(id, "watch", secret, visitor.claimed)
        guest = await visitor.settle()
        if not (await self._people.members(id)).knows(guest):
            await self._people.watch(id, guest)

    async def check_link(self, id: str, kind: Kind, secret: str, guest: str | None) -> None:
        """Raise Refusal for a wrong secret, unless the guest has used the link before."""
        members = await self._people.members(id)
        joined = members.knows(guest) if kind == "watch" else bool(members.seats_of(guest))
        if not joined and not await self._people.opens(id, kind, secret):
            raise Refusal(403, "web.error.wrong_link")

    # ---- closing, rematch

    async def host(self, id: str) -> str | None:
        return await self._open_games.host(id)

    async def close(self, membership: Membership) -> None:
        """Close a game before a player has finished an activation. Raises Refusal for other guests than its host."""
        if not await self.may_close(membership):
            raise Refusal(403, "web.error.not_host")
        await membership.live.submit(Abort(), membership.mine[0])
        await self._open_games.close(membership.live.id)

    async def may_close(self, membership: Membership) -> bool:
        if membership.live.rematch_of is not None:
            return bool(membership.mine)
        return bool(membership.mine) and await self.host(membership.live.id) in {None, membership.guest}

    async def rematch(self, membership: Membership, *, same: bool = False) -> str:
        """Return the rematch, with swapped or the *same* seats. The first request creates it."""
        live = membership.live
        new_seat = partial(rematch_seat, live.game.seats, same=same)
        id = await self._live_games.rematch(live, lambda rematch: copy_members(live.id, rematch, new_seat), same=same)
        live.continue_at(id)
        return id

    async def seat_in(self, id: str, guest: str) -> Seat | None:
        """Return the first seat of a guest in a game."""
        return next(iter((await self._people.members(id)).seats_of(guest)), None)

    # ---- chat

    async def conversation(self, membership: Membership) -> Conversation:
        return await self._chat.open(membership.live.id, membership.live.game)

    async def say(self, membership: Membership, conversation: Conversation, speaker: Speaker, said: Say) -> None:
        live = membership.live
        if membership.waits or live.state.closed:
            raise GaslampError("error.closed" if live.state.closed else "web.error.waiting")
        if speaker.viewer == SPECTATOR:
            raise Refusal(403, "web.error.chat_watching")
        if speaker.viewer is None or said.room not in membership.rooms:
            raise Unreadable("web.error.unreadable")
        text = chat.check_phrase(said.say) if said.phrase else chat.clean(said.say)
        message = ChatMessage(said.room, speaker.viewer, text, said.phrase)
        if not (speaker.may_go_on() and self._may_send(speaker.address)):
            raise Refusal(429, "web.error.too_fast")
        await self._chat.say(conversation, message, partial(live.note_change, publish=True))

    async def _create(self, request: NewGame, plan: SeatPlan, guest: str, prefix: tuple[str, ...] = ()) -> CreatedGame:
        players = plan.players(guest)
        free = [seat for seat, player in players.items() if player is None]
        awaited = [seat for seat in players if seat not in free] if request.own_nonce else []
        links: dict[Kind, str] = {"watch": tokens.new_secret()}
        if free:
            links["join"] = tokens.new_secret()

        def extra_writes(id: str) -> Work[None]:
            def work(connection: Connection) -> None:
                save_members(connection, id, players, links)
                open_games.add(connection, id, guest, listed=request.open)

            return work

        agreed = request.title, request.options, plan.bots, awaited, request.clock, free
        id = await self._live_games.create(*agreed, extra_writes, hints=request.hints, prefix=prefix)
        return CreatedGame(id, plan.mine, links)

    async def _take_seat(self, id: str, guest: str, seat: Seat | None, nonce: str | None) -> None:
        members = await self._people.members(id)
        if members.seats_of(guest):
            return
        live = await self._live_games.open(id)
        if live is not None and live.state.closed:
            raise Refusal(409, "error.closed")
        if live is None or not members.open_seats:
            raise Refusal(409, "web.error.seat_taken")
        seats = live.game.seats
        chosen = seat or next(seat for seat in seats if seat in members.open_seats)
        if chosen not in seats:
            raise Unreadable("web.error.unreadable")
        if not await self._people.join(id, chosen, guest, nonce):
            others = (await self._people.members(id)).open_seats
            raise Refusal(409, "web.error.choose_another" if others else "web.error.seat_taken")
        await live.begin()
        live.note_change(publish=True)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The seats of a new game: the creator's, and what the others are for ("friend", "same_device", "bot:level")."""

    mine: Seat
    others: Mapping[Seat, str]

    @property
    def bots(self) -> dict[Seat, str]:
        return {seat: kind.removeprefix(_BOT) for seat, kind in self.others.items() if kind.startswith(_BOT)}

    def players(self, guest: str) -> dict[Seat, str | None]:
        bots = self.bots
        others = {seat: guest if kind == "same_device" else None for seat, kind in self.others.items()}
        return {self.mine: guest} | {seat: player for seat, player in others.items() if seat not in bots}


def plan_seats(request: NewGame) -> SeatPlan:
    """Assign the seats of a new game. Raises Unreadable for unknown seats or kinds of opponents."""
    game = titles.game(request.title, request.options)
    mine = _creators_seat(game, request.side)
    for kind in (request.opponent, request.allies):
        if not kind.startswith(_BOT) and kind not in {"friend", "same_device"}:
            raise Unreadable("web.error.unreadable")
    allies = "same_device" if request.opponent == "same_device" else request.allies
    side = game.allies(mine)
    others = {seat: allies if seat in side else request.opponent for seat in game.seats if seat != mine}
    plan = SeatPlan(mine, others)
    for seat, level in plan.bots.items():
        levels.check(game, seat, level)
    return plan


def _creators_seat(game: Game[Any, Any], choice: str) -> Seat:
    """Return the seat named *choice*, or the first one of that side; "either" for a random side."""
    side = secrets.choice(game.sides) if choice == "either" else choice
    for seat in game.seats:
        if side in {seat, game.side(seat)}:
            return seat
    raise Unreadable("error.seat", seat=choice, known=", ".join(dict.fromkeys([*game.sides, *game.seats])))
