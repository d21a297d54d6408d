"""Every title as a game of OpenSpiel, registered by this import; our opponents as its bots, its bots in our arena."""

from gaslamp.research.openspiel.bots import LevelBot
from gaslamp.research.openspiel.games import PREFIX, GaslampGame, GaslampState
from gaslamp.research.openspiel.guests import Guest
from gaslamp.research.openspiel.last_turn import LastTurnGame

__all__ = ["PREFIX", "GaslampGame", "GaslampState", "Guest", "LastTurnGame", "LevelBot"]
