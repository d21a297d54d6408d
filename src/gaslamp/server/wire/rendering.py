"""Builds table frames. A frame contains only the viewer's update and what is public at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gaslamp.core.game import REVEALED, Game, News, Outcome, Seat, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.core.records.record import BY_THE_TABLE
from gaslamp.game.updates import Update
from gaslamp.server.http import assets
from gaslamp.server.wire.server_frames import HintFrame, Order, Player, Result, TableFrame, TableSeat
from gaslamp.service.games.assistance import Advice
from gaslamp.service.lobby.membership import result
from gaslamp.ui.panels import Log, LogLine, Note, NoteLine, Panel, Sheet, Track
from gaslamp.ui.presentation import Presentation, presentation
from gaslamp.ui.prompt import Choice, Prompt
from gaslamp.ui.scene import Layer, Scene, Target
from gaslamp.web.rulebook import section_ids

SLICE: Final = 0.0002  # seconds of drawing between pauses
YOU: Final = message("web.seat.you")


class TableInfo(NamedTuple):
    """What is public at a table besides the game itself, without attendance."""

    players: tuple[tuple[Seat, Message], ...]  # names, as the others see them
    hotseat: bool = False
    commitment: str = ""
    blocked: Message | None = None  # reason why the viewer cannot act
    shares: tuple[tuple[Seat, str], ...] = ()  # each seat's contribution to the draws


async def table_frame(update: Update, ui: Presentation[Any], viewer: Viewer, info: TableInfo) -> TableFrame:
    """Build a frame without attendance and news. Other clients are served in between.

    Otherwise the latency of a ping would reveal that a frame is being drawn for another client.
    """
    began = perf_counter()
    scene = ui.scene(update.view, update.news)
    began = await _pause(began)
    prompt = _prompt(update, ui, info.blocked)
    began = await _pause(began)
    title_panels = panels(update.view, update.news, update.outcome, ui)
    await _pause(began)
    shown = title_panels if info.hotseat else _with_players(title_panels, info, viewer)
    trails = {trail.id: trail for trail in scene.trails}
    over = update.outcome is not None
    return TableFrame(
        step=update.step,
        seat=viewer,
        board=assets.still_address(ui.game.title),
        size=(scene.board_art.width, scene.board_art.height),
        zoom=scene.board_art.zoom,
        label=scene.label,
        sprites={sprite.id: sprite for sprite in scene.sprites},
        trails=trails,
        targets=_targets(scene, prompt),
        order=Order(_layers(scene), tuple(trails), tuple(panel.id for panel in shown)),
        prompt=prompt,
        panels={panel.id: panel for panel in shown},
        undo=update.may_undo,
        resign=viewer in ui.game.seats and not over,
        over=over,
        hotseat=info.hotseat,
        result=_result(update, update.outcome, ui, viewer, info, title_panels) if update.outcome else UNSET,
        commitment=info.commitment,
        head=update.head,
        shares=dict(info.shares),
    )


async def _pause(began: float) -> float:
    """Let other tasks run if a slice of time has passed since *began*. Returns when the next slice began."""
    if perf_counter() - began < SLICE:
        return began
    await asyncio.sleep(0)
    return perf_counter()


def with_seats(
    frame: TableFrame, seats: Sequence[TableSeat], rematch: str | None = None, offered: Message | None = None
) -> TableFrame:
    next_table = f"/table/{rematch}" if rematch else ""
    return replace(
        frame, seats={seat.seat: seat for seat in seats}, rematch=next_table, rematch_offered=offered or UNSET
    )


def with_news(frame: TableFrame, update: Update, ui: Presentation[Any], received: int) -> TableFrame:
    """Add the news of *update* except the first *received*, which the client has."""
    fresh = update.news[received:]
    if not fresh:
        return frame
    return replace(
        frame,
        news=tuple(ui.tell(piece) for piece in fresh),
        announcements=ui.announcements(update.view, fresh),
        story=ui.story(update.view, fresh),
    )


def draws(ui: Presentation[Any], shares: Mapping[Seat, str]) -> Message | None:
    """Return the note about players who added nothing to the draws; None if all of them did."""
    if not shares:
        return None
    if "player" not in shares.values():
        return message("web.draws.servers_word")
    absent = tuple(ui.name(seat) for seat, share in shares.items() if share == "absent")
    return message("web.draws.absent", seats=absent) if absent else None


def panels(view: Any, news: Sequence[News], outcome: Outcome | None, ui: Presentation[Any]) -> tuple[Panel, ...]:
    """Return the title's panels. An end that is not part of the rules, such as resigning, is added to the log."""
    title_panels = ui.panels(view, news)
    if outcome is None or outcome.reason not in BY_THE_TABLE:
        return title_panels
    last = LogLine(ui.ended(outcome), strong=True)
    return tuple(
        replace(panel, lines={**panel.lines, len(panel.lines): last}) if isinstance(panel, Log) else panel
        for panel in title_panels
    )


