"""A PostgreSQL database: brought up to date by whoever comes first, and what is wrong with it told in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from gaslamp.core.errors import GaslampError
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.ops.settings import Settings
from gaslamp.storage import postgres as server_postgres
from gaslamp.storage.postgres import PostgresDatabase
from gaslamp.storage.schema import METADATA, REVISION
from tests.services import LOOPBACK, Postgres, free_port

SECRET = "lamplight"  # noqa: S105 - the password of the tests' server


def refusal(address: str) -> str:
    with pytest.raises(GaslampError) as refused:
        PostgresDatabase(address).open()
    for language in LANGUAGES:
        assert SECRET not in catalogue(language).say(refused.value.message)
    return refused.value.message.id


def test_several_processes_may_start_at_once_on_a_new_database(postgres: Postgres) -> None:
    address = postgres.new_database()
    with ThreadPoolExecutor(4) as starting:
        for started in [starting.submit(PostgresDatabase(address).open) for _ in range(4)]:
            started.result()
    assert postgres.ask(address, "SELECT version_num FROM alembic_version") == [(REVISION,)]


def test_a_new_database_has_the_tables_of_the_schema(postgres: Postgres) -> None:
    engine = PostgresDatabase(postgres.prepared_database()).engine()
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_a_database_of_a_newer_program_is_refused_and_left_alone(postgres: Postgres) -> None:
    address = postgres.prepared_database()
    postgres.ask(address, "UPDATE alembic_version SET version_num = '9999'")
    assert refusal(address) == "serve.newer_database"


def test_a_database_of_an_earlier_development_version_is_refused_and_left_alone(postgres: Postgres) -> None:
    address = postgres.prepared_database()
    postgres.ask(address, "UPDATE alembic_version SET version_num = '0011'")
    assert refusal(address) == "serve.older_database"
    assert postgres.ask(address, "SELECT version_num FROM alembic_version") == [("0011",)]


@pytest.mark.long
def test_a_database_whose_revision_is_gone_is_refused(postgres: Postgres) -> None:
    address = postgres.prepared_database()
    for damage in ("UPDATE alembic_version SET version_num = ''", "DELETE FROM alembic_version"):
        postgres.ask(address, damage)
        assert refusal(address) == "serve.no_database"


def test_a_database_with_something_else_in_it_is_refused(postgres: Postgres) -> None:
    address = postgres.new_database()
    postgres.ask(address, "CREATE TABLE games (recipe TEXT)")
    assert refusal(address) == "serve.no_database"
    assert postgres.ask(address, "SELECT FROM pg_tables WHERE schemaname = 'public'") == [()]


def test_who_is_not_let_in_is_told(postgres: Postgres) -> None:
    address = postgres.new_database()
    assert refusal(address.replace("gaslamp:", "stranger:")) == "serve.no_database"
    assert refusal(address.replace(SECRET, "wrong")) == "serve.no_database"
    assert refusal(postgres.url("no_such_database")) == "serve.no_database"
    assert refusal(f"postgresql://gaslamp:{SECRET}@{LOOPBACK}:{free_port()}/gaslamp") == "serve.no_database"
    assert refusal(f"postgresql://gaslamp:{SECRET}@no.such.host.invalid/gaslamp") == "serve.no_database"
    assert refusal(f"{address}?nonsense={SECRET}") == "serve.no_database"


@pytest.mark.parametrize(
    "address",
    ["nonsense", "sqlite:///x", "mysql://u:p@h/d", "postgresql://", "postgresql://h:port/d", "postgresql://h"],
)
def test_what_is_no_address_is_told(address: str) -> None:
    assert refusal(address) == "serve.bad_database"


def test_the_words_of_psql_are_understood() -> None:
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        url = server_postgres._url(f"{scheme}://u:p@h:1/d?sslmode=require")
        assert url.render_as_string() == "postgresql+psycopg://u:***@h:1/d?sslmode=require"


def test_settings_keep_their_secrets_to_themselves() -> None:
    settings = Settings(Path(), database=f"postgresql://u:{SECRET}@h/d")
    assert SECRET not in repr(settings)


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_postgres, "find_spec", lambda _: None)
    with pytest.raises(GaslampError) as refused:
        PostgresDatabase("postgresql://u:p@h/d").open()
    assert catalogue("en").say(refused.value.message).endswith('"gaslamp[postgres]"')


@pytest.mark.long
def test_the_command_tells_it_in_one_sentence_and_no_password() -> None:
    place = f"{LOOPBACK}:{free_port()}/gaslamp"
    environment = os.environ | {"GASLAMP_DATABASE": f"postgresql://gaslamp:{SECRET}@{place}"}
    command = [sys.executable, "-c", "from gaslamp.cli import main; main()", "serve", "--lang", "fr"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == catalogue("fr").sentences["serve.no_database"][0].format(place=place) + "\n"
