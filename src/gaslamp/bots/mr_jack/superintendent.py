"""The strongest bot for Mr. Jack: widens its search up to a node limit and infers Jack's identity from his actions.

As Jack it plays a mixed strategy that reveals little about its identity.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from gaslamp import kernel
from gaslamp.bots.bot import Bot, Question, Situation, WeightedPositions
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack.player_types import PlayerTypeTracker
from gaslamp.bots.mr_jack.public_belief import PublicBelief, public
from gaslamp.bots.mr_jack.reasons import holding_out
from gaslamp.bots.mr_jack.search_bot import (
    ALL_CARDS,
    SOFTNESS,
    Candidate,
    SearchBot,
    SearchInput,
    Weights,
    changed,
    choices,
    escape_action,
    expected_value,
    identities,
    public_weights,
    searcher,
    shares,
    whistle_sampling,
)
from gaslamp.bots.mr_jack.worth import ONE, learnt
from gaslamp.core.game import News, Seat
from gaslamp.titles.mr_jack.belief import World
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS
from gaslamp.titles.mr_jack.rules.position import Position

NODES: Final = 300_000 if kernel.COMPILED else 10_000  # default limit
_NODES_OF_JACK: Final = min(NODES, 60_000)  # a restarted worker repeats all of Jack's searches, up to forty
_THROUGH: Final = 3  # first round searched past its call
_WIDTHS: Final = (1, 1, 2, 3, 4, 6, 8, 11, 15, 20)
_GROWTH: Final = 2.0  # assumed cost ratio of consecutive passes
TRUST: Final = 0.6  # exponent on the inferred posterior: Jack may bluff
SURE: Final = 0.85  # minimum probability for an early accusation
LATE: Final = 7  # first round without that minimum
_MAX_ENTRIES: Final = 256


class Superintendent(SearchBot):
    def weights(self, situation: Situation, worlds: Mapping[World, int], cache: BeliefCache) -> Weights:
        if situation.seat == "jack":  # overrating the Detective's inference plays worse
            return public_weights(situation)
        read_weights = player_types(situation, cache).weights()
        return shares([weight * read**TRUST for weight, read in zip(identities(worlds), read_weights, strict=True)])

    def search(self, now: SearchInput) -> list[Candidate]:
        if now.position.seat == board.JACK:
            return [*public_belief(now.question, now.cache).mixture().candidates]
        return searched(now.position, now.weights, now.question.limit.nodes)

    def choose(self, choices: Sequence[Candidate], now: SearchInput) -> Candidate:
        return now.question.rng.choices(choices, self._often(choices, now))[0]

    def alike(self, choices: Sequence[Candidate], now: SearchInput) -> int:
        often = zip(choices, self._often(choices, now), strict=True)
        return len({choice.action for choice, weight in often if weight}) if now.position.seat == board.JACK else 0

    def shares(self, question: Question, cache: BeliefCache) -> Mapping[str, float]:
        legal = question.situation.legal
        now = self.search_input(question, cache)
        probabilities = dict.fromkeys(legal, 0.0)
        if len(legal) == 1 or (now.position.seat == board.JACK and escape_action(now.position) is not None):
            probabilities[self.answer(question, cache).notation] = 1.0
            return probabilities
        choices = holding_out(self._searched(now), now)
        often = self._often(choices, now)
        for choice, weight in zip(choices, often, strict=True):
            probabilities[ACTIONS.format(choice.action)] += weight / sum(often)
        return probabilities

    def secret(self, position: Position, seat: Seat) -> Hashable:
        """Return Jack's identity; the Detective's alibi cards."""
        return position.jack if seat == "jack" else position.detective_alibis

    def values(self, question: Question, imagined: WeightedPositions, cache: BeliefCache) -> Mapping[str, float]:
        """Return win probabilities. The Detective's belief is *imagined* alone; choices add nothing to it."""
        situation = question.situation
        position: Position = imagined[0][0]
        if situation.seat == "jack":
            if (way := escape_action(position)) is not None:
                return {ACTIONS.format(way): 1.0}
            weights = public_weights(situation)
        else:
            parts = [0.0] * len(board.CHARACTERS)
            for possible, weight in imagined:
                parts[possible.jack] += weight
            weights = shares(parts)
        values: dict[str, float] = {}
        for choice in self._searched(SearchInput(question, position, weights, cache)):
            detective = expected_value(choice.values, weights) / sum(weights) / ONE
            value = 1.0 - choice.values[position.jack] / ONE if situation.seat == "jack" else detective
            notation = ACTIONS.format(choice.action)
            values[notation] = max(value, values.get(notation, 0.0))
        return values

    def _searched(self, now: SearchInput) -> list[Candidate]:
        return now.cache.observed("searches", (), SearchCache).of(now, self.search)

    def _often(self, choices: Sequence[Candidate], now: SearchInput) -> list[float]:
        """Return the weight of each candidate: Jack's mixed strategy, or 1 for the Detective's best candidates."""
        position, weights = now.position, now.weights
        if position.seat == board.JACK:
            mixed = public_belief(now.question, now.cache).mixture()
            shares = dict(zip(mixed.candidates, mixed.probabilities[position.jack], strict=True))
            often = [shares.get(choice, 0.0) for choice in choices]
            return often if sum(often) else [1.0] * len(choices)

        liked = [liking(choice, position, weights) for choice in choices]
        most = max(liked)
        return [float(like == most) for like in liked]


