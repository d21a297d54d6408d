"""A person's settings, the same on all devices.

>>> decode('{"story":"slow"}').changed(Changes(sounds=True))
Preferences(language='', sounds=True, story='slow', coordinates=True, aid=True, colours='usual', confirm=False)
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Connection, select, update

from gaslamp.storage.database import Database
from gaslamp.storage.schema import GUESTS

_Language = Literal["", "en", "fr", "es", "ru"]
_Story = Literal["off", "slow", "normal", "fast"]
_Colours = Literal["usual", "safe"]


class Preferences(Struct, frozen=True, omit_defaults=True):
    language: _Language = ""  # empty: that of the device
    sounds: bool = False
    story: _Story = "normal"  # how fast the other side's moves are shown
    coordinates: bool = True  # names of places on the board
    aid: bool = True  # the overlay of the deduction aid, where the game has it
    colours: _Colours = "usual"  # safe: for colour-blind players
    confirm: bool = False  # every step, and not only the last one of a turn

    @property
    def encoded(self) -> str:
        return msgspec.json.encode(self).decode()

    def changed(self, changes: Changes) -> Preferences:
        return msgspec.structs.replace(self, **msgspec.to_builtins(changes))


class Changes(Struct, frozen=True, forbid_unknown_fields=True):
    language: _Language | UnsetType = UNSET
    sounds: bool | UnsetType = UNSET
    story: _Story | UnsetType = UNSET
    coordinates: bool | UnsetType = UNSET
    aid: bool | UnsetType = UNSET
    colours: _Colours | UnsetType = UNSET
    confirm: bool | UnsetType = UNSET


DEFAULTS: Final = Preferences()


def decode(text: str | None) -> Preferences:
    """Return stored settings; the defaults if there are none, or if they cannot be read."""
    try:
        return msgspec.json.decode(text, type=Preferences) if text else DEFAULTS
    except msgspec.MsgspecError:
        return DEFAULTS


async def change(database: Database, guest: str, changes: Changes) -> Preferences:
    """Save changes of a guest's settings. Return the new settings."""
    mine = GUESTS.c.id == guest

    def work(connection: Connection) -> Preferences:
        stored = connection.execute(select(GUESTS.c.settings).where(mine).with_for_update()).scalar()
        preferences = decode(stored).changed(changes)
        connection.execute(update(GUESTS).where(mine).values(settings=preferences.encoded))
        return preferences

    return await database.write(work)
