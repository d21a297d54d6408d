"""Mr. Jack has a message for every action and event in every language, with consistent names."""

import ast
from pathlib import Path

import pytest
from rich.cells import cell_len

from gaslamp.core.game import Detail, News
from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.titles.mr_jack.rules import board, events
from gaslamp.titles.mr_jack.rules import notation as n
from gaslamp.titles.mr_jack.ui import words
from tests.conftest import Proof
from tests.contract.games import seeds
from tests.titles.mr_jack.walks import Walk, dealt, sights
from tests.titles.shown import CATALOGUES, Speaker, english

every_language = pytest.mark.parametrize("language", LANGUAGES)


def names(group: str) -> set[str]:
    """Return the last parts of all message ids of a group."""
    return {id.removeprefix(f"{group}.") for id in CATALOGUES[0].sentences if id.startswith(f"{group}.")}


def last_told(walk: Walk, viewer: str) -> list[str]:
    return [english(words.tell(piece)) for piece in walk.sight(viewer).news]


@every_language
def test_labels_of_all_actions_are_unique(language: str) -> None:
    labels = [catalogue(language).say(words.label(action)) for action in n.ACTIONS]
    assert len(set(labels)) == len(labels) == n.END


def test_invalid_actions_have_no_label() -> None:
    with pytest.raises(IndexError):
        words.label(n.END)


def test_all_news_of_whole_games_have_texts(proof: Proof) -> None:
    speaker = Speaker()
    for _, rng in seeds(proof.seed, "mr_jack words", proof.amount(test=8, proof=300)):
        for sight in sights(rng):
            speaker.say_all(tuple(words.tell(piece) for piece in sight.news[-4:]))
    proof.report("mr_jack: words of news", different_messages=len(speaker.said))


def test_there_is_a_sentence_for_every_kind_of_event() -> None:
    tree = ast.parse(Path(events.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    firsts = [call.args[0] for call in calls if getattr(call.func, "id", "") in {"_public", "Event"}]
    kinds = {first.value for first in firsts if isinstance(first, ast.Constant)}
    called = {f"called_{answer}{nobody}" for answer in ("visible", "invisible") for nobody in ("", "_nobody")}
    things = {"lamp_moved", "cordon_moved", "cover_moved"}
    assert names("mr_jack.news") == kinds - {"called", "over"} | called | {"called_lamp"} | things


def test_there_is_a_sentence_for_every_ending() -> None:
    assert names("mr_jack.over") == set(board.ENDINGS) - {""}


def test_all_pieces_have_their_names_and_nothing_else_has() -> None:
    for group in ("character", "whom", "short", "letters", "reach", "ability"):
        assert names(f"mr_jack.{group}") == set(board.CHARACTERS), group
    assert names("mr_jack.tile") == set(board.TILES) - {""}
    assert len(names("mr_jack.exit")) == len(board.EXITS)
    assert len(names("mr_jack.direction")) == len(names("mr_jack.arrow")) == len(board.FACINGS)
    assert names("mr_jack.seat") == {*board.SEATS, "chance"}


@every_language
def test_letters_are_two_wide_and_distinct(language: str) -> None:
    letters = [catalogue(language).say(words.letters(name)) for name in board.CHARACTERS]
    assert all(len(text) == cell_len(text) == 2 for text in letters)
    assert len(set(letters)) == len(letters)


@every_language
def test_no_two_things_share_a_name(language: str) -> None:
    say = catalogue(language).say
    for name, ids in {
        words.character: board.CHARACTERS,
        words.whom: board.CHARACTERS,
        words.short: board.CHARACTERS,
        words.exit_name: board.EXITS,
        words.direction: board.FACINGS,
        words.arrow: board.FACINGS,
    }.items():
        assert len({say(name(id)) for id in ids}) == len(ids)


def test_gull_is_sir_william_here_and_william_in_pocket() -> None:
    assert english(words.character("gull")) == "Sir William Gull"
    assert english(message("pocket.suspect.gull")) == "William Gull"


@pytest.mark.rule("MJ-68")
@every_language
def test_everybody_is_accused_in_the_same_words(language: str) -> None:
    say = catalogue(language).say
    assert len({say(words.accuse(name)).replace(say(words.whom(name)), "") for name in board.CHARACTERS}) == 1


@pytest.mark.rule("MJ-40a")
def test_only_the_drawing_side_sees_the_alibi_card() -> None:
    walk = dealt("holmes", "smith", "gull", "goodley").take("pick holmes", "G6", "alibi gull")
    assert last_told(walk, "detective")[-1] == "Detective: Sir William Gull\u2019s alibi card. Only you see it."
    assert last_told(walk, "jack")[-1] == "Detective: an alibi card is drawn in secret."


@pytest.mark.rule("MJ-58")
def test_a_call_announces_the_removed_lamp() -> None:
    call: dict[str, Detail] = {"round": 2, "answer": "invisible", "cleared": (), "lamp": "L2"}
    told = english(words.tell(News("called", call)))
    assert told == (
        "Round 2, the Call for Witnesses: Jack is NOT visible. No one is cleared. The gaslight on L2 goes out."
    )
    assert english(words.tell(News("called", {**call, "lamp": ""}))).endswith("No one is cleared.")


@pytest.mark.rule("MJ-73")
def test_the_end_announces_all_cards() -> None:
    shown: dict[str, Detail] = {
        "character": "bert",
        "jack_alibis": (),
        "detective_alibis": ("gull",),
        "pile": ("smith",),
    }
    told = english(words.tell(News("revealed", shown)))
    assert told.startswith("Jack is Jeremy Bert.")
    assert told.endswith(": Sir William Gull; not drawn: John Smith.")
    assert ": none;" in told
