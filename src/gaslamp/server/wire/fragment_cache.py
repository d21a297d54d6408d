"""What was drawn is kept: most steps change little of what lies on a board and round it.

Faces give the same things again as the same objects, at all tables. So what is made of one in a language is found by
the object itself, without a look at what is in it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice
from typing import Final, Generic, TypeVar

from gaslamp.core.actions import ActionSpace
from gaslamp.core.face.panels import Counter, Log, Panel, Sheet, Tokens, Track
from gaslamp.core.face.prompt import Choice
from gaslamp.core.face.scene import Sprite, Target, Trail
from gaslamp.core.messages import Message
from gaslamp.locale import Catalogue, catalogue
from gaslamp.server.http import templates
from gaslamp.server.wire.frames.parts import ChoiceShown, PanelShown, SpriteShown, TargetShown, TrailShown

T = TypeVar("T")
S = TypeVar("S")

_ROWS: Final = "\0rows\0"  # no text has such characters: catalogues leave them out
_LATER: Final = "\0later\0"
_COME_AGAIN: Final = (Track, Tokens, Counter)  # panels of which there are few in a title


class Kept(Generic[T, S]):
    """What was made of things, by the things themselves; of too many those that were made first are forgotten."""

    def __init__(self, most: int = 20_000) -> None:
        self._most = most
        self._things: dict[int, T] = {}  # as long as one is held, no other has its id
        self.made: dict[int, S] = {}

    def keep(self, thing: T, made: S) -> S:
        if len(self.made) >= self._most:
            for old in [*islice(self.made, self._most // 2)]:
                del self.made[old], self._things[old]
        self._things[id(thing)] = thing
        self.made[id(thing)] = made
        return made


class Fragments:
    """Draws in one language, for everybody who speaks it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words: Catalogue = catalogue(language)
        self._sprites: Kept[Sprite, SpriteShown] = Kept()
        self._trails: Kept[Trail, TrailShown] = Kept(5_000)
        self._targets: Kept[Target, TargetShown] = Kept()
        self._leaves: dict[bool, Kept[Choice, ChoiceShown]] = {final: Kept() for final in (False, True)}
        self._rows: dict[tuple[str, bool, bool], Kept[Hashable, str]] = {}
        self._panels: Kept[Panel, PanelShown] = Kept(5_000)
        self._said: Kept[Message, str] = Kept()

    def say(self, said: Message | None) -> str | None:
        """Give a message in words, if there is one."""
        return self.words.say(said) if said is not None else None

    def sprites(self, drawn: Sequence[Sprite]) -> tuple[SpriteShown, ...]:
        """Give sprites in words."""
        made = self._sprites.made
        return tuple([made.get(id(sprite)) or self._sprite(sprite) for sprite in drawn])

    def trails(self, drawn: Sequence[Trail]) -> tuple[TrailShown, ...]:
        """Give trails in words."""
        made = self._trails.made
        return tuple([made.get(id(trail)) or self._trail(trail) for trail in drawn])

    def targets(self, drawn: Sequence[Target]) -> tuple[TargetShown, ...]:
        """Give targets in words."""
        made = self._targets.made
        return tuple([made.get(id(target)) or self._target(target) for target in drawn])

    def choices(self, given: Sequence[Choice], final: Collection[int], actions: ActionSpace) -> tuple[ChoiceShown, ...]:
        """Give choices in words; some of the actions cannot be taken back."""
        return tuple([self._choice(choice, final, actions) for choice in given])

    def rows(self, kind: str, things: Sequence[Hashable], *, first: bool = False, later: bool = False) -> list[str]:
        """Give the parts that a panel has many of, as lines of a page."""
        kept = self._rows.setdefault((kind, first, later), Kept())
        made = kept.made
        return [
            made.get(id(thing)) or kept.keep(thing, _row(kind, self.language, thing, first=first, later=later))
            for thing in things
        ]

    def panel(self, panel: Panel) -> PanelShown:
        """Give a panel as a fragment of a page."""
        if not isinstance(panel, _COME_AGAIN):
            return PanelShown(panel.id, panel.place, self._html(panel))
        return self._panels.made.get(id(panel)) or self._panels.keep(
            panel, PanelShown(panel.id, panel.place, self._html(panel))
        )

    def sentence(self, said: Message) -> str:
        """Give in words what is said again and again."""
        return self._said.made.get(id(said)) or self._said.keep(said, self.words.say(said))

    def _html(self, panel: Panel) -> str:
        rows, later, bare = self._parts(panel)
        shell = _shell(bare, self.language, bool(rows), bool(later))
        return shell.replace(_ROWS, "\n".join(rows), 1).replace(_LATER, "".join(later), 1) if rows else shell

    def _parts(self, panel: Panel) -> tuple[list[str], list[str], Panel]:
        """Give the rows of a panel, the smaller ones, and the panel without them."""
        match panel:
            case Log():
                return self.rows("log", panel.lines), [], replace(panel, lines=())
            case Sheet():
                first = self.rows("sheet", panel.people[:1], first=True)  # the keyboard comes there
                return [*first, *self.rows("sheet", panel.people[1:])], [], replace(panel, people=())
            case Track():
                return self.rows("track", panel.cells), [], replace(panel, cells=())
            case Tokens():  # what kind they are shows in the first
                bare = replace(panel, tokens=panel.tokens[:1], later=panel.later[:1])
                return self.rows("tokens", panel.tokens), self.rows("tokens", panel.later, later=True), bare
            case _:
                return [], [], panel

    def _sprite(self, sprite: Sprite) -> SpriteShown:
        say = self.words.say
        shown = SpriteShown(
            id=sprite.id,
            symbol=sprite.symbol,
            layer=sprite.layer,
            x=sprite.x,
            y=sprite.y,
            turn=sprite.turn,
            classes=sprite.classes,
            label=say(sprite.label),
            letters=say(sprite.letters) if sprite.letters else None,
            ink=sprite.ink,
            size=sprite.size,
            dy=sprite.dy,
            after=sprite.after,
        )
        return self._sprites.keep(sprite, shown)

    def _trail(self, it: Trail) -> TrailShown:
        label = self.words.say(it.label)
        shown = TrailShown(it.id, it.points, label, it.layer, it.ink, it.dash, it.width, it.after)
        return self._trails.keep(it, shown)

    def _target(self, target: Target) -> TargetShown:
        shown = TargetShown(target.id, target.x, target.y, target.shape, self.words.say(target.label))
        return self._targets.keep(target, shown)

    def _choice(self, choice: Choice, final: Collection[int], actions: ActionSpace) -> ChoiceShown:
        leaf = choice.action is not None
        leaves = self._leaves[leaf and choice.action in final]
        if leaf and (known := leaves.made.get(id(choice))):
            return known
        shown = ChoiceShown(
            target=choice.target,
            label=self.words.say(choice.label),
            play=actions.format(choice.action) if choice.action is not None else None,
            verb=self.say(choice.verb),
            final=choice.action in final,
            sure=self.say(choice.sure),
            prompt=self.say(choice.prompt),
            chip=self.say(choice.chip),
            next=self.choices(choice.next, final, actions),
        )
        return leaves.keep(choice, shown) if leaf else shown


