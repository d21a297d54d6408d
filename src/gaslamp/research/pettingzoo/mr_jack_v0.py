"""PettingZoo environment of Mr. Jack."""

from __future__ import annotations

from typing import Any, ClassVar

from gaslamp.research.pettingzoo.environment import MODES, GaslampEnv


class MrJackEnv(GaslampEnv):
    title = "mr_jack"
    metadata: ClassVar[dict[str, Any]] = {
        "name": "gaslamp_mr_jack_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
    }


raw_env = MrJackEnv


def env(**options: Any) -> Any:
    return raw_env(forfeits=True, **options)
