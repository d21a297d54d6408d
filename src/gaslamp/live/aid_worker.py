"""What the deduction aid shows is concluded here: in a worker process, from one viewer's news and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from gaslamp import titles
from gaslamp.core.game import Game, News
from gaslamp.live.inquiries import Inquiries, Known
from gaslamp.live.workers import Pool

DESK: Final = "aid"
_LONGEST: Final = 60.0  # seconds that may be spent on one conclusion
_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


def conclude(title: str, options: Mapping[str, str], news: Sequence[News]) -> Any:
    """Conclude, in a worker process."""
    return titles.game(title, options).conclude(news)


class AidWorker:
    """Has conclusions drawn for those who ask, and remembers them."""

    def __init__(self, pool: Pool) -> None:
        self._inquiries = Inquiries(pool, DESK, _LONGEST)

    def ask(
        self, who: Hashable, id: str, game: Game[Any, Any], news: Sequence[News], wake: Callable[[], None]
    ) -> Known | None:
        """Give what follows from some news of a game; or None, and wake who asks when it is known."""
        key = (id, sha256(_ENCODER.encode(news)).digest())
        return self._inquiries.ask(who, key, wake, conclude, game.title, dict(game.options), tuple(news))

    def forget(self, who: Hashable) -> None:
        """Wake somebody no more; what nobody waits for is dropped unless it has been begun."""
        self._inquiries.forget(who)
