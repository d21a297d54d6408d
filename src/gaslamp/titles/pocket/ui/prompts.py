"""Prompts of Pocket: the question, and the legal actions as choices on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from gaslamp.core.game import CHANCE
from gaslamp.core.messages import Message, message
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import notation as n
from gaslamp.titles.pocket.rules.view import View
from gaslamp.titles.pocket.ui import words
from gaslamp.ui.prompt import Choice, Prompt

# Rulebook section by stage.
_SECTIONS: Final = {"taking": "hunt", "holmes": "detectives", "watson": "detectives", "toby": "detectives"}


def prompt(view: View, actions: Sequence[int]) -> Prompt:
    if view.winner is not None:
        return Prompt(message("pocket.kicker.over"), message(f"pocket.over.{view.reason}"), section="end")
    if not actions or view.to_move is None or view.to_move == CHANCE:
        waiting = words.seat(view.to_move) if view.to_move in board.SEATS else message("pocket.seat.chance")
        return Prompt(message("pocket.kicker.wait"), message("pocket.prompt.wait", seat=waiting), section="turn")
    by_seat = f"_{view.to_move}" if view.stage == "joker" else ""  # MP-15a
    return Prompt(
        kicker=_kicker(view),
        title=message(f"pocket.prompt.{view.stage}", count=len(actions)),
        hint=message(f"pocket.hint.{view.stage}{by_seat}"),
        chips=_chips(view.stage),
        done=0 if view.stage == "taking" else 1,
        inner=1 if view.stage in {"rotation", "exchange"} else 0,
        choices=_choices(view, actions),
        section=_SECTIONS.get(view.stage, view.stage),
    )


def target_of_token(token: int) -> str:
    return f"token-{board.TOKENS[token]}"


def _kicker(view: View) -> Message:
    used = sum(token.used for token in view.tokens) - (view.stage != "taking")
    mine = [index for index, seat in enumerate(view.order) if seat == view.order[used]]
    run = [index for index in mine if abs(index - used) <= 1]
    if len(run) > 1:
        return message("pocket.kicker.turn_of", number=run.index(used) + 1, total=len(run))
    return message("pocket.kicker.turn", seat=words.seat(view.order[used]))


def _chips(stage: str) -> tuple[Message, ...]:
    first = message("pocket.chip.token")
    match stage:
        case "taking":
            return (first, message("pocket.chip.action"))
        case "rotation":
            return (words.face(stage), message("pocket.chip.street"), message("pocket.chip.turn"))
        case "exchange":
            return (words.face(stage), message("pocket.chip.street"), message("pocket.chip.other_street"))
        case _:
            return (words.face(stage), message("pocket.chip.move"))


def _choices(view: View, actions: Sequence[int]) -> tuple[Choice, ...]:
    match view.stage:
        case "taking":
            return tuple(_take(_free_token(view, action), action) for action in actions)
        case "rotation":
            return tuple(map(_rotation, sorted({(action - n.ROTATE) // 3 for action in actions})))
        case "exchange":
            return _EXCHANGES
        case _:
            return tuple(_walk(view, action) for action in actions)


def _free_token(view: View, action: int) -> int:
    face = board.FACES[action - n.TAKE]
    return next(k for k, token in enumerate(view.tokens) if token.face == face and not token.used)


# ---- single choices, cached: the same in all games


@cache
def _take(token: int, action: int) -> Choice:
    verb = message(f"pocket.verb.take_{board.FACES[action - n.TAKE]}")
    return Choice(target_of_token(token), words.label(action), action, verb=verb)


def _walk(view: View, action: int) -> Choice:
    """Offer the detective's destination; with the joker the detective, because two may share a destination."""
    if action == n.STAY:
        return _STAY
    number, places = divmod(action - n.WALK, 2)
    name = board.DETECTIVE_NAMES[number]
    if view.stage == "joker":
        return _walk_to(f"fig-{name}", action)
    return _walk_to(f"place-{(view.detectives[name] + places + 1) % board.PLACES}", action)


_STAY: Final = Choice("stay", words.label(n.STAY), n.STAY, verb=message("pocket.verb.stay"))


@cache
def _walk_to(target: str, action: int) -> Choice:
    number, places = divmod(action - n.WALK, 2)
    detective = words.detective(board.DETECTIVE_NAMES[number])
    verb = message("pocket.verb.walk", detective=detective, count=places + 1)
    return Choice(target, words.label(action), action, verb=verb)


@cache
def _rotation(number: int) -> Choice:
    suspect = words.suspect(board.SUSPECTS[number])
    ways = tuple(
        Choice(
            target=f"turn{turn}",
            label=message(f"pocket.turn_sign.{turn}"),
            action=n.ROTATE + 3 * number + k,
            verb=message("pocket.verb.rotate", turn=message(f"pocket.turn_sign.{turn}")),
        )
        for k, turn in ((2, "-90"), (1, "180"), (0, "+90"))
    )
    prompt = message("pocket.prompt.turn_street", suspect=suspect, count=len(ways))
    return Choice(f"tile-{board.SUSPECTS[number]}", suspect, prompt=prompt, next=ways)


def _exchange(number: int) -> Choice:
    """Offer each pair of tiles from both sides, so that the order of the clicks does not matter."""
    suspect = words.suspect(board.SUSPECTS[number])
    others = tuple(
        Choice(
            target=f"tile-{other}",
            action=n.EXCHANGE + board.PAIRS.index((min(number, k), max(number, k))),
            verb=message("pocket.verb.exchange", first=suspect, second=words.suspect(other)),
        )
        for k, other in enumerate(board.SUSPECTS)
        if k != number
    )
    prompt = message("pocket.prompt.exchange_street", suspect=suspect, count=len(others))
    return Choice(f"tile-{board.SUSPECTS[number]}", suspect, prompt=prompt, next=others)


_EXCHANGES: Final = tuple(map(_exchange, range(len(board.SUSPECTS))))
