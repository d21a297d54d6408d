"""What people and programs do around a game, by whichever door: make, join, watch and close it, play again, speak."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import Connection

from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.game import SPECTATOR, Game, Seat, Viewer
from gaslamp.game.requests import Abort
from gaslamp.service.errors import Refusal
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames, swapped
from gaslamp.service.lobby import chat, names, open_games, tokens
from gaslamp.service.lobby.chat import Chat, Conversation, Said
from gaslamp.service.lobby.lists import Lists, MyGame, OpenGame
from gaslamp.service.lobby.members import Kind, Members, People, follow_people, seat_people
from gaslamp.service.lobby.open_games import MOST_A_DAY, OpenGames
from gaslamp.service.lobby.place import Place
from gaslamp.service.lobby.plan import Plan, plan
from gaslamp.service.lobby.shapes import NewGame, Room
from gaslamp.service.lobby.tokens import Visitor
from gaslamp.storage.database import Work


@dataclass(frozen=True, slots=True)
class Made:
    """A new game, the seat of who made it, and the secrets of its links, told only now."""

    id: str
    mine: Seat
    secrets: Mapping[Kind, str]

    def link(self, kind: Kind) -> str | None:
        """The address of a page that hands in a secret, if there is one."""
        return f"/{kind}/{self.id}#{self.secrets[kind]}" if kind in self.secrets else None


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whoever wants to say something: whose eyes look (None behind a curtain), and how they are slowed down."""

    viewer: Viewer | None
    address: str
    may_go_on: Callable[[], bool]


