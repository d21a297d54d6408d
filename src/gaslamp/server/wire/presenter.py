"""Builds the frames of one client: its current view, and what changed since the last frame.

There is no queue. When something may have changed, the frame is built again and sent only if it differs from the last
one, as a patch. Changes that the viewer may not know of cause no frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.errors import Unreadable
from gaslamp.core.game import SPECTATOR, Outcome, Seat, Side, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game.agreements import BlockedReason, blocked_reason
from gaslamp.game.updates import Update
from gaslamp.locale import LANGUAGES
from gaslamp.server.http import waiting_page
from gaslamp.server.http.sharing import Reach
from gaslamp.server.ops.services import Services
from gaslamp.server.wire import rendering, server_frames, why_not
from gaslamp.server.wire.encoding import ClientTable, encode
from gaslamp.server.wire.feeds import AidFeed, ChatFeed, HintFeed, StatusFeed
from gaslamp.server.wire.replays import Replays, ReviewFeed
from gaslamp.server.wire.server_frames import Sent, TableFrame, TableSeat, WaitingFrame
from gaslamp.server.wire.viewpoint import SharedDevice, Viewpoint
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.chat import Conversation
from gaslamp.service.lobby.membership import Membership, SeatInfo
from gaslamp.ui.presentation import presentation

_BLOCKED: Final[Mapping[BlockedReason, Message]] = {
    "paused": message("error.paused"),
    "not_begun": message("web.error.waiting"),
    "handed": message("web.status.handed"),
}
_SEALED: Final = message("error.deal_sealed")
_SAME_DEVICE: Final = message("web.seat.same_device")


class Drawing(NamedTuple):
    """A frame without attendance and news, and everything that it depends on."""

    viewer: Viewer
    step: int
    outcome: Outcome | None
    info: rendering.TableInfo
    update: Update
    frame: TableFrame


class TableDrawing:
    """The drawn table of one client. It is drawn again only after a change that its viewer may know."""

    def __init__(self, live: LiveGame, *, hotseat: bool) -> None:
        self._live = live
        self._ui = presentation(live.game)
        self._labels = {seat: self._ui.name(seat) for seat in self._ui.game.seats}
        self._hotseat = hotseat
        self._last: Drawing | None = None

    async def draw(self, viewer: Viewer, seats: tuple[SeatInfo, ...]) -> Drawing:
        live, last = self._live, self._last
        info = rendering.TableInfo(
            tuple((seat.seat, seat.called) for seat in seats),
            self._hotseat,
            live.waiting_room.commitment,
            self.blocked(viewer),
            () if live.is_deal else tuple((seat.seat, seat.adds) for seat in seats if seat.adds is not None),
        )
        source = viewer, live.state.updates[viewer], live.state.outcome, info
        if last is None or source != last[:4]:
            update = live.update(viewer)
            frame = await rendering.table_frame(update, self._ui, viewer, info)
            if frame.result is not UNSET and live.withheld:
                frame = replace(frame, result=replace(frame.result, lines=(_SEALED,)))
            last = Drawing(*source, update, frame)
            self._last = last
        return last

    def with_seats(self, drawing: Drawing, seats: tuple[SeatInfo, ...], offered: Message | None = None) -> TableFrame:
        described = [self._table_seat(seat, drawing.viewer) for seat in seats]
        return rendering.with_seats(drawing.frame, described, self._live.rematch, offered)

    def blocked(self, viewer: Viewer) -> Message | None:
        reason = blocked_reason(self._live.state, viewer)
        return _BLOCKED[reason] if reason is not None else None

    def _table_seat(self, info: SeatInfo, viewer: Viewer) -> TableSeat:
        is_bot, name = info.who == "bot", info.called
        if not is_bot and self._hotseat:
            name = _SAME_DEVICE
        elif not is_bot and info.seat == viewer:
            name = rendering.YOU
        kind, label = "bot" if is_bot else "guest", self._labels[info.seat]
        return TableSeat(info.seat, label, name, kind, info.present, info.acting, info.hints, info.lost)


class Presenter:
    def __init__(
        self,
        place: Membership,
        conversation: Conversation,
        services: Services,
        reach: Callable[[], Reach],
        language: str,
    ) -> None:
        live, seats, hotseat = place.live, place.mine, place.both_sides
        self.place = place
        self.viewpoint = SharedDevice(live, seats) if hotseat else Viewpoint(live, seats)
        self._language = language
        self._lobby = services.lobby
        self._reach = reach  # of links
        self._live = live
        self._seats = seats
        self._offer: Message | None = None  # of a rematch
        self._revision = -1  # of the metadata when the members were last read
        self._host: bool | None = None  # the client created the game; None: not known yet
        self._ui = presentation(live.game)
        self._drawing = TableDrawing(live, hotseat=hotseat)
        self._sent: Sent | None = None  # last frame, without news
        self._table = ClientTable()
        self._received: dict[Viewer, int] = {}  # number of news received; those before the first frame are not news
        self._counts: dict[tuple[Viewer, int], int] = {}  # number of news at each step
        self._shown: tuple[Viewer, Update] | None = None  # last update that was sent; None if the table is hidden
        self._chat = ChatFeed(conversation)
        self._status = StatusFeed(live)
        self._replays = Replays(live)
        self._aid = AidFeed(live, services.jobs, self._replays)
        self._hints = HintFeed(live, services.jobs)
        self.reviews = ReviewFeed(live, services.jobs, services.reviews, self._replays)

    async def news(self, wake: Callable[[], None]) -> list[str]:
        """Return the encoded frames to send now; *wake* is called when there are more."""
        frame = await self._current()
        frames: list[Sent | None] = []
        if isinstance(frame, TableFrame):
            closes = await self._may_close()
            frames += self._chat.frame(self.place), self._status.frame(frame, self._language, closes=closes)
        else:
            self._restart_feeds()
        texts = [encode(one, self._language) for one in frames if one is not None]
        if frame != self._sent:
            self._sent = frame
            texts.append(self._text(frame))
        return [*texts, *(encode(one, self._language) for one in self._assistance(wake))]

    def show_again(self) -> None:
        self._sent = None

    def forget_table(self) -> None:
        """Send the next table as a whole: the client cannot apply patches."""
        self._table.forget()

    def change_language(self, language: str) -> None:
        """Send everything again in *language*. Raises Unreadable."""
        if language not in LANGUAGES:
            raise Unreadable("web.error.unreadable")
        self._language = language
        self._restart_feeds()
        self.reviews.restart()

    def note_seen(self, step: int) -> None:
        """Record that the client has announced the news up to *step*."""
        viewer = self.viewpoint.viewer()
        if viewer is not None and (viewer, step) in self._counts:
            self._received[viewer] = self._counts[viewer, step]

    def why_not(self, seat: Seat, question: why_not.Question) -> why_not.Answer | None:
        """Return why something cannot be chosen at the table last sent; None if the question is about another one."""
        viewer, update = self._shown or (None, None)
        if update is None or viewer != seat:
            return None
        return why_not.answer(question, update, self._ui, self._drawing.blocked(seat))

    def replay(self, step: int, eyes: Side) -> server_frames.ReplayFrame:
        """Return a step of the finished game, as a side knew it if *eyes* are given; its aid follows with `news`."""
        frame = self._replays.frame(step, eyes)
        self._aid.replay(step, eyes)
        return frame

    def request_hint(self, seat: Seat, step: int) -> None:
        self._hints.request(seat, step)

    def cancel(self) -> None:
        self._aid.cancel()
        self._hints.cancel()
        self.reviews.cancel()

    async def _current(self) -> Sent:
        live = self._live
        if live.state.closed:
            self._shown = None
            return WaitingFrame(waiting_page.closed(self._language))
        if self.place.members.open_seats and self._revision != live.changes:
            self._revision = live.changes
            self.place = await self._lobby.refresh(self.place)
        if self.place.waits:
            self._shown = None
            return await self._waiting()
        await live.time.start_clocks()
        if not self._received:
            self._received = {viewer: len(live.update(viewer).news) for viewer in self._seats or (SPECTATOR,)}
        return await self._table_or_curtain()

    async def _table_or_curtain(self) -> Sent:
        while (viewer := self.viewpoint.viewer()) is not None:
            seats = self.place.seats
            drawing = await self._drawing.draw(viewer, seats)
            if viewer == self.viewpoint.viewer():  # else the curtain fell while the table was drawn
                self._shown = viewer, drawing.update
                self._counts[viewer, drawing.update.step] = len(drawing.update.news)
                return self._drawing.with_seats(drawing, seats, await self._offered())
        self._shown = None
        return self.viewpoint.curtain(self._language)

    async def _offered(self) -> Message | None:
        """Return the notice of a rematch, for a player with seats on one side."""
        rematch = self._live.rematch
        if self._offer is None and rematch is not None and self._seats and not self.place.both_sides:
            seat = await self._lobby.seat_in(rematch, self.place.guest)
            self._offer = message("web.rematch.offered", seat=self._ui.name(seat)) if seat is not None else None
        return self._offer

    async def _waiting(self) -> WaitingFrame:
        room = self._live.waiting_room
        html = waiting_page.waiting(self.place, self._reach().base, self._language)
        if html and await self._may_close():
            html += waiting_page.closing(self._language)
        seats = tuple(seat for seat in self._seats if seat in room.lacking)
        return WaitingFrame(html, room.commitment, seats, tuple(self._live.state.setup.bots))

    async def _may_close(self) -> bool:
        """Return True if the client can close the game. A player without opponents just leaves."""
        if self._host is None:
            self._host = await self._lobby.may_close(self.place)
        return self._host and self._live.state.may_abort and len(set(self.place.members.seats.values())) > 1

    def _text(self, frame: Sent) -> str:
        if not isinstance(frame, TableFrame):
            self._table.forget()
            return encode(frame, self._language)
        if self._shown is not None:  # unread news alone are no reason for a frame
            viewer, update = self._shown
            received = min(self._received[viewer], len(update.news))
            frame = rendering.with_news(frame, update, self._ui, received)
        return self._table.update(frame, self._language)

    def _assistance(self, wake: Callable[[], None]) -> list[Sent]:
        """Return aid and hints for the update just sent, and what is new in the review, if they are ready."""
        if self._shown is None:
            self.cancel()
            return []
        aid = self._aid.poll(*self._shown, self._language, wake)
        hint = self._hints.poll(*self._shown, wake)
        return [*(frame for frame in (aid, hint) if frame is not None), *self.reviews.poll(wake)]

    def _restart_feeds(self) -> None:
        self._chat.restart()
        self._status.restart()
