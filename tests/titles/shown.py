"""Helpers for presentations: messages in every language, symbols of panels, levels of choices."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from msgspec import Struct

from gaslamp.core.game import Game
from gaslamp.core.messages import Message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.ui.panels import Note, Panel, Sheet, Tokens, Track
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Choice

CATALOGUES = [catalogue(language) for language in LANGUAGES]


class Speaker:
    """Formats messages in all languages; an unknown id or parameter raises KeyError."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def say_all(self, thing: Any) -> None:
        """Format every message inside an object."""
        match thing:
            case Message() if (key := repr(thing)) not in self.said:
                self.said.add(key)
                assert all(words.say(thing) for words in CATALOGUES)
            case tuple():
                for part in thing:
                    self.say_all(part)
            case dict():
                for part in thing.values():
                    self.say_all(part)
            case Struct():
                for name in thing.__struct_fields__:
                    self.say_all(getattr(thing, name))
            case _ if is_dataclass(thing):
                for field in fields(thing):
                    self.say_all(getattr(thing, field.name))
            case _:
                pass


def english(message: Message | None) -> str:
    return catalogue("en").say(message) if message else ""


def symbols(shown: tuple[Panel, ...]) -> set[str]:
    """Return the symbols used by panels."""
    found: set[str] = set()
    for one in shown:
        match one:
            case Tokens():
                found |= {face.symbol for face in one.faces.values()}
            case Track():
                found |= {cell.symbol for cell in one.cells.values() if cell.symbol}
            case Note():
                found |= {line.symbol for line in one.lines.values()}
            case Sheet():
                found |= {person.symbol for person in one.people.values()}
            case _:
                pass
    return found


def levels(choices: tuple[Choice, ...]) -> Iterator[tuple[Choice, ...]]:
    """Yield the choices that are open together, level by level."""
    if choices:
        yield choices
    for choice in choices:
        yield from levels(choice.next)


def at(choices: tuple[Choice, ...], *targets: str) -> Choice:
    """Follow a path of targets."""
    choice = next(choice for choice in choices if choice.target == targets[0])
    return at(choice.next, *targets[1:]) if targets[1:] else choice


def why_not(game: Game[Any, Any], position: Any, target: str, *path: str, viewer: str = "") -> tuple[str, str]:
    """Return the name and the rule of a reason, after formatting it in every language."""
    viewer = viewer or str(game.to_move(position))
    view = game.view(position, viewer)
    actions = position.legal() if game.to_move(position) == viewer else []
    prompt = presentation(game).prompt(view, actions)
    assert target not in prompt.open(path), "it can be chosen"
    assert {*path} <= prompt.open(path), "no such way"
    why = presentation(game).why_not(view, actions, target, path)
    assert why is not None
    Speaker().say_all(why)
    return why.text.id.rpartition(".")[2], why.rule


def reasons(title: str) -> set[str]:
    """Return the names of all reasons of a title."""
    return {
        id.removeprefix(f"{title}.why_not.") for id in CATALOGUES[0].sentences if id.startswith(f"{title}.why_not.")
    }
