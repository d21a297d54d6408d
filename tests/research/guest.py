"""An OpenSpiel bot for the arena: a module with a BOT."""

import pyspiel

from gaslamp.research.openspiel import OpenSpielBot

BOT = OpenSpielBot(lambda game, player, seed: pyspiel.make_uniform_random_bot(player, seed))
