"""Announcements of Mr. Jack: the call and the end."""

from random import Random

from gaslamp.titles.mr_jack.ui.announcements import moments
from gaslamp.titles.mr_jack.ui.scene import board_art
from gaslamp.ui.announcements import Announcement
from tests.titles.mr_jack.walks import dealt, sights
from tests.titles.shown import Speaker, english


def symbols(moment: Announcement) -> set[str]:
    return {moment.picture.symbol, *(face.symbol for face in moment.people)}


def test_a_call_tells_what_was_seen_who_is_cleared_and_what_comes_then() -> None:
    called = []
    for sight in sights(Random(55)):
        calls = [piece for piece in sight.news if piece.kind == "called"]
        told = [moment for moment in moments(sight.news) if moment.picture.symbol.startswith("witness-")]
        assert len(told) == len(calls)
        for piece, moment in zip(calls, told, strict=True):
            cleared = piece.details["cleared"]
            assert isinstance(cleared, tuple)
            assert [face.lights for face in moment.people] == [(f"tok-{name}",) for name in cleared]
            assert moment.picture.symbol == f"witness-{piece.details['answer']}"
            called.append((moment, piece))
        assert all(symbols(moment) <= board_art().symbols.keys() for moment in moments(sight.news))
    first, piece = called[0]
    assert english(first.kicker) == "Round 1: the Call for Witnesses"
    assert english(first.then) == f"The gaslight on {piece.details['lamp']} goes out. Round 2 begins."
    speaker = Speaker()
    for moment, _ in called[-20:]:
        speaker.say_all(moment)
    assert speaker.said


def test_an_ending_tells_who_jack_was_and_who_arrested_whom_and_where() -> None:
    walk = dealt("stealthy", "lestrade", "bert", "holmes", jack="smith").take("pick holmes", "G2")
    (end,) = moments(walk.sight("jack").news)
    assert english(end.picture.name) == "Jack was John Smith"
    assert english(end.people_title) == "Detective: Sherlock Holmes goes to G2 and accuses John Smith!"
    assert english(end.then) == "Jack is arrested: the Detective wins."


def test_what_the_table_ends_shows_jack_too() -> None:
    walk = dealt("stealthy", "lestrade", "bert", "holmes", jack="smith")
    (end,) = moments(walk.sight("detective", resigned=True).news)
    assert english(end.picture.name) == "Jack was John Smith"
    assert (end.people_title, end.then) == (None, None)
