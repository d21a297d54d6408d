"""Builds that are shared by all test workers."""

import os
import shutil
from pathlib import Path

import pytest
from filelock import FileLock

from tests.conftest import PROVING
from tests.kernel.checkout import ROOT, Checkout

CHECKS = "-O0 -fsanitize=bounds,shift,signed-integer-overflow -fno-sanitize-recover=all -Werror=sign-compare"


@pytest.fixture(scope="session")
def checked_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel compiled without optimisation, with checks of bounds, shifts and overflow."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "checked"
    with FileLock(folder.with_suffix(".lock")):
        if not (done := list(folder.glob("dist/*.whl"))):
            folder.mkdir()
            checkout, translated = Checkout.make(folder), ROOT / "build" / "c"
            given = {"CFLAGS": CHECKS, "LDFLAGS": "-fsanitize=undefined"}
            if translated.exists() and not PROVING:  # reuse the C files of the tested kernel
                shutil.copytree(translated, folder / "build" / "c")
                given["GASLAMP_TRANSLATED"] = "1"
            done = [checkout.wheel(**given)]
    return done[0]
