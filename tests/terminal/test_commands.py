"""The command `gaslamp`: valid and invalid files and arguments; errors are one line with exit code 2."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Literal
from xml.etree import ElementTree as ET

import pytest
import typer.testing
from PIL import Image
from typer.main import get_command
from typer.testing import CliRunner, Result

import gaslamp
from gaslamp import kernel, titles
from gaslamp.bots import levels
from gaslamp.commands import app
from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.game.replay import Replay
from gaslamp.game.table import Table
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.service.games import bot_runner
from gaslamp.terminal import records
from gaslamp.ui import raster
from gaslamp.ui.presentation import presentation

Ended = tuple[int, str, str]  # exit code, standard output, standard error

# Building the command takes longer than most tests of it.
pytest.MonkeyPatch().setattr(typer.testing, "_get_command", cache(get_command))

every_language = pytest.mark.parametrize("language", LANGUAGES)


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed, env={"LC_ALL": "C", "COLUMNS": "200"})


def process(*words: str | Path | bytes, typed: bytes = b"", env: Mapping[str, str] | None = None) -> Ended:
    """Run the command as a process."""
    command = [sys.executable, "-c", "from gaslamp.cli import main; main()", *words]
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200", **(env or {})}
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def refused(result: Result) -> str:
    """Return the one-line error of a command."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr.strip()


def played(seed: int, *, resign_after: int | None = None) -> record.Record:
    """Return the record of a random game, or of one resigned after some steps."""
    rng = Random(seed)
    table = Table(titles.game("pocket"), rng=rng)
    steps = 0
    while table.to_move is not None:
        if steps == resign_after:
            table.resign(table.to_move)
        else:
            bot_runner.answer(table, table.to_move, "passer_by", rng)
        steps += 1
    return table.record({"jack": "Mary", "detectives": "Frederick"})


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.txt"
    file.write_text(record.write(played(1)), encoding="utf-8")
    return file


# ---- what can be wrong with a file: a name, what becomes of a good record, and a word of the sentence


def _line(number: int, text: str) -> Callable[[bytes], bytes]:
    def edit(content: bytes) -> bytes:
        lines = content.splitlines(keepends=True)
        lines[number - 1] = text.encode() + b"\n"
        return b"".join(lines)

    return edit


def _cut(lines: int) -> Callable[[bytes], bytes]:
    return lambda content: b"".join(content.splitlines(keepends=True)[:lines])


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "Line 1: this is not a Gaslamp record"),
    "foreign": (lambda _: b"[Event \"Casual game\"]\n\n1. e4 e5 2. Nf3 *\n", "Line 1: this is not a Gaslamp record"),
    "html": (lambda _: b"<!doctype html><title>404</title>", "Line 1: this is not a Gaslamp record"),
    "binary": (lambda _: bytes(range(256)), "is not a text file"),
    "other encoding": (lambda content: content.decode().encode("utf-16"), "is not a text file"),
    "much too long": (lambda content: content + b"\n" * 9_000_000, "too long"),
    "header cut": (_cut(4), "Line 5: the header is damaged"),
    "actions cut": (_cut(30), "the record is incomplete"),
    "half a line": (lambda content: content[:-9], "Line "),
    "title unknown": (_line(2, "title: chess"), "There is no game “chess”"),
    "title missing": (_line(2, "titel: pocket"), "Line 2: the header is damaged"),
    "rules of the future": (_line(3, "rules: 99"), "Line 3: the record uses version 99"),
    "rules not a number": (_line(3, "rules: one"), "Line 3: “one” is not a number"),
    "option unknown": (_line(4, "options: speed=high"), "There is no option “speed”"),
    "option without a value": (_line(4, "options: speed"), "Line 4: “speed” is not in the form"),
    "seats of another game": (_line(5, "seats: white=A; black=B"), "Line 5: the seats of this game are"),
    "result unreadable": (_line(6, "result: draw"), "Line 6: the result cannot be read"),
    "result of nobody": (_line(6, "result: moriarty escaped"), "Line 6: the result cannot be read"),
    "result wrong": (_line(6, "result: jack escaped"), "Line 6: the result is given as “jack escaped”"),
    "no blank line": (_line(8, "tile madame north"), "Line 8: the blank line after the header is missing"),
    "action unreadable": (_line(10, "castle kingside"), "Line 10: “castle kingside” is not an action"),
    "action illegal": (_line(10, "stay"), "Line 10: “stay” is not allowed at this point"),
    "action missing": (_line(10, ""), "Line 10: an action is missing"),
    "escape sequences": (_line(10, "\x1b[2J\x1b]0;owned\x07"), "Line 10: “�[2J�]0;owned�” is not an action"),
}  # fmt: skip

