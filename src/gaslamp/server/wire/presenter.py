"""Builds the frames of one client: its current view, and what changed since the last frame.

There is no queue. When something may have changed, the frame is built again and sent only if it differs from the last
one, as a patch. Changes that the viewer may not know of cause no frame.
"""

from __future__ import annotations

from collections.abc import Callable

from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.game.updates import Update
from gaslamp.locale import LANGUAGES
from gaslamp.server.http import waiting_page
from gaslamp.server.http.sharing import Reach
from gaslamp.server.wire import rendering, status
from gaslamp.server.wire.chat_feed import ChatFeed
from gaslamp.server.wire.curtain import Curtain
from gaslamp.server.wire.encoding import encode
from gaslamp.server.wire.frames import asked, server_frames
from gaslamp.server.wire.frames.server_frames import Sent, TableFrame
from gaslamp.server.wire.help import why_not
from gaslamp.server.wire.help.aid import AidFeed
from gaslamp.server.wire.help.hints import HintFeed
from gaslamp.server.wire.patches import ClientTable
from gaslamp.server.wire.replays import Replays
from gaslamp.server.wire.status import StatusFeed
from gaslamp.server.wire.table_drawing import TableDrawing
from gaslamp.service.lobby.chat import Conversation
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.membership import Membership
from gaslamp.workers.shared import SharedJobs


