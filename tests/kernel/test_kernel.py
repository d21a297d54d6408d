"""Choosing and building the kernel: stale builds are refused, and a compiler is optional."""

import os
import shutil
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from gaslamp import kernel
from gaslamp.core import dice as loaded
from gaslamp.titles.pocket.rules import playout, position
from tests.conftest import PROVING, Proof
from tests.kernel.checkout import NEEDS_COMPILER, ROOT, Checkout, load, run, unpacked
from tests.kernel.games import digest

DESCRIBE = "from gaslamp import kernel; from gaslamp.titles.pocket.rules import playout; print(kernel.describe())"
WHERE = "from gaslamp.core import dice; print(dice.__file__)"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout.make(tmp_path)


# ---- which one runs


def test_the_kernel_that_is_named_is_the_one_that_runs() -> None:
    suffix = EXTENSION_SUFFIXES[0] if kernel.COMPILED else ".py"
    for module in (loaded, position, playout):
        assert str(module.__file__).endswith(suffix)


@pytest.mark.long
def test_without_a_build_the_sources_run_as_python(checkout: Checkout) -> None:
    assert checkout.run("-c", DESCRIBE).stdout == "python\n"


def test_a_stale_build_is_refused_with_one_sentence(checkout: Checkout) -> None:
    checkout.pretend(kernel.stamp())
    with checkout.source("gaslamp.titles.pocket.rules.position").open("a") as source:
        source.write("# edited\n")
    done = checkout.run("-c", DESCRIBE)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("not those of these sources: run make build.")


