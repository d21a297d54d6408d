"""What is built once for all tests of the built."""

from pathlib import Path

import pytest

from tests.kernel.checkout import Checkout

CHECKS = "-O0 -fsanitize=bounds,shift,signed-integer-overflow -fno-sanitize-recover=all -Werror=sign-compare"


@pytest.fixture(scope="session")
def checked_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a wheel that was compiled quickly, not well, with checks that C does not make by itself."""
    checkout = Checkout.make(tmp_path_factory.mktemp("checked"))
    return checkout.wheel(CFLAGS=CHECKS, LDFLAGS="-fsanitize=undefined")
