"""The documentation site has every page, no broken links and no external resources."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

ASKED = re.compile(r"""(?:<script[^>]*\bsrc|<img[^>]*\bsrc|<link[^>]*\bhref)=["']?([^"'> ]+)""")
STRANGER = re.compile(r"(https?:)?//")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_every_page_is_on_it(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    pages |= {Path("contributing.html"), Path("changelog.html")}
    built = {path.relative_to(site) for path in site.rglob("*.html")}
    assert built - {Path("404.html")} == pages


@pytest.mark.slow
def test_the_site_loads_nothing_from_other_hosts(site: Path) -> None:
    asked = {link for page in site.rglob("*.html") for link in ASKED.findall(page.read_text(encoding="utf-8"))}
    assert any(link.endswith(".js") for link in asked)
    assert [link for link in asked if STRANGER.match(link)] == []
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"url\(\s*[\"']?((?:https?:)?//[^)]+)", styles) == []
