"""Accounts, settings and deletion in both databases."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from gaslamp.service.errors import Refusal
from gaslamp.service.lobby import tokens
from gaslamp.service.lobby.members import People
from gaslamp.service.people import accounts, leaving
from gaslamp.service.people.accounts import Accounts
from gaslamp.service.people.identity import UNKNOWN, Identities
from gaslamp.service.people.secret_links import SecretLinks
from gaslamp.service.people.settings import Changes
from gaslamp.storage.schema import ACCOUNTS, GUESTS, SESSIONS
from tests.host.places import InDatabase, KeptBySql
from tests.host.running import Time

SECRET = "lamp fog tile whistle"  # noqa: S105 - of the tests


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "_hasher", lambda: PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))


def test_a_life_in_each_database(base: InDatabase) -> None:
    async def work(kept: KeptBySql) -> None:
        database, now = kept.database, Time()
        people, ours, identities = People(database, now), Accounts(database, now), Identities(database, now)
        guest = await people.add("t" * 43)
        await identities.change_settings(guest, Changes(story="slow"))
        await identities.change_settings(guest, Changes(sounds=True))
        made = await ours.create(guest, "Anna", SECRET, "Firefox, Linux")
        assert await identities.find(guest, None) == UNKNOWN
        second = await ours.sign_in(made.name, SECRET, "")
        found = await identities.find(None, tokens.digest(second))
        assert (found.guest, found.preferences.story, found.preferences.sounds) == (guest, "slow", True)
        now.now += 7200
        await identities.find(None, tokens.digest(second))
        devices = await ours.devices(guest, tokens.digest(second))
        assert sorted((device.name, device.here, device.seen > device.created) for device in devices) == [
            ("", True, True),
            ("Firefox, Linux", False, False),
        ]
        for wrong in ("anna\0-1", "nobody-1000", made.name + "1"):
            with pytest.raises(Refusal):
                await ours.sign_in(wrong, SECRET, "")
        recovered = await ours.recover(made.code, "another secret of mine", "")
        assert await identities.find(None, tokens.digest(second)) == UNKNOWN
        assert (await identities.find(None, tokens.digest(recovered.session))).guest == guest
        feeds = SecretLinks(database, GUESTS.c.feed_key)
        key = await feeds.replace(guest, shared=True)
        assert key is not None
        assert await feeds.owner(key) == guest
        assert await feeds.owner("\0") is None
        exported = await database.read(lambda connection: leaving._rows(connection, guest))
        assert exported["account"] == [{"name": made.name}]
        await database.write(lambda connection: leaving._delete(connection, guest))
        for table in (ACCOUNTS, SESSIONS):
            assert await database.read(lambda connection, table=table: connection.execute(select(table)).all()) == []  # type: ignore[misc]
        assert await feeds.owner(key) is None

    base.run_sql(work)
