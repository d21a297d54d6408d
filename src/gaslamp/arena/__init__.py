"""The arena: opponents against each other, many games at a time, and what follows from how they end.

`plan.py` says what is played, `match.py` plays one game, `run.py` has all of them played and `result.py` counts. Games
are kept in a folder (`folder.py`), so that a run which was interrupted goes on where it stopped. No words for people.
"""
