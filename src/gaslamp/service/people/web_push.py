"""Web Push: messages encrypted and signed by pywebpush, sent by ourselves to the push services of the browsers.

The endpoint of a subscription comes from a visitor. Only known hosts are contacted, at an address that was checked
after it was resolved, and redirects are not followed.
"""

from __future__ import annotations

import asyncio
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from ipaddress import IPv6Network, ip_address
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from gaslamp.service.errors import Refusal

if TYPE_CHECKING:
    from py_vapid import Vapid02

_HOSTS: Final = ("fcm.googleapis.com", "updates.push.services.mozilla.com")
_DOMAINS: Final = (".push.apple.com", ".notify.windows.com")
_LOOPBACK: Final = ("127.0.0.1", "::1")
_HTTPS: Final = 443
_UNICAST: Final = IPv6Network("2000::/3")  # without NAT64 and mapped IPv4 addresses
_LIMIT: Final = 10.0  # seconds for a message
_KEPT: Final = 12 * 3600  # seconds for which a push service keeps a message for a device that is off
_LENGTH: Final = 160  # bytes; all messages are equally long
_LONGEST_LINE: Final = 4096  # bytes of an answer


class Subscription(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's PushManager returns."""

    endpoint: Annotated[str, Meta(max_length=1024)]
    p256dh: Annotated[str, Meta(max_length=128)]
    auth: Annotated[str, Meta(max_length=64)]


class WebPush:
    def __init__(self, key: str, contact: str, *, to_loopback: bool = False) -> None:
        """*key* is the private one, *contact* a URL. *to_loopback* allows endpoints on this machine, for tests."""
        from py_vapid import Vapid02  # noqa: PLC0415 - optional

        self._vapid: Vapid02 = Vapid02.from_raw(key.encode())
        self._contact = contact
        self._to_loopback = to_loopback

    @property
    def public_key(self) -> str:
        numbers = self._vapid.public_key.public_numbers()
        return _encode(b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"))

    def check(self, subscription: Subscription) -> None:
        """Raise Refusal unless a subscription has an endpoint at a known push service, and keys."""
        try:
            keys = _decode(subscription.p256dh), _decode(subscription.auth)
        except ValueError:
            raise Refusal(400, "web.notices.unknown") from None
        if len(keys[0]) != 65 or keys[0][0] != 4 or len(keys[1]) != 16 or not self._is_known(subscription.endpoint):
            raise Refusal(400, "web.notices.unknown")

    async def send(self, subscription: Subscription, text: str) -> int:
        """Send a text, and return the status of the answer. Raises OSError or ValueError."""
        if not self._is_known(subscription.endpoint):
            raise ValueError("unknown push service")
        async with asyncio.timeout(_LIMIT):
            body, signed = await asyncio.to_thread(self._encrypt, subscription, text)
            return await self._post(subscription.endpoint, signed, body)

    def _is_known(self, endpoint: str) -> bool:
        if not re.fullmatch(r"https?://[!-~]+", endpoint):
            return False
        try:
            url = urlsplit(endpoint)
            host, port = url.hostname or "", url.port
        except ValueError:
            return False
        if "@" in url.netloc or url.fragment:
            return False
        if self._to_loopback and host in _LOOPBACK:
            return url.scheme == "http"
        return url.scheme == "https" and port in {None, _HTTPS} and (host in _HOSTS or host.endswith(_DOMAINS))

    def _encrypt(self, subscription: Subscription, text: str) -> tuple[bytes, str]:
        """Return the encrypted text and the value of the header that signs the request."""
        from pywebpush import WebPusher, WebPushException  # noqa: PLC0415 - optional

        url = urlsplit(subscription.endpoint)
        signed: str = self._vapid.sign({"aud": f"{url.scheme}://{url.netloc}", "sub": self._contact})["Authorization"]
        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        try:
            pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
            return pusher.encode(text.encode().ljust(_LENGTH))["body"], signed
        except WebPushException as error:
            raise ValueError(str(error)) from None

    async def _post(self, endpoint: str, signed: str, body: bytes) -> int:
        url = urlsplit(endpoint)
        host = url.hostname or ""
        port, tls = (url.port or 80, None) if host in _LOOPBACK else (_HTTPS, _context())
        address = await self._resolve(host, port)
        target = f"{url.path or '/'}{f'?{url.query}' if url.query else ''}"
        lines = [f"POST {target} HTTP/1.1", f"Host: {url.netloc}", f"Authorization: {signed}", f"TTL: {_KEPT}"]
        lines += ["Topic: turn", "Content-Encoding: aes128gcm", "Content-Type: application/octet-stream"]
        lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
        reader, writer = await asyncio.open_connection(
            address, port, ssl=tls, server_hostname=host if tls else None, limit=_LONGEST_LINE
        )
        try:
            writer.write("\r\n".join(lines).encode("ascii") + body)
            await writer.drain()
            status = re.match(rb"HTTP/1\.[01] (\d{3})\b", await reader.readline())
        finally:
            writer.transport.abort()
        if status is None:
            raise ConnectionError("no HTTP answer")
        return int(status[1])

    async def _resolve(self, host: str, port: int) -> str:
        """Return an address of a host. Raises ValueError if one of them is not public."""
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=_stream())
        addresses = [str(entry[4][0]) for entry in found]
        if self._to_loopback and host in _LOOPBACK:
            return addresses[0]
        if not addresses or not all(map(_is_public, addresses)):
            raise ValueError("address of a push service is not public")
        return addresses[0]


def new_key() -> str:
    from py_vapid import Vapid02  # noqa: PLC0415 - optional

    vapid = Vapid02()
    vapid.generate_keys()
    return _encode(vapid.private_key.private_numbers().private_value.to_bytes(32, "big"))


def _is_public(text: str) -> bool:
    try:
        ip = ip_address(text)
    except ValueError:  # with a zone
        return False
    if not ip.is_global or ip.is_multicast:
        return False
    return ip.version == 4 or (ip in _UNICAST and ip.sixtofour is None and ip.teredo is None)


def _context() -> object:
    import ssl  # noqa: PLC0415 - not in the browser edition

    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def _stream() -> int:
    import socket  # noqa: PLC0415

    return socket.SOCK_STREAM


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    """Return decoded base64url. Raises ValueError."""
    if not re.fullmatch(r"[\w-]+", text, re.ASCII):
        raise ValueError(text)
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
