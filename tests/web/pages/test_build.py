"""The files of the browser edition, without a browser."""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path

import pytest

from tools.pages import packs
from tools.pages.__main__ import LARGEST, gzipped

# Modules of other packages that only a server needs; none is imported in the browser.
ELSEWHERE = {
    "PIL",
    "alembic",
    "argon2",
    "cython",
    "h11",
    "psycopg",
    "py_vapid",
    "pywebpush",
    "resvg_py",
    "uvicorn",
    "websockets",
}
SHELL = ("index.html", "shell.js", "leader.js", "saved.js", "sw.js", "shell.css", "app/worker.mjs")


def test_equal_sources_give_equal_bytes(
    files: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "CACHE", tmp_path)  # compiled again
    assert packs.pack(packs.ours()) == files["app/gaslamp.zip"]


def test_it_is_small_enough(files: dict[str, bytes]) -> None:
    assert sum(map(len, map(gzipped, files.values()))) <= LARGEST


def test_it_can_be_installed_below_any_path(files: dict[str, bytes]) -> None:
    manifest = json.loads(files["manifest.webmanifest"])
    assert manifest["start_url"] == "."
    assert {icon["src"] for icon in manifest["icons"]} <= files.keys()
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for name in SHELL:
        assert not re.search(r"""(href|src|action)=["']/|url\(["']?/|fetch\(["'`]/""", files[name].decode()), name


@pytest.mark.usefixtures("files")  # downloaded
def test_every_imported_package_is_in_the_edition() -> None:
    packed = {path.partition("/")[0].removesuffix(".py") for path in packs.third_party()}
    known = packed | ELSEWHERE | sys.stdlib_module_names | {"gaslamp"}
    unknown = {
        (name, path)
        for path, content in packs.ours().items()
        if path.endswith(".py") and "/compiled/" not in path
        for name in _imported(content)
        if name not in known
    }
    assert not unknown, "add it to _PACKAGES of tools/pages/packs.py, or to ELSEWHERE"


def _imported(content: bytes) -> set[str]:
    nodes = list(ast.walk(ast.parse(content)))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0]
    return {name.partition(".")[0] for name in names}
