"""Terminal output: boards, side notes and messages in one language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from gaslamp.core.game import Game
from gaslamp.core.messages import Message, Param
from gaslamp.locale import Catalogue, format_number
from gaslamp.ui.panels import Note, Panel, Shares
from gaslamp.ui.presentation import presentation
from gaslamp.ui.scene import Span

_ANSWERS = 3  # number of newest answers printed


class Screen:
    def __init__(self, console: Console, catalogue: Catalogue) -> None:
        self.console = console
        self._catalogue = catalogue

    def say(self, message: Message) -> str:
        return self._catalogue.say(message)

    def number(self, value: float) -> str:
        return format_number(value, self._catalogue.language)

    def tell(self, id: str, style: str = "", /, **params: Param) -> None:
        self.write(Message(id, params), style)

    def write(self, message: Message, style: str = "") -> None:
        self.console.print(Text(self.say(message), style=style))

    def board(self, game: Game[Any, Any], view: Any, *, notes: bool = True) -> None:
        """Print the board with its notes beside it, or below on a narrow terminal; without *notes* only the board."""
        drawing = presentation(game).text_board(view)
        lines = [self._row(row) for row in drawing.rows]
        rows = Text("\n").join(lines)
        beside = Grid.grid(padding=(0, 1))
        for line in drawing.beside if notes else ():
            beside.add_row("•", Text(self.say(line)))
        self.console.print()
        width = max((line.cell_len for line in lines), default=0)
        if self.console.width < width + 30 or not width:
            if width:
                self.console.print(rows, no_wrap=True, overflow="crop", crop=True)
            self.console.print(beside)
            return
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(width=width, no_wrap=True)
        grid.add_column()
        grid.add_row(rows, beside)
        self.console.print(grid)

    def aid(self, panels: Sequence[Panel]) -> None:
        """Print the deduction aid: the largest shares with bars, or what the others know."""
        for panel in panels:
            match panel:
                case Shares():
                    self.console.print(Text(f"{self.say(panel.title)} {self.say(panel.note)}", style="bold"))
                    for line in panel.lines:
                        bar = "█" * max(1, line.length // 5)
                        self.console.print(Text(f"{self.say(line.name):>5} {bar:<20} {self.say(line.share)}"))
                    self.write(panel.text, "dim")
                    for answer in panel.answers[:_ANSWERS]:
                        self.write(answer.text, "dim")
                case Note(text=Message() as text):
                    self.console.print(Text(f"{self.say(panel.title)}: {self.say(text)}", style="dim"))
                case _:
                    pass

    def choices(self, labels: Sequence[Message]) -> None:
        lines: list[RenderableType] = [
            Text.assemble((f"{number:>2} ", "bold cyan"), self.say(label)) for number, label in enumerate(labels, 1)
        ]
        self.console.print(Columns(lines, padding=(0, 3), column_first=True))

    def _row(self, row: Sequence[Span]) -> Text:
        text = Text()
        for look, spans in groupby(row, _look):  # merges spans of equal style
            text.append("".join(self._words(span) for span in spans), _style(look))
        return text

    def _words(self, span: Span) -> str:
        return self.say(span.text)[:2] if isinstance(span.text, Message) else span.text


_Look = tuple[str, str, bool]


def _look(span: Span) -> _Look:
    return span.ink, span.paper, span.bold


@cache
def _style(look: _Look) -> Style:
    ink, paper, bold = look
    return Style(color=ink or None, bgcolor=paper or None, bold=bold or None)
