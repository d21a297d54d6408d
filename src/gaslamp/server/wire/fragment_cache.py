"""What was drawn is kept: most steps change little of what lies on a board and round it.

Faces give the same things again as the same objects, at all tables. So what is made of one in a language is found by
the object itself, without a look at what is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import fields, replace
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter
from typing import Final, Generic, TypeVar

from gaslamp.core.actions import ActionSpace
from gaslamp.core.game import Viewer
from gaslamp.core.messages import Message
from gaslamp.locale import Catalogue, catalogue
from gaslamp.server.http import templates
from gaslamp.server.wire.frames.parts import ChoiceShown, PanelShown, SeatShown, SpriteShown, TargetShown, TrailShown
from gaslamp.ui.panels import Counter, Log, Panel, Sheet, Tokens, Track
from gaslamp.ui.prompt import Choice
from gaslamp.ui.scene import Sprite, Target, Trail

T = TypeVar("T")
S = TypeVar("S")

_ROWS: Final = "\0rows\0"  # no text has such characters: catalogues leave them out
_LATER: Final = "\0later\0"
_LOG: Final = attrgetter(*(field.name for field in fields(Log) if field.name != "lines"))
_SHEET: Final = attrgetter(*(field.name for field in fields(Sheet) if field.name != "people"))
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
        self._branches: Kept[Choice, ChoiceShown] = Kept(2_000)  # as they were last, with what was final then
        self._rows: dict[tuple[str, bool, bool], Kept[Hashable, str]] = {}
        self._panels: Kept[Panel, PanelShown] = Kept(5_000)
        self._said: Kept[Message, str] = Kept()

    def say(self, said: Message | None) -> str | None:
        """A message in words, if there is one."""
        return self.words.say(said) if said is not None else None

    def sprites(self, drawn: Sequence[Sprite]) -> tuple[SpriteShown, ...]:
        """Sprites in words."""
        made = self._sprites.made
        return tuple([made.get(id(sprite)) or self._sprite(sprite) for sprite in drawn])

    def trails(self, drawn: Sequence[Trail]) -> tuple[TrailShown, ...]:
        """Trails in words."""
        made = self._trails.made
        return tuple([made.get(id(trail)) or self._trail(trail) for trail in drawn])

    def targets(self, drawn: Sequence[Target]) -> tuple[TargetShown, ...]:
        """Targets in words."""
        made = self._targets.made
        return tuple([made.get(id(target)) or self._target(target) for target in drawn])

    def choices(self, given: Sequence[Choice], final: Collection[int], actions: ActionSpace) -> tuple[ChoiceShown, ...]:
        """Choices in words; some of the actions cannot be taken back."""
        free, bound = self._leaves[False].made, self._leaves[True].made
        return tuple(
            [
                (bound if choice.action in final else free).get(id(choice)) or self._choice(choice, final, actions)
                for choice in given
            ]
        )

    def rows(self, kind: str, things: Sequence[Hashable], *, first: bool = False, later: bool = False) -> list[str]:
        """The parts that a panel has many of, as lines of a page."""
        kept = self._rows.setdefault((kind, first, later), Kept())
        made = kept.made
        return [
            made.get(id(thing)) or kept.keep(thing, _row(kind, self.language, thing, first=first, later=later))
            for thing in things
        ]

    def panel(self, panel: Panel, shell: str | None = None) -> tuple[PanelShown, str]:
        """A panel as a fragment of a page, and its shell; that of the last one will do if only the rows differ."""
        known = self._panels.made.get(id(panel))
        if known is not None:
            return known, ""
        html, shell = self._html(panel, shell)
        shown = PanelShown(panel.id, panel.place, html)
        if isinstance(panel, _COME_AGAIN):
            self._panels.keep(panel, shown)
        return shown, shell

    def sentence(self, said: Message) -> str:
        """Give in words what is said again and again."""
        return self._said.made.get(id(said)) or self._said.keep(said, self.words.say(said))

    def _html(self, panel: Panel, shell: str | None) -> tuple[str, str]:
        rows, later = self._parts(panel)
        if shell is None or not rows:
            shell = _shell(_bare(panel), self.language, bool(rows), bool(later))
        if not rows:
            return shell, shell
        html = shell.replace(_ROWS, "\n".join(rows), 1)
        return html.replace(_LATER, "".join(later), 1) if later else html, shell

    def _parts(self, panel: Panel) -> tuple[list[str], list[str]]:
        """The rows of a panel, and the smaller ones."""
        match panel:
            case Log():
                return self.rows("log", panel.lines), []
            case Sheet():
                first = self.rows("sheet", panel.people[:1], first=True)  # the keyboard comes there
                return [*first, *self.rows("sheet", panel.people[1:])], []
            case Track():
                return self.rows("track", panel.cells), []
            case Tokens():
                return self.rows("tokens", panel.tokens), self.rows("tokens", panel.later, later=True)
            case _:
                return [], []

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
        inside = self.choices(choice.next, final, actions)
        known = self._branches.made.get(id(choice))
        if known is not None and known.next == inside and known.final == (choice.action in final):
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
            next=inside,
        )
        return (self._branches if inside else self._leaves[shown.final]).keep(choice, shown)


@cache
def fragments(language: str) -> Fragments:
    """What is drawn in a language."""
    return Fragments(language)


class FragmentCache:
    """Draws the panels of one visitor, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words: Catalogue = catalogue(language)
        self.shared = fragments(language)
        self._kept: dict[str, tuple[Panel, PanelShown, str]] = {}
        self._seats: dict[Viewer, Kept[tuple[object, ...], tuple[SeatShown, ...]]] = {}

    def speaking(self, language: str) -> FragmentCache:
        """What is drawn from now on: this, or something new where the visitor has chosen another language."""
        return self if language == self.language else FragmentCache(language)

    def panel(self, panel: Panel) -> PanelShown:
        """A panel as a fragment of a page: the last one, if it is the same."""
        known = self._kept.get(panel.id)
        if known is not None and (known[0] is panel or known[0] == panel):
            return known[1]
        shell = known[2] if known is not None and _differ_in_rows(known[0], panel) else None
        shown, shell = self.shared.panel(panel, shell)
        self._kept[panel.id] = panel, shown, shell
        return shown

    def seats(
        self, chairs: tuple[object, ...], viewer: Viewer, draw: Callable[[], tuple[SeatShown, ...]]
    ) -> tuple[SeatShown, ...]:
        """The seats round the table: the same few chairs come again and again."""
        kept = self._seats.setdefault(viewer, Kept(16))
        return kept.made.get(id(chairs)) or kept.keep(chairs, draw())


