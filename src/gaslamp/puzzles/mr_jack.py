"""Puzzles of Mr. Jack, all proven by enumeration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from gaslamp.bots.mr_jack.search_bot import changed
from gaslamp.core.game import Game, News, Seat, redact
from gaslamp.core.messages import Message, message
from gaslamp.puzzles.arrest import Arrest, suspects
from gaslamp.puzzles.kinds import Explained, Kind, Mark, MarkingKind, PlayingKind, Posed
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.titles.mr_jack.rules.view import reasons
from gaslamp.titles.mr_jack.ui import words
from gaslamp.titles.mr_jack.ui.scene import sight_reason

_LEAST_SUSPECTS: Final = 4


def _at_call(before: Position, line: Sequence[int]) -> Position:
    """Return the board after the last actions of a round, before the call: with a card left no call follows."""
    position = changed(before, used=before.used - 1)
    for action in line:
        position.advance(action)
    return position


def _names(mask: int) -> list[str]:
    return [name for number, name in enumerate(board.CHARACTERS) if mask >> number & 1]


def _before_last(posed: Posed) -> tuple[Position, int]:
    position = posed.game.start()
    for action in posed.course.actions[:-1]:
        position.advance(action)
    return position, posed.course.actions[-1]


class MarkSuspects(MarkingKind):
    """Mark the suspects that can still be Jack after the call of the round."""

    title, name, theme = "mr_jack", "who", "deduction"
    mark = Mark("active", 30.0, -14.0)
    answered_by = frozenset({"suspects"})

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            before = position.copy()
            position.advance(action)
            if position.round != before.round and position.up != before.up and before.up.bit_count() >= _LEAST_SUSPECTS:
                yield "detective", count

    def shown(self, posed: Posed) -> tuple[Any, tuple[News, ...]]:
        before, last = _before_last(posed)
        position = _at_call(before, (last,))
        events = posed.game.events(changed(before, used=before.used - 1), last, position)
        revealing = len(redact(posed.game.events(before, last, posed.position), posed.seat))
        news = posed.course.news(posed.seat)
        return posed.game.view(position, posed.seat), (*news[: len(news) - revealing], *redact(events, posed.seat))

    def question(self, posed: Posed) -> Message:
        return message(f"puzzle.ask.who_{'visible' if posed.position.visible else 'invisible'}")

    def candidates(self, posed: Posed) -> Mapping[str, tuple[str, Message]]:
        return {name: (f"tok-{name}", words.character(name)) for name in board.CHARACTERS}

    def solution(self, posed: Posed) -> frozenset[str]:
        return frozenset(_names(suspects(posed)))

    def why_not(self, posed: Posed, mark: str) -> Message:
        before, last = _before_last(posed)
        number = board.CHARACTERS.index(mark)
        name = words.character(mark)
        if not before.up >> number & 1:
            return message("puzzle.who.cleared", name=name)
        at_call = _at_call(before, (last,))
        if (before.detective_alibis | posed.position.detective_alibis) >> number & 1:
            return message("puzzle.who.alibi", name=name)
        if posed.position.visible:
            return message("puzzle.who.dark", name=name)
        return message("puzzle.who.seen", name=name, why=sight_reason(reasons(at_call)[mark][0]))

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        solution, visible = self.solution(posed), posed.position.visible
        before, last = _before_last(posed)
        lit = reasons(_at_call(before, (last,)))
        steps = []
        for name in _names(before.up):
            point = (f"tok-{name}",)
            if name not in solution:
                steps.append(Explained(self.why_not(posed, name), point))
            elif visible:
                why = sight_reason(lit[name][0])
                steps.append(Explained(message("puzzle.who.fits_seen", name=words.character(name), why=why), point))
            else:
                steps.append(Explained(message("puzzle.who.fits_dark", name=words.character(name)), point))
        whole = tuple(words.character(name) for name in _names(suspects(posed)))
        return (*steps, Explained(message("puzzle.solution.marks", names=whole), tuple(f"tok-{x}" for x in solution)))

    def effort(self, posed: Posed) -> float:
        before, _ = _before_last(posed)
        return float(before.up.bit_count() + 2 * bool(before.detective_alibis) + posed.position.visible)


class _LastCard(PlayingKind):
    """The last card of a round, already picked: the call follows."""

    title = "mr_jack"
    seat: Seat
    odd: int  # 1 for odd rounds

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            position.advance(action)
            fits = position.used == 3 and position.round & 1 == self.odd and position.picked != board.HOLMES
            if n.PICK <= action < n.IDENTITY and fits and position.up.bit_count() >= _LEAST_SUSPECTS:
                yield self.seat, count

    def finished(self, posed: Posed, position: Any) -> bool:
        return bool(position.round != posed.position.round or position.ending)

    def _end(self, posed: Posed, line: Sequence[int]) -> Position | None:
        """Return the board at the call; None after an accusation or an escape."""
        position = _at_call(posed.position, line)
        return None if position.ending else position


class LastCardQuestion(_LastCard):
    """Play the last card so that the call clears as many suspects as possible on average."""

    name, theme, seat, odd = "question", "question", "detective", 1

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        end = self._end(posed, line)
        if end is None:
            return None
        return _mean_cleared(suspects(posed), end.seen())

    def why_wrong(self, posed: Posed, answer: Sequence[str]) -> Message:
        end = self._end(posed, posed.game.actions.parsed(answer))
        if end is None:
            return message("puzzle.wrong.no_call")
        in_sight = (suspects(posed) & end.seen()).bit_count()
        return message("puzzle.wrong.question", seen=in_sight, dark=suspects(posed).bit_count() - in_sight)

    def outcome(self, posed: Posed) -> Message:
        end = self._end(posed, posed.game.actions.parsed(posed.puzzle.answers[0]))
        assert end is not None
        in_sight = (suspects(posed) & end.seen()).bit_count()
        return message("puzzle.solution.question", seen=in_sight, dark=suspects(posed).bit_count() - in_sight)


def _mean_cleared(remaining: int, in_sight: int) -> float:
    lit, whole = (remaining & in_sight).bit_count(), remaining.bit_count()
    return 2 * lit * (whole - lit) / whole


class LastCardHiding(_LastCard):
    """Play Jack's last card so that as many suspects as possible remain after the call."""

    name, theme, seat, odd = "hide", "hiding", "jack", 0

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        end = self._end(posed, line)
        return None if end is None else float(self._left(end))

    def _left(self, end: Position) -> int:
        in_sight = end.seen()
        return (end.up & (in_sight if in_sight >> end.jack & 1 else ~in_sight)).bit_count()

    def why_wrong(self, posed: Posed, answer: Sequence[str]) -> Message:
        end = self._end(posed, posed.game.actions.parsed(answer))
        return message("puzzle.wrong.no_call") if end is None else message("puzzle.wrong.hide", count=self._left(end))

    def outcome(self, posed: Posed) -> Message:
        return message("puzzle.solution.hide", count=round(posed.puzzle.best))


