"""Rulebooks of titles, in Markdown with sections that can be linked to.

A title has `rulebook/<language>.md` in its folder. `# Name` begins it, `## Heading {#id}` begins a section and
`### Heading {#id}` a subsection; a line `![Caption](name)` shows a picture (`gaslamp.web.pictures`); a paragraph or
list item may end with the ids of the rules it explains, as `[MP-16 MP-16a]`. The rest is Markdown: paragraphs, lists,
tables, emphasis, links. HTML is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup, escape

from gaslamp import titles
from gaslamp.core.errors import BrokenTitle

FOLDER: Final = "rulebook"
_ENGLISH: Final = "en"  # fallback
_HEADING: Final = re.compile(r"(##|###) (.+) \{#([a-z][a-z0-9-]*)\}")
_PICTURE: Final = re.compile(r"!\[(.+)\]\(([a-z][a-z0-9_-]*)\)")
_RULE: Final = r"[A-Z]+-\d+[a-z]?"
_RULES: Final = re.compile(rf"\s*\[({_RULE}(?: {_RULE})*)\]$")


@dataclass(frozen=True, slots=True)
class Figure:
    picture: str
    caption: Markup


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    level: int  # 2, or 3 for a subsection
    heading: str
    parts: tuple[Markup | Figure, ...]
    rules: tuple[str, ...]  # ids of the rules explained here


@dataclass(frozen=True, slots=True)
class Rulebook:
    name: str
    sections: tuple[Section, ...]

    def from_section(self, id: str) -> tuple[Section, ...]:
        """Return a section with its subsections, or () if there is no such section."""
        sections: list[Section] = []
        for section in self.sections:
            if section.id == id or (sections and section.level > sections[0].level):
                sections.append(section)
            elif sections:
                break
        return tuple(sections)


@cache
def rulebook(title: str, language: str) -> Rulebook | None:
    """Return the rulebook in *language*, else in English; None if the title has none. Raises BrokenTitle."""
    folder = titles.folder(title)
    files = [folder / FOLDER / f"{code}.md" for code in (language, _ENGLISH)] if folder is not None else []
    file = next((file for file in files if file.is_file()), None)
    return _read(title, file) if file is not None else None


@cache
def section_ids(title: str) -> frozenset[str]:
    book = rulebook(title, _ENGLISH)
    return frozenset(section.id for section in book.sections) if book else frozenset()


@cache
def rule_address(title: str, rule: str) -> str:
    """Return the URL of a rule, or "" if the rulebook does not mention it."""
    book = rulebook(title, _ENGLISH)
    explained = rule in {id for section in book.sections for id in section.rules} if book else False
    return f"/rules/{title}#{rule}" if explained else ""


def check() -> None:
    """Raise BrokenTitle for a title whose rulebooks cannot be read."""
    for title in titles.titles():
        folder = titles.folder(title)
        for file in sorted((folder / FOLDER).glob("*.md")) if folder is not None else ():
            _read(title, file)


def _read(title: str, file: Path) -> Rulebook:
    try:
        first, *lines = file.read_text(encoding="utf-8").splitlines()
        name = first.removeprefix("# ")
        if name == first:
            raise ValueError(f"{file.name} does not begin with a name")
        return Rulebook(name, tuple(_sections(lines)))
    except (OSError, ValueError) as error:
        raise BrokenTitle("error.broken_title", title=title, why=f"{FOLDER}: {error}"[:300]) from error


def _sections(lines: list[str]) -> Iterator[Section]:
    starts = [number for number, line in enumerate(lines) if line.startswith("#")]
    if any(line.strip() for line in lines[: starts[0] if starts else None]):
        raise ValueError("there is text before the first section")
    anchors: set[str] = set()
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        heading = _HEADING.fullmatch(lines[start])
        if heading is None:
            raise ValueError(f"this is no heading with an id: {lines[start][:80]}")
        noted: dict[str, Any] = {"rules": [], "anchors": anchors}
        parts = tuple(_parts(lines[start + 1 : end], noted))
        yield Section(heading[3], len(heading[1]), heading[2], parts, tuple(noted["rules"]))


def _parts(lines: list[str], noted: dict[str, Any]) -> Iterator[Markup | Figure]:
    text: list[str] = []
    for line in [*lines, None]:
        picture = _PICTURE.fullmatch(line) if line is not None else None
        if line is not None and picture is None:
            text.append(line)
            continue
        if any(part.strip() for part in text):
            yield _html("\n".join(text), noted)
        text.clear()
        if picture is not None:
            yield Figure(picture[2], escape(picture[1]))


# ---- the text between


def _html(text: str, noted: dict[str, Any]) -> Markup:
    """Render Markdown. markdown-it escapes HTML in the source."""
    return Markup(_MARKDOWN.render(text, noted))  # noqa: S704 - see above


def _take_rules(state: StateCore) -> None:
    """Move the rule ids from the end of each text to its start, for the margin."""
    for token in state.tokens:
        if token.type == "inline" and (ids_at_end := _RULES.search(token.content)) is not None:
            token.content = token.content[: ids_at_end.start()]
            ids = ids_at_end[1].split()
            state.env["rules"].extend(ids)
            token.children = [Token("rules", "", 0, meta={"ids": ids})]


def _in_the_margin(_renderer: Any, tokens: list[Token], index: int, _options: Any, noted: dict[str, Any]) -> str:
    """Render rule ids as links; the first occurrence is the anchor."""
    links = ""
    for id in tokens[index].meta["ids"]:
        anchor = "" if id in noted["anchors"] else f' id="{id}"'
        noted["anchors"].add(id)
        links += f'<a{anchor} href="#{id}">{id}</a>'
    return f'<small class="ids">{links}</small>'


_MARKDOWN: Final = MarkdownIt("zero").enable(["list", "table", "emphasis", "link"])
_MARKDOWN.core.ruler.before("inline", "rules", _take_rules)
_MARKDOWN.add_render_rule("rules", _in_the_margin)
