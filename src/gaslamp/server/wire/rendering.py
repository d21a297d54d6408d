"""Builds table frames. A frame contains only the viewer's update and what everybody at the table knows."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gaslamp.core.game import REVEALED, Game, News, Outcome, Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.core.records.record import BY_THE_TABLE
from gaslamp.game.updates import Update
from gaslamp.server.http import assets
from gaslamp.server.wire.frames.server_frames import Order, Player, Result, TableFrame, TableSeat
from gaslamp.service.lobby.membership import result
from gaslamp.service.lobby.seats import SeatInfo
from gaslamp.ui.panels import Log, LogLine, Note, NoteLine, Panel, Sheet, Track
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice, Prompt
from gaslamp.ui.scene import Layer, Scene, Target
from gaslamp.web.rulebook import section_ids

GUEST: Final = "guest"
BOT: Final = "bot"
SLICE: Final = 0.0002  # seconds of drawing between pauses
_YOU: Final = message("web.seat.you")


class TableInfo(NamedTuple):
    """What everybody at a table knows besides the game itself, without attendance."""

    id: str
    players: tuple[tuple[Seat, Message], ...]  # names, as the others see them
    hotseat: bool = False
    commitment: str = ""
    blocked: Message | None = None  # reason why the viewer cannot act
    shares: tuple[tuple[Seat, str], ...] = ()  # each seat's contribution to the draws


def table_seat(one: SeatInfo, game: Game[Any, Any], viewer: Viewer, *, hotseat: bool) -> TableSeat:
    is_bot, name = one.who == "bot", one.called
    if not is_bot and hotseat:
        name = message("web.seat.same_device")
    elif not is_bot and one.seat == viewer:
        name = _YOU
    label = presentation(game).name(one.seat)
    return TableSeat(one.seat, label, name, BOT if is_bot else GUEST, one.present, one.acting, one.hints, one.lost)


async def drawn(update: Update, game: Game[Any, Any], viewer: Viewer, info: TableInfo) -> TableFrame:
    """Build a frame without attendance and news. Other clients are served in between.

    Otherwise the latency of a ping would reveal that a frame is being drawn for somebody else.
    """
    parts = _parts(update, game, viewer, info)
    began = perf_counter()
    while True:
        try:
            next(parts)
        except StopIteration as end:
            frame: TableFrame = end.value
            return frame
        if perf_counter() - began >= SLICE:
            await asyncio.sleep(0)
            began = perf_counter()


def table_frame(update: Update, game: Game[Any, Any], viewer: Viewer, info: TableInfo) -> TableFrame:
    """Build a frame like `drawn`, without pauses."""
    parts = _parts(update, game, viewer, info)
    while True:
        try:
            next(parts)
        except StopIteration as end:
            frame: TableFrame = end.value
            return frame


def _parts(update: Update, game: Game[Any, Any], viewer: Viewer, info: TableInfo) -> Generator[None, None, TableFrame]:
    scene = presentation(game).scene(update.view, update.news)
    yield
    prompt = _prompt(update, game, info.blocked)
    yield
    shown = _with_players(panels(update.view, update.news, update.outcome, game), info, viewer)
    yield
    sprites = {sprite.id: sprite for sprite in scene.sprites}
    trails = {trail.id: trail for trail in scene.trails}
    over = update.outcome is not None
    return TableFrame(
        step=update.step,
        seat=viewer,
        board=assets.still_address(game.title),
        size=(scene.board_art.width, scene.board_art.height),
        zoom=scene.board_art.zoom,
        label=scene.label,
        sprites=sprites,
        trails=trails,
        targets=_targets(scene, prompt),
        order=Order(_layers(scene), tuple(trails), tuple(panel.id for panel in shown)),
        prompt=prompt,
        panels={panel.id: panel for panel in shown},
        undo=update.may_undo,
        resign=viewer in game.seats and not over,
        over=over,
        hotseat=info.hotseat,
        result=_result(update, game, viewer, info),
        commitment=info.commitment,
        head=update.head,
        shares=dict(info.shares),
    )


def with_attendance(frame: TableFrame, seats: Sequence[TableSeat], rematch: str | None) -> TableFrame:
    next_table = f"/table/{rematch}" if rematch else ""
    return replace(frame, seats={seat.seat: seat for seat in seats}, rematch=next_table)


def with_news(frame: TableFrame, update: Update, game: Game[Any, Any], told: int) -> TableFrame:
    """Add the news of *update* except the first *told*, which the client has received."""
    fresh = update.news[told:]
    if not fresh:
        return frame
    ui = presentation(game)
    return replace(
        frame,
        news=tuple(ui.tell(piece) for piece in fresh),
        announcements=ui.announcements(update.view, fresh),
        story=ui.story(update.view, fresh),
    )


def draws(game: Game[Any, Any], shares: Mapping[Seat, str]) -> Message | None:
    """Return the note about players who added nothing to the draws; None if all of them did."""
    if not shares:
        return None
    if "player" not in shares.values():
        return message("web.draws.servers_word")
    absent = tuple(presentation(game).name(seat) for seat, share in shares.items() if share == "absent")
    return message("web.draws.absent", seats=absent) if absent else None


def panels(view: Any, news: Sequence[News], outcome: Outcome | None, game: Game[Any, Any]) -> tuple[Panel, ...]:
    """Return the title's panels. An end that is not part of the rules, such as resigning, is added to the log."""
    given = presentation(game).panels(view, news)
    if outcome is None or outcome.reason not in BY_THE_TABLE:
        return given
    last = LogLine(presentation(game).ended(outcome), strong=True)
    return tuple(
        replace(panel, lines={**panel.lines, len(panel.lines): last}) if isinstance(panel, Log) else panel
        for panel in given
    )


