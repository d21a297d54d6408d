"""Tries an installed Gaslamp as somebody new to it would: a server, every page and file of it, a game to its end.

python tools/installed.py, by the Python it is installed for; it needs nothing else. Whatever is wrong ends it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import gaslamp

BOT = Path(__file__).parent.parent / "docs" / "examples" / "bot.py"
STATIC = Path(gaslamp.__file__).parent / "web" / "static"
# What a page, a style or a script asks for by itself.
ASKED = re.compile(r"""(?:\bsrc|<link[^>]*\bhref)="([^"#]+)"|(?:\bfrom|\bimport) "([^"]+)"|url\("?([^")#]+)""")
TYPES = ".d.ts"  # named in comments, for those who write scripts; no browser asks for them
KINDS = ("text/html", "text/css", "text/javascript")


class Visitor:
    """Somebody with cookies who goes where the pages lead."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self.fetched: dict[str, bytes] = {}  # by path

    def get(self, path: str) -> bytes:
        """Fetch a page or a file, and all that it asks for."""
        if path not in self.fetched:
            with self._opener.open(self._address + path, timeout=60) as answer:
                kind, self.fetched[path] = answer.headers.get_content_type(), answer.read()
            if kind in KINDS:
                self._follow(path)
        return self.fetched[path]

    def _follow(self, path: str) -> None:
        for found in ASKED.finditer(self.fetched[path].decode()):
            link = urljoin(path, next(filter(None, found.groups())))
            if not link.startswith("data:") and not link.endswith(TYPES):
                assert not urlsplit(link).netloc, f"{path} asks a stranger: {link}"
                self.get(link)

    def post(self, path: str, **body: str) -> dict[str, str]:
        """Do what the script of a page does."""
        headers = {"Content-Type": "application/json", "Origin": self._address}
        request = Request(self._address + path, json.dumps(body).encode(), headers)  # noqa: S310 - it is ours
        with self._opener.open(request, timeout=60) as answer:
            told: dict[str, str] = json.load(answer)
        return told


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Run the installed command on a folder, and give the address."""
    command = [str(Path(sysconfig.get_path("scripts"), "gaslamp")), "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen([*command, "--data", folder, "--lang", "en"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.terminate()
            server.wait()


def play(address: str) -> str:
    """Let the bot of the docs play to the end; give the link by which others can watch."""
    played = subprocess.run([sys.executable, "-I", str(BOT), address], stdout=subprocess.PIPE, text=True, check=True)
    told = dict(line.split(": ", 1) for line in played.stdout.splitlines())
    print(f"played to the end: {told['It is over']}")
    return told["Watch it"].removeprefix(address)


def look_around(visitor: Visitor, watch: str) -> None:
    """Fetch every page: doors, tables that wait, are played and are over, what programs read, and all files."""
    for path in ("/", "/lists", "/healthz", "/favicon.svg", "/api/openapi.json", "/api/v1/titles"):
        visitor.get(path)
    titles = [title["id"] for title in json.loads(visitor.get("/api/v1/titles"))["titles"]]
    for title in titles:
        for opponent in ("friend", "same_device", "bot:random"):
            made = visitor.post("/games", title=title, side="jack", opponent=opponent)
            for page in (made["table"], made.get("invite") or made["watch"]):
                visitor.get(page.partition("#")[0])
    door, _, secret = watch.partition("#")
    visitor.get(door)
    id = door.rpartition("/")[2]
    over = visitor.post(f"/games/{id}/watch", secret=secret)
    visitor.get(over["table"])
    assert b"pocket" in visitor.get(f"/games/{id}/record")
    edition = next(path for path in visitor.fetched if path.startswith("/static/")).split("/")[2]
    files = [file for file in sorted(STATIC.rglob("*")) if file.is_file() and not file.name.endswith(TYPES)]
    for file in files:
        served = visitor.get(f"/static/{edition}/{file.relative_to(STATIC).as_posix()}")
        assert served, f"{file} is served as nothing"
    print(f"fetched: {len(visitor.fetched)} addresses, {len(files)} files, {len(titles)} titles")


def main() -> None:
    print(f"gaslamp {gaslamp.__version__} in {Path(gaslamp.__file__).parent}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, serving(folder) as address:
        look_around(Visitor(address), play(address))


if __name__ == "__main__":
    main()
