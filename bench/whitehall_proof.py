"""Strength of the Whitehall Mystery levels: `python -m bench.whitehall_proof`, in one process.

They play lower levels and the stand-ins of this folder on paired deals, the same games every time. Besides the games
won it measures the calibration of arrests, how Jack uses his spaces and tiles, and the time of decisions. Games are
stored under build/proof, so that an interrupted run can be resumed. With --write the figures go into docs/opponents.md.
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
from gaslamp.arena.plan import Fixture, Tournament, program, read_limit
from gaslamp.arena.rating import quantile, wilson
from gaslamp.bots import Limit, Question, Situation, levels
from gaslamp.bots.bot import Answer, Bot
from gaslamp.core.game import Side
from gaslamp.core.messages import Share
from gaslamp.titles.whitehall.game import Whitehall

Pairing = tuple[str, ...]  # Jack, investigators

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "opponents.md"
FOLDER: Final = ROOT / "build" / "proof"
BEGIN, END = "<!-- proof: written by python -m bench.whitehall_proof --write -->\n", "<!-- end -->\n"
MEASURED: Final = "superintendent"  # level with the limit, arrests and times
# By Jack and investigators: the side whose share is reported, and the target.
AIMS: Final[Mapping[Pairing, tuple[Side, str]]] = {
    ("passer_by", MEASURED): ("investigators", "99.5 %"),
    ("shortest", MEASURED): ("investigators", "97 %"),
    ("strolling", MEASURED): ("investigators", ""),
    ("loitering", MEASURED): ("investigators", ""),
    ("avoiding", MEASURED): ("investigators", "85 %"),
    (MEASURED, "passer_by"): ("jack", "99.5 %"),
    (MEASURED, "constable"): ("jack", "90 %"),
    (MEASURED, "greedy"): ("jack", "70 %"),
    (MEASURED, MEASURED): ("investigators", "35 to 65 %"),
}
FEW: Final = 50  # minimum arrests per tenth
# The most common optional rules, and the pairings played with them.
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
    """Result of a game."""

    pairing: Pairing
    deal: int
    winner: Side
    reason: str
    # Of the measured level:
    arrests: list[tuple[float, bool]]  # probability, success
    times: dict[Side, list[int]]  # processor time per decision, microseconds
    # Of every Jack:
    spaces: list[int] = []  # used, by round
    tiles: dict[str, int] = {}  # spent, by kind
    boats: int = 0  # decisions with a legal boat
    unspent: bool = False  # arrested after a plain move with a legal tile


class Watched(Match):
    """A match with stand-ins that records arrests and times."""

    def __init__(self, plan: Tournament, fixture: Fixture) -> None:
        super().__init__(plan, fixture)
        self.result = Game(fixture.levels, fixture.deal, "", "", [], {})

    def _answer(self, side: Side, situation: Situation) -> str:
        answer = self._measured(side, situation)
        if situation.view.stage == "moving" and side == "jack":
            self._count_move(situation, answer.notation)
        return answer.notation

    def _count_move(self, situation: Situation, notation: str) -> None:
        result, verb = self.result, notation.split(maxsplit=1)[0]
        verbs = {legal.split()[0] for legal in situation.legal}
        result.boats += "boat" in verbs
        result.unspent = verb == "move" and verbs != {"move"}
        del result.spaces[situation.view.round - 1 :]
        result.spaces.append(situation.view.track + (2 if verb == "coach" else 1))
        if verb != "move":
            result.tiles[verb] = result.tiles.get(verb, 0) + 1

    def _measured(self, side: Side, situation: Situation) -> Answer:
        name = self._players[side]
        measured = name == MEASURED
        limit = read_limit(self._plan.limit) if self._plan.limit and measured else Limit()
        question = Question(situation, limit, self._seeds[side].getrandbits(64))
        began = process_time_ns()
        answer = seated(name).answer(question, self._cache[side])
        if measured and len(situation.legal) > 1:
            self.result.times.setdefault(side, []).append((process_time_ns() - began) // 1000)
        if measured and answer.notation.startswith("arrest"):
            self.result.arrests += [
                (chance, self._playthrough.position.circle == circle) for circle, chance in named(answer)
            ]
        return answer


def seated(name: str) -> Bot:
    """Return a stand-in or a level."""
    return STAND_INS[name] if name in STAND_INS else levels.bot("whitehall", name)


def named(answer: Answer) -> Iterator[tuple[object, float]]:
    """Yield the circle of an arrest and its probability."""
    for reason in answer.why.reasons:
        share = reason.params.get("share")
        if reason.id == "why.arrest" and isinstance(share, Share):
            yield reason.params["circle"], share.part / share.whole


def play(plan: Tournament, pairing: Pairing, deal: int) -> Game:
    match = Watched(plan, Fixture(0, pairing, deal))
    played = match.play()
    match.result.winner, match.result.reason = played.winner, played.reason
    match.result.unspent &= played.reason == "arrested"
    return match.result


def play_all(plan: Tournament, pairings: Sequence[Pairing], path: Path) -> list[Game]:
    """Play the missing games, deal by deal, and append them to *path*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_bytes().splitlines() if path.exists() else []
    games = {(game.pairing, game.deal): game for game in (msgspec.json.decode(line, type=Game) for line in lines)}
    with path.open("ab") as file:
        for deal in range(plan.games):
            for pairing in pairings:
                if (pairing, deal) not in games:
                    games[pairing, deal] = play(plan, pairing, deal)
                    file.write(msgspec.json.encode(games[pairing, deal]) + b"\n")
                    file.flush()
    return [game for game in games.values() if game.deal < plan.games and game.pairing in pairings]


