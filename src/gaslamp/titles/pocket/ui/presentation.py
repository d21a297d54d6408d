"""The `Presentation` of Pocket; most methods call the module named after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui import panels, prompts, textboard, words
from gaslamp.titles.pocket.ui import scene as scenes
from gaslamp.titles.pocket.ui import why_not as refusals
from gaslamp.titles.pocket.ui.panels import lights
from gaslamp.ui.cast import CAST, CLEARED
from gaslamp.ui.panels import Panel
from gaslamp.ui.presentation import Presentation
from gaslamp.ui.prompt import Prompt, WhyNot
from gaslamp.ui.scene import Announcement, Beat, BoardArt, Portrait, Scene, Sound, TextBoard


class PocketPresentation(Presentation[View]):
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
        return refusals.why_not(view, target)

    def tell(self, news: News) -> Message:
        return words.tell(news)

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        return words.recount(happened)

    def round_of(self, view: View) -> int:
        return view.turn

    def announcements(self, view: View, news: Sequence[News]) -> tuple[Announcement, ...]:
        return tuple(announcements(news))

    def story(self, view: View, news: Sequence[News]) -> tuple[Beat, ...]:
        return tuple(story(view, news))

    def label(self, action: int) -> Message:
        return words.label(action)

    def labels(self, actions: Sequence[int]) -> tuple[Message, ...]:
        return words.labels(actions)


def announcements(news: Sequence[News]) -> Iterator[Announcement]:
    for place, piece in enumerate(news):
        if piece.kind == "called":
            yield _call(piece)
        elif piece.kind == "revealed":
            yield _shown(piece, news[:place])


def _call(piece: News) -> Announcement:
    """Announce who was seen, who is cleared and what follows (MP-30 to MP-35)."""
    details = piece.details
    cleared, answer = cast("tuple[str, ...]", details["cleared"]), str(details["answer"])
    turn = cast("int", details["turn"])
    card = "visible" if answer == "seen" else "invisible"
    return Announcement(
        kicker=message("pocket.moment.call", turn=turn),
        picture=Portrait(f"witness-{card}", message(f"pocket.moment.{answer}")),
        people=tuple(_cleared(name) for name in cleared),
        people_title=message("pocket.moment.cleared" if cleared else "pocket.moment.nobody"),
        then=message("pocket.moment.then", turn=turn + 1) if details["then"] == "next_turn" else None,
    )


def _cleared(name: str) -> Portrait:
    lights = (f"tok-{name}", f"tile-{name}")
    return Portrait(f"cleared-{name}", words.suspect(name), lights, words.letters(name), CLEARED.ink)


def _shown(piece: News, before: Sequence[News]) -> Announcement:
    """Announce Jack's identity: the chase starts, or the game is over (MP-52)."""
    name = str(piece.details["suspect"])
    last = before[-1] if before else None
    chase = last is not None and last.kind == "chase"
    why = words.tell(last) if last is not None and last.kind in {"chase", "over"} else None
    return Announcement(
        kicker=_kicker(chase=chase),
        picture=Portrait(
            f"token-{name}",
            message("pocket.beside.identity_revealed", suspect=words.suspect(name)),
            letters=words.letters(name),
            ink=CAST[name].ink,
        ),
        then=why,
    )


def _kicker(*, chase: bool) -> Message:
    return message("pocket.moment.chase" if chase else "pocket.kicker.over")


_TOLD: Final[Mapping[str, Sound]] = {
    "walked": "step", "stayed": "", "rotated": "turn", "exchanged": "turn",
    "alibi_shown": "clue", "alibi_hidden": "", "alibi_kept": "",
}  # fmt: skip
_DRAWERS: Final = {"alibi_shown": "detectives", "alibi_hidden": "jack", "alibi_kept": "jack"}


def story(view: View, news: Sequence[News]) -> Iterator[Beat]:
    """Yield the beats of the other side's actions; spectators get those of both sides."""
    for piece in news:
        if piece.kind in _TOLD and piece.details.get("seat", _DRAWERS.get(piece.kind)) != view.viewer:
            tiles = lights(piece)
            tokens = tuple(tile.replace("tile-", "tok-") for tile in tiles)  # they move with the tiles
            yield Beat(words.tell(piece), tuple(dict.fromkeys((*tiles, *tokens))), _TOLD[piece.kind])