def _with_players(title_panels: Sequence[Panel], info: TableInfo, viewer: Viewer) -> Sequence[Panel]:
    players = {**dict(info.players), viewer: YOU}

    def named(line: NoteLine) -> NoteLine:
        return replace(line, player=players.get(line.seat, line.player)) if line.seat else line

    return [
        replace(panel, lines={number: named(line) for number, line in panel.lines.items()})
        if isinstance(panel, Note)
        else panel
        for panel in title_panels
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
    needed = {sprite.id for sprite in scene.sprites}  # a target gives a sprite its shape
    pending = list(prompt.choices)
    for choice in pending:
        needed.add(choice.target)
        pending += choice.next
    return {target.id: target for target in scene.targets if target.id in needed}


def _prompt(update: Update, ui: Presentation[Any], blocked: Message | None) -> Prompt:
    title, actions = ui.game.title, ui.game.actions
    legal = actions.parsed(update.legal)
    prompt = ui.prompt(update.view, legal)
    section = prompt.section if prompt.section in section_ids(title) else ""
    if update.outcome is not None:
        return Prompt(message(f"{title}.kicker.over"), ui.ended(update.outcome), section=section)
    if blocked is not None:
        return Prompt(prompt.kicker, blocked, section=section)
    notations = dict(zip(legal, update.legal, strict=True))
    final = {*update.legal} if prompt.confirms else {*update.final}

    def with_notation(choice: Choice) -> Choice:
        if choice.action is None:
            return replace(choice, next=tuple(map(with_notation, choice.next)))
        notation = notations[choice.action]
        return replace(choice, action=None, play=notation, final=notation in final)

    return replace(prompt, choices=tuple(map(with_notation, prompt.choices)), section=section, confirms=False)


def _result(
    update: Update,
    outcome: Outcome,
    ui: Presentation[Any],
    viewer: Viewer,
    info: TableInfo,
    title_panels: Sequence[Panel],
) -> Result:
    seats = ui.game.seats
    mine = seats if info.hotseat else (viewer,) if viewer in seats else ()
    ended = result(ui.game, outcome.winner, mine)
    won: bool | UnsetType = ended == "won"
    verdict = message(f"web.result.{ended}")
    if ended == "told":  # neither won nor lost
        won, verdict = UNSET, message("web.result.winner", seat=ui.name(outcome.winner))
    players = () if info.hotseat else info.players
    beside_the_board = any(panel.own for panel in title_panels if isinstance(panel, (Sheet, Track)))
    revealed = () if beside_the_board else [piece for piece in update.news if piece.kind == REVEALED][-1:]
    return Result(
        title=ui.ended(outcome),
        won=won,
        verdict=verdict,
        lines=tuple(ui.tell(piece) for piece in revealed),
        players={seat: Player(ui.name(seat), name) for seat, name in players},
        draws=draws(ui, dict(info.shares)) or UNSET,
    )


def hint_frame(advice: Advice | None, name: str, update: Update, game: Game[Any, Any]) -> HintFrame:
    """Return the hint; an apology without *advice*: the worker failed."""
    if advice is None:
        return HintFrame(update.step, (message("web.hint.none"),))
    path = path_to(advice.notation, update, game)
    by = message("web.hint.by", level=message(f"web.bot.{name}"))
    return HintFrame(update.step, _labels(path), by, tuple(advice.reasons), tuple(choice.target for choice in path))


def path_to(notation: str, update: Update, game: Game[Any, Any]) -> tuple[Choice, ...]:
    choices = presentation(game).prompt(update.view, game.actions.parsed(update.legal)).choices
    return _path(choices, game.actions.parse(notation))


def _path(choices: Sequence[Choice], action: int) -> tuple[Choice, ...]:
    for choice in choices:
        if choice.action == action:
            return (choice,)
        rest = _path(choice.next, action)
        if rest:
            return (choice, *rest)
    return ()


def _labels(path: Sequence[Choice]) -> tuple[Message, ...]:
    labels = (*(choice.label for choice in path[:-1]), *(choice.verb or choice.label for choice in path[-1:]))
    return tuple(label for label in labels if label is not None)
