"""Smoke test of an installed Gaslamp: starts a server, plays a game to its end, fetches every page and file.

Run `python tools/installed.py` with the Python in which Gaslamp is installed. The first problem raises an exception.
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
# References that a browser loads from a page, a style sheet or a script.
REFERENCE = re.compile(r"""(?:\bsrc|<link[^>]*\bhref)="([^"#]+)"|(?:\bfrom|\bimport) "([^"]+)"|url\("?([^")#]+)""")
TYPES = ".d.ts"  # only named in comments, never loaded by browsers
KINDS = ("text/html", "text/css", "text/javascript")


class Visitor:
    """An HTTP client with cookies that follows the references of pages."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self.fetched: dict[str, bytes] = {}  # by path

    def get(self, path: str) -> bytes:
        """Fetch a page or a file, and everything it references."""
        if path not in self.fetched:
            with self._opener.open(self._address + path, timeout=60) as answer:
                kind, self.fetched[path] = answer.headers.get_content_type(), answer.read()
            if kind in KINDS:
                self._follow(path)
        return self.fetched[path]

    def _follow(self, path: str) -> None:
        for match in REFERENCE.finditer(self.fetched[path].decode()):
            link = urljoin(path, next(filter(None, match.groups())))
            if not link.startswith("data:") and not link.endswith(TYPES):
                assert not urlsplit(link).netloc, f"{path} loads from another host: {link}"
                self.get(link)

    def post(self, path: str, **body: str) -> dict[str, str]:
        """Send JSON as the scripts do, and return the decoded response."""
        headers = {"Content-Type": "application/json", "Origin": self._address}
        request = Request(self._address + path, json.dumps(body).encode(), headers)  # noqa: S310 - our own server
        with self._opener.open(request, timeout=60) as answer:
            reply: dict[str, str] = json.load(answer)
        return reply


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Run `gaslamp serve` with its data in *folder*. Yields the address."""
    command = [str(Path(sysconfig.get_path("scripts"), "gaslamp")), "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen([*command, "--data", folder, "--lang", "en"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.terminate()
            server.wait()


def play(address: str) -> str:
    """Play a game with docs/examples/bot.py. Returns the path and secret of the spectators' link."""
    played = subprocess.run([sys.executable, "-I", str(BOT), address], stdout=subprocess.PIPE, text=True, check=True)
    printed = dict(line.split(": ", 1) for line in played.stdout.splitlines())
    print(f"played to the end: {printed['It is over']}")
    return printed["Watch it"].removeprefix(address)


def fetch_everything(visitor: Visitor, watch: str) -> None:
    """Fetch the home page, waiting, running and finished games, invitations, the API and all static files."""
    for path in ("/", "/lists", "/healthz", "/favicon.svg", "/api/openapi.json", "/api/v1/titles"):
        visitor.get(path)
    titles = [title["id"] for title in json.loads(visitor.get("/api/v1/titles"))["titles"]]
    for title in titles:
        for opponent in ("friend", "same_device", "bot:passer_by"):
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
        assert served, f"{file} is served empty"
    print(f"fetched: {len(visitor.fetched)} addresses, {len(files)} files, {len(titles)} titles")


def main() -> None:
    print(f"gaslamp {gaslamp.__version__} in {Path(gaslamp.__file__).parent}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, serving(folder) as address:
        fetch_everything(Visitor(address), play(address))


if __name__ == "__main__":
    main()
