"""Default presentation: an empty table, a list of known facts and a list of choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

from gaslamp.core.messages import Message, Param, message
from gaslamp.ui import rows
from gaslamp.ui.panels import Log, LogLine, Note, NoteLine, Panel
from gaslamp.ui.prompt import Choice, Prompt
from gaslamp.ui.scene import BoardArt, Scene, TextBoard

# A table with a lamp.
_GROUND: Final = (
    '<rect width="640" height="400" rx="18" fill="#141d24"/>'
    '<rect x="14" y="14" width="612" height="372" rx="12" fill="#1b2932" stroke="#3a4d59" stroke-width="2"/>'
    '<ellipse cx="320" cy="206" rx="260" ry="150" fill="url(#g-plain)"/>'
    '<path d="M317 290V190H323V290ZM304 292H336V286H304ZM306 190H334V194H306Z" fill="#0c1116" stroke="#8b99a4"/>'
    '<path d="M309 186L303 146H337L331 186Z" fill="#ffe9ad" stroke="#3a2a12" stroke-width="2"/>'
    '<path d="M298 146L320 126L342 146Z" fill="#0c1116" stroke="#c3ced7" stroke-width="2"/>'
)
_LIGHT: Final = (
    '<radialGradient id="g-plain"><stop offset="0" stop-color="#ffc765" stop-opacity=".34"/>'
    '<stop offset="1" stop-color="#ffc765" stop-opacity="0"/></radialGradient>'
)
BOARD_ART: Final = BoardArt(width=640, height=400, definitions=_LIGHT, ground=_GROUND, symbols={})


class Fact(NamedTuple):
    name: Message
    value: Message


def facts(title: str, view: Any) -> tuple[Fact, ...]:
    """Return the fields of a view. A view contains only what its viewer may know."""
    if not is_dataclass(view):
        return ()
    return tuple(
        Fact(message(f"{title}.view.{field.name}"), message("plain.value", value=_param(getattr(view, field.name))))
        for field in fields(view)
    )


def written(details: Mapping[str, Any]) -> dict[str, Param]:
    return {key: _param(value) for key, value in details.items()}


def scene(title: str) -> Scene:
    return Scene(BOARD_ART, message(f"{title}.title"), ())


def panels(facts: Sequence[Fact], log: tuple[LogLine, ...]) -> tuple[Panel, ...]:
    lines = rows(NoteLine(symbol="", name=fact.name, text=fact.value) for fact in facts)
    return (
        Note("facts", "left", message("plain.facts"), lines, tab="sheet"),
        Log("log", "right", message("plain.log"), rows(log)),
    )


def text_board(facts: Sequence[Fact]) -> TextBoard:
    return TextBoard((), tuple(message("plain.fact", name=fact.name, value=fact.value) for fact in facts))


def prompt(offered: Sequence[tuple[int, Message]]) -> Prompt:
    """Return the legal actions as a list of choices, or a waiting prompt if there are none."""
    if not offered:
        return Prompt(message("plain.others"), message("plain.wait"))
    choices = tuple(Choice(f"action-{action}", label, action) for action, label in offered)
    return Prompt(message("plain.yours"), message("plain.choose", count=len(choices)), choices=choices)


def _param(value: Any) -> Param:
    match value:
        case None:
            return message("plain.none")
        case "":
            return "-"
        case bool():
            return message("plain.yes" if value else "plain.no")
        case int() | str() | Message():
            return value
        case Mapping():
            return _several(f"{key} {inner}" for key, inner in value.items())
        case tuple() | list() | set() | frozenset():
            return _several(sorted(value, key=str) if isinstance(value, (set, frozenset)) else value)
        case _:
            return str(value)


def _several(values: Iterable[Any]) -> Param:
    items = tuple(message("plain.value", value=_param(value)) for value in values)
    return items or message("plain.none")