class Lobby:
    """The one service for pages, sockets and programs. What it refuses it refuses to all of them alike."""

    def __init__(
        self,
        live_games: LiveGames,
        people: People,
        open_games: OpenGames,
        lists: Lists,
        chat: Chat,
        may_send: Callable[[str], bool],
    ) -> None:
        self._live_games = live_games
        self._people = people
        self._open_games = open_games
        self._lists = lists
        self._chat = chat
        self._may_send = may_send  # rate limit of an address

    # ---- who somebody is

    async def welcome(self, name: str | None = None) -> tuple[str, str]:
        """Make a stranger a guest, or a program that has a name; give their id, and the token that is told once."""
        self._live_games.check_room()
        token = tokens.new_secret()
        return await self._people.welcome(token, name), token

    async def is_guest(self, guest: str) -> bool:
        """Whether there is such a guest."""
        return await self._people.is_guest(guest)

    async def program(self, guest: str) -> str | None:
        """The name of a program, None if this is none."""
        return await self._people.program(guest)

    async def name(self, guest: str | None) -> str | None:
        """What a guest wants to be called, if they said so."""
        return await self._people.name(guest) if guest is not None else None

    async def rename(self, visitor: Visitor, wanted: str) -> str | None:
        """Call somebody by another name at every table, as soon as somebody comes to it; give it as it is kept."""
        name = names.clean(wanted)
        if name is not None or visitor.claimed is not None:
            await self._people.rename(await visitor.settle(), name)
        return name

    # ---- what there is to play

    async def titles_played(self, guest: str | None) -> frozenset[str]:
        """The titles that a guest has sat down to."""
        return await self._people.titles_of(guest) if guest is not None else frozenset()

    async def my_games(self, guest: str | None) -> list[MyGame]:
        """The games of a guest, the newest first: those with their turn, the others, those that are over."""
        return await self._lists.mine(guest)

    async def open_games(self, guest: str | None) -> list[OpenGame]:
        """The games that a visitor may join without an invitation."""
        return await self._lists.open(guest)

    # ---- a game one belongs to

    async def find(self, id: str, guest: str | None) -> Place:
        """The place of a guest; who has none is told the same as if there were no such game."""
        members = await self._people.members(id)
        live = await self._live_games.open(id) if members.knows(guest) else None
        if live is None or guest is None:
            raise Refusal(404, "web.error.no_table")
        return Place(live, members, guest)

    async def again(self, place: Place) -> Place:
        """A place with those who have come meanwhile."""
        return replace(place, members=await self._people.members(place.live.id))

    async def sits(self, id: str, guest: str | None) -> bool:
        """Whether a guest has a seat at a game."""
        return bool((await self._people.members(id)).seats_of(guest))

    # ---- making, joining, watching

    async def make(self, wanted: NewGame, visitor: Visitor) -> Made:
        """Make a game for a visitor, or refuse one that cannot be."""
        planned = plan(wanted)
        guest = await visitor.settle()
        if await self._open_games.made_today(guest) >= MOST_A_DAY:
            raise Refusal(429, "web.error.too_many_games")
        if not wanted.open:
            return await self._make(wanted, planned, guest)
        async with self._open_games.counting:
            if await self._open_games.has_enough(guest, visitor.address):
                raise Refusal(409, "web.error.too_many_open")
            made = await self._make(wanted, planned, guest)
            self._open_games.remember(made.id, visitor.address)
        return made

    async def invited(self, id: str, secret: str, guest: str | None) -> tuple[LiveGame, Members]:
        """Give the game and its people to who holds an invitation, or sits there already."""
        await self.check_link(id, "join", secret, guest)
        live = await self._live_games.open(id)
        if live is None:
            raise Refusal(404, "web.error.no_table")
        return live, await self._people.members(id)

    async def join(self, id: str, secret: str, visitor: Visitor, seat: Seat | None, nonce: str | None) -> None:
        """Take a free seat by an invitation, the first one if none is named; who sits there already stays."""
        await self.check_link(id, "join", secret, visitor.claimed)
        await self._take_seat(id, await visitor.settle(), seat, nonce)

    async def sit(self, id: str, visitor: Visitor, seat: Seat, nonce: str | None) -> None:
        """Take a free seat of a game that anybody may join; who sits there already stays."""
        members = await self._people.members(id)
        free = bool(members.open_seats) and await self._open_games.is_open(id)
        if not free and not members.seats_of(visitor.claimed):
            raise Refusal(409, "web.error.seat_taken")
        await self._take_seat(id, await visitor.settle(), seat, nonce)

    async def watch(self, id: str, secret: str, visitor: Visitor) -> None:
        """Watch a game by its link; who belongs to it already stays where they are."""
        await self.check_link(id, "watch", secret, visitor.claimed)
        guest = await visitor.settle()
        if not (await self._people.members(id)).knows(guest):
            await self._people.watch(id, guest)

    async def check_link(self, id: str, kind: Kind, secret: str, guest: str | None) -> None:
        """Refuse who does not have the secret of a link, unless they are already where it leads."""
        members = await self._people.members(id)
        there = members.knows(guest) if kind == "watch" else bool(members.seats_of(guest))
        if not there and not await self._people.opens(id, kind, secret):
            raise Refusal(403, "web.error.wrong_link")

    # ---- closing, playing again

    async def host(self, id: str) -> str | None:
        """Who made a game; nobody made a rematch."""
        return await self._open_games.host(id)

    async def close(self, place: Place) -> None:
        """Close a game before a player has finished anything in it: only who made it may."""
        if not await self.closes(place):
            raise Refusal(403, "web.error.not_host")
        await place.live.submit(Abort(place.mine[0]))
        await self._open_games.close(place.live.id)

    async def closes(self, place: Place) -> bool:
        """Whether it is for this guest to close a game: who made it may, and of a rematch whoever plays it."""
        if place.live.rematch_of is not None:
            return bool(place.mine)
        return bool(place.mine) and await self.host(place.live.id) in {None, place.guest}

    async def rematch(self, place: Place) -> str:
        """The id of the game that follows a finished one, with its people in it."""
        live = place.live
        id = await self._live_games.rematch(live, lambda rematch: follow_people(live.id, rematch, _swap(live.game)))
        live.continue_at(id)  # the others are told when there are seats for them
        return id

    # ---- speaking

    async def conversation(self, place: Place) -> Conversation:
        """What is said at a table."""
        return await self._chat.open(place.live.id, place.live.game)

    async def say(self, place: Place, conversation: Conversation, speaker: Speaker, text: str, room: Room) -> None:
        """Write a message to a room; one that is not offered to who writes is not worth a reason."""
        live = place.live
        if place.waits or live.closed:
            raise GaslampError("error.closed" if live.closed else "web.error.waiting")
        if speaker.viewer == SPECTATOR:
            raise Refusal(403, "web.error.chat_watching")
        if speaker.viewer is None or room not in place.rooms:
            raise Unreadable("web.error.unreadable")
        said = Said(room, speaker.viewer, chat.clean(text))
        if not (speaker.may_go_on() and self._may_send(speaker.address)):
            raise Refusal(429, "web.error.too_fast")
        await self._chat.say(conversation, said, partial(live.note_change, others=True))

    # ---- inside

    async def _make(self, wanted: NewGame, planned: Plan, guest: str) -> Made:
        """Keep a new game with its people, its links and who made it: all of it, or nothing."""
        seats = planned.seats(guest)
        free = [seat for seat, sitting in seats.items() if sitting is None]
        awaited = [seat for seat in seats if seat not in free] if wanted.own_nonce else []
        links: dict[Kind, str] = {"watch": tokens.new_secret()}
        if free:
            links["join"] = tokens.new_secret()

        def beside(id: str) -> Work[None]:
            def work(connection: Connection) -> None:
                seat_people(connection, id, seats, links)
                open_games.add(connection, id, guest, listed=wanted.open)

            return work

        options, machines = wanted.options, planned.machines
        id = await self._live_games.create(
            wanted.title, options, machines, awaited, wanted.clock, free, beside, hints=wanted.hints
        )
        return Made(id, planned.mine, links)

    async def _take_seat(self, id: str, guest: str, seat: Seat | None, nonce: str | None) -> None:
        """Give a guest who may have it a seat, the first free one if none is named; who sits there already stays."""
        members = await self._people.members(id)
        if members.seats_of(guest):
            return
        live = await self._live_games.open(id)
        if live is not None and live.closed:
            raise Refusal(409, "error.closed")
        if live is None or not members.open_seats:
            raise Refusal(409, "web.error.seat_taken")
        game = live.game
        chosen = seat or next(seat for seat in game.seats if seat in members.open_seats)
        if chosen not in game.seats:
            raise Unreadable("web.error.unreadable")
        if not await self._people.join(id, chosen, guest, nonce):
            others = (await self._people.members(id)).open_seats
            raise Refusal(409, "web.error.choose_another" if others else "web.error.seat_taken")
        await live.begin()
        live.note_change(others=True)


def _swap(game: Game[Any, Any]) -> Callable[[Seat], Seat]:
    """Where whoever has a seat at a game sits in its rematch."""
    return partial(swapped, game.seats)