@cache
def fragments(language: str) -> Fragments:
    """Give what is drawn in a language."""
    return Fragments(language)


class FragmentCache:
    """Draws the panels of one visitor, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words: Catalogue = catalogue(language)
        self.shared = fragments(language)
        self._kept: dict[str, tuple[Panel, PanelShown]] = {}

    def panel(self, panel: Panel) -> PanelShown:
        """Give a panel as a fragment of a page: the last one, if it is the same."""
        known = self._kept.get(panel.id)
        if known is not None and (known[0] is panel or known[0] == panel):
            return known[1]
        shown = self.shared.panel(panel)
        self._kept[panel.id] = panel, shown
        return shown


@lru_cache(maxsize=5_000)
def _shell(panel: Panel, language: str, rows: bool, later: bool) -> str:  # noqa: FBT001 - they are counted as they come
    """Give a panel by its template, with marks where its rows go: without them it is the same for many steps."""
    marks = {"rows": [_ROWS] * rows, "later": [_LATER] * later}
    return templates.render(f"panels/{type(panel).__name__.lower()}.html", language, panel=panel, **marks)


@lru_cache(maxsize=20_000)
def _row(kind: str, language: str, thing: Hashable, *, first: bool, later: bool) -> str:
    """Give a part of a panel by its template."""
    html = templates.render(f"panels/{kind}_row.html", language, it=thing, first=first, later=later)
    return html.strip()
