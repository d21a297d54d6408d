"""The `Presentation` of Mr. Jack; most methods call the module named after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import panels, prompts, textboard, words
from gaslamp.titles.mr_jack.ui import scene as scenes
from gaslamp.titles.mr_jack.ui import why_not as refusals
from gaslamp.titles.mr_jack.ui.past import lights
from gaslamp.ui.cast import CAST, CLEARED
from gaslamp.ui.panels import Panel
from gaslamp.ui.presentation import Presentation
from gaslamp.ui.prompt import Prompt, WhyNot
from gaslamp.ui.scene import Announcement, Beat, BoardArt, Portrait, Scene, Sound, Target, TextBoard


class MrJackPresentation(Presentation[View]):
    def board_art(self) -> BoardArt:
        return scenes.board_art()

    def scene(self, view: View, news: Sequence[News] = ()) -> Scene:
        return scenes.scene(view, news)

    def panels(self, view: View, news: Sequence[News]) -> tuple[Panel, ...]:
        return panels.panels(view, news)

    def text_board(self, view: View) -> TextBoard:
        return textboard.text_board(view)

    def prompt(self, view: View, actions: Sequence[int]) -> Prompt:
        return prompts.prompt(view, actions)

    def places(self, view: View) -> tuple[Target, ...]:
        return scenes.places(view)

    def why_not(self, view: View, actions: Sequence[int], target: str, path: Sequence[str] = ()) -> WhyNot | None:
        return refusals.why_not(view, actions, target, path)

    def tell(self, news: News) -> Message:
        return words.tell(news)

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        return words.recount(happened)

    def round_of(self, view: View) -> int:
        return view.round

    def announcements(self, view: View, news: Sequence[News]) -> tuple[Announcement, ...]:
        return tuple(announcements(news))

    def story(self, view: View, news: Sequence[News]) -> tuple[Beat, ...]:
        return tuple(story(view, news))

    def label(self, action: int) -> Message:
        return words.label(action)


_SOUNDS: Final[Mapping[str, Sound]] = {  # of the events in the story
    "moved": "step", "whistled": "step", "exchanged": "step", "left": "step", "stayed": "", "whistled_in_vain": "",
    "faced": "turn", "lamp_moved": "turn", "cordon_moved": "turn", "cover_moved": "turn",
    "alibi_hidden": "", "accused": "arrest",
}  # fmt: skip


def announcements(news: Sequence[News]) -> Iterator[Announcement]:
    for index, piece in enumerate(news):
        if piece.kind == "called":
            yield _call(piece)
        elif piece.kind == "revealed":
            yield _end(piece, news[:index])


def _call(piece: News) -> Announcement:
    """Announce the answer, the cleared characters and what follows (MJ-55 to MJ-58)."""
    details = piece.details
    number, cleared = cast("int", details["round"]), cast("tuple[str, ...]", details["cleared"])
    answer = str(details["answer"])
    return Announcement(
        kicker=message("mr_jack.moment.call", round=number),
        picture=Portrait(f"witness-{answer}", message(f"mr_jack.moment.{answer}")),
        people=tuple(_cleared(name) for name in cleared),
        people_title=message("mr_jack.moment.cleared" if cleared else "mr_jack.moment.nobody"),
        then=_then(number, str(details["lamp"])),
    )


def _cleared(name: str) -> Portrait:
    return Portrait(f"cleared-{name}", words.short(name), (f"tok-{name}",), words.letters(name), CLEARED.ink)


def _then(number: int, lamp: str) -> Message | None:
    if number == board.LAST_ROUND:
        return None
    if lamp:
        return message("mr_jack.moment.then_lamp", lamp=lamp, round=number + 1)
    return message("mr_jack.moment.then", round=number + 1)


def _end(piece: News, before: Sequence[News]) -> Announcement:
    name = str(piece.details["character"])
    how = next((event for event in reversed(before) if event.kind in {"accused", "left"}), None)
    over = next((event for event in reversed(before) if event.kind == "over"), None)
    return Announcement(
        kicker=message("mr_jack.kicker.over"),
        picture=Portrait(
            f"token-{name}",
            message("mr_jack.moment.jack", character=words.character(name)),
            letters=words.letters(name),
            ink=CAST[name].ink,
        ),
        people_title=words.tell(how) if how else None,
        then=words.tell(over) if over else None,
    )


def story(view: View, news: Sequence[News]) -> Iterator[Beat]:
    """Yield the beats of the other side's actions; spectators get those of both sides."""
    for piece in news:
        if piece.kind in _SOUNDS and piece.details["seat"] != view.viewer:
            with_gull = ("tok-gull",) if piece.kind == "exchanged" else ()
            yield Beat(words.tell(piece), (*lights(piece), *with_gull), _SOUNDS[piece.kind])
