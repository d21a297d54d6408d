"""Puzzles of Pocket: exact ones by enumeration, the best token by the evaluation of reviews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import learnt
from gaslamp.bots.pocket.public_belief import PublicBelief, public
from gaslamp.core.game import Game, News, Seat, redact
from gaslamp.core.messages import Message, message
from gaslamp.puzzles.kinds import GAP, Answer, Explained, Kind, Mark, MarkingKind, PlayingKind, Posed, ProofResult, told
from gaslamp.review.pocket import NODES, PocketEvaluator
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import notation as n
from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.ui import words

_LEAST_SUSPECTS: Final = 4
_ALIKE: Final = 0.01  # win chance; choices this close to the best are right too
_FINALE: Final = 7  # first turn of the finale


def _names(mask: int) -> list[str]:
    return [name for number, name in enumerate(board.SUSPECTS) if mask >> number & 1]


def _weights(posed: Posed) -> dict[int, int]:
    """Return the weight of each identity by the exact belief of the puzzle's seat."""
    belief = posed.game.belief(posed.seat)
    for piece in posed.course.news(posed.seat):
        belief.observe(piece)
    weights: dict[int, int] = {}
    for world, weight in belief.worlds().items():
        weights[world.identity] = weights.get(world.identity, 0) + weight
    return weights


def _at_call(before: Position, line: Sequence[int]) -> Position:
    """Return the board after the last actions of a turn, before the call."""
    position = before.copy()
    for action in line:
        position.carry_out(action)
    return position


class MarkSuspects(MarkingKind):
    """Mark the suspects that can still be Jack after the call of the turn."""

    title, name, theme = "pocket", "who", "deduction"
    mark = Mark("jack-ring", 44.0, -26.0)
    answered_by = frozenset({"suspects"})

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            before = position.copy()
            position.advance(action)
            called = position.turn != before.turn and not position.chase and position.up != before.up
            if called and before.up.bit_count() >= _LEAST_SUSPECTS:
                yield "detectives", count

    def _before(self, posed: Posed) -> tuple[Position, int]:
        position = posed.game.start()
        for action in posed.course.actions[:-1]:
            position.advance(action)
        return position, posed.course.actions[-1]

    def _seen(self, posed: Posed) -> tuple[int, bool]:
        """Return the suspects in sight at the call, and whether Jack was."""
        in_sight = _at_call(*_listed(self._before(posed))).seen()
        return in_sight, bool(in_sight >> posed.position.jack & 1)

    def shown(self, posed: Posed) -> tuple[Any, tuple[News, ...]]:
        before, last = self._before(posed)
        position = _at_call(before, (last,))
        revealing = len(redact(posed.game.events(before, last, posed.position), posed.seat))
        news = posed.course.news(posed.seat)
        own = redact(posed.game.events(before, last, posed.position)[:1], posed.seat)
        return posed.game.view(position, posed.seat), (*news[: len(news) - revealing], *own)

    def question(self, posed: Posed) -> Message:
        return message(f"puzzle.ask.who_{'seen' if self._seen(posed)[1] else 'unseen'}")

    def candidates(self, posed: Posed) -> Mapping[str, tuple[str, Message]]:
        return {name: (f"tile-{name}", words.suspect(name)) for name in board.SUSPECTS}

    def solution(self, posed: Posed) -> frozenset[str]:
        return frozenset(board.SUSPECTS[identity] for identity in _weights(posed))

    def why_not(self, posed: Posed, mark: str) -> Message:
        before, last = self._before(posed)
        number, name = board.SUSPECTS.index(mark), words.suspect(mark)
        if not _at_call(before, (last,)).up >> number & 1:
            return message("puzzle.who.cleared", name=name)
        in_sight, jack_seen = self._seen(posed)
        if jack_seen == bool(in_sight >> number & 1):
            return message("puzzle.who.hourglasses", name=name)
        return message("puzzle.who.out_of_sight" if jack_seen else "puzzle.who.in_sight", name=name)

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        solution = self.solution(posed)
        before, last = self._before(posed)
        fits = "puzzle.who.fits_in_sight" if self._seen(posed)[1] else "puzzle.who.fits_out_of_sight"
        steps = [
            Explained(
                message(fits, name=words.suspect(name)) if name in solution else self.why_not(posed, name),
                (f"tile-{name}",),
            )
            for name in _names(_at_call(before, (last,)).up)
        ]
        marked = [name for name in board.SUSPECTS if name in solution]
        whole = message("puzzle.solution.marks", names=tuple(map(words.suspect, marked)))
        return (*steps, Explained(whole, tuple(f"tile-{name}" for name in marked)))

    def effort(self, posed: Posed) -> float:
        before, _ = self._before(posed)
        return before.up.bit_count() + 2 * before.turn / board.LAST_TURN


def _listed(last: tuple[Position, int]) -> tuple[Position, tuple[int]]:
    return last[0], (last[1],)


class _LastToken(PlayingKind):
    """The last token of a turn, already taken: the call follows."""

    title = "pocket"
    seat: Seat

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            position.advance(action)
            mine = position.seat < len(board.SEATS) and board.SEATS[position.seat] == self.seat
            last = n.TAKE <= action < n.WALK and not position.left
            if last and mine and not position.chase and position.up.bit_count() >= _LEAST_SUSPECTS:
                yield self.seat, count

    def finished(self, posed: Posed, position: Any) -> bool:
        return bool(position.turn != posed.position.turn or position.ending)


