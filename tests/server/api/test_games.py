"""Programs at the tables: they begin, join, watch, play, take back, resign, and follow what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from gaslamp.core.records import record
from gaslamp.server.ops.limits import Rate
from gaslamp.service.games.registry import LiveGames
from tests.host.programs import BUSY, NEW, Program, serving_at
from tests.host.running import WAIT, Guest

Come = Callable[[], Guest]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_at(BUSY, tmp_path_factory.mktemp("data")) as address:
        yield address


Start = Callable[[], Program]


@pytest.mark.long
def test_a_token_tells_who_one_is(program: Start) -> None:
    assert program().told("GET", "/accounts/me") == {"name": "tester 0"}


def test_two_programs_sit_down_and_each_sees_its_own_side(program: Start) -> None:
    one, other = program(), program()
    made = one.begin()
    assert one.state(made["game"])["phase"] == "waiting"
    assert one.state(made["game"])["view"] is None
    other.join(made)
    mine, theirs = one.state(made["game"]), other.state(made["game"])
    assert (mine["seat"], theirs["seat"]) == ("detective", "jack")
    assert mine["legal"]
    assert theirs["legal"] == []
    assert mine["view"]["identity"] is None
    assert theirs["view"]["identity"] is not None


def test_who_sits_down_may_choose_the_seat(program: Start) -> None:
    one, other = program(), program()
    made = one.begin(title="whitehall", side="jack", options={"investigators": "3"})
    told = other.told(
        "POST", f"/games/{made['game']}/join", {"secret": made["invite"]["secret"], "seat": "investigator2"}
    )
    assert told["mine"] == ["investigator2"]
    assert told["phase"] == "waiting"
    assert [seat["who"] for seat in told["seats"]] == ["program", "nobody", "you", "nobody"]


def test_a_person_plays_against_a_program(program: Start, guest: Come) -> None:
    one, person = program(), guest()
    made = one.begin(title="pocket", side="detectives")
    assert person.follow(made["invite"]["page"]).status_code == 200
    socket = person.sit(f"/table/{made['game']}")
    before = socket.until("table")
    state = one.state(made["game"])
    while state["legal"]:
        state = one.play(made["game"], state)
    assert socket.until("table", step=before["step"] + 1)
    assert one.told("GET", f"/games/{made['game']}")["seats"][0] == {
        "seat": "jack", "side": "jack", "who": "guest", "name": "", "number": 0, "present": True, "acting": True,
        "awaited": False, "adds": "absent", "hints": 0, "lost": False,
    }  # fmt: skip


def test_one_program_may_hold_both_sides_and_then_names_its_seat(program: Start) -> None:
    one = program()
    game = one.begin(opponent="same_device")["game"]
    assert one.error("GET", f"/games/{game}/state", status=400) == "web.error.which_seat"
    assert one.told("GET", f"/games/{game}/state?seat=jack")["seat"] == "jack"
    state = one.told("GET", f"/games/{game}/state?seat=detective")
    body = {"play": state["legal"][0], "step": state["step"]}
    assert one.told("POST", f"/games/{game}/play?seat=detective", body)["step"] == state["step"] + 1


def test_a_stream_has_a_line_for_each_step_and_ends_with_the_game(program: Start) -> None:
    one, other = program(), program()
    made = one.begin()
    game = made["game"]
    with one.stream(game) as lines:
        assert next(lines)["phase"] == "waiting"
        other.join(made)
        state = next(lines)
        assert (state["phase"], state["step"]) == ("playing", 1)
        assert one.play(game, state)["step"] == 2
        assert next(lines) == one.state(game)
        other.told("POST", f"/games/{game}/resign")
        last = next(lines)
        assert (last["phase"], last["step"], last["outcome"]["reason"]) == ("over", 3, "resigned")
        assert list(lines) == []


def test_what_the_other_side_takes_back_causes_no_line(program: Start) -> None:
    one, other = program(), program()
    made = one.begin()
    other.join(made)
    game = made["game"]
    with one.stream(game), other.stream(game) as lines:
        before = next(lines)
        state = one.play(game, one.state(game))
        state = one.told("POST", f"/games/{game}/undo", {"step": state["step"]})
        one.play(game, state, state["legal"][1])
        one.told("POST", f"/games/{game}/resign")
        after = next(lines)
        assert (after["phase"], after["step"]) == ("over", before["step"] + 1)


def test_a_stream_makes_its_seat_present(program: Start, guest: Come) -> None:
    one, person = program(), guest()
    made = one.begin(title="pocket", side="detectives")
    person.follow(made["invite"]["page"])
    socket = person.sit(f"/table/{made['game']}")
    presence = [seat["present"] for seat in socket.until("table")["seats"]]
    assert presence == [True, False]
    with one.stream(made["game"]) as lines:
        next(lines)
        while not all(seat["present"] for seat in socket.until("table")["seats"]):
            pass


def test_a_watcher_sees_what_all_may_see(program: Start) -> None:
    one, watcher = program(), program()
    made = one.begin(opponent="bot:passer_by")
    watcher.told("POST", f"/games/{made['game']}/watch", {"secret": made["watch"]["secret"]})
    state = watcher.state(made["game"])
    assert (state["seat"], state["legal"], state["view"]["identity"]) == ("spectator", [], None)


def test_a_record_is_given_when_all_is_over_with_its_proof(program: Start) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by")["game"]
    assert one.error("GET", f"/games/{game}/record", status=409) == "error.not_over"
    one.told("POST", f"/games/{game}/resign")
    paper = one.http.get(f"/games/{game}/record").text
    assert record.read(paper).proof is not None


def test_a_nonce_of_ones_own_is_awaited_and_taken_once(program: Start) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by", own_nonce=True)["game"]
    told = one.told("GET", f"/games/{game}")
    assert (told["phase"], told["nonce_awaited"]) == ("waiting", True)
    nonce = "5e" * 32
    assert one.told("POST", f"/games/{game}/nonce", {"nonce": nonce})["phase"] == "playing"
    assert one.error("POST", f"/games/{game}/nonce", {"nonce": nonce}, status=409) == "error.stale"
    one.told("POST", f"/games/{game}/resign")
    assert nonce in one.http.get(f"/games/{game}/record").text


def test_each_seat_at_one_device_has_a_nonce_of_its_own(program: Start) -> None:
    one = program()
    game = one.begin(opponent="same_device", own_nonce=True)["game"]
    path = f"/games/{game}/nonce"
    assert one.error("POST", path, {"nonce": "5e" * 32}, status=400) == "web.error.which_seat"
    told = one.told("POST", f"{path}?seat=jack", {"nonce": "5e" * 32})
    assert (told["phase"], told["nonce_awaited"]) == ("waiting", True)
    assert [seat["adds"] for seat in told["seats"]] == ["player", "awaited"]
    assert one.told("POST", f"{path}?seat=detective", {"nonce": "6f" * 32})["phase"] == "playing"


def test_a_program_that_knows_the_commitment_sits_down_with_its_nonce(program: Start) -> None:
    one, two, three = program(), program(), program()
    made = one.begin(own_nonce=True, open=True)
    game, secret = made["game"], made["invite"]["secret"]
    assert two.error("POST", f"/games/{game}/invitation", {"secret": "guessed"}, status=403) == "web.error.wrong_link"
    told = two.told("POST", f"/games/{game}/invitation", {"secret": secret})
    assert (told["seats"], told["house"]) == (["jack"], [])
    listed = next(found for found in three.told("GET", "/open")["games"] if found["game"] == game)
    assert listed == told
    one.told("POST", f"/games/{game}/nonce", {"nonce": "5e" * 32})
    joined = two.told("POST", f"/games/{game}/join", {"secret": secret, "nonce": "6f" * 32})
    assert (joined["phase"], joined["commitment"]) == ("playing", told["commitment"])
    assert [seat["adds"] for seat in joined["seats"]] == ["player", "player"]
    again = two.told("POST", f"/games/{game}/join", {"secret": secret, "nonce": "00" * 32})  # who sits there stays
    assert again["phase"] == "playing"
    two.told("POST", f"/games/{game}/resign")
    proof = record.read(one.http.get(f"/games/{game}/record").text).proof
    assert proof is not None
    assert proof.nonces == {"jack": ("player", "6f" * 32), "detective": ("player", "5e" * 32)}


def test_my_games_are_listed_the_newest_first(program: Start) -> None:
    one = program()
    made = [one.begin(opponent="bot:passer_by")["game"] for _ in range(2)]
    listed = one.told("GET", "/games")["games"]
    assert {game["game"] for game in listed} == set(made)
    assert all(game["my_turn"] and game["mine"] == ["detective"] for game in listed)
    one.ask(made[0], "resign")
    assert [(game["game"], game["phase"]) for game in one.told("GET", "/games")["games"]] == [
        (made[1], "playing"), (made[0], "over"),
    ]  # fmt: skip


def test_no_game_is_opened_for_the_list_of_mine(program: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    one = program()
    made = one.begin()["game"]

    async def opened(_: LiveGames, id: str) -> None:
        raise AssertionError(id)

    monkeypatch.setattr(LiveGames, "open", opened)
    (game,) = one.told("GET", "/games")["games"]
    assert (game["game"], game["phase"], game["my_turn"], game["outcome"]) == (made, "waiting", False, None)


# ---- what is refused


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer " + "A" * 43, "Basic dTpw", "bearer x", "Bearer é"])
def test_without_the_right_token_nothing_is_told(program: Start, given: str) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by")["game"]
    for path in (f"/games/{game}/state", f"/games/{game}/updates", "/games", "/accounts/me"):
        answer = one.http.get(path, headers={b"Authorization": given.encode()})
        assert (answer.status_code, answer.json()["error"]) == (401, "web.error.token")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_cookies_open_nothing_here(program: Start, guest: Come) -> None:
    person = guest()
    table = person.create(opponent="bot:passer_by")["table"].removeprefix("/table/")
    assert person.http.get(f"/api/v1/games/{table}/state").status_code == 401
    token = person.http.cookies["guest"]
    one = program()
    answer = one.http.get(f"/games/{table}/state", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401


def test_anothers_game_is_as_good_as_none(program: Start) -> None:
    one, stranger = program(), program()
    game = one.begin(opponent="bot:passer_by")["game"]
    for end in ("", "/state", "/updates", "/record"):
        assert stranger.told("GET", f"/games/{game}{end}", status=404) == stranger.told(
            "GET", f"/games/nowhere{end}", status=404
        )
    for end, body in (("/play", {"play": "x", "step": 1}), ("/undo", {"step": 1}), ("/nonce", {"nonce": "0" * 64})):
        assert stranger.error("POST", f"/games/{game}{end}", body, status=404) == "web.error.no_table"
    assert stranger.error("POST", f"/games/{game}/resign", status=404) == "web.error.no_table"
    for end in ("/join", "/watch"):
        assert stranger.error("POST", f"/games/{game}{end}", {"secret": "guess"}, status=403) == "web.error.wrong_link"


@pytest.mark.parametrize("seat", ["jack", "spectator", "nobody", ""])
def test_a_seat_that_is_not_mine_shows_and_does_nothing(program: Start, seat: str) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by")["game"]
    before = one.state(game)
    for method, end, body in (
        ("GET", "state", None),
        ("GET", "updates", None),
        ("POST", "play", {"play": before["legal"][0], "step": before["step"]}),
        ("POST", "undo", {"step": before["step"]}),
        ("POST", "resign", None),
    ):
        assert one.error(method, f"/games/{game}/{end}?seat={seat}", body, status=403) == "web.error.foreign_seat"
    assert one.state(game) == before


def test_a_watcher_does_nothing(program: Start) -> None:
    one, watcher = program(), program()
    made = one.begin(opponent="bot:passer_by")
    before = one.state(made["game"])
    watcher.told("POST", f"/games/{made['game']}/watch", {"secret": made["watch"]["secret"]})
    body = {"play": before["legal"][0], "step": before["step"]}
    assert watcher.error("POST", f"/games/{made['game']}/play", body, status=403) == "web.error.watching"
    assert watcher.error("POST", f"/games/{made['game']}/resign", status=403) == "web.error.watching"
    assert one.state(made["game"]) == before


def test_what_is_sent_twice_is_done_once(program: Start) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by")["game"]
    state = one.state(game)
    body = {"play": state["legal"][0], "step": state["step"]}
    after = one.told("POST", f"/games/{game}/play", body)
    assert one.error("POST", f"/games/{game}/play", body, status=409) == "error.stale"
    assert one.state(game) == after
    taken = one.told("POST", f"/games/{game}/undo", {"step": after["step"]})
    assert one.error("POST", f"/games/{game}/undo", {"step": after["step"]}, status=409) == "error.stale"
    assert one.state(game) == taken


def test_who_is_not_to_move_or_too_early_or_too_late_is_told_so(program: Start) -> None:
    one, other = program(), program()
    made = one.begin()
    game, body = made["game"], {"play": "pick holmes", "step": 1}
    assert one.error("POST", f"/games/{game}/play", body, status=409) == "web.error.waiting"
    assert one.error("POST", f"/games/{game}/resign", status=409) == "web.error.waiting"
    other.join(made)
    assert other.error("POST", f"/games/{game}/play", body, status=409) == "error.not_your_turn"
    assert one.error("POST", f"/games/{game}/play", body | {"play": "whistle"}, status=400)
    one.told("POST", f"/games/{game}/resign")
    assert one.error("POST", f"/games/{game}/play", body, status=409) == "error.over"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 4000, b'{"play": "pick holmes"}',
        b'{"play": "pick holmes", "step": "1"}', b'{"play": "pick holmes", "step": 1.0}',
        b'{"play": "pick holmes", "step": -1}', b'{"play": "pick holmes", "step": 1, "seat": "jack"}',
        b'{"play": 1, "step": 1}', b'{"play": "' + b"x" * 81 + b'", "step": 1}',
        b'{"play": "\\ud800", "step": 1}', b'{"play": "\\u0000", "step": 1}',
    ],
)  # fmt: skip
def test_a_body_that_means_nothing_is_refused(program: Start, body: bytes) -> None:
    one = program()
    game = one.begin(opponent="bot:passer_by")["game"]
    before = one.state(game)
    answer = one.http.post(f"/games/{game}/play", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json().keys()) == (400, {"error", "message"})
    assert one.state(game) == before


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "chess"}, {"side": "moriarty"}, {"opponent": "nobody"}, {"opponent": "bot:deep blue"},
        {"options": {"edition": "third"}}, {"options": {"colour": "red"}}, {"secret": "no such field"},
    ],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused(program: Start, changed: dict[str, object]) -> None:
    one = program()
    one.error("POST", "/games", NEW | changed, status=400)
    assert one.told("GET", "/games") == {"games": [], "lost": []}


@pytest.mark.parametrize("name", ["", " ", "x" * 33, "<b>", "new\nline", "end\n", "é", 7, None])
def test_a_name_is_plain(program: Start, name: object) -> None:
    program().error("POST", "/accounts", {"name": name}, status=400)


def test_a_body_says_that_it_is_json_and_is_short(program: Start) -> None:
    one = program()
    plain = one.http.post("/accounts", content=b'{"name": "x"}', headers={"Content-Type": "text/plain"})
    assert (plain.status_code, plain.json()["error"]) == (415, "web.error.not_json")
    huge = one.http.post("/accounts", content=b" " * 100_000, headers={"Content-Type": "application/json"})
    assert huge.status_code == 413


def test_a_strange_name_for_this_machine_is_refused(program: Start) -> None:
    assert program().http.get("/titles", headers={"Host": "evil.example"}).status_code == 403


def test_errors_are_told_in_the_language_asked_for(program: Start) -> None:
    one = program()
    told = {
        one.http.get("/games/x", headers={"Accept-Language": language}).json()["message"]
        for language in ("en", "fr", "es", "ru")
    }
    assert len(told) == 4


def test_of_a_token_only_the_hash_is_kept_and_who_asks_without_end_is_slowed_down(tmp_path: Path) -> None:
    with serving_at(Rate(burst=1, per_second=0), tmp_path) as address:
        one = Program(address)
        one.http.close()
        refused = httpx.post(f"{address}/api/v1/accounts", json={"name": "x"}, timeout=WAIT)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert one.token.encode() not in kept
    assert sha256(one.token.encode()).hexdigest().encode() in kept


@pytest.mark.long
def test_a_program_reads_the_review_of_a_finished_game_only(program: Start) -> None:
    one, stranger = program(), program()
    id = one.begin(title="pocket", side="detectives", opponent="bot:passer_by")["game"]
    assert one.error("GET", f"/games/{id}/review", status=409) == "error.not_over"
    one.told("POST", f"/games/{id}/resign")
    assert stranger.error("GET", f"/games/{id}/review", status=404) == "web.error.no_table"
    told = one.told("GET", f"/games/{id}/review")
    curve = [point["public"] for point in told["points"]]
    changes = [sum(account["change"] for account in point["accounts"]) for point in told["points"][1:]]
    assert [after - before for before, after in pairwise(curve)] == changes
    assert curve[-1] == 1000
    for side, summary in told["summaries"].items():
        parts = sum(summary[part] for part in ("luck", "own", "other", "news"))
        assert parts == summary["change"] == (1 if side == "jack" else -1) * (1000 - curve[0])
    assert told["turning_points"][-1]["text"].startswith("Detectives")
