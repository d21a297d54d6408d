"""A simulated user of the terminal: types prepared lines and records the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from random import Random

from rich.console import Console

from gaslamp import titles
from gaslamp.core.messages import Message, message
from gaslamp.game.table import Table
from gaslamp.locale import catalogue
from gaslamp.terminal.play import Session
from gaslamp.terminal.screen import Screen

WIDE = 400  # columns; avoids wrapping


class Terminal:
    """One session; the input ends with the lines."""

    def __init__(
        self,
        type_lines: Callable[[Terminal], Iterator[str]],
        *,
        title: str = "pocket",
        seat: str = "detectives",
        language: str = "en",
        seed: object = 1,
        width: int = WIDE,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.seat = seat
        self.rng = Random(f"person {seed}")
        self.table = Table(titles.game(title, options), rng=Random(f"chance {seed}"))
        self.pages: list[str] = []  # output before each input line, and after the last
        self._words = catalogue(language)
        self._lines = type_lines(self)
        self._printed = StringIO()
        self._read = 0
        screen = Screen(Console(file=self._printed, width=width, highlight=False, color_system=None), self._words)
        Session(self.table, seat, "passer_by", screen, self._ask, Random(f"bot {seed}")).run()
        self._turn_page()

    @property
    def legal(self) -> tuple[str, ...]:
        return self.table.update(self.seat).legal

    @property
    def page(self) -> str:
        """Return the last page."""
        return self.pages[-1]

    def say(self, id: str | Message, /, **params: str | int | Message) -> str:
        return self._words.say(message(id, **params) if isinstance(id, str) else id)

    def _turn_page(self) -> None:
        self.pages.append(self._printed.getvalue()[self._read :])
        self._read = len(self._printed.getvalue())

    def _ask(self) -> str:
        self._turn_page()
        for line in self._lines:
            return line
        raise EOFError


def typing(*lines: str) -> Callable[[Terminal], Iterator[str]]:
    """Yield these lines."""
    return lambda _: iter(lines)


def by_numbers(terminal: Terminal) -> Iterator[str]:
    """Play a whole game, choosing by number."""
    while terminal.legal:
        yield str(1 + terminal.rng.randrange(len(terminal.legal)))


def by_notation(terminal: Terminal) -> Iterator[str]:
    """Play the same game, choosing by notation, in capitals and with extra spaces."""
    while terminal.legal:
        yield "  " + terminal.legal[terminal.rng.randrange(len(terminal.legal))].upper().replace(" ", "  ")
