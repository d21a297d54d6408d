"""Puzzles of Whitehall Mystery, all exact: every route of Jack that fits the news counts once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from random import Random
from typing import Any, Final

from gaslamp.core.game import Game, News, Seat
from gaslamp.core.messages import Message, Share, message
from gaslamp.puzzles.kinds import GAP, Answer, Explained, Kind, Mark, MarkingKind, PlayingKind, Posed
from gaslamp.titles.whitehall.belief.belief import Belief
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules import notation as n

_ROWS: Final = 200  # routes drawn for examples
_FEWEST: Final = 2  # circles to be marked
_MOST: Final = 9
_GAP: Final = 0.05  # least difference in bits
_ARRESTS: Final = 3  # fewest circles to choose from
_STAGES: Final = frozenset({board.ACTING, board.SEARCHING})


def _belief(posed: Posed, *more: News) -> Belief:
    belief = Belief(posed.game.options)
    for piece in (*posed.course.news(posed.seat), *more):
        belief.observe(piece)
    return belief


def _searched(posed: Posed, circle: int, answer: str) -> News:
    """Return the news of an imagined search."""
    view = posed.game.view(posed.position, posed.seat)
    details = {"seat": posed.seat, "figure": view.figure, "circle": circle, "answer": answer, "turn": view.track}
    return News("searched", details)


def _route(row: Sequence[int]) -> str:
    return " - ".join(map(str, row))


class _Circles(MarkingKind):
    title, theme = "whitehall", "deduction"
    mark = Mark("heat-0", 24.0, -10.0)

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            position.advance(action)
            first = position.doing in _STAGES and position.figure == 0 and position.track > 1
            if first and position.seat < len(game.seats):
                yield game.seats[position.seat], count

    def candidates(self, posed: Posed) -> Mapping[str, tuple[str, Message]]:
        circles = board.current().town.circles
        return {str(circle): (f"circle-{circle}", message("whitehall.number", number=circle)) for circle in circles}

    def effort(self, posed: Posed) -> float:
        belief = _belief(posed)
        return log2(1 + belief.total()) + len(self.solution(posed)) / 2

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        marks = sorted(map(int, self.solution(posed)))
        names = tuple(message("whitehall.number", number=circle) for circle in marks)
        whole = message("puzzle.solution.marks", names=names)
        return (*self.reasons(posed, marks), Explained(whole, tuple(f"circle-{circle}" for circle in marks)))

    def reasons(self, posed: Posed, marks: Sequence[int]) -> Iterator[Explained]:
        raise NotImplementedError


class Where(_Circles):
    """Mark every circle where Jack can be now."""

    name = "where"

    def solution(self, posed: Posed) -> frozenset[str]:
        circles = _belief(posed).circles()
        return frozenset(map(str, circles)) if _FEWEST <= len(circles) <= _MOST else frozenset()

    def why_not(self, posed: Posed, mark: str) -> Message:
        vain = [
            piece.details["circle"]
            for piece in _this_round(posed)
            if piece.kind == "searched" and piece.details["answer"] == "no" and str(piece.details["circle"]) == mark
        ]
        arrests = [piece.details["circles"] for piece in _this_turn(posed) if piece.kind == "arrested_in_vain"]
        if vain:
            return message("puzzle.where.searched", circle=int(mark))
        if any(mark in circles for circles in arrests if isinstance(circles, tuple)):
            return message("puzzle.where.arrested", circle=int(mark))
        return message("puzzle.where.unreachable", circle=int(mark))

    def reasons(self, posed: Posed, marks: Sequence[int]) -> Iterator[Explained]:
        rows = {row[-1]: row for row in _belief(posed).sample(Random(posed.puzzle.id), _ROWS)}
        for circle in marks:
            if circle in rows:
                text = message("puzzle.where.route", circle=circle, route=_route(rows[circle]))
                yield Explained(text, (f"circle-{circle}",))


class Been(_Circles):
    """Mark every circle on which Jack certainly has been in this round, apart from start and clues."""

    name = "been"

    def solution(self, posed: Posed) -> frozenset[str]:
        belief = _belief(posed)
        rows = belief.sample(Random(posed.puzzle.id), _ROWS)
        if not rows:
            return frozenset()
        view = posed.game.view(posed.position, posed.seat)
        always = set(rows[0]).intersection(*rows[1:]) - {rows[0][0], *view.yellow, *view.red}
        if len(always) > _MOST:
            return frozenset()
        certain = {c for c in always if _belief(posed, _searched(posed, c, "no")).total() == 0}
        return frozenset(map(str, certain))

    def why_not(self, posed: Posed, mark: str) -> Message:
        circle = int(mark)
        rows = _belief(posed, _searched(posed, circle, "no")).sample(Random(posed.puzzle.id), 1)
        if not rows:
            return message("puzzle.been.known", circle=circle)
        return message("puzzle.been.avoided", circle=circle, route=_route(rows[0]))

    def reasons(self, posed: Posed, marks: Sequence[int]) -> Iterator[Explained]:
        for row in _belief(posed).sample(Random(posed.puzzle.id), 3):
            yield Explained(message("puzzle.been.route", route=_route(row)), tuple(f"circle-{c}" for c in marks))


class Search(PlayingKind):
    """Choose the search whose answer tells most about Jack's route."""

    title, name, theme = "whitehall", "search", "question"

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            position.advance(action)
            if position.doing in _STAGES and position.track > 1:
                searches = sum(n.SEARCH <= option < n.ARREST for option in position.legal())
                if searches >= 3:
                    yield game.seats[position.seat], count

    def finished(self, posed: Posed, position: Any) -> bool:
        return True  # one action

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        if not n.SEARCH <= line[0] < n.ARREST:
            return None
        share = self._share(posed, line[0])
        if not 0 < share.part < share.whole:
            return 0.0
        part = share.part / share.whole
        return round(-part * log2(part) - (1 - part) * log2(1 - part), 6)

    def accept(self, best: float, second: float, right: int, lines: int) -> str:
        return "" if best - second >= _GAP and right == 1 else "close"

    def _share(self, posed: Posed, action: int) -> Share:
        circle = action - n.SEARCH + 1
        answered_yes = _belief(posed, _searched(posed, circle, "yes")).total()
        return Share(answered_yes, _belief(posed).total())

    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        (action,) = posed.game.actions.parsed(answer)
        if not n.SEARCH <= action < n.ARREST:
            return message("puzzle.wrong.no_search")
        return message("puzzle.wrong.search", circle=action - n.SEARCH + 1, share=self._share(posed, action))

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        steps = []
        for action in posed.position.legal():
            if n.SEARCH <= action < n.ARREST:
                circle = action - n.SEARCH + 1
                share = self._share(posed, action)
                steps.append(
                    (share, Explained(message("puzzle.search.share", circle=circle, share=share), _point(circle)))
                )
        steps.sort(key=lambda step: abs(2 * step[0].part - step[0].whole))
        best = posed.puzzle.answers[0][0].split()[-1]
        last = Explained(message("puzzle.solution.search", circle=best), _point(best))
        return (*(explained for _, explained in steps), last)

    def outcome(self, posed: Posed) -> Message:
        return message("puzzle.solution.search", circle=posed.puzzle.answers[0][0].split()[-1])


