"""What is to be played: every level against every level, on both sides, with the same deals for all of them."""

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

_LIMIT: Final = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)s|(\d{1,9})n", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of a plan."""

    index: int  # among all games of the plan
    levels: tuple[str, ...]  # who plays which side, in the order of the sides
    deal: int  # fixtures with the same deal have the same draws
    reader: Side = ""  # the side that knows how the other one chooses, if one does


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the games of a run follow from; under a limit in nodes they do so on every machine."""

    title: str
    options: Mapping[str, str]
    levels: tuple[str, ...]
    games: int  # of each pairing
    limit: str = ""  # 0.05s or 5000n; without one each level thinks as long as it likes
    seed: int = 1888
    leak: Side = ""  # whose choices are read, to see what they tell
    rules: int = 0
    program: str = ""  # what the opponents are made of: other opponents, other games
    against: tuple[str, ...] = ()  # who meets the levels, but not each other

    @property
    def game(self) -> Game[Any, Any]:
        """The title with its options."""
        return titles.game(self.title, self.options)

    def fixtures(self) -> Iterator[Fixture]:
        """Every game, a whole round of all pairings for each deal: a part of them is a smaller arena."""
        pairings = [*self.pairings()]
        for deal in range(self.games):
            for number, (pairing, reader) in enumerate(pairings):
                yield Fixture(deal * len(pairings) + number, pairing, deal, reader)

    def pairings(self) -> Iterator[tuple[tuple[str, ...], Side]]:
        """Who meets whom, and which side reads the other; readers are of the last level that was named."""
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
        """The levels of the plan that can play a side."""
        return players.of_side(self.game, side, (*self.levels, *self.against))

    def limit_of(self, level: str) -> Limit:
        """How long a level may think."""
        return read_limit(self.limit) if self.limit else players.usual_limit(self.title, level)


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
) -> Plan:
    """Make a plan, of all levels where none are named; refuse what does not exist."""
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
    plan = Plan(
        title, game.options, playing, games, limit, seed, leak, game.rules_version, program(), others,
    )  # fmt: skip
    if not all(plan.levels_of(side) for side in game.sides):
        raise Unreadable("arena.nobody", levels=", ".join((*playing, *others)))
    return plan


@cache
def program() -> str:
    """The version of this program and a digest of its opponents, who may change without it."""
    hashed = blake2b(digest_size=6)
    folder = Path(bots.__file__).parent
    for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.json")]):
        hashed.update(file.read_bytes())
    return f"{__version__} {hashed.hexdigest()}"


def read_limit(text: str) -> Limit:
    """Read 0.05s as seconds and 5000n as nodes."""
    found = _LIMIT.fullmatch(text)
    seconds, nodes = found.groups() if found else (None, None)
    if not float(seconds or nodes or 0):
        raise Unreadable("arena.limit", text=text[:40])
    return Limit(seconds=float(seconds)) if seconds else Limit(nodes=int(nodes or 0))
