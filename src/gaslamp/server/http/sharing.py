"""Links: the address that others can open, QR codes, and preview pictures.

QR codes are drawn by this server, so that no other service sees the secret of a link.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

import segno
from litestar import Response
from litestar.exceptions import NotFoundException

from gaslamp.core.messages import Message, message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.http import request_info
from gaslamp.server.http.request_info import AnyConnection
from gaslamp.server.ops.settings import Settings, is_this_machine
from gaslamp.service.games.reviews import Reviews
from gaslamp.ui import raster
from gaslamp.ui.scene import Scene, to_svg

EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - compared with the host setting only
_MARGIN: Final = 4  # modules around a QR code
_LOG: Final = logging.getLogger(__name__)
_A_DAY: Final = "public, max-age=86400"
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


@cache
def has_previews() -> bool:
    if not raster.available():
        _LOG.warning("links have no preview pictures: the extra `pictures` is not installed")
    return raster.available()


async def preview(
    reviews: Reviews, key: tuple[str, ...], file: str, title: str, scene: Scene, lines: Sequence[Message]
) -> Response[bytes]:
    """Return the preview picture of a link in the language that *file* names. Raises NotFoundException."""
    language = file.removesuffix(".jpg")
    if language == file or language not in LANGUAGES or not has_previews():
        raise NotFoundException
    say = catalogue(language).say
    heading, texts = say(message(f"{title}.title")), tuple(map(say, lines))
    picture = await reviews.picture((*key, language), to_svg(scene, say), heading, texts)
    if picture is None:
        raise NotFoundException
    return Response(picture, media_type="image/jpeg", headers={"Cache-Control": _A_DAY})
