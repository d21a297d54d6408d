"""Whole activations of Mr. Jack: as candidates of the search, and as actions of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search_bot import Candidate, changed, escape_action, laid_out
from gaslamp.review.mr_jack_secrets import CHARACTERS, apart
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import EXIT, HEX, STAY
from gaslamp.titles.mr_jack.rules.position import Position


def as_candidate(position: Position, actions: Sequence[int]) -> Candidate:
    """Return an activation that was played as a candidate of the search, without values."""
    current = changed(position, used=0)
    for action in actions:
        if action < EXIT and current.occupied >> (action - HEX) & 1:
            accused = next(each for each in CHARACTERS if current.place(each) == action - HEX)
            return Candidate(actions[0], (), 0, accused, actions[1])
        if EXIT <= action < STAY:
            return Candidate(actions[0], (), 0)
        current.advance(action)
    end = laid_out(apart(position, actions))
    ends = (end.places, end.occupied, end.lamps, end.cordons, end.covers, end.facing)
    return Candidate(actions[0], (), 0, then=actions[1], ends=ends)


def same(candidate: Candidate, other: Candidate) -> bool:
    """True for the same accusation, by whichever card, or for the same card and board."""
    if candidate.accused != board.NONE:
        return candidate.accused == other.accused
    return (candidate.action, candidate.ends) == (other.action, other.ends)


def as_actions(position: Position, candidate: Candidate) -> tuple[int, ...]:
    """Return the actions of an activation; a whistle before an accusation is completed in any way."""
    picked = changed(position, used=0)
    picked.advance(candidate.action)
    if candidate.accused != board.NONE:
        assert candidate.then is not None
        first = () if candidate.then == HEX + position.place(candidate.accused) else (candidate.then,)
        for action in first:
            picked.advance(action)
        return (candidate.action, *first, *_accusation(picked, candidate.accused))
    if not candidate.ends:
        leaving, actions = changed(picked, used=position.used), [candidate.action]
        while leaving.ending == board.GOES_ON and (way := escape_action(leaving)) is not None:
            leaving.advance(way)
            actions.append(way)
        return tuple(actions)
    way_there = _way(picked, Board(*candidate.ends))
    assert way_there is not None
    return (candidate.action, *way_there)


def _accusation(position: Position, accused: int) -> tuple[int, ...]:
    """Return the rest of an activation that ends with an accusation; empty if there is none."""
    last, legal = HEX + position.place(accused), position.legal()
    if last in legal:
        return (last,)
    for action in legal:
        after = position.copy()
        after.advance(action)
        if after.ending == board.GOES_ON and after.picked != board.NONE and (rest := _accusation(after, accused)):
            return (action, *rest)
    return ()


def _way(position: Position, end: Board) -> tuple[int, ...] | None:
    """Return the rest of an activation that leads to a board; None if there is none."""
    if position.picked == board.NONE or position.doing == board.DRAWING:
        return () if laid_out(position).key() == end.key() else None
    for action in position.legal():
        if action < EXIT and position.occupied >> (action - HEX) & 1:
            continue
        after = position.copy()
        after.advance(action)
        if after.ending == board.GOES_ON and _leads_to(position, after, end):
            rest = _way(after, end)
            if rest is not None:
                return (action, *rest)
    return None


def _leads_to(before: Position, after: Position, end: Board) -> bool:
    """True if all that an action changed is as on the board *end*: nothing is changed twice in an activation."""
    moved = before.places ^ after.places
    for character in CHARACTERS:
        if moved >> 8 * character & 0xFF and after.place(character) != end.places >> 8 * character & 0xFF:
            return False
    return (
        after.lamps in (before.lamps, end.lamps)
        and after.cordons in (before.cordons, end.cordons)
        and after.covers in (before.covers, end.covers)
        and after.facing in (before.facing, end.facing)
    )
