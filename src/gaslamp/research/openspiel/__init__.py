"""The titles as OpenSpiel games, registered by this import, and bots in both directions."""

from gaslamp.research.openspiel.bots import LevelBot, OpenSpielBot
from gaslamp.research.openspiel.games import PREFIX, GaslampGame, GaslampState
from gaslamp.research.openspiel.last_turn import LastTurnGame

__all__ = ["PREFIX", "GaslampGame", "GaslampState", "LastTurnGame", "LevelBot", "OpenSpielBot"]
