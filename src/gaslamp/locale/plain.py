"""What is said of a title where it has no words of its own: a plain sentence, or what its id says in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gaslamp import titles
from gaslamp.core.messages import Message, message

if TYPE_CHECKING:
    from gaslamp.locale import Catalogue

# What there is a plain sentence for: by all that follows the title in an id, or by its kind where a seat comes last.
_SENTENCES: Final = frozenset({"card_about", "card_motto", "card_players", "kicker_over", "rules", "tab_sheet"})
_NAMED: Final = frozenset({"curtain", "curtain_back", "curtain_show", "resign", "seat_about"})


def say(words: Catalogue, unsaid: Message) -> str:
    """A message that a title left unsaid in words; an id that belongs to no title is a bug: KeyError."""
    title, _, rest = unsaid.id.partition(".")
    kind, _, name = rest.partition(".")
    if not rest or title not in titles.titles():
        raise KeyError(unsaid.id)
    if kind in _NAMED:
        return words.say(message(f"plain.{kind}", name=message(f"{title}.seat.{name}")))
    if (sentence := rest.replace(".", "_")) in _SENTENCES:
        return words.say(message(f"plain.{sentence}"))
    told = ", ".join(str(words.fill(value)) for value in unsaid.params.values())
    read = _in_letters(title if rest == "title" else rest.rpartition(".")[2])
    return f"{read}: {told}" if told else read


def _in_letters(id: str) -> str:
    return id.replace("_", " ").capitalize()
