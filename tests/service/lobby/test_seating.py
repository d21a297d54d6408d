"""Who sits where, how a game stands and how it ended are told once: the doors differ in words alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from gaslamp import titles
from gaslamp.core.messages import message
from gaslamp.game.requests import Abort, Resign
from gaslamp.server.api.serializers import game_out
from gaslamp.server.http.waiting_page import waiting
from gaslamp.service.games.bot_driver import Opponents
from gaslamp.service.games.live_game import LiveGame
from gaslamp.service.games.registry import LiveGames
from gaslamp.service.lobby.membership import Members, Membership, Phase, result, seat_infos
from tests.host.memory_store import MemoryStore

JACK, ONE, TWO, THREE = "jack", "investigator1", "investigator2", "investigator3"
NAMED, PROGRAM = {TWO: "Deep Lestrade"}, frozenset({TWO})


def at_a_table(
    work: Callable[[LiveGame], Awaitable[None]], bots: dict[str, str] | None = None, free: tuple[str, ...] = ()
) -> None:
    """Work at a table of four seats."""

    async def run() -> None:
        live_games = LiveGames(MemoryStore(), cast("Opponents", None), lambda: 0.0)
        id = await live_games.create("whitehall", {"investigators": "3"}, bots or {}, free=free)
        live = await live_games.open(id)
        assert live is not None
        await work(live)
        await live_games.close()

    asyncio.run(run())


def test_every_seat_is_told_with_who_has_it() -> None:
    members = Members({JACK: "me", TWO: "machine", THREE: None}, frozenset({"watcher"}), NAMED, PROGRAM)

    async def work(live: LiveGame) -> None:
        with live.attendance.listen([JACK]):
            seats = seat_infos(live, members, "me")
        assert [one.seat for one in seats] == [JACK, ONE, TWO, THREE]
        assert [one.who for one in seats] == ["you", "bot", "program", "nobody"]
        assert [one.name for one in seats] == ["", "passer_by", "Deep Lestrade", ""]
        assert [one.called for one in seats] == [
            message("web.seat.guest"),
            message("web.bot.passer_by"),
            message("web.seat.program", name="Deep Lestrade"),
            message("web.seat.free"),
        ]
        assert [one.present for one in seats] == [True, True, False, False]
        assert [one.adds for one in seats] == ["absent", "house", "absent", "free"]
        assert [one.who for one in seat_infos(live, members, "watcher")] == ["guest", "bot", "program", "nobody"]

    at_a_table(work, {ONE: "passer_by"}, (THREE,))


def test_a_bot_of_a_former_level_is_shown_as_the_computer() -> None:
    async def work(live: LiveGame) -> None:
        (former,) = [one for one in seat_infos(live, Members({JACK: "me"}, frozenset()), "me") if one.who == "bot"]
        assert (former.name, former.called) == ("random", message("web.home.machine"))

    at_a_table(work, {ONE: "random"}, (TWO, THREE))


def test_programs_and_browsers_are_told_of_the_same_seats() -> None:
    members = Members({JACK: "me", TWO: "machine", THREE: None}, frozenset(), NAMED, PROGRAM)

    async def work(live: LiveGame) -> None:
        place = Membership(live, members, "me")
        data, words = game_out(place), waiting(place, "https://example.org", "en")
        assert [(seat.who, seat.name) for seat in data.seats] == [(one.who, one.name) for one in place.seats]
        for said in ("Deep Lestrade", "You"):
            assert said in words

    at_a_table(work, {ONE: "passer_by"}, (THREE,))


def test_a_game_waits_as_long_as_somebody_is_to_come_and_is_over_when_it_was_closed() -> None:
    here = Members({JACK: "me", ONE: "other", TWO: "other", THREE: "other"}, frozenset())
    open_still = Members({**here.seats, THREE: None}, frozenset())

    def stands(live: LiveGame, members: Members) -> tuple[Phase, bool]:
        place = Membership(live, members, "me")
        return place.phase, place.has_table

    async def resigned(live: LiveGame) -> None:
        assert stands(live, open_still) == ("waiting", False)
        assert stands(live, here) == ("playing", True)
        await live.submit(Resign(), JACK)
        assert stands(live, here) == ("over", True)

    async def closed(live: LiveGame) -> None:
        await live.submit(Abort(), JACK)
        assert stands(live, here) == ("over", False)

    at_a_table(resigned)
    at_a_table(closed)


@pytest.mark.parametrize(
    ("mine", "ended"),
    [((JACK,), "won"), ((ONE,), "lost"), ((ONE, TWO), "lost"), ((JACK, ONE), "told"), ((), "told")],
)
def test_a_game_that_jack_has_won_is_won_lost_or_only_told(mine: tuple[str, ...], ended: str) -> None:
    assert result(titles.game("whitehall", {"investigators": "3"}), JACK, mine) == ended
