"""docs/fairness.md: its figures are reproducible, and its verifier agrees with ours."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

from gaslamp import titles
from gaslamp.core.records import record
from gaslamp.core.records.fairness import NOTHING, Seal, Secret, Terms
from gaslamp.game.table import Table
from tests.architecture.tree import ROOT
from tests.sealed import play_on, sealed

PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")


def test_the_figures_of_the_worked_example_come_out() -> None:
    told = dict(re.findall(r"^\| (.+) \| `([0-9a-f]{64})` \|$", PAGE, re.MULTILINE))
    (entry,) = re.findall(r"^`(\{.+\})`\.$", PAGE, re.MULTILINE)
    ((options, clock, bots),) = re.findall(r"options `(.+)`\. The clock is `(.+)`, the bots\s`(.+)`\.", PAGE)
    secret = Secret(bytes(range(32)))
    nonces = {"jack": bytes([17] * 32), "detectives": NOTHING}
    seal = Seal("example", Terms("pocket", 1, options, clock, bots), secret, nonces)
    (link,) = seal.chain([entry.encode()])
    number = next(seal._numbers(0))
    assert told == {
        "commitment": secret.commitment("example").hex(),
        "head 0": seal.first_head().hex(),
        "salt 0": link.salt.hex(),
        "entry 0": link.commitment.hex(),
        "head 1": link.head.hex(),
        "number 0, 0": f"{number:064x}",
    }
    assert (number % 7, seal.draw(0, [1, 2, 4])) == (1, 1)


def test_the_example_has_the_titles_seats_and_options() -> None:
    game = titles.game("pocket")
    assert game.seats == ("jack", "detectives")
    assert "both_goals_while_seen=detectives_win" in record.write(Table(game, rng=Random(1)).record({}))


def test_the_verifier_on_the_page_agrees_with_ours() -> None:
    (source,) = re.findall(r"```python\n(.+?)```", PAGE, re.DOTALL)
    theirs: dict[str, Any] = {"__name__": "page"}
    exec(source, theirs)  # noqa: S102 - our own page
    game = titles.game("mr_jack")
    honest = sealed(game)
    seal = replace(honest, terms=honest.terms._replace(bots=f"{game.seats[-1]}=constable"))
    table = Table(game, seal=seal)
    heads = [table.update("jack").head]
    play_on(table, Random(5))
    heads.append(table.update("jack").head)
    text = record.write(table.record({}))
    assert theirs["check"](text, heads) == "right"
    assert theirs["check"](text, ["0" * 64]) == "a head is not in the chain"
    assert theirs["check"](text.replace('"undo"', '"redo"', 1), []).startswith("the chain breaks at entry ")
    mine = honest.nonces["jack"].hex()
    assert theirs["check"](text, heads, seal.committed.hex(), {"jack": mine}, ["detective"]) == "right"
    assert theirs["check"](text, heads, "0" * 64) == "the secret is not the committed one"
    assert theirs["check"](text, heads, None, {"jack": "0" * 64}) == "the nonce of jack is not what was kept"
    assert theirs["check"](text, heads, None, {}, ["jack"]) == "the nonce of jack is not what was kept"
    for one, other in (("jack=player", "jack=absent"), ("detective=house", f"detective=player {mine}")):
        assert "is not from the" in theirs["check"](text.replace(one, other, 1), [])
    assert theirs["check"](text.replace("bots: detective", "bots: jack", 1), []).startswith("the nonce of")
    assert theirs["check"](text.replace("clock:", "clock: 1+0", 1), []).startswith("the chain breaks")
    assert theirs["check"](text.replace("secret: 0", "secret: 1", 1), []) == "the secret is not the committed one"
