"""The examples in the docstrings of public modules run, and print what they show."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import gaslamp

PACKAGE = Path(gaslamp.__file__).parent
MODULES = [
    "gaslamp.arena.lookahead",
    "gaslamp.arena.plan",
    "gaslamp.arena.rating",
    "gaslamp.arena.reading",
    "gaslamp.bots",
    "gaslamp.bots.bot",
    "gaslamp.bots.cache",
    "gaslamp.bots.learning",
    "gaslamp.bots.levels",
    "gaslamp.bots.mr_jack",
    "gaslamp.bots.pocket",
    "gaslamp.bots.reasons",
    "gaslamp.bots.whitehall",
    "gaslamp.bots.whitehall.belief.posterior",
    "gaslamp.core.actions",
    "gaslamp.core.belief",
    "gaslamp.core.dice",
    "gaslamp.core.errors",
    "gaslamp.core.game",
    "gaslamp.core.history",
    "gaslamp.core.messages",
    "gaslamp.core.options",
    "gaslamp.core.records.fairness",
    "gaslamp.core.records.proof",
    "gaslamp.core.records.record",
    "gaslamp.core.records.record_format",
    "gaslamp.game.entries",
    "gaslamp.cluster.cluster",
    "gaslamp.game.state",
    "gaslamp.game.table",
    "gaslamp.puzzles",
    "gaslamp.puzzles.making",
    "gaslamp.puzzles.puzzle",
    "gaslamp.research.batch.batch",
    "gaslamp.research.beliefs",
    "gaslamp.research.encodings",
    "gaslamp.research.encodings.encoding",
    "gaslamp.research.episode",
    "gaslamp.research.observations",
    "gaslamp.research.openspiel.bots",
    "gaslamp.research.openspiel.games",
    "gaslamp.research.opponents",
    "gaslamp.research.pettingzoo.environment",
    "gaslamp.research.rendering",
    "gaslamp.review.review",
    "gaslamp.service.people.record",
    "gaslamp.service.people.settings",
    "gaslamp.service.ratings",
    "gaslamp.titles",
    "gaslamp.titles.mr_jack.game",
    "gaslamp.titles.pocket.game",
    "gaslamp.titles.whitehall.game",
    "gaslamp.ui.presentation",
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed


def test_every_module_with_an_example_is_listed() -> None:
    sources = [path for path in PACKAGE.rglob("*.py") if ">>> " in path.read_text("utf-8")]
    names = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in sources}
    assert {name.removesuffix(".__init__") for name in names} == set(MODULES)
