"""Notices of turns to browsers that have no page of the game open.

A notice is sent when a public change passes the turn on, so its time tells nothing that spectators do not see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError

from gaslamp.core.game import Seat
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.lobby import tokens
from gaslamp.service.people import settings
from gaslamp.service.people.web_push import Subscription, WebPush, new_key
from gaslamp.storage.database import UNAVAILABLE, Database
from gaslamp.storage.schema import ACCOUNTS, GUESTS, PUSH_KEY, SEATS, SESSIONS, SUBSCRIPTIONS

_LOG: Final = logging.getLogger(__name__)
_MOST: Final = 5  # subscriptions of a guest; the oldest is dropped
_QUEUE: Final = 100  # notices that wait; more are dropped
_SENDERS: Final = 2
_GONE: Final = (404, 410)  # answers for a subscription that has ended


class TurnNotices:
    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        say: Callable[[str, str], str],
        allow: Callable[[str], bool],
        push: WebPush | None,
    ) -> None:
        """*say* words a notice (language, title). *allow* limits a guest's notices. Without *push* none are sent."""
        self._database = database
        self._now = now
        self._say = say
        self._allow = allow
        self._push = push
        self._queue: asyncio.Queue[tuple[LiveGame, Seat]] = asyncio.Queue(_QUEUE)
        self._senders = [asyncio.create_task(self._send_all()) for _ in range(_SENDERS if push is not None else 0)]

    @property
    def key(self) -> str | None:
        """The public key for subscriptions; None if notices are off."""
        return self._push.public_key if self._push is not None else None

    def pass_turn(self, live: LiveGame, seat: Seat) -> None:
        """Queue a notice for a player who has no page of the game open."""
        if self._push is None or seat in live.attendance.present:
            return
        try:
            self._queue.put_nowait((live, seat))
        except asyncio.QueueFull:
            _LOG.warning("turn notice dropped: too many are waiting")

    async def subscribe(self, guest: str, session: str | None, subscription: Subscription, language: str) -> None:
        """Store a subscription, in place of another person's in the same browser. Raises Refusal."""
        assert self._push is not None
        self._push.check(subscription)
        id = tokens.digest(subscription.endpoint)
        row = {"id": id, "guest": guest, "session": session, "endpoint": subscription.endpoint}
        row |= {"p256dh": subscription.p256dh, "auth": subscription.auth, "language": language}

        def work(connection: Connection) -> None:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == id))
            connection.execute(insert(SUBSCRIPTIONS).values(row | {"created": int(self._now())}))
            mine = SUBSCRIPTIONS.c.guest == guest
            others = select(SUBSCRIPTIONS.c.id).where(mine, SUBSCRIPTIONS.c.id != id)
            newest = others.order_by(SUBSCRIPTIONS.c.created.desc(), SUBSCRIPTIONS.c.id).limit(_MOST - 1)
            kept = [id, *connection.execute(newest).scalars()]
            connection.execute(delete(SUBSCRIPTIONS).where(mine, SUBSCRIPTIONS.c.id.not_in(kept)))

        await self._database.write(work)

    async def withdraw(self, guest: str, endpoint: str) -> None:
        mine = SUBSCRIPTIONS.c.guest == guest
        await self._delete(mine & (SUBSCRIPTIONS.c.id == tokens.digest(endpoint)))

    async def known(self, guest: str | None) -> list[str]:
        """Return the SHA-256 hashes of the endpoints that a guest's notices go to."""
        query = select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.guest == guest, _valid())
        return list(await self._database.read(lambda connection: connection.execute(query).scalars().all()))

    async def close(self) -> None:
        for task in self._senders:
            task.cancel()
        await asyncio.gather(*self._senders, return_exceptions=True)

    async def _send_all(self) -> None:
        while True:
            live, seat = await self._queue.get()
            try:
                if seat not in live.attendance.present:
                    await self._tell(live, seat)
            except UNAVAILABLE as error:
                _LOG.warning("turn notice not sent: %s", type(error).__name__)
            except Exception:  # noqa: BLE001 - the next notice is sent
                _LOG.exception("turn notice failed")

    async def _tell(self, live: LiveGame, seat: Seat) -> None:
        query = (
            select(SUBSCRIPTIONS, GUESTS.c.settings)
            .join(GUESTS, GUESTS.c.id == SUBSCRIPTIONS.c.guest)
            .join(SEATS, SEATS.c.guest == SUBSCRIPTIONS.c.guest)
            .where(SEATS.c.game == live.id, SEATS.c.seat == seat, _valid())
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        if rows and self._allow(rows[0].guest):
            for row in rows:
                await self._send(row, live.title)

    async def _send(self, row: Row[Any], title: str) -> None:
        assert self._push is not None
        language = settings.decode(row.settings).language or row.language
        try:
            status = await self._push.send(Subscription(row.endpoint, row.p256dh, row.auth), self._say(language, title))
        except (OSError, ValueError) as error:
            _LOG.warning("push service not reached: %s", type(error).__name__)
            return
        if status in _GONE:
            await self._delete(SUBSCRIPTIONS.c.id == row.id)
        elif not 200 <= status < 300:
            _LOG.warning("push service answered %d", status)

    async def _delete(self, which: Any) -> None:
        statement = delete(SUBSCRIPTIONS).where(which)
        await self._database.write(lambda connection: connection.execute(statement))


async def stored_key(database: Database) -> str:
    """Return the private key for signing, made at the first call."""

    async def read() -> str | None:
        return await database.read(lambda connection: connection.execute(select(PUSH_KEY.c.private)).scalar())

    if await read() is None:
        made = insert(PUSH_KEY).values(id=1, private=new_key())
        with suppress(IntegrityError):  # another process was faster
            await database.write(lambda connection: connection.execute(made))
    key = await read()
    assert key is not None
    return key


def _valid() -> Any:
    """Return the condition for subscriptions whose device is still signed in, or needs no account."""
    account = select(ACCOUNTS.c.guest).where(ACCOUNTS.c.guest == SUBSCRIPTIONS.c.guest).exists()
    session = select(SESSIONS.c.id).where(SESSIONS.c.id == SUBSCRIPTIONS.c.session).exists()
    return or_(session, SUBSCRIPTIONS.c.session.is_(None) & ~account)
