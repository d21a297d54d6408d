"""Links for friends: where this server can be reached from elsewhere, and a link as a code for the camera of a phone.

A code is drawn here and sent to whoever has the link already: no service of anybody else ever sees its secret.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from litestar.connection import ASGIConnection

from gaslamp.server.http import request_info
from gaslamp.server.ops.settings import Settings, is_this_machine

EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - these are asked for, never chosen
_QUIET: Final = 4  # modules around a code, so that a camera finds it
_NOWHERE: Final = ("192.0.2.1", 9)  # an address for documents; nothing is sent there


@dataclass(frozen=True, slots=True)
class Reach:
    """How a link to this server begins, and who can open it."""

    base: str
    here_only: bool  # nobody but this machine
    instead: str | None = None  # how links would begin if the server were started for the network


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: so many modules wide and high, its dark ones as the path of a drawing."""

    size: int
    path: str


def reach(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> Reach:
    """How somebody elsewhere gets here, going by the name that a visitor called us by."""
    scheme = "https" if request_info.is_secure(connection) else "http"
    host = connection.headers.get("host", "")
    called = f"{scheme}://{host}"
    if not is_this_machine(host):
        return Reach(called, here_only=False)
    machine = network_address()
    port = urlsplit(f"//{host}").port
    elsewhere = f"{scheme}://{machine}{f':{port}' if port else ''}" if machine else None
    if elsewhere is not None and not settings.local:
        return Reach(elsewhere, here_only=False)
    return Reach(called, here_only=True, instead=elsewhere if settings.private else None)


def address_in_network(settings: Settings, port: int) -> str | None:
    """The address at which the network finds a server that listens everywhere."""
    machine = network_address() if settings.host in EVERYWHERE else None
    return f"http://{machine}:{port}/" if machine else None


def network_address() -> str | None:
    """The address of this machine in its network, if it has one; nobody is asked for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)  # chooses the way, and sends nothing
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    address = ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found


def code(text: str) -> Code:
    """A text as a QR code."""
    rows = segno.make_qr(text, error="m").matrix
    dark = []
    for y, row in enumerate(rows):
        x = 0
        for is_dark, run in groupby(row):
            width = len(list(run))
            if is_dark:
                dark.append(f"M{x + _QUIET} {y + _QUIET}h{width}v1h-{width}z")
            x += width
    return Code(len(rows) + 2 * _QUIET, "".join(dark))
