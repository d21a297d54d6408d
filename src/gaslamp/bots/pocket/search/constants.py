"""Constants of the search modules of Pocket. Compiled modules cannot import them from each other."""

from __future__ import annotations

from typing import Final

# Moves of a turn are numbered `ROOM * token + use`.
ROOM: Final = 40  # uses of a token

# Purposes of a walk through the tree of a mixture.
LEARN: Final = 0
EVALUATE: Final = 1
ANSWER_JACK: Final = 2  # the detectives' best response to Jack
ANSWER_DETECTIVES: Final = 3  # Jack's best response to the detectives
