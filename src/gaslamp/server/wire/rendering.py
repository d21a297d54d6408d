"""What one viewer of a table gets, in its language: built from its Update and what everybody knows, nothing else."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from gaslamp.core.game import REVEALED, Game, News, Outcome, Seat, Side, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.core.records.record import BY_THE_TABLE
from gaslamp.game.updates import Update
from gaslamp.locale import Catalogue, catalogue
from gaslamp.server.http import assets, templates
from gaslamp.server.wire.fragment_cache import FragmentCache, Fragments, fragments
from gaslamp.server.wire.frames.parts import BeatShown, PromptShown, ResultShown, SaidShown, SeatShown
from gaslamp.server.wire.frames.sent import ChatFrame, CurtainFrame, TableFrame
from gaslamp.service.lobby import names
from gaslamp.service.lobby.chat import SHOWN, SIDE, TABLE, ChatMessage
from gaslamp.service.lobby.members import Members
from gaslamp.service.lobby.membership import result
from gaslamp.service.lobby.requests import Room
from gaslamp.service.lobby.seats import SeatInfo
from gaslamp.ui.announcements import Announcement
from gaslamp.ui.panels import Log, LogLine, Note, NoteLine, Panel, Sheet, Track
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Prompt
from gaslamp.ui.scene import Scene, Target
from gaslamp.web.rulebook import section_ids

GUEST: Final = "guest"
BOT: Final = "bot"


class Chair(NamedTuple):
    """A seat as everybody sees it: whether a guest or an opponent has it, and whether somebody is there."""

    seat: Seat
    kind: str  # guest or bot
    who: Message  # as the others call them
    present: bool
    acting: bool = False  # it is this seat's turn
    hints: int = 0  # in so many turns it was given some
    lost: bool = False  # connected, but its heartbeat has stopped


def chair(one: SeatInfo) -> Chair:
    """A seat as everybody sees it."""
    kind = BOT if one.who == "bot" else GUEST
    return Chair(
        one.seat, kind, one.called, present=one.present, acting=one.acting, hints=one.hints, lost=one.lost
    )  # fmt: skip


class Around(NamedTuple):
    """What everybody at a table knows besides the game itself."""

    id: str
    chairs: tuple[Chair, ...]
    hotseat: bool = False
    rematch: str | None = None
    commitment: str = ""
    still: Message | None = None  # why whoever looks may not act for now, whosever turn it is
    shares: tuple[tuple[Seat, str], ...] = ()  # what each seat adds to the draws

    @property
    def settled(self) -> Around:
        """The same without what changes while nothing is played: who is there, and whether there is a rematch."""
        chairs = tuple(chair._replace(present=True, acting=False, hints=0, lost=False) for chair in self.chairs)
        return self._replace(chairs=chairs, rematch=None)


def table_frame(
    update: Update, game: Game[Any, Any], viewer: Viewer, around: Around, cache: FragmentCache
) -> TableFrame:
    """Give the table to a viewer, without the news."""
    slices = drawn_in_slices(update, game, viewer, around, cache)
    while True:
        try:
            next(slices)
        except StopIteration as drawn:
            frame: TableFrame = drawn.value
            return frame


def drawn_in_slices(
    update: Update, game: Game[Any, Any], viewer: Viewer, around: Around, cache: FragmentCache
) -> Generator[None, None, TableFrame]:
    """Draw the table for a viewer, without the news, and pause wherever somebody else may be served."""
    words, shared = cache.words, cache.shared
    scene = presentation(game).scene(update.view, update.news)
    yield
    over = update.outcome is not None
    prompt = _prompt(update, game, shared, around.still)
    yield
    sprites = shared.sprites(scene.sprites)
    yield
    targets = shared.targets(_wanted(scene, prompt))
    yield
    given = _with_players(panels(update.view, update.news, update.outcome, game), around, viewer)
    shown = []
    for panel in given:
        yield
        shown.append(cache.panel(panel))
    yield
    return TableFrame(
        step=update.step,
        seat=viewer,
        board=assets.still_address(game.title),
        size=(scene.board_art.width, scene.board_art.height),
        zoom=scene.board_art.zoom,
        label=words.say(scene.label),
        sprites=sprites,
        trails=shared.trails(scene.trails),
        targets=targets,
        prompt=prompt,
        panels=tuple(shown),
        news=(),
        undo=update.may_undo,
        resign=viewer in game.seats and not over,
        over=over,
        seats=_seats(around, game, viewer, cache),
        hotseat=around.hotseat,
        rematch=_next_table(around),
        result=_result(update, game, viewer, around, cache.language),
        commitment=around.commitment,
        head=update.head,
        shares=dict(around.shares),
    )


def with_attendance(
    frame: TableFrame, game: Game[Any, Any], viewer: Viewer, around: Around, cache: FragmentCache
) -> TableFrame:
    """A table that was drawn, with those who are there now and what follows it."""
    return msgspec.structs.replace(
        frame, seats=_seats(around, game, viewer, cache), rematch=_next_table(around)
    )  # fmt: skip


def with_news(frame: TableFrame, update: Update, game: Game[Any, Any], told: int, words: Catalogue) -> TableFrame:
    """Give the table with its news to a viewer who has been told so many of them."""
    untold = update.news[told:]
    if not untold:
        return frame
    moments = presentation(game).announcements(update.view, untold)
    html = _moments(moments, words.language) if moments else ""
    say = fragments(words.language).sentence
    beats = tuple(BeatShown(say(it.text), it.lights, it.sound) for it in presentation(game).story(update.view, untold))
    said = tuple(say(presentation(game).tell(piece)) for piece in untold)
    return msgspec.structs.replace(frame, news=said, moments=html, story=beats)


@lru_cache(maxsize=1_000)
def _moments(moments: tuple[Announcement, ...], language: str) -> str:
    return templates.render("table/moments.html", language, moments=moments)


def curtain_frame(game: Game[Any, Any], seat: Side, other: Side | None, language: str) -> CurtainFrame:
    """The curtain between the sides at one device: who looks next, and who may go on looking."""
    html = templates.render("table/curtain.html", language, title=game.title, seat=seat, other=other)
    return CurtainFrame(seat, html)


def chat_frame(
    game: Game[Any, Any],
    members: Members,
    seats: Sequence[Seat],
    rooms: Sequence[Room],
    said: Sequence[ChatMessage],
    language: str,
    *,
    whole: bool,
) -> ChatFrame:
    """Give what was said to whoever holds these seats; so much of it that the last will do is told as a whole."""
    words = catalogue(language)

    def who(seat: Seat) -> str:
        return words.say(names.speaker(members, seat, presentation(game).name(seat)))

    def room(one: ChatMessage) -> Room:
        return TABLE if one.room == TABLE else SIDE

    shown = tuple(SaidShown(room(one), who(one.seat), one.seat in seats, one.text) for one in said[-SHOWN:])
    return ChatFrame(tuple(rooms), write=bool(seats), whole=whole or len(said) > SHOWN, said=shown)


def draws(game: Game[Any, Any], shares: Mapping[Seat, str]) -> Message | None:
    """Say what everybody has to know about the draws: that no player has a share in them, or who has none."""
    if not shares:
        return None
    if "player" not in shares.values():
        return message("web.draws.servers_word")
    absent = tuple(presentation(game).name(seat) for seat, share in shares.items() if share == "absent")
    return message("web.draws.absent", seats=absent) if absent else None


def panels(view: Any, news: Sequence[News], outcome: Outcome | None, game: Game[Any, Any]) -> tuple[Panel, ...]:
    """What stands round the board; that the table ended a game, of which its rules know nothing, is in the log."""
    given = presentation(game).panels(view, news)
    if outcome is None or outcome.reason not in BY_THE_TABLE:
        return given
    last = LogLine(presentation(game).ended(outcome), strong=True)
    return tuple(replace(panel, lines=(last, *panel.lines)) if isinstance(panel, Log) else panel for panel in given)


def _with_players(given: Sequence[Panel], around: Around, viewer: Viewer) -> tuple[Panel, ...]:
    """Panels with the names of players in place of the names of seats; at one device all seats have one player."""
    if around.hotseat:
        return tuple(given)
    people = {one.seat: one.who for one in around.chairs} | {viewer: message("web.seat.you")}

    def named(line: NoteLine) -> NoteLine:
        return replace(line, player=people.get(line.seat, line.player)) if line.seat else line

    return tuple(
        replace(panel, lines=tuple(map(named, panel.lines))) if isinstance(panel, Note) else panel for panel in given
    )


def _wanted(scene: Scene, prompt: PromptShown) -> list[Target]:
    """The targets that a choice needs now, or a sprite for its shape: a large board has hundreds."""
    wanted = {sprite.id for sprite in scene.sprites}
    open_ones = list(prompt.choices)
    for choice in open_ones:
        wanted.add(choice.target)
        open_ones += choice.next
    return [target for target in scene.targets if target.id in wanted]


def _prompt(update: Update, game: Game[Any, Any], shared: Fragments, still: Message | None) -> PromptShown:
    actions, say = game.actions, shared.words.say
    prompt = presentation(game).prompt(update.view, actions.parsed(update.legal))
    if update.outcome is not None:  # the table may have ended it, of which a view knows nothing
        kicker = message(f"{game.title}.kicker.over")
        prompt = Prompt(kicker, presentation(game).ended(update.outcome), section=prompt.section)
    elif still is not None:
        prompt = Prompt(prompt.kicker, still, section=prompt.section)
    return PromptShown(
        kicker=say(prompt.kicker),
        title=say(prompt.title),
        hint=shared.say(prompt.hint),
        chips=tuple(map(say, prompt.chips)),
        done=prompt.done,
        choices=shared.choices(
            prompt.choices, {*actions.parsed(update.legal if prompt.confirms else update.final)}, actions
        ),
        inner=prompt.inner,
        section=prompt.section if prompt.section in section_ids(game.title) else "",
    )


def _seats(around: Around, game: Game[Any, Any], viewer: Viewer, cache: FragmentCache) -> tuple[SeatShown, ...]:
    def draw() -> tuple[SeatShown, ...]:
        return tuple(_seat(chair, game, viewer, cache.words, hotseat=around.hotseat) for chair in around.chairs)

    return cache.seats(around.chairs, viewer, draw)


def _next_table(around: Around) -> str | None:
    return f"/table/{around.rematch}" if around.rematch else None


def _seat(chair: Chair, game: Game[Any, Any], viewer: Viewer, words: Catalogue, *, hotseat: bool) -> SeatShown:
    name = chair.who
    if chair.kind != BOT and hotseat:
        name = message("web.seat.same_device")
    elif chair.kind != BOT and chair.seat == viewer:
        name = message("web.seat.you")
    label = presentation(game).name(chair.seat)
    return SeatShown(
        chair.seat, words.say(label), words.say(name), chair.kind, chair.present, chair.acting, chair.hints, chair.lost
    )


def _result(update: Update, game: Game[Any, Any], viewer: Viewer, around: Around, language: str) -> ResultShown | None:
    if update.outcome is None:
        return None
    mine = game.seats if around.hotseat else (viewer,) if viewer in game.seats else ()
    ended = result(game, update.outcome.winner, mine)
    html = templates.render(
        "table/result.html",
        language,
        title=game.title,
        game=around.id,
        winner=update.outcome.winner,
        result=ended,
        plays=viewer in game.seats,
        players=() if around.hotseat else [(chair.seat, chair.who) for chair in around.chairs],
        lines=_revealed(update, game),
        draws=draws(game, dict(around.shares)),
    )
    won = None if ended == "told" else ended == "won"
    return ResultShown(catalogue(language).say(presentation(game).ended(update.outcome)), html, won)


def _revealed(update: Update, game: Game[Any, Any]) -> list[Message]:
    """Say what was hidden, unless it lies open on a sheet beside the board."""
    beside = presentation(game).panels(update.view, update.news)
    if any(panel.own for panel in beside if isinstance(panel, (Sheet, Track))):
        return []
    shown = [piece for piece in update.news if piece.kind == REVEALED]  # what was shown earlier has changed since
    return [presentation(game).tell(piece) for piece in shown[-1:]]
