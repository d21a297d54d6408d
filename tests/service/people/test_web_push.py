"""Push messages: where none may be sent, and what happens if too many wait."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from gaslamp.core.errors import GaslampError
from gaslamp.server.ops.settings import push_contact
from gaslamp.service.people import notices as module
from gaslamp.service.people import web_push
from gaslamp.service.people.notices import TurnNotices
from gaslamp.service.people.web_push import Subscription, WebPush, new_key

PUBLIC = WebPush(new_key(), "mailto:keeper@example.org").public_key
SUBSCRIPTION = Subscription("https://fcm.googleapis.com/send/x", PUBLIC, "A" * 22)


def send(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Send a message to a host with these addresses. Returns the addresses that were connected."""
    connected = []

    async def connect(address: str, *_: Any, **__: Any) -> Any:
        connected.append(address)
        raise ConnectionRefusedError

    async def work() -> None:
        async def resolve(*_: Any, **__: Any) -> list[Any]:
            return [(None, None, None, "", (address, 443)) for address in addresses]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        await WebPush(new_key(), "mailto:keeper@example.org").send(SUBSCRIPTION, "It is your turn")

    with pytest.raises((OSError, ValueError)):
        asyncio.run(work())
    return connected


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1", "224.0.0.1", "::1",
        "fe80::1", "fd00::1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "2002:a00:1::1", "fe80::1%eth0",
    ],
)  # fmt: skip
def test_no_private_address_is_contacted(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    assert send(monkeypatch, address) == []
    assert send(monkeypatch, "142.250.1.1", address) == []


@pytest.mark.parametrize("address", ["142.250.1.1", "2a00:1450:4001::5f"])
def test_the_checked_address_is_contacted(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    assert send(monkeypatch, address) == [address]


@pytest.mark.parametrize(
    "endpoint", ["https://example.org/x", "http://127.0.0.1:80/x", "https://fcm.googleapis.com:22/"]
)
def test_no_other_host_is_contacted(monkeypatch: pytest.MonkeyPatch, endpoint: str) -> None:
    monkeypatch.setattr(asyncio, "open_connection", None)
    stored = Subscription(endpoint, PUBLIC, "A" * 22)
    with pytest.raises(ValueError, match="unknown push service"):
        asyncio.run(WebPush(new_key(), "mailto:keeper@example.org").send(stored, "It is your turn"))


def test_a_silent_push_service_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_push, "_LIMIT", 0.3)

    async def work() -> None:
        left = asyncio.Event()

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError):
                await reader.read()  # until the sender hangs up
            writer.close()
            left.set()

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        push = WebPush(new_key(), "mailto:keeper@example.org", to_loopback=True)
        stored = Subscription(f"http://127.0.0.1:{port}/x", PUBLIC, "A" * 22)
        with pytest.raises(TimeoutError):
            await push.send(stored, "It is your turn")
        await left.wait()
        server.close()

    asyncio.run(work())


def test_notices_that_wait_are_few(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(module, "_QUEUE", 3)
    live: Any = SimpleNamespace(attendance=SimpleNamespace(present=frozenset()))
    none: Any = None

    async def work() -> None:
        push = WebPush(new_key(), "mailto:keeper@example.org")
        notices = TurnNotices(none, lambda: 0.0, lambda *_: "", lambda _: True, push)
        for _ in range(5):
            notices.pass_turn(live, "jack")  # the senders have not run yet
        await notices.close()

    asyncio.run(work())
    assert caplog.text.count("too many are waiting") == 2


@pytest.mark.parametrize("text", ["me", "mailto:me", "http://example.org", "a@b@example.org", "https://a b.org"])
def test_a_contact_is_checked(text: str) -> None:
    with pytest.raises(GaslampError):
        push_contact(text)


def test_an_address_of_an_operator_becomes_a_url() -> None:
    assert push_contact("keeper@example.org") == "mailto:keeper@example.org"
    assert push_contact("https://example.org/about") == "https://example.org/about"
    assert push_contact("") == ""
