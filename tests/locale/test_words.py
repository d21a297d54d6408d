"""Every title can be played in every language: all texts exist."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len

from gaslamp.core.game import Game, News
from gaslamp.core.messages import Message, message
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.service.games import bot_runner
from gaslamp.titles.pocket.game import Pocket
from gaslamp.titles.pocket.rules import board, events
from gaslamp.titles.pocket.rules.view import STAGES
from gaslamp.ui.presentation import presentation
from tests.conftest import PROVING, Proof
from tests.contract.games import every_game, seeds

POCKET = Pocket()
CATALOGUES = [catalogue(language) for language in LANGUAGES]

every_language = pytest.mark.parametrize("language", LANGUAGES)


def names(group: str) -> set[str]:
    """Return the last parts of all message ids of a group."""
    return {id.removeprefix(f"{group}.") for id in CATALOGUES[0].sentences if id.startswith(f"{group}.")}


class Speaker:
    """Formats messages in all languages; an unknown id or parameter raises KeyError."""

    def __init__(self) -> None:
        self.said: set[tuple[Any, ...]] = set()

    def say(self, message: Message) -> None:
        if (key := self._key(message)) not in self.said:
            self.said.add(key)
            for words in CATALOGUES:
                assert message.id in words  # built-in titles need no fallbacks
                assert words.say(message)

    def _key(self, value: Any) -> Any:
        match value:
            case Message():
                return value.id, *(self._key(inner) for inner in value.params.values())
            case tuple():
                return tuple(self._key(inner) for inner in value)
            case _:
                return value


def messages(thing: Any) -> Iterator[Message]:
    """Yield every message inside an object."""
    parts = [thing]
    while parts:
        part = parts.pop()
        if isinstance(part, Message):
            yield part
        elif isinstance(part, tuple):
            parts += part
        elif isinstance(part, dict):
            parts += part.values()
        else:
            parts += [getattr(part, name) for name in _field_names(type(part))]


FIELDS: dict[type, tuple[str, ...]] = {}  # cache


def _field_names(kind: type) -> tuple[str, ...]:
    if kind not in FIELDS:
        names = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
        FIELDS[kind] = getattr(kind, "__struct_fields__", names)
    return FIELDS[kind]


def shown(game: Game[Any, Any], update: Update) -> Iterator[Message]:
    """Yield every message of a table in the terminal or on a page."""
    actions = [game.actions.parse(notation) for notation in update.legal]
    yield from messages(presentation(game).prompt(update.view, actions))
    yield from messages(presentation(game).text_board(update.view))
    yield from messages(presentation(game).scene(update.view))
    yield from messages(presentation(game).panels(update.view, update.news))


def random_table(game: Game[Any, Any], rng: Random) -> Iterator[Table]:
    """Yield a table after each step of a random game, sometimes resigned."""
    table = Table(game, rng=rng)
    yield table
    while table.to_move is not None:
        if rng.random() < 0.002:
            table.resign(table.to_move)
        else:
            bot_runner.answer(table, table.to_move, "passer_by", rng)
        yield table


# ---- every title


@pytest.mark.long
@every_game
def test_whole_games_can_be_shown_in_every_language(game: Game[Any, Any], proof: Proof) -> None:
    speaker = Speaker()
    games = max(1, proof.amount(test=1, proof=20) // (2 if game.sampled else 1))  # its games are long
    for _, rng in seeds(proof.seed, f"words {game.options}", games):
        for number, table in enumerate(random_table(game, rng)):
            # One viewer per step; in `make proof` all.
            for viewer in game.viewers if PROVING else (game.viewers[number % len(game.viewers)],):
                for words in shown(game, table.update(viewer)):
                    speaker.say(words)
    proof.report(f"{game.title}: words of whole games", games=games, different_messages=len(speaker.said))


@every_game
def test_all_news_can_be_shown_in_every_language(game: Game[Any, Any], proof: Proof) -> None:
    speaker = Speaker()
    games = proof.amount(test=20, proof=1000)
    for _, rng in seeds(proof.seed, f"news {game.options}", games):
        *_, table = random_table(game, rng)
        for viewer in game.viewers:
            for news in table.update(viewer).news:
                speaker.say(presentation(game).tell(news))
    proof.report(f"{game.title}: words of news", games=games, different_messages=len(speaker.said))


@every_game
def test_every_action_has_a_label_in_every_language(game: Game[Any, Any]) -> None:
    for action in game.actions:
        Speaker().say(presentation(game).label(action))


@every_game
@every_language
def test_labels_of_actions_are_unique(game: Game[Any, Any], language: str) -> None:
    labels = [catalogue(language).say(presentation(game).label(action)) for action in game.actions]
    assert len(set(labels)) == len(labels)


@every_game
def test_a_title_has_a_name_its_rules_in_short_and_names_for_its_seats(game: Game[Any, Any]) -> None:
    ids = [f"{game.title}.title", f"{game.title}.rules", *(f"{game.title}.seat.{seat}" for seat in game.seats)]
    for id in ids:
        Speaker().say(message(id))


# ---- Pocket


def test_pocket_names_all_it_has_and_nothing_else() -> None:
    pieces = {*board.SUSPECTS, *board.DETECTIVE_NAMES}
    assert names("pocket.suspect") == set(board.SUSPECTS)
    assert names("pocket.detective") == set(board.DETECTIVE_NAMES)
    assert names("pocket.letters") == pieces
    assert names("pocket.face") == names("pocket.take") == set(board.FACES)
    assert names("pocket.side") == {*board.SIDES, "none"}
    assert names("pocket.turn_by") == set(board.TURNS)
    assert names("pocket.seat") == {*board.SEATS, "chance"}


def test_pocket_has_a_sentence_for_every_ending() -> None:
    endings = set(board.ENDINGS) - {""}
    assert names("pocket.over") == endings
    for reason in endings:
        Speaker().say(presentation(POCKET).tell(News("over", {"reason": reason, "winner": "jack"})))


def test_pocket_has_a_prompt_for_every_stage() -> None:
    stages = set(STAGES) - {
        "dealing",
        "identifying",
        "throwing",
        "alibi",
        "finished",
    }  # stages without a choice of a seat
    assert names("pocket.prompt") == {*stages, "turn_street", "exchange_street", "wait"}


def test_pocket_has_a_sentence_for_every_kind_of_event() -> None:
    tree = ast.parse(Path(events.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    makers = {"_public", "Event"}
    firsts = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in makers]
    kinds = {first.value for first in firsts if isinstance(first, ast.Constant)}
    called = {"called_seen", "called_seen_nobody", "called_not_seen", "called_not_seen_nobody"}
    told_otherwise = {"alibi_shown_again", "revealed_without_cards"}
    assert names("pocket.news") == (kinds - {"called", "over"}) | called | told_otherwise


@every_language
def test_letters_are_two_wide_and_distinct(language: str) -> None:
    pieces = [*board.SUSPECTS, *board.DETECTIVE_NAMES]
    letters = [catalogue(language).say(message(f"pocket.letters.{piece}")) for piece in pieces]
    assert all(len(text) == cell_len(text) == 2 for text in letters)
    assert len(set(letters)) == len(letters)


@every_language
def test_names_of_characters_are_unique(language: str) -> None:
    say_in = catalogue(language).say
    suspects = {say_in(message(f"pocket.suspect.{id}")) for id in board.SUSPECTS}
    detectives = {say_in(message(f"pocket.detective.{id}")) for id in board.DETECTIVE_NAMES}
    assert len(suspects | detectives) == len(board.SUSPECTS) + len(board.DETECTIVE_NAMES)
