"""Finds the message ids used by sources and templates: literals, and f-strings completed by a word.

A hole of an f-string stands for a string of the source itself: one that a module or a components file contains. So
`f"pocket.news.{kind}"` uses the news whose kinds exist; the word may itself be composed, as in `f"called_{answer}"`.
An f-string with a hole in the middle, such as `f"pocket.{group}.{name}"`, must fit some message but proves no message
used.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, nodes

HOLE = "\0"
FILES = {"css", "html", "js", "json", "po", "py", "svg", "toml"}  # `error.html` is a file name, not a message
WORD = re.compile(rf"[a-z0-9_+-]*|(?=.*[^{HOLE}])[a-z0-9_+{HOLE}-]+")  # not holes alone
ID = re.compile(rf"(?:[a-z_]+|{HOLE})(?:\.[a-z0-9_+{HOLE}-]+)+")

# Functions whose first argument is a message id.
SPEAKERS = {
    "message", "Message", "tell", "_help", "GaslampError", "Unreadable", "IllegalAction", "BadRecord", "BadProof",
    "OtherRules", "CannotOpen", "NoRoom", "BrokenTitle",
}  # fmt: skip


@dataclass(frozen=True)
class Use:
    """An id in the source, with a HOLE for each inserted word."""

    where: str
    id: str

    @property
    def proves(self) -> bool:
        """Return True if it names messages narrowly: holes only for the title and in the last part."""
        first, *middle, _ = self.id.split(".")
        return first in {HOLE, first.replace(HOLE, "")} and HOLE not in "".join(middle)


@dataclass(frozen=True)
class Source:
    """All ids of some modules, templates and data files, and the words for their holes."""

    uses: tuple[Use, ...]
    words: frozenset[str]

    def unknown(self, ids: Iterable[str]) -> list[str]:
        """Return the uses that fit no message."""
        known = list(ids)
        return [
            f"{use.where}: {use.id.replace(HOLE, '*')}"
            for use in self.uses
            if not any(_fits(use.id, id, self._is_word) for id in known)
        ]

    def unused(self, ids: Iterable[str]) -> list[str]:
        """Return the messages that are never used."""
        patterns = {use.id for use in self.uses if use.proves}
        return [id for id in ids if not any(_fits(pattern, id, self._is_word) for pattern in patterns)]

    def _is_word(self, text: str) -> bool:
        composed = (word for word in self.words if HOLE in word)
        return text in self.words or any(_fits(word, text, self.words.__contains__) for word in composed)


def _fits(pattern: str, text: str, is_word: Callable[[str], bool]) -> bool:
    """Return True if a text is the pattern with its holes filled by words."""
    start, hole, rest = pattern.partition(HOLE)
    if not hole:
        return text == start
    after = text.removeprefix(start)
    return text.startswith(start) and any(
        _fits(rest, after[length:], is_word) and is_word(after[:length]) for length in range(len(after) + 1)
    )


def read(folder: Path, *, namespaces: Iterable[str]) -> Source:
    """Read all modules and components under a folder."""
    uses: list[Use] = []
    words: set[str] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".py":
            parts = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
            uses += (Use(f"{path.relative_to(folder)}:{line}", id) for line, id in _ids(parts, set(namespaces)))
            words |= {text for node in parts if (text := _text(node)) is not None and WORD.fullmatch(text)}
        elif path.suffix == ".html":
            page = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
            uses += (Use(f"{path.relative_to(folder)}:{line}", id) for line, id in _said_on_page(page))
        elif path.suffix == ".toml":
            words |= set(_keys_and_strings(tomllib.loads(path.read_text(encoding="utf-8"))))
    return Source(tuple(uses), frozenset(words))


def _ids(tree: list[ast.AST], namespaces: set[str]) -> Iterator[tuple[int, str]]:
    """Yield every text that is an id: shaped like one in a known namespace, or passed to a message function."""
    spoken = {call.args[0] for call in tree if isinstance(call, ast.Call) and _speaks(call)}
    pieces = {part for node in tree if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in tree:
        text = _text(node)
        if isinstance(node, ast.expr) and text is not None and node not in pieces:
            first, *rest = text.split(".")
            known = first in namespaces or (first == HOLE and len(rest) == 2 and HOLE not in rest[0])
            if node in spoken or (known and ID.fullmatch(text) and rest[-1] not in FILES):
                yield node.lineno, text


def _said_on_page(page: nodes.Template) -> Iterator[tuple[int, str]]:
    """Yield the ids of `say("an.id")` and `say("an." ~ id)` in a template."""
    for call in page.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say" and call.args:
            match call.args[0]:
                case nodes.Const(value=str(text)):
                    yield call.lineno, text
                case nodes.Concat(nodes=parts):
                    yield call.lineno, "".join(getattr(part, "value", HOLE) for part in parts)
                case _:
                    pass  # a Message from the server


def _speaks(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in SPEAKERS and bool(call.args) and _text(call.args[0]) is not None


def _text(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) or HOLE for part in parts)
        case _:
            return None


def _keys_and_strings(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, inner in value.items():
                yield key
                yield from _keys_and_strings(inner)
        case list():
            for inner in value:
                yield from _keys_and_strings(inner)
        case str():
            yield value
        case _:
            return
