"""Containers without Docker: the files match their schemas and each other, and their command starts."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tests.architecture.tree import ROOT
from tests.deploy.started import DEPLOY, LOOPBACK, started
from tests.services import Postgres

FILE = DEPLOY / "compose.yaml"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
PASSWORD = "lamplight"  # noqa: S105 - that of the tests' own PostgreSQL
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?::\?(?P<wanted>[^}]+)|:-(?P<usual>[^}]*))\}")


def compose(**given: str) -> dict[str, Any]:
    """Return the compose file with its variables filled in."""

    def filled(found: re.Match[str]) -> str:
        value = given.get(found["name"], found["usual"])
        assert value is not None, found["wanted"]
        return value

    made: dict[str, Any] = yaml.safe_load(VARIABLE.sub(filled, FILE.read_text(encoding="utf-8")))
    return made


def schema_of_compose(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def instructions(name: str) -> list[list[str]]:
    """Return the arguments of all Dockerfile lines with an instruction."""
    joined = DOCKERFILE.replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line.startswith(f"{name} ")]
    return [json.loads(line[line.index("[") :]) if "[" in line else shlex.split(line)[1:] for line in lines]


@pytest.mark.long
def test_the_compose_file_matches_its_schema(tmp_path: Path) -> None:
    done = schema_of_compose(FILE)
    assert done.returncode == 0, done.stdout
    (wrong := tmp_path / "compose.yaml").write_text(FILE.read_text().replace("depends_on:", "depends_upon:"))
    assert "depends_upon" in schema_of_compose(wrong).stdout


def test_the_compose_file_has_no_password() -> None:
    with pytest.raises(AssertionError, match="choose a password"):
        compose()


def test_dependencies_and_volumes_exist() -> None:
    made = compose(GASLAMP_PASSWORD=PASSWORD)
    server = made["services"]["server"]
    assert set(server["depends_on"]) == set(made["services"]) - {"server"}
    for name in server["depends_on"]:
        assert "test" in made["services"][name]["healthcheck"]
    assert {volume.split(":")[0] for volume in made["services"]["postgres"]["volumes"]} == set(made["volumes"])
    assert (FILE.parent / server["build"]["context"]).resolve() == ROOT
    assert (ROOT / server["build"]["dockerfile"]).is_file()


def test_the_server_is_published_on_loopback_only() -> None:
    services = compose(GASLAMP_PASSWORD=PASSWORD)["services"]
    assert [port for service in services.values() for port in service.get("ports", [])] == ["127.0.0.1:1888:1888"]


@pytest.mark.slow
def test_its_server_starts_on_its_postgres(postgres: Postgres) -> None:
    server = compose(GASLAMP_PASSWORD=PASSWORD)["services"]["server"]
    environment: dict[str, str] = server["environment"]
    here = {"@postgres:5432/gaslamp": "@" + postgres.new_database().partition("@")[2]}
    for theirs, ours in here.items():
        assert any(theirs in value for value in environment.values())
        environment = {name: value.replace(theirs, ours) for name, value in environment.items()}
    with started(server["command"], environment) as address:
        assert httpx.get(f"{address}/healthz").text == "ok\n"
        ((*_, program),) = instructions("HEALTHCHECK")
        alive = program.replace(f"http://{LOOPBACK}:1888", address)
        assert alive != program
        subprocess.run([sys.executable, "-c", alive], check=True)
    dead = subprocess.run([sys.executable, "-c", alive], capture_output=True, check=False)
    assert dead.returncode == 1


def test_image_and_compose_file_start_the_same_command() -> None:
    assert instructions("ENTRYPOINT") == [["gaslamp"]]
    assert instructions("CMD") == [compose(GASLAMP_PASSWORD=PASSWORD)["services"]["server"]["command"]]


PINNED = r"[a-z]+:\d+(\.\d+)+(-[a-z]+)*@sha256:[0-9a-f]{64}"


def unpinned_images(dockerfile: str, made: dict[str, Any]) -> list[str]:
    """Return images without a digest, tools without a version, and remote syntaxes."""
    found = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    found += [service["image"] for service in made["services"].values() if "build" not in service]
    loose = [image for image in found if not re.fullmatch(PINNED, image)]
    loose += [line for line in re.findall(r"pip install .*", dockerfile) if not re.search(r" uv==\d[\d.]*$", line)]
    return loose + re.findall(r"^# *syntax *=.*", dockerfile, re.MULTILINE)


def test_images_are_pinned_by_digest_and_tools_by_version() -> None:
    made = compose(GASLAMP_PASSWORD=PASSWORD)
    assert unpinned_images(DOCKERFILE, made) == []
    loose = re.sub("@sha256:[0-9a-f]+", "", DOCKERFILE).replace("uv==0", "uv>=0")
    assert len(unpinned_images("# syntax=docker/dockerfile:1\n" + loose, made)) == 4
    made["services"]["postgres"]["image"] = "postgres:16"
    assert unpinned_images(DOCKERFILE, made) == ["postgres:16"]


def test_the_image_runs_without_root_and_without_build_tools() -> None:
    *_, last = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)
    assert "\nUSER gaslamp\n" in last
    assert re.findall(r"^COPY (.*)$", last, re.MULTILINE) == ["--from=build /app /app"]


def test_copied_files_exist_and_are_not_ignored() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    wanted = {line[1:] for line in ignored if line.startswith("!")}
    copied = {word for words in instructions("COPY") if words[0] != "--from=build" for word in words[:-1]}
    assert copied == wanted
    assert all((ROOT / name).exists() for name in wanted)
    compiled = "src/gaslamp/core/_compiled"
    assert any(fnmatch(compiled, line) for line in ignored if not line.startswith("#"))
