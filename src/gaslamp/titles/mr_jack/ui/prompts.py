"""Prompts of Mr. Jack: the question, and the legal actions as choices on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from gaslamp.core.game import CHANCE
from gaslamp.core.messages import Message, message
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.hexes import STREETS, beam, streets_next_to
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import words
from gaslamp.ui.prompt import Choice, Prompt

# Abilities that are a step of their own (Holmes' card is a chance action).
ABILITIES: Final = {
    "watson": "lantern", "smith": "lamp", "lestrade": "cordon", "goodley": "whistle", "gull": "exchange",
    "bert": "cover",
}  # fmt: skip


def prompt(view: View, actions: Sequence[int]) -> Prompt:
    if view.winner is not None:
        return Prompt(message("mr_jack.kicker.over"), message(f"mr_jack.over.{view.reason}"), section="end")
    if not actions or view.to_move is None or view.to_move == CHANCE:
        waiting = words.seat(view.to_move) if view.to_move in board.SEATS else message("mr_jack.seat.chance")
        return Prompt(message("mr_jack.kicker.wait"), message("mr_jack.prompt.wait", seat=waiting), section="turn")
    moves = [action for action in actions if action < n.FACE]
    ability = [action for action in actions if action >= n.LAMP]
    match view.stage:
        case "picking":
            return _pick(view, actions)
        case "facing":
            return _face(view, actions)
        case _ if moves and ability:
            return _either(view, moves, ability)
        case _ if moves:
            return _move(view, moves)
        case _:
            return _ability(view, ability)


def target_of_card(character: str) -> str:
    return f"card-{character}"


def lit(view: View) -> frozenset[str]:
    """Return the street hexes lit by a lamp or Watson's lantern."""
    return _lit(tuple(view.lamps), view.hexes.get("watson"), view.facing)


@lru_cache(maxsize=10_000)
def _lit(lamps: tuple[str, ...], watson: str | None, facing: str) -> frozenset[str]:
    hexes = {hex for post in lamps for hex in streets_next_to(post)}
    return frozenset(hexes.union(beam(watson, facing) if watson is not None else ()))


def _kicker(view: View) -> Message:
    mine = [index for index, seat in enumerate(view.order) if seat == view.order[view.used]]
    run = [index for index in mine if abs(index - view.used) <= 1]
    if len(run) > 1:
        return message("mr_jack.kicker.turn_of", number=run.index(view.used) + 1, total=len(run))
    return message("mr_jack.kicker.turn", seat=words.seat(view.order[view.used]))


def _used(view: View) -> str:
    assert view.picked is not None, "a character is in use"
    return view.picked


# ---- the prompts


def _pick(view: View, actions: Sequence[int]) -> Prompt:
    return Prompt(
        kicker=_kicker(view),
        title=message("mr_jack.prompt.pick", count=len(actions)),
        hint=message("mr_jack.hint.pick"),
        chips=(message("mr_jack.chip.card"), message("mr_jack.chip.play")),
        choices=tuple(map(_card, actions)),
        section="card",
    )


def _face(view: View, actions: Sequence[int]) -> Prompt:
    done = _done(view)
    ahead = [message("mr_jack.chip.move")] if not view.moved else []  # MJ-42: whistled before Goodley's own move
    return Prompt(
        kicker=_kicker(view),
        title=message("mr_jack.prompt.lantern", count=len(actions)),
        hint=message("mr_jack.hint.lantern"),
        chips=(*done, message("mr_jack.chip.lantern"), *ahead),
        done=len(done),
        choices=_FACINGS,
        section="watson",
        confirms=True,
    )


def _either(view: View, moves: Sequence[int], ability: Sequence[int]) -> Prompt:
    """Offer move or ability first, as two buttons: their targets on the board overlap."""
    used = _used(view)
    kind = ABILITIES[used]
    move = "move" if used != "gull" else "move_only"  # MJ-49: never both
    return Prompt(
        kicker=_kicker(view),
        title=message("mr_jack.prompt.either", whom=words.whom(used), count=len(moves) + len(ability)),
        hint=message(f"mr_jack.hint.either_{kind}"),
        chips=(words.short(used), message("mr_jack.chip.order"), message("mr_jack.chip.first")),
        done=1,
        inner=1,
        choices=(
            Choice(
                "move", message(f"mr_jack.first.{move}"), prompt=_title_of_move(view, moves), next=_moves(view, moves)
            ),
            Choice(
                "ability",
                message(f"mr_jack.first.{kind}"),
                prompt=_title_of_ability(view, ability),
                next=_abilities(view, ability),
            ),
        ),
        section=used,
        confirms=True,
    )


def _move(view: View, moves: Sequence[int]) -> Prompt:
    done = _done(view)
    after = ABILITIES.get(_used(view))
    ahead = [message(f"mr_jack.chip.{after}")] if after and not view.acted else []
    way_out = "_by_exit" if any(n.EXIT <= action < n.STAY for action in moves) else ""
    return Prompt(
        kicker=_kicker(view),
        title=_title_of_move(view, moves),
        hint=message(f"mr_jack.hint.move_{view.to_move}{way_out}"),
        chips=(*done, message("mr_jack.chip.move"), *ahead),
        done=len(done),
        choices=_moves(view, moves),
        section="move",
        confirms=True,
    )


