"""Reasons of Whitehall Mystery: every kind of action has some, and their numbers are computed again here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

import pytest

from gaslamp.bots import BeliefCache, Limit, Question, Situation, levels
from gaslamp.bots.bot import Answer
from gaslamp.bots.reasons import LOST
from gaslamp.bots.whitehall import inspector, superintendent
from gaslamp.bots.whitehall.belief.particles import Particles
from gaslamp.bots.whitehall.belief.posterior import Posterior, learnt
from gaslamp.bots.whitehall.figures.hunters import PARTICLES, Hunters
from gaslamp.bots.whitehall.figures.manhunt import _STAKE, Manhunt
from gaslamp.bots.whitehall.jack.evasion import Evasion, InvestigatorModel
from gaslamp.bots.whitehall.streets import streets
from gaslamp.bots.whitehall.weights import hopes
from gaslamp.core.dice import Dice
from gaslamp.core.game import CHANCE
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message, Share
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.board import SPACES, C
from gaslamp.titles.whitehall.rules.view import View
from tests.conftest import Proof

LIMIT = Limit(nodes=12_000)
TYPES = {"inspector": inspector.PLAYER_TYPES, "superintendent": superintendent.PLAYER_TYPES}
EXACT = pytest.approx


@dataclass
class Decision:
    level: str
    question: Question
    answer: Answer

    @property
    def view(self) -> View:
        view: View = self.question.situation.view
        return view

    @property
    def legal(self) -> tuple[str, ...]:
        return self.question.situation.legal

    @cached_property
    def posterior(self) -> Posterior:
        return learnt(Posterior, TYPES[self.level], self.question.situation, BeliefCache())

    @cached_property
    def now(self) -> Mapping[int, float]:
        return self.posterior.now()

    @cached_property
    def particles(self) -> Particles:
        """The sample of the answer."""
        return self.posterior.sample(PARTICLES, Dice(self.question.rng.getrandbits(64)))

    @cached_property
    def hunters(self) -> Hunters:
        situation, rng = self.question.situation, self.question.rng
        if self.level == "inspector":
            return Hunters(situation, self.posterior, rng)
        return Manhunt(situation, self.posterior, rng, LIMIT.nodes or 0, hopes())

    @cached_property
    def evasion(self) -> Evasion:
        """Jack's evaluation, with its rollouts done."""
        situation, cache, nodes = self.question.situation, BeliefCache(), LIMIT.nodes or 0
        if self.level == "inspector":
            investigators = learnt(InvestigatorModel, inspector.PLAYER_TYPES, situation, cache)
            evasion = Evasion(situation, investigators, (), self.question.rng, nodes, hopes())
        else:
            bot = superintendent.Superintendent(hopes())
            evasion = bot.evasion(situation, cache, self.question.rng, nodes)
        evasion.moving()
        return evasion


def decisions(level: str, rng: Random) -> Iterator[Decision]:
    """Play one game of a level against itself."""
    playthrough, caches = Playthrough(Whitehall()), {side: BeliefCache() for side in Whitehall().sides}
    game = playthrough.game
    while (seat := game.to_move(playthrough.position)) is not None:
        if seat == CHANCE:
            playthrough.advance(rng.choice(playthrough.position.legal()))
            continue
        question = Question(Situation.at(playthrough, seat), LIMIT, rng.getrandbits(64))
        answer = levels.answer(level, question, caches[game.side(seat)])
        if len(question.situation.legal) > 1:
            yield Decision(level, question, answer)
        playthrough.advance(game.actions.parse(answer.notation))


def fraction(reason: Message) -> float:
    value = reason.params["share"]
    assert isinstance(value, Share)
    return value.part / value.whole


DISTANCES = board.current().distances()


def moves(start: int, end: int) -> int:
    return DISTANCES[C * start + end]


def check(decision: Decision, reason: Message) -> None:
    if reason.id.startswith(("why.way", "why.arrives", "why.nearest", "why.figure", "why.thought", "why.out_of")):
        check_jack(decision, reason)
    elif reason.id in {"why.through", "why.tile", "why.tile_only", "why.stopped", "why.lost"}:
        check_rollouts(decision, reason)
    else:
        check_figures(decision, reason)


