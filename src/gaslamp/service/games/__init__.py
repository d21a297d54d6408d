"""Live games: state in memory, saved log, bots, clocks, presence."""
