"""A name of one's own: optional, kept for the guest, shown to the table as text and as nothing else, never logged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from gaslamp.core.messages import message
from gaslamp.locale import catalogue
from gaslamp.service.errors import Refusal
from gaslamp.service.lobby import names
from gaslamp.service.lobby.membership import Members, speaker
from tests.host.programs import BUSY, Program, serving_at
from tests.host.running import Guest, Socket

Come = Callable[[], Guest]
Start = Callable[[], Program]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_at(BUSY, tmp_path_factory.mktemp("data")) as address:
        yield address


def called(guest: Guest, name: str) -> Guest:
    answer = guest.http.post("/name", json={"name": name})
    assert answer.status_code == 200, answer.text
    return guest


def who(socket: Socket) -> dict[str, str]:
    return {seat["seat"]: seat["name"] for seat in socket.until("table")["seats"]}


def test_the_table_calls_its_people_by_their_names(guest: Come) -> None:
    me, friend, watcher = called(guest(), "Anna"), called(guest(), "  Борис   Ф. "), guest()
    told = me.create(opponent="friend", side="jack")
    friend.follow(told["invite"])
    watcher.follow(told["watch"])
    mine, theirs = me.sit(told["table"]), friend.sit(told["table"])
    assert who(mine) == {"jack": "You", "detectives": "Борис Ф."}
    assert who(theirs) == {"jack": "Anna", "detectives": "You"}
    assert who(watcher.sit(told["table"])) == {"jack": "Anna", "detectives": "Борис Ф."}
    theirs.send(say="good evening", room="table")
    said = mine.until("chat", whole=False)["said"]
    assert [one["who"] for one in said] == ["Борис Ф. (Detectives)"]
    mine.send(resign=1)
    players = mine.until("table", over=True)["result"]["players"]
    assert "Борис Ф." in {player["name"] for player in players.values()}


def test_a_name_is_remembered_for_the_next_game_and_can_be_taken_away(guest: Come) -> None:
    me = called(guest(), "Anna")
    assert 'value="Anna"' in me.http.get("/").text
    called(me, " ")
    assert 'value=""' in me.http.get("/").text
    stranger = guest()
    called(stranger, "")
    assert "guest" not in stranger.http.cookies  # nothing was said, nobody is kept


def test_whoever_has_no_name_can_still_be_told_apart(guest: Come) -> None:
    me, *friends = guest(), guest(), guest(), guest()
    told = me.create(title="whitehall", side="investigators", opponent="friend", options={"investigators": "3"})
    room = me.sit(told["table"])
    room.until("waiting")
    for friend in friends:
        friend.follow(told["invite"])
    called(friends[2], "Dora")
    assert sorted(who(me.sit(told["table"])).values()) == ["Dora", "Guest 2", "Guest 3", "You"]


def test_two_without_a_name_are_no_more_than_you_and_a_guest() -> None:
    members = Members({"jack": "a", "detectives": "b"}, frozenset())
    assert members.number("jack", "b") == 0
    assert [members.number(seat) for seat in members.seats] == [1, 2]


def test_the_waiting_room_and_programs_are_told_names_too(guest: Come, program: Start) -> None:
    me, friend, robot = called(guest(), "Anna"), called(guest(), "Ben"), program()
    told = me.create(title="whitehall", side="investigators", opponent="friend", options={"investigators": "2"})
    socket = me.sit(told["table"])
    socket.until("waiting")
    friend.follow(told["invite"])
    assert "<em>Ben</em>" in socket.until("waiting")["html"]
    path, secret = told["invite"].split("#")
    game = robot.told("POST", f"/games/{path.rpartition('/')[2]}/join", {"secret": secret})
    assert {seat["name"]: seat["who"] for seat in game["seats"]} == {"Ben": "guest", "Anna": "guest", "tester 0": "you"}
    assert "tester 0 (program)" in who(socket).values()


def test_a_person_with_a_name_is_no_program(guest: Come, program: Start) -> None:
    me, robot = called(guest(), "Anna"), program()
    robot.http.headers["Authorization"] = f"Bearer {me.http.cookies['guest']}"
    assert robot.error("GET", "/accounts/me", status=401) == "web.error.token"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("", None),
        ("   ", None),
        ("Anna", "Anna"),
        ("Jean-Luc D'Aix", "Jean-Luc D'Aix"),
        ("e\u0301tienne", "\u00e9tienne"),
        ("محمد", "محمد"),
        ("x" * names.LONGEST, "x" * names.LONGEST),
    ],
)
def test_a_name_is_kept_as_one_line(name: str, kept: str | None) -> None:
    assert names.clean(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "x" * (names.LONGEST + 1),
        "new\nline",
        "tab\there",
        "nul\0",
        "\u202eevil",  # turns the writing round
        "a\u2066b",
        "a\u200bb",  # without width
        "\u3164",  # a letter that is a blank
        "\u2800",
        "...",
        "\ud800",
        "\ue000",
        "a\u2028b",
        "a\u0301\u0302\u0303\u0304",
        "Anna\ufe0f",  # variation selectors
        "Anna\U000e0100",
        "An\u180bna",
        "An\u00adna",
        "An\u034fna",
        "\u0410nna",  # Cyrillic and Latin in one word
        "Ann\u03b1",  # Greek
        "\u041ca\u0440ия",
    ],
)
def test_a_name_that_cannot_be_shown_as_it_is_is_refused(name: str) -> None:
    with pytest.raises(Refusal):
        names.clean(name)


def test_what_is_refused_is_said_in_a_sentence(guest: Come) -> None:
    refused = guest().http.post("/name", json={"name": "\u202eevil"})
    assert refused.status_code == 400
    assert refused.json()["text"] == "This name cannot be shown. Use letters and digits."
    assert guest().http.post("/name", json={"name": "x" * 201}).status_code == 400
    assert guest().http.post("/name", json={"name": "x"}, headers={"Origin": "http://evil.example"}).status_code == 403


def test_a_name_is_only_ever_text(guest: Come) -> None:
    me, friend = called(guest(), "<b>Anna</b>"), called(guest(), '"><i>x')
    told = me.create(title="whitehall", side="investigators", opponent="friend", options={"investigators": "2"})
    socket = me.sit(told["table"])
    socket.until("waiting")
    friend.follow(told["invite"])
    html = socket.until("waiting")["html"] + me.http.get("/").text + friend.http.get("/").text
    assert "&lt;b&gt;Anna" in html
    assert not re.search(r"<b>Anna|<i>x", html)


def test_who_writes_from_right_to_left_turns_nothing_else() -> None:
    members = Members({"jack": "a"}, frozenset(), {"jack": "محمد"})
    said = catalogue("en").say(speaker(members, "jack", message("pocket.seat.jack")))
    assert said.startswith("\u2068محمد\u2069")


@pytest.mark.parametrize(
    "name",
    [
        "constable", "Constable", "CONSTABLE", "Jack (bot)", "jack", "Mr. Jack", "Mr Jack", "Jäck", "Detective",
        "detectives", "Investigator 2", "investigator1", "Enquêteur", "enqueteur", "Investigador", "Сыщик",
        "Мистер Джек", "Констебль", "Passer-by", "passer_by", "Guest", "Guest 2", "Гость 3", "You", "Anna (program)",
        "Anna (Программа)", "Anna [bot]", "C0nstable", "\u0408\u0430\u0441\u043a", "lnspector", "\uff2aack",
    ],
)  # fmt: skip
def test_a_name_of_a_bot_or_a_seat_is_refused_in_every_language(name: str) -> None:
    with pytest.raises(Refusal, match=r"web\.error\.name_(taken|signs)"):
        names.clean(name)


@pytest.mark.parametrize(
    "name", ["Anna", "Jackie", "Anna Борис", "Анна-Maria", "Ада", "Bo", "Otto", "José", "Ελένη", "小林"]
)
def test_other_names_are_taken(name: str) -> None:
    assert names.clean(name) == name


def test_spaces_of_other_kinds_are_spaces() -> None:
    assert names.clean("Anna\u00a0\u3000 B.\u2003") == "Anna B."
