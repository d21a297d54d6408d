"""Purposes of a walk through the tree of a mixture."""

from __future__ import annotations

from typing import Final

LEARN: Final = 0
EVALUATE: Final = 1
ANSWER_JACK: Final = 2  # the detectives' best response to Jack
ANSWER_DETECTIVES: Final = 3  # Jack's best response to the detectives
