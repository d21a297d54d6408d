"""A large board in a real page without a server: the test sends frames and records the answers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from gaslamp.server.http import assets, templates
from gaslamp.server.http.middleware import CONTENT_SECURITY_POLICY
from gaslamp.ui.scene import BoardArt, definitions

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route, WebSocketRoute

ADDRESS: Final = "http://table.test"
SIZE: Final = 1000
ART: Final = BoardArt(
    width=SIZE,
    height=SIZE,
    definitions="",
    ground=f'<rect width="{SIZE}" height="{SIZE}" fill="#123"/>',
    symbols={"mini": f'<rect width="{SIZE}" height="{SIZE}"/>', "man": '<circle r="9"/>'},
    over='<text x="500" y="500">1</text>',
    zoom=400,
)


def frame(*open_ones: tuple[str, float, float], step: int = 1, zoom: int = ART.zoom, man: float = 300) -> str:
    """Return a table frame with these targets, each confirmed by a button."""
    choices = [{"target": id, "label": id, "play": f"go {id}", "verb": f"Go {id}"} for id, _, _ in open_ones]
    figure = {"id": "man", "symbol": "man", "x": man, "y": 300, "label": "A man", "classes": ["who", "pulse"]}
    way = {"id": "way", "points": [[300, 300], [350, 320]], "label": "A way", "layer": "light", "ink": "#ff7a6b"}
    seat = {"seat": "jack", "label": "Jack", "name": "You", "kind": "guest", "present": True, "acting": True}
    table = {
        "type": "table",
        "number": 1,
        "step": step,
        "seat": "jack",
        "board": "/still/large.svg",
        "size": [SIZE, SIZE],
        "zoom": zoom,
        "label": "A large board",
        "sprites": {"man": figure},
        "trails": {"way": {**way, "dash": "10 6"}},
        "targets": {id: {"id": id, "x": x, "y": y, "shape": "dot", "label": id} for id, x, y in open_ones},
        "order": {"sprites": {"people": ["man"]}, "trails": ["way"], "panels": []},
        "prompt": {"kicker": "Jack", "title": "Go", "choices": choices},
        "panels": {},
        "undo": False,
        "resign": True,
        "over": False,
        "hotseat": False,
        "seats": {"jack": {**seat, "hints": 0, "lost": False}},
        "rematch": "",
        "commitment": "",
        "head": "",
        "shares": {},
        "news": [],
        "announcements": [],
        "story": [],
    }
    return json.dumps(table, separators=(",", ":"))


class LargeBoard:
    """A page with a large board."""

    def __init__(self, browser: Browser, *, phone: bool = False, calm: bool = True) -> None:
        self._size = (390, 844) if phone else (1280, 800)
        self.context = browser.new_context(
            viewport={"width": self._size[0], "height": self._size[1]},
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce" if calm else "no-preference",
        )
        self.page = self.context.new_page()
        self._hands = self.context.new_cdp_session(self.page)
        self.troubles: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.socket: WebSocketRoute | None = None
        self.page.on("console", lambda told: self.troubles.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.route("**/*", _answer)
        self.page.route_web_socket("**/socket?*", self._connect)
        self.page.goto(f"{ADDRESS}/table/large")

    def _connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda told: self.sent.append(json.loads(told)))

    def show(self, sent: str) -> None:
        """Send a frame and wait until the page has confirmed it."""
        self._wait(lambda: self.socket is not None)
        assert self.socket is not None
        before = len(self.sent)
        self.socket.send(sent)
        if '"type":"table"' in sent:
            self._wait(lambda: len(self.sent) > before)
        self.settle()

    def _wait(self, condition: Callable[[], bool]) -> None:
        for _ in range(3000):
            if condition():
                return
            self.page.wait_for_timeout(10)
        raise AssertionError("the page does not answer")

    def again(self, sent: str) -> LargeBoard:
        """Show a frame on a fresh page."""
        assert self.troubles == [], self.troubles
        if self.sent and self.socket:
            self.page.set_viewport_size({"width": self._size[0], "height": self._size[1]})
            self.page.mouse.move(0, 0)
            self.socket.send(json.dumps({"type": "curtain", "seat": "jack", "html": "<p></p>"}))
            self.page.wait_for_selector("#app[data-state=curtain]")
            self.sent.clear()
        self.show(sent)
        return self

    def settle(self) -> None:
        """Wait for rendering."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    @property
    def view(self) -> tuple[float, float, float]:
        """Return the visible part: position and width."""
        x, y, width, height = map(float, (self.page.get_attribute("svg.board", "viewBox") or "").split())
        assert width == height
        return x, y, width

    @property
    def chosen(self) -> list[str]:
        found: list[str] = self.page.locator("#board [aria-pressed=true]").evaluate_all(
            "all => all.map(one => one.dataset.target)"
        )
        return found

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the screen position of a point of the board."""
        box = self.page.locator("svg.board").bounding_box()
        assert box is not None
        left, top, width = self.view
        unit = box["width"] / width
        return box["x"] + (x - left) * unit, box["y"] + (y - top) * unit

    def touch(self, kind: str, *fingers: tuple[float, float]) -> None:
        """Send touch events."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self._hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def leave(self) -> None:
        """Close the page and check for errors."""
        assert self.troubles == []
        self.context.close()


def _answer(route: Route) -> None:
    path = re.sub(r"^https?://[^/]+", "", route.request.url)
    headers = {"Content-Security-Policy": CONTENT_SECURITY_POLICY}
    if path.startswith("/table/"):
        page = templates.render_table("table/table.html", "en", "pocket", game="large", longest=300, rules=False)
        return route.fulfill(body=page, content_type="text/html; charset=utf-8", headers=headers)
    if path.startswith("/still/"):
        drawing = f'<defs>{definitions(ART)}</defs><g id="ground">{ART.ground}</g><g id="over">{ART.over}</g>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg">{drawing}</svg>'
        return route.fulfill(body=svg, content_type="image/svg+xml", headers=headers)
    asset = assets.static().get(re.sub(r"^/static/[^/]+/", "", path))
    if asset is None:
        return route.fulfill(status=204)
    return route.fulfill(body=asset.content, content_type=asset.kind, headers=headers)
