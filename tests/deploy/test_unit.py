"""The systemd unit is valid, and its command serves from its state folder."""

from __future__ import annotations

import configparser
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.deploy.started import DEPLOY, started

FILE = DEPLOY / "gaslamp.service"


class Unit(configparser.RawConfigParser):
    """Parser for units, in which keys may repeat; the last value counts."""

    def __init__(self) -> None:
        super().__init__(strict=False, interpolation=None)

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def service() -> configparser.SectionProxy:
    unit = Unit()
    unit.read(FILE, encoding="utf-8")
    assert unit.sections() == ["Unit", "Service", "Install"]
    return unit["Service"]


def verified(path: Path) -> str:
    """Return systemd's complaints about a unit; empty without systemd."""
    program = shutil.which("systemd-analyze")
    if program is None:
        return ""
    done = subprocess.run([program, "verify", str(path)], capture_output=True, text=True, check=False)
    return "\n".join(line for line in done.stderr.splitlines() if path.name in line)


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    program = shlex.split(service()["ExecStart"])[0]
    text = FILE.read_text(encoding="utf-8").replace(program, sys.executable)  # systemd checks that it exists
    (unit := tmp_path / "gaslamp.service").write_text(text)
    assert verified(unit) == ""
    (wrong := tmp_path / "wrong.service").write_text(text.replace("ProtectSystem=", "ProtectSytem="))
    assert ("ProtectSytem" in verified(wrong)) == (shutil.which("systemd-analyze") is not None)


def test_the_unit_may_write_only_to_its_state_folder() -> None:
    options = service()
    assert options["ProtectSystem"] == "strict"
    assert options["DynamicUser"] == "yes"
    assert f"GASLAMP_DATA=%S/{options['StateDirectory']}" in options["Environment"]
    assert options["StateDirectoryMode"] == "0700"


@pytest.mark.slow
def test_its_command_serves_from_its_folder(tmp_path: Path) -> None:
    options = service()
    _, *words = shlex.split(options["ExecStart"])
    given = [pair.split("=", 1) for pair in shlex.split(options["Environment"].replace("%S", str(tmp_path)))]
    with started(words, dict(given)) as address:
        assert httpx.get(f"{address}/healthz").text == "ok\n"
    assert (tmp_path / options["StateDirectory"] / "gaslamp.sqlite3").exists()
