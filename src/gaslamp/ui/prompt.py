"""The legal actions of a seat as a tree of choices (a token, a street, a rotation), and reasons for illegal ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gaslamp.core.messages import Message
from gaslamp.ui import Part


class Choice(Part, frozen=True):
    """A target to select. An inner choice leads to further choices; a leaf is an action."""

    target: str  # id of a sprite, target or panel item; otherwise a button is shown
    label: Message | None = None  # None: the label of its target on the board
    action: int | None = None
    verb: Message | None = None  # label of the confirm button
    sure: Message | None = None  # confirmation question of a decisive action
    prompt: Message | None = None  # instruction after this inner choice
    chip: Message | None = None  # replaces the name of the last step
    next: tuple[Choice, ...] = ()
    play: str = ""  # notation of the action, set by the server instead of its number
    final: bool = True  # needs confirmation, set by the server

    def leaves(self) -> Iterator[Choice]:
        if self.action is not None:
            yield self
        for choice in self.next:
            yield from choice.leaves()


class Prompt(Part, frozen=True):
    kicker: Message  # whose turn it is
    title: Message
    hint: Message | None = None
    chips: tuple[Message, ...] = ()  # names of the steps
    done: int = 0  # number of completed steps
    inner: int = 0  # number of steps made by inner choices
    choices: tuple[Choice, ...] = ()
    section: str = ""  # id of the rulebook section
    confirms: bool = False  # undoable actions need confirmation too

    def open(self, path: Sequence[str] = ()) -> frozenset[str]:
        """Return all targets available after the inner choices *path*, those of earlier levels included."""
        level = self.choices
        targets = {choice.target for choice in level}
        for target in path:
            level = next((choice.next for choice in level if choice.target == target), ())
            targets.update(choice.target for choice in level)
        return frozenset(targets)

    def leads(self, path: Sequence[str]) -> bool:
        level = self.choices
        for target in path:
            level = next((choice.next for choice in level if choice.target == target), ())
            if not level:
                return False
        return True


@dataclass(frozen=True, slots=True)
class WhyNot:
    """A reason and the rule behind it, based on the player's own view only."""

    text: Message
    rule: str  # rule id, such as MP-16a
