"""The examples in the docstrings of public modules run, and print what they show."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = [
    "gaslamp.arena.plan",
    "gaslamp.core.actions",
    "gaslamp.core.game",
    "gaslamp.bots",
    "gaslamp.bots.bot",
    "gaslamp.bots.levels",
    "gaslamp.core.history",
    "gaslamp.core.records.record",
    "gaslamp.titles",
    "gaslamp.research.batch.batch",
    "gaslamp.research.encodings.encoding",
    "gaslamp.research.episode",
    "gaslamp.research.opponents",
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed
