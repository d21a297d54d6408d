"""The parts of uvicorn that `server/http/protocols.py` relies on; most are not documented.

When an update of uvicorn breaks the limits of connections, these tests name the part that has changed.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
from collections.abc import Iterator

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from gaslamp.server.http.protocols import HttpConnection, SocketConnection

OURS = {HttpConnection: H11Protocol, SocketConnection: WebSocketsSansIOProtocol}


def made(kind: type[H11Protocol | WebSocketsSansIOProtocol]) -> H11Protocol | WebSocketsSansIOProtocol:
    """Return a protocol of uvicorn itself, without a connection."""
    loop = asyncio.new_event_loop()
    config = uvicorn.Config(app=lambda scope: None)
    config.load()
    try:
        return kind(config, ServerState(), {}, loop)
    finally:
        loop.close()


def used(kind: type) -> Iterator[str]:
    """Yield the attributes of `self` that one of our classes uses and does not define itself."""
    for node in ast.walk(ast.parse(inspect.getsource(kind))):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if not name.startswith("_") and name not in vars(
                kind
            ):
                yield name


@pytest.mark.parametrize(("ours", "theirs"), OURS.items(), ids=lambda kind: kind.__name__)
def test_every_attribute_exists_in_uvicorn(ours: type, theirs: type) -> None:
    protocol = made(theirs)
    wanted = sorted(set(used(ours)))
    assert len(wanted) > 3
    missing = [name for name in wanted if not hasattr(protocol, name)]
    assert not missing, f"uvicorn {uvicorn.__version__}: {theirs.__name__} has lost {', '.join(missing)}"


@pytest.mark.parametrize(("ours", "theirs"), OURS.items(), ids=lambda kind: kind.__name__)
def test_every_overridden_method_exists_with_the_same_parameters(ours: type, theirs: type) -> None:
    overridden = [
        name
        for name, value in vars(ours).items()
        if inspect.isfunction(value) and f"super().{name}(" in inspect.getsource(value) and name != "__init__"
    ]
    assert len(overridden) > 3
    for name in overridden:
        method = getattr(theirs, name, None)
        assert method is not None, f"uvicorn {uvicorn.__version__}: {theirs.__name__}.{name} has gone"
        assert len(inspect.signature(method).parameters) == len(inspect.signature(getattr(ours, name)).parameters), name


def test_the_states_of_a_request_are_those_of_h11() -> None:
    assert isinstance(made(H11Protocol).conn, h11.Connection)
