"""Settings of a server, and the default data folder."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from gaslamp.core.errors import GaslampError

_LOCAL: Final = ("127.0.0.1", "localhost", "::1")


def is_this_machine(host: str) -> bool:
    """True if a host, with or without a port, is a loopback name."""
    try:
        return urlsplit(f"//{host}").hostname in _LOCAL
    except ValueError:
        return False


def base_path(text: str) -> str:
    """Return a base path with its slashes. Raises GaslampError if it is no plain path."""
    parts = [part for part in text.split("/") if part]
    if not all(re.fullmatch(r"(?!\.)[\w.~-]+", part, re.ASCII) for part in parts):
        raise GaslampError("serve.base_path", path=text[:80])
    return "".join(f"/{part}" for part in parts) + "/"


def push_contact(text: str) -> str:
    """Return the contact as a URL, empty for none. Raises GaslampError if push services would reject it."""
    text = f"mailto:{text}" if "@" in text and ":" not in text else text
    if text and not re.fullmatch(r"mailto:[^@\s:/]+@[\w.-]+\.\w+|https://[\w.-]+\.\w+(/[!-~]*)?", text, re.ASCII):
        raise GaslampError("serve.push_contact", contact=text[:80])
    if text and find_spec("pywebpush") is None:
        raise GaslampError("serve.no_push")
    return text


def cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Settings:
    data: Path
    host: str = "127.0.0.1"
    port: int = 1888
    beat: float = 0.7  # seconds; bots answer at multiples of it
    max_wait: float = 3.0  # seconds until a bot answers at random
    database: str = field(default="", repr=False)  # PostgreSQL URL; empty: SQLite in the data folder
    lease: float = 5.0  # seconds until a silent server process loses its games
    look: float = 15.0  # seconds between comparisons with the log

    workers: int = 0  # worker processes for bots; 0: one less than cores
    log_format: Literal["text", "json"] = "text"
    metrics: int | None = None  # loopback port for Prometheus
    keep_games: int = 180  # days without a step; 0: for ever
    keep_finished: int = 0  # days after the end; 0: for ever
    keep_guests: int = 90  # days for guests without games
    most_data: int = 4096  # MiB; a larger database rejects new games; 0: unlimited
    base_path: str = "/"  # of the home page; begins and ends with a slash
    proxied: bool = field(default_factory=lambda: "FORWARDED_ALLOW_IPS" in os.environ)  # behind a reverse proxy

    trusted_header: str = ""  # request header with the name of a signed-in person; empty: none is trusted

    push: str = ""  # contact of the operator for push services; empty: no notices to closed browsers
    push_to_loopback: bool = False  # for tests

    @property
    def private(self) -> bool:
        """True if only this machine can reach the server, and no proxy forwards to it."""
        return self.local and not self.proxied

    @property
    def local(self) -> bool:
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False


DEFAULTS: Final = Settings(Path())


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
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
