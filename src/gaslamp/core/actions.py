"""The fixed list of a title's actions, each with a number and a notation.

>>> space = ActionSpace(["pass", "move a1", "move a2"])
>>> space.parse("MOVE a2")
2
>>> space.format(1)
'move a1'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gaslamp.core.errors import Unreadable


class ActionSpace:
    """All actions of a title, chance included. `parse` and `format` are inverse."""

    def __init__(self, notations: Iterable[str]) -> None:
        self._notations = tuple(notations)
        self._exactly = {text: number for number, text in enumerate(self._notations)}
        self._numbers = {text.lower(): number for number, text in enumerate(self._notations)}
        if len(self._numbers) != len(self._notations):
            raise ValueError("two actions share one notation")
        if any(text != " ".join(text.split()) or not text for text in self._notations):
            raise ValueError("a notation consists of words separated by single spaces")

    def __len__(self) -> int:
        return len(self._notations)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._notations)))

    def format(self, action: int) -> str:
        return self._notations[action]

    def formatted(self, actions: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self._notations.__getitem__, actions))

    def parse(self, text: str) -> int:
        """Return the number of a notation, ignoring case and extra spaces. Raises Unreadable."""
        number = self._exactly.get(text)
        if number is None:
            number = self._numbers.get(" ".join(text.lower().split()))
        if number is None:
            raise Unreadable("error.notation", text=text[:80])
        return number

    def parsed(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of exact notations, as `format` returns them. Raises KeyError."""
        return list(map(self._exactly.__getitem__, texts))
