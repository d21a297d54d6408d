"""The undocumented parts of uvicorn that `server/http/protocols.py` relies on.

When an update of uvicorn breaks the limits of connections, these tests name the part that has changed.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
from collections.abc import Callable
from typing import Any, cast
from unittest.mock import Mock

import h11
import pytest
import uvicorn
from uvicorn._types import ASGIApplication
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from gaslamp.server.http.protocols import ConnectionLimit, HttpConnection, SocketConnection
from gaslamp.server.ops.limits import TOO_FAST

AnyProtocol = H11Protocol | WebSocketsSansIOProtocol

PAIRS = {HttpConnection: H11Protocol, SocketConnection: WebSocketsSansIOProtocol}
ATTRIBUTES = {
    HttpConnection: {"client", "conn", "loop", "transport"},
    SocketConnection: {
        "client", "close_sent", "close_timer", "config", "conn", "disconnected", "loop", "queue", "read_paused",
        "transport",
    },
}  # fmt: skip
OVERRIDDEN = {
    HttpConnection: {"on_response_complete", "shutdown"},
    SocketConnection: {"receive"},
}
PUBLIC = {name for name, _ in inspect.getmembers(asyncio.Protocol, inspect.isfunction)}  # called by the event loop

both = pytest.mark.parametrize(("ours", "theirs"), PAIRS.items(), ids=lambda kind: kind.__name__)


def new(kind: Callable[..., AnyProtocol], *args: Any) -> Any:
    """Return a protocol without a connection."""
    loop = asyncio.new_event_loop()
    config = uvicorn.Config(cast("ASGIApplication", None), ws_per_message_deflate=False)
    config.load_app = Mock()  # type: ignore[method-assign]
    config.load()
    try:
        return kind(*args, config=config, server_state=ServerState(), app_state={}, _loop=loop)
    finally:
        loop.close()


def used_attributes(kind: type) -> set[str]:
    """Return the attributes of `self` that one of our classes uses and does not define itself."""
    return {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(kind)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
        if not node.attr.startswith("_") and node.attr not in vars(kind)
    }


def overridden_methods(ours: type, theirs: type) -> set[str]:
    methods = {name for name, value in vars(ours).items() if inspect.isfunction(value) and not name.startswith("_")}
    return {name for name in methods if hasattr(theirs, name)} - PUBLIC


@both
def test_the_list_of_used_parts_is_complete(ours: type[AnyProtocol], theirs: type[AnyProtocol]) -> None:
    assert used_attributes(ours) == ATTRIBUTES[ours]
    assert overridden_methods(ours, theirs) == OVERRIDDEN[ours], f"uvicorn {uvicorn.__version__}: {theirs.__name__}"


@both
def test_every_attribute_exists_in_uvicorn(ours: type[AnyProtocol], theirs: type[AnyProtocol]) -> None:
    missing = sorted(name for name in ATTRIBUTES[ours] if not hasattr(new(theirs), name))
    assert not missing, f"uvicorn {uvicorn.__version__}: {theirs.__name__} has lost {', '.join(missing)}"


@both
def test_every_overridden_method_has_the_same_parameters(ours: type[AnyProtocol], theirs: type[AnyProtocol]) -> None:
    for name in OVERRIDDEN[ours]:
        signatures = [inspect.signature(getattr(kind, name)).parameters for kind in (ours, theirs)]
        assert list(signatures[0]) == list(signatures[1]), f"uvicorn {uvicorn.__version__}: {theirs.__name__}.{name}"


def test_the_states_of_a_request_are_those_of_h11() -> None:
    assert isinstance(new(H11Protocol).conn, h11.Connection)


def test_frames_are_taken_from_the_parser_and_messages_put_into_the_queue() -> None:
    protocol = new(WebSocketsSansIOProtocol)
    assert isinstance(protocol.conn, ServerProtocol)
    protocol.conn, protocol.queue, protocol.transport = Mock(parser_exc=None), Mock(), Mock()
    protocol.conn.events_received.return_value = [Frame(Opcode.TEXT, b"text"), Frame(Opcode.PING, b"")]
    protocol.conn.data_to_send.return_value = [b"pong"]
    protocol.data_received(b"")
    protocol.queue.put_nowait.assert_called_once_with({"type": "websocket.receive", "text": "text"})
    protocol.transport.write.assert_called_once_with(b"pong")
    protocol.transport.pause_reading.assert_called_once_with()


def test_uvicorn_does_not_pause_reading_while_it_believes_that_it_has() -> None:
    protocol = new(SocketConnection, ConnectionLimit(1), print)
    protocol.transport = Mock()
    protocol.handle_text(Frame(Opcode.TEXT, b"text"))
    protocol.transport.pause_reading.assert_not_called()
    assert protocol.queue.get_nowait()["received"] > 0


def test_a_closed_socket_refuses_messages_and_sends_nothing() -> None:
    protocol = new(SocketConnection, ConnectionLimit(1), print)
    protocol.transport, protocol.loop = Mock(), Mock()
    protocol.conn.state = State.OPEN
    protocol.handshake_complete = True
    protocol._close(TOO_FAST)
    written = protocol.transport.write.call_count
    protocol.handle_text(Frame(Opcode.TEXT, b"text"))
    protocol.send_keepalive_ping()
    protocol.keepalive_timeout()
    assert [protocol.queue.get_nowait()["type"], protocol.queue.qsize()] == ["websocket.disconnect", 0]
    assert protocol.transport.write.call_count == written
