"""Every target of Pocket that cannot be chosen has a reason and a rule; every reason occurs."""

import pytest

from gaslamp.titles.pocket.rules.position import Position
from gaslamp.titles.pocket.ui.prompts import target_of_token
from tests.rules.pocket.builders import POCKET, play, table
from tests.titles.shown import reasons, why_not

ALIBI, _, ROTATION, JOKER = (target_of_token(number) for number in range(4))
HOLMES = play(table(faces="holmes toby rotation joker"), "take holmes")  # on place 11
TURNED = play(table(faces="alibi toby rotation rotation", left="rotation", marked="gull"), "take rotation")
EXCHANGE = play(table(faces="alibi toby exchange joker"), "take exchange")
SECOND = table(left="toby rotation joker")  # Jack's first action of the turn

EXAMPLES: dict[str, tuple[Position, str, str]] = {
    "token_first": (table(), "tile-madame", "MP-12"),
    "finish": (HOLMES, ROTATION, "MP-22"),
    "used": (SECOND, ALIBI, "MP-23"),
    "same_face": (table(faces="alibi toby rotation rotation"), JOKER, "MP-12"),
    "turned": (TURNED, "tile-gull", "MP-16a"),
    "rotation": (TURNED, "fig-holmes", "MP-16"),
    "exchange": (EXCHANGE, "place-0", "MP-18"),
    "joker": (play(table(), "take joker"), "place-0", "MP-15"),
    "must_move": (HOLMES, "place-11", "MP-13"),
    "clockwise": (HOLMES, "place-10", "MP-14"),
    "too_far": (HOLMES, "place-2", "MP-14"),
    "point_at_place": (HOLMES, "fig-holmes", "MP-14"),
    "walk_only": (HOLMES, "tile-gull", "MP-14"),
}


@pytest.mark.parametrize("reason", EXAMPLES)
def test_a_reason(reason: str) -> None:
    position, target, rule = EXAMPLES[reason]
    assert why_not(POCKET, position, target) == (reason, rule)


@pytest.mark.rule("MP-10", "MP-11")
def test_a_waiting_seat_gets_the_reason_not_your_turn() -> None:
    assert why_not(POCKET, table(), "tile-madame", viewer="jack") == ("wait", "MP-10")
    assert why_not(POCKET, table(turn=2), "tile-madame", viewer="detectives") == ("wait", "MP-11")


def test_there_are_no_other_reasons() -> None:
    assert reasons("pocket") == {*EXAMPLES, "wait"}
