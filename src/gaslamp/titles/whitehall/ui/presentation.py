"""The `Presentation` of Whitehall Mystery; each method calls the module named after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.whitehall.belief.belief import Conclusion
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import aid as aids
from gaslamp.titles.whitehall.ui import panels, prompts, textboard, words
from gaslamp.titles.whitehall.ui import scene as scenes
from gaslamp.titles.whitehall.ui import why_not as refusals
from gaslamp.titles.whitehall.ui.past import OF_JACK, lights
from gaslamp.ui.panels import Aid, Panel
from gaslamp.ui.presentation import Presentation
from gaslamp.ui.prompt import Prompt, WhyNot
from gaslamp.ui.scene import Announcement, Beat, BoardArt, Portrait, Scene, Sound, TextBoard

_ENDS: Final = frozenset({"arrested", "called", "round_over"})
# Sound by kind of news; other kinds have no beat.
_SOUNDS: Final[Mapping[str, Sound]] = {
    "started": "step", "reclaimed": "", "jack_moved": "step", "false_clue": "",
    "placed": "step", "walked": "step", "searched": "", "scented": "",
    "arrested_in_vain": "", "arrested": "arrest", "called_in_vain": "", "called": "clue", "round_over": "clue",
}  # fmt: skip


class WhitehallPresentation(Presentation[View]):
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

    def why_not(self, view: View, actions: Sequence[int], target: str, path: Sequence[str] = ()) -> WhyNot | None:
        return refusals.why_not(view, target, path)

    def tell(self, news: News) -> Message:
        return words.tell(news)

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        return words.recount(happened)

    def round_of(self, view: View) -> int:
        return view.round

    def announcements(self, view: View, news: Sequence[News]) -> tuple[Announcement, ...]:
        return tuple(_announcements(news))

    def story(self, view: View, news: Sequence[News]) -> tuple[Beat, ...]:
        return tuple(_story(view, news))

    def label(self, action: int) -> Message:
        return words.label(action)

    def labels(self, actions: Sequence[int]) -> tuple[Message, ...]:
        return tuple(map(words.verb, actions))

    def aid(self, view: View, concluded: Conclusion) -> Aid:
        return aids.aid(view, concluded)


def _announcements(news: Sequence[News]) -> Iterator[Announcement]:
    for number, piece in enumerate(news):
        if piece.kind == "over":
            before = news[number - 1] if number else None
            yield Announcement(
                kicker=message("whitehall.kicker.over"),
                picture=Portrait("self", words.tell(piece)),
                people_title=words.tell(before) if before and before.kind in _ENDS else None,
            )


def _story(view: View, news: Sequence[News]) -> Iterator[Beat]:
    """Yield the beats of the other side; spectators get those of both sides."""
    for piece in news:
        if piece.kind in _SOUNDS and not _own(view, piece) and piece.details.get("how") != "stay":
            is_clue = piece.details.get("answer") == "yes"
            yield Beat(words.tell(piece), lights(piece), "clue" if is_clue else _SOUNDS[piece.kind])


def _own(view: View, piece: News) -> bool:
    if piece.kind == "round_over":
        return False
    if view.viewer == "jack":
        return piece.kind in OF_JACK
    return view.viewer in view.holders.values() and "figure" in piece.details
