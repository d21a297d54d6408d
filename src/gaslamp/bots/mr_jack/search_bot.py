"""Base class of the inspector and the superintendent of Mr. Jack: from a question to a round search and an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from gaslamp.bots.bot import Answer, Question, Situation, Why
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack import reasons
from gaslamp.bots.mr_jack.search.activations import Activations, Board
from gaslamp.bots.mr_jack.search.round_search import Ply, RoundSearch
from gaslamp.bots.mr_jack.worth import ONE
from gaslamp.core.messages import message
from gaslamp.titles.mr_jack.belief import Belief, World, position_from
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS, PICK
from gaslamp.titles.mr_jack.rules.position import Position

_THIN: Final = 24  # whistle sampling interval
_COARSE: Final = 64  # the same with few nodes
_FEW: Final = 5000  # nodes
_FIRST: Final = 1 << 30  # above all scores
SOFTNESS: Final = 8  # log2 temperature of the modelled Detective
ALL_CARDS: Final = 9  # search horizon: no limit

_FIELDS: Final = (
    "places", "occupied", "lamps", "up", "turned", "face_up", "pile", "jack_alibis", "detective_alibis", "whistled",
    "cordons", "covers", "facing", "round", "used", "picked", "moved", "acted", "points", "budget", "visible",
    "jack", "doing", "seat", "ending", "edition",
)  # fmt: skip

Weights: TypeAlias = Sequence[int]  # probability of each identity, in 4096ths


class Candidate(NamedTuple):
    """A first action with its searched values, the accused character, and the next action of the plan."""

    action: int
    values: tuple[int, ...]  # the Detective's win probability per suspect, 4096ths; () if not searched
    seen: int
    accused: int = board.NONE
    then: int | None = None
    ends: tuple[int, ...] = ()  # the board after the activation


class SearchInput(NamedTuple):
    """The input of a search: question, a possible position, the Detective's belief, and the cache."""

    question: Question
    position: Position
    weights: Weights
    cache: BeliefCache


@cache
def searcher() -> RoundSearch:
    """Return the one search of this process: its tables are large. It keeps no state between questions."""
    return RoundSearch()


class SearchBot(ABC):
    @abstractmethod
    def search(self, now: SearchInput) -> list[Candidate]: ...

    @abstractmethod
    def weights(self, situation: Situation, worlds: Mapping[World, int], cache: BeliefCache) -> Weights:
        """Return the Detective's belief, or Jack's model of it."""

    @abstractmethod
    def choose(self, choices: Sequence[Candidate], now: SearchInput) -> Candidate: ...

    def answer(self, question: Question, cache: BeliefCache) -> Answer:
        situation = question.situation
        if len(situation.legal) == 1:
            return Answer(situation.legal[0], Why((message("why.only"),)))
        now = self.search_input(question, cache)
        position = now.position
        if situation.seat == "jack" and (way := escape_action(position)) is not None:
            return Answer(ACTIONS.format(way), reasons.escape(way))
        candidates = reasons.holding_out(self.search(now), now)
        chosen = planned(question.plan, candidates, position)
        equal = 0
        if chosen is None:
            chosen, equal = self.choose(candidates, now), self.alike(candidates, now)
        return Answer(ACTIONS.format(chosen.action), reasons.why(chosen, candidates, now, equal))

    def alike(self, choices: Sequence[Candidate], now: SearchInput) -> int:
        """Return the number of actions among which Jack draws one at random; 0 if the best is played."""
        return 0

    def search_input(self, question: Question, cache: BeliefCache) -> SearchInput:
        situation = question.situation
        belief = cache.observed((situation.title, *situation.options.items(), situation.seat), situation.news, Belief)
        worlds = belief.worlds()
        position = position_from(situation.view, next(iter(worlds)))
        return SearchInput(question, position, self.weights(situation, worlds, cache), cache)


def best(choices: Sequence[Candidate], liking: Callable[[Candidate], float]) -> list[Candidate]:
    """Return the best candidates, several if they are equal."""
    liked = [liking(choice) for choice in choices]
    most = max(liked)
    return [choice for choice, like in zip(choices, liked, strict=True) if like == most]


def expected_value(values: Sequence[int], weights: Weights) -> int:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


def shares(parts: Sequence[float]) -> Weights:
    """Normalize to 4096ths; nonzero entries stay at least 1."""
    total = sum(parts)
    return [max(1, round(ONE * part / total)) if part > 0 else 0 for part in parts]


def identities(worlds: Mapping[World, int]) -> Weights:
    """Return the probability that each character is Jack, from the Detective's worlds."""
    parts = [0.0] * 8
    for world, weight in worlds.items():
        parts[world.identity] += weight
    return shares(parts)


def public_weights(situation: Situation) -> Weights:
    """Return Jack's model of the Detective's belief: all suspects that no call has cleared, equally likely.

    This is a spectator's mean over the Detective's hidden alibi cards. Jack's own identity and cards would make it more
    precise, but then each suspect would search a different tree, and the boards searched would reveal him.
    """
    return shares([float(name in situation.view.suspects) for name in board.CHARACTERS])


def changed(position: Position, **fields: int) -> Position:
    return Position(**dict(zip(_FIELDS, position.key(), strict=True)) | fields)


def from_key(key: tuple[int, ...]) -> Position:
    return Position(**dict(zip(_FIELDS, key, strict=True)))


def laid_out(position: Position) -> Board:
    return Board(
        position.places, position.occupied, position.lamps, position.cordons, position.covers, position.facing
    )  # fmt: skip