def _ability(view: View, ability: Sequence[int]) -> Prompt:
    kind = ABILITIES[_used(view)]
    done = _done(view)
    steps = [message(f"mr_jack.chip.{kind}_from"), message(f"mr_jack.chip.{kind}_to")]
    if kind == "exchange":
        steps = [message("mr_jack.chip.exchange")]  # Gull's only action (MJ-26a)
    ahead = [message("mr_jack.chip.move")] if not view.moved and kind != "exchange" else []
    left = view.budget - view.points
    return Prompt(
        kicker=_kicker(view),
        title=_title_of_ability(view, ability),
        hint=message("mr_jack.hint.whistle", left=left) if kind == "whistle" else message(f"mr_jack.hint.{kind}"),
        chips=(*done, *steps, *ahead),
        done=len(done),
        inner=len(steps) - 1,
        choices=_abilities(view, ability),
        section=_used(view),
        confirms=True,
    )


def _done(view: View) -> list[Message]:
    """Return chips for the completed parts of this card, in order."""
    used = _used(view)
    chips = [words.short(used)]
    if view.acted:
        chips.append(message(f"mr_jack.chip.{ABILITIES[used]}"))
    if view.moved:
        chips.append(message("mr_jack.chip.move"))
    return chips


def _title_of_move(view: View, moves: Sequence[int]) -> Message:
    return message("mr_jack.prompt.move", whom=words.whom(_used(view)), count=len(moves))


def _title_of_ability(view: View, ability: Sequence[int]) -> Message:
    kind = ABILITIES[_used(view)]
    if ability[0] == n.WHISTLE_NOBODY:
        return message("mr_jack.prompt.whistle_nobody")
    return message(f"mr_jack.prompt.{kind}", count=len(ability))


# ---- the choices


def _moves(view: View, moves: Sequence[int]) -> tuple[Choice, ...]:
    occupants = {hex: name for name, hex in view.hexes.items()}
    hexes = [STREETS[action - n.HEX] if action < n.EXIT else "" for action in moves]
    return tuple(_move_to(action, occupants.get(hex)) for action, hex in zip(moves, hexes, strict=True))


# Choices are cached across tables.

_FACINGS: Final = tuple(
    Choice(f"face-{facing}", words.arrow(facing), n.FACE + number, verb=words.label(n.FACE + number))
    for number, facing in enumerate(board.FACINGS)
)


@cache
def _card(action: int) -> Choice:
    name = board.CHARACTERS[action - n.PICK]
    return Choice(target_of_card(name), words.character(name), action, verb=words.label(action))


@cache
def _move_to(action: int, accused: str | None) -> Choice:
    verb = words.label(action)
    if action == n.STAY:
        return Choice("stay", verb, action, verb=verb)
    if action >= n.EXIT:
        name = board.EXITS[action - n.EXIT]
        return Choice(f"exit-{name}", words.exit_name(name), action, verb=verb)
    hex = STREETS[action - n.HEX]
    if accused is not None:  # MJ-61, MJ-68
        accusation = words.accuse(accused)
        chip = message("mr_jack.chip.accuse")  # an accusation ends the game
        return Choice(f"hex-{hex}", accusation, action, verb=accusation, sure=words.sure(accused), chip=chip)
    return Choice(f"hex-{hex}", action=action, verb=verb)


@cache
def _whistle_to(action: int) -> Choice:
    hex = STREETS[(action - n.WHISTLE) % board.HEXES]
    return Choice(f"hex-{hex}", action=action, verb=words.label(action))


@cache
def _carry_to(action: int) -> Choice:
    kind, _, target = n.ACTIONS.format(action).split()
    label = words.exit_name(target) if kind == "cordon" else message(f"mr_jack.place.{kind}_to", hex=target)
    return Choice(f"{_TARGETS[kind]}-{target}", label, action, verb=words.label(action))


def _abilities(view: View, ability: Sequence[int]) -> tuple[Choice, ...]:
    first = ability[0]
    if first < n.WHISTLE:
        return _pairs(view, ability)
    if first < n.WHISTLE_NOBODY:
        return _whistles(view, ability)
    if first == n.WHISTLE_NOBODY:
        return (Choice("whistle-nobody", words.label(first), first, verb=words.label(first)),)
    return tuple(_exchange(action) for action in ability)


@cache
def _exchange(action: int) -> Choice:
    name = board.CHARACTERS[action - n.EXCHANGE]
    return Choice(f"tok-{name}", words.character(name), action, verb=words.label(action))


def _whistles(view: View, ability: Sequence[int]) -> tuple[Choice, ...]:
    ways: dict[str, list[Choice]] = {}
    for action in ability:
        character = (action - n.WHISTLE) // board.HEXES
        ways.setdefault(board.CHARACTERS[character], []).append(_whistle_to(action))
    return tuple(
        Choice(
            f"tok-{name}",
            words.character(name),
            prompt=message("mr_jack.prompt.whistle_from", whom=words.whom(name), count=len(hexes)),
            next=tuple(hexes),
        )
        for name, hexes in ways.items()
    )


_TARGETS: Final = {"lamp": "post", "cordon": "exit", "cover": "mh"}


def _pairs(view: View, ability: Sequence[int]) -> tuple[Choice, ...]:
    ways: dict[str, list[Choice]] = {}
    kind = ABILITIES[_used(view)]
    prefix = _TARGETS[kind]
    for action in ability:
        source = n.ACTIONS.format(action).split()[1]
        ways.setdefault(source, []).append(_carry_to(action))
    return tuple(
        Choice(
            f"{prefix}-{source}",
            _thing(view, kind, source),
            prompt=message(f"mr_jack.prompt.{kind}_from", thing=_thing(view, kind, source), count=len(targets)),
            next=tuple(targets),
        )
        for source, targets in ways.items()
    )


def _thing(view: View, kind: str, place: str) -> Message:
    match kind:
        case "lamp":
            return message("mr_jack.place.lamp_from", hex=place, tile=words.tile(view.lamps[place]))
        case "cordon":
            return words.exit_name(place)
        case _:
            return message("mr_jack.place.cover_from", hex=place)
