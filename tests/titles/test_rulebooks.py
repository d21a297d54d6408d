"""Rules pages: equal sections in every language, every rule of docs/rules, every picture."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from gaslamp import titles
from gaslamp.core.errors import BrokenTitle
from gaslamp.core.game import CHANCE, apply
from gaslamp.core.messages import message
from gaslamp.core.records import record
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.ui.presentation import presentation
from gaslamp.web import rulebook as rulebooks
from gaslamp.web.pictures import pictures
from gaslamp.web.rulebook import FOLDER, Figure, Rulebook, rulebook, section_ids
from tests.architecture.test_ledger import PAGES, entries
from tests.architecture.tree import ROOT

TITLES = [page.stem for page in PAGES if section_ids(page.stem)]

every_title = pytest.mark.parametrize("title", TITLES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def book(title: str, language: str) -> Rulebook:
    found = rulebook(title, language)
    assert found is not None
    return found


def outline(read: Rulebook) -> list[tuple[str, int, list[str], list[str]]]:
    """Return the sections in order, with their rules and pictures."""
    return [
        (
            section.id,
            section.level,
            sorted(section.rules),
            [part.picture for part in section.parts if isinstance(part, Figure)],
        )
        for section in read.sections
    ]


def test_every_built_in_title_has_a_rules_page() -> None:
    assert [page.stem for page in PAGES] == TITLES


@every_language
@every_title
def test_every_language_has_the_same_sections_rules_and_pictures(title: str, language: str) -> None:
    folder = titles.folder(title)
    assert folder is not None
    assert (folder / FOLDER / f"{language}.md").is_file()
    assert outline(book(title, language)) == outline(book(title, "en"))


@every_language
@every_title
def test_every_rule_of_the_ledger_is_explained(title: str, language: str) -> None:
    ledger = set(entries(ROOT / "docs" / "rules" / f"{title}.md"))
    assert {rule for section in book(title, language).sections for rule in section.rules} == ledger


@every_language
@every_title
def test_every_link_leads_to_a_section_and_no_two_are_called_alike(title: str, language: str) -> None:
    read = book(title, language)
    ids = [section.id for section in read.sections]
    assert len(ids) == len(set(ids))
    assert len({section.heading for section in read.sections if section.level == 2}) == sum(
        section.level == 2 for section in read.sections
    )
    html = "".join(str(part) for section in read.sections for part in section.parts if not isinstance(part, Figure))
    links = set(re.findall(r'href="([^"]*)"', html))
    rules = {rule for section in read.sections for rule in section.rules}
    assert {link.removeprefix("#") for link in links} <= {*ids, *rules}
    assert sorted(re.findall(r'<a id="([^"]+)"', html)) == sorted(rules)  # one anchor per rule


@every_title
def test_every_picture_is_made_of_a_position_and_all_are_shown(title: str) -> None:
    drawn = pictures(title)
    say = catalogue("ru").say
    for name, picture in drawn.items():
        root = ET.fromstring(picture.svg(say))  # noqa: S314 - it is ours
        assert root.tag.endswith("svg"), name
        ids = {element.get("id") for element in root.iter()}
        uses = {str(element.get("href")).removeprefix("#") for element in root.iter() if element.tag.endswith("use")}
        assert uses <= ids, name
        assert not [element for element in root.iter() if element.tag.endswith("image")], "a bitmap"
        assert picture.scene.sprites
    shown = {
        part.picture for section in book(title, "en").sections for part in section.parts if isinstance(part, Figure)
    }
    assert shown <= set(drawn)


# Sections without a picture, because nothing of them is visible on the board.
NOTHING_TO_SEE = {
    "pocket": {"both-goals-while-seen"},  # pictured in the chase
    "mr_jack": set(),
    "whitehall": {
        "investigators", "second-holds", "casebook", "murderer-at-large", "newspaper-fabrications",
        "roll-up-your-sleeves", "aid",
    },
}  # fmt: skip


@every_title
def test_every_character_token_tile_and_option_has_a_picture(title: str) -> None:
    parents = {"characters", "tokens", "tiles", "options"}
    under, lacking = "", set()
    for section in book(title, "en").sections:
        under = section.id if section.level == 2 else under
        tile = section.id in {"coach", "alley", "boat"}
        if section.level == 3 and (under in parents or tile):
            lacking |= {section.id} - {section.id for part in section.parts if isinstance(part, Figure)}
    assert lacking == NOTHING_TO_SEE[title]


@every_title
def test_no_picture_reveals_jack(title: str) -> None:
    """Pictures show the spectator's view."""
    for name, picture in pictures(title).items():
        secret = {"jack", "jack-ring"} & {sprite.id for sprite in picture.scene.sprites}
        assert not secret or name.startswith("jack"), name


@every_language
@every_title
def test_the_names_in_the_rules_are_those_of_the_table(title: str, language: str) -> None:
    assert book(title, language).name == catalogue(language).say(message(f"{title}.title"))
    for option in titles.meta(title).options:
        assert option.id.replace("_", "-") in section_ids(title) or option.id == titles.meta(title).aid


@every_title
def test_every_prompt_names_a_section(title: str) -> None:
    """Checked for all prompts of some recorded games."""
    known, asked = section_ids(title), set()
    for file in sorted((ROOT / "tests" / "golden" / title).glob("*.record"))[:6]:
        told = record.read(file.read_text(encoding="utf-8"))
        game = titles.game(title, told.options)
        position = game.start()
        for notation in told.actions:
            seat = game.to_move(position)
            if seat not in {CHANCE, None}:
                for viewer, legal in ((seat, position.legal()), ("spectator", [])):
                    asked.add(presentation(game).prompt(game.view(position, viewer), legal).section)
            position, _ = apply(game, position, game.actions.parse(notation))
        asked.add(presentation(game).prompt(game.view(position, "spectator"), []).section)
    assert asked <= known
    assert len(asked) > 4


# ---- how they are written


def read(tmp_path: Path, text: str) -> Rulebook:
    file = tmp_path / "en.md"
    file.write_text(text, encoding="utf-8")
    return rulebooks._read("noughts", file)


def test_html_in_a_text_is_text(tmp_path: Path) -> None:
    made = read(tmp_path, "# N\n\n## <b>H</b> {#h}\n\n<script>alert(1)</script> [x](javascript:alert(1)) **bold**\n")
    html = str(made.sections[0].parts[0])
    assert "<script" not in html
    assert "javascript:" not in re.sub(r"\[x\]\(.*?\)\)", "", html)
    assert "<strong>bold</strong>" in html


def test_a_section_is_given_with_those_below_it(tmp_path: Path) -> None:
    made = read(tmp_path, "# N\n\n## A {#a}\n\n### B {#b}\n\n### C {#c}\n\n## D {#d}\n")
    assert [section.id for section in made.from_section("a")] == ["a", "b", "c"]
    assert [section.id for section in made.from_section("b")] == ["b"]
    assert made.from_section("nothing") == ()


@pytest.mark.parametrize("text", ["no name", "# N\n\nlost words\n\n## A {#a}", "# N\n\n## without an id"])
def test_an_invalid_rulebook_gets_a_one_line_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(BrokenTitle):
        read(tmp_path, text)
