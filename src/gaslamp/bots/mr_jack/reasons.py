"""Reasons for an answer in Mr. Jack: what a call leaves, exits, alibis, pursuers and the searched chances.

A fact beyond the call is stated where the chosen board is better than the best board of another action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from gaslamp.bots import reasons
from gaslamp.bots.bot import Why
from gaslamp.bots.mr_jack.search.activations import Board
from gaslamp.bots.mr_jack.search.prospects import Prospects
from gaslamp.bots.mr_jack.worth import ONE
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ACTIONS, EXIT, FACE, PICK, STAY
from gaslamp.titles.mr_jack.rules.position import Position

if TYPE_CHECKING:
    from gaslamp.bots.mr_jack.search_bot import Candidate, SearchInput, Weights

_LIGHTS: Final = range(FACE, PICK)  # actions of abilities, most of which change who is seen
_PROSPECTS: Final = Prospects()  # for questions about one board
_FACTS: Final = 2  # besides the chance of winning


def why(chosen: Candidate, candidates: Sequence[Candidate], now: SearchInput, alike: int) -> Why:
    """Explain a choice; *alike* is the number of actions that Jack's mixed strategy plays."""
    position, weights = now.position, now.weights
    values: dict[str, float] = {}
    boards: dict[str, Candidate] = {}
    for candidate in candidates:
        notation, value = ACTIONS.format(candidate.action), winning(candidate, position, weights)
        if value > values.get(notation, -1.0):
            values[notation], boards[notation] = value, candidate
    then = ACTIONS.format(chosen.then) if chosen.then is not None and chosen.accused == board.NONE else None
    if not chosen.values:  # planned before; other boards are better by now
        told = [*_facts(chosen, None, now)][: _FACTS - 1]
        return Why((*told, message("why.planned")), None, then, plan_of(chosen))
    notation, value = ACTIONS.format(chosen.action), winning(chosen, position, weights)
    values[notation] = value
    rival = reasons.rival(values, notation)
    told = [*_facts(chosen, boards[rival.notation] if rival else None, now, lost=max(values.values()) <= reasons.LOST)]
    ahead = position.face_up & ~(1 << _card(chosen, position))
    if len(told) == 1 and chosen.accused == board.NONE and ahead:
        told.append(message("why.ahead", names=_names(ahead)))
    if alike > 1 and max(values.values()) > reasons.LOST:
        told[1:] = [message("why.mixed", count=alike - 1)]
    return Why((*told[:_FACTS], reasons.winning(value)), value, then, plan_of(chosen), rival)


def winning(candidate: Candidate, position: Position, weights: Weights) -> float:
    """Return the searched win probability of the side to move."""
    if position.seat == board.JACK:
        return 1.0 - min(ONE, candidate.values[position.jack]) / ONE
    expected = sum(value * weight for value, weight in zip(candidate.values, weights, strict=True))
    return min(1.0, expected / ONE / sum(weights))


def holding_out(candidates: Sequence[Candidate], now: SearchInput) -> Sequence[Candidate]:
    """Return all candidates; in a lost position only those with the fewest pursuers of Jack, or suspects near exits."""
    position, weights = now.position, now.weights
    if max(winning(candidate, position, weights) for candidate in candidates) > reasons.LOST:
        return candidates
    boards = [candidate for candidate in candidates if candidate.accused == board.NONE]
    if position.seat == board.JACK:
        held = [pursuers(Board(*candidate.ends))[position.jack] for candidate in boards]
    else:
        held = [able_to_leave(candidate, _suspects(weights)).bit_count() for candidate in boards]
    fewest = [candidate for candidate, count in zip(boards, held, strict=True) if count == min(held)]
    return fewest or candidates


def plan_of(chosen: Candidate) -> tuple[int, ...]:
    """Return the board that the activation leads to, or the character it accuses."""
    return chosen.ends if chosen.accused == board.NONE else (chosen.accused,)


def escape(action: int) -> Why:
    return Why((message("why.leaves" if EXIT <= action < STAY else "why.leaves_soon"),), 1.0)


