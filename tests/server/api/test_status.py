"""Programs and the status of a table: clocks, offers and answers, seats handed over, games closed and played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from gaslamp.game.clock import DAY, MINUTE, SECOND
from gaslamp.server.ops import limits
from gaslamp.server.ops.limits import STREAMS
from gaslamp.service.games import attendance
from tests.host.programs import BUSY, Program, State, serving_at
from tests.host.running import Guest, Time


class Server(NamedTuple):
    address: str
    time: Time


@pytest.fixture  # of its own for each: minutes that pass in several tests at once would be a server's sleep
def server(tmp_path: Path) -> Iterator[Server]:
    time = Time()
    with serving_at(BUSY, tmp_path, now=time) as address:
        yield Server(address, time)


@pytest.fixture
def address(server: Server) -> str:
    return server.address


Start = Callable[[], Program]
Come = Callable[[], Guest]


class Two(NamedTuple):
    """The detective, who begins, and Jack."""

    one: Program
    other: Program
    game: str


def sitting(program: Start, **changed: object) -> Two:
    one, other = program(), program()
    made = one.begin(**changed)
    other.join(made)
    return Two(one, other, made["game"])


def until(lines: Iterator[State], wanted: Callable[[State], object]) -> State:
    return next(state for state in lines if wanted(state))


def finish_activation(one: Program, game: str) -> State:
    """Play until it is the other side's turn."""
    state = one.state(game)
    while state["legal"]:
        state = one.play(game, state, next(action for action in state["legal"] if "alibi" not in action))  # no draw
    return state


# ---- clocks


def test_a_deadline_begins_when_all_have_a_seat_and_tells_when_it_is_up(program: Start, server: Server) -> None:
    one, other, game = sitting(program, clock="3d")
    now = int(server.time.now * SECOND)
    clock = other.state(game)["clock"]
    assert clock == {
        "agreed": "3d", "now": now, "since": now, "due": now + 3 * DAY, "begun": True, "paused": False,
        "clocks": [
            {"seat": "jack", "left": 3 * DAY, "runs": False}, {"seat": "detective", "left": 3 * DAY, "runs": True},
        ],
    }  # fmt: skip
    assert one.told("GET", f"/games/{game}")["clock"] == clock
    server.time.now += 60
    finish_activation(one, game)
    after = one.state(game)["clock"]
    assert (after["now"], after["due"]) == (now + MINUTE, now + MINUTE + 3 * DAY)
    assert [each["seat"] for each in after["clocks"] if each["runs"]] == ["jack"]


def test_a_game_without_clocks_has_none(program: Start) -> None:
    one, _, game = sitting(program)
    assert one.state(game)["clock"] is None
    assert one.told("GET", f"/games/{game}")["clock"] is None


def test_a_total_begins_when_all_read_their_streams_and_ends_the_game(
    program: Start, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "POLL_EXPIRY", SECOND)
    one, other, game = sitting(program, clock="1+5")
    server.time.now += 1  # who sat down is not there any more
    before = one.state(game)
    assert (before["clock"]["begun"], before["legal"]) == (False, [])
    assert one.told("GET", f"/games/{game}")["my_turn"] is False
    assert one.ask(game, "play", play="pick holmes", step=before["step"], status=409) == "error.not_begun"
    with one.stream(game) as lines:
        assert next(lines)["status"]["present"] == ["detective"]
        with other.stream(game) as others:
            begun = until(lines, lambda state: state["clock"]["begun"])
            assert begun["legal"]
            assert begun["status"]["present"] == ["jack", "detective"]
            assert one.told("GET", f"/games/{game}")["my_turn"] is True
            server.time.now += 60
            last = list(others)[-1]
    assert (last["phase"], last["outcome"]) == ("over", {"winner": "jack", "reason": "time"})
    assert [each["left"] for each in last["clock"]["clocks"]] == [MINUTE, 0]
    assert last["clock"]["due"] is None


# ---- who is there


