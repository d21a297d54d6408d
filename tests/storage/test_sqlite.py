"""The data folder: made, migrated, held by one server; and what is wrong with it told in one sentence."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, pool
from sqlalchemy.exc import OperationalError

from gaslamp.core.errors import GaslampError
from gaslamp.locale import catalogue
from gaslamp.server.ops.settings import Settings, data_folder
from gaslamp.storage import migrations
from gaslamp.storage import sqlite as sqlite_module
from gaslamp.storage.schema import METADATA, REVISION
from gaslamp.storage.sqlite import DATABASE, DataFolder
from tests.host.running import Guest, serving


def refusal(path: Path) -> str:
    with pytest.raises(GaslampError) as refused:
        DataFolder(path).open()
    return refused.value.message.id


def serve(path: Path) -> subprocess.CompletedProcess[str]:
    words = ["serve", "--no-browser", "--port", "0", "--data", str(path), "--lang", "en"]
    command = [sys.executable, "-c", "from gaslamp.cli import main; main()", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def made(path: Path) -> Path:
    folder = DataFolder(path)
    folder.open()
    folder.close()
    return path / DATABASE


def test_a_new_folder_has_the_tables_of_the_schema(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{made(tmp_path / 'a' / 'new' / 'one')}", poolclass=pool.NullPool)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_the_revision_we_name_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


@pytest.mark.long
def test_a_folder_is_opened_again_without_migrating(tmp_path: Path) -> None:
    made(tmp_path)
    code = (
        "import sys; from pathlib import Path; from gaslamp.storage.sqlite import DataFolder; "
        f"DataFolder(Path({str(tmp_path)!r})).open(); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_path_may_have_any_name(tmp_path: Path) -> None:
    with serving(tmp_path / "a b ? c % d # é") as address:
        guest = Guest(address)
        assert guest.http.get(guest.create()["table"]).status_code == 200
        guest.leave()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other ways to keep others out")
def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    database = made(tmp_path / "data")
    assert database.stat().st_mode & 0o077 == 0
    assert database.parent.stat().st_mode & 0o077 == 0


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.open()
    assert refusal(tmp_path) == "serve.in_use"
    folder.close()
    made(tmp_path)


def test_a_folder_of_a_newer_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = made(tmp_path)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert refusal(tmp_path) == "serve.newer"


@pytest.mark.long
def test_a_folder_of_an_earlier_development_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = made(tmp_path)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0011'")
        connection.commit()
    before = database.read_bytes(), database.stat().st_mode
    done = serve(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == catalogue("en").sentences["serve.older"][0].format(folder=tmp_path) + "\n"
    assert (database.read_bytes(), database.stat().st_mode) == before


@pytest.mark.parametrize("damage", ["text", "header", "middle", "foreign", "names"])
def test_a_damaged_database_is_told(tmp_path: Path, damage: str) -> None:
    database = made(tmp_path)
    content = database.read_bytes()
    match damage:
        case "text":
            database.write_bytes(b"These are not the games you are looking for. " * 100)
        case "header":
            database.write_bytes(b"\0" * 100 + content[100:])
        case "middle":
            database.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
        case "names":  # the pages are whole, but what they call a table is no text
            database.write_bytes(content.replace(b"CREATE TABLE games", b"CREATE TABLE \xff\xfemes"))
        case "foreign":
            database.unlink()
            with closing(sqlite3.connect(database)) as connection:
                connection.execute("CREATE TABLE recipes (name TEXT)")
    assert refusal(tmp_path) == "serve.damaged"


@pytest.mark.parametrize("revision", [[], [""], ["x"], ["0000"], ["00a1"], ["0001", "0002"], [None]])
def test_a_revision_that_is_none_is_told_and_nothing_is_changed(tmp_path: Path, revision: list[str | None]) -> None:
    database = made(tmp_path)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript("DROP TABLE alembic_version; CREATE TABLE alembic_version (version_num TEXT);")
        connection.executemany("INSERT INTO alembic_version VALUES (?)", [(one,) for one in revision])
    before = dump(database)
    assert refusal(tmp_path) == "serve.damaged"
    assert dump(database) == before


def test_a_migration_that_fails_halfway_changes_nothing_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: Connection) -> None:
        migrations.create_tables(connection)
        raise OperationalError("", {}, sqlite3.OperationalError("disk full"))

    monkeypatch.setattr(sqlite_module, "create_tables", fail)
    assert refusal(tmp_path) == "serve.not_created"
    assert dump(tmp_path / DATABASE) == ["BEGIN TRANSACTION;", "COMMIT;"]
    monkeypatch.undo()
    made(tmp_path)


def dump(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert refusal(tmp_path / "file") == "serve.no_folder"
    assert refusal(tmp_path / "file" / "in") == "serve.no_folder"


@pytest.mark.long
def test_the_command_says_so_in_one_sentence(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.open()
    done = serve(tmp_path)
    folder.close()
    assert done.returncode == 2
    assert done.stdout == ""
    said = catalogue("en").sentences["serve.in_use"][0].format(folder=tmp_path)
    assert done.stderr == said + "\n"


def test_a_backup_of_the_file_is_a_backup_of_the_games(tmp_path: Path) -> None:
    with serving(tmp_path / "first") as address:
        guest = Guest(address)
        table = guest.create()["table"]
        cookies = guest.http.cookies
        guest.leave()
    (tmp_path / "second").mkdir()
    shutil.copy(tmp_path / "first" / DATABASE, tmp_path / "second")
    with serving(tmp_path / "second") as address:
        guest = Guest(address)
        guest.http.cookies = cookies
        assert guest.http.get(table).status_code == 200
        guest.leave()


def test_the_data_lies_where_the_system_keeps_such_things() -> None:
    home = {"HOME": "/h", "USERPROFILE": "/h"}
    assert data_folder(home, "linux") == Path("/h/.local/share/gaslamp")
    assert data_folder(home | {"XDG_DATA_HOME": "/x"}, "linux") == Path("/x/gaslamp")
    assert data_folder(home, "darwin") == Path("/h/Library/Application Support/Gaslamp")
    assert data_folder(home, "win32") == Path("/h/AppData/Local/Gaslamp")
    assert data_folder(home | {"LOCALAPPDATA": "/l"}, "win32") == Path("/l/Gaslamp")
    for platform in ("linux", "darwin", "win32"):
        assert data_folder(home | {"GASLAMP_DATA": "/g"}, platform) == Path("/g")


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("lan", False)],  # noqa: S104
)
def test_a_server_knows_whether_it_is_for_this_machine_alone(host: str, local: bool) -> None:
    assert Settings(Path(), host).local == local