# ---- results


def report(games: Sequence[Game], pairings: Iterable[Pairing]) -> Iterator[str]:
    """Yield the results as Markdown."""
    yield "| Jack | investigators | games | won by | share | target |"
    yield "| --- | --- | ---: | --- | ---: | ---: |"
    for pairing in pairings:
        mine = [game for game in games if game.pairing == pairing]
        side, aim = AIMS.get(pairing, ("investigators", ""))
        value, low, high = (100 * part for part in wilson(sum(game.winner == side for game in mine), len(mine)))
        yield f"| {' | '.join(pairing)} | {len(mine)} | {side} | {value:.1f} % ({low:.1f} to {high:.1f}) | {aim} |"
    yield ""
    yield from calibration(games)
    yield ""
    yield from flights(games, pairings)
    yield ""
    yield from times(games)


def flights(games: Sequence[Game], pairings: Iterable[Pairing]) -> Iterator[str]:
    """Yield how Jack used his spaces and tiles, as Markdown."""
    yield (
        "| Jack | investigators | spaces per round | tiles per game | coach, alley, boat | boat legal | arrests "
        "| with a tile |"
    )
    yield "| --- | --- | ---: | ---: | --- | ---: | ---: | ---: |"
    for pairing in pairings:
        mine = [game for game in games if game.pairing == pairing]
        rounds = [spaces for game in mine for spaces in game.spaces[: None if game.winner == "jack" else -1]]
        kinds = [sum(game.tiles.get(kind, 0) for game in mine) for kind in ("coach", "alley", "boat")]
        arrests = [game for game in mine if game.reason == "arrested"]
        yield (
            f"| {' | '.join(pairing)} | {sum(rounds) / max(1, len(rounds)):.1f} | {sum(kinds) / max(1, len(mine)):.1f} "
            f"| {', '.join(map(str, kinds))} | {sum(game.boats > 0 for game in mine)} of {len(mine)} | {len(arrests)} "
            f"| {sum(game.unspent for game in arrests)} |"
        )


