"""Layout of the evaluation weights of Pocket in one array, and the shipped weights."""

from __future__ import annotations

import json
from array import array
from importlib.resources import files
from typing import Final

HIDDEN: Final = 16  # units
FEATURES: Final = 24
NEEDS: Final = 8  # hourglasses that Jack may need, and none

# First the table by turn, number of suspects and hourglasses that Jack needs.
LINEAR: Final = 9 * 10 * NEEDS  # linear weight of each feature
INPUT: Final = LINEAR + FEATURES  # weights from features to hidden units
NEEDED_INPUT: Final = INPUT + FEATURES * HIDDEN  # weights from Jack's need to hidden units
BIAS: Final = NEEDED_INPUT + NEEDS * HIDDEN
OUTPUT: Final = BIAS + HIDDEN  # output weights of the hidden units
SIZE: Final = OUTPUT + HIDDEN


def learnt() -> array[float]:
    """Return the shipped weights. The JSON file contains the training command."""
    data = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return array("d", data["weights"])