def test_who_asks_instead_of_listening_is_there_for_a_minute(program: Start, server: Server) -> None:
    one, other, game = sitting(program)
    server.time.now += 59
    assert one.state(game)["status"]["present"] == ["jack", "detective"]
    server.time.now += 1
    left = one.state(game)["status"]
    assert left["present"] == ["detective"]
    assert left["gone"] == [{"seat": "jack", "since": int(server.time.now * SECOND) + MINUTE}]
    other.told("GET", f"/games/{game}/chat")  # whatever it asks for
    again = one.state(game)["status"]
    assert (again["present"], again["gone"]) == (["jack", "detective"], [])
    server.time.now += 119
    assert one.ask(game, "ask", ask="hand_over jack", status=409) == "error.offer"
    server.time.now += 1
    assert one.ask(game, "ask", ask="hand_over jack")["status"]["handed"] == ["jack"]


def test_the_others_are_told_when_nobody_asks_any_more(
    program: Start, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "POLL_EXPIRY", 2 * SECOND)
    one, _, game = sitting(program)
    with one.stream(game) as lines:
        assert next(lines)["status"]["present"] == ["jack", "detective"]
        server.time.now += 2
        assert next(lines)["status"]["present"] == ["detective"]


def test_a_total_begins_when_all_ask_for_it_within_a_minute(program: Start, server: Server) -> None:
    one, other, game = sitting(program, clock="1+5")
    server.time.now += 60
    assert one.state(game)["clock"]["begun"] is False
    server.time.now += 59
    assert other.state(game)["clock"]["begun"] is True
    assert one.state(game)["legal"]


def test_who_only_watches_makes_nobody_present(program: Start, server: Server) -> None:
    one, _, game = sitting(program)
    watcher, made = program(), one.begin()
    watcher.told("POST", f"/games/{made['game']}/watch", {"secret": made["watch"]["secret"]})
    server.time.now += 60
    program().join(made)
    server.time.now += 60
    assert watcher.state(made["game"])["status"]["present"] == []
    assert one.state(game)["status"]["present"] == ["detective"]


# ---- offers


def test_a_pause_is_asked_for_answered_by_its_number_and_ended(program: Start, server: Server) -> None:
    one, other, game = sitting(program, clock="3d")
    with one.stream(game) as lines:
        assert next(lines)["status"]["may"] == ["pause"]
        asked = other.ask(game, "ask", ask="pause")["status"]["offer"]
        assert asked == {"number": 1, "what": "pause", "by": "jack", "asked": False}
        assert next(lines)["status"]["offer"] == asked | {"asked": True}
        assert one.ask(game, "reply", reply=2, agree=True, status=409) == "error.offer_lapsed"
        server.time.now += 60
        paused = one.ask(game, "reply", reply=1, agree=True)
        # In a minute somebody who only asks is gone, which is a line too.
        told = until(lines, lambda state: state["clock"]["paused"])
        assert (told["clock"], told["step"], told["legal"]) == (paused["clock"], paused["step"], [])
        assert (paused["clock"]["paused"], paused["clock"]["due"], paused["legal"]) == (True, None, [])
        assert paused["clock"]["clocks"][1] == {"seat": "detective", "left": 3 * DAY - MINUTE, "runs": False}
        assert one.ask(game, "play", play="pick holmes", step=paused["step"], status=409) == "error.paused"
        assert one.told("GET", f"/games/{game}")["clock"]["paused"] is True
        other.ask(game, "resume")
        assert until(lines, lambda state: state["legal"])
    assert other.ask(game, "resume", status=409) == "error.stale"


def test_an_offer_is_withdrawn_or_declined(program: Start) -> None:
    one, other, game = sitting(program, clock="3d")
    one.ask(game, "ask", ask="pause")
    assert one.ask(game, "reply", reply=1, agree=False)["status"] == {
        "offer": None, "may": ["pause"], "gone": [], "handed": [], "present": ["jack", "detective"], "hints": {},
    }  # fmt: skip
    one.ask(game, "ask", ask="pause")
    other.ask(game, "reply", reply=2, agree=False)
    assert one.state(game)["status"]["may"] == []
    assert one.ask(game, "ask", ask="pause", status=409) == "error.offer"
    assert one.ask(game, "ask", ask="a cup of tea", status=400) == "error.offer"


