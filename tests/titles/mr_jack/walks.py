"""Games of Mr. Jack step by step, as each viewer sees them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from gaslamp.core.game import SPECTATOR, Event, News, Viewer, redact
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.rules.events import closing_events, events
from gaslamp.titles.mr_jack.rules.position import start
from gaslamp.titles.mr_jack.rules.view import View, view

VIEWERS = (*board.SEATS, SPECTATOR)


@dataclass(frozen=True)
class Sight:
    """One viewer's view, news and legal actions."""

    view: View
    news: tuple[News, ...]
    actions: list[int]


class Walk:
    """A game in progress and its events."""

    def __init__(self, edition: str = "revised") -> None:
        self.position = start(board.EDITIONS.index(edition))
        self.happened: list[Event] = []

    def take(self, *notations: str) -> "Walk":
        """Apply actions by notation. Fails if one is not legal."""
        for notation in notations:
            self.step(n.ACTIONS.parse(notation))
        return self

    def step(self, action: int) -> None:
        assert action in self.position.legal(), n.ACTIONS.format(action)
        before = self.position.copy()
        self.position.advance(action)
        self.happened += events(before, action, self.position)

    def sight(self, viewer: Viewer, *, resigned: bool = False) -> Sight:
        seen = view(self.position, viewer, ended=resigned)
        closing = closing_events(self.position) if resigned else ()
        actions = self.position.legal() if seen.to_move == viewer and not resigned else []
        return Sight(seen, redact((*self.happened, *closing), viewer), actions)


def dealt(*cards: str, jack: str = "bert", edition: str = "revised") -> Walk:
    """Return the start of round 1 with the given identity and four cards face up."""
    return Walk(edition).take(f"jack {jack}", *(f"card {name}" for name in cards))


def sights(rng: Random) -> Iterator[Sight]:
    """Yield a random game for all viewers. The Detective accuses rarely, so that most games are long."""
    walk = Walk(rng.choice(board.EDITIONS))
    while legal := walk.position.legal():
        yield from (walk.sight(viewer) for viewer in VIEWERS)
        peace = [action for action in legal if action >= n.EXIT or not walk.position.occupied >> action & 1]
        walk.step(rng.choice(legal if rng.random() < 0.02 else peace))
        if rng.random() < 0.01 and walk.position.jack != board.NONE:
            yield from (walk.sight(viewer, resigned=True) for viewer in VIEWERS)
    yield from (walk.sight(viewer) for viewer in VIEWERS)
