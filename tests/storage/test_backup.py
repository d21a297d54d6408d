"""Copies of the database of a running server, and restoring them."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from gaslamp.core.errors import GaslampError
from gaslamp.storage.sqlite import DATABASE, DataFolder, back_up
from tests.host.running import Guest, finish, plays, serving


def gaslamp(*words: str) -> subprocess.CompletedProcess[str]:
    code = "from gaslamp.cli import main; main()"
    line = [sys.executable, "-c", code, *words, "--lang", "en"]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def made(path: Path) -> None:
    folder = DataFolder(path)
    folder.open()
    folder.close()


def tables(database: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(database)) as opened:
        names = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: opened.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608
    return {name: sorted(found, key=repr) for name, found in rows.items() if name not in {"heartbeat", "outages"}}


@pytest.mark.long
def test_a_copy_of_a_running_server_is_played_on_elsewhere(tmp_path: Path) -> None:
    copied = tmp_path / "copy.sqlite3"
    with serving(tmp_path / "first") as address:
        me = Guest(address)
        told = me.create()
        socket = me.sit(told["table"])
        socket.until("curtain")
        socket.send(uncover="detectives")
        first = socket.until("table")
        begun = next(notation for notation in plays(first) if notation != "take alibi")  # it ends the activation
        socket.send(play=begun, step=first["step"])
        left = socket.until("table", step=2)
        done = gaslamp("backup", str(copied), "--data", str(tmp_path / "first"))
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.replace("\n", "").endswith(copied.name)
        socket.play(left, Random(1))  # what is done after the copy is not in it
        assert socket.receive()["type"] in {"curtain", "table"}
        cookies = me.http.cookies
        me.leave()
    (tmp_path / "second").mkdir()
    shutil.copy(copied, tmp_path / "second" / DATABASE)
    with serving(tmp_path / "second") as address:
        me = Guest(address)
        me.http.cookies = cookies
        socket = me.sit(told["table"])
        socket.until("curtain")
        socket.send(uncover="detectives")
        again = socket.until("table")
        own = {"news": again["news"], "number": again["number"]}  # what was told, and how often, on this socket
        assert {**again, "seats": 0} == {**left, "seats": 0, **own}
        assert finish(socket, Random(2), again)["over"]
        me.leave()


def test_a_copy_is_one_whole_file_for_nobody_else(tmp_path: Path) -> None:
    made(tmp_path)
    file = tmp_path / "copy"
    back_up(tmp_path / DATABASE, file)
    assert tables(file) == tables(tmp_path / DATABASE)
    assert {path.name for path in tmp_path.iterdir()} - {f"{DATABASE}-wal", f"{DATABASE}-shm"} == {
        DATABASE, "gaslamp.lock", "copy",
    }  # fmt: skip
    if os.name != "nt":
        assert file.stat().st_mode & 0o077 == 0


@pytest.mark.long
def test_a_copy_takes_the_place_of_nothing(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "copy").write_text("dear to me")
    refused = gaslamp("backup", str(tmp_path / "copy"), "--data", str(tmp_path))
    assert refused.returncode == 2
    assert "already exists" in refused.stderr
    assert (tmp_path / "copy").read_text() == "dear to me"


@pytest.mark.parametrize(
    ("data", "file", "id"),
    [("none", "copy", "backup.nothing"), ("data", "no/such/folder/copy", "serve.no_copy")],
)
def test_what_cannot_be_copied_is_told(tmp_path: Path, data: str, file: str, id: str) -> None:
    made(tmp_path / "data")
    with pytest.raises(GaslampError) as refused:
        back_up(tmp_path / data / DATABASE, tmp_path / file)
    assert refused.value.message.id == id
    assert not (tmp_path / "none").exists()
