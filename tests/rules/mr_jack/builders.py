"""Builders of positions of Mr. Jack for tests.

Characters, lamps, covers and cordons that are not given stand where the edition puts them.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final

from gaslamp.core.game import News, Outcome, Viewer, apply, redact
from gaslamp.titles.mr_jack.game import MrJack
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.hexes import BOX, NUMBER, POSTS
from gaslamp.titles.mr_jack.rules.notation import ACTIONS
from gaslamp.titles.mr_jack.rules.position import Position
from gaslamp.titles.mr_jack.rules.view import View

MR_JACK: Final = MrJack()
CHARACTERS: Final = board.CHARACTERS
EDITIONS: Final = board.EDITIONS
VIEWERS: Final = ("jack", "detective", "spectator")
WAYS: Final = ("N", "NE", "SE", "S", "SW", "NW")
FACES: Final = {f"face {way}" for way in WAYS}
ORDER: Final = {1: ("detective", "jack", "jack", "detective"), 0: ("jack", "detective", "detective", "jack")}
LAMPS: Final = {"B6": "1", "L2": "2", "C1": "3", "K6": "4", "F5": "x", "H3": "x"}

# B1, the five hexes within reach if manhole B2 is covered, and two hexes whose characters cannot come nearer to it.
CORNER: Final = ("B1", "B2", "A2", "C2", "A3", "D2", "A4", "B5")


def table(
    seat: str = "detective",
    *,
    cards: str = "holmes watson smith lestrade",
    round: int | None = None,
    used: int | None = None,
    jack: str = "bert",
    cleared: str = "",
    witness: str = "visible",
    lamps: Mapping[str, str] | None = None,
    covers: str | None = None,
    cordons: str = "NE SW",
    facing: str = "NE",
    jack_alibis: str = "",
    detective_alibis: str = "",
    edition: str = "revised",
    **hexes: str,
) -> Position:
    """Build a position in which *seat* picks a card of the round; the first cards named are used already."""
    round, used = when(seat, round, used)
    box = BOX["editions"][edition]
    places = box["start"] | hexes
    assert len(places) == len(set(places.values())) == 8
    if lamps is None:
        lamps = {post: tile for post, tile in LAMPS.items() if tile == "x" or int(tile) >= round}
    turned = cards.split()
    number = EDITIONS.index(edition)
    return Position(
        places=sum(NUMBER[places[name]] << 8 * n for n, name in enumerate(CHARACTERS)),
        occupied=sum(1 << NUMBER[place] for place in places.values()),
        lamps=sum(board.TILES.index(tile) << 4 * POSTS.index(post) for post, tile in lamps.items()),
        up=board.ALL & ~mask(cleared.split()),
        turned=mask(turned),
        face_up=mask(turned[used:]),
        pile=board.ALL & ~mask([jack, *jack_alibis.split(), *detective_alibis.split()]),
        jack_alibis=mask(jack_alibis.split()),
        detective_alibis=mask(detective_alibis.split()),
        whistled=0,
        cordons=sum(1 << board.EXITS.index(name) for name in cordons.split()),
        covers=cover_set(number, covers.split() if covers is not None else box["covered"]),
        facing=board.FACINGS.index(facing),
        round=round,
        used=used,
        picked=board.NONE,
        moved=0,
        acted=0,
        points=0,
        budget=0,
        visible=int(witness == "visible"),
        jack=CHARACTERS.index(jack),
        doing=board.PICKING,
        seat=board.SEATS.index(seat),
        ending=board.GOES_ON,
        edition=number,
    )


def at_work(picked: str, seat: str = "detective", *, others: str = "", **details: Any) -> Position:
    """Build a position in which a card has been picked; the others of the round may be named, used ones first."""
    _, used = when(seat, details.get("round"), details.get("used"))
    cards = others.split() or [name for name in CHARACTERS if name != picked][:3]
    cards.insert(used, picked)
    return play(table(seat, cards=" ".join(cards), **details), f"pick {picked}")


def last_card(picked: str, *, round: int, **details: Any) -> Position:
    """Build a position in which the last card of a round has been picked: the call follows."""
    return at_work(picked, ORDER[round % 2][3], round=round, used=3, **details)


def hemmed_in(picked: str, seat: str = "detective", **details: Any) -> Position:
    """Build a position in which a character on B1 has been picked and every hex in reach is occupied."""
    others = [name for name in CHARACTERS if name != picked]
    hexes = dict(zip([picked, *others], CORNER, strict=True))
    return at_work(picked, seat, **{"covers": "B2 L1", **hexes, **details})


def when(seat: str, round: int | None, used: int | None) -> tuple[int, int]:
    """Return a round, and its number of used cards, in which *seat* acts."""
    if round is None:
        round = 1 if seat == "detective" else 2
    if used is None:
        used = ORDER[round % 2].index(seat)
    assert ORDER[round % 2][used] == seat
    return round, used


def begun(*notations: str, edition: str = "revised") -> Position:
    """Play from the start position."""
    return play(MrJack({"edition": edition}).start(), *notations)


def play(position: Position, *notations: str) -> Position:
    """Apply actions by notation. Fails if one is not legal."""
    for text in notations:
        position, _ = apply(MR_JACK, position, ACTIONS.parse(text))
    return position


def told(position: Position, viewer: Viewer, *notations: str) -> list[News]:
    """Return a viewer's news while *notations* are played."""
    news: list[News] = []
    for text in notations:
        position, events = apply(MR_JACK, position, ACTIONS.parse(text))
        news += redact(events, viewer)
    return news


def kinds(news: list[News]) -> list[str]:
    return [piece.kind for piece in news]


def legal(position: Position) -> set[str]:
    return {ACTIONS.format(action) for action in position.legal()}


def moves(position: Position) -> set[str]:
    """Return the hexes where the character in use may end its own move."""
    return legal(position) & set(NUMBER)


def ways(position: Position, word: str) -> set[str]:
    """Return the legal actions whose notation starts with a word."""
    return {text for text in legal(position) if text.split()[0] == word}


def to_move(position: Position) -> str | None:
    return MR_JACK.to_move(position)


def look(position: Position, viewer: Viewer = "jack") -> View:
    return MR_JACK.view(position, viewer)


def visible(position: Position) -> set[str]:
    """Return the visible characters, after checking that rules and view agree."""
    seen = {name for n, name in enumerate(CHARACTERS) if position.seen() >> n & 1}
    assert seen == set(look(position).visible)
    return seen


def suspects(position: Position) -> set[str]:
    return set(look(position).suspects)


def outcome(position: Position) -> Outcome | None:
    return MR_JACK.outcome(position)


def is_over(position: Position) -> bool:
    return to_move(position) is None and legal(position) == set()


def nights(games: int, edition: str = "revised") -> Iterator[Position]:
    """Yield every position of random games in which the Detective never accuses."""
    for seed in range(games):
        rng = Random(seed)
        position = begun(edition=edition)
        while actions := position.legal():
            yield position
            peaceful = [action for action in actions if action >= board.HEXES or not position.occupied >> action & 1]
            position.advance(rng.choice(peaceful or actions))
        yield position


def mask(characters: Iterable[str]) -> int:
    return sum(1 << CHARACTERS.index(name) for name in characters)


def cover_set(edition: int, covered: Iterable[str]) -> int:
    return board.SET_NUMBER[edition, sum(1 << board.MANHOLES.index(place) for place in covered)]
