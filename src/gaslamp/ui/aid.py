"""The deduction aid as data: what follows from somebody's news, to be laid over the board and beside it."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.ui.panels import Panel
from gaslamp.ui.scene import Sprite


@dataclass(frozen=True, slots=True)
class Aid:
    """What a viewer is shown of a conclusion; the sprites lie among those of the scene, and can be hidden."""

    sprites: tuple[Sprite, ...] = ()
    panels: tuple[Panel, ...] = ()
