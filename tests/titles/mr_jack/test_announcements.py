"""Announcements of Mr. Jack: the call and the end."""

from random import Random

from gaslamp.titles.mr_jack.ui.presentation import announcements
from gaslamp.titles.mr_jack.ui.scene import board_art
from gaslamp.ui.scene import Announcement
from tests.titles.mr_jack.walks import dealt, sights
from tests.titles.shown import Speaker, english


def symbols(moment: Announcement) -> set[str]:
    return {moment.picture.symbol, *(face.symbol for face in moment.people)}


def test_a_call_announces_the_answer_and_the_cleared_suspects() -> None:
    called = []
    for sight in sights(Random(55)):
        calls = [piece for piece in sight.news if piece.kind == "called"]
        told = [moment for moment in announcements(sight.news) if moment.picture.symbol.startswith("witness-")]
        assert len(told) == len(calls)
        for piece, moment in zip(calls, told, strict=True):
            cleared = piece.details["cleared"]
            assert isinstance(cleared, tuple)
            assert [face.lights for face in moment.people] == [(f"tok-{name}",) for name in cleared]
            assert moment.picture.symbol == f"witness-{piece.details['answer']}"
            called.append((moment, piece))
        assert all(symbols(moment) <= board_art().symbols.keys() for moment in announcements(sight.news))
    first, piece = called[0]
    assert english(first.kicker) == "Round 1: the Call for Witnesses"
    assert english(first.then) == f"The gaslight on {piece.details['lamp']} goes out. Round 2 begins."
    speaker = Speaker()
    for moment, _ in called[-20:]:
        speaker.say_all(moment)
    assert speaker.said


def test_an_ending_announces_jack_and_the_arrest() -> None:
    walk = dealt("stealthy", "lestrade", "bert", "holmes", jack="smith").take("pick holmes", "G2")
    (end,) = announcements(walk.sight("jack").news)
    assert english(end.picture.name) == "Jack was John Smith"
    assert english(end.people_title) == "Detective: Sherlock Holmes goes to G2 and accuses John Smith!"
    assert english(end.then) == "Jack is arrested: the Detective wins."


def test_endings_by_the_table_reveal_jack() -> None:
    walk = dealt("stealthy", "lestrade", "bert", "holmes", jack="smith")
    (end,) = announcements(walk.sight("detective", resigned=True).news)
    assert english(end.picture.name) == "Jack was John Smith"
    assert (end.people_title, end.then) == (None, None)
