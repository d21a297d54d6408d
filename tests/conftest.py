"""Pytest setup: prints kernel and seed, sets sample sizes, and reports what was checked."""

from __future__ import annotations

import os

# Before NumPy is imported: its threads compete with other workers and make the tests eight times slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import gc
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import hypothesis
import pytest

from gaslamp import kernel
from tests.services import postgres  # noqa: F401 - fixtures for whoever asks

Figure = int | float | str
Line = tuple[str, dict[str, Figure]]

TESTS = Path(__file__).parent
SEED = pytest.StashKey[int]()
# `make test` always uses this seed, `make proof` a random one; GASLAMP_SEED sets another.
USUAL_SEED = 1888
LINES: list[Line] = []  # of the final table, from all workers

# Files with long tests start first, so that all workers finish at about the same time.
LONGEST = (
    "kernel/test_wheel.py",
    "kernel/test_kernel.py",
    "bots/test_same_everywhere.py",
    "contract/test_secrecy.py",
    "contract/test_belief.py",
    "oracle/whitehall/test_agrees.py",
    "oracle/mr_jack/test_agrees.py",
    "oracle/whitehall/test_belief.py",
    "service/games/test_kill.py",
    "server/wire/test_frames.py",
    "cluster/test_processes.py",
    "bots/test_whitehall.py",
    "locale/test_words.py",
    "web/pages/test_edition.py",
    "web/whole/test_whitehall.py",
    "web/whole/test_mr_jack.py",
    "web/whole/test_games.py",
    "web/whole/test_accessibility.py",
)

PROVING = os.environ.get("GASLAMP_PROOF") == "1"
QUICK = os.environ.get("GASLAMP_QUICK") == "1"
AMOUNTS_ONLY = os.environ.get("GASLAMP_AMOUNTS") == "1"  # run only tests that use proof.amount

# No deadlines, because machines may be busy. Only `make proof` uses random examples.
hypothesis.settings.register_profile(
    "gaslamp",
    deadline=None,
    derandomize=not PROVING,
    max_examples=2000 if PROVING else 20 if QUICK else 200,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("gaslamp")


@dataclass(frozen=True)
class Proof:
    """Sample sizes, the seed, and the report of a test."""

    seed: int
    item: pytest.Item

    def amount(self, *, test: int, proof: int, least: int = 1) -> int:
        """Return *proof* in `make proof`, else *test*; less with the Python kernel and in `make quick`.

        With fewer than *least* the outcome would depend on the seed.
        """
        if PROVING:
            return max(least, test // 5, proof // 20) if kernel.PURE else proof
        return max(least, test // (10 if QUICK else 5 if kernel.PURE else 1))

    def report(self, name: str, **figures: Figure) -> None:
        """Add a line to the final table."""
        self.item.user_properties.append(("proof", [name, figures]))


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Proof:
    return Proof(request.config.stash[SEED], request.node)


def pytest_configure(config: pytest.Config) -> None:
    if kernel.STALE:
        raise pytest.UsageError("The compiled rules are not those of these sources: run make build.")
    if os.environ.get("CI") == "true" and not kernel.PURE and not kernel.COMPILED:
        raise pytest.UsageError("CI tests the compiled rules, and these are not compiled: see build/kernel.log.")
    # Workers inherit the seed, so that one number repeats the whole run.
    given = getattr(config, "workerinput", {}).get("seed") or os.environ.get("GASLAMP_SEED")
    config.stash[SEED] = int(given) if given else secrets.randbelow(2**32) if PROVING else USUAL_SEED


def pytest_collection_finish() -> None:
    """Collect garbage more rarely, and only what the tests make: it takes a tenth of their time otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if AMOUNTS_ONLY:
        others = [item for item in items if "proof" not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]
    order = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.relative_to(TESTS).as_posix(), len(LONGEST)))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:  # hook of xdist
    node.workerinput["seed"] = node.config.stash[SEED]


def pytest_report_header(config: pytest.Config) -> list[str]:
    return [f"kernel: {kernel.describe()}", f"seed: {config.stash[SEED]} (GASLAMP_SEED repeats it)"]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call":
        LINES.extend(cast("Line", line) for key, line in report.user_properties if key == "proof")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not LINES:
        return
    terminalreporter.section(f"proved with the kernel: {kernel.describe()}")
    width = max(len(name) for name, _ in LINES)
    for name, figures in sorted(LINES, key=lambda line: line[0]):
        told = ", ".join(f"{word.replace('_', ' ')} {_written(figure)}" for word, figure in figures.items())
        terminalreporter.write_line(f"{name:<{width}}  {told}")


def _written(figure: Figure) -> str:
    match figure:
        case float():
            return f"{figure:,.2f}"
        case int():
            return f"{figure:,}"
        case _:
            return figure