def check_figures(decision: Decision, reason: Message) -> None:
    view, now, town = decision.view, decision.now, board.current().town
    verb, _, place = decision.answer.notation.partition(" ")
    arrests = [int(other.split()[1]) for other in decision.legal if other.startswith("arrest") and other[-1] != "l"]
    match reason.id:
        case "why.starts":
            crossings = [*view.figures.values(), place]
            near = {
                y for x in crossings for y in {x, *town.steps[x]} | {z for y in town.steps[x] for z in town.steps[y]}
            }
            starts = streets().may_be_locations(())
            watched = starts & {circle for crossing in near for circle in town.in_range(crossing)}
            assert fraction(reason) == EXACT(len(watched) / len(starts), abs=0.001)
        case "why.likeliest":
            assert fraction(reason) == EXACT(max(now.values()), abs=0.001)
            assert now[int(str(reason.params["circle"]))] == max(now.values())
        case "why.in_range":
            planned = decision.hunters.plans(decision.hunters.outlook())[decision.answer.notation][1]
            names = [town.crossings[(planned >> 8 * k & 255) - 1] for k in range(3)]
            assert place in names
            circles = {circle for crossing in names for circle in town.in_range(crossing)}
            assert fraction(reason) == EXACT(sum(now.get(circle, 0.0) for circle in circles), abs=0.001)
        case "why.arrest":
            assert fraction(reason) == EXACT(now.get(int(place), 0.0), abs=0.001)
        case "why.if_not_there":
            assert verb == "arrest"
            assert reason.params["circles"] == len(now.keys() - {int(place)})
        case "why.search":
            size = decision.particles.size
            having = sum(decision.particles.was_at(k, int(place)) for k in range(size))
            assert fraction(reason) == EXACT(having / size, abs=0.001)
            decision.particles.count()
            gains = {other: decision.particles.told_by(int(other.split()[1])) for other in decision.legal
                     if other.startswith("search")}  # fmt: skip
            assert gains[decision.answer.notation] == EXACT(max(gains.values()))
        case "why.stop":
            assert fraction(reason) == EXACT(max(now.get(circle, 0.0) for circle in arrests), abs=0.001)
        case _:
            assert reason.id in {"why.stop_searching", "why.tour", "why.call"}
            assert (
                reason.id != "why.stop_searching" or max(map(now.get, arrests, [0.0] * len(arrests)), default=0) < 0.005
            )


def check_jack(decision: Decision, reason: Message) -> None:
    view, circle = decision.view, int(decision.answer.notation.split()[1])
    goals = {*(view.locations or ())} - {*view.red}
    near = min(streets().reach[crossing][circle] for crossing in view.figures.values()) if view.figures else 0
    match reason.id:
        case "why.way" | "why.way_late":
            way = min(moves(circle, goal) for goal in goals if view.stage != "starting" or goal != circle)
            left = SPACES - view.track - (view.stage != "starting")
            assert (reason.params["moves"], reason.params["left"]) == (way, left)
            assert (reason.id == "why.way_late") == (way > left)
        case "why.arrives":
            assert circle in goals
        case "why.nearest_location":
            assert reason.params["moves"] == min(moves(circle, other) for other in view.locations or ())
        case "why.figure_steps":
            assert reason.params["steps"] == near
        case "why.out_of_reach":
            assert near > 2
        case _:
            assert near <= 2


def check_rollouts(decision: Decision, reason: Message) -> None:
    chosen, rival = decision.answer.notation, decision.answer.why.rival
    if decision.view.viewer == "jack":
        chances = decision.evasion._through
    else:
        assert isinstance(decision.hunters, Manhunt)
        plans, values = decision.hunters.plans(decision.hunters.outlook()), decision.hunters.walking()
        chances = {
            notation: (value - plans[notation][0]) / _STAKE for notation, value in values.items() if value > -500
        }
    match reason.id:
        case "why.tile":
            plain = [chance for notation, chance in chances.items() if notation.startswith("move")]
            assert fraction(reason) == EXACT(max(plain), abs=0.001)
        case "why.tile_only":
            assert not [notation for notation in decision.legal if notation.startswith("move")]
        case "why.lost":
            assert max(chances.values()) <= LOST
        case "why.through":
            assert fraction(reason) == EXACT(chances[chosen], abs=0.001)
    if rival is not None:
        others = [chance for notation, chance in chances.items() if notation != chosen]
        if decision.view.viewer == "jack":
            assert rival.chance == EXACT(max(others), abs=0.001)
            assert rival.chance < chances[chosen]


@pytest.mark.long
@pytest.mark.parametrize("level", [*TYPES])
def test_reasons_are_true_and_every_kind_of_action_has_one(level: str, proof: Proof) -> None:
    said: dict[str, int] = {}
    wanted, count, number = proof.amount(test=200, proof=2000), 0, 0
    while count < wanted:
        number += 1
        for decision in decisions(level, Random(f"{proof.seed} whitehall reasons {level} {number}")):
            count += 1
            assert decision.answer.why.reasons, decision.answer.notation
            for reason in decision.answer.why.reasons:
                said[reason.id] = said.get(reason.id, 0) + 1
                check(decision, reason)
    proof.report(f"whitehall: reasons of {level}", decisions=count, **said)
    assert {"why.likeliest", "why.in_range", "why.search", "why.way"} <= said.keys()
    assert "why.through" in said
    if level == "superintendent":
        assert "why.stopped" in said
