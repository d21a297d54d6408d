"""What a browser gets by GET: every page with its headers, in its language, and nothing that is not its own."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from random import Random

import httpx
import pytest

from gaslamp.core.records import record
from gaslamp.locale import LANGUAGES
from gaslamp.server.http import assets
from gaslamp.server.http.middleware import HEADERS
from gaslamp.server.http.middleware import REQUEST_ID_HEADER as ID
from tests.host.running import Frame, Guest, finish

Come = Callable[[], Guest]


def test_the_policy_is_that_of_the_design() -> None:
    assert HEADERS["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


@pytest.mark.parametrize(
    "path", ["/", "/join/x", "/watch/x", "/healthz", "/favicon.svg", "/sw.js", "/nothing/here", "/games"]
)
def test_every_answer_has_the_headers(guest: Come, path: str) -> None:
    answer = guest().http.get(path)
    assert answer.status_code == (404 if path == "/nothing/here" else 405 if path == "/games" else 200)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in answer.headers
    assert "set-cookie" not in answer.headers


def test_the_manifest_names_icons_of_their_sizes_and_the_home_page(guest: Come) -> None:
    me = guest()
    answer = me.http.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert answer.json()["start_url"] == "."
    for icon in answer.json()["icons"]:
        file = me.http.get(f"/{icon['src']}")
        assert file.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", file.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_the_service_worker_stores_files_that_exist(guest: Come) -> None:
    me = guest()
    answer = me.http.get("/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    files = json.loads(answer.text.partition("FILES = ")[2].partition(";")[0])
    assert [me.http.get(f"/{file}").status_code for file in files] == [200] * len(files)
    offline = me.http.get("/offline").text
    assert "<script" not in offline
    assert {f"/{file}" for file in files} == set(re.findall(r'(/static/[^"]+\.css)"', offline)) | {"/favicon.svg"}


def test_a_page_has_no_inline_script_and_no_style(guest: Come) -> None:
    me = guest()
    table = me.create()["table"]
    for path in ("/", table, "/join/x", "/watch/x", "/nothing"):
        page = me.http.get(path).text
        assert page.startswith("<!doctype html>")
        assert " style=" not in page
        assert "<style" not in page
        assert page.count("<script") == page.count('<script type="module" src="/static/')


def test_a_page_needs_one_script_that_imports_nothing(guest: Come) -> None:
    me = guest()
    for path in ("/", me.create()["table"], "/join/x", "/learn", "/rules/pocket", "/nothing"):
        scripts = re.findall(r'<script type="module" src="([^"]+)"', me.http.get(path).text)
        assert len(scripts) == 1
        answer = me.http.get(scripts[0])
        assert answer.status_code == 200
        assert not re.search(r"^(import|export) ", answer.text, re.MULTILINE)


def test_the_pages_before_a_table_prefetch_its_bundles(guest: Come) -> None:
    me = guest()
    needed = set(re.findall(r'/static/[^"]+/bundle/table\.\w+', me.http.get(me.create()["table"]).text))
    assert {address.rpartition("/")[2] for address in needed} == {"table.js", "table.css"}
    for path in ("/", "/join/x", "/learn"):
        assert needed == set(re.findall(r'rel="prefetch" as="\w+" href="([^"]+)"', me.http.get(path).text))


def test_a_table_prefetches_the_board_that_its_first_frame_names(guest: Come) -> None:
    me = guest()
    table = me.create()["table"]
    socket = me.sit(table)
    socket.send(uncover=socket.until("curtain")["seat"])
    board = socket.until("table")["board"]
    assert f'<link rel="prefetch" as="fetch" href="{board}">' in me.http.get(table).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_the_language_that_is_asked_for(guest: Come, language: str) -> None:
    me = guest()
    me.http.headers["Accept-Language"] = f"xx, {language};q=0.9, en;q=0.1"
    assert f'<html lang="{language}">' in me.http.get("/").text
    assert f'<html lang="{language}">' in me.http.get("/nothing").text


def test_a_chosen_language_is_kept(guest: Come) -> None:
    me = guest()
    me.http.headers["Accept-Language"] = "en"
    answer = me.http.post("/language", json={"language": "ru"})
    assert answer.status_code == 200
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert '<html lang="ru">' in me.http.get("/").text
    assert me.http.post("/language", json={"language": "tlh"}).status_code == 400


def test_what_never_changes_is_kept_for_good(guest: Come) -> None:
    me = guest()
    frame = open_table(me)
    board = me.http.get(frame["board"])
    assert board.headers["content-type"] == "image/svg+xml"
    assert 'viewBox="0 0 852 852"' in board.text
    assert '<g id="ground">' in board.text
    style = me.http.get(me.http.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0])
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    for answer in (board, style):
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert me.http.get("/").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/static/0/css/base.css", "/still/pocket-0.svg", "/static/../../pyproject.toml"])
def test_there_are_no_other_files(guest: Come, path: str) -> None:
    assert guest().http.get(path).status_code == 404


def test_a_table_is_only_for_its_people(guest: Come) -> None:
    table = guest().create()["table"]
    stranger = guest()
    refused, nothing = stranger.http.get(table), stranger.http.get("/table/nothing")
    assert refused.status_code == nothing.status_code == 404
    assert refused.text.replace(refused.headers[ID], "") == nothing.text.replace(nothing.headers[ID], "")


def test_games_are_against_the_constable_until_one_is_finished(guest: Come) -> None:
    me = guest()
    chosen = r'name="level-pocket" value="(\w+)" checked'
    assert re.findall(chosen, me.http.get("/").text) == ["constable"]
    me.create(opponent="bot:superintendent")
    assert re.findall(chosen, me.http.get("/").text) == ["constable"]


def test_a_game_that_goes_on_is_found_again_from_home(guest: Come) -> None:
    me = guest()
    table = me.create()["table"]
    assert f'href="{table}"' in me.http.get("/").text
    assert table not in guest().http.get("/").text


@pytest.mark.long
def test_the_record_is_for_the_people_of_the_table_when_it_is_over(guest: Come) -> None:
    me, stranger = guest(), guest()
    told = me.create()
    path = told["table"].replace("/table/", "/games/") + "/record"
    assert me.http.get(path).status_code == 403
    watcher = guest()
    watcher.follow(told["watch"])
    assert watcher.http.get(path).status_code == 403
    finish(me.sit(told["table"]), Random(1))
    for one in (me, watcher):
        answer = one.http.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].startswith("attachment")
        assert record.read(answer.text).outcome is not None
    assert stranger.http.get(path).status_code == 404


def open_table(me: Guest) -> Frame:
    socket = me.sit(me.create()["table"])
    socket.send(uncover=socket.until("curtain")["seat"])
    return socket.until("table")


def test_a_board_is_compressed_on_its_way(guest: Come) -> None:
    me = guest()
    board = open_table(me)["board"]
    kept = assets.boards()[board.rpartition("/")[2]]
    answer: httpx.Response = me.http.get(board, headers={"Accept-Encoding": "br, gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(kept.gzipped) < len(kept.content) / 2  # made once, for all
    assert answer.content == kept.content
    for refuses in ("identity", "gzip;q=0, br", "deflate, gzip; q=0.0"):
        plain: httpx.Response = me.http.get(board, headers={"Accept-Encoding": refuses})
        assert "content-encoding" not in plain.headers
        assert (plain.content, plain.headers["vary"]) == (kept.content, "Accept-Encoding")
