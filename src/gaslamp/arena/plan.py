"""Tournament definition: every level meets every level on both sides, with the same deals.

>>> tournament = make("pocket", ["passer_by", "constable"], games=1, limit="2000n")
>>> [fixture.levels for fixture in tournament.fixtures()]  # jack, detectives
[('passer_by', 'passer_by'), ('passer_by', 'constable'), ('constable', 'passer_by'), ('constable', 'constable')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any, Final

from gaslamp import __version__, bots, titles
from gaslamp.arena import players
from gaslamp.bots import Limit, levels
from gaslamp.core.errors import Unreadable
from gaslamp.core.game import Game, Side

_LIMIT: Final = re.compile(r"(\d{1,9})n", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fixture:
    index: int  # number in the tournament
    levels: tuple[str, ...]  # one for each side, in order
    deal: int  # fixtures with the same deal have the same draws
    reader: Side = ""  # side that knows the other's policy


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that determines the games; they are the same on every machine."""

    title: str
    options: Mapping[str, str]
    levels: tuple[str, ...]
    games: int  # per pairing
    limit: str = ""  # nodes, as "5000n"; empty: each level's own
    seed: int = 1888
    worst_case: Side = ""  # side that is played against a reader of its policy
    rules: int = 0
    program: str = ""  # version and digest of the bots
    against: tuple[str, ...] = ()  # levels that do not meet each other

    @property
    def game(self) -> Game[Any, Any]:
        return titles.game(self.title, self.options)

    def fixtures(self) -> Iterator[Fixture]:
        """Yield every game: all pairings of the first deal, then of the second, and so on."""
        pairings = [*self.pairings()]
        for deal in range(self.games):
            for number, (pairing, reader) in enumerate(pairings):
                yield Fixture(deal * len(pairings) + number, pairing, deal, reader)

    def pairings(self) -> Iterator[tuple[tuple[str, ...], Side]]:
        """Yield the levels of each pairing, and the reading side if one reads.

        In the worst case each level meets the strongest level of the other side, first as it is and then as a reader.
        """
        sides = self.game.sides
        if not self.worst_case:
            for pairing in product(*(self.levels_of(side) for side in sides)):
                if not {*pairing}.isdisjoint(self.levels):
                    yield pairing, ""
            return
        reader = self.game.other_side(self.worst_case)
        strongest = players.planner(self.game, reader)
        for level in self.levels_of(self.worst_case):
            pairing = tuple(level if side == self.worst_case else strongest for side in sides)
            yield pairing, ""
            yield pairing, reader

    def levels_of(self, side: Side) -> tuple[str, ...]:
        return players.of_side(self.game, side, (*self.levels, *self.against))

    @property
    def node_limit(self) -> Limit:
        return read_limit(self.limit) if self.limit else Limit()


def make(
    title: str,
    names: Sequence[str],
    games: int,
    *,
    options: Mapping[str, str] | None = None,
    limit: str = "",
    seed: int = 1888,
    worst_case: Side = "",
    against: Sequence[str] = (),
) -> Tournament:
    """Build a tournament of *names*, or of all levels if empty. Raises Unreadable for unknown names.

    *worst_case* is a side, or "detective" for the side that is not Jack's.
    """
    game = titles.game(title, options)
    players.check(title, (*names, *against))
    if limit:
        read_limit(limit)
    measured = _measured(game, worst_case)
    if measured and against:
        raise Unreadable("arena.no_against")
    playing = tuple(dict.fromkeys(names or levels.of_title(title)))
    others = tuple(name for name in dict.fromkeys(against) if name not in playing)
    plan = Tournament(
        title, game.options, playing, games, limit, seed, measured, game.rules_version, program(), others,
    )  # fmt: skip
    if not all(plan.levels_of(side) for side in game.sides):
        raise Unreadable("arena.nobody", levels=", ".join((*playing, *others)))
    return plan


def _measured(game: Game[Any, Any], name: str) -> Side:
    """Return the side measured in the worst case, "" for none. Raises Unreadable if no level can read it."""
    side = game.other_side("jack") if name == "detective" and "jack" in game.sides else name
    if side and side not in game.sides:
        raise Unreadable("error.seat", seat=name[:40], known=", ".join(game.sides))
    if side and not players.planner(game, game.other_side(side)):
        raise Unreadable("arena.no_reader", title=game.title)
    return side


@cache
def program() -> str:
    """Return the program version and a digest of the bots' and readers' sources, which change between versions."""
    hashed = blake2b(digest_size=6)
    folder, arena = Path(bots.__file__).parent, Path(__file__).parent
    for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.json"), *arena.glob("*.py")]):
        hashed.update(file.read_bytes())
    return f"{__version__} {hashed.hexdigest()}"


def read_limit(text: str) -> Limit:
    """Parse "5000n" as 5000 nodes. Raises Unreadable."""
    match = _LIMIT.fullmatch(text)
    nodes = int(match[1]) if match else 0
    if not nodes:
        raise Unreadable("arena.limit", text=text[:40])
    return Limit(nodes=nodes)
