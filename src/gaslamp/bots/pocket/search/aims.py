"""What a walk through the tree of a mixture is for."""

from __future__ import annotations

from typing import Final

LEARN: Final = 0
EVALUATE: Final = 1
ANSWER_JACK: Final = 2  # the detectives find their best answer to what Jack has learnt
ANSWER_DETECTIVES: Final = 3  # Jack does to what they have