def _differ_in_rows(before: Panel, after: Panel) -> bool:
    """Whether two panels have rows, and have all the rest in common."""
    match before, after:
        case (Log(lines=(_, *_)), Log(lines=(_, *_))):
            return _LOG(before) == _LOG(after)
        case (Sheet(people=(_, *_)), Sheet(people=(_, *_))):
            return _SHEET(before) == _SHEET(after)
        case _:
            return False


def _bare(panel: Panel) -> Panel:
    """A panel without its rows."""
    match panel:
        case Log():
            return replace(panel, lines=())
        case Sheet():
            return replace(panel, people=())
        case Track():
            return replace(panel, cells=())
        case Tokens():  # what kind they are shows in the first
            return replace(panel, tokens=panel.tokens[:1], later=panel.later[:1])
        case _:
            return panel


@lru_cache(maxsize=5_000)
def _shell(panel: Panel, language: str, rows: bool, later: bool) -> str:  # noqa: FBT001 - they are counted as they come
    """A panel by its template, with marks where its rows go: without them it is the same for many steps."""
    marks = {"rows": [_ROWS] * rows, "later": [_LATER] * later}
    return templates.render(f"panels/{type(panel).__name__.lower()}.html", language, panel=panel, **marks)


@lru_cache(maxsize=20_000)
def _row(kind: str, language: str, thing: Hashable, *, first: bool, later: bool) -> str:
    """A part of a panel by its template."""
    html = templates.render(f"panels/{kind}_row.html", language, it=thing, first=first, later=later)
    return html.strip()
