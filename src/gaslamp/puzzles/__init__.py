"""Puzzles from recorded games: found, proven, loaded and solved. Pure.

>>> from gaslamp.puzzles import puzzle
>>> one = next(iter(puzzle.shipped("pocket").values()))
>>> one.title
'pocket'
"""
