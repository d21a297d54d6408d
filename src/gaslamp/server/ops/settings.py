"""What can be set about a server, and where its data lies if nobody says."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

_LOCAL: Final = ("127.0.0.1", "localhost", "::1")


def is_this_machine(host: str) -> bool:
    """True if a host name, with or without a port, means this machine to everybody."""
    try:
        return urlsplit(f"//{host}").hostname in _LOCAL
    except ValueError:
        return False


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a server is started with."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 1888
    beat: float = 0.7  # seconds; an opponent answers on the beat
    database: str = field(default="", repr=False)  # the address of a PostgreSQL database; none: a file in the folder
    lease: float = 5.0  # seconds after which a process that is not heard of is taken for dead
    look: float = 15.0  # seconds; so long a lost hint goes unnoticed

    workers: int = 0  # processes that think for the opponents; 0: as many as there are cores less one, at least one
    log_format: Literal["text", "json"] = "text"
    metrics: int | None = None  # the port where this machine is told counts and times; None: nobody is
    keep_games: int = 180  # days that a game is kept in which nothing happens; 0: for ever
    keep_finished: int = 0  # days that a finished game is kept
    keep_guests: int = 90  # days that a guest is kept who has no game
    most_data: int = 4096  # MiB; a larger database takes no new games. 0: without bound
    proxied: bool = field(default_factory=lambda: "FORWARDED_ALLOW_IPS" in os.environ)  # whether a proxy is in front

    @property
    def private(self) -> bool:
        """Whether the server is for this machine alone, and no proxy lets others in."""
        return self.local and not self.proxied

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False


USUAL: Final = Settings(Path())  # what a server is started with where nobody says something else


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for data: $GASLAMP_DATA, or where this system keeps the data of a user's programs."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    match platform:
        case _ if environment.get("GASLAMP_DATA"):
            return Path(environment["GASLAMP_DATA"])
        case "win32":
            return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Gaslamp"
        case "darwin":
            return home / "Library" / "Application Support" / "Gaslamp"
        case _:
            return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "gaslamp"
