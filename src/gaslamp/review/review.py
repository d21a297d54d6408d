"""Reviews a finished game step by step.

>>> from gaslamp.review.review import open_record
>>> open_record("gaslamp record 2")
Traceback (most recent call last):
gaslamp.core.records.record_format.BadRecord: ('record.foreign', {'line': 1})
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.core.errors import GaslampError
from gaslamp.core.game import Game, Side
from gaslamp.core.messages import Message, Share, message
from gaslamp.core.records import record
from gaslamp.core.records.record import Record
from gaslamp.game import verification
from gaslamp.review.moments import JACK, Chances, Evaluator, JudgedChoice, Moment, ValuedOption
from gaslamp.review.report import (
    LEVELS,
    WHOLE,
    Account,
    Alternative,
    Decision,
    Judgement,
    Point,
    Review,
    Summary,
    TurningPoint,
)
from gaslamp.ui.presentation import presentation

LONGEST: Final = 1_000_000  # bytes of a record
_BEST: Final = 5  # alternatives of a decision that are reported
_TURNING_POINTS: Final = 3
_TOLD: Final = 50  # tenths of a point: least change of the public probability of Jack's secret that is remarked on


@dataclass(frozen=True, slots=True)
class Opened:
    """A finished game whose record and proof were checked."""

    game: Game[Any, Any]
    record: Record

    @property
    def actions(self) -> list[int]:
        return [self.game.actions.parse(text) for text in self.record.actions]

    @property
    def ended_by_rules(self) -> bool:
        """False if a side resigned or ran out of time."""
        position = self.game.start()
        for action in self.actions:
            position.advance(action)
        return self.game.outcome(position) is not None


def open_record(text: str) -> Opened:
    """Read and check the record of a finished game. Raises GaslampError with one sentence."""
    if len(text.encode()) > LONGEST:
        raise GaslampError("review.too_long")
    game_record = record.read(text)
    game = titles.game(game_record.title, game_record.options)
    record.verify(game, game_record)
    if game_record.outcome is None:
        raise GaslampError("review.unfinished")
    if game_record.proof is not None:
        verification.check(game, game_record, game_record.proof, levels=levels.of_title(game.title))
    return Opened(game, game_record)


def has_evaluator(title: str) -> bool:
    return title in titles.titles() and find_spec(f"{__package__}.{title}") is not None


def evaluator(title: str, nodes: int | None = None, *, judges: bool = True) -> Evaluator:
    """Return the evaluator of a title; None for its own number of nodes. Raises GaslampError if there is none.

    One that does not judge decisions is faster: its moments have no choices.
    """
    if not has_evaluator(title):
        raise GaslampError("review.no_evaluator", title=message(f"{title}.title"))
    make = import_module(f"{__package__}.{title}").EVALUATOR
    chosen: Evaluator = make() if nodes is None else make(nodes)
    chosen.judges = judges
    return chosen


def reviews(opened: Opened, by: Evaluator | None = None) -> Iterator[Review]:
    """Yield the growing review after each moment; the last one is complete. Closing the iterator cancels the rest."""
    game, outcome, actions = opened.game, opened.record.outcome, opened.actions
    assert outcome is not None
    growing = _Growing(game, actions)
    for moment in (by or evaluator(game.title)).moments(game, actions):
        growing.add(moment)
        yield growing.review(complete=False)
    end = Moment("end", len(actions), Chances.final(game.sides, outcome.winner))
    growing.end(end, outcome.winner, by_rules=opened.ended_by_rules)
    yield growing.review(complete=True)


def review(opened: Opened, by: Evaluator | None = None) -> Review:
    *_, last = reviews(opened, by)
    return last


class _Growing:
    def __init__(self, game: Game[Any, Any], actions: Sequence[int]) -> None:
        self._game = game
        self._actions = actions
        self._points: list[Point] = []

    def add(self, moment: Moment) -> None:
        """Add a moment with the accounts of its change: each belongs to chance, to a decision or to news."""
        self._points.append(self._point(moment, self._accounts(moment)))

    def end(self, moment: Moment, winner: Side, *, by_rules: bool) -> None:
        """Add the end, unless the last moment has the result. The losing side may have resigned or run out of time."""
        final, last = self._point(moment, ()), self._points[-1]
        if by_rules and (final.public, final.sides, final.open) == (last.public, last.sides, last.open):
            return
        change = final.public - last.public
        accounts = (Account("decision", change, self._game.other_side(winner)),) if change else ()
        self._points.append(self._point(moment, accounts))

    def _accounts(self, moment: Moment) -> tuple[Account, ...]:
        if not self._points:
            return ()
        change = _tenths(moment.chances.public) - self._points[-1].public
        if moment.choice is None:
            accounts = [Account("chance" if moment.kind == "draw" else "news", change)]
        else:
            side = self._game.side(moment.choice.seat)
            lost = _tenths(moment.choice.loss) * (-1 if side == JACK else 1)
            accounts = [Account("decision", lost, side), Account("news", change - lost)]
        return tuple(account for account in accounts if account.change)

    def _point(self, moment: Moment, accounts: tuple[Account, ...]) -> Point:
        chances = moment.chances
        return Point(
            kind=moment.kind,
            actions=moment.actions,
            public=_tenths(chances.public),
            open=_tenths(chances.open),
            sides={side: _tenths(chance) for side, chance in chances.sides.items()},
            accounts=accounts,
            decision=self._decision(moment.choice, accounts) if moment.choice else None,
        )

    def _decision(self, choice: JudgedChoice, accounts: Sequence[Account]) -> Decision:
        loss = _tenths(choice.loss)
        judgement: Judgement = next((name for least, name in LEVELS if loss >= least), "")
        belief = choice.belief
        return Decision(
            seat=choice.seat,
            side=self._game.side(choice.seat),
            choices=len(choice.options),
            played=self._alternative(choice.played),
            best=tuple(self._alternative(option) for option in choice.options[:_BEST]) if choice.is_real else (),
            good=self._good(choice) if judgement else (),
            loss=loss,
            judgement=judgement,
            belief=(_tenths(belief[0]), _tenths(belief[1])) if belief else None,
            remarks=(*choice.remarks, *_told(choice, accounts)),
        )

    def _good(self, choice: JudgedChoice) -> tuple[tuple[str, ...], ...]:
        """Return the actions of the alternatives that lose little, or that the bot plays too."""
        best, least = choice.options[0].chance, LEVELS[-1][0]
        return tuple(
            self._game.actions.formatted(option.actions)
            for option in choice.options
            if option.share > 0 or _tenths(best - option.chance) < least
        )

    def _alternative(self, option: ValuedOption) -> Alternative:
        actions = self._game.actions.formatted(option.actions)
        return Alternative(actions, self._labels(option.actions), _tenths(option.chance), _tenths(option.share))

    def _labels(self, actions: Sequence[int]) -> tuple[Message, ...]:
        return presentation(self._game).labels(actions)

    # ---- summaries

    def review(self, *, complete: bool) -> Review:
        total = len(self._actions)
        return Review(
            title=self._game.title,
            done=total if complete else self._points[-1].actions,
            total=total,
            complete=complete,
            points=tuple(self._points),
            summaries={side: self._summary(side) for side in self._game.sides},
            turning_points=self._turning_points(),
        )

    def _summary(self, side: Side) -> Summary:
        sign = 1 if side == JACK else -1
        accounts = [account for point in self._points for account in point.accounts]
        decisions = [point.decision for point in self._points if point.decision and point.decision.choices > 1]
        own = [decision for decision in decisions if decision.side == side]
        other = self._game.other_side(side)
        return Summary(
            change=sign * (self._points[-1].public - self._points[0].public),
            luck=sign * sum(account.change for account in accounts if account.kind == "chance"),
            own=sign * sum(account.change for account in accounts if account.side == side),
            other=sign * sum(account.change for account in accounts if account.side == other),
            news=sign * sum(account.change for account in accounts if account.kind == "news"),
            choices=len(own),
            loss=sum(decision.loss for decision in own),
            inaccuracies=sum(decision.judgement == "inaccuracy" for decision in own),
            mistakes=sum(decision.judgement == "mistake" for decision in own),
            blunders=sum(decision.judgement == "blunder" for decision in own),
        )

    def _turning_points(self) -> tuple[TurningPoint, ...]:
        """Return the three largest accounts, in the order of the game."""
        accounts = [(index, account) for index, point in enumerate(self._points) for account in point.accounts]
        largest = sorted(accounts, key=lambda item: (-abs(item[1].change), item[0]))[:_TURNING_POINTS]
        return tuple(
            TurningPoint(index, account.change, self._sentence(self._points[index], account))
            for index, account in sorted(largest, key=lambda item: item[0])
        )

    def _sentence(self, point: Point, account: Account) -> Message:
        ui = presentation(self._game)
        gains = JACK if account.change > 0 else self._game.other_side(JACK)
        points = Share(abs(account.change), WHOLE)
        if account.kind == "decision" and point.decision is None:
            return message("review.turned_end", side=ui.name(account.side), points=points)
        if point.kind in {"call", "answer"}:
            return message(f"review.turned_{point.kind}", side=ui.name(gains), points=points)
        done = self._labels(self._actions[point.actions - 1 : point.actions])
        if point.decision is not None:
            done, actor = point.decision.played.labels, ui.name(point.decision.side)
            if account.kind == "decision":
                return message("review.turned_decision", side=actor, action=done, points=points)
            return message("review.turned_news", actor=actor, action=done, side=ui.name(gains), points=points)
        return message("review.turned_chance", action=done, side=ui.name(gains), points=points)


def _told(choice: JudgedChoice, accounts: Sequence[Account]) -> Iterator[Message]:
    """Yield what a choice of Jack told the public about his secret, and what that cost."""
    if choice.belief is None:
        return
    before, after = (_tenths(share) for share in choice.belief)
    if abs(after - before) < _TOLD:
        return
    yield message("review.told", before=Share(before, WHOLE), after=Share(after, WHOLE))
    cost = -sum(account.change for account in accounts if account.kind == "news")
    if after > before and cost > 0:
        yield message("review.told_cost", points=Share(cost, WHOLE))


def _tenths(chance: float) -> int:
    return round(WHOLE * chance)
