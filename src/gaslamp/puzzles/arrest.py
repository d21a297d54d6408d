"""The puzzle "Arrest now, or wait?" of Mr. Jack, by the search of the strongest bot.

Every suspect counts as equally likely, so an arrest is right with one over their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gaslamp.bots.mr_jack.search_bot import changed, shares
from gaslamp.bots.mr_jack.superintendent import searched
from gaslamp.core.game import Game, Seat
from gaslamp.core.messages import Message, message
from gaslamp.puzzles.kinds import GAP, Answer, Explained, Kind, Posed, ProofResult
from gaslamp.review.mr_jack import expected_chance
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.ui import words

NODES: Final = 100_000
_MOST_SUSPECTS: Final = 4
_FIRST_ROUND: Final = 5  # earlier the answer is always to wait


def suspects(posed: Posed) -> int:
    """Return the characters that can be Jack by the exact belief of the puzzle's seat, as bits."""
    belief = posed.game.belief(posed.seat)
    for piece in posed.course.news(posed.seat):
        belief.observe(piece)
    return sum({1 << world.identity for world in belief.worlds()})


class Arrest(Kind):
    """Play the next card with an accusation, or without one."""

    title, name, theme, exact = "mr_jack", "arrest", "strategy", False

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            position.advance(action)
            late = position.doing == board.PICKING and position.round >= _FIRST_ROUND
            few = (position.up & ~position.detective_alibis).bit_count() <= _MOST_SUSPECTS
            if late and few and position.seat == board.DETECTIVE:
                yield "detective", count

    def prove(self, posed: Posed, factor: int = 1) -> ProofResult:
        remaining, position = suspects(posed), posed.position
        invented = changed(position, jack=(remaining & -remaining).bit_length() - 1)
        weights = shares([float(remaining >> character & 1) for character in range(len(board.CHARACTERS))])
        chances: dict[bool, float] = {}  # with an accusation, and without
        for candidate in searched(invented, weights, NODES * factor):
            accuses = candidate.accused != board.NONE
            chance = expected_chance(candidate.values, weights, position.round)
            chances[accuses] = max(chance, chances.get(accuses, 0.0))
        if len(chances) < 2:
            return ProofResult("all_alike")
        right = max(chances, key=chances.__getitem__)
        best, second = chances[right], min(chances.values())
        rejected = "" if best - second >= GAP else "close"
        return ProofResult(rejected, (self._example(posed, accuses=right),), round(best, 3), round(second, 3))

    def is_right(self, posed: Posed, answer: Answer) -> bool:
        accused = self._accused(posed, answer)
        if self._accused(posed, posed.puzzle.answers[0]) is None:
            return accused is None
        return accused is not None and bool(suspects(posed) >> accused & 1)

    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        accused, count = self._accused(posed, answer), suspects(posed).bit_count()
        if accused is None:
            return message("puzzle.wrong.waited")
        if not suspects(posed) >> accused & 1:
            return message("puzzle.wrong.accused", name=words.character(board.CHARACTERS[accused]))
        return message("puzzle.wrong.arrest", count=count)

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        remaining, puzzle = suspects(posed), posed.puzzle
        names = [name for number, name in enumerate(board.CHARACTERS) if remaining >> number & 1]
        listed = tuple(words.character(name) for name in names)
        arrest = self._accused(posed, puzzle.answers[0]) is not None
        now, later = (puzzle.best, puzzle.second) if arrest else (puzzle.second, puzzle.best)
        left = message("puzzle.arrest.suspects", count=len(names), names=listed)
        values = message("puzzle.arrest.values", now=round(100 * now), later=round(100 * later))
        return (
            Explained(left, tuple(f"tok-{name}" for name in names)),
            Explained(values),
            Explained(message(f"puzzle.solution.{'arrest' if arrest else 'wait'}")),
        )

    def _example(self, posed: Posed, *, accuses: bool) -> Answer:
        """Return one activation with the accusation of a suspect, or one without any."""
        remaining = suspects(posed)
        pending: list[tuple[Any, tuple[int, ...]]] = [(posed.position, ())]
        while pending:
            position, line = pending.pop(0)
            if line and self.finished(posed, position):
                written = posed.game.actions.formatted(line)
                accused = self._accused(posed, written)
                if (accused is not None and bool(remaining >> accused & 1)) if accuses else accused is None:
                    return written
                continue
            for action in position.legal():
                after = position.copy()
                after.advance(action)
                pending.append((after, (*line, action)))
        raise AssertionError  # the search found one

    def _accused(self, posed: Posed, answer: Answer) -> int | None:
        """Return the character that an answer accuses."""
        position = posed.position.copy()
        for action in posed.game.actions.parsed(answer):
            if n.HEX <= action < n.EXIT and position.picked != board.NONE:
                places = range(len(board.CHARACTERS))
                hit = next((each for each in places if position.place(each) == action - n.HEX), None)
                before = position.copy()
                position.advance(action)
                if hit is not None and position.ending and not before.ending:
                    return hit
                continue
            position.advance(action)
        return None
