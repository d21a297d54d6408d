"""Who sits where, watches and follows, the same in every database."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from sqlalchemy import text

from gaslamp.service.lobby import tokens
from gaslamp.service.lobby.members import Kind, People, copy_members, save_members
from gaslamp.storage.database import NotSaved
from tests.host.places import InDatabase, KeptBySql
from tests.storage.test_store import PLAYING, entry, saved


async def people_of(keeping: KeptBySql) -> People:
    await keeping.store.create(saved(), PLAYING, entry(0))
    return People(keeping.database, lambda: 1888)


async def seat(keeping: KeptBySql, seats: Mapping[str, str | None], secrets: Mapping[Kind, str]) -> None:
    await keeping.database.write(lambda connection: save_members(connection, "g", seats, secrets))


def test_a_guest_is_known_once_welcomed(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        people = await people_of(keeping)
        me = await people.add("a token")
        assert await people.is_guest(me)
        assert not await people.is_guest("nobody")

    base.run_sql(work)


def test_one_of_two_who_want_a_seat_at_once_gets_it(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        people = await people_of(keeping)
        me, friend, third = [await people.add(token) for token in ("me", "friend", "third")]
        await seat(keeping, {"detectives": me, "jack": None}, {"join": "secret"})
        taken = await asyncio.gather(
            people.join("g", "jack", friend, "a1" * 32), people.join("g", "jack", third, "b2" * 32)
        )
        assert sorted(taken) == [False, True]
        assert await keeping.store.nonces("g") == {"jack": ("a1" if taken[0] else "b2") * 32}
        members = await people.members("g")
        assert members.seats == {"detectives": me, "jack": friend if taken[0] else third}

    base.run_sql(work)


def test_a_seat_is_not_taken_if_its_nonce_cannot_be_kept(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        people = await people_of(keeping)
        me = await people.add("me")
        await seat(keeping, {"jack": None}, {"join": "secret"})
        await keeping.database.write(lambda connection: connection.execute(text("DROP TABLE nonces")))
        with pytest.raises(NotSaved):
            await people.join("g", "jack", me, "a1" * 32)
        assert (await people.members("g")).open_seats == ("jack",)

    base.run_sql(work)


def test_a_link_opens_its_own_game_alone(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        people = await people_of(keeping)
        await seat(keeping, {"jack": None}, {"join": "secret"})
        assert await people.opens("g", "join", "secret")
        assert not await people.opens("g", "watch", "secret")
        assert not await people.opens("h", "join", "secret")

    base.run_sql(work)


def test_a_game_with_any_name_has_nobody(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        people = await people_of(keeping)
        for name in ("", "\0", "g\0", "\ud800", "\n", "x" * 5000):
            assert not (await people.members(name)).knows(tokens.digest("me"))
            assert not await people.opens(name, "join", "secret")

    base.run_sql(work)


def test_all_follow_to_the_rematch_once(base: InDatabase) -> None:
    async def work(keeping: KeptBySql) -> None:
        people = await people_of(keeping)
        me, friend, watcher = [await people.add(token) for token in ("me", "friend", "watcher")]
        await seat(keeping, {"detectives": me, "jack": friend}, {"watch": "secret"})
        for _ in range(2):
            await people.watch("g", watcher)
        await keeping.store.create(saved("h", rematch_of="g"), PLAYING, entry(0))
        for _ in range(2):
            await keeping.database.write(
                copy_members("g", "h", {"jack": "detectives", "detectives": "jack"}.__getitem__)
            )
        members = await people.members("h")
        assert members.seats == {"detectives": friend, "jack": me}
        assert members.watchers == {watcher}
        assert await people.opens("h", "watch", "secret")

    base.run_sql(work)
