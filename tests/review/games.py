"""Records of bot games to be reviewed, and evaluators with few nodes."""

from __future__ import annotations

from functools import cache
from random import Random

from gaslamp import titles
from gaslamp.bots import BeliefCache, Limit, Question, levels
from gaslamp.core.game import Side
from gaslamp.core.records import record
from gaslamp.game import updates
from gaslamp.game.table import Table
from gaslamp.review.moments import Evaluator
from gaslamp.review.review import Opened, evaluator, open_record
from gaslamp.service.games import bot_runner

TITLES = ("mr_jack", "pocket", "whitehall")
FEW = {"mr_jack": 3_000, "pocket": 20_000, "whitehall": 5_000}  # nodes of an evaluator in tests
_PLAYING = Limit(nodes=4_000)


@cache
def weak_evaluator(title: str) -> Evaluator:
    return evaluator(title, FEW[title])


@cache
def played(title: str, number: int, *, strong: tuple[Side, ...] = ()) -> Opened:
    """Return a finished game; the sides in *strong* are played by the strongest level, the others at random."""
    rng = Random(f"review {title} {number} {strong}")
    table, cache = Table(titles.game(title), rng=rng), BeliefCache()
    game = table.game
    while (seat := table.to_move) is not None:
        update = updates.update(table.state, seat)
        notation = rng.choice(update.legal)
        if game.side(seat) in strong:
            level = levels.closest_level(game, seat)
            assert level is not None
            question = Question(bot_runner.situation(game, seat, update), _PLAYING, rng.getrandbits(64))
            notation = levels.answer(level, question, cache).notation
        table.play(seat, notation, update.step)
    return open_record(record.write(table.record(dict.fromkeys(game.seats, "Ada"))))