def test_an_activation_is_taken_back_by_consent(program: Start) -> None:
    one, other, game = sitting(program, title="pocket", side="detectives")
    before = one.state(game)
    after = finish_activation(one, game)
    assert after["status"]["may"] == ["undo"]
    assert other.state(game)["status"]["may"] == []
    one.ask(game, "ask", ask="undo")
    other.ask(game, "reply", reply=1, agree=True)
    again = one.state(game)
    assert (again["view"], again["legal"]) == (before["view"], before["legal"])


def test_a_deserted_seat_is_handed_to_a_bot_and_taken_back(program: Start, server: Server) -> None:
    one, other, game = sitting(program)
    with other.stream(game) as lines:
        next(lines)
    with one.stream(game) as lines:
        gone = until(lines, lambda state: state["status"]["gone"])["status"]["gone"]
        assert gone == [{"seat": "jack", "since": int(server.time.now * SECOND) + MINUTE}]
        assert one.ask(game, "ask", ask="hand_over jack", status=409) == "error.offer"
        server.time.now += 60
        handed = one.ask(game, "ask", ask="hand_over jack")["status"]
        assert (handed["handed"], handed["present"], handed["gone"]) == (["jack"], ["jack", "detective"], [])
        assert until(lines, lambda state: state["status"]["handed"])["status"] == handed
        told = other.told("GET", f"/games/{game}")
        assert [seat["who"] for seat in told["seats"]] == ["bot", "program"]
        assert told["mine"] == ["jack"]
        step = other.state(game)["step"]
        assert other.ask(game, "play", play="pick holmes", step=step, status=409) == "error.handed_over"
        assert other.ask(game, "take_seat")["status"]["handed"] == []
        assert until(lines, lambda state: not state["status"]["handed"])
    assert [seat["who"] for seat in other.told("GET", f"/games/{game}")["seats"]] == ["you", "program"]
    assert other.ask(game, "take_seat", status=409) == "error.stale"


def test_who_watches_or_does_not_belong_here_agrees_to_nothing(program: Start) -> None:
    one, watcher, stranger = program(), program(), program()
    made = one.begin(opponent="same_device", clock="3d")
    game = made["game"]
    watcher.ask(game, "watch", secret=made["watch"]["secret"])
    for path, body in (("ask", {"ask": "pause"}), ("reply", {"reply": 1, "agree": True}), ("resume", {})):
        assert watcher.ask(game, path, status=403, **body) == "web.error.watching"
        assert stranger.ask(game, path, status=404, **body) == "web.error.no_table"
        assert one.ask(f"{game}", f"{path}?seat=moriarty", status=403, **body) == "web.error.foreign_seat"
    for path in ("rematch", "take_seat"):
        assert watcher.ask(game, path, status=403) == "web.error.watching"
        assert stranger.ask(game, path, status=404) == "web.error.no_table"
    assert watcher.state(game)["status"]["may"] == []


def test_who_has_both_sides_pauses_at_once(program: Start) -> None:
    one = program()
    game = one.begin(opponent="same_device", clock="3d")["game"]
    assert one.ask(game, "ask?seat=jack", ask="pause")["clock"]["paused"] is True


@pytest.mark.parametrize("clock", ["", "3d"])
def test_steps_inside_an_activation_cause_no_line_and_change_nothing_of_the_affairs(
    program: Start, server: Server, clock: str
) -> None:
    one, other, game = sitting(program, clock=clock)
    with one.stream(game), other.stream(game) as lines:
        before = next(lines)
        state = one.play(game, one.state(game))
        assert state["may_undo"]
        server.time.now += 60
        seen = other.state(game)
        assert (seen["step"], seen["status"]) == (before["step"], before["status"])
        one.ask(game, "undo", step=state["step"])
        one.ask(game, "resign")
        assert next(lines)["phase"] == "over"  # the next line of all


# ---- before and after