class Shut(_LastCard):
    """Play the last card of an odd round so that no suspect can leave with the next card, which is Jack's."""

    name, theme, seat, odd = "shut", "exits", "detective", 1

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        if self._end(posed, line) is None:
            return None
        return -float(len(self._escapes(posed, line)))

    def accept(self, best: float, second: float, right: int, lines: int) -> str:
        return super().accept(best, second, right, lines) if best == 0 else "not_all"

    def _escapes(self, posed: Posed, line: Sequence[int]) -> dict[str, str]:
        """Return the suspects that could leave with Jack's next card, and an exit of each."""
        escapes = {}
        in_sight = _at_call(posed.position, line).seen()
        for name in _names(suspects(posed) & ~in_sight):
            number = board.CHARACTERS.index(name)
            after = changed(posed.position, jack=number)
            for action in line:
                after.advance(action)
            way = _way_out(after)
            if way:
                escapes[name] = way
        return escapes

    def why_wrong(self, posed: Posed, answer: Sequence[str]) -> Message:
        line = posed.game.actions.parsed(answer)
        if self._end(posed, line) is None:
            return message("puzzle.wrong.no_call")
        name, way = next(iter(self._escapes(posed, line).items()))
        return message("puzzle.wrong.shut", name=words.character(name), exit=words.exit_name(way))

    def outcome(self, posed: Posed) -> Message:
        return message("puzzle.solution.shut")


