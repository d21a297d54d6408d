"""OpenSpiel games and states. Importing this registers `python_gaslamp_<title>`, with the options as parameters.

Actions have the title's own numbers, the same in every position and in records; chance actions are among them.
Information states are a seat's news, observations its view: see `rendering` and `encodings`.

>>> state = load_game("python_gaslamp_pocket").new_initial_state()
>>> state.is_chance_node()
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

import pyspiel

from gaslamp import titles
from gaslamp.core.game import CHANCE_MOVES, NOBODY_MOVES, Game
from gaslamp.core.options import Option
from gaslamp.research import rendering
from gaslamp.research.encodings import encoding_of, has_encoding
from gaslamp.research.episode import Episode
from gaslamp.research.observations import ObservationEncoder

PREFIX: Final = "python_gaslamp_"
_PLAYERS: Final = {CHANCE_MOVES: pyspiel.PlayerId.CHANCE, NOBODY_MOVES: pyspiel.PlayerId.TERMINAL}


class GaslampGame(pyspiel.Game):  # type: ignore[misc] # it has no types
    """A title with its options. A subclass per title is created when it is registered."""

    title: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        options = {name: str(value) for name, value in (params or {}).items()}
        self.rules: Game[Any, Any] = titles.game(self.title, options)
        actions = len(self.rules.actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=actions,
            num_players=len(self.rules.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.longest,
        )
        super().__init__(game_type(self.title), info, params or {})

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return load_game, (str(self),)

    def new_initial_state(self) -> GaslampState:
        return GaslampState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer; by default of the player's current view. Raises ValueError for *params*."""
        if params:
            raise ValueError(f"an observer has no parameters: {params}")
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class GaslampState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: GaslampGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.rules)

    def __reduce__(self) -> tuple[Callable[[str, list[int]], Any], tuple[str, list[int]]]:
        return load_state, (str(self.get_game()), self.episode.actions)

    def current_player(self) -> int:
        mover = self.episode.position.to_move()
        player: int = _PLAYERS.get(mover, mover)
        return player

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.episode.position.legal()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.episode.chances()

    def _apply_action(self, action: int) -> None:
        self.episode.advance(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.episode.game.actions.format(action)

    def is_terminal(self) -> bool:
        return bool(self.episode.position.to_move() == NOBODY_MOVES)

    def returns(self) -> list[float]:
        return self.episode.returns()

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> Any:
        seat = self.episode.game.seats[player_id]
        if self.episode.hypothetical:
            return state_of(self.get_game(), self.episode.resampled(seat, sampler))
        return _replay(self.get_game(), self.episode.resampled_actions(seat, sampler))

    def __str__(self) -> str:
        return " / ".join(map(self.episode.game.actions.format, self.episode.actions))


class Observer:
    def __init__(self, rules: Game[Any, Any], kind: Any) -> None:
        self._rules = rules
        self._public: bool = kind.public_info
        self._recall: bool = kind.perfect_recall
        self._everyone: bool = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._own: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        encoding = encoding_of(rules.title)
        self._encoder = encoding and ObservationEncoder(
            rules, encoding, public=self._public, own=self._own, everyone=self._everyone, recall=self._recall
        )
        self.tensor = self._encoder.tensor if self._encoder else None
        self.dict = self._encoder.planes if self._encoder else {}

    def set_from(self, state: GaslampState, player: int) -> None:
        if self._encoder:
            self._encoder.fill(state.episode, self._rules.seats[player])

    def string_from(self, state: GaslampState, player: int) -> str:
        say = rendering.information_state if self._recall else rendering.observation
        seats = self._rules.seats
        if not self._everyone:
            return say(state.episode, seats[player], public=self._public, private=self._own)
        public = [say(state.episode, seats[player], public=True, private=False)] if self._public else []
        return "\n".join(public + [say(state.episode, seat, public=False, private=True) for seat in seats])


def load_game(text: str) -> Any:
    """Load a game by name and parameters. Unpickling calls this, which registers the games first."""
    return pyspiel.load_game(text)


def load_state(text: str, actions: list[int]) -> Any:
    return _replay(load_game(text), actions)


def state_of(game: Any, episode: Episode) -> Any:
    """Return the state of a hypothetical episode, which has no OpenSpiel history."""
    state = game.new_initial_state()
    state.episode = episode
    return state


def _replay(game: Any, actions: Iterable[int]) -> Any:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def game_type(title: str) -> Any:
    """Return the OpenSpiel type of a title, without importing its rules."""
    meta = titles.meta(title)
    counts = [len(meta.seats)] if meta.seats_by is None else [len(seats) for seats in meta.seats_by[1].values()]
    return pyspiel.GameType(
        short_name=PREFIX + title,
        long_name=f"Gaslamp {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=has_encoding(title),
        provides_observation_string=True,
        provides_observation_tensor=has_encoding(title),
        provides_factored_observation_string=True,
        parameter_specification={option.id: _default(option) for option in meta.options},
    )


def _default(option: Option) -> str | int:
    """Return an option's default, numbers as int, as OpenSpiel parses them."""
    return int(option.default) if all(choice.isdigit() for choice in option.choices) else option.default


def _register() -> None:
    for title in titles.titles():
        # A class, not a closure: OpenSpiel releases it after the interpreter has shut down.
        pyspiel.register_game(game_type(title), type(f"GaslampGame_{title}", (GaslampGame,), {"title": title}))


_register()
