"""Every title: the other side's actions can be shown as a story in every language; own actions are not."""

from __future__ import annotations

from typing import Any

from gaslamp.core.game import SPECTATOR, Game
from gaslamp.game.table import Table
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.ui.presentation import Presentation, presentation
from tests.conftest import Proof
from tests.contract.games import every_game, seeds


@every_game
def test_each_side_sees_a_story_of_the_others_actions(game: Game[Any, Any], proof: Proof) -> None:
    said: set[str] = set()
    told = dict.fromkeys(game.viewers, 0)
    for _, rng in seeds(proof.seed, f"story {game.options}", proof.amount(test=1, proof=120)):
        table = Table(game, rng=rng)
        heard = dict.fromkeys(game.viewers, 0)
        while (seat := table.to_move) is not None:
            table.play(seat, rng.choice(table.update(seat).legal), table.step(seat))
            for viewer in game.viewers:
                update = table.update(viewer)
                untold, heard[viewer] = update.news[heard[viewer] :], len(update.news)
                own = {presentation(game).tell(piece) for piece in untold if piece.details.get("seat") == viewer}
                for beat in presentation(game).story(update.view, untold):
                    told[viewer] += 1
                    assert beat.text not in own
                    if beat.text.id not in said:
                        said.add(beat.text.id)
                        assert all(catalogue(language).say(beat.text) for language in LANGUAGES)
    if type(presentation(game)).story is Presentation.story:
        assert not any(told.values())  # a presentation without stories
        return
    assert all(told[viewer] for viewer in game.viewers)
    assert told[SPECTATOR] > max(told[seat] for seat in game.seats)  # spectators see both sides
    proof.report(f"{game.title}: stories", beats=sum(told.values()), different=len(said))
