"""The games and states: to import this registers `python_gaslamp_<title>`, its options as parameters.

The number of an action is the title's own, the same in every position and in our records; those of chance are among
them. Information states are what a seat was told, observations what its view shows: see `texts` and `encodings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

import pyspiel

from gaslamp import titles
from gaslamp.core.game import CHANCE_MOVES, NOBODY_MOVES, Game
from gaslamp.core.options import Option
from gaslamp.research import texts
from gaslamp.research.encodings import encoding_of, has_encoding
from gaslamp.research.observing import Observing
from gaslamp.research.play import Play

PREFIX: Final = "python_gaslamp_"
_PLAYERS: Final = {CHANCE_MOVES: pyspiel.PlayerId.CHANCE, NOBODY_MOVES: pyspiel.PlayerId.TERMINAL}


class GaslampGame(pyspiel.Game):  # type: ignore[misc] # it has no types
    """A title with its options chosen. Each title has a class of its own, made when it is registered."""

    title: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {name: str(value) for name, value in (params or {}).items()}
        self.rules: Game[Any, Any] = titles.game(self.title, given)
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
        """The state before anything is dealt."""
        return GaslampState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of the kind that is asked for: by default, of all that a player sees of this moment."""
        if params:
            raise ValueError(f"an observer has no parameters: {params}")
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class GaslampState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: GaslampGame) -> None:
        super().__init__(game)
        self.play = Play(game.rules)

    def __reduce__(self) -> tuple[Callable[[str, list[int]], Any], tuple[str, list[int]]]:
        return load_state, (str(self.get_game()), self.play.actions)

    def current_player(self) -> int:
        """The number of the seat to move, or that of chance, or of nobody."""
        mover = self.play.position.to_move()
        player: int = _PLAYERS.get(mover, mover)
        return player

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.play.position.legal()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with its probabilities."""
        return self.play.chances()

    def _apply_action(self, action: int) -> None:
        self.play.advance(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.game.actions.format(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.play.position.to_move() == NOBODY_MOVES)

    def returns(self) -> list[float]:
        """What each player has won."""
        return self.play.returns()

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> Any:
        """Draw a state that this player cannot tell from this one, by our exact belief."""
        seat = self.play.game.seats[player_id]
        if self.play.imagined:
            return state_of(self.get_game(), self.play.imagined_anew(seat, sampler))
        return _play(self.get_game(), self.play.resampled(seat, sampler))

    def __str__(self) -> str:
        return " / ".join(map(self.play.game.actions.format, self.play.actions))


class Observer:
    """What a player sees or knows, in the form that OpenSpiel asks for."""

    def __init__(self, rules: Game[Any, Any], kind: Any) -> None:
        self._rules = rules
        self._public: bool = kind.public_info
        self._recall: bool = kind.perfect_recall
        self._everyone: bool = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._own: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        encoding = encoding_of(rules.title)
        self._observing = encoding and Observing(
            rules, encoding, public=self._public, own=self._own, everyone=self._everyone, recall=self._recall
        )
        self.tensor = self._observing.tensor if self._observing else None
        self.dict = self._observing.planes if self._observing else {}

    def set_from(self, state: GaslampState, player: int) -> None:
        """Fill the tensor with what a player knows."""
        if self._observing:
            self._observing.fill(state.play, self._rules.seats[player])

    def string_from(self, state: GaslampState, player: int) -> str:
        """Say what a player knows."""
        say = texts.information_state if self._recall else texts.observation
        seats = self._rules.seats
        if not self._everyone:
            return say(state.play, seats[player], public=self._public, private=self._own)
        public = [say(state.play, seats[player], public=True, private=False)] if self._public else []
        return "\n".join(public + [say(state.play, seat, public=False, private=True) for seat in seats])


def load_game(text: str) -> Any:
    """A game by its name and parameters. Where it is unpickled, the games have been registered by this module."""
    return pyspiel.load_game(text)


def load_state(text: str, actions: list[int]) -> Any:
    """A state of a game by the actions that led to it."""
    return _play(load_game(text), actions)


def state_of(game: Any, play: Play) -> Any:
    """The state of a game that was imagined: OpenSpiel knows no history of it."""
    state = game.new_initial_state()
    state.play = play
    return state


def _play(game: Any, actions: Iterable[int]) -> Any:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def game_type(title: str) -> Any:
    """Say what kind of game a title is; its rules are not loaded for it."""
    known = titles.meta(title)
    counts = [len(known.seats)] if known.seats_by is None else [len(seats) for seats in known.seats_by[1].values()]
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
        parameter_specification={option.id: _default(option) for option in known.options},
    )


def _default(option: Option) -> str | int:
    """An option's default; numbers as numbers, for that is what OpenSpiel reads where somebody writes one."""
    return int(option.default) if all(choice.isdigit() for choice in option.choices) else option.default


def _register() -> None:
    for title in titles.titles():
        # A class and nothing lighter: OpenSpiel lets go of it when Python is no longer there to clear it away.
        pyspiel.register_game(game_type(title), type(f"GaslampGame_{title}", (GaslampGame,), {"title": title}))


_register()
