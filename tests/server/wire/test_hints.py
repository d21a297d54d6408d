"""Hints over a socket: always against the house, between people where it was agreed on, and all are told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from gaslamp.core.messages import message
from gaslamp.game.requests import Play
from gaslamp.server.ops.limits import HINT
from gaslamp.server.wire.feeds import HintFeed
from gaslamp.server.wire.rendering import path_to
from gaslamp.server.wire.server_frames import HintFrame
from gaslamp.service.games.assistance import Advice
from gaslamp.service.games.live_game import LiveGame
from gaslamp.ui.presentation import presentation
from gaslamp.workers.shared import JobResult
from tests.game.honest import finish_activation, sat_down
from tests.host.running import Guest, plays

Come = Callable[[], Guest]


def hints(frame: dict[str, Any]) -> dict[str, int]:
    """Give in how many turns each seat was given hints, as a table tells it."""
    return {seat["seat"]: seat["hints"] for seat in frame["seats"]}


def test_against_the_house_a_hint_says_what_to_point_at_and_why(guest: Come) -> None:
    me, stranger = guest(), guest()
    told = me.create(opponent="bot:passer_by", side="detectives")
    stranger.follow(told["watch"])
    mine, watching = me.sit(told["table"]), stranger.sit(told["table"])
    assert "hint" in mine.until("status")["may"]
    frame = mine.until("table")
    watching.until("table")
    mine.send(hint=frame["step"])
    given = mine.until("hint", step=frame["step"])
    assert given["by"] == "Hint from: Superintendent"
    assert len(given["reasons"]) in {1, 2, 3, 4}
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
    table = me.sit(me.create(opponent="bot:passer_by", side="detectives")["table"])
    step = table.until("table")["step"]
    for _ in range(HINT.burst + 4):
        table.send(hint=step)
    assert table.until("error")["text"] == "Too many requests. Wait a moment."


class Jobs:
    """Shared jobs whose result the test sets."""

    def __init__(self) -> None:
        self.result: JobResult | None = None
        self.clients: list[Any] = []

    def get(self, client: Any, *_: Any) -> JobResult | None:
        self.clients = [client]
        return self.result

    def cancel(self, client: Any) -> None:
        self.clients = []


def test_the_hint_of_a_past_step_is_cancelled() -> None:
    async def test() -> None:
        live: LiveGame = await sat_down({"jack": "passer_by"})
        jobs = Jobs()
        feed = HintFeed(live, jobs)  # type: ignore[arg-type]
        seat, update = "detectives", live.update("detectives")

        def poll() -> Any:
            return feed.poll(seat, live.update(seat), lambda: None)

        assert poll() is None
        assert not jobs.clients  # not requested
        feed.request(seat, update.step)
        assert poll() is None
        assert jobs.clients
        await finish_activation(live)
        jobs.result = JobResult(Advice(update.legal[0], (message("why.only"),)))
        assert poll() is None
        assert not jobs.clients

        # A failed job ends the request.
        while live.state.to_move != seat:
            await asyncio.sleep(0)
        feed.request(seat, live.state.updates[seat])
        jobs.result = JobResult(None)
        assert [part.id for part in poll().what] == ["web.hint.none"]
        assert poll() is None
        await live.close()

    asyncio.run(test())


class ComputedJobs(Jobs):
    """Shared jobs that are computed at once."""

    def get(self, client: Any, *rest: Any) -> JobResult | None:
        request = rest[0]
        return JobResult(request.function(*request.args))


def test_the_hint_after_a_token_follows_the_plan_told_with_it() -> None:
    async def test() -> int:
        live: LiveGame = await sat_down({"jack": "passer_by"})
        feed = HintFeed(live, ComputedJobs())  # type: ignore[arg-type]
        seat, followed = "detectives", 0

        def hint() -> HintFrame:
            feed.request(seat, live.state.updates[seat])
            frame = feed.poll(seat, live.update(seat), lambda: None)
            assert frame is not None
            return frame

        def advised(frame: HintFrame) -> str:
            ways = {path_to(play, live.update(seat), live.game): play for play in live.update(seat).legal}
            return next(play for way, play in ways.items() if tuple(choice.target for choice in way) == frame.way)

        for _ in range(6):
            while live.state.to_move not in {seat, None}:
                await asyncio.sleep(0)
            if live.state.to_move is None:
                break
            first = hint()
            assert hint() == first  # asked again, the answer stays the same
            await live.submit(Play(advised(first), live.state.updates[seat]), seat)
            if first.reasons[0].id == "why.then":
                then = advised(hint())
                label = presentation(live.game).label(live.game.actions.parse(then))
                assert first.reasons[0].params["what"] == label
                await live.submit(Play(then, live.state.updates[seat]), seat)
                followed += 1
        await live.close()
        return followed

    assert asyncio.run(test())
