"""Jack looks at those who hunt him: what they do in public tells whether they know what they are doing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from gaslamp.bots.whitehall.belief.suspicion import Manner, Suspicion
from gaslamp.core.dice import Dice
from gaslamp.core.game import News

_AIMLESS: Final = 0.1  # so often hunters are who do anything at all, before they have done something
_LEAST: Final = 0.001  # nobody is ever thought less likely to be one
_ROWS: Final = 128  # that Jack may have written, looked through for a circle
# How often somebody does it who does anything, beside somebody who hunts: an arrest, by how likely Jack was there ...
_ARRESTS: Final = ((0.0, 40.0), (0.02, 2.5), (0.1, 1.0), (1.0, 0.3))
_IN_VAIN: Final = 12.0  # ... a search where he cannot have been
_SEARCH: Final = 0.5  # ... another one
_NOTHING: Final = 0.4


class Onlooker(Suspicion):
    """What everybody makes of Jack, and what Jack makes of the figures: from the public news alone."""

    def __init__(self, options: Mapping[str, str], manners: tuple[Manner, ...]) -> None:
        super().__init__(options, manners)
        self._odds = _AIMLESS / (1 - _AIMLESS)
        self._acted = ""  # the figure that acted last in this turn

    @property
    def aimless(self) -> float:
        """How likely these figures do anything at all."""
        return self._odds / (1 + self._odds)

    def observe(self, news: News) -> None:
        """Learn from one piece of news."""
        match news.kind:
            case "arrested_in_vain":
                self._weigh(self._arrest(map(int, cast("tuple[str, ...]", news.details["circles"]))))
            case "searched" if news.details["figure"] != self._acted:
                self._acted = str(news.details["figure"])
                self._weigh(self._search(cast("int", news.details["circle"])))
            case "stopped" if news.details["figure"] != self._acted:
                self._weigh(_NOTHING)
            case "jack_moved" | "moved":
                self._acted = ""
            case _:
                pass
        super().observe(news)

    def _weigh(self, factor: float) -> None:
        self._odds = min(1 / _LEAST, max(_LEAST, self._odds * factor))

    def _arrest(self, circles: map[int]) -> float:
        now = self.now()
        chance = sum(now.get(circle, 0.0) for circle in circles)
        return next(factor for most, factor in _ARRESTS if chance <= most + 1e-9)

    def _search(self, circle: int) -> float:
        return _SEARCH if self.crowd(_ROWS, Dice(circle)).having(circle) else _IN_VAIN
