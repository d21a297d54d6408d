"""Whatever the schema allows, and much that it does not, is sent: nothing breaks, and every answer is as it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import strategies
from schemathesis import APIOperation, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from gaslamp.puzzles.puzzle import shipped
from tests.conftest import Proof
from tests.host.programs import BUSY, Program, serving_at
from tests.host.running import WAIT

PUZZLE = min(shipped("mr_jack"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_at(BUSY, tmp_path_factory.mktemp("data")) as address:
        yield address


def send(
    operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, token: str, games: Sequence[str], examples: int
) -> int:
    """Send many requests of one kind, about games and seats that there are and others, with and without a token."""
    sent = 0

    @hypothesis.settings(max_examples=examples, database=None, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(
        case=operation.as_strategy(generation_mode=mode),
        id=strategies.sampled_from([*games, None]),
        seat=strategies.sampled_from(["detective", "", None]),
        known=strategies.sampled_from([True, True, True, False]),
    )
    def one(case: schemathesis.Case[Any], id: str | None, seat: str | None, known: bool) -> None:
        nonlocal sent
        if id is not None and "id" in case.path_parameters:
            case.path_parameters["id"] = id
        if seat is not None and "id" in case.path_parameters:
            case.query = {"seat": seat} if seat else {}
        if known and "puzzle" in case.path_parameters:
            case.path_parameters["puzzle"] = PUZZLE
        headers = {"Authorization": f"Bearer {token}"} if known else {}
        case.call_and_validate(session=session, headers=headers, checks=CHECKS, timeout=WAIT)
        sent += 1

    with requests.Session() as session:
        one()
    return sent


@pytest.mark.long
@pytest.mark.parametrize("mode", GenerationMode)
def test_nothing_that_is_sent_breaks_anything(address: str, mode: GenerationMode, proof: Proof) -> None:
    one = Program(address)
    going, waiting = one.begin(opponent="same_device", clock="3d")["game"], one.begin(open=True)["game"]
    over = one.begin(opponent="bot:passer_by")["game"]
    one.told("POST", f"/games/{over}/resign")
    one.http.close()
    examples, sent = proof.amount(test=2, proof=150), 0
    for found in schemathesis.openapi.from_url(f"{address}/api/openapi.json").get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not [*operation.body, *operation.query, *operation.path_parameters]:
            continue  # there is nothing in it that could be wrong
        games = [over] if operation.path.endswith("/updates") else [over, going, waiting]  # that one would not end
        sent += send(operation, mode, one.token, games, examples)
    assert sent > 14
    proof.report(f"the API, {mode.value} requests", requests=sent)
