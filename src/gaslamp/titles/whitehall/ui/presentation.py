"""The `Presentation` of Whitehall Mystery; each method calls the module named after it."""

from __future__ import annotations

from collections.abc import Sequence

from gaslamp.core.game import News
from gaslamp.core.messages import Message
from gaslamp.titles.whitehall.belief.belief import Conclusion
from gaslamp.titles.whitehall.rules.view import View
from gaslamp.titles.whitehall.ui import aid as aids
from gaslamp.titles.whitehall.ui import announcements as occasions
from gaslamp.titles.whitehall.ui import panels, prompts, textboard, words
from gaslamp.titles.whitehall.ui import scene as scenes
from gaslamp.titles.whitehall.ui import story as stories
from gaslamp.titles.whitehall.ui import why_not as refusals
from gaslamp.ui.aid import Aid
from gaslamp.ui.announcements import Announcement
from gaslamp.ui.panels import Panel
from gaslamp.ui.presentation import Presentation
from gaslamp.ui.prompt import Prompt
from gaslamp.ui.scene import BoardArt, Scene
from gaslamp.ui.story import Beat
from gaslamp.ui.textboard import TextBoard
from gaslamp.ui.why_not import WhyNot


class WhitehallPresentation(Presentation[View]):
    def board_art(self) -> BoardArt:
        return scenes.board_art()

    def scene(self, view: View, news: Sequence[News] = ()) -> Scene:
        return scenes.scene(view, news)

    def panels(self, view: View, news: Sequence[News]) -> tuple[Panel, ...]:
        return panels.panels(view, news)

    def text_board(self, view: View) -> TextBoard:
        return textboard.text_board(view)

    def prompt(self, view: View, actions: Sequence[int]) -> Prompt:
        return prompts.prompt(view, actions)

    def why_not(self, view: View, actions: Sequence[int], target: str, path: Sequence[str] = ()) -> WhyNot | None:
        return refusals.why_not(view, target, path)

    def tell(self, news: News) -> Message:
        return words.tell(news)

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        return words.recount(happened)

    def round_of(self, view: View) -> int:
        return view.round

    def announcements(self, view: View, news: Sequence[News]) -> tuple[Announcement, ...]:
        return tuple(occasions.moments(news))

    def story(self, view: View, news: Sequence[News]) -> tuple[Beat, ...]:
        return tuple(stories.story(view, news))

    def label(self, action: int) -> Message:
        return words.label(action)

    def aid(self, view: View, concluded: Conclusion) -> Aid:
        return aids.aid(view, concluded)
