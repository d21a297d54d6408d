"""Frames besides the table, for one client: clocks and offers, chat messages, deduction aid, hints.

Aid and hints are computed in worker processes from the client's own update, so that their time and bytes depend on
nothing that is hidden from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from gaslamp.core.game import SPECTATOR, News, Seat, Side, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.game.agreements import SeatStatus
from gaslamp.game.state import Offer
from gaslamp.game.updates import Update
from gaslamp.server.http import templates
from gaslamp.server.wire.rendering import draws, hint_frame
from gaslamp.server.wire.replays import RecordedGame, Replays, first_seat
from gaslamp.server.wire.server_frames import AidFrame, ChatFrame, ChatLine, HintFrame, StatusFrame, TableFrame
from gaslamp.service.games.assistance import aid_request, hint_request
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby.chat import SHOWN, SIDE, TABLE, Conversation
from gaslamp.service.lobby.membership import Membership, speaker
from gaslamp.ui.panels import Aid
from gaslamp.ui.presentation import presentation
from gaslamp.workers.shared import SharedJobs

ABORT: Final = "abort"
HINT: Final = "hint"
_NOTHING: Final = (StatusFrame(), None)


class StatusFeed:
    def __init__(self, live: LiveGame) -> None:
        self._live = live
        self._ui = presentation(live.game)
        self._sent: tuple[StatusFrame, dict[str, Any] | None] = _NOTHING  # without text, and the context of the text

    def restart(self) -> None:
        self._sent = _NOTHING

    def frame(self, table: TableFrame, language: str, *, closes: bool = False) -> StatusFrame | None:
        """Return the status; None if it has not changed. *closes* is True if the viewer can close the game."""
        live, viewer = self._live, table.seat
        status = live.status(viewer, both_sides=table.hotseat)
        clock = live.state.clock
        frame = StatusFrame(
            since=clock.since if clock and clock.runs else 0,
            days=bool(clock and clock.timing.per_turn),
            clocks=clock.seats if clock else (),
            may=(*status.may_ask, *((ABORT,) if closes else ()), *((HINT,) if live.hint_level(viewer) else ())),
        )
        context = self._context(status, table, closes=closes) if live.state.outcome is None else None
        if self._sent == (frame, context):
            return None
        self._sent = frame, context
        html = templates.render("table/status.html", language, **context).strip() if context is not None else UNSET
        return replace(frame, now=live.time.now, html=html)

    def _context(self, status: SeatStatus, table: TableFrame, *, closes: bool) -> dict[str, Any]:
        game, state, viewer = self._live.game, self._live.state, table.seat
        offer = state.offer
        return {
            "title": game.title,
            "plays": viewer in game.seats,
            "begun": state.clocks_started,
            "paused": state.paused,
            "handed": viewer in state.handed_over,
            "offer": self._offer(offer, table) if offer else None,
            "number": offer.number if offer else 0,
            "mine": offer is not None and offer.by == viewer,
            "asked": status.asked,
            "declined": status.declined,
            "gone": status.gone,
            "closes": closes,
            "draws": draws(self._ui, table.shares),
        }

    def _offer(self, offer: Offer, table: TableFrame) -> Message:
        ui, by = self._ui, table.seats.get(offer.by)
        seat = message("web.status.person", name=by.name if by else "", seat=ui.name(offer.by))
        if offer.what == "hand_over":
            return message("web.status.offer_hand_over", seat=seat, gone=ui.name(offer.target))
        return message(f"web.status.offer_{offer.what}", seat=seat)


class ChatFeed:
    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._read: int | None = None  # messages looked through; None before the first frame

    def restart(self) -> None:
        self._read = None

    def frame(self, place: Membership) -> ChatFrame | None:
        """Return the new messages; None if there are none, or if the client may not read any room."""
        if self._read == len(self._conversation):
            return None
        rooms, seats = place.rooms, place.mine
        if not rooms:
            return None
        whole, first = self._read is None, self._read or 0
        self._read = len(self._conversation)
        messages = self._conversation.visible(seats, rooms, first)
        if not (messages or whole):
            return None
        ui = presentation(place.live.game)
        lines = tuple(
            ChatLine(
                TABLE if line.room == TABLE else SIDE,
                speaker(place.members, line.seat, ui.name(line.seat)),
                line.seat in seats,
                message(f"web.chat.phrase.{line.text}") if line.phrase else message("web.chat.text", text=line.text),
            )
            for line in messages[-SHOWN:]
        )
        return ChatFrame(rooms, write=bool(seats), whole=whole or len(messages) > SHOWN, said=lines)


class _Subject(NamedTuple):
    viewer: Viewer
    step: int
    replay: bool
    view: Any
    news: tuple[News, ...]


class AidFeed:
    """One aid frame per update, or per step of a replay."""

    def __init__(self, recorded: RecordedGame, jobs: SharedJobs, replays: Replays) -> None:
        self._recorded = recorded
        self._jobs = jobs
        self._replays = replays
        self._replay_step: int | None = None
        self._eyes: Side = ""  # that look at the replay; "": nothing is hidden
        self._last: tuple[object, ...] = ()  # subject and language of the last frame

    def replay(self, step: int, eyes: Side) -> None:
        self._replay_step, self._eyes = step, eyes
        self._last = ()

    def poll(self, viewer: Viewer, update: Update, language: str, wake: Callable[[], None]) -> AidFrame | None:
        """Return the aid for the newest update, once; None if it is not ready, and *wake* is called when it is."""
        subject = self._subject(viewer, update)
        if subject is None:
            return None
        key = (subject.viewer, subject.step, subject.replay, language)
        if key == self._last:
            return None
        recorded = self._recorded
        result = self._jobs.get(self, aid_request(recorded.id, recorded.game, subject.news), wake)
        if result is None:
            return None
        self._last = key
        aid = presentation(recorded.game).aid(subject.view, result.value) if result.value is not None else Aid()
        return AidFrame(subject.step, subject.replay, aid.sprites, aid.panels)

    def cancel(self) -> None:
        """Cancel the request, and send the next aid even if it is the same: the board was covered meanwhile."""
        self._jobs.cancel(self)
        self._last = ()

    def _subject(self, viewer: Viewer, update: Update) -> _Subject | None:
        """Return what the aid is about; None in a game without aid. Replays always have aid."""
        game = self._recorded.game
        if update.outcome is not None:
            return self._replayed()
        source = game.aid_from(viewer) if game.aided else None
        if source is None:
            return None
        news = update.news if source == viewer else self._recorded.update(source).news
        return _Subject(viewer, update.step, replay=False, view=update.view, news=news)

    def _replayed(self) -> _Subject | None:
        game, step = self._recorded.game, self._replay_step
        seat = first_seat(presentation(game), self._eyes) if self._eyes else None
        source = game.aid_from(seat or SPECTATOR)
        if step is None or source is None:
            return None
        moment, news = self._replays.moment(step, seat), self._replays.whole().news(step, source)
        return _Subject(seat or SPECTATOR, step, replay=True, view=moment.view, news=news)


class HintFeed:
    """Hints on request, each for one step of the client's seat. If the game moves on, the request is cancelled."""

    def __init__(self, live: LiveGame, jobs: SharedJobs) -> None:
        self._live = live
        self._jobs = jobs
        self._requested: tuple[Seat, int] | None = None  # seat and step

    def request(self, seat: Seat, step: int) -> None:
        self._requested = seat, step

    def poll(self, viewer: Viewer, update: Update, wake: Callable[[], None]) -> HintFrame | None:
        """Return the requested hint, once; None if it is not ready, and *wake* is called when it is."""
        if self._requested is None:
            return None
        live, name = self._live, self._live.hint_level(viewer)
        if self._requested != (viewer, update.step) or not update.legal or name is None:
            self.cancel()
            return None
        plan = live.plan(viewer, update.step)
        result = self._jobs.get(self, hint_request(live.id, live.game, viewer, update, plan), wake)
        if result is None:
            return None
        self._requested = None
        if result.value is not None:
            live.keep_plan(viewer, update.step, result.value.plan)
        return hint_frame(result.value, name, update, live.game)

    def cancel(self) -> None:
        self._requested = None
        self._jobs.cancel(self)