class Likeliest(PlayingKind):
    """Choose the arrest that succeeds on most of Jack's routes."""

    title, name, theme = "whitehall", "likeliest", "arrest"

    def find(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[tuple[Seat, int]]:
        position = game.start()
        for count, action in enumerate(actions, 1):
            position.advance(action)
            if position.doing in _STAGES and position.track > 1:
                legal = position.legal()
                arrests = sum(map(_arrests, legal))
                if arrests >= _ARRESTS and n.ARREST_ALL not in legal:
                    yield game.seats[position.seat], count

    def finished(self, posed: Posed, position: Any) -> bool:
        return True  # one action

    def value(self, posed: Posed, line: Sequence[int]) -> float | None:
        share = self._share(posed, line[0]) if _arrests(line[0]) else None
        return None if share is None else round(share.part / share.whole, 6)

    def accept(self, best: float, second: float, right: int, lines: int) -> str:
        if best == 1 or not second:  # all other arrests are in vain
            return "certain"
        return "" if best - second >= GAP and right == 1 else "close"

    def _share(self, posed: Posed, action: int) -> Share:
        circles = _belief(posed).circles()
        return Share(circles.get(action - n.ARREST + 1, 0), sum(circles.values()))

    def why_wrong(self, posed: Posed, answer: Answer) -> Message:
        (action,) = posed.game.actions.parsed(answer)
        if not _arrests(action):
            return message("puzzle.wrong.no_arrest")
        share = self._share(posed, action)
        if not share.part:
            return message("puzzle.wrong.not_there", circle=action - n.ARREST + 1)
        return message("puzzle.wrong.likeliest", circle=action - n.ARREST + 1, share=share)

    def explain(self, posed: Posed) -> tuple[Explained, ...]:
        circles = {
            action - n.ARREST + 1: self._share(posed, action) for action in filter(_arrests, posed.position.legal())
        }
        steps = [
            Explained(message("puzzle.likeliest.share", circle=circle, share=share), _point(circle))
            for circle, share in sorted(circles.items(), key=lambda item: item[1].part)
        ]
        return (*steps, Explained(self.outcome(posed), _point(posed.puzzle.answers[0][0].split()[-1])))

    def outcome(self, posed: Posed) -> Message:
        return message("puzzle.solution.likeliest", circle=posed.puzzle.answers[0][0].split()[-1])


def _arrests(action: int) -> bool:
    """True for an arrest on one circle."""
    return n.ARREST <= action < n.ARREST_ALL


def _point(circle: int | str) -> tuple[str, ...]:
    return (f"circle-{circle}",)


def _this_round(posed: Posed) -> Sequence[News]:
    news = posed.course.news(posed.seat)
    starts = [number for number, piece in enumerate(news) if piece.kind in {"started", "round_begun"}]
    return news[starts[-1] :] if starts else news


def _this_turn(posed: Posed) -> Sequence[News]:
    news = posed.course.news(posed.seat)
    moves = [number for number, piece in enumerate(news) if piece.kind == "jack_moved"]
    return news[moves[-1] :] if moves else news


KINDS: Final[Sequence[Kind]] = (Where(), Been(), Search(), Likeliest())
