"""Playing in the terminal: every command works, and no input breaks the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gaslamp import titles
from gaslamp.core.game import Outcome
from gaslamp.core.records import record
from gaslamp.locale import LANGUAGES
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.ui import words
from gaslamp.ui.presentation import presentation
from tests.conftest import Proof
from tests.terminal.person import Terminal, by_notation, by_numbers, typing

every_language = pytest.mark.parametrize("language", LANGUAGES)
either_seat = pytest.mark.parametrize("seat", board.SEATS)

# Messages that reveal Jack's identity or cards.
SECRETS = (
    "pocket.do.identity", "pocket.news.identity", "pocket.beside.identity_mine", "pocket.beside.identity_revealed",
    "pocket.news.alibi_kept",
)  # fmt: skip


def choices_on_page(terminal: Terminal) -> list[str]:
    """Return the choices printed on the page."""
    game = terminal.table.game
    labels = [terminal.say(presentation(game).label(game.actions.parse(notation))) for notation in terminal.legal]
    return [label for label in labels if label in terminal.page]


# ---- whole games


@pytest.mark.long
@every_language
@either_seat
def test_a_whole_game_is_played_by_numbers_and_by_notation(language: str, seat: str, proof: Proof) -> None:
    numbers = Terminal(by_numbers, seat=seat, language=language, seed=proof.seed)
    notation = Terminal(by_notation, seat=seat, language=language, seed=proof.seed)
    outcome = numbers.table.outcome
    assert outcome is not None
    assert numbers.table.record({}) == notation.table.record({})
    assert numbers.pages == notation.pages
    told = "".join(numbers.pages)
    assert numbers.say("pocket.title") in numbers.pages[0]
    assert numbers.say(f"pocket.over.{outcome.reason}") in told
    assert numbers.say("terminal.after") in numbers.pages[-2]
    assert numbers.page.strip() == numbers.say("terminal.bye")


@pytest.mark.long
@every_language
@either_seat
def test_every_page_shows_the_choices_and_a_prompt(language: str, seat: str, proof: Proof) -> None:
    pages = 0

    def look_and_play(terminal: Terminal) -> Iterator[str]:
        nonlocal pages
        game = terminal.table.game
        for line in by_numbers(terminal):
            update = terminal.table.update(seat)
            actions = [game.actions.parse(notation) for notation in update.legal]
            assert terminal.say(presentation(game).prompt(update.view, actions).title) in terminal.page
            assert len(choices_on_page(terminal)) == len(actions)
            assert terminal.say("terminal.hint") in terminal.page
            pages += 1
            yield line

    terminal = Terminal(look_and_play, seat=seat, language=language, seed=proof.seed)
    assert pages == len(terminal.pages) - 2  # all pages but the last two


@either_seat
def test_news_are_printed_once(seat: str, proof: Proof) -> None:
    terminal = Terminal(by_numbers, seat=seat, seed=proof.seed)
    said = [words.tell(news) for news in terminal.table.update(seat).news if news.kind != "dealt"]
    lines = "".join(terminal.pages).splitlines()
    calls = [terminal.say(message) for message in said if message.id.startswith("pocket.news.called")]
    assert calls
    assert all(lines.count(call) == 1 for call in calls)


@pytest.mark.long
@every_language
def test_the_detectives_page_never_shows_jack_before_the_end(language: str, proof: Proof) -> None:
    def play_and_look(terminal: Terminal) -> Iterator[str]:
        for line in by_numbers(terminal):
            if not terminal.table.update("detectives").view.chase:
                assert not [secret for secret in secrets(terminal) if secret in terminal.page]
            yield line

    def secrets(terminal: Terminal) -> list[str]:
        return [terminal.say(id, suspect=words.suspect(name)) for id in SECRETS for name in board.SUSPECTS]

    for number in range(proof.amount(test=2, proof=50)):
        terminal = Terminal(play_and_look, language=language, seed=f"{proof.seed} {number}")
        assert any(secret in "".join(terminal.pages[-2:]) for secret in secrets(terminal))


@every_language
def test_the_first_page_shows_jack_his_identity(language: str) -> None:
    terminal = Terminal(typing("q"), seat="jack", language=language)
    identity = terminal.table.update("jack").view.identity
    assert terminal.say("pocket.news.identity", suspect=words.suspect(identity)) in terminal.pages[0]


@pytest.mark.long
@pytest.mark.parametrize("width", [20, 60, 80, 132])
def test_the_board_is_drawn_in_any_width(width: int, proof: Proof) -> None:
    terminal = Terminal(by_numbers, width=width, seed=proof.seed)
    assert terminal.table.outcome is not None
    assert all(len(line) <= width for page in terminal.pages for line in page.splitlines())


# ---- commands


@every_language
def test_help_prints_short_rules_and_commands(language: str) -> None:
    terminal = Terminal(typing("?", "help", "q"), language=language)
    assert terminal.say("pocket.rules") in terminal.pages[1]
    assert terminal.say("terminal.help", example=terminal.legal[0]) in terminal.pages[1]
    assert terminal.pages[2] == terminal.pages[1]


def test_l_lists_all_that_happened() -> None:
    terminal = Terminal(typing("1", "1", "l", "q"))
    news = terminal.table.update("detectives").news
    assert terminal.pages[3].splitlines() == [terminal.say(words.tell(piece)) for piece in news]


@either_seat
def test_undo_brings_the_same_choices_back(seat: str) -> None:
    seen: list[tuple[object, list[str], str]] = []

    def take_back(terminal: Terminal) -> Iterator[str]:
        for line in (next(choice for choice in terminal.legal if choice != "take alibi"), "u"):
            seen.append((terminal.table.update(seat).view, choices_on_page(terminal), terminal.page))
            yield line
        seen.append((terminal.table.update(seat).view, choices_on_page(terminal), terminal.page))

    terminal = Terminal(take_back, seat=seat)
    before, between, after = seen
    assert before[:2] == after[:2] != between[:2]
    assert after[2].startswith(terminal.say("terminal.undone"))


@pytest.mark.long
def test_undo_leaves_no_trace_in_the_record(proof: Proof) -> None:
    def hesitate(terminal: Terminal) -> Iterator[str]:
        for line in by_numbers(terminal):
            chosen = terminal.legal[int(line) - 1]
            yield line
            if chosen.startswith("take ") and chosen != "take alibi":
                yield "u"
                yield chosen

    plain = Terminal(by_numbers, seed=proof.seed)
    hesitant = Terminal(hesitate, seed=proof.seed)
    assert hesitant.table.record({}) == plain.table.record({})


def test_there_is_nothing_to_undo_before_the_first_step() -> None:
    terminal = Terminal(typing("u", "q"))
    assert terminal.pages[1].strip() == terminal.say("error.nothing_to_undo")


@every_language
@either_seat
def test_r_twice_gives_the_game_up(language: str, seat: str) -> None:
    terminal = Terminal(typing("r", "r"), seat=seat, language=language)
    winner = next(other for other in board.SEATS if other != seat)
    assert terminal.table.outcome == Outcome(winner, "resigned")
    assert terminal.pages[1].strip() == terminal.say("terminal.sure_resign")
    told = terminal.say("table.over.resigned", loser=words.seat(seat), winner=words.seat(winner))
    assert told in terminal.pages[2]
    jack = terminal.table.update(seat).view.identity
    assert terminal.say("pocket.beside.identity_revealed", suspect=words.suspect(jack)) in terminal.pages[2]


@pytest.mark.parametrize("between", ["", "?", "nonsense", "u"])
def test_r_must_be_typed_twice_in_a_row(between: str) -> None:
    terminal = Terminal(typing("r", between, "r"))
    assert terminal.table.outcome is None
    assert terminal.pages[3].strip() == terminal.say("terminal.sure_resign")


@either_seat
def test_a_finished_game_is_written_and_verifies(seat: str, tmp_path: Path, proof: Proof) -> None:
    file = tmp_path / "game.txt"

    def play_and_write(terminal: Terminal) -> Iterator[str]:
        yield from by_numbers(terminal)
        yield f"w {file}"

    terminal = Terminal(play_and_write, seat=seat, seed=proof.seed, options={"both_goals_while_seen": "chase"})
    assert terminal.pages[-2].strip() == terminal.say("terminal.saved", file=str(file))
    found = record.read(file.read_text(encoding="utf-8"))
    record.verify(titles.game(found.title, found.options), found)
    assert found.outcome == terminal.table.outcome
    assert found.options == {"both_goals_while_seen": "chase"}
    assert found.seats == {name: "" if name == seat else "passer_by" for name in board.SEATS}


def test_a_game_given_up_is_written_and_verifies(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    Terminal(typing("1", "r", "r", f"W  {file}"))
    found = record.read(file.read_text(encoding="utf-8"))
    record.verify(titles.game(found.title, found.options), found)
    assert found.outcome == Outcome("jack", "resigned")


def test_a_game_under_way_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal = Terminal(typing(f"w {file}", "w", "q"))
    assert terminal.pages[1].strip() == terminal.say("terminal.not_yet")
    assert terminal.pages[2].strip() == terminal.say("terminal.which_file")
    assert not file.exists()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Mr. Lusk")
    terminal = Terminal(typing("r", "r", f"w {file}"))
    assert terminal.pages[3].strip() == terminal.say("error.file_exists", file=str(file))
    assert file.read_text() == "Dear Mr. Lusk"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("{folder}", "error.file_exists"),
        ("{folder}/no/such/folder", "error.no_folder"),
        ("{folder}/file/under", "error.file"),
        ("{folder}/" + "x" * 5000, "error.file"),
        ("{folder}/a\0b", "error.file"),
    ],
)
def test_a_write_error_asks_for_another_file(name: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    bad, good = name.format(folder=tmp_path), tmp_path / "game.txt"
    terminal = Terminal(typing("r", "r", f"w {bad}", "w", "what", f"w {good}"), width=10_000)
    assert terminal.pages[3].strip() == terminal.say(sentence, file=bad)
    assert terminal.pages[4].strip() == terminal.say("terminal.which_file")
    assert terminal.pages[5].strip() == terminal.say("terminal.after")
    assert good.exists()


# ---- leaving


class ControlC(Iterator[str]):
    """Input that raises KeyboardInterrupt."""

    def __next__(self) -> str:
        raise KeyboardInterrupt


def interrupting(_: Terminal) -> Iterator[str]:
    return ControlC()


@every_language
@pytest.mark.parametrize("leave", [typing("q"), typing("QUIT"), typing(" exit "), typing(), interrupting])
def test_leaving_is_clean(language: str, leave: Callable[[Terminal], Iterator[str]]) -> None:
    terminal = Terminal(leave, language=language)
    assert terminal.table.outcome is None
    assert terminal.page.strip() == terminal.say("terminal.bye")


@pytest.mark.parametrize("last", [typing("r", "r", ""), typing("r", "r", "q"), typing("r", "r")])
def test_leaving_after_the_end_is_clean(last: Callable[[Terminal], Iterator[str]]) -> None:
    terminal = Terminal(last)
    assert terminal.page.strip() == terminal.say("terminal.bye")


# ---- nonsense


NONSENSE = (
    "0", "99", "1 2", "-1", "1.5", "٣٣", "9" * 5000, "x", "take", "take nothing", "goodley", "tile madame north",
    "jack madame", "card madame", "rotate goodley +90", "take joker now", "hello [bold]world[/bold] :smile:",
    "\x1b[2J", "\0", "\ud800", "é" * 5000, "{text}", "%s",
)  # fmt: skip


@every_language
def test_invalid_input_gets_one_line_and_the_same_prompt(language: str) -> None:
    terminal = Terminal(typing(*NONSENSE, "q"), language=language)
    for line, sentence in zip(NONSENSE, terminal.pages[1:-1], strict=True):
        assert sentence.count("\n") == 1, line
        assert sentence.strip(), line
        assert sentence.rstrip().replace("\N{NO-BREAK SPACE}", " ").isprintable(), line
    assert terminal.table.update("detectives") == Terminal(typing("q")).table.update("detectives")


def test_an_empty_line_repeats_the_prompt() -> None:
    terminal = Terminal(typing("", "   ", "q"))
    assert terminal.pages[1:3] == ["", ""]
