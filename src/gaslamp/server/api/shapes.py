"""What programs send, decoded strictly, and what they are told. The schema of the API is made from these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gaslamp.core.game import News, Outcome
from gaslamp.service.games.seat_status import SeatClock
from gaslamp.service.games.waiting_room import Share
from gaslamp.service.lobby.membership import Phase
from gaslamp.service.lobby.requests import (
    Ask,
    Hash,
    Invitation,
    JoinGame,
    NewGame,
    Reply,
    Say,
    Step,
    TakeOpenSeat,
    Word,
)

__all__ = ["Ask", "Invitation", "JoinGame", "NewGame", "Phase", "Reply", "Say", "TakeOpenSeat"]

# ---- what comes in; what browsers send too has the same shape


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """What a program is to be called at the tables."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$(?!\n)")]


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """An action by its notation, and the step of the state that it answers."""

    action: Word
    step: Step


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """The step of the state in which the last action is to be taken back."""

    step: Step


class Hint(Struct, frozen=True, forbid_unknown_fields=True):
    """The step of the state for which a hint is wanted."""

    step: Step


class Nonce(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player adds to the draws: 32 bytes in hexadecimal digits."""

    nonce: Hash


# ---- what goes out


class ErrorTold(Struct, frozen=True):
    """What went wrong: an id that stays, and a sentence for people."""

    error: str
    message: str


class AccountTold(Struct, frozen=True):
    """Who one is."""

    name: str


class NewAccountTold(Struct, frozen=True):
    """A new account; its token is told once, here."""

    name: str
    token: str


class OptionTold(Struct, frozen=True):
    """An optional rule, and what a choice of it needs: all of `requires`, one of `requires_one`.

    `default_when` maps a choice to the choices of other options with which it replaces the default.
    """

    id: str
    choices: tuple[str, ...]
    default: str
    requires: Mapping[str, Mapping[str, tuple[str, ...]]]
    requires_one: Mapping[str, Mapping[str, tuple[str, ...]]]
    default_when: Mapping[str, Mapping[str, tuple[str, ...]]]


class SeatsByOption(Struct, frozen=True):
    """The option that says which seats there are, and the seats of each of its choices."""

    option: str
    seats: Mapping[str, tuple[str, ...]]


class BotTold(Struct, frozen=True):
    """An opponent of the house: the sides it plays, and the choices it knows of some options; of the others, all."""

    name: str
    sides: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]


class TitleTold(Struct, frozen=True):
    """A title that can be played."""

    id: str
    rules_version: int
    sides: tuple[str, ...]
    seats: tuple[str, ...]
    seats_by: SeatsByOption | None
    options: tuple[OptionTold, ...]
    bots: tuple[BotTold, ...]


class TitlesTold(Struct, frozen=True):
    """What can be played, and against whom of the house: `bot:` before the name. `bots` are those of any title."""

    titles: tuple[TitleTold, ...]
    bots: tuple[str, ...]


class LinkTold(Struct, frozen=True):
    """A link: the secret for programs, the page for people."""

    secret: str
    page: str


class NewGameTold(Struct, frozen=True):
    """A new game; the secrets of its links are told once, here."""

    game: str
    seat: str
    invite: LinkTold | None  # none where nobody is awaited
    watch: LinkTold


class ClockTold(Struct, frozen=True):
    """What time there is, in milliseconds of the server's clock. As time goes by nothing of it changes but `now`."""

    agreed: str  # minutes+seconds, or days, as the game was made
    now: int  # when this was told; no reason for another line
    since: int  # from when on the time runs that runs
    due: int | None  # when it is up
    begun: bool  # nobody may act before
    paused: bool
    clocks: tuple[SeatClock, ...]


class OfferTold(Struct, frozen=True):
    """What is asked for and not yet agreed on; an answer names its number."""

    number: int
    what: str
    by: str
    asked: bool  # your answer is awaited


class GoneTold(Struct, frozen=True):
    """A seat that is deserted, and from when on it may be asked to hand it over."""

    seat: str
    since: int


class StatusTold(Struct, frozen=True):
    """What is agreed on besides the game, for one seat."""

    offer: OfferTold | None
    may: tuple[str, ...]  # what this seat may ask for
    gone: tuple[GoneTold, ...]
    handed: tuple[str, ...]  # seats of people that bots have for now
    present: tuple[str, ...]  # seats whose people are there, or that a bot has
    hints: Mapping[str, int]  # in how many turns a seat was given some


class SeatTold(Struct, frozen=True):
    """Who is in a seat; bots and programs have names, people if they gave one."""

    seat: str
    side: str
    who: Literal["you", "bot", "program", "guest", "nobody"]
    name: str
    adds: Share | None  # to the draws; none in games of old


class GameTold(Struct, frozen=True):
    """What all at a game know of it, and which seats are yours."""

    game: str
    title: str
    rules_version: int
    options: Mapping[str, str]
    phase: Phase
    seats: tuple[SeatTold, ...]
    mine: tuple[str, ...]
    my_turn: bool
    nonce_awaited: bool  # yours
    commitment: str  # to the secret of the draws
    outcome: Outcome | None  # none also if it was closed before it began
    clock: ClockTold | None
    rematch: str | None  # the game that follows this one
    hints: bool  # they may be given


class MyGameTold(Struct, frozen=True):
    """One of one's games, as far as a list tells."""

    game: str
    title: str
    options: Mapping[str, str]
    phase: Phase
    mine: tuple[str, ...]
    my_turn: bool
    outcome: Outcome | None


class LostTold(Struct, frozen=True):
    """A game that is kept and cannot be opened any more; `error` is the id that its other addresses refuse with."""

    game: str
    error: str


class GamesTold(Struct, frozen=True):
    """One's newest games: those with one's turn first, and last those that are over."""

    games: tuple[MyGameTold, ...]
    lost: tuple[LostTold, ...] = ()


class StateTold(Struct, frozen=True):
    """The table as one seat sees it now. `step` counts what this seat was told, and is what an action answers."""

    game: str
    seat: str
    phase: Phase
    step: int
    view: dict[str, Any] | None  # none before the deal
    legal: tuple[str, ...]  # what may be played now
    final: tuple[str, ...]  # those of them that cannot be taken back
    may_undo: bool
    news: tuple[News, ...]  # everything this seat has learnt, the newest last
    outcome: Outcome | None
    head: str  # of the chain of commitments, over what this seat was told
    clock: ClockTold | None  # none where time was not agreed on
    status: StatusTold | None  # none before the deal


class HintTold(Struct, frozen=True):
    """What an opponent of the house would do at a step, and why, in sentences for people."""

    step: int
    by: str  # the name of the opponent
    action: str
    reasons: tuple[str, ...]


class FreeGameTold(Struct, frozen=True):
    """A game with free seats, as somebody sees it who may take one."""

    game: str
    title: str
    options: Mapping[str, str]
    clock: str
    seats: tuple[str, ...]  # that are free
    house: tuple[str, ...]  # of opponents, who add nothing to the draws
    commitment: str  # to the secret of the draws: who knows it can sit down with a nonce
    hints: bool  # all may be given some


class OpenGamesTold(Struct, frozen=True):
    """The games that anybody may join, the newest first."""

    games: tuple[FreeGameTold, ...]


class SaidTold(Struct, frozen=True):
    """A message: where it was said, and by which seat."""

    room: str
    seat: str
    mine: bool
    text: str


class ChatTold(Struct, frozen=True):
    """The rooms one may read, whether one may write, and the last that was said there."""

    rooms: tuple[str, ...]
    write: bool
    said: tuple[SaidTold, ...]
