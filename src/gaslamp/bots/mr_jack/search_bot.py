"""What the sergeant and the inspector of Mr. Jack share: from a question to a round thought through, and an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple, TypeAlias

from gaslamp.bots.bot import Answer, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.judgement.worth import ONE
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.round_search import Ply, RoundSearch
from gaslamp.core.messages import Share, message
from gaslamp.titles.mr_jack.belief import Belief, World
from gaslamp.titles.mr_jack.imagine import imagine
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS, PICK
from gaslamp.titles.mr_jack.rules.position import Position

_THIN: Final = 24
_COARSE: Final = 64
_FEW: Final = 5000  # nodes
SOFTNESS: Final = 8  # a Detective does what is 1 / 180 of a game worse for him a third as often

_FIELDS: Final = (
    "places", "occupied", "lamps", "up", "turned", "face_up", "pile", "jack_alibis", "detective_alibis", "whistled",
    "cordons", "covers", "facing", "round", "used", "picked", "moved", "acted", "points", "budget", "visible",
    "jack", "doing", "seat", "ending", "edition",
)  # fmt: skip

Weights: TypeAlias = Sequence[int]  # of each character to be Jack, in 4096ths


class Candidate(NamedTuple):
    """A first step, what it leads to if it is followed up well, who is accused by it, and what follows it."""

    action: int
    values: tuple[int, ...]  # how likely the Detective wins, for each suspect in 4096ths
    seen: int
    accused: int = board.NONE
    then: int | None = None
    ends: tuple[int, ...] = ()  # the board its activation leads to


class DecisionPoint(NamedTuple):
    """What is thought about: the question, a position that may be, what the Detective believes, and what was kept."""

    question: Question
    position: Position
    weights: Weights
    cache: BeliefCache


@cache
def searcher() -> RoundSearch:
    """Give the one search of this process: its tables are large, and it keeps nothing from one question to the next."""
    return RoundSearch()


class SearchBot(ABC):
    """Thinks the round through, and takes the step that leaves its side best off."""

    @abstractmethod
    def search(self, now: DecisionPoint) -> list[Candidate]:
        """Give what can be done with what it leads to."""

    @abstractmethod
    def weights(self, situation: Situation, worlds: Mapping[World, int], cache: BeliefCache) -> Weights:
        """Tell what the Detective holds for how likely: his own belief, or what Jack thinks that is."""

    @abstractmethod
    def choose(self, choices: Sequence[Candidate], now: DecisionPoint) -> Candidate:
        """Take one of what can be done."""

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        now = self.decision_point(question, cache)
        position, weights = now.position, now.weights
        if situation.seat == "jack" and (way := escape_action(position)) is not None:
            return Answer(ACTIONS.format(way), Why((message("why.leaves"),), 1.0))
        chosen = self.choose(self.search(now), now)
        winning = expected_value(chosen.values, weights) / ONE / ONE
        if situation.seat == "jack":
            winning = 1 - chosen.values[position.jack] / ONE
        return Answer(ACTIONS.format(chosen.action), _why(chosen, weights, position, min(1.0, max(0.0, winning))))

    def decision_point(self, question: Question, cache: BeliefCache) -> DecisionPoint:
        """Give what a question is about."""
        situation = question.situation
        belief = cache.observed((situation.title, *situation.options.items(), situation.seat), situation.news, Belief)
        worlds = belief.worlds()
        position = imagine(situation.view, next(iter(worlds)))
        return DecisionPoint(question, position, self.weights(situation, worlds, cache), cache)


def best(choices: Sequence[Candidate], liking: Callable[[Candidate], float], rng: Random) -> Candidate:
    """Give what is liked best; of equal ones, any."""
    liked = [liking(choice) for choice in choices]
    most = max(liked)
    return rng.choice([choice for choice, like in zip(choices, liked, strict=True) if like == most])


def expected_value(values: Sequence[int], weights: Weights) -> int:
    """Give what is to be expected of values."""
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


def shares(parts: Sequence[float]) -> Weights:
    """Give weights in 4096ths: who is possible at all has at least one."""
    total = sum(parts)
    return [max(1, round(ONE * part / total)) if part > 0 else 0 for part in parts]


def identities(worlds: Mapping[World, int]) -> Weights:
    """Give how likely each character is to be Jack, from the worlds that a Detective holds possible."""
    parts = [0.0] * 8
    for world, weight in worlds.items():
        parts[world.identity] += weight
    return shares(parts)


def suspected(worlds: Mapping[World, int], up: int) -> Weights:
    """Give how likely a Detective holds each character to be Jack, as far as Jack can tell."""
    parts = [0.0] * 8
    for world, weight in worlds.items():
        suspects = up & ~world.held[1]
        for who in range(8):
            if suspects >> who & 1:
                parts[who] += weight / suspects.bit_count()
    return shares(parts)


def changed(position: Position, **fields: int) -> Position:
    """Give a position with some fields changed."""
    return Position(**dict(zip(_FIELDS, position.key(), strict=True)) | fields)


def laid_out(position: Position) -> Board:
    """Give the board of a position."""
    return Board(
        position.places, position.occupied, position.lamps, position.cordons, position.covers, position.facing
    )  # fmt: skip


def begin(search: RoundSearch, position: Position, weights: Weights) -> Ply:
    """Lay out a position for the search."""
    unknown = 8 - position.detective_alibis.bit_count() if position.seat == board.DETECTIVE else 7
    search.prospects.believe(weights, max(2, unknown))
    return search.begin(
        laid_out(position), position.round, position.used, position.face_up, position.turned,
        visible=bool(position.visible),
    )  # fmt: skip


def choices(search: RoundSearch, position: Position, weights: Weights, wide: int) -> list[Candidate]:
    """Give what can be done: the best few boards of each card, each followed to the end of the round.

    Where the nodes do not suffice, those that were followed: what was only glanced at looks too good to who did it.
    """
    ply = begin(search, position, weights)
    if position.doing == board.PICKING:
        search.collect_all(ply, wide, False, 0)  # noqa: FBT003 - compiled, it has no names
    else:
        _go_on(search, ply, position, wide)
    followed = []
    for k in sorted(range(ply.size), key=lambda k: -ply.score[k]):
        search.follow(ply, k, 0)
        if search.stopped:
            break
        followed.append(k)
    return [*_found(ply, position, weights, followed or range(ply.size))]


def _go_on(search: RoundSearch, ply: Ply, position: Position, wide: int) -> None:
    """Find the rest of an activation."""
    fresh = not (position.moved or position.acted or position.whistled)
    for thin in (search.thin, 1) if fresh else (1,):
        search.activations.go_on(
            ply.here, position.picked, position.seat == board.DETECTIVE, thin, bool(position.moved),
            bool(position.acted), position.whistled, position.budget - position.points, position.doing == board.FACING,
        )  # fmt: skip
        if search.activations.size:
            break
    ply.size = 0
    ply.accused = 0
    search.collect(ply, position.picked, wide, False, position.seat == board.JACK and search.everybody > 0)  # noqa: FBT003


def _found(ply: Ply, position: Position, weights: Weights, cache: Iterable[int]) -> Iterator[Candidate]:
    picking = position.doing == board.PICKING
    for k in cache:
        values = tuple(ply.values[8 * k : 8 * k + 8])
        ends = (
            ply.places[k], ply.occupied[k], ply.lamps[k], ply.cordons[k], ply.covers[k], ply.facing[k],
        )  # fmt: skip
        if picking:
            yield Candidate(PICK + ply.card[k], values, ply.seen[k], then=ply.first[k], ends=ends)
        else:
            yield Candidate(ply.first[k], values, ply.seen[k], ends=ends)
    for who in range(8):
        if ply.accused >> who & 1 and weights[who]:
            values = tuple(ONE * (who == other) for other in range(8))
            if picking:
                yield Candidate(PICK + ply.by[who], values, 0, who, ply.how[who])
            else:
                yield Candidate(ply.how[who], values, 0, who)


def whistle_sampling(nodes: int | None) -> int:
    """Tell of how many whistles one is to be looked at: a coarse look where there is little time."""
    return _COARSE if nodes is not None and nodes < _FEW else _THIN


def escape_action(position: Position) -> int | None:
    """Give the step by which Jack leaves the district, at once or after his ability; None if he cannot now."""
    if position.doing == board.PICKING:
        if not position.face_up >> position.jack & 1 or position.visible:
            return None
        picked = position.copy()
        picked.advance(PICK + position.jack)
        return PICK + position.jack if _leaving(picked) is not None else None
    return _leaving(position)


def _leaving(position: Position) -> int | None:
    """Give it once a card is picked."""
    if position.doing != board.ACTING or position.picked != position.jack or position.moved or position.visible:
        return None
    for action in position.legal():
        after = position.copy()
        after.advance(action)
        if after.ending == board.ESCAPE or (after.acted > position.acted and not after.moved and after.exits()):
            return action
    return None


def _why(chosen: Candidate, weights: Weights, position: Position, winning: float) -> Why:
    """Say whom a call then would see, as far as the seat knows, and how likely its side wins."""
    then = ACTIONS.format(chosen.then) if chosen.then is not None else None
    if chosen.accused != board.NONE:
        return Why((message("why.ends", share=Share(weights[chosen.accused], sum(weights))),), winning, then)
    likely = message("why.turn", share=Share(round(1000 * winning), 1000))
    if position.seat == board.JACK:
        seen = message("why.in_sight" if chosen.seen >> position.jack & 1 else "why.unseen")
    else:
        in_light = sum(weight for who, weight in enumerate(weights) if chosen.seen >> who & 1)
        seen = message("why.seen", share=Share(in_light, sum(weights)))
    return Why((seen, likely), winning, then)
