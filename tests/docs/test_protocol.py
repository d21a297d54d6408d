"""The examples of docs/protocol.md are sent to a server and compared with its answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.architecture.tree import ROOT
from tests.host.running import WAIT, serving

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^```http\n(.+?)\n\n(\d{3})\n(.+?)\n```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\$[A-Z]+")

Known = dict[str, str]


def filled(text: str, known: Known) -> str:
    """Replace placeholders with the server's values."""
    return NAME.sub(lambda name: known.get(name[0], name[0]), text)


def compare(told: Any, answered: Any, known: Known) -> None:
    """Compare an answer with the page; a new placeholder takes the value."""
    match told:
        case str() if NAME.fullmatch(told):
            assert isinstance(answered, str | int)
            assert known.setdefault(told, str(answered)) == str(answered)
        case str():
            assert filled(told, known) == answered
        case dict():
            given = {key: value for key, value in told.items() if key != "..."}
            assert given.keys() <= answered.keys() if "..." in told else given.keys() == answered.keys()
            for key, value in given.items():
                compare(value, answered[key], known)
        case list():
            more = told[-1:] == ["..."]
            first = told[:-1] if more else told
            for one, other in zip(first, answered[: len(first)] if more else answered, strict=True):
                compare(one, other, known)
        case _:
            assert told == answered


@pytest.mark.long
def test_every_example_of_the_page_comes_out(tmp_path: Path) -> None:
    examples = EXAMPLE.findall(PAGE)
    assert len(examples) == PAGE.count("```http") > 10
    known: Known = {}
    with serving(tmp_path) as address, httpx.Client(base_url=address, timeout=WAIT) as http:
        for asked, status, answer in examples:
            (line, *rest) = filled(asked, known).split("\n")
            method, path = line.split(" ")
            headers = dict(each.split(": ", 1) for each in rest if not each.startswith("{"))
            body = next((json.loads(each) for each in rest if each.startswith("{")), None)
            came = http.request(method, path, headers=headers, json=body)
            assert came.status_code == int(status), (asked, came.text)
            compare(json.loads(answer), came.json(), known)


@pytest.mark.long
def test_the_page_names_every_address_of_the_schema(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        paths = httpx.get(f"{address}/api/openapi.json", timeout=WAIT).json()["paths"]
    ends = {path.removeprefix("/api/v1").removeprefix("/games/{id}") for path in paths}
    assert {end for end in ends - {"", "/accounts/me"} if end not in PAGE} == set()
