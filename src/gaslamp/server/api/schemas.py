"""Bodies of API requests, decoded strictly, and of responses. The OpenAPI document is generated from these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from gaslamp.core.game import News, Outcome
from gaslamp.game.clock import SeatClock
from gaslamp.game.requests import Step, Word
from gaslamp.service.lobby.membership import Phase, SeatInfo
from gaslamp.service.lobby.requests import Hash

# ---- requests; those that browsers send too are in game.requests and service.lobby.requests


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$(?!\n)")]


class AtStep(Struct, frozen=True, forbid_unknown_fields=True):
    """The step of the state that a request for an undo or a hint answers."""

    step: Step


class Nonce(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's contribution to the draws: 32 bytes in hexadecimal digits."""

    nonce: Hash


class PuzzleAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Marks in any order, or actions in their order."""

    answer: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=200)]


# ---- responses


class ErrorOut(Struct, frozen=True):
    error: str  # stable id
    message: str  # for people


class AccountOut(Struct, frozen=True):
    name: str


class NewAccountOut(Struct, frozen=True):
    """A new account. The token is shown only here."""

    name: str
    token: str


class OptionOut(Struct, frozen=True):
    """An optional rule. A choice needs all of `requires` and one of `requires_one`.

    `default_when` maps a choice to the choices of other options with which it replaces the default.
    """

    id: str
    choices: tuple[str, ...]
    default: str
    requires: Mapping[str, Mapping[str, tuple[str, ...]]]
    requires_one: Mapping[str, Mapping[str, tuple[str, ...]]]
    default_when: Mapping[str, Mapping[str, tuple[str, ...]]]


class SeatsByOption(Struct, frozen=True):
    option: str
    seats: Mapping[str, tuple[str, ...]]


class BotOut(Struct, frozen=True):
    """A bot level. It plays all choices of options that are not listed."""

    name: str
    sides: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]


class TitleOut(Struct, frozen=True):
    id: str
    rules_version: int
    sides: tuple[str, ...]
    seats: tuple[str, ...]
    seats_by: SeatsByOption | None
    options: tuple[OptionOut, ...]
    bots: tuple[BotOut, ...]


class TitlesOut(Struct, frozen=True):
    """All titles, and the bot levels of any title. An opponent is `bot:` and the name of a level."""

    titles: tuple[TitleOut, ...]
    bots: tuple[str, ...]


class LinkOut(Struct, frozen=True):
    secret: str
    page: str


class NewGameOut(Struct, frozen=True):
    """A new game. The secrets of its links are shown only here."""

    game: str
    seat: str
    invite: LinkOut | None  # null if no seat is free
    watch: LinkOut


class ClockOut(Struct, frozen=True):
    """Clocks, in milliseconds of the server's time. While time runs only `now` changes."""

    agreed: str  # minutes+seconds, or days
    now: int
    since: int  # when the active player's clock started
    due: int | None  # when it runs out
    begun: bool
    paused: bool
    clocks: tuple[SeatClock, ...]


class OfferOut(Struct, frozen=True):
    """An open offer. A reply names its number."""

    number: int
    what: str
    by: str
    asked: bool  # your reply is awaited


class GoneOut(Struct, frozen=True):
    seat: str
    since: int  # when its handover may be asked for


class StatusOut(Struct, frozen=True):
    offer: OfferOut | None
    may: tuple[str, ...]  # what this seat may ask for
    gone: tuple[GoneOut, ...]
    handed: tuple[str, ...]  # seats that were handed to bots
    present: tuple[str, ...]  # seats with a connected player or a bot
    hints: Mapping[str, int]  # turns with a hint, by seat


class GameOut(Struct, frozen=True):
    game: str
    title: str
    rules_version: int
    options: Mapping[str, str]
    phase: Phase
    seats: tuple[SeatInfo, ...]
    mine: tuple[str, ...]
    my_turn: bool
    nonce_awaited: bool  # yours
    commitment: str  # to the secret of the draws
    outcome: Outcome | None  # null also if it was closed before it began
    clock: ClockOut | None
    rematch: str | None  # id of the next game
    hints: bool  # allowed


class MyGameOut(Struct, frozen=True):
    game: str
    title: str
    options: Mapping[str, str]
    phase: Phase
    mine: tuple[str, ...]
    my_turn: bool
    outcome: Outcome | None


class LostGameOut(Struct, frozen=True):
    """A stored game that cannot be opened. `error` is the id of the error that its other paths answer with."""

    game: str
    error: str


class GamesOut(Struct, frozen=True):
    """Your newest games: those with your turn first, finished ones last."""

    games: tuple[MyGameOut, ...]
    lost: tuple[LostGameOut, ...] = ()


class StateOut(Struct, frozen=True):
    """The table as one seat sees it. `step` counts the updates of this seat; an action names the step it answers."""

    game: str
    seat: str
    phase: Phase
    step: int
    view: dict[str, Any] | None  # null before the deal
    legal: tuple[str, ...]
    final: tuple[str, ...]  # legal actions that cannot be undone
    may_undo: bool
    news: tuple[News, ...]  # all news of this seat, newest last
    outcome: Outcome | None
    head: str  # of the commitment chain, over this seat's updates
    clock: ClockOut | None  # null without a time limit
    status: StatusOut | None  # null before the deal


class HintOut(Struct, frozen=True):
    step: int
    by: str  # level of the bot
    action: str
    reasons: tuple[str, ...]


class OpenGameOut(Struct, frozen=True):
    game: str
    title: str
    options: Mapping[str, str]
    clock: str
    seats: tuple[str, ...]  # free
    house: tuple[str, ...]  # of bots, which add nothing to the draws
    commitment: str  # to the secret of the draws; needed for a nonce
    hints: bool  # allowed


class OpenGamesOut(Struct, frozen=True):
    """Public games with free seats, newest first."""

    games: tuple[OpenGameOut, ...]


class ChatMessageOut(Struct, frozen=True):
    room: str
    seat: str
    mine: bool
    text: str
    phrase: bool  # text is the id of a ready phrase


class ChatOut(Struct, frozen=True):
    rooms: tuple[str, ...]
    write: bool
    said: tuple[ChatMessageOut, ...]


class PuzzleOut(Struct, frozen=True):
    id: str
    title: str
    kind: str
    seat: str  # that is asked
    theme: str
    difficulty: int  # 1 to 5


class PuzzlesOut(Struct, frozen=True):
    today: str  # id of the puzzle of the day
    puzzles: tuple[PuzzleOut, ...]


class QuestionOut(Struct, frozen=True):
    """A puzzle as its seat sees it. The answer is a set of `marks`, or actions, of which the first is in `legal`."""

    puzzle: PuzzleOut
    question: str
    options: Mapping[str, str]
    view: dict[str, Any]
    news: tuple[News, ...]  # all news of this seat, newest last
    marks: tuple[str, ...]  # all that can be marked
    legal: tuple[str, ...]
    final: tuple[str, ...]  # legal actions that complete an answer


class JudgementOut(Struct, frozen=True):
    complete: bool  # false: more actions are needed, and nothing was judged
    right: bool
    why: str | None  # of a wrong answer
    legal: tuple[str, ...]  # after an answer that is not complete
    final: tuple[str, ...]


class SolutionStepOut(Struct, frozen=True):
    text: str
    points: tuple[str, ...]  # ids of sprites on the board


class SolutionOut(Struct, frozen=True):
    answers: tuple[tuple[str, ...], ...]  # some right ones
    steps: tuple[SolutionStepOut, ...]
