"""What one visitor of a table is to be shown now: whose eyes look, what they see, and what of it is new to them.

There is no queue. When something may have changed, the frame is built anew, and told only if it differs from the last
one, as a patch of that: what a seat may not know of causes no frame to it. Of the chat it knows only how much of
it it has looked through; what was said lies with the table.
"""

from __future__ import annotations

from collections.abc import Callable

from gaslamp.core.errors import IllegalAction, Unreadable
from gaslamp.core.game import SPECTATOR, Seat, Viewer
from gaslamp.game.updates import Update
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import waiting_page
from gaslamp.server.http.sharing import Reach
from gaslamp.server.wire import rendering, status
from gaslamp.server.wire.curtain import Curtain
from gaslamp.server.wire.frame_cache import FrameCache
from gaslamp.server.wire.frames import asked, sent
from gaslamp.server.wire.help import why_not
from gaslamp.server.wire.help.aid import AidFeed
from gaslamp.server.wire.help.hints import HintFeed
from gaslamp.server.wire.patches import Patches
from gaslamp.server.wire.replays import Replays
from gaslamp.server.wire.status import Teller
from gaslamp.service.lobby.chat import Conversation
from gaslamp.service.lobby.lobby import Lobby
from gaslamp.service.lobby.membership import Membership
from gaslamp.workers.shared import SharedJobs


