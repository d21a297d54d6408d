"""Discovery of extra titles, and errors of invalid ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gaslamp import titles
from tests.titles.added.commands import TOYS, Completed, gaslamp, rules_alone, run

LISTED = "from gaslamp import titles; titles.check(); print(*titles.titles())"


def test_built_in_titles_are_found_as_packages() -> None:
    folders = {path.parent.name for path in Path(titles.__file__).parent.glob("*/meta.py")}
    assert {*titles.titles()} == folders
    assert titles.usual() == "pocket"


@pytest.mark.long
def test_titles_of_a_folder_follow_the_built_in_ones() -> None:
    assert run("-c", LISTED).out.split() == [*titles.titles(), "noughts"]


@pytest.mark.long
def test_an_installed_package_adds_a_title_by_its_entry_point(tmp_path: Path) -> None:
    rules_alone(tmp_path, "somebodys_noughts")
    told = tmp_path / "somebodys_noughts-1.0.dist-info"
    told.mkdir()
    told.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: somebodys-noughts\nVersion: 1.0\n")
    told.joinpath("entry_points.txt").write_text("[gaslamp.titles]\nnoughts = somebodys_noughts\n")
    assert run("-c", LISTED, folder=None, PYTHONPATH=str(tmp_path)).out.split() == [*titles.titles(), "noughts"]


@pytest.mark.long
def test_a_title_without_opponents_offers_none(tmp_path: Path) -> None:
    rules_alone(tmp_path)
    done = gaslamp("play", "noughts", folder=tmp_path)
    assert (done.code, done.err) == (2, "There is no computer opponent for this game.\n")


# ---- what cannot be used


def nowhere(folder: Path) -> None:
    folder.rmdir()


def nothing(folder: Path) -> None:
    folder.joinpath("notes.txt").write_text("no title")


def of_the_house(folder: Path) -> None:
    rules_alone(folder, "pocket")


def badly_named(folder: Path) -> None:
    rules_alone(folder, "Hidden-Noughts")


def of_another_name(folder: Path) -> None:
    rules_alone(folder, "crosses")


def failing(folder: Path) -> None:
    rules_alone(folder).joinpath("meta.py").write_text("1 / 0")


def without_a_game(folder: Path) -> None:
    rules_alone(folder).joinpath("game.py").write_text("GAME = 1")


def with_other_words(folder: Path) -> None:
    words = rules_alone(folder) / "locale"
    words.mkdir()
    text = TOYS.joinpath("noughts", "locale", "en.po").read_text(encoding="utf-8")
    words.joinpath("en.po").write_text(text.replace('"noughts.title"', '"web.brand"'), encoding="utf-8")


def with_failing_opponents(folder: Path) -> None:
    bots = rules_alone(folder) / "bots"
    bots.mkdir()
    bots.joinpath("__init__.py").write_text("LEVELS = nobody")


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (nowhere, "GASLAMP_TITLES names the folder {folder}, which contains no game."),
        (nothing, "GASLAMP_TITLES names the folder {folder}, which contains no game."),
        (of_the_house, "There is already a game “pocket”, so the one in {folder}/pocket cannot be added."),
        (badly_named, "“Hidden-Noughts” ({folder}/Hidden-Noughts) is not a valid game id. Use only"),
        (of_another_name, "The added game “crosses” cannot be played. meta.META is not the Meta of this title"),
        (failing, "The added game “noughts” cannot be played. gaslamp.titles.noughts.meta: ZeroDivisionError"),
        (without_a_game, "The added game “noughts” cannot be played. game.GAME is not a class of Game"),
        (with_other_words, "The texts of the game “noughts” cannot be read: {folder}/noughts/locale/en.po is not"),
        (
            with_failing_opponents,
            "The added game “noughts” cannot be played. gaslamp.titles.noughts.bots: NameError",
        ),
    ],
)
def test_an_invalid_title_stops_the_server_start(tmp_path: Path, wrong: Callable[[Path], None], said: str) -> None:
    folder = tmp_path / "added"
    folder.mkdir()
    wrong(folder)
    done: Completed = gaslamp("serve", "--no-browser", "--port", 0, "--data", tmp_path / "data", folder=folder)
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert done.err.startswith(said.format(folder=folder))
    assert "Hidden-information board games" in gaslamp("--help", folder=folder).out