COMMANDS: dict[str, Callable[[Path, Path], list[str | Path]]] = {
    "verify": lambda file, _: ["verify", file],
    "replay": lambda file, _: ["replay", file],
    "show": lambda file, folder: ["show", file, "--svg", folder / "board.svg"],
}

every_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


@pytest.mark.long
@every_command
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_bad_file_gets_a_one_line_error(
    command: Callable[[Path, Path], list[str | Path]],
    damage: tuple[Callable[[bytes], bytes], str],
    good: Path,
    tmp_path: Path,
) -> None:
    spoil, sentence = damage
    bad = tmp_path / "bad.txt"
    bad.write_bytes(spoil(good.read_bytes()))
    told = refused(run(*command(bad, tmp_path)))
    assert sentence in told
    assert "\x1b" not in told
    assert not (tmp_path / "board.svg").exists()


@pytest.mark.long
@every_command
@every_language
def test_a_missing_file_or_a_folder_gets_a_one_line_error(
    command: Callable[[Path, Path], list[str | Path]], language: str, tmp_path: Path
) -> None:
    say = catalogue(language).say
    for file, id in ((tmp_path / "missing.txt", "error.no_file"), (tmp_path, "error.folder")):
        told = refused(run(*command(file, tmp_path), "--lang", language))
        assert told == say(message(id, file=str(file)))


