"""Calibration of reviews: how often Jack wins games between bots, by the chance that the public curve gave him.

    python -m bench.calibration mr_jack --games 2000 --out calibration.jsonl

The file has one line per finished game; the same command continues an interrupted run and prints the table, and the
processor time of the reviews. Options of the title (edition, number of investigators) vary from game to game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time
from typing import Any, Final

from gaslamp import titles
from gaslamp.arena.match import Match
from gaslamp.arena.plan import Fixture, Tournament
from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game
from gaslamp.core.records import record
from gaslamp.review.moments import JACK, Evaluator, Kind
from gaslamp.review.report import WHOLE
from gaslamp.review.review import evaluator

_VARIED: Final = {"mr_jack": ("edition",), "whitehall": ("investigators",)}  # options
_TENTHS: Final = 10


def play(title: str, number: int, limit: str) -> str:
    """Return the record of a game between the strongest levels."""
    rng = Random(f"calibration {title} {number}")
    options = {
        option.id: rng.choice(option.choices)
        for option in titles.game(title).option_list
        if option.id in _VARIED.get(title, ())
    }
    game: Game[Any, Any] = titles.game(title, options)
    strongest = []
    for side in game.sides:
        seat = next(seat for seat in game.seats if game.side(seat) == side)
        strongest.append(levels.of_seat(game, seat)[-1])
    plan = Tournament(title, options, tuple(dict.fromkeys(strongest)), games=1, limit=limit, seed=number)
    return Match(plan, Fixture(0, tuple(strongest), 0)).play().record


def points(by: Evaluator, text: str) -> tuple[bool, list[tuple[Kind, int, int]]]:
    """Return whether Jack won, and of each moment its kind and the public and the open chance in tenths of points."""
    found = record.read(text)
    game = titles.game(found.title, found.options)
    assert found.outcome is not None
    actions = [game.actions.parse(action) for action in found.actions]
    moments = by.moments(game, actions)
    curve = [(m.kind, round(WHOLE * m.chances.public), round(WHOLE * m.chances.open)) for m in moments]
    return found.outcome.winner == JACK, curve


def table(games: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the share of wins for each tenth of predicted chance. Moments after the end are left out."""
    yield f"{len(games)} games, Jack won {100 * sum(game['won'] for game in games) / max(1, len(games)):.1f} %"
    seconds = [game["seconds"] for game in games]
    if len(seconds) > 1:
        mean, p95 = sum(seconds) / len(seconds), quantiles(seconds, n=20)[-1]
        yield f"processor time of a review: mean {mean:.2f} s, p95 {p95:.2f}, most {max(seconds):.2f}"
    yield "| predicted | moments | games | mean prediction | Jack won |"
    yield "|---|---:|---:|---:|---:|"
    for tenth in range(_TENTHS):
        least, most = WHOLE // _TENTHS * tenth, WHOLE // _TENTHS * (tenth + 1)
        inside = [
            (number, public, game["won"])
            for number, game in enumerate(games)
            for _, public, _ in game["points"]
            if least <= public < most + (most == WHOLE) and public not in (0, WHOLE)
        ]
        if inside:
            predicted = sum(public for _, public, _ in inside) / len(inside) / 10
            won = 100 * sum(won for _, _, won in inside) / len(inside)
            count = len({number for number, _, _ in inside})
            yield f"| {least // 10}-{most // 10} | {len(inside)} | {count} | {predicted:.1f} | {won:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=0, help="games in all; 0 prints the table only")
    parser.add_argument(
        "--limit", default="", help="node limit of the players, as in gaslamp arena; default: each level's own"
    )
    parser.add_argument("--nodes", type=int, help="nodes of the evaluator")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    lines = chosen.out.read_text(encoding="utf-8").splitlines() if chosen.out.exists() else []
    games = [json.loads(line) for line in lines]
    with chosen.out.open("a", encoding="utf-8") as file:
        for number in range(len(games), chosen.games):
            try:
                text = play(chosen.title, number, chosen.limit)
            except GaslampError as error:
                parser.error(str(error))
            started = process_time()
            won, curve = points(evaluator(chosen.title, chosen.nodes), text)
            seconds = round(process_time() - started, 3)
            games.append({"won": won, "points": curve, "seconds": seconds, "record": text})
            file.write(json.dumps(games[-1], separators=(",", ":"), ensure_ascii=False) + "\n")
            file.flush()
    print("\n".join(table(games)))


if __name__ == "__main__":
    main()