def _facts(chosen: Candidate, rival: Candidate | None, now: SearchInput, *, lost: bool = False) -> Iterator[Message]:
    position, weights = now.position, now.weights
    if chosen.accused != board.NONE:
        yield from _accusation(chosen, position, weights)
        return
    if lost:
        yield message("why.lost")
    suspects, is_next = _suspects(weights), position.used == 3
    compared = rival if rival is not None and rival.accused == board.NONE else None
    seen = chosen.seen & suspects
    if position.seat == board.DETECTIVE:
        if suspects.bit_count() == 1:
            jack = suspects.bit_length() - 1
            yield message("why.accuse_sure", who=message(f"mr_jack.character.{board.CHARACTERS[jack]}"))
            yield _reached_by(pursuers(Board(*chosen.ends))[jack])
        elif not lost:
            yield reasons.split_call(seen.bit_count(), (suspects & ~seen).bit_count(), is_next=is_next)
            yield from _alibi(chosen, position, suspects)
        yield from _exits(chosen, compared, suspects, tell=lost)
    else:
        is_seen = bool(seen >> position.jack & 1)
        left = seen if is_seen else suspects & ~seen
        if not lost:
            yield reasons.own_call(left.bit_count(), is_seen=is_seen, is_next=is_next)
        yield from _pursuers(chosen, compared, position, tell=lost or left.bit_count() == 1)
        if able_to_leave(chosen, suspects) >> position.jack & 1:
            yield message("why.exit_open")
        if _card(chosen, position) == board.HOLMES:
            yield message("why.alibi_kept")
    yield from _light(chosen, position, suspects)


def _accusation(chosen: Candidate, position: Position, weights: Weights) -> Iterator[Message]:
    name = board.CHARACTERS[chosen.accused]
    if chosen.then is not None:  # a card is picked now
        yield message("why.then", what=message("mr_jack.do.accuse", whom=message(f"mr_jack.whom.{name}")))
    if sum(weight > 0 for weight in weights) == 1:
        yield message("why.accuse_sure", who=message(f"mr_jack.character.{name}"))
        return
    chance = weights[chosen.accused] / sum(weights)
    yield message("why.accuse", who=message(f"mr_jack.character.{name}"), share=reasons.share(chance))
    if position.round == board.LAST_ROUND:
        yield message("why.last_round")


def _alibi(chosen: Candidate, position: Position, suspects: int) -> Iterator[Message]:
    """Yield the chance that a card drawn with Holmes clears a suspect: one of the suspects' cards is Jack's."""
    if _card(chosen, position) == board.HOLMES:
        unknown = len(board.CHARACTERS) - 1 - position.detective_alibis.bit_count()
        yield message("why.alibi", share=reasons.share((suspects.bit_count() - 1) / unknown))


def _exits(chosen: Candidate, rival: Candidate | None, suspects: int, *, tell: bool) -> Iterator[Message]:
    """Yield the unseen suspects near an open exit: always, or if there are fewer than after the other action."""
    leavers = able_to_leave(chosen, suspects)
    if tell or (rival is not None and able_to_leave(rival, suspects).bit_count() > leavers.bit_count()):
        yield message("why.exits", names=_names(leavers)) if leavers else message("why.exits_shut")


def able_to_leave(candidate: Candidate, suspects: int) -> int:
    """Return the unseen suspects with an open exit in reach."""
    end, unseen = Board(*candidate.ends), suspects & ~candidate.seen
    return sum(1 << each for each in range(8) if unseen >> each & 1 and _PROSPECTS.can_leave(end, each))


def _pursuers(chosen: Candidate, rival: Candidate | None, position: Position, *, tell: bool) -> Iterator[Message]:
    """Yield the number of characters with Jack in reach: always, or if it is smaller than after the other action."""
    count = pursuers(Board(*chosen.ends))[position.jack]
    if tell or (rival is not None and pursuers(Board(*rival.ends))[position.jack] > count):
        yield _reached_by(count)


def _reached_by(count: int) -> Message:
    return message("why.pursuers", count=count) if count else message("why.pursuers_none")


def pursuers(end: Board) -> list[int]:
    """Return for each character how many others have it in reach."""
    places = [end.places >> 8 * character & 0xFF for character in range(8)]
    reaches = [_PROSPECTS.reach(end, character) for character in range(8)]
    return [
        sum(reach >> place & 1 for other, reach in enumerate(reaches) if other != character)
        for character, place in enumerate(places)
    ]  # fmt: skip


def _light(chosen: Candidate, position: Position, suspects: int) -> Iterator[Message]:
    """Yield the suspects that the rest of the activation brings into the light, or takes out of it."""
    if chosen.action not in _LIGHTS:
        return
    before = position.seen()
    for id, names in (("why.lit", chosen.seen & ~before), ("why.dark", before & ~chosen.seen)):
        if names & suspects:
            yield message(id, names=_names(names & suspects))


def _suspects(weights: Weights) -> int:
    return sum(1 << character for character, weight in enumerate(weights) if weight)


def _card(chosen: Candidate, position: Position) -> int:
    return chosen.action - PICK if position.doing == board.PICKING else position.picked


def _names(characters: int) -> tuple[Message, ...]:
    return tuple(
        message(f"mr_jack.short.{name}") for each, name in enumerate(board.CHARACTERS) if characters >> each & 1
    )
