"""Accounts: a name and a passphrase for the same guest on several devices. There is no e-mail.

A name for signing in ends with a random number, so that no answer tells which names exist. A wrong passphrase, an
unknown name and a wrong recovery code get the same answer, after the same work.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from gaslamp.service.errors import Refusal
from gaslamp.service.lobby import names, tokens
from gaslamp.storage.database import Database
from gaslamp.storage.schema import ACCOUNTS, GUESTS, SESSIONS, SUBSCRIPTIONS

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST: Final = 10  # characters of a passphrase
LONGEST: Final = 200
_TRIES: Final = 20  # numbers after a name
_CODE: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # of recovery codes: letters and digits that look different
_GROUPS: Final = 5  # of five characters: 125 bits
_MOST_SESSIONS: Final = 20  # of an account; the oldest is dropped
_HASHES: Final = 2  # at the same time; each takes 19 MiB


class Device(NamedTuple):
    key: str  # names the session in requests
    name: str
    created: int  # seconds
    seen: int  # seconds
    here: bool


@dataclass(frozen=True, slots=True)
class NewAccount:
    name: str  # for signing in
    code: str  # shown once
    session: str  # token


class Accounts:
    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._hashing = asyncio.Semaphore(_HASHES)

    async def name(self, guest: str | None) -> str | None:
        """Return the name with which a guest signs in; None without an account."""
        query = select(ACCOUNTS.c.name).where(ACCOUNTS.c.guest == guest)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def create(self, guest: str, name: str, passphrase: str, device: str) -> NewAccount:
        """Give a guest an account and a first session; its guest token becomes invalid. Raises Refusal."""
        chosen = names.clean(name)
        if chosen is None:
            raise Refusal(400, "web.account.no_name")
        check_passphrase(passphrase)
        if await self.name(guest) is not None:
            raise Refusal(409, "web.account.exists")
        code, session, hashed = _new_code(), tokens.new_secret(), await self._hash(passphrase)
        row = {"guest": guest, "passphrase": hashed, "recovery": tokens.digest(code)}
        for _ in range(_TRIES):
            login = f"{chosen.casefold()}-{secrets.randbelow(9000) + 1000}"

            def work(connection: Connection, login: str = login) -> None:
                connection.execute(insert(ACCOUNTS), row | {"name": login})
                connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(name=chosen))
                self._add_session(connection, guest, session, device)
                moved = update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.guest == guest)
                connection.execute(moved.values(session=tokens.digest(session)))

            try:
                await self._database.write(work)
            except IntegrityError:  # the name with this number exists, or the guest was faster on another page
                continue
            return NewAccount(login, code, session)
        raise Refusal(409, "web.account.exists")

    async def sign_in(self, name: str, passphrase: str, device: str) -> str:
        """Return the token of a new session. Raises Refusal, the same for a wrong passphrase and an unknown name."""
        login = normalize("NFC", name).strip().casefold()
        query = select(ACCOUNTS.c.guest, ACCOUNTS.c.passphrase).where(ACCOUNTS.c.name == login)
        row = None
        if login.isprintable():  # PostgreSQL rejects NUL bytes
            row = await self._database.read(lambda connection: connection.execute(query).first())
        right = await self._verify(row.passphrase if row is not None else None, passphrase)
        if row is None or not right:
            raise Refusal(403, "web.account.wrong")
        return await self._open_session(row.guest, device)

    async def recover(self, code: str, passphrase: str, device: str) -> NewAccount:
        """Set a new passphrase by the recovery code, which is replaced. Ends all other sessions. Raises Refusal."""
        check_passphrase(passphrase)
        hashed, session, new_code = await self._hash(passphrase), tokens.new_secret(), _new_code()
        mine = ACCOUNTS.c.recovery == tokens.digest(_normal_code(code))

        def work(connection: Connection) -> str | None:
            row = connection.execute(select(ACCOUNTS.c.name, ACCOUNTS.c.guest).where(mine).with_for_update()).first()
            if row is None:
                return None
            values = {"passphrase": hashed, "recovery": tokens.digest(new_code)}
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.guest == row.guest).values(values))
            connection.execute(delete(SESSIONS).where(SESSIONS.c.guest == row.guest))
            self._add_session(connection, row.guest, session, device)
            name: str = row.name
            return name

        login = await self._database.write(work)
        if login is None:
            raise Refusal(403, "web.account.wrong")
        return NewAccount(login, new_code, session)

    async def check(self, guest: str, passphrase: str) -> None:
        """Raise Refusal unless the passphrase is that of a guest's account."""
        query = select(ACCOUNTS.c.passphrase).where(ACCOUNTS.c.guest == guest)
        hashed = await self._database.read(lambda connection: connection.execute(query).scalar())
        if not await self._verify(hashed, passphrase):
            raise Refusal(403, "web.account.wrong")

    async def change_passphrase(self, guest: str, old: str, new: str) -> None:
        check_passphrase(new)
        await self.check(guest, old)
        hashed = await self._hash(new)
        statement = update(ACCOUNTS).where(ACCOUNTS.c.guest == guest).values(passphrase=hashed)
        await self._database.write(lambda connection: connection.execute(statement))

    async def devices(self, guest: str, session: str | None) -> list[Device]:
        """Return the sessions of a guest, the newest first."""
        query = select(SESSIONS).where(SESSIONS.c.guest == guest).order_by(SESSIONS.c.created.desc(), SESSIONS.c.id)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Device(_key(row.id), row.device, row.created, row.seen, row.id == session) for row in rows]

    async def sign_out(self, guest: str, key: str | None) -> None:
        """End one of a guest's sessions; all of them if *key* is None."""
        theirs = SESSIONS.c.guest == guest

        def work(connection: Connection) -> None:
            ids = connection.execute(select(SESSIONS.c.id).where(theirs)).scalars().all()
            ended = [id for id in ids if key is None or _key(id) == key]
            connection.execute(delete(SESSIONS).where(SESSIONS.c.id.in_(ended)))

        await self._database.write(work)

    async def _open_session(self, guest: str, device: str) -> str:
        session = tokens.new_secret()
        await self._database.write(lambda connection: self._add_session(connection, guest, session, device))
        return session

    def _add_session(self, connection: Connection, guest: str, session: str, device: str) -> None:
        now = int(self._now())
        row = {"id": tokens.digest(session), "guest": guest, "device": device, "created": now, "seen": now}
        connection.execute(insert(SESSIONS), row)
        newest = select(SESSIONS.c.id).where(SESSIONS.c.guest == guest).order_by(SESSIONS.c.created.desc())
        kept = connection.execute(newest.limit(_MOST_SESSIONS)).scalars().all()
        connection.execute(delete(SESSIONS).where(SESSIONS.c.guest == guest, SESSIONS.c.id.not_in(kept)))

    async def _hash(self, passphrase: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(_hasher().hash, _normal(passphrase))

    async def _verify(self, hashed: str | None, passphrase: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(_fits, hashed, _normal(passphrase))


def check_passphrase(passphrase: str) -> None:
    if not SHORTEST <= len(_normal(passphrase)) <= LONGEST:
        raise Refusal(400, "web.account.passphrase_length", least=SHORTEST, most=LONGEST)


def _fits(hashed: str | None, passphrase: str) -> bool:
    """True if *hashed* is that of a passphrase. None takes the same time."""
    from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415 - not in the browser edition

    try:
        unknown = _unknown()
        return _hasher().verify(hashed or unknown, passphrase)
    except (Argon2Error, InvalidHashError):
        return False


@cache
def _hasher() -> PasswordHasher:
    """Return the hasher with OWASP's smallest recommended parameters. Changing them affects new passphrases only."""
    from argon2 import PasswordHasher  # noqa: PLC0415 - not in the browser edition

    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


@cache
def _unknown() -> str:
    """Return a hash that no passphrase fits."""
    return _hasher().hash(secrets.token_hex())


def _normal(passphrase: str) -> str:
    return normalize("NFKC", passphrase)


def _new_code() -> str:
    return "-".join("".join(secrets.choice(_CODE) for _ in range(5)) for _ in range(_GROUPS))


def _normal_code(code: str) -> str:
    """Return a code as it was shown: groups of capitals, however it was typed."""
    signs = "".join(char for char in code.upper() if char in _CODE)
    return "-".join(signs[at : at + 5] for at in range(0, len(signs), 5))


def _key(session: str) -> str:
    return session[:16]
