"""What a seat may do now, as a tree to point one's way through: a token, then a street, then which way it turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gaslamp.core.messages import Message


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to point at. An inner choice asks further; a leaf is an action."""

    target: str  # the id of a sprite, of a scene's target, of an item in a panel; or of nothing: then it is a button
    label: Message
    action: int | None = None
    verb: Message | None = None  # what the button says that confirms a leaf
    sure: Message | None = None  # what is asked once more before a leaf that decides the game is taken
    prompt: Message | None = None  # what is to be done once an inner choice is made
    chip: Message | None = None  # what this step is then called, if it is another than was asked for, and the last
    next: tuple[Choice, ...] = ()

    def leaves(self) -> Iterator[Choice]:
        """Every leaf below, or itself."""
        if self.action is not None:
            yield self
        for choice in self.next:
            yield from choice.leaves()


@dataclass(frozen=True, slots=True)
class Prompt:
    """The line that always says what is to be done, by whom, and in how many ways."""

    kicker: Message  # whose turn it is
    title: Message
    hint: Message | None = None
    chips: tuple[Message, ...] = ()  # the steps of what is being done
    done: int = 0  # so many of them are behind
    inner: int = 0  # so many more are gone through by inner choices, before anything is played
    choices: tuple[Choice, ...] = ()
    section: str = ""  # of the title's rules that explains it
    confirms: bool = False  # every action waits for the confirm button, even one that can be undone

    def open(self, path: Sequence[str] = ()) -> frozenset[str]:
        """All that can be pointed at after some inner choices; what stood open before them still does."""
        level = self.choices
        found = {choice.target for choice in level}
        for target in path:
            level = next((choice.next for choice in level if choice.target == target), ())
            found.update(choice.target for choice in level)
        return frozenset(found)

    def leads(self, path: Sequence[str]) -> bool:
        """True if *path* names inner choices, each offered by the one before."""
        level = self.choices
        for target in path:
            level = next((choice.next for choice in level if choice.target == target), ())
            if not level:
                return False
        return True