def liking(choice: Candidate, position: Position, weights: Weights) -> float:
    """Return the Detective's expected value; negative for an accusation that comes too early."""
    if choice.accused != board.NONE and position.round < LATE and weights[choice.accused] < SURE * ONE:
        return -1.0
    return expected_value(choice.values, weights)


def searched(
    position: Position, weights: Weights, nodes: int | None = None, also: Candidate | None = None
) -> list[Candidate]:
    """Search wider and wider up to the node limit. *also* is a candidate that every width includes, even a bad one."""
    search = searcher()
    most = NODES if nodes is None else nodes
    search.prospects.learn(learnt())
    search.thin, search.jack, search.nodes = whistle_sampling(most), board.NONE, 0
    search.horizon = ALL_CARDS
    through = bool(position.round & 1) and position.round >= _THROUGH and position.used >= 2
    search.soft = SOFTNESS if position.seat == board.JACK else 0
    candidates: list[Candidate] = []
    for number, width in enumerate(_WIDTHS):
        before = search.nodes
        search.width, search.most, search.through = width, most, through and number > 0
        search.everybody = 1 + (number > 0)
        wider = choices(search, position, weights, 4 + 2 * width, also)
        if search.stopped and candidates:
            break
        candidates = wider
        if search.stopped or search.nodes + _GROWTH * (search.nodes - before) > most:
            break
    return candidates


class SearchCache:
    """LRU cache of search results. They do not depend on Jack's identity, so all suspects share one entry."""

    def __init__(self) -> None:
        self._entries: OrderedDict[Hashable, list[Candidate]] = OrderedDict()

    def observe(self, news: News) -> None:
        """Ignore the news: a search result depends on the decision point only."""

    def of(self, now: SearchInput, search: Callable[[SearchInput], list[Candidate]]) -> list[Candidate]:
        """Return the cached candidates of a decision point; call *search* if it is new."""
        position = changed(now.position, jack=0, pile=0, jack_alibis=0)
        if position.seat == board.JACK:  # guessed, and not used by the search
            position = changed(position, detective_alibis=0)
        key = (position.key(), tuple(now.weights), now.question.limit)
        if key not in self._entries:
            self._entries[key] = search(now)
        while len(self._entries) > _MAX_ENTRIES:
            self._entries.popitem(last=False)
        return self._entries[key]


def public_belief(question: Question, cache: BeliefCache) -> PublicBelief:
    """Return the belief over Jack's identity under his own strategy at this node limit, the same for every seat."""
    situation, nodes = question.situation, question.limit.nodes or _NODES_OF_JACK
    edition = situation.options["edition"]
    news = [*public(situation.news)]
    key = ("public_belief", situation.title, edition, nodes)
    return cache.observed(key, news, lambda: PublicBelief(edition, searched, nodes))


def player_types(situation: Situation, cache: BeliefCache) -> PlayerTypeTracker:
    """Return the public inference from Jack's actions, the same for every seat."""
    edition = situation.options["edition"]
    return cache.observed(
        ("player_types", situation.title, edition), situation.news, lambda: PlayerTypeTracker(edition)
    )


BOT: Final[Bot] = Superintendent()
