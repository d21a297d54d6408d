"""docs/opponents.md: its commands are valid and have tables, and `make arena` updates them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from gaslamp import titles
from gaslamp.arena import plan as plans
from tests.architecture.tree import ROOT
from tools import opponents

PAGE = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
PLACES = [*opponents.PLACE.finditer(PAGE)]
EMPTY = """# A page
<!-- arena: gaslamp arena pocket --levels passer_by --games 2 --seed 7 -->
old
<!-- end -->
between
<!-- arena: gaslamp arena pocket --levels passer_by,constable --games 1 --limit 100n --worst-case jack -->
<!-- end -->
the end
"""


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place["words"]))
def test_a_command_of_the_page_is_a_plan_and_has_its_table(place: re.Match[str]) -> None:
    title, *words = shlex.split(place["words"])
    chosen = dict(zip(words[::2], words[1::2], strict=True))
    levels = chosen["--levels"].split(",")
    against = chosen["--against"].split(",") if "--against" in chosen else []
    plan = plans.make(title, levels, int(chosen["--games"]), worst_case=chosen.get("--worst-case", ""), against=against)
    table = place[0].removeprefix(place["open"])
    assert f"gaslamp arena {place['words']}" in table
    assert f"{sum(1 for _ in plan.fixtures()):,} games" in table
    for level in [*levels, *against]:
        assert level in table.partition("\n| ")[2]


def test_every_title_is_measured() -> None:
    assert {place["words"].split()[0] for place in PLACES} == set(titles.titles())


@pytest.mark.long
def test_the_tables_are_written_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(EMPTY, encoding="utf-8")
    opponents.main(["--workers", "1"], page, tmp_path / "kept")
    text = page.read_text(encoding="utf-8")
    assert "old" not in text
    assert text.startswith(
        "# A page\n<!-- arena: gaslamp arena pocket --levels passer_by --games 2 --seed 7 -->\n```\n"
    )
    assert "| games won by jack | detectives: passer_by |" in text
    assert "| jack: level | opponent | deals | won | won against the reader | the same by AIVAT | difference |" in text
    assert "<!-- end -->\nbetween\n" in text
    assert text.endswith("<!-- end -->\nthe end\n")
    opponents.main(["--workers", "1"], page, tmp_path / "kept")
    assert _figures(page.read_text(encoding="utf-8")) == _figures(text)


def _figures(text: str) -> list[str]:
    """Return the rows of tables without the times."""
    return [re.sub(r"[\d.]+ ms", "", line) for line in text.splitlines() if line.startswith("|")]


@pytest.mark.long
def test_games_of_other_bot_versions_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "pocket --levels passer_by --games 1 --seed 7"
    folder = tmp_path / "pocket-levels-passer_by-games-1-seed-7"
    opponents.play(words, ["--workers", "1"], tmp_path)
    (folder / "result.json").unlink()
    lines = (folder / "games.jsonl").read_bytes()
    opponents.play(words, ["--workers", "1"], tmp_path)
    assert (folder / "games.jsonl").read_bytes() == lines, "gone on with"
    (folder / "result.json").unlink()
    monkeypatch.setattr(opponents, "program", lambda: "another one")
    (folder / "records" / "left-over.txt").touch()
    opponents.play(words, ["--workers", "1"], tmp_path)
    assert not (folder / "records" / "left-over.txt").exists()