def calibration(games: Sequence[Game]) -> Iterator[str]:
    """Yield the share of successful arrests by Jack and predicted probability, as Markdown."""
    tenths: dict[tuple[str, int], list[tuple[float, bool]]] = defaultdict(list)
    for game in games:
        for chance, hit in game.arrests:
            tenths[game.pairing[0], min(9, int(10 * chance))].append((chance, hit))
    yield "| Jack | predicted | arrests | mean prediction | hits | hits / prediction |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for (jack, tenth), arrests in sorted(tenths.items()):
        thought = sum(chance for chance, _ in arrests) / len(arrests)
        hits = sum(hit for _, hit in arrests) / len(arrests)
        ratio = f"{hits / thought:.2f}" if len(arrests) >= FEW and thought else f"fewer than {FEW}"
        shares = f"{100 * thought:.1f} % | {100 * hits:.1f} %"
        yield f"| {jack} | {10 * tenth} to {10 * tenth + 10} % | {len(arrests)} | {shares} | {ratio} |"


def with_options(arguments: argparse.Namespace) -> Iterator[str]:
    """Play with each set of optional rules. Yields Jack's wins as Markdown."""
    head = " | ".join(f"{jack} v {figures}" for jack, figures in SET_PAIRINGS)
    yield f"| games won by Jack, {arguments.sets} each | {head} |"
    yield "| --- |" + " ---: |" * len(SET_PAIRINGS)
    for name, options in SETS.items():
        games = play_all(planned(arguments, options, arguments.sets), SET_PAIRINGS, kept_in(arguments, options))
        shares = []
        for pairing in SET_PAIRINGS:
            mine = [game.winner == "jack" for game in games if game.pairing == pairing]
            value, low, high = (100 * part for part in wilson(sum(mine), len(mine)))
            shares.append(f"{value:.1f} % ({low:.1f} to {high:.1f})")
        yield f"| {name} | {' | '.join(shares)} |"


def times(games: Sequence[Game]) -> Iterator[str]:
    """Yield the decision times of the measured level, as Markdown."""
    yield f"| {MEASURED} | decisions | mean | p95 | maximum |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    spent: Mapping[Side, list[float]] = {side: [] for side in Whitehall().sides}
    for game in games:
        for side, lasted in game.times.items():
            spent[side].extend(time / 1000 for time in lasted)
    for side, spent_ms in spent.items():
        if spent_ms:
            mean = sum(spent_ms) / len(spent_ms)
            late, longest = quantile(spent_ms, 0.95), max(spent_ms)
            yield f"| {side} | {len(spent_ms):,} | {mean:.1f} ms | {late:.1f} ms | {longest:.1f} ms |"


def read() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.whitehall_proof", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games per pairing")
    parser.add_argument("--limit", default="", help=f"nodes of the {MEASURED}, such as 96n")
    parser.add_argument("--seed", type=int, default=1888)
    parser.add_argument("--options", default="", metavar="OPTION=VALUE,...")
    parser.add_argument(
        "--pairs", default="", metavar="JACK:INVESTIGATORS,...", help="pairings to play instead of the default ones"
    )
    parser.add_argument("--sets", type=int, default=0, help="games per pairing with each common set of options")
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def planned(arguments: argparse.Namespace, options: str, games: int) -> Tournament:
    game = Whitehall(dict(pair.split("=") for pair in options.split(",") if pair))
    return Tournament(
        "whitehall", game.options, (), games, arguments.limit, arguments.seed, "", game.rules_version, program()
    )


def kept_in(arguments: argparse.Namespace, options: str) -> Path:
    """Return the file of the games with these options."""
    name = re.sub(r"\W+", "-", f"{program()} {arguments.limit} {arguments.seed} {options}")
    return FOLDER / f"{name}.jsonl"


def main() -> None:
    arguments = read()
    pairings = [tuple(pair.split(":")) for pair in arguments.pairs.split(",") if pair] or [*AIMS]
    games = play_all(
        planned(arguments, arguments.options, arguments.games), pairings, kept_in(arguments, arguments.options)
    )
    lines = [*report(games, pairings)]
    if arguments.sets:
        lines += ["", *with_options(arguments)]
    print(*lines, sep="\n")
    if arguments.write:
        words = " ".join(word for word in sys.argv[1:] if word != "--write")
        heading = f"{datetime.now(UTC).date()}, {machine.describe()}."
        lines = ["```", f"python -m bench.whitehall_proof {words}", "```", "", heading, "", *lines]
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(before + BEGIN + "\n".join(lines) + "\n" + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
