"""Copies of a data folder: of a server that runs, before a migration, and put back in place."""

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
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, pool

from gaslamp.core.errors import GaslampError
from gaslamp.storage import migrations, people_schema
from gaslamp.storage.backup import back_up, before_migration
from gaslamp.storage.sqlite import DATABASE, DataFolder
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


def old_folder(path: Path) -> None:
    path.mkdir()
    with create_engine(f"sqlite:///{path / DATABASE}", poolclass=pool.NullPool).begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.set_main_option("path_separator", "os")
        command.upgrade(config, "0001")
    with closing(sqlite3.connect(path / DATABASE)) as database, database:
        database.execute("INSERT INTO guests VALUES ('somebody', 1)")


def test_an_old_database_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    old_folder(tmp_path / "data")
    before = tables(tmp_path / "data" / DATABASE)
    made(tmp_path / "data")
    (copied,) = (tmp_path / "data").glob("*.before-*")
    assert copied.name == f"gaslamp.before-{people_schema.REVISION}-1.sqlite3"
    assert tables(copied) == before
    assert tables(tmp_path / "data" / DATABASE) != before


def test_an_old_database_that_cannot_be_copied_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_folder(tmp_path / "data")
    before = tables(tmp_path / "data" / DATABASE)

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(GaslampError) as refused:
        DataFolder(tmp_path / "data").open()
    assert refused.value.message.id == "serve.no_copy"
    assert tables(tmp_path / "data" / DATABASE) == before


def test_only_the_last_few_copies_stay(tmp_path: Path) -> None:
    old_folder(tmp_path / "data")
    for _ in range(12):
        before_migration(tmp_path / "data" / DATABASE, "0005")
    kept = {file.name for file in (tmp_path / "data").glob("*.before-*")}
    assert kept == {f"gaslamp.before-0005-{number}.sqlite3" for number in (10, 11, 12)}


def test_files_of_other_upgrades_are_in_nobodys_way(tmp_path: Path) -> None:
    old_folder(tmp_path / "data")
    left = tmp_path / "data" / f".gaslamp.before-{people_schema.REVISION}-1.sqlite3.part"
    left.write_bytes(b"half of a copy that was cut short")
    left.with_name(f"{left.name}-journal").write_bytes(b"and what it would have gone on with")
    dear = [
        tmp_path / "data" / f"gaslamp.before-{name}.sqlite3" for name in ("notes", "0005-", "0005-x", "-1", "0009-99x")
    ]
    for file in dear:
        file.write_text("dear to me")
    (tmp_path / "data" / "gaslamp.before-0004-0.sqlite3").mkdir()
    made(tmp_path / "data")
    assert (tmp_path / "data" / f"gaslamp.before-{people_schema.REVISION}-1.sqlite3").is_file()
    assert [file.read_text() for file in dear] == ["dear to me"] * len(dear)
    assert not list((tmp_path / "data").glob("*.part*"))


def test_a_new_folder_and_one_up_to_date_are_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        made(tmp_path)
    assert list(tmp_path.glob("*.before-*")) == []