def test_only_who_made_a_game_closes_it_and_then_it_is_over(program: Start) -> None:
    host, ally, late = program(), program(), program()
    made = host.begin(title="whitehall", side="jack", options={"investigators": "2"}, open=True)
    game = made["game"]
    ally.join(made)
    assert ally.ask(game, "abort", status=403) == "web.error.not_host"
    assert late.ask(game, "abort", status=404) == "web.error.no_table"
    with ally.stream(game) as lines:
        assert next(lines)["phase"] == "waiting"
        told = host.ask(game, "abort")
        assert (told["phase"], told["outcome"], told["my_turn"]) == ("over", None, False)
        last = list(lines)
    assert [(line["phase"], line["view"], line["status"]) for line in last] == [("over", None, None)]
    assert late.ask(game, "join", secret=made["invite"]["secret"], status=409) == "error.closed"
    assert game not in [each["game"] for each in late.told("GET", "/open")["games"]]
    assert host.error("GET", f"/games/{game}/record", status=409) == "error.not_over"
    assert host.ask(game, "abort", status=409) == "error.under_way"
    assert host.ask(game, "chat", say="Anybody?", room="table", status=409) == "error.closed"


def test_a_game_under_way_is_not_closed(program: Start) -> None:
    one, _, game = sitting(program)
    state = one.state(game)
    while state["legal"]:
        state = one.ask(game, "play", play=state["legal"][0], step=state["step"])
    assert one.ask(game, "abort", status=409) == "error.under_way"


def test_a_rematch_is_made_once_with_the_sides_swapped(program: Start) -> None:
    one, other, game = sitting(program)
    assert one.ask(game, "rematch", status=409) == "error.not_over"
    one.ask(game, "resign")
    assert one.told("GET", f"/games/{game}")["rematch"] is None
    told = one.ask(game, "rematch")
    assert (told["phase"], told["mine"], told["game"] != game) == ("playing", ["jack"], True)
    assert other.told("GET", f"/games/{game}")["rematch"] == told["game"]
    theirs = other.ask(game, "rematch")
    assert (theirs["game"], theirs["mine"], theirs["my_turn"]) == (told["game"], ["detective"], True)


def test_an_open_game_is_listed_until_its_seat_is_taken(program: Start, guest: Come) -> None:
    one, other, late = program(), program(), program()
    game = one.begin(open=True, clock="3d", options={"edition": "original"}, hints=True)["game"]
    listed = [each for each in other.told("GET", "/open")["games"] if each["game"] == game]
    commitment = one.told("GET", f"/games/{game}")["commitment"]
    agreed = {"title": "mr_jack", "options": {"edition": "original"}, "clock": "3d", "hints": True}
    assert listed == [{"game": game, **agreed, "seats": ["jack"], "house": [], "commitment": commitment}]
    assert game not in [each["game"] for each in one.told("GET", "/open")["games"]]  # nobody plays against themselves
    assert f'data-open="{game}"' in guest().http.get("/").text
    assert other.ask(game, "sit", seat="detective", status=409) == "web.error.choose_another"
    assert other.ask(game, "sit", seat="jack")["phase"] == "playing"
    assert other.ask(game, "sit", seat="jack")["mine"] == ["jack"]  # sent twice
    assert game not in [each["game"] for each in late.told("GET", "/open")["games"]]
    assert late.ask(game, "sit", seat="jack", status=409) == "web.error.seat_taken"


def test_a_game_among_friends_is_not_joined_without_its_secret(program: Start) -> None:
    one, other = program(), program()
    game = one.begin()["game"]
    assert game not in [each["game"] for each in other.told("GET", "/open")["games"]]
    for id in (game, "nowhere", "%00"):
        assert other.ask(id, "sit", seat="jack", status=409) == "web.error.seat_taken"


# ---- chat


def test_a_program_and_a_person_talk(program: Start, guest: Come) -> None:
    one, person = program(), guest()
    made = one.begin(title="pocket", side="detectives")
    game = made["game"]
    assert one.told("GET", f"/games/{game}/chat") == {"rooms": [], "write": False, "said": []}
    assert one.ask(game, "chat", say="Hello?", room="table", status=409) == "web.error.waiting"
    person.follow(made["invite"]["page"])
    socket = person.sit(f"/table/{game}")
    socket.until("chat")
    told = one.ask(game, "chat", say="Good\nevening", room="table")
    mine = {"room": "table", "seat": "detectives", "mine": True, "text": "Good evening", "phrase": False}
    assert told == {"rooms": ["table"], "write": True, "said": [mine]}
    assert [said["text"] for said in socket.until("chat")["said"]] == ["Good evening"]
    socket.send(say="Evening", room="table")
    socket.until("chat")
    theirs = {"room": "table", "seat": "jack", "mine": False, "text": "Evening", "phrase": False}
    assert one.told("GET", f"/games/{game}/chat")["said"] == [mine, theirs]


