"""Evaluation of Whitehall Mystery: play-outs with fixed seeds by the models of the strongest bot.

The secret is Jack's path with his goals. The public chance is that of paths sampled from the public posterior; Jack's
own and the open chance are those of his true path. An answer of a search or arrest is news: the chance before it is the
one before the choice.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from gaslamp.bots.bot import Situation
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import Posterior
from gaslamp.bots.whitehall.figures.manhunt import Manhunt
from gaslamp.bots.whitehall.jack.escape import Escape
from gaslamp.bots.whitehall.jack.sheet import shown
from gaslamp.bots.whitehall.superintendent import PLAYER_TYPES
from gaslamp.bots.whitehall.weights import hopes
from gaslamp.core.dice import Dice
from gaslamp.core.game import SPECTATOR, Game, Seat, Side
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message, message
from gaslamp.review.moments import JACK, JudgedChoice, ValuedOption
from gaslamp.review.tree import PublicSituation, Secret, Story, TreeEvaluator, story_key
from gaslamp.review.whitehall_playouts import ROOM, TURNS, Playouts
from gaslamp.titles.whitehall.belief.rows import KINDS
from gaslamp.titles.whitehall.rules.view import View

NODES: Final = 40_000  # of a situation; a node is a turn of a particle
_TRUE: Final = -1  # key of the true path; the others are numbers of samples
_SAMPLED: Final = 512  # paths that searches are compared with
_TRIED: Final = 6  # alternatives of a decision
_SURE: Final = 2.0  # standard errors by which an alternative has to be better
# By round: the chance of Jack in the later rounds if he survives this one; first, of the whole game.
_LATER: Final = (0.55, 0.64, 0.80, 1.0)


@dataclass(frozen=True, slots=True)
class Compared:
    """A decision before it was made: results of the play-outs of each alternative, for the side that chooses."""

    seat: Seat
    round: int
    jacks: Particles  # sampled paths
    circles: Mapping[int, float]  # the public probability of Jack's circle
    true: float  # the same of the true one
    results: Mapping[tuple[str, ...], Sequence[float]]


class WhitehallEvaluator(TreeEvaluator[PublicSituation]):
    answer = "answer"
    answers = frozenset({"searched", "arrested", "arrested_in_vain", "called", "called_in_vain", "round_over", "over"})

    def __init__(self, nodes: int = NODES) -> None:
        self._times = max(6, nodes // (ROOM * TURNS))
        self._course: Playthrough[Any, Any] | None = None
        self._posterior: Posterior | None = None
        self._story: Story = ()  # of the activation that is played
        self._told: Story = ()  # of the last one
        self._compared: Compared | None = None

    def start(self, course: Playthrough[Any, Any], actions: Sequence[int]) -> PublicSituation:
        self._course, self._story = course, ()
        self._posterior = Posterior(course.game.options, PLAYER_TYPES)
        return _certain(_LATER[0])

    def step(self, course: Playthrough[Any, Any], action: int) -> Story:
        if self.judges and not self._story:
            self._compared = self._compare(course, action)
        news = super().step(course, action)
        assert self._posterior is not None
        for piece in news:
            self._posterior.observe(piece)
        self._story += news
        return news

    def secret(self, situation: PublicSituation, position: Any) -> Secret:
        return _TRUE

    def knowledge(self, side: Side, secret: Secret) -> Hashable:
        return secret if side == JACK else None

    # ---- situations

    def drawn(self, situation: PublicSituation, news: Story) -> PublicSituation:
        self._story = ()
        return self._evaluated()

    def played(
        self, before: PublicSituation, game: Game[Any, Any], activation: Sequence[int], story: Story
    ) -> PublicSituation:
        self._told, self._story = self._story, ()
        answer, after = self.split(self._told)[1], self._evaluated()
        if not answer:
            return after
        return PublicSituation(before.weights, before.values, {story_key(answer): after})

    def _evaluated(self) -> PublicSituation:
        course, posterior = self._course, self._posterior
        assert course is not None
        assert posterior is not None
        outcome = course.game.outcome(course.position)
        if outcome is not None:
            return _certain(float(outcome.winner == JACK))
        view: View = course.game.view(course.position, SPECTATOR)
        if view.round == 0:
            return _certain(_LATER[0])
        playouts, later = Playouts(view, posterior), _LATER[view.round]
        values = {number: later * chance for number, chance in enumerate(playouts.of_samples(self._times))}
        jack = _true_jack(course, posterior).fugitive()
        own = [playouts.play(jack, number) for number in range(self._times)]
        weights = dict.fromkeys(values, 1.0) or {_TRUE: 1.0}
        values[_TRUE] = later * sum(own) / len(own)
        return PublicSituation({**weights, _TRUE: weights.get(_TRUE, 0.0)}, values)

    # ---- decisions

    def _compare(self, course: Playthrough[Any, Any], action: int) -> Compared | None:
        """Play out the best alternatives, and the choice that begins with *action*."""
        position, game, posterior = course.position, course.game, self._posterior
        assert posterior is not None
        seat, view = game.to_move(position), game.view(position, SPECTATOR)
        if seat not in game.seats:
            return None
        jacks, now = posterior.sample(_SAMPLED, Dice(1)), posterior.now()
        if view.round == 0:
            return Compared(seat, 0, jacks, now, 0.0, {})
        playouts, actual = Playouts(view, posterior), game.actions.format(action)
        results: dict[tuple[str, ...], Sequence[float]] = {}
        if view.stage == "moving":
            jack = _true_jack(course, posterior)
            legal = game.actions.formatted(position.legal())
            moves = [(notation, move) for notation in legal for move in jack.moves_of(notation)]
            ranked = sorted(moves, key=lambda tried: -jack.worth(tried[1]))
            for notation, move in [*ranked[:_TRIED], *(tried for tried in ranked[_TRIED:] if tried[0] == actual)]:
                second = (f"then {move.circles[1]}",) if move.kind == "coach" else ()
                kind, fugitive = KINDS[shown(view, move.kind)], jack.fugitive(move.kind)
                results[notation, *second] = [
                    playouts.moved(fugitive, kind, move, number) for number in range(self._times)
                ]
        elif view.stage == "walking" and playouts.known:
            situation = Situation.of(
                game, seat, game.view(position, seat), game.actions.formatted(position.legal()), ()
            )
            manhunt = Manhunt(situation, posterior, Random(1), 0, hopes())
            plans = manhunt.plans(manhunt.outlook())
            ranked_plans = sorted(plans, key=lambda notation: -plans[notation][0])[:_TRIED]
            for notation in dict.fromkeys((*ranked_plans, actual)):
                chances = playouts.of_samples(self._times, plans[notation][1])
                results[(notation,)] = [1.0 - chance for chance in chances]
        return Compared(seat, view.round, jacks, now, now.get(position.circle, 0.0), results)

    def judge(
        self, before: PublicSituation, activation: Sequence[int], secret: Secret, after: PublicSituation
    ) -> JudgedChoice:
        compared, course = self._compared, self._course
        assert course is not None
        assert self._posterior is not None
        game = course.game
        if compared is None or not compared.results:
            seat = compared.seat if compared else JACK
            mine = before.public if game.side(seat) == JACK else 1.0 - before.public
            played = ValuedOption((*activation,), mine)
            return JudgedChoice(seat, played, (played,), None, (*_remarks(compared, self._told),))
        notations = game.actions.formatted(activation)
        belief = None
        if compared.seat == JACK:
            belief = compared.true, self._posterior.now().get(course.position.circle, 0.0)
        return _choice(game, compared, notations, belief)


def _choice(
    game: Game[Any, Any], compared: Compared, actual: tuple[str, ...], belief: tuple[float, float] | None
) -> JudgedChoice:
    """Return the choice; what is better than it counts as far as that is certain."""
    later, own = _LATER[compared.round], compared.results[actual]
    chance = sum(own) / len(own)
    gains = {actions: certain_gain(results, own) for actions, results in compared.results.items()}
    best = [actions for actions, gain in gains.items() if gain == max(gains.values())]
    options = [
        ValuedOption(
            tuple(map(game.actions.parse, actions)),
            later * (chance + gain) + (0.0 if compared.seat == JACK else 1.0 - later),
            (actions in best) / len(best),
        )
        for actions, gain in gains.items()
    ]
    played = options[[*gains].index(actual)]
    return JudgedChoice(compared.seat, played, tuple(sorted(options, key=lambda option: -option.chance)), belief)


def certain_gain(results: Sequence[float], own: Sequence[float]) -> float:
    """Return how much better the results are on average, less two standard errors; worse ones as they are."""
    gains = [result - other for result, other in zip(results, own, strict=True)]
    mean = sum(gains) / len(gains)
    if mean <= 0:
        return mean
    variance = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    return max(0.0, mean - _SURE * sqrt(variance / len(gains)))


def _remarks(compared: Compared | None, story: Story) -> Iterator[Message]:
    """Yield remarks on searches that could hardly tell anything, and on arrests where Jack could not be."""
    if compared is None or not compared.jacks.size:
        return
    jacks = compared.jacks
    for piece in story:
        if piece.kind == "searched":
            circle = int(str(piece.details["circle"]))
            if jacks.having(circle) in {0, jacks.size}:
                yield message("review.searched", circle=circle)
            jacks.searched(circle, piece.details["answer"] == "yes")
            if not jacks.size:
                return
        elif piece.kind == "arrested_in_vain":
            circles = piece.details["circles"]
            assert isinstance(circles, tuple)
            if not any(compared.circles.get(int(circle), 0.0) for circle in circles):
                yield message("review.arrested", circle=int(circles[0]))


def _true_jack(course: Playthrough[Any, Any], posterior: Posterior) -> Escape:
    game, position = course.game, course.position
    view = game.view(position, JACK)
    return Escape(Situation.of(game, JACK, view, (), ()), posterior, Random(1))


def _certain(chance: float) -> PublicSituation:
    return PublicSituation({_TRUE: 1.0}, {_TRUE: chance})


EVALUATOR: Final = WhitehallEvaluator
