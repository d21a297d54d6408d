"""Records in the terminal: replay, verify, draw, animate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from rich.progress import track

from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Viewer
from gaslamp.core.messages import Message, message
from gaslamp.core.records import record
from gaslamp.core.records.proof import BadProof, Proof
from gaslamp.game import verification
from gaslamp.game.replay import Replay
from gaslamp.game.verification import NOTHING_KEPT, Kept
from gaslamp.terminal import files
from gaslamp.terminal.screen import Screen
from gaslamp.titles import game as find_game
from gaslamp.ui import raster, scene
from gaslamp.ui.presentation import presentation

_FRAME: Final = 1.0  # seconds per frame of an animation
_WIDTHS: Final = {"webp": 640, "gif": 480}  # pixels of an animation


class OpenRecord(NamedTuple):
    """A record, its game, and each action with the position after it."""

    game: Game[Any, Any]
    record: record.Record
    steps: list[tuple[int, Any]]


def open_record(path: Path) -> OpenRecord:
    opened = record.read(files.read(path))
    game = find_game(opened.title, opened.options)
    record.verify(game, opened)
    return OpenRecord(game, opened, list(record.replay(game, opened)))


def verify(path: Path, screen: Screen, noted: Kept = NOTHING_KEPT) -> None:
    """Check a record, its proof, and the commitments that the user noted; print the result. Raises GaslampError."""
    opened = open_record(path)
    proof = opened.record.proof
    if proof is not None:
        verification.check(opened.game, opened.record, proof, noted, levels.of_title(opened.game.title))
    elif noted:
        raise BadProof("proof.missing", line=1)
    screen.tell("record.right", "green", count=len(opened.steps), result=_result(opened))
    if proof is None:
        screen.tell("proof.none", "yellow")
        return
    screen.tell("proof.right", "green", count=len(proof.entries), commitment=proof.commitment)
    _tell_draws(opened.game, proof, screen)
    _tell_compared(noted, screen)


def _tell_draws(game: Game[Any, Any], proof: Proof, screen: Screen) -> None:
    def named(*by: str) -> str:
        seats = [seat for seat, nonce in proof.nonces.items() if nonce.by in by]
        return ", ".join(screen.say(presentation(game).name(seat)) for seat in seats)

    if proof.players:
        screen.tell("proof.added", "green", seats=named("player"))
    else:
        screen.tell("proof.servers_word", "yellow")
    if absent := named("absent"):
        screen.tell("proof.absent", "yellow", seats=absent)


def _tell_compared(noted: Kept, screen: Screen) -> None:
    if not noted:
        screen.tell("proof.nothing_kept", "yellow")
    if noted.commitment:
        screen.tell("proof.same_commitment", "green")
    if noted.nonces:
        screen.tell("proof.same_nonces", "green", count=len(noted.nonces))
    if noted.house:
        screen.tell("proof.same_house", "green")
    if noted.heads:
        screen.tell("proof.heads", "green", count=len(noted.heads))


def replay(path: Path, screen: Screen, ask: Callable[[], str]) -> None:
    opened = open_record(path)
    at = 0
    while True:
        _show(opened, at, screen)
        last = at == len(opened.steps)
        if last:
            screen.tell("terminal.replay_end", "bold yellow", result=_result(opened))
        screen.tell("terminal.replay_hint", "dim")
        try:
            line = ask().strip().lower()
        except (EOFError, KeyboardInterrupt):
            return
        word, _, rest = line.partition(" ")
        match word:
            case "q" | "quit" | "exit":
                return
            case "b":
                at = max(0, at - 1)
            case "g" if rest.strip().isdecimal():
                at = min(len(opened.steps), int(rest.strip()[:9]))
            case "" if last:
                return
            case "":
                at += 1
            case _:
                pass  # the hint is printed again


def draw(path: Path, svg: Path, screen: Screen, *, after: int | None, viewer: Viewer | None, over: bool) -> None:
    """Draw a position of a record into an SVG file; *over* allows replacing an existing file."""
    opened = open_record(path)
    game = opened.game
    _check_viewer(game, viewer)
    at = len(opened.steps) if after is None else min(max(after, 0), len(opened.steps))
    view = game.view(_position(opened, at), viewer or game.viewers[-1], ended=viewer is None)
    files.write(svg, scene.to_svg(presentation(game).scene(view), screen.say), made_of=path, over=over)
    screen.tell("terminal.drawn", "green", file=str(svg))


def animate(path: Path, file: Path, screen: Screen, *, viewer: Viewer | None, over: bool) -> None:
    """Write the whole game, or what a viewer knew of it, as WebP, GIF or SVG, by the file's ending."""
    endings: tuple[Literal["webp", "gif", "svg"], ...] = ("webp", "gif", "svg")
    kind = next((ending for ending in endings if file.suffix.lower() == f".{ending}"), None)
    if kind is None:
        raise GaslampError("terminal.animation_kind", file=str(file))
    if kind != "svg" and not raster.available():
        raise GaslampError("terminal.no_pictures", command="pip install 'gaslamp[pictures]'")
    opened = open_record(path)
    _check_viewer(opened.game, viewer)
    told, ui = Replay(opened.game, opened.record), presentation(opened.game)
    moments = (told.moment(step, viewer) for step in told.stops)
    scenes = [ui.scene(moment.view, moment.news) for moment in moments]
    content: str | bytes
    if kind == "svg":
        content = scene.to_animated_svg(scenes, screen.say, _FRAME)
    else:
        working = screen.say(message("terminal.drawing"))
        bar = track(scenes, working, console=screen.console, transient=True, disable=not screen.console.is_terminal)
        frames = (scene.to_svg(one, screen.say) for one in bar)
        content = raster.animation(frames, kind, width=_WIDTHS[kind], seconds=_FRAME)
    files.write(file, content, made_of=path, over=over)
    screen.tell("terminal.drawn", "green", file=str(file))


def _check_viewer(game: Game[Any, Any], viewer: Viewer | None) -> None:
    if viewer is not None and viewer not in game.viewers:
        raise GaslampError("error.seat", seat=viewer[:40], known=", ".join(game.viewers))


def _position(opened: OpenRecord, at: int) -> Any:
    return opened.steps[at - 1][1] if at else opened.game.start()


def _show(opened: OpenRecord, at: int, screen: Screen) -> None:
    """Print the board after *at* actions, hidden information included."""
    screen.board(opened.game, opened.game.view(_position(opened, at), opened.game.viewers[-1], ended=True))
    if at:
        label = presentation(opened.game).label(opened.steps[at - 1][0])
        screen.tell("terminal.replay_line", "bold", number=at, count=len(opened.steps), action=label)


def _result(opened: OpenRecord) -> Message:
    outcome = opened.record.outcome
    if outcome is None:
        return message("table.unfinished")
    return presentation(opened.game).ended(outcome)
