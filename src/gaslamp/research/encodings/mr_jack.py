"""Planes of Mr. Jack. Hexes, posts, exits and manholes are numbered in the order of the rules modules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gaslamp.core.game import CHANCE, News
from gaslamp.research.encodings.encoding import Encoding, Plane, Planes, digits, fill_up, mark
from gaslamp.titles.mr_jack.rules.board import CHARACTERS, EXITS, FACINGS, MANHOLES, SEATS, TILES
from gaslamp.titles.mr_jack.rules.hexes import NUMBER, POSTS, STREETS
from gaslamp.titles.mr_jack.rules.view import STAGES, View

_MOVERS: Final = (*SEATS, CHANCE, None)
_ANSWERS: Final = ("", "visible", "invisible")
_CAST: Final = (len(CHARACTERS),)
_ROUNDS: Final = 8
_CARDS: Final = 4  # cards per round
_POINTS: Final = 4  # bits of the whistle's points


class MrJackEncoding(Encoding):
    public = (
        Plane("stage", (len(STAGES),), "what the game waits for"),
        Plane("to_move", (len(_MOVERS),), "Jack, the detective, chance, or none at the end"),
        Plane("round", (_ROUNDS,), "the round"),
        Plane("used", (_CARDS,), "how many cards of the round have been played out, as leading ones"),
        Plane("hexes", (len(CHARACTERS), len(STREETS)), "where a character stands; nowhere, if it has left"),
        Plane("suspects", _CAST, "a character is not cleared"),
        Plane("visible", _CAST, "a character is visible now"),
        Plane("facing", (len(FACINGS),), "where Watson's lantern points"),
        Plane("lamps", (len(POSTS), len(TILES) - 1), "the tile on a lit post: 1 to 4, or one that stays"),
        Plane("covered", (len(MANHOLES),), "a manhole is covered"),
        Plane("open", (len(MANHOLES),), "a manhole is open"),
        Plane("cordons", (len(EXITS),), "an exit is cordoned off"),
        Plane("turned", _CAST, "a card of this round"),
        Plane("face_up", _CAST, "a card still to be picked"),
        Plane("later", _CAST, "a card of the coming even round, when it is known"),
        Plane("picked", _CAST, "the card being played"),
        Plane("moved", (1,), "its character has moved"),
        Plane("acted", (1,), "its ability is used"),
        Plane("whistled", _CAST, "the whistle has moved this character"),
        Plane("points", (_POINTS,), "points of the whistle used, in binary, the lowest digit first"),
        Plane("budget", (_POINTS,), "points the whistle has, in binary, the lowest digit first"),
        Plane("witness", (1,), "the last call found Jack visible"),
        Plane("pile", _CAST, "how many alibi cards are left, as leading ones"),
        Plane("jack_cards", _CAST, "how many alibi cards Jack holds, as leading ones"),
        Plane("detective_cards", _CAST, "how many alibi cards the detective holds, as leading ones"),
        Plane("shown_identity", _CAST, "the identity of Jack, once public"),
    )
    private = (
        Plane("identity", _CAST, "the identity of Jack, as this seat knows"),
        Plane("jack_alibis", _CAST, "the alibi cards of Jack that this seat knows"),
        Plane("detective_alibis", _CAST, "the alibi cards of the detective that this seat knows"),
    )
    sign_bits = 2

    def fill_public(self, view: View, planes: Planes) -> None:
        mark(planes["stage"], STAGES, [view.stage])
        mark(planes["to_move"], _MOVERS, [view.to_move])
        planes["round"][view.round - 1] = 1
        fill_up(planes["used"], view.used)
        for name, hex in view.hexes.items():
            planes["hexes"][CHARACTERS.index(name), NUMBER[hex]] = 1
        for post, tile in view.lamps.items():
            planes["lamps"][POSTS.index(post), TILES.index(tile) - 1] = 1
        mark(planes["facing"], FACINGS, [view.facing])
        mark(planes["covered"], MANHOLES, view.covered)
        mark(planes["open"], MANHOLES, view.manholes)
        mark(planes["cordons"], EXITS, view.cordons)
        for name in ("suspects", "visible", "turned", "face_up", "later", "whistled"):
            mark(planes[name], CHARACTERS, getattr(view, name))
        mark(planes["picked"], CHARACTERS, [view.picked] if view.picked else [])
        planes["moved"][0], planes["acted"][0] = view.moved, view.acted
        digits(planes["points"], view.points)
        digits(planes["budget"], view.budget)
        planes["witness"][0] = view.witness == "visible"
        for name in ("pile", "jack_cards", "detective_cards"):
            fill_up(planes[name], getattr(view, name))
        mark(planes["shown_identity"], CHARACTERS, [view.identity] if view.identity else [])

    def fill_private(self, view: View, planes: Planes) -> None:
        mark(planes["identity"], CHARACTERS, [view.identity] if view.identity else [])
        mark(planes["jack_alibis"], CHARACTERS, view.jack_alibis or ())
        mark(planes["detective_alibis"], CHARACTERS, view.detective_alibis or ())

    def sign(self, news: Sequence[News]) -> int:
        return max(_ANSWERS.index(str(piece.details["answer"])) if piece.kind == "called" else 0 for piece in news)


ENCODING: Final = MrJackEncoding()
