"""Finds the Chromium of the browser tests; in CI installs one if there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The headless shell first: the same engine, a third faster.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGES = ("chromium-headless-shell", "chromium")
NOT_RUN = (
    "NOT RUN: the browser tests need a Chromium and found none. Install one "
    "(Debian: apt-get install chromium-headless-shell), or name yours: CHROMIUM=/path/to/chromium make test"
)


def find() -> str | None:
    """Return the path of a Chromium: $CHROMIUM, one on the PATH, or Playwright's own. None if there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None) or _of_playwright()


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only asked for when nothing else is found

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Install Debian's Chromium. Only used on CI machines that run as root."""
    _apt("update", check=True)
    if _apt("install", "-y", PACKAGES[0]) != 0:
        _apt("install", "-y", PACKAGES[1], check=True)


def _apt(*words: str, check: bool = False) -> int:
    return subprocess.run(["apt-get", *words, "-qq"], check=check, stdout=subprocess.DEVNULL).returncode  # noqa: S607


def main() -> int:
    """Check for a Chromium before the tests. Prints a warning without one; fails in CI."""
    ci = os.environ.get("CI") == "true"
    if find() is None and ci and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        install()
    if find() is not None:
        return 0
    print(NOT_RUN, file=sys.stderr)
    return 1 if ci else 0


if __name__ == "__main__":
    sys.exit(main())
