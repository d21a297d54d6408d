"""The deduction aid as data, displayed over and beside the board."""

from __future__ import annotations

from dataclasses import dataclass

from gaslamp.ui.panels import Panel
from gaslamp.ui.scene import Sprite


@dataclass(frozen=True, slots=True)
class Aid:
    """Conclusions for one viewer. The sprites are added to the scene and can be hidden."""

    sprites: tuple[Sprite, ...] = ()
    panels: tuple[Panel, ...] = ()
