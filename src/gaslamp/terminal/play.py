"""A game in the terminal: one person against bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from typing import Any

from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import DEALT, Game, Seat
from gaslamp.core.messages import Message, message
from gaslamp.core.records import record
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.service.games import bot_runner
from gaslamp.service.games.assistance import advise, hint_request
from gaslamp.terminal import files
from gaslamp.terminal.screen import Screen
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice, Prompt


class Session:
    def __init__(
        self, table: Table, seat: Seat, bot: str, screen: Screen, ask: Callable[[], str], rng: Random | None = None
    ) -> None:
        self._table = table
        self._seat = seat
        self._bot = bot
        self._screen = screen
        self._ask = ask
        self._rng = rng or SystemRandom()
        self._read = 0  # number of news already printed
        self._resigning = False
        self._grave: Mapping[int, Choice] = {}  # decisive actions, to be confirmed
        self._asked = ""  # notation awaiting confirmation
        self._plan: tuple[int, int, tuple[int, ...]] = (-1, -1, ())  # turn, step and plan of the last hint

    def run(self) -> None:
        title = self._table.game.title
        self._screen.tell(f"{title}.title", "bold yellow")
        self._screen.tell(f"{title}.rules", "dim")
        seat = presentation(self._table.game).name(self._seat)
        self._screen.tell("terminal.you_are", "", seat=seat, bot=message(f"web.bot.{self._bot}"))
        self._screen.tell(f"web.bot_about.{self._bot}", "dim")
        while self._table.to_move is not None:
            if self._table.to_move != self._seat:
                bot_runner.answer(self._table, self._table.to_move, self._bot, self._rng)
            elif not self._step():
                self._screen.tell("terminal.bye")
                return
        self._show(self._table.update(self._seat))
        self._finish()

    def _step(self) -> bool:
        """Show the table and take one step; False when the person leaves."""
        update = self._table.update(self._seat)
        self._show(update)
        game = self._table.game
        actions = game.actions.parsed(update.legal)
        prompt = presentation(game).prompt(update.view, actions)
        self._grave = _grave(prompt)
        self._screen.write(prompt.title, "bold")
        self._screen.choices([_label(game, action, self._grave.get(action)) for action in actions])
        self._screen.tell("terminal.hint", "dim")
        while True:
            try:
                line = self._ask().strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if line.lower() in {"q", "quit", "exit"}:
                return False
            try:
                if self._obey(line, update):
                    return True
            except GaslampError as error:
                self._screen.write(error.message, "red")

    def _obey(self, line: str, update: Update) -> bool:
        """Run a command line; True if the table has changed."""
        word, _, rest = line.partition(" ")
        resigning, self._resigning = self._resigning, False
        match word.lower():
            case "":
                return False
            case "?" | "h" | "help":
                self._screen.tell(f"{self._table.game.title}.rules", "dim")
                self._screen.tell("terminal.help", "", example=update.legal[0])
            case "l":
                for news in update.news:
                    self._screen.write(presentation(self._table.game).tell(news), "dim")
            case "t" | "hint":
                self._hint(update)
            case "w":
                self._write(rest.strip())
            case "r" if not resigning:
                self._resigning = True
                self._screen.tell("terminal.sure_resign", "yellow")
            case "r":
                self._table.resign(self._seat)
                return True
            case "u":
                self._table.undo(self._seat, update.step)
                self._screen.tell("terminal.undone", "yellow")
                return True
            case number if number.isdecimal():
                if not (rest == "" and 1 <= int(number[:9]) <= len(update.legal)):
                    self._screen.tell("terminal.no_number", "red", count=len(update.legal))
                    return False
                return self._play(update.legal[int(number) - 1], update)
            case _:
                return self._play(line, update)
        return False

    def _hint(self, update: Update) -> None:
        game, turn = self._table.game, self._table.state.course.public.number
        told_in, told_at, told = self._plan
        plan = told if told_in == turn and told_at < update.step else ()
        if levels.closest_level(game, self._seat) is None:
            self._screen.tell("web.hint.none", "red")
            return
        advice = advise(*hint_request("terminal", game, self._seat, update, plan).args)
        if told_at != update.step:
            self._plan = turn, update.step, advice.plan
        action = game.actions.parse(advice.notation)
        self._screen.tell("terminal.advice", "bold green", what=_label(game, action, self._grave.get(action)))
        for reason in advice.reasons:
            self._screen.write(reason, "green")

    def _play(self, notation: str, update: Update) -> bool:
        """Play, or ask for confirmation of a decisive action; True if the table has changed."""
        grave = self._grave.get(self._table.game.actions.parse(notation))
        pending, self._asked = self._asked, notation
        if grave is not None and grave.sure is not None and pending != notation:
            self._screen.write(grave.sure, "yellow")
            self._screen.tell("terminal.sure", "yellow")
            return False
        self._table.play(self._seat, notation, update.step)
        return True

    def _show(self, update: Update) -> None:
        self._screen.board(self._table.game, update.view)
        self._aid(update)
        self._read = min(self._read, len(update.news))  # an undo takes news back
        for news in update.news[self._read :]:
            if news.kind != DEALT:  # the board shows it
                self._screen.write(presentation(self._table.game).tell(news), "italic")
        self._read = len(update.news)

    def _aid(self, update: Update) -> None:
        game = self._table.game
        source = game.aid_from(self._seat) if game.aided and update.outcome is None else None
        if source is None:
            return
        concluded = game.conclude(self._table.update(source).news)
        if concluded is not None:
            self._screen.aid(presentation(game).aid(update.view, concluded).panels)

    def _finish(self) -> None:
        outcome = self._table.outcome
        if outcome is not None and outcome.reason in record.BY_THE_TABLE:
            self._screen.write(presentation(self._table.game).ended(outcome), "bold yellow")
        self._screen.tell("terminal.after", "dim")
        while True:
            try:
                word, _, rest = self._ask().strip().partition(" ")
            except (EOFError, KeyboardInterrupt):
                word = ""
            match word.lower():
                case "" | "q" | "quit" | "exit":
                    self._screen.tell("terminal.bye")
                    return
                case "w":
                    self._try_to_write(rest.strip())
                case _:
                    self._screen.tell("terminal.after", "dim")

    def _try_to_write(self, name: str) -> None:
        try:
            self._write(name)
        except GaslampError as error:
            self._screen.write(error.message, "red")

    def _write(self, name: str) -> None:
        """Write the record, or only the player's news while the game goes on."""
        if not name:
            self._screen.tell("terminal.which_file", "red")
            return
        if self._table.outcome is None:
            self._screen.tell("terminal.not_yet", "red")
            return
        names = dict.fromkeys(self._table.game.seats, self._bot) | {self._seat: ""}
        files.write_new(name, record.write(self._table.record(names)))
        self._screen.tell("terminal.saved", "green", file=name)


def _grave(prompt: Prompt) -> dict[int, Choice]:
    """Return the choices that need confirmation, by action."""
    leaves = (leaf for choice in prompt.choices for leaf in choice.leaves())
    return {leaf.action: leaf for leaf in leaves if leaf.sure is not None and leaf.action is not None}


def _label(game: Game[Any, Any], action: int, grave: Choice | None) -> Message:
    return (grave.label if grave is not None else None) or presentation(game).label(action)
