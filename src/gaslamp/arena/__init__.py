"""Tournaments between bots, with ratings and statistics.

`plan.py` defines a tournament, `match.py` plays one game, `run.py` plays all games and `result.py` evaluates them.
`folder.py` stores games on disk, so that an interrupted run can be resumed.
"""
