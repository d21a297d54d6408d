"""Whitehall Mystery has a message for every action and event in every language, with consistent names."""

import ast
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from gaslamp.core.game import Detail, News
from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.titles.whitehall.meta import META
from gaslamp.titles.whitehall.rules import board, events
from gaslamp.titles.whitehall.rules import notation as n
from gaslamp.titles.whitehall.ui import words
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.shown import CATALOGUES, Speaker, english
from tests.titles.whitehall.walks import Walk, dealt, game

UNSEEN = re.compile(r"\bx\d+")  # notation of a crossing

every_language = pytest.mark.parametrize("language", LANGUAGES)


def names(group: str) -> set[str]:
    """Return the last words of all messages of a group."""
    return {id.removeprefix(f"{group}.") for id in CATALOGUES[0].sentences if id.startswith(f"{group}.")}


def told(walk: Walk, viewer: str) -> list[str]:
    return [english(words.tell(piece)) for piece in walk.sight(viewer).news]


@every_language
def test_labels_of_all_actions_are_unique(language: str) -> None:
    labels = [catalogue(language).say(words.label(action)) for action in n.ACTIONS]
    assert len(set(labels)) == len(labels)


@every_language
def test_labels_on_the_map_use_only_visible_names(language: str) -> None:
    verbs = [catalogue(language).say(words.verb(action)) for action in n.ACTIONS]
    assert len(set(verbs)) == len(verbs)  # nearby circles identify a crossing
    assert not [verb for verb in verbs if UNSEEN.search(verb)]


@every_language
def test_the_log_speaks_of_places_that_the_board_shows(language: str, proof: Proof) -> None:
    *_, walk = game(next(seeds(proof.seed, "whitehall places", 1))[1])
    told = [catalogue(language).say(words.tell(piece)) for piece in walk.sight("investigator1").news]
    assert not [line for line in told if UNSEEN.search(line)]


def test_a_crossing_is_near_its_nearest_circles() -> None:
    walk = dealt().take("move 54", "walk x070")
    assert told(walk, "jack")[-1] == "Yellow walks from the crossing near 88, 87 to the one near 72, 55."


def test_invalid_actions_have_no_label() -> None:
    with pytest.raises(IndexError):
        words.label(len(n.ACTIONS))


def test_all_news_of_whole_games_have_texts(proof: Proof) -> None:
    speaker = Speaker()
    for _, rng in seeds(proof.seed, "whitehall words", proof.amount(test=6, proof=300)):
        *_, walk = game(rng)
        for viewer in walk.game.viewers:
            for piece in walk.sight(viewer).news:
                speaker.say_all(words.tell(piece))
    proof.report("whitehall: words of news", different_messages=len(speaker.said))


