"""Finds what the source says: message ids written out, and ids that an f-string completes with a word.

A hole of an f-string stands for a word of the source itself: some string that a module or a components file holds. So
`f"pocket.news.{kind}"` uses the news whose kinds exist, and no others. Words may be put together, as in f"called_{answer}".
An f-string with a hole in the middle, such as `f"pocket.{group}.{name}"`, could mean nearly anything: it must fit some
message, but proves no message used.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOLE = "\0"
WORD = re.compile(rf"[a-z0-9_+-]*|(?=.*[a-z]{{3}})[a-z0-9_+{HOLE}-]+")
ID = re.compile(rf"(?:[a-z_]+|{HOLE})(?:\.[a-z0-9_+{HOLE}-]+)+")

# What takes a message id first, and nothing else.
SPEAKERS = {
    "message", "Message", "tell", "_help", "GaslampError", "Unreadable", "IllegalAction", "BadRecord",
}  # fmt: skip


@dataclass(frozen=True)
class Use:
    """An id as the source writes it, with a HOLE wherever a word is filled in."""

    where: str
    id: str

    @property
    def proves(self) -> bool:
        """Tell whether it names messages narrowly: holes only for the title, at the start, and in the last part."""
        first, *middle, _ = self.id.split(".")
        return first in {HOLE, first.replace(HOLE, "")} and HOLE not in "".join(middle)

    def pattern(self, words: Iterable[str]) -> re.Pattern[str]:
        """Give what the id can become when its holes are filled with these words."""
        plain = {word for word in words if HOLE not in word}
        return re.compile(_filled(self.id, _any(_filled(word, _any(plain)) for word in words)))


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(words) + ")"


def _filled(text: str, hole: str) -> str:
    return hole.join(re.escape(part) for part in text.split(HOLE))


@dataclass(frozen=True)
class Source:
    """All that some modules and data files say, and the words they could fill holes with."""

    uses: tuple[Use, ...]
    words: frozenset[str]

    def unknown(self, ids: Iterable[str]) -> list[str]:
        """List the uses that fit no message."""
        known = list(ids)
        return [
            f"{use.where}: {use.id.replace(HOLE, '*')}"
            for use in self.uses
            if not any(pattern.fullmatch(id) for pattern in [use.pattern(self.words)] for id in known)
        ]

    def unused(self, ids: Iterable[str]) -> list[str]:
        """List the messages that nothing says."""
        patterns = {use.pattern(self.words) for use in self.uses if use.proves}
        return [id for id in ids if not any(pattern.fullmatch(id) for pattern in patterns)]


def read(folder: Path, *, namespaces: Iterable[str]) -> Source:
    """Read all modules and components under a folder."""
    uses: list[Use] = []
    words: set[str] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            uses += (Use(f"{path.relative_to(folder)}:{line}", id) for line, id in _ids(tree, set(namespaces)))
            words |= {text for node in ast.walk(tree) if (text := _text(node)) is not None and WORD.fullmatch(text)}
        elif path.suffix == ".toml":
            words |= set(_keys_and_strings(tomllib.loads(path.read_text(encoding="utf-8"))))
    return Source(tuple(uses), frozenset(words))


def _ids(tree: ast.AST, namespaces: set[str]) -> Iterator[tuple[int, str]]:
    """Give every text that is an id: shaped like one in a known namespace, or handed to what says messages."""
    spoken = {call.args[0] for call in ast.walk(tree) if isinstance(call, ast.Call) and _speaks(call)}
    pieces = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        text = _text(node)
        if isinstance(node, ast.expr) and text is not None and node not in pieces:
            first, *rest = text.split(".")
            known = first in namespaces or (first == HOLE and len(rest) == 2 and HOLE not in rest[0])
            if node in spoken or (known and ID.fullmatch(text)):
                yield node.lineno, text


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
