"""The built edition, and a server of its files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.error import URLError

import pytest
from filelock import FileLock

from tests.web.pages.visits import StaticServer
from tools.pages import packs
from tools.pages.__main__ import build


@pytest.fixture(scope="session")
def files() -> dict[str, bytes]:
    try:
        assert packs.PYODIDE.exists(), "run make test: it installs the packages of web-tools"
        packs.CACHE.mkdir(parents=True, exist_ok=True)
        with FileLock(packs.CACHE / "lock"):  # the workers of one run share the packs
            return build()
    except URLError:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip("NOT RUN: the browser edition needs files of PyPI, which cannot be reached")


@pytest.fixture(scope="module")
def site(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    started = StaticServer(tmp_path_factory.mktemp("web"), files)
    yield started
    started.stop()
