"""The sergeant of Whitehall Mystery: forgets what was cleared long ago, and nothing else."""

from __future__ import annotations

from gaslamp.bots.whitehall.inspector import MEMORY, remembered
from gaslamp.core.game import News


def searched(circle: int, answer: str) -> News:
    return News(
        "searched", {"circle": circle, "answer": answer, "turn": 1, "figure": "yellow", "seat": "investigator1"}
    )


MOVED = News("jack_moved", {"track": 1, "spaces": 1, "kind": "plain"})


def test_a_cleared_circle_is_forgotten_after_some_turns() -> None:
    news = [MOVED, searched(7, "no"), News("arrested_in_vain", {"circles": ("8",)})]
    assert remembered([*news, *[MOVED] * (MEMORY - 1)]) == (*news, *[MOVED] * (MEMORY - 1))
    assert remembered([*news, *[MOVED] * MEMORY]) == (MOVED,) * (MEMORY + 1)


def test_clues_are_kept() -> None:
    news = [MOVED, searched(7, "yes"), *[MOVED] * 9]
    assert remembered(news) == tuple(news)
