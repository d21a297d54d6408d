"""People who talk at a table, for the tests of the chat."""

from __future__ import annotations

from collections.abc import Sequence

from gaslamp.core.game import Seat, Side
from gaslamp.locale import catalogue
from gaslamp.service.lobby import chat
from gaslamp.titles.pocket.game import Pocket
from tests.host.running import Frame, Guest, Socket

WHISPER = "Meet me under the third lantern"
ENGLISH = catalogue("en").sentences


class Crowded(Pocket):
    """Pocket with a constable beside the detectives: a side of two seats, one of which has nothing to do."""

    seats = ("jack", "detectives", "constable")

    def side(self, seat: Seat) -> Side:
        return "jack" if seat == "jack" else "detectives"


def table_for(guests: Sequence[Guest], watchers: Sequence[Guest] = ()) -> str:
    """Seat the first as detectives, then the others, and those who watch; give the table."""
    told = guests[0].create(opponent="friend", side="detectives")
    for other in guests[1:]:
        assert other.follow(told["invite"]).status_code == 200
    for watcher in watchers:
        assert watcher.follow(told["watch"]).status_code == 200
    return told["table"]


def sit(table: str, *guests: Guest) -> list[Socket]:
    """Sit down, and wait until nothing more is told."""
    sockets = [guest.sit(table) for guest in guests]
    for socket in sockets:
        socket.until("table")
    quiet(*sockets)
    return sockets


def quiet(*sockets: Socket) -> None:
    for socket in sockets:
        while not socket.hears_nothing():
            pass


def chats(socket: Socket) -> list[Frame]:
    return [frame for frame in socket.frames if frame["type"] == "chat"]


def seat_of(socket: Socket) -> str:
    return next(str(frame["seat"]) for frame in socket.frames if frame["type"] == "table")


def lines(frame: Frame) -> list[tuple[str, bool, str]]:
    return [(said["who"], said["mine"], said["text"]) for said in frame["said"]]


def refused(socket: Socket, id: str) -> bool:
    return str(socket.until("error")["text"]) == ENGLISH[id][0].format(most=chat.LONGEST)
