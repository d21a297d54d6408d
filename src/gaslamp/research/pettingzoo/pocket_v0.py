"""PettingZoo environment of Mr. Jack Pocket."""

from __future__ import annotations

from typing import Any, ClassVar

from gaslamp.research.pettingzoo.environment import MODES, GaslampEnv


class PocketEnv(GaslampEnv):
    title = "pocket"
    metadata: ClassVar[dict[str, Any]] = {
        "name": "gaslamp_pocket_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
    }


raw_env = PocketEnv


def env(**options: Any) -> Any:
    return raw_env(forfeits=True, **options)
