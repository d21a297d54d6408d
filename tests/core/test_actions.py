"""Action spaces: numbers, notations and parse errors."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gaslamp.core.actions import ActionSpace
from gaslamp.core.errors import Unreadable

SPACE = ActionSpace(["stay", "take holmes", "rotate lane -90"])


def test_parse_and_format_are_inverse() -> None:
    assert [SPACE.format(action) for action in SPACE] == ["stay", "take holmes", "rotate lane -90"]
    assert [SPACE.parse(SPACE.format(action)) for action in SPACE] == [0, 1, 2]
    assert len(SPACE) == 3


@pytest.mark.parametrize("text", ["Take Holmes", "  take holmes ", "take \t  HOLMES\n"])
def test_case_and_extra_spaces_do_not_matter(text: str) -> None:
    assert SPACE.parse(text) == 1


@pytest.mark.parametrize("text", ["", " ", "take", "takeholmes", "take holmes 1", "take-holmes", "1", "stay\x00"])
def test_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        SPACE.parse(text)
    assert caught.value.message.id == "error.notation"
    assert caught.value.message.params == {"text": text}


@pytest.mark.long
@example(text="stay" * 30)
@given(text=st.text(max_size=300) | st.sampled_from(["STAY", " rotate  LANE -90"]))
def test_any_text_is_an_action_or_unreadable(text: str) -> None:
    tidy = " ".join(text.lower().split())
    if tidy in {SPACE.format(action) for action in SPACE}:
        assert SPACE.format(SPACE.parse(text)) == tidy
        return
    with pytest.raises(Unreadable) as caught:
        SPACE.parse(text)
    assert len(str(caught.value.message.params["text"])) <= 80


def test_two_actions_never_share_a_notation() -> None:
    with pytest.raises(ValueError, match="share"):
        ActionSpace(["stay", "go", "stay"])


@pytest.mark.parametrize("untidy", ["", " stay", "stay ", "take  holmes", "take\tholmes"])
def test_a_notation_is_words_with_single_spaces(untidy: str) -> None:
    with pytest.raises(ValueError, match="single spaces"):
        ActionSpace(["go", untidy])
