"""Setup of the board in both editions."""

from math import comb

import pytest

from gaslamp.core.options import choose
from gaslamp.titles.mr_jack.meta import META
from gaslamp.titles.mr_jack.rules.hexes import BOX
from tests.ledger import rule
from tests.rules.mr_jack.builders import (
    CHARACTERS,
    EDITIONS,
    at_work,
    begun,
    legal,
    look,
    play,
    suspects,
    to_move,
    visible,
    ways,
)

every_edition = pytest.mark.parametrize("edition", EDITIONS)


@rule("MJ-01")
def test_the_revised_edition_is_the_default() -> None:
    assert choose(META.options, {}) == {"edition": "revised"}
    assert choose(META.options, {"edition": "original"}) == {"edition": "original"}
    assert [look(begun(edition=edition)).edition for edition in META.options[0].choices] == ["revised", "original"]


@rule("MJ-01")
def test_each_edition_has_its_own_manholes() -> None:
    revised, original = look(begun(edition="revised")), look(begun(edition="original"))
    assert {*revised.manholes, *revised.covered} == {"B2", "B7", "C4", "F0", "G4", "H8", "K3", "L1", "L6"}
    assert {*original.manholes, *original.covered} == {"A2", "C6", "F0", "F3", "H5", "H8", "L1", "M4"}


@rule("MJ-01")
def test_watson_and_stealthy_start_on_each_others_hexes_in_the_original_edition() -> None:
    revised, original = look(begun(edition="revised")).hexes, look(begun(edition="original")).hexes
    assert (revised["watson"], revised["stealthy"]) == ("I7", "A4")
    assert (original["watson"], original["stealthy"]) == ("A4", "I7")


@rule("MJ-01")
def test_the_rest_of_the_board_is_the_same_in_both_editions() -> None:
    revised, original = look(begun(edition="revised")), look(begun(edition="original"))
    both = {"holmes": "G5", "smith": "G2", "lestrade": "E4", "goodley": "M3", "gull": "E0", "bert": "I3"}
    for seen in (revised, original):
        assert {name: seen.hexes[name] for name in both} == both
        assert seen.facing == "NE"
    assert (revised.lamps, revised.cordons) == (original.lamps, original.cordons)
    # Only the manholes are printed anew: every street, building, garden and post is where it was.
    assert set(BOX["editions"]["revised"]) == set(BOX["editions"]["original"]) == {"open", "covered", "facing", "start"}


@rule("MJ-02")
@every_edition
def test_everyone_is_a_suspect_at_the_start(edition: str) -> None:
    assert suspects(begun("jack gull", edition=edition)) == set(CHARACTERS)


@rule("MJ-02")
@every_edition
def test_four_are_visible_and_four_invisible_at_the_start(edition: str) -> None:
    assert visible(begun(edition=edition)) == {"holmes", "smith", "lestrade", "bert"}


@rule("MJ-03")
@every_edition
def test_six_of_eight_lamp_posts_start_lit(edition: str) -> None:
    lamps = look(begun(edition=edition)).lamps
    assert set(lamps) == {"B6", "C1", "F5", "H3", "K6", "L2"}
    assert sorted(lamps.values()) == ["1", "2", "3", "4", "x", "x"]
    # The other two are posts as well: Smith may light them.
    assert {text.split()[2] for text in ways(at_work("smith", edition=edition), "lamp")} == {"F1", "H7"}


@rule("MJ-03")
@every_edition
def test_the_numbered_tiles_start_on_their_printed_posts(edition: str) -> None:
    lamps = look(begun(edition=edition)).lamps
    assert {tile: post for post, tile in lamps.items() if tile != "x"} == {"1": "B6", "2": "L2", "3": "C1", "4": "K6"}


@rule("MJ-03a")
@pytest.mark.parametrize(("edition", "covered"), [("revised", ("B7", "L1")), ("original", ("C6", "L1"))])
def test_two_manholes_start_covered(edition: str, covered: tuple[str, ...]) -> None:
    assert look(begun(edition=edition)).covered == covered


@rule("MJ-03b")
@every_edition
def test_two_exits_start_cordoned(edition: str) -> None:
    assert set(look(begun(edition=edition)).cordons) == {"NE", "SW"}


@rule("MJ-04")
@every_edition
def test_any_four_character_cards_may_come_first(edition: str) -> None:
    turning = {frozenset(look(begun("jack gull", edition=edition)).turned): begun("jack gull", edition=edition)}
    for number in range(4):
        for position in turning.values():
            assert to_move(position) == "chance"
            assert legal(position) == {f"card {name}" for name in CHARACTERS if name not in look(position).turned}
        after = [play(position, text) for position in turning.values() for text in legal(position)]
        turning = {frozenset(look(position).turned): position for position in after}
        assert len(turning) == comb(8, number + 1)
    assert all(to_move(position) == "detective" for position in turning.values())


@rule("MJ-04")
@pytest.mark.parametrize("held", ["", "gull", "gull watson smith"])
def test_any_alibi_card_still_in_the_pile_may_be_drawn(held: str) -> None:
    drawing = play(at_work("holmes", jack="bert", detective_alibis=held), "G6")
    assert to_move(drawing) == "chance"
    assert legal(drawing) == {f"alibi {name}" for name in CHARACTERS if name not in {"bert", *held.split()}}


@rule("MJ-05")
@every_edition
@pytest.mark.parametrize("jack", CHARACTERS)
def test_jack_may_be_any_character(edition: str, jack: str) -> None:
    assert to_move(begun(edition=edition)) == "chance"
    assert legal(begun(edition=edition)) == {f"jack {name}" for name in CHARACTERS}
    assert look(begun(f"jack {jack}", edition=edition)).identity == jack


@rule("MJ-05")
@pytest.mark.parametrize("jack", CHARACTERS)
def test_the_card_of_jack_leaves_seven_alibi_cards_in_the_pile(jack: str) -> None:
    assert look(begun()).pile == 8
    dealt = look(begun(f"jack {jack}"))
    assert (dealt.pile, dealt.jack_cards, dealt.detective_cards) == (7, 0, 0)
    drawing = play(at_work("holmes", jack=jack), "G6")
    assert f"alibi {jack}" not in legal(drawing)
    assert len(legal(drawing)) == 7


@rule("MJ-05")
def test_jack_hides_behind_the_same_character_all_night() -> None:
    position = begun("jack gull", "card gull", "card holmes", "card bert", "card stealthy")
    assert look(position).identity == "gull"
    for card, *steps in (
        ("gull", "exchange holmes"),
        ("holmes", "E1", "alibi smith"),
        ("stealthy", "A5"),
        ("bert", "I4", "cover B7 B2"),
    ):
        position = play(position, f"pick {card}", *steps)
        assert look(position).identity == "gull"
    assert look(position).round == 2


@rule("MJ-06")
@every_edition
def test_the_witness_card_starts_on_visible(edition: str) -> None:
    assert look(begun("jack stealthy", edition=edition)).witness == "visible"  # though Stealthy is in the dark


@rule("MJ-06")
@every_edition
def test_the_counter_starts_on_round_one(edition: str) -> None:
    assert look(begun("jack stealthy", edition=edition)).round == 1
