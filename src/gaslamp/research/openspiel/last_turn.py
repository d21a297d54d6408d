"""The last turn of Pocket, small enough for exact solvers.

`python_gaslamp_pocket_last_turn(seed=1,tokens=2)` starts in turn 8 of a random game with *tokens* action tokens left.
Chance first draws the detectives' hidden information from their exact belief; then the rules of Pocket apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pyspiel

from gaslamp import titles
from gaslamp.research.episode import Episode
from gaslamp.research.openspiel.games import PREFIX, GaslampGame, GaslampState, game_type
from gaslamp.titles.pocket.rules.board import LAST_TURN, TAKING

NAME: Final = PREFIX + "pocket_last_turn"
SEAT: Final = "detectives"  # lacks the hidden information
DEFAULTS: Final = {"seed": 1, "tokens": 2}


class LastTurnGame(GaslampGame):
    title = "pocket"

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        if not 1 <= chosen["tokens"] <= 4:
            raise ValueError("a turn has one to four tokens to be used")
        self.rules = titles.game(self.title)
        actions = len(self.rules.actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=10 * actions,  # possible hands and identities
            num_players=len(self.rules.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=1 + 2 * chosen["tokens"],
        )
        pyspiel.Game.__init__(self, _game_type(), info, params or {})
        self.begun = _begun(self.rules, chosen["seed"], chosen["tokens"])
        self.worlds = list(self.begun.belief(SEAT).worlds().items())

    def new_initial_state(self) -> LastTurnState:
        return LastTurnState(self)


class LastTurnState(GaslampState):
    """A state; chance moves first and draws the world."""

    def __init__(self, game: LastTurnGame) -> None:
        super().__init__(game)
        self.episode = game.begun.copy()
        self.drawn: int | None = None

    def __reduce__(self) -> Any:
        return _load_state, (str(self.get_game()), self.history())

    def current_player(self) -> int:
        player: int = pyspiel.PlayerId.CHANCE if self.drawn is None else super().current_player()
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.get_game().worlds))) if self.drawn is None else super()._legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.drawn is not None:
            return super().chance_outcomes()
        worlds = self.get_game().worlds
        total = sum(weight for _, weight in worlds)
        return [(number, weight / total) for number, (_, weight) in enumerate(worlds)]

    def _apply_action(self, action: int) -> None:
        if self.drawn is not None:
            super()._apply_action(action)
            return
        game, episode = self.get_game(), self.episode
        self.drawn = action
        news = episode.news(SEAT)
        self.episode = Episode.from_world(game.rules, episode.view(SEAT), news, game.worlds[action][0])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.drawn is None:
            return f"world {action}"
        return super()._action_to_string(player, action)

    def resample_from_infostate(self, player_id: int, sampler: Any) -> Any:
        state = super().resample_from_infostate(player_id, sampler)
        state.drawn = self.drawn
        return state

    def __str__(self) -> str:
        return f"world {self.drawn} / {super().__str__()}" if self.drawn is not None else ""


def _begun(rules: Any, seed: int, tokens: int) -> Episode:
    """Play random games until a token is to be taken in turn 8 with *tokens* left and no chase."""
    rng = Random(seed)
    while True:
        episode = Episode(rules)
        while legal := episode.position.legal():
            at = episode.position
            if at.turn == LAST_TURN and at.doing == TAKING and at.left.bit_count() == tokens and not at.chase:
                return episode
            episode.advance(rng.choice(legal))


def _game_type() -> Any:
    pocket = game_type("pocket")
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Gaslamp pocket, the last turn",
        dynamics=pocket.dynamics,
        chance_mode=pocket.chance_mode,
        information=pocket.information,
        utility=pocket.utility,
        reward_model=pocket.reward_model,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


def _load_state(text: str, actions: list[int]) -> Any:
    state = pyspiel.load_game(text).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


pyspiel.register_game(_game_type(), LastTurnGame)