def test_what_a_side_says_among_itself_the_others_do_not_hear(program: Start) -> None:
    jack, first, second = program(), program(), program()
    made = jack.begin(title="whitehall", side="jack", options={"investigators": "2"})
    game = made["game"]
    first.join(made)
    second.join(made)
    first.ask(game, "chat", say="The docks", room="side")
    second.ask(game, "chat", say="Agreed", room="table")
    assert [said["text"] for said in second.told("GET", f"/games/{game}/chat")["said"]] == ["The docks", "Agreed"]
    told = jack.told("GET", f"/games/{game}/chat")
    assert (told["rooms"], [said["text"] for said in told["said"]]) == (["table"], ["Agreed"])
    assert jack.ask(game, "chat", say="To myself", room="side", status=400) == "web.error.unreadable"


def test_who_watches_reads_and_does_not_write_and_who_writes_is_slowed_down(program: Start) -> None:
    one, other, watcher, stranger = program(), program(), program(), program()
    made = one.begin()
    other.join(made)
    game = made["game"]
    watcher.ask(game, "watch", secret=made["watch"]["secret"])
    assert watcher.ask(game, "chat", say="Psst", room="table", status=403) == "web.error.chat_watching"
    assert one.ask(game, "chat", say=" ", room="table", status=400) == "web.error.chat_empty"
    assert one.ask(game, "chat", say="x" * 301, room="table", status=400) == "web.error.chat_long"
    assert stranger.error("GET", f"/games/{game}/chat", status=404) == "web.error.no_table"
    told = watcher.told("GET", f"/games/{game}/chat")
    assert told == {"rooms": ["table"], "write": False, "said": []}
    answers = [one.http.post(f"/games/{game}/chat", json={"say": "flood", "room": "table"}) for _ in range(12)]
    assert [answers[0].status_code, answers[-1].status_code] == [200, 429]
    assert len(watcher.told("GET", f"/games/{game}/chat")["said"]) == sum(one.status_code == 200 for one in answers)
    assert other.ask(game, "chat", say="Hush", room="table")  # the others are not held up


# ---- what there is not


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404), ("POST", "/nowhere", 404), ("GET", "/games/x/y/z", 404), ("GET", "/../nowhere", 404),
        ("DELETE", "/games", 405), ("PUT", "/titles", 405), ("GET", "/games/x/play", 405),
    ],
)  # fmt: skip
@pytest.mark.long
def test_what_there_is_not_is_told_as_data(program: Start, method: str, path: str, status: int) -> None:
    one = program()
    assert one.error(method, path, status=status) == "web.error.not_found"
    if status == 405:
        assert one.http.request(method, path).headers["allow"]


def stream_status(one: Program, game: str) -> int:
    with one.http.stream("GET", f"/games/{game}/updates") as answer:
        return answer.status_code


def test_a_program_reads_so_many_streams_and_no_more(program: Start) -> None:
    one, other = program(), program()
    made = one.begin()
    game = made["game"]
    with ExitStack() as most:
        with ExitStack() as last:
            reading = [(most if number else last).enter_context(one.stream(game)) for number in range(STREAMS)]
            for lines in reading:
                assert next(lines)["phase"] == "waiting"
            assert stream_status(one, game) == 429
            other.join(made)
            assert stream_status(other, game) == 200
            assert {next(lines)["phase"] for lines in reading} == {"playing"}
        while stream_status(one, game) == 429:
            pass  # until the server has noticed that one of them was left


def test_from_one_address_so_many_streams_are_read_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAMS_ADDRESS", 1)
    with serving_at(BUSY, tmp_path) as address:
        one, other = Program(address), Program(address)
        with one.stream(one.begin(opponent="bot:passer_by")["game"]) as lines:
            next(lines)
            game = other.begin(opponent="bot:passer_by")["game"]
            assert other.error("GET", f"/games/{game}/updates", status=429) == "web.error.too_many_streams"
        one.http.close()
        other.http.close()