class Presenter:
    """Stores what one client has received, and builds what is new."""

    def __init__(
        self,
        place: Membership,
        conversation: Conversation,
        lobby: Lobby,
        jobs: SharedJobs,
        language: str,
        reach: Callable[[], Reach],
    ) -> None:
        live = place.live
        self.place = place
        self.language = language
        self._lobby = lobby
        self._reach = reach  # of the links that are shown
        self._live = live
        self._game = live.game
        self._seats = place.mine
        self._curtain = Curtain(live) if place.both_sides else None
        self._beside = -1  # revision of the metadata when the members were last loaded
        self._may_close: bool | None = None  # None: not known yet
        self._drawing = TableDrawing(live, hotseat=place.both_sides)
        self._shown: Sent | None = None  # last frame, without news
        self._client = ClientTable()
        self._told: dict[Viewer, int] = {}  # number of news received; those before the first frame are not news
        self._counts: dict[tuple[Viewer, int], int] = {}  # number of news at each step
        self._seen: tuple[Viewer, Update] | None = None  # last update shown
        self._chat = ChatFeed(conversation, self._seats)
        self._status = StatusFeed(live)
        self._replays = Replays(live)
        self._aid_feed = AidFeed(live, jobs, self._replays)
        self._hint_feed = HintFeed(live, jobs)

    # ---- the viewer

    def viewer(self) -> Viewer | None:
        """Return the current viewer; None while the curtain is up."""
        if self._curtain is None:
            moving = [seat for seat in self._seats if seat == self._live.state.to_move]
            return (*moving, *self._seats, SPECTATOR)[0]
        return self._curtain.viewer()

    def seat(self) -> Seat:
        """Return the seat that acts. Raises IllegalAction for spectators, behind the curtain and before the start."""
        if self.place.waits:
            raise IllegalAction("web.error.waiting")
        viewer = self.viewer()
        if viewer is None:
            raise IllegalAction("web.error.covered")
        if viewer == SPECTATOR:
            raise IllegalAction("web.error.watching")
        return viewer

    # ---- what is new

    async def news(self, wake: Callable[[], None]) -> list[str]:
        """Return the encoded frames to send now; *wake* is called when there are more."""
        frame = await self._look()
        beside = self._chat_frame(frame), self._status.frame(frame, closes=await self._closes())
        texts = [encode(one, self.language) for one in beside if one is not None]
        if frame != self._shown:
            self._shown = frame
            texts.append(self._text(frame))
        return [*texts, *(encode(one, self.language) for one in self._assist(wake))]

    def replay(self, step: int) -> server_frames.ReplayFrame:
        """Return a step of the finished game; its aid follows with `news`."""
        frame = self._replays.frame(step)
        self._aid_feed.replay(step)
        return frame

    def why_not(
        self, seat: Seat, question: asked.Why | asked.Places
    ) -> server_frames.WhyFrame | server_frames.PlacesFrame | None:
        """Return why something cannot be chosen at the table last shown; None if that is not the seat's newest."""
        viewer, update = self._seen or (None, None)
        if update is None or viewer != seat:
            return None
        if isinstance(question, asked.Places):
            newest = question.places == update.step
            return why_not.places_frame(question.path, update, self._game) if newest else None
        blocked = status.reason(self._live, seat)
        frame = why_not.why_frame(question, update, self._game, blocked)
        return frame if question.step == update.step else None  # else a newer table is on its way

    async def hint(self, step: int, received: float | None) -> None:
        """Request a hint, after announcing it to the others; it follows with `news`."""
        seat = self.seat()
        await self._live.announce_hint(seat, step, received)
        self._hint_feed.request(seat, step)

    def leave(self) -> None:
        """Cancel pending aid and hints."""
        self._aid_feed.cancel()
        self._hint_feed.cancel()

    # ---- requests of the client

    def again(self) -> None:
        """Send the table again, even if nothing has changed."""
        self._shown = None

    def whole(self) -> None:
        """Send the whole table: the client cannot apply patches."""
        self._client.forget()
        self.again()

    def uncover(self, side: str) -> None:
        """Lift the curtain for a side. Raises Unreadable."""
        if self._curtain is None or side not in self._game.sides:
            raise Unreadable("web.error.unreadable")
        self._curtain.lift(side)
        self.again()

    def cover(self) -> None:
        """Put the curtain up. Raises Unreadable."""
        if self._curtain is None:
            raise Unreadable("web.error.unreadable")
        self._curtain.drop()
        self.again()

    def speak(self, language: str) -> None:
        """Change the language and send everything again. Raises Unreadable."""
        if language not in LANGUAGES:
            raise Unreadable("web.error.unreadable")
        self.language = language
        self._chat.restart()
        self._status.restart()
        self.again()

    def note(self, step: int) -> None:
        """Record that the client has announced the news up to *step*."""
        viewer = self.viewer()
        if viewer is not None and (viewer, step) in self._counts:
            self._told[viewer] = self._counts[viewer, step]

    # ---- frames

    async def _look(self) -> Sent:
        live = self._live
        if live.state.closed:
            self._seen = None
            return server_frames.WaitingFrame(waiting_page.closed(self.language))
        if self.place.members.open_seats and self._beside != live.changes:
            self._beside = live.changes
            self.place = await self._lobby.refresh(self.place)
        if self.place.waits:
            self._seen = None
            return await self._waiting()
        await live.time.start_clocks()
        if not self._told:
            self._told = {viewer: len(live.update(viewer).news) for viewer in self._seats or (SPECTATOR,)}
        return await self._table()

    async def _table(self) -> Sent:
        """Return the table of the current viewer; the curtain may fall while it is drawn."""
        while (viewer := self.viewer()) is not None:
            seats = self.place.seats
            drawn = await self._drawing.draw(viewer, seats)
            if viewer == self.viewer():
                self._seen = viewer, drawn.update
                self._counts[viewer, drawn.update.step] = len(drawn.update.news)
                return self._drawing.with_seats(drawn, seats)
        assert self._curtain is not None
        self._seen = None
        return self._curtain.frame()

    def _text(self, frame: Sent) -> str:
        if not isinstance(frame, TableFrame):
            self._client.forget()
            return encode(frame, self.language)
        if self._seen is not None:  # unread news alone are no reason for a frame
            viewer, update = self._seen
            frame = rendering.with_news(frame, update, self._game, min(self._told[viewer], len(update.news)))
        return self._client.update(frame, self.language)

    async def _waiting(self) -> server_frames.WaitingFrame:
        room = self._live.waiting_room
        html = waiting_page.waiting(self.place, self._reach().base, self.language)
        if html and await self._closes():
            html += waiting_page.closing(self.language)
        seats = tuple(seat for seat in self._seats if seat in room.lacking)
        return server_frames.WaitingFrame(html, room.commitment, seats, tuple(self._live.state.setup.bots))

    async def _closes(self) -> bool:
        """Return True if the client can close the game. A player without opponents just leaves."""
        if self._may_close is None:
            self._may_close = await self._lobby.may_close(self.place)
        return self._may_close and self._live.state.may_abort and len(set(self.place.members.seats.values())) > 1

    def _assist(self, wake: Callable[[], None]) -> list[server_frames.AidFrame | server_frames.HintFrame]:
        """Return aid and hints for the update just shown, as far as they are ready."""
        if self._seen is None:
            self.leave()
            return []
        aid = self._aid_feed.poll(*self._seen, self.language, wake)
        hint = self._hint_feed.poll(*self._seen, wake)
        return [one for one in (aid, hint) if one is not None]

    def _chat_frame(self, frame: Sent) -> server_frames.ChatFrame | None:
        if isinstance(frame, TableFrame):
            return self._chat.frame(self.place)
        self._chat.restart()
        return None