def _with_players(given: Sequence[Panel], info: TableInfo, viewer: Viewer) -> Sequence[Panel]:
    """Replace the names of seats by those of their players, unless all play at one device."""
    if info.hotseat:
        return given
    people = {**dict(info.players), viewer: _YOU}

    def named(line: NoteLine) -> NoteLine:
        return replace(line, player=people.get(line.seat, line.player)) if line.seat else line

    return [
        replace(panel, lines={number: named(line) for number, line in panel.lines.items()})
        if isinstance(panel, Note)
        else panel
        for panel in given
    ]


def _layers(scene: Scene) -> dict[Layer, tuple[str, ...]]:
    layers: dict[Layer, list[str]] = {}
    for sprite in scene.sprites:
        layers.setdefault(sprite.layer, []).append(sprite.id)
    return {layer: tuple(ids) for layer, ids in layers.items()}


def _targets(scene: Scene, prompt: Prompt) -> dict[str, Target]:
    """Return all targets, which rarely change. A large board has hundreds: only those needed now."""
    if not scene.board_art.zoom:
        return {target.id: target for target in scene.targets}
    wanted = {sprite.id for sprite in scene.sprites}  # a target gives a sprite its shape
    pending = list(prompt.choices)
    for choice in pending:
        wanted.add(choice.target)
        pending += choice.next
    return {target.id: target for target in scene.targets if target.id in wanted}


def _prompt(update: Update, game: Game[Any, Any], blocked: Message | None) -> Prompt:
    actions, ui = game.actions, presentation(game)
    prompt = ui.prompt(update.view, actions.parsed(update.legal))
    section = prompt.section if prompt.section in section_ids(game.title) else ""
    if update.outcome is not None:
        return Prompt(message(f"{game.title}.kicker.over"), ui.ended(update.outcome), section=section)
    if blocked is not None:
        return Prompt(prompt.kicker, blocked, section=section)
    final = {*actions.parsed(update.legal if prompt.confirms else update.final)}

    def with_notation(choice: Choice) -> Choice:
        if choice.action is None:
            return replace(choice, next=tuple(map(with_notation, choice.next)))
        return replace(choice, action=None, play=actions.format(choice.action), final=choice.action in final)

    return replace(prompt, choices=tuple(map(with_notation, prompt.choices)), section=section, confirms=False)


def _result(update: Update, game: Game[Any, Any], viewer: Viewer, info: TableInfo) -> Result | UnsetType:
    if update.outcome is None:
        return UNSET
    mine = game.seats if info.hotseat else (viewer,) if viewer in game.seats else ()
    ended, ui = result(game, update.outcome.winner, mine), presentation(game)
    neutral = ended == "told"
    winner = message("web.result.winner", seat=ui.name(update.outcome.winner))
    players = () if info.hotseat else info.players
    return Result(
        title=ui.ended(update.outcome),
        won=UNSET if neutral else ended == "won",
        verdict=winner if neutral else message(f"web.result.{ended}"),
        lines=_revealed(update, game),
        players={seat: Player(ui.name(seat), name) for seat, name in players},
        draws=draws(game, dict(info.shares)) or UNSET,
    )


def _revealed(update: Update, game: Game[Any, Any]) -> tuple[Message, ...]:
    """Return what was hidden, unless a sheet beside the board shows it."""
    beside = presentation(game).panels(update.view, update.news)
    if any(panel.own for panel in beside if isinstance(panel, (Sheet, Track))):
        return ()
    shown = [piece for piece in update.news if piece.kind == REVEALED]
    return tuple(presentation(game).tell(piece) for piece in shown[-1:])
