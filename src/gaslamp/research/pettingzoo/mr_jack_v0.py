"""Mr. Jack as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

from gaslamp.research.pettingzoo.environment import MODES, GaslampEnv


class MrJackEnv(GaslampEnv):
    """Mr. Jack."""

    title = "mr_jack"
    metadata = {"name": "gaslamp_mr_jack_v0", "render_modes": list(MODES), "is_parallelizable": False}  # noqa: RUF012


raw_env = MrJackEnv


def env(**options: Any) -> Any:
    """The environment, in which an illegal action loses the game; `raw_env` refuses it."""
    return raw_env(forfeits=True, **options)
