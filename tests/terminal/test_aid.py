"""The deduction aid in the terminal: a list under the board, only with the option."""

from __future__ import annotations

import pytest

from gaslamp.locale import LANGUAGES
from tests.terminal.person import Terminal, typing

FIRST = ("1",) * 5  # three placements, Jack's start, the first walk


def sitting(seat: str, language: str = "en", **options: str) -> Terminal:
    return Terminal(typing(*FIRST), title="whitehall", seat=seat, language=language, options=options)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_investigators_read_where_jack_can_be(language: str) -> None:
    terminal = sitting("investigator1", language, aid="on")
    last = terminal.pages[-2]
    assert terminal.say("whitehall.aid.title") in last
    assert "█" in last
    assert "%" in last


def test_jack_sees_the_investigators_knowledge() -> None:
    terminal = Terminal(typing(*("1",) * 7), title="whitehall", seat="jack", options={"aid": "on"})
    told = "".join(terminal.pages)
    assert "What they know: Of all possible paths, 100% end on" in told
    assert "Where is Jack now?" not in told


def test_without_it_there_is_nothing_of_it() -> None:
    told = "".join(sitting("investigator1").pages)
    assert "Where is Jack now?" not in told
    assert "%" not in told
