"""The `Presentation` of Mr. Jack; each method calls the module named after it."""

from __future__ import annotations

from collections.abc import Sequence

from gaslamp.core.game import News
from gaslamp.core.messages import Message
from gaslamp.titles.mr_jack.rules.view import View
from gaslamp.titles.mr_jack.ui import announcements, panels, prompts, textboard, words
from gaslamp.titles.mr_jack.ui import scene as scenes
from gaslamp.titles.mr_jack.ui import why_not as refusals
from gaslamp.ui.announcements import Announcement, Beat
from gaslamp.ui.panels import Panel
from gaslamp.ui.presentation import Presentation
from gaslamp.ui.prompt import Prompt, WhyNot
from gaslamp.ui.scene import BoardArt, Scene, Target
from gaslamp.ui.textboard import TextBoard


class MrJackPresentation(Presentation[View]):
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

    def places(self, view: View) -> tuple[Target, ...]:
        return scenes.places(view)

    def why_not(self, view: View, actions: Sequence[int], target: str, path: Sequence[str] = ()) -> WhyNot | None:
        return refusals.why_not(view, actions, target, path)

    def tell(self, news: News) -> Message:
        return words.tell(news)

    def recount(self, happened: Sequence[News]) -> tuple[Message, ...]:
        return words.recount(happened)

    def round_of(self, view: View) -> int:
        return view.round

    def announcements(self, view: View, news: Sequence[News]) -> tuple[Announcement, ...]:
        return tuple(announcements.announcements(news))

    def story(self, view: View, news: Sequence[News]) -> tuple[Beat, ...]:
        return tuple(announcements.story(view, news))

    def label(self, action: int) -> Message:
        return words.label(action)
