"""The inspector of Mr. Jack: looks wider the more time there is, and draws conclusions from what Jack does.

As Jack he mixes what he could do so that it tells little of who he is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from time import perf_counter
from typing import Final

from gaslamp.bots.bot import Bot, Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.judgement.weights import learnt
from gaslamp.bots.mr_jack.judgement.worth import ONE
from gaslamp.bots.mr_jack.mixing import costs, parts
from gaslamp.bots.mr_jack.player_types import PlayerTypes
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search_bot import (
    SOFTNESS,
    Candidate,
    DecisionPoint,
    SearchBot,
    Weights,
    changed,
    choices,
    escape_action,
    expected_value,
    identities,
    searcher,
    shares,
    suspected,
    whistle_sampling,
)
from gaslamp.core.game import News
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS

_NODES: Final = 300_000  # where nobody says how long he may think
_THROUGH: Final = 3  # from this round on he looks through the call after an odd one
_WIDTHS: Final = (1, 1, 2, 3, 4, 6, 8, 11, 15, 20)
_GROWTH: Final = 2.0  # a pass takes at least so many times the one before
_SPEED: Final = 2_000_000  # nodes a second, until it is known
TRUST: Final = 0.6  # so much of what he reads he believes, in logarithms: a Jack may know how he reads
SURE: Final = 0.85  # so likely must be whom he accuses before the last rounds
LATE: Final = 7
_MOMENTS: Final = 256


class Inspector(SearchBot):
    """The best there is."""

    def weights(self, situation: Situation, worlds: Mapping[World, int], cache: BeliefCache) -> Weights:
        if situation.seat == "jack":  # a Detective who is believed to have read more than he has is easily underrated
            return suspected(worlds, sum(1 << board.CHARACTERS.index(name) for name in situation.view.suspects))
        told = player_types(situation, cache).weights()
        return shares([weight * read**TRUST for weight, read in zip(identities(worlds), told, strict=True)])

    def search(self, now: DecisionPoint) -> list[Candidate]:
        search, position, limit = searcher(), now.position, now.question.limit
        search.prospects.learn(learnt())
        search.thin, search.jack, search.nodes = whistle_sampling(limit.nodes), board.NONE, 0
        through = bool(position.round & 1) and position.round >= _THROUGH and position.used >= 2
        search.soft = SOFTNESS if position.seat == board.JACK else 0
        clock = SearchClock(limit)
        found: list[Candidate] = []
        for number, width in enumerate(_WIDTHS):
            before = search.nodes
            search.width, search.most, search.through = width, clock.node_limit(before), through and number > 0
            search.everybody = 1 + (number > 0)
            wider = choices(search, position, now.weights, 4 + 2 * width)
            if search.stopped and found:
                break
            found = wider
            if search.stopped or search.nodes + _GROWTH * (search.nodes - before) > clock.node_limit(search.nodes):
                break
        return found

    def choose(self, choices: Sequence[Candidate], now: DecisionPoint) -> Candidate:
        return now.question.rng.choices(choices, self._often(choices, now))[0]

    def shares(self, question: Question, cache: BeliefCache) -> Mapping[str, float]:
        """Give how often each answer would be given, all of them together once."""
        legal = question.situation.legal
        now = self.decision_point(question, cache)
        found = dict.fromkeys(legal, 0.0)
        if len(legal) == 1 or (now.position.seat == board.JACK and escape_action(now.position) is not None):
            found[self.answer(question, cache).notation] = 1.0
            return found
        thought = cache.observed("searches", (), SearchCache)
        choices = thought.of(now, self.search)
        for choice, often in zip(choices, self._often(choices, now), strict=True):
            found[ACTIONS.format(choice.action)] += often
        return found

    def _often(self, choices: Sequence[Candidate], now: DecisionPoint) -> list[float]:
        """Tell how often each choice is taken: what Jack mixes, or whatever is best for the Detective."""
        position, weights = now.position, now.weights
        if position.seat == board.JACK:
            ends = [Board(*choice.ends) for choice in choices]
            read = player_types(now.question.situation, now.cache).tells(ends)
            near = [hunters(end) for end in ends]
            return parts(costs([choice.values for choice in choices], read, near), weights)[position.jack]

        def liking(choice: Candidate) -> float:
            if choice.accused != board.NONE and position.round < LATE and weights[choice.accused] < SURE * ONE:
                return -1.0
            return expected_value(choice.values, weights)

        liked = [liking(choice) for choice in choices]
        most = max(liked)
        return [float(like == most) for like in liked]


def hunters(here: Board) -> list[int]:
    """Tell how many others have each character in reach: who accuses at random finds somebody near."""
    places = [here.places >> 8 * who & 0xFF for who in range(8)]
    reaches = [searcher().prospects.reach(here, who) for who in range(8)]
    return [
        sum(reach >> place & 1 for other, reach in enumerate(reaches) if other != who)
        for who, place in enumerate(places)
    ]  # fmt: skip


class SearchCache:
    """What was thought at some moments: the same whoever Jack is, so that who asks for all suspects waits only once."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, list[Candidate]] = OrderedDict()

    def observe(self, news: News) -> None:
        """Learn nothing: a thought depends on the moment alone."""

    def of(self, now: DecisionPoint, think: Callable[[DecisionPoint], list[Candidate]]) -> list[Candidate]:
        """Give the thoughts of a moment; think, if it is new or was left to the clock."""
        position = changed(now.position, jack=0, pile=0, jack_alibis=0)
        key = (position.key(), tuple(now.weights), now.question.limit)
        if key not in self._found or now.question.limit.seconds is not None:
            self._found[key] = think(now)
        while len(self._found) > _MOMENTS:
            self._found.popitem(last=False)
        return self._found[key]


def player_types(situation: Situation, cache: BeliefCache) -> PlayerTypes:
    """Give what Jack's doings tell, to everybody alike."""
    edition = situation.options["edition"]
    return cache.observed(("player_types", situation.title, edition), situation.news, lambda: PlayerTypes(edition))


class SearchClock:
    """Turns a limit into nodes."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._begun = perf_counter()

    def node_limit(self, nodes: int) -> int:
        """Tell how many nodes there may be in all, from how long so many have taken."""
        if self._limit.seconds is None:
            return _NODES if self._limit.nodes is None else self._limit.nodes
        spent = perf_counter() - self._begun
        speed = nodes / spent if nodes > 1000 else _SPEED
        return round(self._limit.seconds * speed)


BOT: Final[Bot] = Inspector()
