"""What the opponents of Whitehall Mystery are worth: `python -m bench.whitehall_proof`, in one process.

They play levels below them and the stand-ins of this folder on paired deals, the same games every time. Beside the
games won it counts how often Jack was where an arrest looked for him, by how likely that was thought to be, and how
long decisions took. Games are kept under build/proof: what was interrupted is gone on with. With --write the figures go
into docs/opponents.md.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import process_time_ns
from typing import Final

import msgspec

from bench import machine
from bench.whitehall_stand_ins import STAND_INS
from gaslamp.arena.match import Match
from gaslamp.arena.plan import Fixture, Plan, program, read_limit
from gaslamp.arena.shares import quantile, wilson
from gaslamp.bots import Limit, Question, Situation, levels
from gaslamp.bots.bot import Answer, Bot
from gaslamp.core.game import Side
from gaslamp.core.messages import Share
from gaslamp.titles.whitehall.game import Whitehall

Pairing = tuple[str, ...]  # Jack, investigators

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "opponents.md"
KEPT: Final = ROOT / "build" / "proof"
BEGIN, END = "<!-- proof: written by python -m bench.whitehall_proof --write -->\n", "<!-- end -->\n"
MEASURED: Final = "inspector"  # whose arrests and times are told; the limit is his
# Who plays Jack and who the investigators, whose share is told, and what is aimed at.
AIMS: Final[Mapping[Pairing, tuple[Side, str]]] = {
    ("random", MEASURED): ("investigators", "99.5 %"),
    ("shortest", MEASURED): ("investigators", "97 %"),
    ("avoiding", MEASURED): ("investigators", "85 %"),
    (MEASURED, "random"): ("jack", "99.5 %"),
    (MEASURED, "constable"): ("jack", "90 %"),
    (MEASURED, "greedy"): ("jack", "70 %"),
    (MEASURED, MEASURED): ("investigators", "35 to 65 %"),
}
FEW: Final = 50  # a tenth with fewer arrests shows nothing
# The optional rules that are agreed on most often, and who plays with them.
_SLEEVES: Final = "roll_up_your_sleeves=on"
SETS: Final = {
    "tiles face down": "murderer_at_large=on",
    "tiles reclaimed": "newspaper_fabrications=on",
    "false clues": "false_clues=on",
    "all three of them": "murderer_at_large=on,newspaper_fabrications=on,false_clues=on",
    "the Smoker": f"{_SLEEVES},smoker=on",
    "reconstructed tiles": f"{_SLEEVES},smoker=off,reconstructed_tiles=on",
    "green and brown": f"{_SLEEVES},smoker=off,reinforcements=yellow_green_brown",
    "a case of the casebook": "casebook=medium",
}
SET_PAIRINGS: Final[tuple[Pairing, ...]] = ((MEASURED, "constable"), ("constable", MEASURED), (MEASURED, MEASURED))


class Game(msgspec.Struct):
    """What a game showed."""

    pairing: Pairing
    deal: int
    winner: Side
    reason: str
    # Of the one who is measured:
    arrests: list[tuple[float, bool]]  # how likely it was thought to be, and whether Jack was there
    times: dict[Side, list[int]]  # microseconds of a processor a decision


class Watched(Match):
    """A game with stand-ins; what is thought of an arrest is written down."""

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        super().__init__(plan, fixture)
        self.found = Game(fixture.levels, fixture.deal, "", "", [], {})

    def _answer(self, side: Side, asked: Situation) -> str:
        name = self._players[side]
        measured = name == MEASURED
        limit = read_limit(self._plan.limit) if self._plan.limit and measured else Limit()
        question = Question(asked, limit, self._seeds[side].getrandbits(64))
        began = process_time_ns()
        answer = seated(name).answer(question, self._cache[side])
        if measured and len(asked.legal) > 1:
            self.found.times.setdefault(side, []).append((process_time_ns() - began) // 1000)
        if measured and answer.notation.startswith("arrest"):
            self.found.arrests += [
                (chance, self._playthrough.position.circle == circle) for circle, chance in named(answer)
            ]
        return answer.notation


def seated(name: str) -> Bot:
    """Give a stand-in or a level."""
    return STAND_INS[name] if name in STAND_INS else levels.bot("whitehall", name)


def named(answer: Answer) -> Iterator[tuple[object, float]]:
    """Give the circle of an arrest, and how likely Jack was thought to be there."""
    for reason in answer.why.reasons:
        share = reason.params.get("share")
        if reason.id == "why.arrest" and isinstance(share, Share):
            yield reason.params["circle"], share.part / share.whole


def play(plan: Plan, pairing: Pairing, deal: int) -> Game:
    """Play one game."""
    match = Watched(plan, Fixture(0, pairing, deal))
    played = match.play()
    match.found.winner, match.found.reason = played.winner, played.reason
    return match.found


def play_all(plan: Plan, pairings: Sequence[Pairing], kept: Path) -> list[Game]:
    """Play what has not been played yet, deal by deal, and keep it."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    lines = kept.read_bytes().splitlines() if kept.exists() else []
    games = {(game.pairing, game.deal): game for game in (msgspec.json.decode(line, type=Game) for line in lines)}
    with kept.open("ab") as file:
        for deal in range(plan.games):
            for pairing in pairings:
                if (pairing, deal) not in games:
                    games[pairing, deal] = play(plan, pairing, deal)
                    file.write(msgspec.json.encode(games[pairing, deal]) + b"\n")
                    file.flush()
    return [game for game in games.values() if game.deal < plan.games and game.pairing in pairings]


