"""Hints over a socket: always against the house, between people where it was agreed on, and all are told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from gaslamp.core.messages import message
from gaslamp.live.bot_runner import Advice
from gaslamp.live.game.live_game import LiveGame
from gaslamp.live.inquiries import Known
from gaslamp.server.ops.limits import HINT
from gaslamp.server.wire.help.hints import HintFeed
from tests.game.honest import finish_activation, sat_down
from tests.host.running import Guest, plays

Come = Callable[[], Guest]


def hints(frame: dict[str, Any]) -> dict[str, int]:
    """Give in how many turns each seat was given hints, as a table tells it."""
    return {seat["seat"]: seat["hints"] for seat in frame["seats"]}


def test_against_the_house_a_hint_says_what_to_point_at_and_why(guest: Come) -> None:
    me, stranger = guest(), guest()
    told = me.create(opponent="bot:random", side="detectives")
    stranger.follow(told["watch"])
    mine, watching = me.sit(told["table"]), stranger.sit(told["table"])
    assert "hint" in mine.until("status")["may"]
    frame = mine.until("table")
    watching.until("table")
    mine.send(hint=frame["step"])
    given = mine.until("hint", step=frame["step"])
    assert given["by"] == "Hint from: Inspector"
    assert len(given["reasons"]) in {1, 2, 3}
    targets = {choice["target"] for choice in frame["prompt"]["choices"]}
    assert given["way"][0] in targets

    # All see that there was one, not which, nor how often in this turn.
    assert hints(watching.until("table")) == {"jack": 0, "detectives": 1}
    mine.send(hint=frame["step"])
    assert mine.until("hint") == given
    assert not any("reasons" in text for text in watching.raw)
    mine.send(play=plays(frame)[0], step=frame["step"])
    assert hints(mine.until("table", step=frame["step"] + 1)) == {"jack": 0, "detectives": 1}


def test_people_are_given_hints_if_they_agreed_on_it(guest: Come) -> None:
    me, friend = guest(), guest()
    for agreed in (False, True):
        told = me.create(opponent="friend", side="detectives", hints=agreed)
        secret = told["invite"].partition("#")[2]
        invitation = friend.http.post(f"/games/{told['table'].rpartition('/')[2]}/seats", json={"secret": secret})
        assert ("Hints are allowed" in invitation.json()["html"]) == agreed
        friend.follow(told["invite"])
        mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
        frame, waits = mine.until("table"), theirs.until("table")
        mine.send(hint=frame["step"])
        if not agreed:
            assert mine.until("error")["text"] == "Hints are not allowed in this game."
            continue
        assert mine.until("hint")["way"]
        assert hints(theirs.until("table")) == {"jack": 0, "detectives": 1}
        theirs.send(hint=waits["step"])
        assert theirs.until("error")["text"] == "It is not your turn."


def test_nobody_asks_for_hints_without_end(guest: Come) -> None:
    me = guest()
    table = me.sit(me.create(opponent="bot:random", side="detectives")["table"])
    step = table.until("table")["step"]
    for _ in range(HINT.burst + 4):
        table.send(hint=step)
    assert table.until("error")["text"] == "Too many requests. Wait a moment."


class Thinks:
    """Whoever works hints out, at the hands of a test."""

    def __init__(self) -> None:
        self.known: Known | None = None
        self.waits: list[Any] = []

    def ask(self, who: Any, *_: Any) -> Known | None:
        self.waits = [who]
        return self.known

    def forget(self, who: Any) -> None:
        self.waits = []


def test_a_hint_of_a_step_that_has_passed_is_not_waited_for_any_more() -> None:
    async def test() -> None:
        live: LiveGame = await sat_down({"jack": "random"})
        worker = Thinks()
        feed = HintFeed(live, worker)  # type: ignore[arg-type]
        seat, update = "detectives", live.update("detectives")

        def told() -> Any:
            return feed.on(seat, live.update(seat), lambda: None)

        assert told() is None
        assert not worker.waits  # nobody has asked
        feed.ask(seat, update.step)
        assert told() is None
        assert worker.waits
        await finish_activation(live)
        worker.known = Known(Advice(update.legal[0], (message("why.only"),)))
        assert told() is None
        assert not worker.waits

        # Nor is one that could not be worked out waited for without end.
        while live.to_move != seat:
            await asyncio.sleep(0)
        feed.ask(seat, live.step(seat))
        worker.known = Known(None)
        assert [part.id for part in told().what] == ["web.hint.none"]
        assert told() is None
        await live.close()

    asyncio.run(test())
