"""Every title: illegal targets have a reason and a rule, equal in all worlds of a viewer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from gaslamp.core.game import Game, Viewer
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.server.wire.why_not import closed_places
from gaslamp.ui.presentation import Presentation, presentation
from gaslamp.ui.prompt import Choice
from tests.architecture.tree import ROOT
from tests.conftest import Proof
from tests.contract.games import every_game, one_of_each_side, random_game, seeds
from tests.contract.secrecy import Leak, check, whole_table_steps

CATALOGUES = [catalogue(language) for language in LANGUAGES]


def inner_paths(choices: Sequence[Choice], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Return the paths that end before a leaf, the shortest first."""
    yield before
    for choice in choices:
        if choice.next:
            yield from inner_paths(choice.next, (*before, choice.target))


def closed(game: Game[Any, Any], update: Update, path: tuple[str, ...]) -> list[str]:
    """Return the targets that cannot be chosen after some inner choices."""
    actions = [game.actions.parse(notation) for notation in update.legal]
    open_now = presentation(game).prompt(update.view, actions).open(path)
    panels = presentation(game).panels(update.view, update.news)
    tokens = [token.target for panel in panels for token in getattr(panel, "tokens", {}).values()]
    places = [place.id for place in closed_places(path, update, presentation(game))]
    return [target for target in (*places, *tokens) if target not in open_now]


def reasons(game: Game[Any, Any], update: Update, rng: Random, most: int) -> Iterator[tuple[str, Any]]:
    """Return the reasons of some illegal targets, after some inner choices."""
    actions = [game.actions.parse(notation) for notation in update.legal]
    path = rng.choice([*inner_paths(presentation(game).prompt(update.view, actions).choices)])
    targets = closed(game, update, path)
    for target in rng.sample(targets, min(most, len(targets))):
        yield target, presentation(game).why_not(update.view, actions, target, path)


def ids(title: str) -> set[str]:
    """Return the rule ids of a title."""
    told_of = (ROOT / f"docs/rules/{title}.md").read_text(encoding="utf-8")
    return {*re.findall(r"^- \*\*([A-Z0-9-]+[a-z]?)\*\*", told_of, re.MULTILINE)}


@every_game
def test_every_illegal_target_has_a_reason_and_a_rule(game: Game[Any, Any], proof: Proof) -> None:
    explains = type(presentation(game)).why_not is not Presentation.why_not
    ledger = ids(game.title) if explains else set()
    told = set()
    for _, rng in seeds(proof.seed, f"why not {game.options}", proof.amount(test=2, proof=40)):
        table = Table(game, rng=rng)
        while (seat := table.to_move) is not None:
            update = table.update(rng.choice((seat, *game.seats)))
            for target, why in reasons(game, update, rng, most=4):
                assert (why is not None) == explains, (update.view, target)
                if why is None:
                    continue
                assert why.rule in ledger
                if (why.text.id, why.rule) not in told:
                    told.add((why.text.id, why.rule))
                    assert all(words.say(why.text) for words in CATALOGUES)
            table.play(seat, rng.choice(table.update(seat).legal), table.step(seat))
    proof.report(f"{game.title}: reasons", different=len(told))


def answered(table: Table, viewer: Viewer, probes: Sequence[str]) -> bytes:
    """Return a viewer's reasons, from its own scene."""
    update = table.update(viewer)
    return repr([*reasons(table.game, update, Random(f"{probes} {update.step}"), most=6)]).encode()


@every_game
def test_reasons_are_the_same_in_every_world(game: Game[Any, Any], proof: Proof) -> None:
    games, worlds = proof.amount(test=1, proof=100), 0
    for number, rng in seeds(proof.seed, "reasons", games if not game.sampled else max(1, games // 4)):
        actions = random_game(game, rng)
        actions = whole_table_steps(game, actions, rng.randint(1, len(actions)))
        for viewer in one_of_each_side(game)[:-1]:
            try:
                worlds += check(game, actions, viewer, rng, reaches=answered, most=6)
            except Leak as leak:
                pytest.fail(f"seed {proof.seed}, game {number}: {leak}")
    proof.report(f"{game.title}: reasons in every world", games=games, worlds=worlds)