@pytest.mark.long
def test_the_command_refuses_a_stale_build_without_a_traceback(checkout: Checkout) -> None:
    checkout.pretend("0" * 64)
    done = checkout.run("-c", "from gaslamp.cli import main; main()", "play")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith("run make build.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
def test_an_edit_elsewhere_makes_nothing_stale(checkout: Checkout) -> None:
    checkout.pretend(kernel.stamp())
    with checkout.source("gaslamp.core.options").open("a") as source:
        source.write("# edited\n")
    assert checkout.run("-m", "gaslamp.kernel").returncode == 0


@pytest.mark.long
@pytest.mark.parametrize("lost", [kernel.MODULES[0], kernel.SHARED])
def test_a_build_that_lost_a_module_does_not_count(checkout: Checkout, lost: str) -> None:
    checkout.pretend(kernel.stamp())
    (checkout.folder / "src" / kernel.twin(lost)).unlink()
    assert checkout.run("-c", DESCRIBE).stdout == "python\n"
    assert checkout.run("-m", "gaslamp.kernel").returncode == 1


@pytest.mark.long
@pytest.mark.parametrize("fits", [True, False])
def test_pure_forces_python_despite_a_build(checkout: Checkout, fits: bool) -> None:
    checkout.pretend(kernel.stamp() if fits else "0" * 64)
    assert checkout.run("-c", DESCRIBE, GASLAMP_PURE="1").stdout == "python\n"
    assert checkout.run("-c", WHERE, GASLAMP_PURE="1").stdout.endswith("dice.py\n")


# ---- building it


@pytest.mark.slow
def test_without_a_compiler_the_build_succeeds_and_runs_as_python(checkout: Checkout) -> None:
    done = checkout.build(CC="/nonexistent/cc")
    assert done.returncode == 0, done.stderr
    assert checkout.run("-c", DESCRIBE).stdout == "python\n"
    # make runs this, and does not build again before a source changes
    assert checkout.run("-m", "gaslamp.kernel").returncode == 0
    checkout.source("gaslamp.core.dice").touch()
    assert checkout.run("-m", "gaslamp.kernel").returncode == 0
    with checkout.source("gaslamp.core.dice").open("a") as source:
        source.write("# edited\n")
    assert checkout.run("-m", "gaslamp.kernel").returncode == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the compiler of this test is a shell script")
def test_a_build_shows_its_progress(checkout: Checkout, tmp_path: Path) -> None:
    if (ROOT / "build" / "c").exists():  # reuse the C files of the tested kernel
        shutil.copytree(ROOT / "build" / "c", checkout.folder / "build" / "c")
    compiler = tmp_path / "cc"
    compiler.write_text('#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" = -o ] && : > "$2"; shift; done\n')
    compiler.chmod(0o755)
    done = checkout.build(CC=str(compiler), LDSHARED=str(compiler), GASLAMP_TRANSLATED="1", GASLAMP_PROGRESS="2")
    assert done.returncode == 0, done.stderr
    first = done.stderr.index("Compiling the rules, once: usually about ")
    assert done.stderr.index("Compiled the rules in ") > first
    assert "modules\r" not in done.stderr  # progress lines are for terminals only
    quiet = checkout.build(CC=str(compiler), LDSHARED=str(compiler), GASLAMP_TRANSLATED="1")
    assert "usually" not in quiet.stdout + quiet.stderr


@pytest.mark.slow
def test_without_a_compiler_the_install_succeeds_and_runs_as_python(checkout: Checkout) -> None:
    installed = checkout.install(CC="/nonexistent/cc")
    # -S: no site-packages, so no Cython either
    assert run("-S", "-c", DESCRIBE, cwd=installed).stdout == "python\n"


@pytest.fixture(scope="module")
def installed(checked_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(checked_wheel, tmp_path_factory.mktemp("wheel") / "installed")


@pytest.mark.slow
@NEEDS_COMPILER
def test_with_a_compiler_the_install_is_compiled_and_needs_no_cython(installed: Path) -> None:
    assert run("-S", "-c", DESCRIBE, cwd=installed).stdout == f"compiled {kernel.stamp()[:12]}\n"
    assert run("-S", "-c", WHERE, cwd=installed).stdout.endswith(EXTENSION_SUFFIXES[0] + "\n")


@pytest.mark.slow
@NEEDS_COMPILER
@pytest.mark.parametrize("part", range(2 if PROVING else 1))
def test_the_compiled_rules_stay_within_their_tables_and_numbers(installed: Path, part: int, proof: Proof) -> None:
    """Compiled with checks of bounds, shifts and overflow; a violation ends the run."""
    games = proof.amount(test=1_000, proof=25_000)
    shutil.copytree(ROOT / "tests" / "kernel", installed / "tests" / "kernel", dirs_exist_ok=True)
    done = run("-m", "tests.kernel.games", str(proof.seed + part), str(games), cwd=installed)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("compiled ")
    proof.report(f"compiled with checks of bounds, shifts and overflow, part {part}", games=games)


# ---- the same numbers and games


def test_the_dice_fall_the_same_compiled_and_as_python(proof: Proof) -> None:
    source = load("dice_as_python", ROOT / "src/gaslamp/core/dice.py")
    for seed in (0, 1, -1, 2**64 - 1, 2**64 + 5, proof.seed):
        here, there = loaded.Dice(seed), source.Dice(seed)
        assert [here.next() for _ in range(1000)] == [there.next() for _ in range(1000)]
        for sides in (1, 2, 9, 36, 1000, 2**32 - 1):
            assert here.below(sides) == there.below(sides) < sides
        assert here.copy().next() == here.next() == there.next()


def test_the_dice_are_splitmix64() -> None:
    # First values of the reference implementation for seed 1234567.
    dice = loaded.Dice(1234567)
    assert [dice.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.long
def test_a_seed_gives_the_same_games_compiled_and_as_python(proof: Proof) -> None:
    games = proof.amount(test=150, proof=5_000)
    done = run("-m", "tests.kernel.games", str(proof.seed), str(games), cwd=ROOT, GASLAMP_PURE="1")
    assert done.stdout.splitlines() == ["python", digest(proof.seed, games)]
    proof.report(f"the same games as Python and as {kernel.describe()}", games=games)