class Presenter:
    """Remembers what one visitor was told, and gives what is new to them."""

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
        self._conversation = conversation
        self._lobby = lobby
        self._reach = reach  # of the links that are shown
        self._live = live
        self._game = live.game
        self._seats = place.mine
        self._hotseat = place.both_sides
        self._curtain = Curtain(live) if self._hotseat else None
        self._beside = -1  # what was known beside the log when its members were last asked for
        self._heard: int | None = None  # so much of the conversation was looked through; None: tell it as a whole
        self._may_close: bool | None = None  # as far as it depends on who they are; None: not found out yet
        self._shown: sent.Sent | None = None
        self._patches = Patches()
        self._told: dict[Viewer, int] = {}  # so many news were told; what is dealt when one looks first is no news
        self._status = Teller(live)
        self._people: tuple[object, ...] = ()  # whom the chairs are of
        self._chairs: dict[object, tuple[rendering.Chair, ...]] = {}  # by who is there and whose turn it is
        self._frame_cache = FrameCache(live)
        self._counts: dict[tuple[Viewer, int], int] = {}  # how many news there were at which step
        self._seen: tuple[Viewer, Update] | None = None  # what was last looked at, and by whose eyes
        self._replays = Replays(live)
        self._aid_feed = AidFeed(live, jobs, self._replays)
        self._hint_feed = HintFeed(live, jobs)

    # ---- whose eyes look

    def viewer(self) -> Viewer | None:
        """Whose eyes look now; None while the curtain is up."""
        if self._curtain is None:
            moving = [seat for seat in self._seats if seat == self._live.state.to_move]
            return (*moving, *self._seats, SPECTATOR)[0]
        return self._curtain.viewer()

    def seat(self) -> Seat:
        """The seat that acts here: the visitor's own, or the one that is uncovered."""
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
        """What this visitor is to be told now, as texts; `wake` is called when there is more to tell."""
        frame = await self._look()
        said = self._hear(frame)
        besides = self._status.frame(frame, self.language, closes=await self._closes())
        told = [sent.encode(one) for one in (said, besides) if one is not None]
        if frame != self._shown:
            self._shown = frame
            told.append(self._patches.text(self._with_news(frame)))
        return [*told, *(sent.encode(one) for one in self._assist(wake))]

    def replay(self, step: int) -> sent.ReplayFrame:
        """Give a step of the finished game, to anybody who may see it finished; its aid follows as news."""
        frame = self._replays.frame(step, self.language)
        self._aid_feed.replay(step)
        return frame

    def why_not(self, seat: Seat, question: asked.Why | asked.Places) -> sent.WhyFrame | sent.PlacesFrame | None:
        """Say why something cannot be chosen to whoever plays here, of the table that was last shown to them."""
        viewer, update = self._seen or (None, None)
        if update is None or viewer != seat:
            return None
        if isinstance(question, asked.Places):
            newest = question.places == update.step
            return why_not.places_frame(question.path, update, self._game, self.language) if newest else None
        still = status.reason(self._live, seat)
        frame = why_not.why_frame(question, update, self._game, self.language, still)
        return frame if question.step == update.step else None  # else a newer table is on its way

    async def hint(self, step: int, received: float | None) -> None:
        """Have a hint worked out for whoever plays here, once everybody can know of it; it follows as news."""
        seat = self.seat()
        await self._live.announce_hint(seat, step, received)
        self._hint_feed.request(seat, step)

    def leave(self) -> None:
        """Wait for nothing any more."""
        self._aid_feed.cancel()
        self._hint_feed.cancel()

    # ---- what the visitor does to what is shown

    def again(self) -> None:
        """Show the table once more, though nothing has changed."""
        self._shown = None

    def whole(self) -> None:
        """Show all of the table: what the patches were of is not there."""
        self._patches.forget()
        self.again()

    def uncover(self, side: str) -> None:
        """Lift the curtain for a side."""
        if self._curtain is None or side not in self._game.sides:
            raise Unreadable("web.error.unreadable")
        self._curtain.lift(side)
        self.again()

    def cover(self) -> None:
        """Put the curtain up."""
        if self._curtain is None:
            raise Unreadable("web.error.unreadable")
        self._curtain.drop()
        self.again()

    def speak(self, language: str) -> None:
        """Go on in another language, chat and all."""
        if language not in LANGUAGES:
            raise Unreadable("web.error.unreadable")
        self.language = language
        self._heard = None

    def note(self, step: int) -> None:
        """Take note that the news up to a step have been told."""
        viewer = self.viewer()
        if viewer is not None and (viewer, step) in self._counts:
            self._told[viewer] = self._counts[viewer, step]

    # ---- inside

    async def _look(self) -> sent.Sent:
        """What this visitor is to see now."""
        live = self._live
        if live.state.closed:
            self._seen = None
            return sent.WaitingFrame(waiting_page.closed(self.language))
        if self.place.members.open_seats and self._beside != live.changes:
            self._beside = live.changes
            self.place = await self._lobby.refresh(self.place)
        if self.place.waits:
            self._seen = None
            return await self._waiting()
        await live.time.start_clocks()
        if not self._told:
            self._told = {viewer: len(live.update(viewer).news) for viewer in self._seats or (SPECTATOR,)}
        return await self._drawn()

    async def _drawn(self) -> sent.Sent:
        """The table by the eyes that look when it is drawn: meanwhile the curtain may have fallen."""
        while (viewer := self.viewer()) is not None:
            update, frame = await self._frame_cache.look(viewer, self._around(viewer), self.language)
            if viewer == self.viewer():
                self._seen = viewer, update
                self._counts[viewer, update.step] = len(update.news)
                return frame
        assert self._curtain is not None
        self._seen = None
        return self._curtain.frame(self.language)

    def _with_news(self, frame: sent.Sent) -> sent.Sent:
        """Add what was not told yet; alone it is no reason for a frame, and stays unread until the browser says so."""
        if self._seen is None or not isinstance(frame, sent.TableFrame):
            return frame
        viewer, update = self._seen
        words = catalogue(self.language)
        return rendering.with_news(frame, update, self._game, min(self._told[viewer], len(update.news)), words)

    async def _waiting(self) -> sent.WaitingFrame:
        room = self._live.waiting_room
        html = waiting_page.waiting(self.place, self._reach().base, self.language)
        if html and await self._closes():
            html += waiting_page.closing(self.language)
        asked = tuple(seat for seat in self._seats if seat in room.lacking)
        return sent.WaitingFrame(html, room.commitment, asked, tuple(room.bots))

    async def _closes(self) -> bool:
        """Whether this visitor is to be offered to close the game: who plays alone just leaves."""
        if self._may_close is None:
            self._may_close = await self._lobby.may_close(self.place)
        return self._may_close and self._live.state.may_abort and len(set(self.place.members.seats.values())) > 1

    def _assist(self, wake: Callable[[], None]) -> list[sent.AidFrame | sent.HintFrame]:
        """What helps with what was just shown, if it is known by now; where nothing is shown, nothing does."""
        feeds = self._aid_feed, self._hint_feed
        if self._seen is None:
            for feed in feeds:
                feed.cancel()
            return []
        given = [feed.poll(*self._seen, self.language, wake) for feed in feeds]
        return [one for one in given if one is not None]

    def _hear(self, shown: sent.Sent) -> sent.ChatFrame | None:
        """What this visitor has not heard yet; where there is no table to be seen there is no chat either."""
        if not isinstance(shown, sent.TableFrame):
            self._heard = None
            return None
        if self._heard == len(self._conversation):
            return None
        rooms = self.place.rooms
        if not rooms:
            self._heard = None
            return None
        whole, first = self._heard is None, self._heard or 0
        self._heard = len(self._conversation)
        said = self._conversation.visible(self._seats, rooms, first)
        if not (said or whole):
            return None
        return rendering.chat_frame(
            self._game, self.place.members, self._seats, rooms, said, self.language, whole=whole
        )

    def _around(self, viewer: Viewer) -> rendering.Around:
        live, room = self._live, self._live.waiting_room
        return rendering.Around(
            live.id,
            self._seated(),
            self._hotseat,
            live.rematch,
            room.commitment,
            status.reason(live, viewer),
            tuple(room.shares.items()),
        )

    def _seated(self) -> tuple[rendering.Chair, ...]:
        """Who sits where; the same few come again and again."""
        live = self._live
        people = self.place.members, live.state.bots, dict(live.state.hints)
        now = live.attendance.present, live.attendance.lost, live.state.to_move
        if people != self._people:
            self._people, self._chairs = people, {}
        if now not in self._chairs:
            self._chairs[now] = tuple(map(rendering.chair, self.place.seats))
        return self._chairs[now]
