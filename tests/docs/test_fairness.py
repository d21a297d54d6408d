"""The page on fairness, followed: its figures come out, and its verifier agrees with ours."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from gaslamp import titles
from gaslamp.core import record
from gaslamp.core.fairness import Chain, Seal, Secret
from gaslamp.table.table import Table
from tests.architecture.tree import ROOT
from tests.sealed import play_on, sealed

PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")


def test_the_figures_of_the_worked_example_come_out() -> None:
    told = dict(re.findall(r"^\| (.+) \| `([0-9a-f]{64})` \|$", PAGE, re.MULTILINE))
    (entry,) = re.findall(r"^`(\{.+\})`\.$", PAGE, re.MULTILINE)
    (options,) = re.findall(r"options `(.+)`\.", PAGE)
    secret = Secret(bytes(range(32)))
    nonces = {"jack": bytes([17] * 32), "detectives": secret.nonce("example", "detectives")}
    seal = Seal("example", ("pocket", 1, options), secret, nonces)
    chain = Chain(seal)
    chain.append(entry.encode())
    number = next(seal._numbers(0))
    assert told == {
        "commitment": secret.commitment("example").hex(),
        "server nonce of `detectives`": nonces["detectives"].hex(),
        "head 0": chain.head(0).hex(),
        "salt 0": chain.links[0].salt.hex(),
        "entry 0": chain.links[0].commitment.hex(),
        "head 1": chain.head(1).hex(),
        "number 0, 0": f"{number:064x}",
    }
    assert (number % 7, seal.draw(0, [1, 2, 4])) == (4, 2)


def test_the_seats_and_options_of_the_example_are_those_of_the_game() -> None:
    game = titles.game("pocket")
    assert game.seats == ("jack", "detectives")
    assert "both_goals_while_seen=detectives_win" in record.write(Table(game, rng=Random(1)).record({}))


def test_the_verifier_on_the_page_agrees_with_ours() -> None:
    (source,) = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    theirs: dict[str, Any] = {"__name__": "page"}
    exec(source, theirs)  # noqa: S102 - our own page
    game = titles.game("mr_jack")
    table = Table(game, seal=sealed(game))
    heads = [table.update("jack").head]
    play_on(table, Random(5))
    heads.append(table.update("jack").head)
    text = record.write(table.record({}))
    assert theirs["check"](text, heads) == "right"
    assert theirs["check"](text, ["0" * 64]) == "a head is not in the chain"
    assert theirs["check"](text.replace('"undo"', '"redo"', 1), []).startswith("the chain breaks at entry ")
    assert theirs["check"](text.replace("=player", "=server", 1), []) == "the nonce of jack is not from the server"
    assert theirs["check"](text.replace("secret: 0", "secret: 1", 1), []) == "the secret is not the committed one"
