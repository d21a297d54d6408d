"""The log of a server: one line an event, with what to quote, and nothing that an error repeats."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable

import pytest
from sqlalchemy import create_engine

from gaslamp.server.http.middleware import REQUEST_ID_HEADER
from gaslamp.server.ops.logs import Form, LineFormatter, RepeatFilter
from gaslamp.storage.database import Database, NotSaved
from tests.host.running import Guest

Come = Callable[[], Guest]


def line(form: Form, event: str = "request", error: BaseException | None = None, **told: object) -> str:
    record = logging.makeLogRecord({"msg": event, "levelname": "INFO", **told})
    if error is not None:
        record.exc_info = (type(error), error, error.__traceback__)
    return LineFormatter(form).format(record)


def raised() -> BaseException:
    places: dict[str, int] = {}
    try:
        places["stay on 147"]
    except KeyError as cause:
        error = ValueError("Jack is on 147")
        error.__cause__ = cause
        return error
    raise AssertionError


def test_a_line_of_words() -> None:
    said = line("text", "step kept", game="abc", step=4, path="/a b")
    assert re.fullmatch(r'\d{4}-\d\d-\d\dT[\d:.]+Z step kept game=abc step=4 path="/a b"', said)


def test_a_line_of_json() -> None:
    told = json.loads(line("json", "step kept", game="abc", step=4))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", told.pop("at"))
    assert told == {"level": "info", "event": "step kept", "game": "abc", "step": 4}


@pytest.mark.parametrize("form", ["text", "json"])
def test_nobody_can_write_a_line_of_his_own(form: Form) -> None:
    assert len(line(form, path="/x\n2026-01-01T00:00:00.000Z game over\r\u2028").splitlines()) == 1
    assert len(line(form, "an event\nof two lines").splitlines()) == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_is_told_by_its_kind_and_place_alone(form: Form) -> None:
    said = line(form, "it broke", raised())
    assert "ValueError" in said
    assert "KeyError" in said
    assert "test_logs.py" in said
    assert "147" not in said
    assert len(said.splitlines()) == 1


def test_what_a_task_held_is_not_told() -> None:
    assert "147" not in line("json", "Task exception was never retrieved\nfuture: <Task exception=Illegal('147')>")


def test_every_answer_has_an_id_to_quote(guest: Come) -> None:
    me = guest()
    ids = [me.http.get(path).headers[REQUEST_ID_HEADER] for path in ("/", "/healthz", "/nowhere", "/table/x")]
    assert all(re.fullmatch("[0-9a-f]{10}", id) for id in ids)
    assert len(set(ids)) == len(ids)


def test_what_went_wrong_can_be_quoted(guest: Come) -> None:
    me = guest()
    page = me.http.get("/table/x")
    assert page.headers[REQUEST_ID_HEADER] in page.text
    frame = me.http.post("/games", json={})
    assert frame.json()["request"] == frame.headers[REQUEST_ID_HEADER]
    socket = me.sit(me.create()["table"])
    asked = []
    for _ in range(2):
        socket.send("nonsense")
        asked.append(socket.until("error")["request"])
    assert re.fullmatch("[0-9a-f]{10}", asked[0])
    assert asked[0] == asked[1]


def test_an_id_that_a_visitor_brings_is_not_ours(guest: Come) -> None:
    assert guest().http.get("/healthz", headers={REQUEST_ID_HEADER: "mine"}).headers[REQUEST_ID_HEADER] != "mine"


def test_a_database_that_cannot_be_used_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    caplog.handler.addFilter(limited := RepeatFilter(lambda: now))
    try:
        database = Database(create_engine("sqlite://"))
        for _ in range(45):
            assert isinstance(database._public_error(OSError("disk full")), NotSaved)
            logging.getLogger("any").error("background task failed", exc_info=NotSaved())
            logging.getLogger("any").error("a socket broke", exc_info=ConnectionError("a secret"))
        assert [record.getMessage() for record in caplog.records] == ["database write failed: OSError"]
        now += 60
        logging.getLogger("any").error("a socket broke", exc_info=ConnectionError("a secret"))
        logging.getLogger("any").error("a bug", exc_info=ValueError())
        assert [record.getMessage() for record in caplog.records[1:]] == ["a socket broke", "a bug"]
    finally:
        caplog.handler.removeFilter(limited)
