"""Every target of Mr. Jack that cannot be chosen has a reason and a rule; every reason occurs."""

import pytest

from gaslamp.titles.mr_jack.rules.position import Position
from tests.rules.mr_jack.builders import MR_JACK, at_work, hemmed_in, moves, play, table
from tests.titles.shown import reasons, why_not

ABILITY = ("ability",)
HOLMES = at_work("holmes", holmes="A6")
WATSON = at_work("watson", "jack")
STEALTHY = at_work("stealthy", "jack", jack="stealthy", witness="invisible", stealthy="E6")
SMITH, LESTRADE, GULL, BERT = (at_work(name) for name in ("smith", "lestrade", "gull", "bert"))
GOODLEY = at_work("goodley", goodley="G5", watson="G6", holmes="G1")

Example = tuple[Position, str, tuple[str, ...], str]
EXAMPLES: dict[str, Example] = {
    "card_first": (table(), "hex-G5", (), "MJ-13"),
    "played": (table(used=3), "card-holmes", (), "MJ-13a"),
    "later": (table(), "card-bert", (), "MJ-11"),
    "shuffled": (table("jack"), "card-bert", (), "MJ-12"),
    "lantern_first": (play(WATSON, min(moves(WATSON))), "hex-A2", (), "MJ-41"),
    "finish": (HOLMES, "card-watson", (), "MJ-13"),
    "order": (SMITH, "hex-A2", (), "MJ-43"),
    "gaslight": (HOLMES, "post-F5", (), "MJ-20"),
    "building": (HOLMES, "block-C3", (), "MJ-20"),
    "garden": (HOLMES, "block-B4", (), "MJ-20"),
    "stealthy": (STEALTHY, "block-C3", (), "MJ-45a"),
    "must_move": (HOLMES, "tok-holmes", (), "MJ-21b"),
    "covered": (at_work("holmes", holmes="B7"), "mh-H8", (), "MJ-23a"),
    "too_far": (at_work("holmes", holmes="E4", lestrade="A6"), "hex-M1", (), "MJ-21"),
    "taken": (at_work("holmes", "jack", holmes="G5", watson="G6"), "tok-watson", (), "MJ-22a"),
    "exit_detective": (HOLMES, "exit-NW", (), "MJ-62b"),
    "exit_other": (WATSON, "exit-NW", (), "MJ-62b"),
    "exit_witness": (at_work("stealthy", "jack", jack="stealthy"), "exit-NW", (), "MJ-60"),
    "exit_cordon": (STEALTHY, "exit-NE", (), "MJ-60"),
    "exit_far": (STEALTHY, "exit-NW", (), "MJ-60a"),
    "lamp_dark": (SMITH, "post-F1", ABILITY, "MJ-43"),
    "lamp": (SMITH, "hex-A2", ABILITY, "MJ-43"),
    "no_cordon": (LESTRADE, "exit-NW", ABILITY, "MJ-44"),
    "cordon": (LESTRADE, "hex-A2", ABILITY, "MJ-44"),
    "not_covered": (BERT, "mh-G4", ABILITY, "MJ-50"),
    "cover": (BERT, "hex-A2", ABILITY, "MJ-50"),
    "exchange_self": (GULL, "tok-gull", ABILITY, "MJ-49"),
    "exchange": (GULL, "hex-A2", ABILITY, "MJ-49"),
    "whistle_nobody": (hemmed_in("goodley"), "tok-holmes", ABILITY, "MJ-48c"),
    "whistle_self": (GOODLEY, "tok-goodley", ABILITY, "MJ-46"),
    "whistled": (play(GOODLEY, "whistle holmes G3"), "tok-holmes", (), "MJ-48b"),
    "whistle_stuck": (GOODLEY, "tok-watson", ABILITY, "MJ-47"),
    "whistle_points": (hemmed_in("goodley", bert="G5"), "hex-G4", (*ABILITY, "tok-bert"), "MJ-48"),
    "whistle_whom": (GOODLEY, "hex-A2", ABILITY, "MJ-46"),
    "whistle_street": (GOODLEY, "post-F5", (*ABILITY, "tok-holmes"), "MJ-47b"),
    "whistle_nearer": (GOODLEY, "hex-G0", (*ABILITY, "tok-holmes"), "MJ-47"),
    "whistle_far": (GOODLEY, "hex-G7", (*ABILITY, "tok-holmes"), "MJ-48a"),
}


@pytest.mark.parametrize("reason", EXAMPLES)
def test_a_reason(reason: str) -> None:
    position, target, path, rule = EXAMPLES[reason]
    assert why_not(MR_JACK, position, target, *path) == (reason, rule)


def test_a_waiting_seat_gets_the_reason_not_your_turn() -> None:
    assert why_not(MR_JACK, table(), "hex-A2", viewer="jack") == ("wait", "MJ-10")
    assert why_not(MR_JACK, table("jack"), "hex-A2", viewer="detective") == ("wait", "MJ-11")


def test_there_are_no_other_reasons() -> None:
    assert reasons("mr_jack") == {*EXAMPLES, "wait"}