class LastTokenQuestion(_LastToken):
    """Play the last token so that the call clears as many suspects as possible on average."""

    name, theme, seat = "question", "question", "detectives"

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        visible, weights = _at_call(posed.position, line).seen(), _weights(posed)
        lit = [identity for identity in weights if visible >> identity & 1]
        in_sight = sum(weights[identity] for identity in lit)
        dark = len(weights) - len(lit)
        total = sum(weights.values())
        return (in_sight * dark + (total - in_sight) * len(lit)) / total

    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        return message("puzzle.wrong.question", **self._split(posed, answer))

    def outcome(self, posed: Posed) -> Message:
        return message("puzzle.solution.question", **self._split(posed, posed.puzzle.answers[0]))

    def _split(self, posed: Posed, answer: Answer) -> dict[str, int]:
        in_sight, weights = _at_call(posed.position, posed.game.actions.parsed(answer)).seen(), _weights(posed)
        lit = sum(in_sight >> identity & 1 for identity in weights)
        return {"seen": lit, "dark": len(weights) - lit}


class LastTokenHiding(_LastToken):
    """Play Jack's last token so that as many suspects as possible remain after the call."""

    name, theme, seat = "hide", "hiding", "jack"

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        end = _at_call(posed.position, line)
        in_sight = end.seen()
        return float((end.up & (in_sight if in_sight >> end.jack & 1 else ~in_sight)).bit_count())

    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        left = self.value(posed, posed.game.actions.parsed(answer))
        return message("puzzle.wrong.hide", count=round(left or 0))

    def outcome(self, posed: Posed) -> Message:
        return message("puzzle.solution.hide", count=round(posed.puzzle.best))


class Best(Kind):
    """Take and use the best token, by the strongest bot's solution of the turn."""

    title, name, theme, exact = "pocket", "best", "strategy", False
    turns: range = range(1, _FINALE)

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        if not any(self._fits(position) for _, position in _decisions(game, actions)):
            return
        fitting = {count for count, position in _decisions(game, actions) if self._fits(position)}
        before = 0
        for moment in PocketEvaluator().moments(game, actions):
            choice = moment.choice
            if choice is not None and choice.is_real and before in fitting:
                chances = [option.chance for option in choice.options]
                right = sum(chance >= chances[0] - _ALIKE for chance in chances)
                if right < len(chances) and chances[0] - chances[right] >= GAP:
                    yield choice.seat, before
            before = moment.actions

    def asks(self, game: Game[Any, Any], actions: Sequence[int]) -> Seat | None:
        last = next((position for count, position in _decisions(game, actions) if count == len(actions)), None)
        return game.seats[last.seat] if last is not None and self._fits(last) else None

    def _fits(self, position: Position) -> bool:
        return position.turn in self.turns and not position.chase

    def prove(self, posed: Posed, factor: int = 1) -> ProofResult:
        chances = _chances(posed, factor)
        best = max(chances.values())
        right = sorted(line for line, chance in chances.items() if chance >= best - _ALIKE)
        second = max((chance for line, chance in chances.items() if line not in right), default=best)
        if best - second < GAP:
            return ProofResult("close", best=best, second=second)
        return ProofResult("", tuple(right), round(best, 3), round(second, 3))

    def is_right(self, posed: Posed, answer: Answer) -> bool:
        return tuple(answer) in posed.puzzle.answers

    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        chances = _chances(posed, 1)
        lost = max(chances.values()) - chances.get(tuple(answer), 0.0)
        return message("puzzle.wrong.best", points=round(100 * lost))

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        puzzle = posed.puzzle
        chances = sorted(_chances(posed, 1).items(), key=lambda item: -item[1])
        other = next((line for line, _ in chances if line not in puzzle.answers), puzzle.answers[0])
        return (
            Explained(message("puzzle.solution.play", actions=told(posed.game, puzzle.answers[0]))),
            Explained(
                message("puzzle.solution.best", best=round(100 * puzzle.best), second=round(100 * puzzle.second))
            ),
            Explained(message("puzzle.solution.other", actions=told(posed.game, other))),
        )


class Finale(Best):
    """Take and use the best token in turns 7 and 8, which are solved."""

    name, theme = "finale", "endgame"
    turns = range(_FINALE, board.LAST_TURN + 1)

    def question(self, posed: Posed) -> Message:
        return message(f"puzzle.ask.finale_{posed.seat}")


def _decisions(game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[int, Position]]:
    """Yield the positions in which a token is to be taken, with the number of actions before them."""
    position = game.start()
    for count, action in enumerate(actions, 1):
        position = position.copy()
        position.advance(action)
        if position.doing == board.TAKING:
            yield count, position


def _chances(posed: Posed, factor: int) -> dict[Answer, float]:
    """Return the seat's win chance for each way to take and use a token, at its belief."""
    chase = posed.game.options["both_goals_while_seen"] == "chase"
    belief = PublicBelief(Judgement(learnt()), NODES, chase=chase)
    for piece in public(posed.course.news(posed.seat)):
        belief.observe(piece)
    solution = belief.solution(NODES * factor)
    if posed.seat == "jack":
        number = solution.types.number(posed.position.jack, posed.position.held)
        chances = [1.0 - value for value in solution.values(number)]
    else:
        chances = solution.worth()
    written = posed.game.actions.formatted
    return {
        written((take, action) if action != take else (take,)): chance
        for (take, action, _), chance in zip(solution.moves, chances, strict=True)
    }


KINDS: Final[Sequence[Kind]] = (MarkSuspects(), LastTokenQuestion(), LastTokenHiding(), Best(), Finale())
