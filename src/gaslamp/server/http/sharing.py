"""Links of invitations: the address that others can open, and QR codes.

Codes are drawn by this server, so that no other service sees the secret of a link.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

import segno

from gaslamp.server.http import request_info
from gaslamp.server.http.request_info import AnyConnection
from gaslamp.server.ops.settings import Settings, is_this_machine

EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - compared with the host setting only
_MARGIN: Final = 4  # modules around a QR code
_DOCUMENTATION_ADDRESS: Final = ("192.0.2.1", 9)  # RFC 5737; nothing is sent


@dataclass(frozen=True, slots=True)
class Reach:
    base: str
    here_only: bool  # only this machine can open them
    instead: str | None = None  # base for a server that listens on the network


@dataclass(frozen=True, slots=True)
class Code:
    size: int  # modules, with margin
    path: str  # SVG path of the dark modules


def reach(connection: AnyConnection, settings: Settings) -> Reach:
    """Return how others reach this server, judging by the Host header."""
    scheme = "https" if request_info.is_secure(connection) else "http"
    host = connection.headers.get("host", "")
    path = settings.base_path.rstrip("/")
    base = f"{scheme}://{host}{path}"
    if not is_this_machine(host):
        return Reach(base, here_only=False)
    machine = network_address()
    port = urlsplit(f"//{host}").port
    network = f"{scheme}://{machine}{f':{port}' if port else ''}{path}" if machine else None
    if network is not None and not settings.local:
        return Reach(network, here_only=False)
    return Reach(base, here_only=True, instead=network if settings.private else None)


def address_in_network(settings: Settings, port: int) -> str | None:
    machine = network_address() if settings.host in EVERYWHERE else None
    return f"http://{machine}:{port}{settings.base_path}" if machine else None


def network_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_DOCUMENTATION_ADDRESS)  # UDP: selects an interface only
            host: str = probe.getsockname()[0]
        except OSError:
            return None
    address = ip_address(host)
    return None if address.is_loopback or address.is_unspecified else host


def code(text: str) -> Code:
    rows = segno.make_qr(text, error="m").matrix
    dark = []
    for y, row in enumerate(rows):
        x = 0
        for is_dark, run in groupby(row):
            width = len(list(run))
            if is_dark:
                dark.append(f"M{x + _MARGIN} {y + _MARGIN}h{width}v1h-{width}z")
            x += width
    return Code(len(rows) + 2 * _MARGIN, "".join(dark))