# ---- what they show


def report(games: Sequence[Game], pairings: Iterable[Pairing]) -> Iterator[str]:
    """Give the figures as lines of Markdown."""
    yield "| Jack | investigators | games | won by | share | aimed at |"
    yield "| --- | --- | ---: | --- | ---: | ---: |"
    for pairing in pairings:
        mine = [game for game in games if game.pairing == pairing]
        side, aim = AIMS.get(pairing, ("investigators", ""))
        value, low, high = (100 * part for part in wilson(sum(game.winner == side for game in mine), len(mine)))
        yield f"| {' | '.join(pairing)} | {len(mine)} | {side} | {value:.1f} % ({low:.1f} to {high:.1f}) | {aim} |"
    yield ""
    yield from calibration(games)
    yield ""
    yield from times(games)


def calibration(games: Sequence[Game]) -> Iterator[str]:
    """Count in each tenth how often Jack was where he was thought to be."""
    tenths: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for game in games:
        for chance, hit in game.arrests:
            tenths[min(9, int(10 * chance))].append((chance, hit))
    yield "| thought | arrests | mean thought | hits | hits beside what was thought |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for tenth, found in sorted(tenths.items()):
        thought = sum(chance for chance, _ in found) / len(found)
        hits = sum(hit for _, hit in found) / len(found)
        beside = f"{hits / thought:.2f}" if len(found) >= FEW and thought else f"fewer than {FEW}"
        shares = f"{100 * thought:.1f} % | {100 * hits:.1f} %"
        yield f"| {10 * tenth} to {10 * tenth + 10} % | {len(found)} | {shares} | {beside} |"


def with_options(asked: argparse.Namespace) -> Iterator[str]:
    """Play with each set of optional rules; give what Jack wins of it as lines of Markdown."""
    head = " | ".join(f"{jack} v {figures}" for jack, figures in SET_PAIRINGS)
    yield f"| games won by Jack, {asked.sets} each | {head} |"
    yield "| --- |" + " ---: |" * len(SET_PAIRINGS)
    for name, options in SETS.items():
        games = play_all(planned(asked, options, asked.sets), SET_PAIRINGS, kept_in(asked, options))
        shares = []
        for pairing in SET_PAIRINGS:
            mine = [game.winner == "jack" for game in games if game.pairing == pairing]
            value, low, high = (100 * part for part in wilson(sum(mine), len(mine)))
            shares.append(f"{value:.1f} % ({low:.1f} to {high:.1f})")
        yield f"| {name} | {' | '.join(shares)} |"


def times(games: Sequence[Game]) -> Iterator[str]:
    """Tell how long the one who is measured took."""
    yield f"| {MEASURED} | decisions | mean | 95 of 100 within | longest |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    spent: Mapping[Side, list[float]] = {side: [] for side in Whitehall().sides}
    for game in games:
        for side, lasted in game.times.items():
            spent[side].extend(time / 1000 for time in lasted)
    for side, found in spent.items():
        if found:
            mean = sum(found) / len(found)
            yield f"| {side} | {len(found):,} | {mean:.1f} ms | {quantile(found, 0.95):.1f} ms | {max(found):.1f} ms |"


def read() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.whitehall_proof", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--limit", default="", help=f"nodes of the {MEASURED}, such as 96n")
    parser.add_argument("--seed", type=int, default=1888)
    parser.add_argument("--options", default="", metavar="OPTION=VALUE,...")
    parser.add_argument("--pairs", default="", metavar="JACK:INVESTIGATORS,...", help="others than those aimed at")
    parser.add_argument("--sets", type=int, default=0, help="games of each pairing with the commonest sets of options")
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def planned(asked: argparse.Namespace, options: str, games: int) -> Plan:
    """Give what is played with some options."""
    game = Whitehall(dict(pair.split("=") for pair in options.split(",") if pair))
    return Plan("whitehall", game.options, (), games, asked.limit, asked.seed, "", game.rules_version, program())


def kept_in(asked: argparse.Namespace, options: str) -> Path:
    """Give the file where its games are kept."""
    name = re.sub(r"\W+", "-", f"{program()} {asked.limit} {asked.seed} {options}")
    return KEPT / f"{name}.jsonl"


def main() -> None:
    """Play, and print what the games show."""
    asked = read()
    pairings = [tuple(pair.split(":")) for pair in asked.pairs.split(",") if pair] or [*AIMS]
    games = play_all(planned(asked, asked.options, asked.games), pairings, kept_in(asked, asked.options))
    lines = [*report(games, pairings)]
    if asked.sets:
        lines += ["", *with_options(asked)]
    print(*lines, sep="\n")
    if asked.write:
        words = " ".join(word for word in sys.argv[1:] if word != "--write")
        made = f"{datetime.now(UTC).date()}, {machine.describe()}."
        lines = ["```", f"python -m bench.whitehall_proof {words}", "```", "", made, "", *lines]
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
