"""PettingZoo environment of Whitehall Mystery."""

from __future__ import annotations

from typing import Any, ClassVar

from gaslamp.research.pettingzoo.environment import MODES, GaslampEnv


class WhitehallEnv(GaslampEnv):
    title = "whitehall"
    metadata: ClassVar[dict[str, Any]] = {
        "name": "gaslamp_whitehall_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
    }


raw_env = WhitehallEnv


def env(**options: Any) -> Any:
    return raw_env(forfeits=True, **options)
