"""Builders of positions of Whitehall Mystery for tests.

Defaults: the locations of the rulebook's example (WM-83), Jack starts on the first, and the figures are on yellow
crossings far from the circles in use. Figures are placed by colour.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from gaslamp.core.game import News, Outcome, Viewer, apply, redact
from gaslamp.titles.whitehall.game import Whitehall
from gaslamp.titles.whitehall.rules import board
from gaslamp.titles.whitehall.rules.notation import ACTIONS
from gaslamp.titles.whitehall.rules.opening import opening
from gaslamp.titles.whitehall.rules.position import Position
from gaslamp.titles.whitehall.rules.view import View, figures_of

WHITEHALL: Final = Whitehall({"investigators": "3"})  # it knows every seat, however many are taken
TOWN: Final = board.current().town
LOCATIONS: Final = (33, 46, 159, 147)  # in the order of the quadrants
YELLOW_CROSSINGS: Final = ("x082", "x090", "x095", "x096", "x108", "x109")
OTHERS: Final = ("investigator1", "investigator2", "investigator3", "spectator")  # all but Jack
ORDER: Final = ("yellow", "blue", "red", "green", "brown")
NO_TILES: Final = {"coach": 0, "alley": 0, "boat": 0}

# Options.
MURDERER: Final = {"murderer_at_large": "on"}
NEWSPAPER: Final = {"newspaper_fabrications": "on"}
FALSE_CLUES: Final = {"false_clues": "on"}
SLEEVES: Final = {"roll_up_your_sleeves": "on"}
SMOKER: Final = {**SLEEVES, "smoker": "on"}
TILES: Final = {**SLEEVES, "reconstructed_tiles": "on"}
GREEN: Final = {**SLEEVES, "reinforcements": "blue_red_green"}
BROWN: Final = {**SLEEVES, "reinforcements": "blue_red_brown"}
GREEN_AND_BROWN: Final = {**SLEEVES, "reinforcements": "yellow_green_brown"}


def night(
    *row: int,
    stage: str = "moving",
    locations: Sequence[int] = LOCATIONS,
    reached: Sequence[int] = (),
    tiles: Mapping[str, int] | None = None,
    clues: Sequence[int] = (),
    false: Sequence[int] = (),
    counters: int = 0,
    spent: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    **figures: str,
) -> Position:
    """Build a position in which Jack is to move, at the end of this row of the round.

    *reached* is in order of arrival, one location per round; *clues* are yellow markers, *spent* the used abilities.
    Rows of earlier rounds do not matter.
    """
    first = opening(options or {})
    reached = reached or locations[:1]
    crew = figures_of(first)
    assert set(figures) <= set(crew)
    here = {name: figures.get(name, crossing) for name, crossing in zip(crew, YELLOW_CROSSINGS, strict=False)}
    assert len(set(here.values())) == 3
    boxes = word(row)
    early, late = [*([circle] for circle in reached[:-1]), [], []][:2]
    left = {"coach": 2, "alley": 2, "boat": 2, **(tiles or {})}
    lost = sum(1 << board.ABILITIES.index(name) for name in spent)
    assert first.abilities & lost == lost
    return Position(
        row=boxes & (1 << 64) - 1,
        row_end=boxes >> 64,
        first_row=word(early),
        first_row_end=0,
        second_row=word(late),
        second_row_end=0,
        laid=0,
        locations=word(locations),
        goals=word([0 if circle in reached else circle for circle in locations]),
        figures=word([board.current().number[crossing] for crossing in here.values()]),
        false_clues=word(false),
        yellow=sum(1 << row.index(circle) for circle in clues),
        tiles=sum(number << 4 * board.KINDS.index(kind) for kind, number in left.items()),
        options=first.options,
        circle=row[-1],
        round=len(reached),
        track=len(row) - 1,
        counters=counters,
        abilities=first.abilities & ~lost,
        smoked=0,
        scent=0,
        called=0,
        figure=0,
        doing=board.STAGES.index(stage),
        seat=board.JACK if stage == "moving" else first.holder(0),
        ending=board.GOES_ON,
    )


def hunt(*row: int, **details: Any) -> Position:
    """Build a position after Jack's move, with the figures to walk."""
    return night(*row, stage="walking", **details)


def at_work(*row: int, figure: str | None = None, **details: Any) -> Position:
    """Build a position in which all figures have walked and the given (default: first) one acts."""
    position = stay(hunt(*row, **details))
    while figure is not None and look(position).figure != figure:
        position = play(position, "stop")
    return position


def begun(*notations: str, **options: str) -> Position:
    """Play from the start position."""
    return play(opening(options), *notations)


def dealt(**options: str) -> Position:
    """Play to Jack's first move: the example's locations, the figures on the first three yellow crossings."""
    chosen = [f"locate {circle}" for circle in LOCATIONS]
    placed = [f"place {crossing}" for crossing in YELLOW_CROSSINGS[:3]]
    return begun(*chosen, *placed, "start 33", **options)


def play(position: Position, *notations: str) -> Position:
    """Apply actions by notation. Fails if one is not legal."""
    for text in notations:
        position, _ = apply(WHITEHALL, position, ACTIONS.parse(text))
    return position


def stay(position: Position) -> Position:
    """Let every figure that has not walked stay."""
    while look(position).stage == "walking":
        position = stay_once(position)
    return position


def stay_once(position: Position) -> Position:
    """Let the walking figure stay."""
    view = look(position)
    return play(position, f"walk {view.figures[str(view.figure)]}")


def rest(position: Position) -> Position:
    """End the turn without actions of the figures or a false clue."""
    position = stay(position)
    if look(position).stage == "bluffing":
        position = play(position, "clue nothing")
    while look(position).stage in {"acting", "searching", "scenting"}:
        position = play(position, "stop")
    return position


def turn(position: Position, *notations: str) -> Position:
    """Play Jack's actions of a turn; the figures do nothing."""
    return rest(play(position, *notations))


def told(position: Position, viewer: Viewer, *notations: str) -> list[News]:
    """Return a viewer's news while *notations* are played."""
    news: list[News] = []
    for text in notations:
        position, events = apply(WHITEHALL, position, ACTIONS.parse(text))
        news += redact(events, viewer)
    return news


def kinds(news: Sequence[News]) -> list[str]:
    return [piece.kind for piece in news]


def legal(position: Position) -> set[str]:
    return {ACTIONS.format(action) for action in position.legal()}


def ways(position: Position, word: str) -> set[str]:
    """Return what follows a word in the legal actions."""
    return {text.partition(" ")[2] for text in legal(position) if text.split()[0] == word}


def circles(position: Position, word: str) -> set[int]:
    """Return the circles that follow a word in the legal actions."""
    return {int(place) for place in ways(position, word) if place.isdecimal()}


def look(position: Position, viewer: Viewer = "jack") -> View:
    return WHITEHALL.view(position, viewer)


def to_move(position: Position) -> str | None:
    return WHITEHALL.to_move(position)


def outcome(position: Position) -> Outcome | None:
    return WHITEHALL.outcome(position)


def is_over(position: Position) -> bool:
    return to_move(position) is None and legal(position) == set()


def drawn(level: str, rng: Random) -> Position:
    """Draw the four locations of the Casebook by weight."""
    position = begun(casebook=level)
    while to_move(position) == "chance":
        (action,) = rng.choices(position.legal(), WHITEHALL.weights(position))
        position, _ = apply(WHITEHALL, position, action)
    return position


def word(numbers: Sequence[int]) -> int:
    """Pack numbers into the bytes of a word."""
    return sum(number << 8 * k for k, number in enumerate(numbers))