def test_there_is_a_sentence_for_every_kind_of_event() -> None:
    tree = ast.parse(Path(events.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    firsts = [call.args[0] for call in calls if getattr(call.func, "id", "") in {"_public", "Event"}]
    kinds = {part.value for first in firsts for part in ast.walk(first) if isinstance(part, ast.Constant)}
    kinds |= {"arrested", "arrested_in_vain"}
    variants = {
        "over": set(),
        "reclaimed": {"alley", "boat", "nothing"},
        "moved": {"plain", "coach", "alley", "boat"},
        "jack_moved": {"plain", "coach", "alley", "boat", "hidden"},
        "walked": {"walk", "stay", "smoker", "tile"},
        "searched": {"yes", "no"},
    }
    expected = {str(kind) for kind in kinds if kind not in variants} | {"false_clue_nothing", "round_over_tiles"}
    expected |= {f"{kind}_{variant}" for kind in variants for variant in variants[kind]}
    assert names("whitehall.news") == expected


def test_there_is_a_sentence_for_every_ending() -> None:
    assert names("whitehall.over") == set(board.ENDINGS) - {""}


def test_all_pieces_have_their_names_and_nothing_else_has() -> None:
    for group in ("figure", "whom", "name", "letters"):
        assert names(f"whitehall.{group}") == set(board.FIGURES), group
    assert names("whitehall.tile") == {*board.KINDS, "hidden"} - {""}
    assert names("whitehall.seat") == {*board.SEATS, "investigators", "chance"}
    abilities = {id.replace(" ", "_") for id in board.ABILITIES}
    assert names("whitehall.ability") == names("whitehall.short") == abilities


def test_every_option_and_every_choice_has_its_words() -> None:
    assert names("whitehall.option") == {option.id for option in META.options}
    assert names("whitehall.choice") == {choice for option in META.options for choice in option.choices}
    for group in ("seat_about", "curtain", "curtain_show", "curtain_back"):
        assert names(f"whitehall.{group}") == set(META.sides), group


@every_language
def test_letters_are_two_wide_and_distinct(language: str) -> None:
    letters = [catalogue(language).say(words.letters(name)) for name in board.FIGURES]
    assert all(len(text) == cell_len(text) == 2 for text in letters)
    assert len(set(letters)) == len(letters)


@every_language
def test_no_two_things_share_a_name(language: str) -> None:
    say = catalogue(language).say
    for name, ids in {
        words.figure: board.FIGURES,
        words.whom: board.FIGURES,
        words.name: board.FIGURES,
        words.seat: (*board.SEATS, "investigators"),
        words.tile: ("coach", "alley", "boat", "hidden"),
        words.ability: board.ABILITIES,
    }.items():
        assert len({say(name(id)) for id in ids}) == len(ids)


@pytest.mark.rule("WM-67b")
@every_language
def test_reconstructed_tiles_are_announced(language: str) -> None:
    stem = {"en": "reconstruct", "fr": "reconstitu", "es": "reconstru", "ru": "реконструкци"}[language]
    say = catalogue(language).say
    shown = [words.ability(f"tile {name}") for name in ("yellow", "blue", "red")]
    shown.append(message("whitehall.option.reconstructed_tiles"))
    assert all(stem in say(one) for one in shown)


@pytest.mark.rule("WM-71")
def test_only_jack_sees_the_circle_of_his_move() -> None:
    walk = dealt().take("move 54")
    assert told(walk, "jack")[-1] == "Move 1: you went from 33 to 54."
    for viewer in ("investigator1", "spectator"):
        assert told(walk, viewer)[-1] == "Move 1: Jack moved without a special tile."


@pytest.mark.rule("WM-19", "WM-14c")
def test_a_coach_is_announced_with_two_moves() -> None:
    walk = dealt().take("coach 54")
    assert told(walk, "jack")[-1] == "Your Coach passes through 54."
    assert told(walk, "investigator1")[-1] == "Round 1 begins."
    walk.take("then 55")
    assert told(walk, "jack")[-1] == "Moves 1 and 2: you took the Coach from 33 via 54 to 55."
    assert told(walk, "investigator1")[-1] == "Moves 1 and 2: Jack took the Coach."


@pytest.mark.rule("WM-60", "WM-60a")
def test_a_face_down_tile_is_revealed_when_the_round_ends() -> None:
    walk = dealt(murderer_at_large="on").turn("alley 34")
    assert "Move 1: Jack used a special tile, face down." in told(walk, "investigator1")
    assert "Move 1: you took an Alley from 33 to 34." in told(walk, "jack")
    walk.turn("move 35").turn("move 37").turn("move 41").turn("move 24").turn("move 46")
    assert told(walk, "investigator1")[-2] == (
        "Round 1 is over: Jack has reached 46. Discovery Locations found: 2 of 4. The face-down tiles: Alley."
    )


@pytest.mark.rule("WM-44")
def test_a_clue_does_not_show_the_time() -> None:
    call: dict[str, Detail] = {"seat": "investigator1", "figure": "blue", "circle": 54, "answer": "yes", "turn": 3}
    later = {**call, "turn": 9}
    assert english(words.tell(News("searched", call))) == "Blue, 54: A CLUE. Jack has been there this round."
    assert words.tell(News("searched", call)) == words.tell(News("searched", later))


@pytest.mark.rule("WM-72")
def test_the_end_announces_the_whole_sheet() -> None:
    sheet: dict[str, Detail] = {"locations": ("33", "46", "159", "147"), "rows": ("33 54 46", "46 43"), "shown": ()}
    assert english(words.tell(News("revealed", sheet))).endswith(
        "sheet. Discovery Locations: 33, 46, 159, 147. Rows: round 1: 33-54-46, round 2: 46-43."
    )
    assert english(words.tell(News("revealed", {**sheet, "locations": (), "rows": ()}))).endswith("Rows: none.")
