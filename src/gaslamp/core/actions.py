"""The fixed table of a title's actions: an int for programs, a short text for people, the same in every position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gaslamp.core.errors import Unreadable


class ActionSpace:
    """All actions of a title, chance included; `parse` and `format` are inverse."""

    def __init__(self, notations: Iterable[str]) -> None:
        self._notations = tuple(notations)
        self._exactly = {text: number for number, text in enumerate(self._notations)}
        self._numbers = {text.lower(): number for number, text in enumerate(self._notations)}
        if len(self._numbers) != len(self._notations):
            raise ValueError("two actions share one notation")
        if any(text != " ".join(text.split()) or not text for text in self._notations):
            raise ValueError("a notation is words with single spaces between them")

    def __len__(self) -> int:
        return len(self._notations)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._notations)))

    def format(self, action: int) -> str:
        """The text of an action."""
        return self._notations[action]

    def formatted(self, actions: Iterable[int]) -> tuple[str, ...]:
        """The texts of actions."""
        return tuple(map(self._notations.__getitem__, actions))

    def parse(self, text: str) -> int:
        """The action a text names; case and extra spaces do not matter."""
        number = self._exactly.get(text)
        if number is None:
            number = self._numbers.get(" ".join(text.lower().split()))
        if number is None:
            raise Unreadable("error.notation", text=text[:80])
        return number

    def parsed(self, texts: Iterable[str]) -> list[int]:
        """The actions of texts that `format` gave."""
        return list(map(self._exactly.__getitem__, texts))
