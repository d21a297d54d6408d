"""Independent reference bot for Pocket: exact minimax over one turn with a simple evaluation of its own.

It shares nothing with the levels but the rules: all suspects are equally likely, and nothing is inferred or hidden. A
decision takes at most 200 ms. Play against it with `gaslamp arena pocket --against bench.pocket_searcher`; it has its
own node limit.
"""

from __future__ import annotations

from math import exp, log
from typing import Final, TypeAlias

from gaslamp import titles
from gaslamp.bots.bot import Answer, Bot, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.titles.pocket.belief import World
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import ACTIONS, TAKE
from gaslamp.titles.pocket.rules.position import Position

NODES: Final = 60_000  # actions tried; afterwards the call is assumed to come at once
_NOBODY: Final = World(board.UNKNOWN, ())
_UNDRAWN: Final = -1  # nobody has drawn an alibi card this turn
# Log odds that Jack wins, fitted to 567 calls in 150 games of superintendents.
_PER_SUSPECT: Final = 2.8  # times the logarithm of the suspects left
_PER_CALL: Final = -1.15  # per call that must still go well for Jack

Values: TypeAlias = tuple[float, ...]  # Jack's chance of winning, for each possible identity


class Searcher:
    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0])
        search = Search(situation)
        values = {notation: search.after(notation) for notation in situation.legal}
        if situation.seat == "jack":
            own = search.suspects.index(board.SUSPECTS.index(situation.view.identity))
            worth = {notation: value[own] for notation, value in values.items()}
        else:
            worth = {notation: -sum(value) for notation, value in values.items()}
        best = max(worth.values())
        return Answer(question.rng.choice([notation for notation in situation.legal if worth[notation] == best]))


class Search:
    """The rest of one turn. The detectives choose for all suspects at once, Jack for each of them."""

    def __init__(self, situation: Situation) -> None:
        view = situation.view
        game = titles.game(situation.title, situation.options)
        self.position: Position = game.position_from(view, _NOBODY)
        self.suspects = [suspect for suspect in range(board.CELLS) if self.position.up >> suspect & 1]
        hidden = board.CELLS - len(view.shown_cards)
        unknown = sum(board.HOURGLASSES) - sum(
            board.HOURGLASSES[board.SUSPECTS.index(name)] for name in view.shown_cards
        )
        self._hidden = hidden
        self._per_card = unknown / hidden
        self._held = (
            view.jack_cards * self._per_card if view.hourglasses is None else view.hourglasses - view.jack_tokens
        )
        self._values: dict[tuple[int, ...], Values] = {}
        self._calls: dict[tuple[int, int], Values] = {}
        self._nodes = 0

    def after(self, notation: str) -> Values:
        action = ACTIONS.parse(notation)
        step = self._taken if action < TAKE + len(board.FACES) else self._done
        return step(self.position, action, _UNDRAWN)

    def _taken(self, position: Position, action: int, drawn: int) -> Values:
        """Return the values after a token is taken, by the best action with it."""
        seat = position.seat
        if action == TAKE + board.ALIBI:
            return self._turn(_without_token(position, action), seat)
        taken = position.copy()
        taken.carry_out(action)
        self._nodes += taken.count()
        if not taken.left:
            masks = set()
            for choice in taken.legal():
                end = taken.copy()
                end.carry_out(choice)
                masks.add(end.seen() & end.up)
            return _best([self._call(mask, drawn) for mask in masks], seat)
        return _best([self._done(taken, choice, drawn) for choice in taken.legal()], seat)

    def _done(self, taken: Position, action: int, drawn: int) -> Values:
        after = taken.copy()
        if not taken.left:
            after.carry_out(action)
            return self._call(after.seen() & after.up, drawn)
        after.advance(action)
        return self._turn(after, drawn)

    def _turn(self, position: Position, drawn: int) -> Values:
        """Return the values before a token is taken, or at the call."""
        if not position.left or self._nodes > NODES:
            return self._call(position.seen() & position.up, drawn)
        key = (position.tiles, position.roads, position.detectives, position.marked, position.left, drawn)
        if key not in self._values:
            taken = [self._taken(position, action, drawn) for action in position.legal()]
            self._values[key] = _best(taken, position.seat)
        return self._values[key]

    def _call(self, seen: int, drawn: int) -> Values:
        if (seen, drawn) not in self._calls:
            self._calls[seen, drawn] = tuple(self._called(suspect, seen, drawn) for suspect in self.suspects)
        return self._calls[seen, drawn]

    def _called(self, suspect: int, seen: int, drawn: int) -> float:
        """Return Jack's chance as *suspect* after a call in which the suspects in *seen* are in sight."""
        position = self.position
        is_seen = seen >> suspect & 1
        left = (seen if is_seen else position.up & ~seen).bit_count()
        glasses = position.tokens + (not is_seen) + self._held + (self._per_card if drawn == board.JACK else 0.0)
        turns = board.LAST_TURN - position.turn
        if position.chase:
            return 0.0 if is_seen else 1.0 if not turns else 0.6
        if left == 1 and glasses >= board.NEEDED:
            return 1.0 if not turns and not is_seen else 0.3
        if left == 1:
            return 0.0
        if glasses >= board.NEEDED or not turns:
            return 1.0
        others = (left - 1) * (1.0 - (drawn == board.DETECTIVES) / (self._hidden - 1))
        calls = min(board.NEEDED - glasses, turns)
        return 1.0 / (1.0 + exp(-_PER_SUSPECT * log(1 + others) - _PER_CALL * calls))


def _best(values: list[Values], seat: int) -> Values:
    if seat == board.JACK:
        return tuple(map(max, zip(*values, strict=True)))
    return min(values, key=sum)


def _without_token(position: Position, action: int) -> Position:
    """Return the position after the alibi token is used; the card stays unknown."""
    taken = position.copy()
    taken.carry_out(action)
    return Position(
        tiles=taken.tiles, roads=taken.roads, detectives=taken.detectives, up=taken.up, pile=taken.pile,
        held=taken.held, marked=taken.marked, faces=taken.faces, left=taken.left, doing=board.TAKING,
        seat=board.MOVER[4 * (taken.turn & 1) + 4 - taken.left.bit_count()] if taken.left else board.NOBODY,
        turn=taken.turn, tokens=taken.tokens, jack=taken.jack, chase=taken.chase,
        chase_when_seen=taken.chase_when_seen,
    )  # fmt: skip


BOT: Final[Bot] = Searcher()
