"""Announcements of Pocket (the call, the start of the chase, the end) and the story of the other side's turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from gaslamp.core.game import News
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui import words
from gaslamp.titles.pocket.ui.panels import lights
from gaslamp.ui.announcements import Announcement, Beat, Portrait, Sound
from gaslamp.ui.drawing.cast import CAST, CLEARED


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
