"""The judgement of Mr. Jack that comes with the program. Its file says by which command it was learnt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from gaslamp.bots.mr_jack.judgement.worth import SIZE, whole


@cache
def learnt() -> Sequence[int]:
    """Give them as whole numbers: the mean of many games, which is the last part of what a training keeps."""
    told = json.loads(files(__package__).joinpath("weights.json").read_text("utf-8"))
    return whole(told["weights"][-SIZE:])
