"""The secrecy check: plays one game in every world of a viewer's belief and compares what the viewer receives.

The game runs at a table. The transcript has all updates as bytes (view, legal actions, news, step) and the errors of
forbidden requests. All worlds must give the same transcript.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from gaslamp.core.errors import GaslampError
from gaslamp.core.game import CHANCE, Game, Viewer
from gaslamp.core.messages import Message
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from tests.game.playing import encoded

MOST_WORLDS = 64

TableMaker = Callable[..., Table]
Reaches = Callable[[Table, Viewer, Sequence[str]], bytes]


class Leak(AssertionError):
    """A viewer can distinguish two worlds of its belief."""


class Scripted(Random):
    """Random generator with given draws, as indices among the legal actions."""

    def __init__(self, draws: Sequence[int]) -> None:
        super().__init__(0)
        self._draws = list(draws)

    def choices(self, population: Any, weights: Any = None, **_: Any) -> Any:
        drawn = self._draws.pop(0)
        assert drawn in population
        return [drawn]


def reaches(table: Table, viewer: Viewer, probes: Sequence[str]) -> bytes:
    """Return a viewer's update, and the errors of its forbidden requests."""
    update = table.update(viewer)
    return (
        encoded(update) + "\n".join(f"{no.id} {no.params}" for no in refusals(table, viewer, update, probes)).encode()
    )


def transcript(
    game: Game[Any, Any],
    actions: Sequence[int],
    viewer: Viewer,
    probes: Sequence[str],
    make_table: TableMaker = Table,
    reaches: Reaches = reaches,
) -> list[bytes]:
    """Return everything a viewer receives while these actions are played, chance included."""
    seats, draws = _who_acts(game, actions)
    table = make_table(game, rng=Scripted(draws))
    lines = [reaches(table, viewer, probes)]
    for seat, action in zip(seats, actions, strict=True):
        if seat != CHANCE:
            table.play(seat, game.actions.format(action), table.step(seat))
            lines.append(reaches(table, viewer, probes))
    return lines


def check(
    game: Game[Any, Any],
    actions: Sequence[int],
    viewer: Viewer,
    rng: Random,
    *,
    honest: Game[Any, Any] | None = None,
    make_table: TableMaker = Table,
    reaches: Reaches = reaches,
    most: int = MOST_WORLDS,
) -> int:
    """Compare the transcripts of all worlds, or of a sample. Returns their number."""
    probes = [game.actions.format(rng.randrange(len(game.actions))) for _ in range(2)]
    truth = transcript(game, actions, viewer, probes, make_table, reaches)
    compared = worlds(honest or game, actions, viewer, rng, most)
    for world in compared:
        other = game.rewrite_history(actions, viewer, world)
        if other == actions:  # the true world
            continue
        retold = transcript(game, other, viewer, probes, make_table, reaches)
        for number, (told, seen) in enumerate(zip(truth, retold, strict=True)):
            if told != seen:
                raise Leak(f"{viewer}, update {number}, world {world}:\n{told!r}\n{seen!r}")
    return len(compared)


def whole_table_steps(game: Game[Any, Any], actions: Sequence[int], cut: int) -> list[int]:
    """Cut a game at the points where a seat is to move."""
    position = game.start()
    last = 0
    for number, action in enumerate(actions, 1):
        position.advance(action)
        if game.to_move(position) != CHANCE:
            last = number
        if number >= cut and last:
            break
    return list(actions[:last])


def _who_acts(game: Game[Any, Any], actions: Sequence[int]) -> tuple[list[str], list[int]]:
    position = game.start()
    seats, draws = [], []
    for action in actions:
        seat = game.to_move(position)
        assert seat is not None
        seats.append(seat)
        draws += [position.legal().index(action)] if seat == CHANCE else []
        position.advance(action)
    return seats, draws


def worlds(
    game: Game[Any, Any], actions: Sequence[int], viewer: Viewer, rng: Random, most: int = MOST_WORLDS
) -> list[Any]:
    """Return the worlds a viewer considers possible after these actions."""
    seats, draws = _who_acts(game, actions)
    table = Table(game, rng=Scripted(draws))
    for seat, action in zip(seats, actions, strict=True):
        if seat != CHANCE:
            table.play(seat, game.actions.format(action), table.step(seat))
    belief = game.belief(viewer)
    for news in table.update(viewer).news:
        belief.observe(news)
    found = sorted(belief.worlds(), key=repr)
    if len(found) <= most:
        return found
    return [found[0], found[-1], *rng.sample(found[1:-1], max(0, most - 2))]


def refusals(table: Table, viewer: Viewer, update: Update, probes: Sequence[str]) -> list[Message]:
    """Return the errors of a viewer's forbidden requests."""
    wrong = [*(notation for notation in probes if notation not in update.legal), "what is this"]
    answers = [_refusal(partial(table.play, viewer, notation, update.step)) for notation in wrong]
    if update.legal:
        answers.append(_refusal(partial(table.play, viewer, update.legal[0], update.step + 1)))
    if not update.may_undo:
        answers.append(_refusal(partial(table.undo, viewer, update.step)))
    return answers


def _refusal(attempt: Callable[[], None]) -> Message:
    try:
        attempt()
    except GaslampError as error:
        return error.message
    raise AssertionError("what should be refused was done")
