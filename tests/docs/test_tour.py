"""The click that docs/tour.md follows through the code behaves as described."""

from __future__ import annotations

from gaslamp import titles
from gaslamp.core import bits
from gaslamp.core.game import apply
from gaslamp.titles.pocket.rules import board
from gaslamp.ui.presentation import presentation
from tests.architecture.tree import ROOT
from tests.terminal.person import Terminal, typing

TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
TYPED = ("take rotation", "rotate goodley +90")


def test_the_lines_are_typed_as_the_page_shows_them() -> None:
    assert "\n".join(f"> {line}" for line in TYPED) in TOUR
    terminal = Terminal(typing(*TYPED, "q"), seed=2)
    (told,) = (line for line in terminal.pages[2].splitlines() if line.startswith("Detectives: "))
    assert told in TOUR


def test_a_click_sends_the_frame_of_the_tour() -> None:
    """Follows the choices that a browser gets from a real server."""
    table = Terminal(typing(TYPED[0], "q"), seed=2).table
    update, game = table.update("detectives"), table.game
    asked = presentation(game).prompt(update.view, [game.actions.parse(notation) for notation in update.legal])
    (tile,) = (choice for choice in asked.choices if choice.target == "tile-goodley")
    assert game.actions.parse(TYPED[1]) in {choice.action for choice in tile.next}
    assert f'{{"play": "{TYPED[1]}", "step": {update.step}}}' in TOUR


def test_the_action_numbers_match_the_table() -> None:
    actions = titles.game("pocket").actions
    text = " ".join(TOUR.split())
    assert f"turns `{TYPED[0]}` into {actions.parse(TYPED[0])} " in text
    assert f"`{TYPED[1]}` into {actions.parse(TYPED[1])}. " in text


def test_goodleys_roads_turn_as_described() -> None:
    game = titles.game("pocket")
    terminal = Terminal(typing(), seed=2)
    position = game.start()
    for notation in (*terminal.table.record({}).actions, *TYPED[:1]):
        position, _ = apply(game, position, game.actions.parse(notation))
    after, _ = apply(game, position, game.actions.parse(TYPED[1]))
    goodley = board.SUSPECTS.index("goodley")
    roads = [f"{bits.nibble(moment.roads, goodley):04b}" for moment in (position, after)]
    assert f"from {roads[0]} to {roads[1]}" in TOUR
    assert len(position.key()) == 17
    assert "seventeen small numbers" in " ".join(TOUR.split())