def test_an_unreadable_file_gets_a_one_line_error(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", forbidden)  # file permissions do not stop root
    assert refused(run("verify", good)) == f"You do not have permission to use {good}."


# ---- verify


@every_language
def test_verify_accepts_a_valid_record(good: Path, language: str) -> None:
    result = run("verify", good, "--lang", language)
    game = record.read(good.read_text(encoding="utf-8"))
    assert game.outcome is not None
    told = message("record.right", count=len(game.actions), result=message(f"pocket.over.{game.outcome.reason}"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == catalogue(language).say(told)


def test_verify_knows_games_that_were_given_up(good: Path) -> None:
    good.write_text(record.write(played(2, resign_after=3)), encoding="utf-8")
    result = run("verify", good)
    assert result.exit_code == 0
    assert "resigned" in result.stdout


def test_verify_knows_games_that_are_not_finished(good: Path) -> None:
    lines = record.write(played(1)).splitlines()[:30]
    lines[5:7] = ["result: unfinished", f"actions: {30 - 8}"]
    good.write_text("\n".join(lines), encoding="utf-8")
    assert "not finished" in run("verify", good).stdout


def test_verify_accepts_other_line_endings_and_a_bom(good: Path) -> None:
    good.write_bytes(b"\xef\xbb\xbf" + good.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\r\n")
    assert run("verify", good).exit_code == 0


# ---- replay


@pytest.mark.long
@every_language
def test_replay_steps_from_the_first_to_the_last_action(good: Path, language: str) -> None:
    say = catalogue(language).say
    game = record.read(good.read_text(encoding="utf-8"))
    result = run("replay", good, "--lang", language, typed="\n" * (len(game.actions) + 1))
    assert result.exit_code == 0
    pocket = titles.game("pocket")
    for number, notation in enumerate(game.actions, 1):
        action = presentation(pocket).label(pocket.actions.parse(notation))
        line = message("terminal.replay_line", number=number, count=len(game.actions), action=action)
        assert result.stdout.count(say(line)) == 1
    assert game.outcome is not None
    assert say(message("terminal.replay_end", result=message(f"pocket.over.{game.outcome.reason}"))) in result.stdout


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("q\n", []),
        ("QUIT\n", []),
        ("", []),
        ("\n\nb\nq\n", [1, 2, 1]),
        ("b\nb\n\nq\n", [1]),
        ("g 12\nb\n\nq\n", [12, 11, 12]),
        ("g 0\ng nonsense\nforward\nq\n", []),
        ("g 7\ng 7777777777777777\nb\nq\n", [7, "last", "last but one"]),
    ],
)
def test_replay_goes_forwards_back_and_anywhere(good: Path, typed: str, numbers: list[int | str]) -> None:
    last = len(record.read(good.read_text(encoding="utf-8")).actions)
    ends = {"last": last, "last but one": last - 1}
    result = run("replay", good, typed=typed)
    assert result.exit_code == 0
    seen = [line.split()[1] for line in result.stdout.splitlines() if line.startswith("Action ")]
    assert seen == [str(ends.get(str(number), number)) for number in numbers]


# ---- show


@every_language
def test_show_draws_a_well_formed_picture(good: Path, tmp_path: Path, language: str) -> None:
    svg = tmp_path / "board.svg"
    result = run("show", good, "--svg", svg, "--lang", language)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.strip() == catalogue(language).say(message("terminal.drawn", file=str(svg)))
    root = ET.parse(svg).getroot()  # noqa: S314 - we have just written it
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == catalogue(language).say(message("pocket.scene.board"))


@pytest.mark.long
def test_show_draws_any_moment_of_the_game_for_anyone(good: Path, tmp_path: Path) -> None:
    def picture(after: int, viewer: str) -> str:
        svg = tmp_path / f"{after}-{viewer}.svg"
        assert run("show", good, "--svg", svg, "--after", str(after), "--viewer", viewer).exit_code == 0
        return svg.read_text(encoding="utf-8")

    moments = (0, 5, 12, 20, 10_000)
    seen = {viewer: [picture(after, viewer) for after in moments] for viewer in ("jack", "detectives", "spectator")}
    assert seen["detectives"] == seen["spectator"]
    assert all(len(set(pictures)) == len(moments) for pictures in seen.values())


def test_show_refuses_a_seat_that_is_not_there(good: Path, tmp_path: Path) -> None:
    told = refused(run("show", good, "--svg", tmp_path / "board.svg", "--viewer", "moriarty"))
    assert told == "There is no seat “moriarty”. Seats: jack, detectives, spectator."


def test_show_reports_a_write_error(good: Path, tmp_path: Path) -> None:
    svg = tmp_path / "no" / "folder" / "board.svg"
    assert refused(run("show", good, "--svg", svg)) == f"The folder for {svg} does not exist."
    assert refused(run("show", good, "--svg", tmp_path)) == f"{tmp_path} is a folder, not a file."


def test_show_overwrites_only_with_force(good: Path, tmp_path: Path) -> None:
    svg = tmp_path / "board.svg"
    svg.write_text("dear to me")
    told = refused(run("show", good, "--svg", svg))
    assert told == f"{svg} already exists. Choose another name, or overwrite it with --force."
    assert svg.read_text() == "dear to me"
    assert run("show", good, "--svg", svg, "--force").exit_code == 0
    assert ET.parse(svg).getroot().tag.endswith("svg")  # noqa: S314 - we have just written it


def test_show_animates_the_whole_game_as_svg(good: Path, tmp_path: Path) -> None:
    """At each time one frame is visible: the first at the start, each later one where the one before ends."""
    svg = tmp_path / "game.svg"
    assert run("show", good, "--animate", svg).exit_code == 0
    opened = record.read(good.read_text())
    stops = Replay(titles.game("pocket"), opened).stops
    root = ET.parse(svg).getroot()  # noqa: S314 - we have just written it
    space = "{http://www.w3.org/2000/svg}"
    animations = root.findall(f"{space}g/{space}animate")
    assert len(animations) == len(stops)
    times = [one.attrib["keyTimes"].split(";") for one in animations]
    shown = [one.attrib["values"].split(";").index("visible") for one in animations]
    begins = [float(keys[at]) for keys, at in zip(times, shown, strict=True)]
    ends = [float(keys[at + 1]) if at + 1 < len(keys) else 1.0 for keys, at in zip(times, shown, strict=True)]
    assert begins == [0.0, *ends[:-1]]
    assert ends[-1] == 1.0
    ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_show_animates_as_pixels(
    good: Path, tmp_path: Path, kind: Literal["webp", "gif"], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Replay, "stops", (0, 3, 12))  # the others take long
    monkeypatch.setitem(records._WIDTHS, kind, 60)
    file = tmp_path / f"game.{kind}"
    assert run("show", good, "--animate", file, "--viewer", "jack").exit_code == 0
    with Image.open(file) as moving:
        assert (moving.format, moving.size, getattr(moving, "n_frames", 1)) == (kind.upper(), (60, 60), 3)
    monkeypatch.setattr(raster, "available", lambda: False)
    assert "pip install 'gaslamp[pictures]'" in refused(run("show", good, "--animate", file, "--force"))


def test_show_wants_one_file(good: Path, tmp_path: Path) -> None:
    svg = tmp_path / "board.svg"
    wrong: list[list[str | Path]] = [[], ["--svg", svg, "--animate", svg], ["--animate", svg, "--after", "3"]]
    for words in wrong:
        assert refused(run("show", good, *words)).startswith("Name one file to write: --svg FILE")
    assert "must end in .webp, .gif or .svg" in refused(run("show", good, "--animate", tmp_path / "game.png"))
    assert not [*tmp_path.glob("board*"), *tmp_path.glob("game*")]


@pytest.mark.parametrize("way", ["itself", "link", "hard link"])
def test_show_never_writes_over_the_record_it_draws(good: Path, tmp_path: Path, way: str) -> None:
    before, svg = good.read_bytes(), tmp_path / "board.svg"
    if way == "link":
        svg.symlink_to(good)
    elif way == "hard link":
        svg.hardlink_to(good)
    else:
        svg = good
    for words in ([], ["--force"]):
        told = refused(run("show", good, "--svg", svg, *words))
        assert told == f"{svg} is the record itself. Choose another name for the picture."
    assert good.read_bytes() == before


# ---- play


def given_up(words: list[str], tmp_path: Path) -> record.Record:
    """Play with these arguments, resign at once, and return the record."""
    file = tmp_path / "game.txt"
    result = run("play", *words, typed=f"r\nr\nw {file}\n\n")
    assert (result.exit_code, result.stderr) == (0, "")
    return record.read(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ([], "detectives_win"),
        (["pocket"], "detectives_win"),
        (["both_goals_while_seen=chase"], "chase"),
        (["pocket", "both_goals_while_seen=chase"], "chase"),
        (["pocket", "both_goals_while_seen=detectives_win"], "detectives_win"),
    ],
)
def test_play_takes_a_title_and_options(words: list[str], option: str, tmp_path: Path) -> None:
    assert given_up(words, tmp_path).options == {"both_goals_while_seen": option}


@pytest.mark.parametrize(("words", "winner"), [([], "jack"), (["--seat", "jack"], "detectives")])
def test_play_takes_a_seat(words: list[str], winner: str, tmp_path: Path) -> None:
    outcome = given_up(words, tmp_path).outcome
    assert outcome is not None
    assert outcome.winner == winner


BAD_WORDS = {
    "title": (["chess"], "error.title", {"title": "chess", "known": ", ".join(titles.titles())}),
    "seat": (["--seat", "moriarty"], "error.seat", {"seat": "moriarty", "known": "jack, detectives"}),
    "spectator": (["--seat", "spectator"], "error.seat", {"seat": "spectator", "known": "jack, detectives"}),
    "bot": (["--bot", "mycroft"], "error.bot", {"bot": "mycroft", "known": ", ".join(levels.known_names())}),
    "pair": (["pocket", "chase"], "error.pair", {"text": "chase"}),
    "option": (["speed=high"], "error.option", {"option": "speed", "known": "both_goals_while_seen"}),
    "choice": (
        ["pocket", "both_goals_while_seen=tea"],
        "error.choice",
        {"option": "both_goals_while_seen", "choice": "tea", "known": "detectives_win, chase"},
    ),
}


@pytest.mark.long
@every_language
@pytest.mark.parametrize(("words", "id", "params"), BAD_WORDS.values(), ids=BAD_WORDS)
def test_a_bad_argument_gets_a_one_line_error(words: list[str], id: str, params: dict[str, str], language: str) -> None:
    assert refused(run("play", *words, "--lang", language)) == catalogue(language).say(message(id, **params))


@pytest.mark.parametrize("words", [["play"], ["verify", "x"], ["replay", "x"], ["show", "x", "--svg", "y"]])
def test_an_unknown_language_gets_a_one_line_error(words: list[str]) -> None:
    assert refused(run(*words, "--lang", "xx")) == "There is no language “xx”. Languages: en, fr, es, ru."


# ---- the command as a shell runs it


def test_version_prints_the_kernel() -> None:
    code, out, _ = process("--version")
    assert code == 0
    assert out == f"gaslamp {gaslamp.__version__}\nkernel: {kernel.describe()}\n"


@pytest.mark.long
@pytest.mark.parametrize(("locale", "language"), [("en_GB", "en"), ("fr_FR", "fr"), ("es_MX", "es"), ("ru_RU", "ru")])
def test_help_speaks_the_language_of_the_system(locale: str, language: str) -> None:
    environment = {"LC_ALL": f"{locale}.UTF-8", "LANGUAGE": "", "PYTHONUTF8": "1"}
    code, out, _ = process("--help", env=environment)
    assert code == 0
    assert all(command in out for command in ("play", "replay", "verify", "show"))
    assert catalogue(language).say(message("cli.verify")) in out


@pytest.mark.long
@pytest.mark.parametrize(("locale", "language"), [("en_GB", "en"), ("fr_FR", "fr"), ("es_MX", "es"), ("ru_RU", "ru")])
def test_help_names_every_game_there_is_and_none_to_come(locale: str, language: str) -> None:
    _, out, _ = process("--help", env={"LC_ALL": f"{locale}.UTF-8", "LANGUAGE": "", "PYTHONUTF8": "1"})
    about = " ".join(out.split("Options")[0].split())
    words = catalogue(language)
    assert all(words.say(message(f"{title}.title")) in about for title in titles.titles())
    told = words.say(message("cli.about", titles=tuple(message(f"{title}.title") for title in titles.titles())))
    assert " ".join(told.split()) in about


@pytest.mark.long
@pytest.mark.parametrize(
    "words", [["frob"], ["verify"], ["show", "x"], ["play", "--frob"], ["show", "x", "--after", "y"]]
)
def test_words_that_no_command_takes_are_refused(words: list[str]) -> None:
    code, out, err = process(*words)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


@pytest.mark.long
def test_a_file_of_any_name_is_named_in_the_sentence(tmp_path: Path) -> None:
    for name in (b"\xff\xfe.txt", "досье.txt".encode(), b"two\nlines.txt", b":smile:[bold].txt"):
        code, out, err = process("verify", os.fsencode(tmp_path) + b"/" + name)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "Traceback" not in err
    assert ":smile:[bold].txt" in err


@pytest.mark.long
def test_any_bytes_may_be_typed() -> None:
    environment = {"PYTHONIOENCODING": "utf-8:strict"}
    code, out, err = process("play", typed=b"\xff\xfe\x00\n\x80\nq\n", env=environment)
    assert (code, err) == (0, "")
    assert out.rstrip().endswith("Good night.")


@pytest.mark.long
def test_a_terminal_without_our_characters_is_played_in_all_the_same() -> None:
    code, out, err = process("play", "--lang", "ru", typed=b"1\nq\n", env={"PYTHONIOENCODING": "ascii"})
    assert (code, err) == (0, "")
    assert "?" in out


@pytest.mark.long
def test_end_of_input_is_not_an_error() -> None:
    code, out, err = process("play")
    assert (code, err) == (0, "")
    assert out.rstrip().endswith("Good night.")


@pytest.mark.long
def test_a_record_written_by_the_command_is_read_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = "1\n" * 200 + f"w {file}\n"
    # More lines than a game needs; the rest only repeat the prompt after the end.
    assert process("play", "--seat", "jack", typed=typed.encode())[0] == 0
    code, out, err = process("verify", file)
    assert (code, err) == (0, "")
    assert out.startswith("The record is correct")
