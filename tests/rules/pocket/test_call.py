"""The call at the end of a turn: the answer, cleared suspects, and the turn token."""

import pytest

from gaslamp.core.game import Detail
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.position import Position
from tests.ledger import rule
from tests.rules.pocket.builders import call, legal, look, play, seen, streets, table, tile, to_move, told, up

# Watson looks along the middle row: Smith, Stealthy, Gull. Holmes and Toby stand before walls.
WATCHED = streets("north", madame="west", pizer="south")


def watched(jack: str, tiles: str = WATCHED, *, turn: int = 2) -> Position:
    return table(tiles, jack=jack, turn=turn, left="joker", holmes=11, watson=4, toby=7)


def answer(position: Position) -> Detail:
    (called,) = (news for news in told(position, "detectives", "take joker", "stay") if news.kind == "called")
    return called.details["answer"]


@rule("MP-31")
@pytest.mark.parametrize(("holmes", "watson", "toby"), [(10, 3, 7), (11, 4, 7), (11, 3, 1)])
def test_one_detective_is_enough_to_see_jack(holmes: int, watson: int, toby: int) -> None:
    # One of them looks at Stealthy; the others stand where they began, before walls.
    tiles = streets("north", madame="west", bert="east", pizer="south", goodley="west", stealthy="south")
    hidden = table(tiles, jack="stealthy", turn=2, left="joker")
    assert answer(hidden) == "not_seen"
    assert (
        answer(table(tiles, jack="stealthy", turn=2, left="joker", holmes=holmes, watson=watson, toby=toby)) == "seen"
    )


@rule("MP-31")
@pytest.mark.parametrize(("jack", "truth"), [("gull", "seen"), ("bert", "not_seen")])
def test_the_call_is_made_without_asking_jack(jack: str, truth: str) -> None:
    assert answer(watched(jack)) == truth
    after = call(watched(jack))  # the last token is spent, and that is all that was asked of Jack
    assert (look(after).turn, to_move(after)) == (3, "chance")
    assert all(text.startswith("throw") for text in legal(after))


@rule("MP-32")
def test_a_seen_jack_clears_unseen_suspects() -> None:
    assert seen(watched("gull")) == {"smith", "stealthy", "gull"}
    assert up(call(watched("gull"))) == {"smith", "stealthy", "gull"}
    # Cleared suspects stay cleared, seen or not.
    already = streets("north", madame="west", pizer="south", smith="north cleared", lestrade="north cleared")
    assert up(call(watched("gull", already))) == {"stealthy", "gull"}


@rule("MP-32")
def test_jack_seen_gives_the_turn_token_to_the_detectives() -> None:
    before, after = look(watched("gull")), look(call(watched("gull")))
    assert (after.jack_tokens, after.detective_tokens) == (before.jack_tokens, before.detective_tokens + 1)
    assert after.hourglasses == before.hourglasses


@rule("MP-32a")
def test_an_unseen_jack_clears_seen_suspects() -> None:
    assert up(call(watched("bert"))) == set(board.SUSPECTS) - {"smith", "stealthy", "gull"}
    already = streets("north", madame="west", pizer="south", smith="north cleared", lestrade="north cleared")
    assert up(call(watched("bert", already))) == {"madame", "goodley", "bert", "pizer", "lane"}


@rule("MP-32a")
def test_jack_unseen_wins_the_turn_token_and_its_hourglass() -> None:
    before, after = look(watched("bert")), look(call(watched("bert")))
    assert (after.jack_tokens, after.detective_tokens) == (before.jack_tokens + 1, before.detective_tokens)
    assert after.hourglasses == 1


@rule("MP-32", "MP-32a")
def test_the_call_is_public() -> None:
    for viewer in ("jack", "detectives", "spectator"):
        (called,) = (news for news in told(watched("bert"), viewer, "take joker", "stay") if news.kind == "called")
        assert (called.details["turn"], called.details["answer"]) == (2, "not_seen")
        assert called.details["cleared"] == ("gull", "stealthy", "smith")
        assert called.details["winner"] == "jack"


@rule("MP-33")
@pytest.mark.parametrize("wall", board.SIDES)
def test_a_tile_turned_over_keeps_its_wall_where_it_was(wall: str) -> None:
    # By an alibi card, and by a call.
    by_card = play(table(streets("north", gull=wall), turn=1), "take alibi", "card gull")
    assert (tile(by_card, "gull").cleared, tile(by_card, "gull").wall) == (True, wall)
    by_call = call(watched("bert", streets("north", madame="west", pizer="south", smith=wall)))
    assert tile(by_call, "smith").wall == wall
    assert tile(by_call, "smith").cleared == (wall != "east")


@rule("MP-33")
def test_grey_turned_over_is_a_crossroads() -> None:
    by_card = play(table(streets("north"), turn=1), "take alibi", "card lane")
    assert (tile(by_card, "lane").cleared, tile(by_card, "lane").wall) == (True, None)
    by_call = call(table(streets("west", madame="west"), jack="gull", turn=2, left="joker", toby=6))
    assert (tile(by_call, "lane").cleared, tile(by_call, "lane").wall) == (True, None)
    # Open on all four sides: every line through it goes on.
    corner = streets("north", lane="cleared")
    assert {"lane", "pizer"} <= seen(table(corner, watson=5))
    assert {"lane", "smith"} <= seen(table(streets("east", lane="cleared"), toby=6))


@rule("MP-33")
def test_the_call_looks_before_it_turns_grey() -> None:
    # Watson sees Lane; the barricade on the far side hides Pizer and Lestrade.
    far = streets("north", madame="west", bert="east", pizer="south", lane="west")
    hidden = table(far, jack="pizer", turn=2, left="joker", watson=5)
    assert answer(hidden) == "not_seen"
    after = call(hidden)
    assert tile(after, "lane").wall is None
    assert look(after).jack_tokens == 1
    assert "pizer" in seen(after)  # only now
    assert up(after) == set(board.SUSPECTS) - {"lane"}
    # Lane's barricade on the near side hides him too: a Jack in sight of Holmes clears all three of the row.
    near = streets("north", lane="east", pizer="south")
    after = call(table(near, jack="gull", turn=2, left="joker", holmes=10, watson=5))
    assert up(after) == {"gull", "stealthy", "smith"}
    assert {"lane", "pizer", "lestrade"} <= seen(after)


@rule("MP-35")
@pytest.mark.parametrize("jack", board.SUSPECTS)
@pytest.mark.parametrize("watson", range(12))
def test_the_tile_of_jack_is_never_turned_over(jack: str, watson: int) -> None:
    # Wherever Watson looks from, seen or not, the call spares Jack, and his card is in no pile.
    tiles = streets("north", madame="west", pizer="south", stealthy="west")
    after = call(table(tiles, jack=jack, turn=2, left="joker", watson=watson))
    assert jack in up(after)
    drawing = play(table(tiles, jack=jack, turn=1), "take alibi")
    assert f"card {jack}" not in legal(drawing)
