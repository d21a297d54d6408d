"""The shipped evaluation weights of Mr. Jack. The JSON file contains the training command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from gaslamp.bots.mr_jack.judgement.worth import SIZE, whole


@cache
def learnt() -> Sequence[int]:
    """Return the mean rows, the last part of a training file, as integers."""
    data = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return whole(data["weights"][-SIZE:])