def begin(search: RoundSearch, position: Position, weights: Weights) -> Ply:
    unknown = 8 - position.detective_alibis.bit_count() if position.seat == board.DETECTIVE else 7
    search.prospects.believe(weights, max(2, unknown))
    return search.begin(
        laid_out(position), position.round, position.used, position.face_up, position.turned,
        visible=bool(position.visible),
    )  # fmt: skip


def choices(
    search: RoundSearch, position: Position, weights: Weights, wide: int, also: Candidate | None = None
) -> list[Candidate]:
    """Return the candidates: the best few boards of each card, each searched to the end of the round.

    If the node limit is reached, returns only the boards searched so far: unsearched values are biased upwards. *also*
    is searched first, between two activations only.
    """
    ply = begin(search, position, weights)
    if position.doing == board.PICKING:
        search.collect_all(ply, wide, False, 0)  # noqa: FBT003 - compiled, it has no names
    else:
        _go_on(search, ply, position, wide)
    if also is not None:
        _include(search, ply, also)
    followed = []
    for k in sorted(range(ply.size), key=lambda k: -ply.score[k]):
        search.follow(ply, k, 0)
        if search.stopped:
            break
        followed.append(k)
    return [*_candidates(ply, position, weights, followed or range(ply.size))]


def _go_on(search: RoundSearch, ply: Ply, position: Position, wide: int) -> None:
    fresh = not (position.moved or position.acted or position.whistled)
    for thin in (search.thin, 1) if fresh else (1,):
        _generate(search.activations, ply.here, position, thin)
        if search.activations.size:
            break
    ply.size = 0
    ply.accused = 0
    search.collect(ply, position.picked, wide, False, position.seat == board.JACK and search.everybody > 0)  # noqa: FBT003


def _include(search: RoundSearch, ply: Ply, also: Candidate) -> None:
    """Add a board to those of the root, unless it is there already, and have it searched first."""
    card = also.action - PICK
    ends = (ply.places, ply.occupied, ply.lamps, ply.cordons, ply.covers, ply.facing)
    boards = range(ply.size)
    at = next(
        (k for k in boards if ply.card[k] == card and all(e[k] == v for e, v in zip(ends, also.ends, strict=True))),
        ply.size,
    )
    if at == ply.size:
        if at == len(ply.card):
            return
        drawn = card == board.HOLMES and board.MOVER[4 * (ply.number & 1) + ply.used] == board.DETECTIVE
        search.prospects.judge(Board(*also.ends), ply.number, board.ALL & ~ply.turned, drawn)
        for part, value in zip(ends, also.ends, strict=True):
            part[at] = value
        ply.card[at], ply.first[at], ply.seen[at] = card, also.then or 0, search.prospects.seen
        for character in range(8):
            ply.values[8 * at + character] = search.prospects.value(character)
        ply.size += 1
    ply.score[at] = _FIRST


def _generate(activations: Activations, here: Board, position: Position, thin: int) -> None:
    activations.go_on(
        here, position.picked, position.seat == board.DETECTIVE, thin, bool(position.moved), bool(position.acted),
        position.whistled, position.budget - position.points, position.doing == board.FACING,
    )  # fmt: skip


def _candidates(ply: Ply, position: Position, weights: Weights, indices: Iterable[int]) -> Iterator[Candidate]:
    picking = position.doing == board.PICKING
    for k in indices:
        values = tuple(ply.values[8 * k : 8 * k + 8])
        ends = (
            ply.places[k], ply.occupied[k], ply.lamps[k], ply.cordons[k], ply.covers[k], ply.facing[k],
        )  # fmt: skip
        if picking:
            yield Candidate(PICK + ply.card[k], values, ply.seen[k], then=ply.first[k], ends=ends)
        else:
            yield Candidate(ply.first[k], values, ply.seen[k], ends=ends)
    for character in range(8):
        if ply.accused >> character & 1 and weights[character]:
            values = tuple(ONE * (character == other) for other in range(8))
            if picking:
                yield Candidate(PICK + ply.by[character], values, 0, character, ply.how[character])
            else:
                yield Candidate(ply.how[character], values, 0, character)


def whistle_sampling(nodes: int | None) -> int:
    """Return the sampling interval for whistles: coarser with few nodes."""
    return _COARSE if nodes is not None and nodes < _FEW else _THIN


def escape_action(position: Position) -> int | None:
    """Return the action by which Jack escapes, at once or after the ability; None if that is impossible now."""
    if position.doing == board.PICKING:
        if not position.face_up >> position.jack & 1 or position.visible:
            return None
        picked = position.copy()
        picked.advance(PICK + position.jack)
        return PICK + position.jack if _leaving(picked) is not None else None
    return _leaving(position)


def _leaving(position: Position) -> int | None:
    """Return Jack's escape action if his own card is in use, else None."""
    if position.doing != board.ACTING or position.picked != position.jack or position.moved or position.visible:
        return None
    for action in position.legal():
        after = position.copy()
        after.advance(action)
        if after.ending == board.ESCAPE or (after.acted > position.acted and not after.moved and after.exits()):
            return action
    return None


def planned(plan: tuple[int, ...], candidates: Sequence[Candidate], position: Position) -> Candidate | None:
    """Return the candidate that leads to a planned board or accusation; None if it cannot be reached any more."""
    if not plan or position.doing == board.PICKING:
        return None
    found = next((candidate for candidate in candidates if reasons.plan_of(candidate) == plan), None)
    if found is not None or len(plan) == 1:
        return found
    activations, end = searcher().activations, Board(*plan)
    _generate(activations, laid_out(position), position, 1)
    reached = Board(*plan)
    for k in range(activations.size):
        activations.put(k, reached)
        if reached.key() == end.key():
            return Candidate(activations.begun_by(k), (), searcher().prospects.look(end), ends=plan)
    return None
