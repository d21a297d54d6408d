"""Jack's model of the other side's belief is the same for every secret that a spectator considers possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.cache import BeliefCache
from gaslamp.bots.mr_jack import inspector as mr_jack_inspector
from gaslamp.bots.mr_jack import superintendent as mr_jack_superintendent
from gaslamp.bots.pocket import inspector as pocket_inspector
from gaslamp.bots.pocket import superintendent as pocket_superintendent
from gaslamp.bots.pocket.decision_point import decision_point
from gaslamp.bots.whitehall import inspector as whitehall_inspector
from gaslamp.bots.whitehall.belief.posterior import Posterior, learnt
from gaslamp.bots.whitehall.jack.evasion import InvestigatorModel
from gaslamp.bots.whitehall.superintendent import PLAYER_TYPES
from gaslamp.core.game import CHANCE, SPECTATOR
from gaslamp.core.history import Playthrough
from tests.conftest import Proof

LIMIT = Limit(nodes=2000)
WORLDS = 5  # other secrets compared at each decision
SAMPLED = 0.3  # share of decisions compared


def pocket_model(situation: Situation) -> object:
    cache = BeliefCache()
    public = pocket_superintendent.Superintendent()._public_belief(situation, 2000, cache)
    return public.hands, pocket_inspector.Inspector()._hands(situation, decision_point(situation), cache)


def mr_jack_model(situation: Situation) -> object:
    question, cache = Question(situation, LIMIT), BeliefCache()
    superintendent = mr_jack_superintendent.Superintendent()
    now = superintendent.search_input(question, cache)
    ordinary = mr_jack_inspector.Inspector().search_input(question, cache)
    return now.weights, ordinary.weights, superintendent.search(now)


def whitehall_model(situation: Situation) -> object:
    cache = BeliefCache()
    investigators = learnt(InvestigatorModel, whitehall_inspector.PLAYER_TYPES, situation, cache)
    posterior = learnt(Posterior, PLAYER_TYPES, situation, cache)
    return investigators.now(), investigators.aimless, posterior.now(), posterior.weights


MODELS: dict[str, Callable[[Situation], object]] = {
    "pocket": pocket_model,
    "mr_jack": mr_jack_model,
    "whitehall": whitehall_model,
}


def decisions(title: str, number: int) -> Iterator[Playthrough]:  # type: ignore[type-arg]
    """Play a game of constables, yielding it at each decision of Jack with more than one choice."""
    game, rng, cache = titles.game(title), Random(f"{title} {number}"), BeliefCache()
    playthrough = Playthrough(game, game.viewers)
    while (seat := game.to_move(playthrough.position)) is not None:
        legal = playthrough.position.legal()
        if seat == CHANCE:
            playthrough.advance(rng.choices(legal, game.weights(playthrough.position))[0])
            continue
        if seat == "jack" and len(legal) > 1:
            yield playthrough
        question = Question(Situation.at(playthrough, seat), LIMIT, rng.getrandbits(64))
        playthrough.advance(game.actions.parse(levels.answer("constable", question, cache).notation))


def situations(playthrough: Playthrough, rng: Random) -> Iterator[Situation]:  # type: ignore[type-arg]
    """Yield Jack's situation, and those with other secrets that a spectator cannot tell apart."""
    game = playthrough.game
    yield Situation.at(playthrough, "jack")
    belief = game.belief(SPECTATOR)
    for piece in playthrough.news(SPECTATOR):
        belief.observe(piece)
    worlds = list(belief.worlds())
    for world in rng.sample(worlds, min(WORLDS, len(worlds))):
        other = Playthrough(game)
        for action in game.rewrite_history(playthrough.actions, SPECTATOR, world):
            other.advance(action)
        if game.to_move(other.position) == "jack":
            yield Situation.at(other, "jack")


@pytest.mark.long
@pytest.mark.parametrize("title", MODELS)
def test_jacks_model_of_the_other_side_depends_on_public_information_only(title: str, proof: Proof) -> None:
    rng, compared = Random(title), 0
    for number in range(proof.amount(test=2, proof=12)):
        for playthrough in decisions(title, number):
            if rng.random() > SAMPLED:
                continue
            own, *others = situations(playthrough, rng)
            for other in others:
                assert MODELS[title](other) == MODELS[title](own)
                compared += other.view != own.view
    assert compared > 5
    proof.report(f"{title}: Jack's public model", compared=compared)
