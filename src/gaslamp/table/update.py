"""What a table tells one viewer: all that its eyes may see, and not a byte more."""

from __future__ import annotations

from typing import Any

import msgspec

from gaslamp.core.game import News, Outcome


class Update(msgspec.Struct, frozen=True):
    """The table as one viewer sees it now. `step` counts the updates this viewer was entitled to."""

    step: int
    view: Any  # the title's view, a dataclass
    legal: tuple[str, ...]  # what this viewer may play now
    final: tuple[str, ...]  # those of them that cannot be taken back
    may_undo: bool
    news: tuple[News, ...]  # everything this viewer has learnt, the newest last
    outcome: Outcome | None
    head: str = ""  # of the chain of commitments, over what this viewer was told


_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(update: Update) -> bytes:
    """An update as bytes; equal updates are equal bytes."""
    return _ENCODER.encode(update)