def _way_out(position: Position) -> str:
    """Return an exit by which Jack can leave with one card, "" if there is none."""
    if position.seat != board.JACK or position.ending or not position.face_up >> position.jack & 1:
        return ""
    if position.visible:
        return ""
    picked = position.copy()
    picked.advance(n.PICK + position.jack)
    first = [picked]
    if position.jack in {board.LESTRADE, board.BERT}:  # only these abilities can open a way
        for action in filter(n.FACE.__le__, picked.legal()):
            after = picked.copy()
            after.advance(action)
            first.append(after)
    return next((board.EXITS[action - n.EXIT] for at in first for action in at.legal() if _leaves(action)), "")


def _leaves(action: int) -> bool:
    return n.EXIT <= action < n.STAY


class EscapeByCard(PlayingKind):
    """Leave the district with Jack's next card, or with his next two."""

    title, name, theme = "mr_jack", "escape", "escape"

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            position.advance(action)
            if position.doing != board.PICKING or position.seat != board.JACK or position.visible:
                continue
            cards = position.face_up.bit_count()
            if position.face_up >> position.jack & 1 and cards > 1 and not (position.used == 2 and position.round & 1):
                yield "jack", count

    def finished(self, posed: Posed, position: Any) -> bool:
        return bool(position.ending or position.seat != board.JACK or position.round != posed.position.round)

    def question(self, posed: Posed) -> Message:
        two = posed.position.used == 1 and posed.position.round & 1
        return message(f"puzzle.ask.escape_{'two' if two else 'one'}")

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        return float(_leaves(line[-1]))

    def accept(self, best: float, second: float, right: int, lines: int) -> str:
        return ""

    def lines(self, posed: Posed) -> Iterator[tuple[int, ...]]:
        """Yield the sequences that can end with an escape; each other one fails."""
        start = posed.position
        yield (n.PICK + board.HOLMES,)  # stands for all that fail
        if _way_out(start):
            yield from self._out(start, ())
        elif start.used == 1 and start.round & 1:
            for action in start.legal():
                if action != n.PICK + start.jack:
                    yield from self._after_other_card(start, action)

    def _after_other_card(self, start: Position, pick: int) -> Iterator[tuple[int, ...]]:
        pending: list[tuple[Position, tuple[int, ...]]] = [(start, (pick,))]
        while pending:
            before, line = pending.pop()
            position = before.copy()
            position.advance(line[-1])
            if position.doing == board.PICKING and position.seat == board.JACK:
                if _way_out(position):
                    yield from self._out(position, line)
            elif position.seat == board.JACK and not position.ending:
                pending += [(position, (*line, action)) for action in position.legal()]

    def _out(self, position: Position, line: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        pick = n.PICK + position.jack
        picked = position.copy()
        picked.advance(pick)
        for action in picked.legal():
            if _leaves(action):
                yield *line, pick, action
                continue
            after = picked.copy()
            after.advance(action)
            if after.seat == board.JACK and after.picked == position.jack and not after.ending:
                yield from ((*line, pick, action, out) for out in after.legal() if _leaves(out))

    def why_wrong(self, posed: Posed, answer: Sequence[str]) -> Message:
        return message("puzzle.wrong.escape")

    def outcome(self, posed: Posed) -> Message:
        return message("puzzle.solution.escape")


KINDS: Final[Sequence[Kind]] = (MarkSuspects(), LastCardQuestion(), LastCardHiding(), Shut(), EscapeByCard(), Arrest())
