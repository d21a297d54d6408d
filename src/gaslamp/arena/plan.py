"""Tournament definition: every level meets every level on both sides, with the same deals.

>>> tournament = make("pocket", ["random", "constable"], games=1, limit="2000n")
>>> [fixture.levels for fixture in tournament.fixtures()]  # jack, detectives
[('random', 'random'), ('random', 'constable'), ('constable', 'random'), ('constable', 'constable')]
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
    leak: Side = ""  # side measured by the leak meter
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
        """Yield the levels of each pairing, and the reading side if one reads; readers use the last level."""
        sides = self.game.sides
        for pairing in product(*(self.levels_of(side) for side in sides)):
            if not {*pairing}.isdisjoint(self.levels):
                yield pairing, ""
        if self.leak:
            reader = self.game.other_side(self.leak)
            last = self.levels_of(reader)[-1]
            for level in self.levels_of(self.leak):
                if level in self.levels:
                    yield tuple(level if side == self.leak else last for side in sides), reader

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
    leak: Side = "",
    against: Sequence[str] = (),
) -> Tournament:
    """Build a tournament of *names*, or of all levels if empty. Raises Unreadable for unknown names."""
    game = titles.game(title, options)
    players.check(title, (*names, *against))
    if limit:
        read_limit(limit)
    if leak and leak not in game.sides:
        raise Unreadable("error.seat", seat=leak[:40], known=", ".join(game.sides))
    if leak and game.sampled:
        raise Unreadable("arena.no_leak", title=title)
    playing = tuple(dict.fromkeys(names or levels.of_title(title)))
    others = tuple(name for name in dict.fromkeys(against) if name not in playing)
    plan = Tournament(
        title, game.options, playing, games, limit, seed, leak, game.rules_version, program(), others,
    )  # fmt: skip
    if not all(plan.levels_of(side) for side in game.sides):
        raise Unreadable("arena.nobody", levels=", ".join((*playing, *others)))
    return plan


@cache
def program() -> str:
    """Return the program version and a digest of the bots' sources, which can change between versions."""
    hashed = blake2b(digest_size=6)
    folder = Path(bots.__file__).parent
    for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.json")]):
        hashed.update(file.read_bytes())
    return f"{__version__} {hashed.hexdigest()}"


def read_limit(text: str) -> Limit:
    """Parse "5000n" as 5000 nodes. Raises Unreadable."""
    match = _LIMIT.fullmatch(text)
    nodes = int(match[1]) if match else 0
    if not nodes:
        raise Unreadable("arena.limit", text=text[:40])
    return Limit(nodes=nodes)
