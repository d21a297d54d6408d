"""Model of the investigators: estimates from their actions whether they play at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from gaslamp.bots.whitehall.belief.posterior import PlayerType, Posterior
from gaslamp.core.dice import Dice
from gaslamp.core.game import News

_AIMLESS: Final = 0.1  # prior of random play
_LEAST: Final = 0.001  # bound on the odds
_ROWS: Final = 128  # particles sampled to judge a search
# Likelihood ratios, random to purposeful: an arrest, by the probability that Jack was there.
_ARRESTS: Final = ((0.0, 40.0), (0.02, 2.5), (0.1, 1.0), (1.0, 0.3))
_IN_VAIN: Final = 12.0  # search where Jack cannot have been
_SEARCH: Final = 0.5  # any other search
_NOTHING: Final = 0.4  # pass


class InvestigatorModel(Posterior):
    """Posterior about Jack, plus `aimless`: the probability that the investigators play at random."""

    def __init__(self, options: Mapping[str, str], player_types: tuple[PlayerType, ...]) -> None:
        super().__init__(options, player_types)
        self._odds = _AIMLESS / (1 - _AIMLESS)
        self._acted = ""  # last figure to act this turn

    @property
    def aimless(self) -> float:
        return self._odds / (1 + self._odds)

    def observe(self, news: News) -> None:
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
        return _SEARCH if self.sample(_ROWS, Dice(circle)).having(circle) else _IN_VAIN
