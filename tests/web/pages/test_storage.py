"""Games of the browser edition: several tabs, a busy worker, no space, all of them as a file, all deleted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.pages.visits import StaticServer, Visit, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.skipif(os.environ.get("GASLAMP_PROOF") != "1", reason="many starts of Python: make proof")

FULL = """() => {
  IDBObjectStore.prototype.put = function () { throw new DOMException("", "QuotaExceededError"); };
}"""
BLOCKED = "() => { indexedDB.open = () => { throw new DOMException('', 'SecurityError'); }; }"

BUSY = """() => {
  setTimeout(() => {
    const end = Date.now() + 20_000;
    while (Date.now() < end);
    self.freed = Date.now();
  });
}"""


@pytest.fixture
def visit(browser: Browser, site: StaticServer, tmp_path: Path) -> Iterator[Visit]:
    with visiting(browser, site, tmp_path / "profile", locale="en-GB", accept_downloads=True) as visit:
        yield visit
    assert not visit.errors


def running_games(visit: Visit) -> int:
    visit.go("")
    return visit.frame.locator("#mine li").count()


def press(visit: Visit, action: str) -> None:
    visit.go("")
    visit.frame.click(".storage summary")
    visit.frame.click(f"[data-storage={action}]")


def accept_next_dialog(page: Page) -> None:
    page.once("dialog", lambda dialog: dialog.accept())


def test_two_tabs_share_one_server_and_the_second_takes_over(visit: Visit) -> None:
    visit.open()
    visit.begin("pocket")
    first, table = visit.page, visit.path
    visit.open(f"#{table}")  # the first tab leads
    visit.frame.wait_for_selector("#app[data-state=table]")
    assert visit.play(1) == "played"
    first.close()
    assert visit.play(3) == "played"  # this one leads now
    visit.open()
    assert running_games(visit) == 1


def test_a_new_version_is_used_at_the_second_visit_and_keeps_the_games(
    visit: Visit, site: StaticServer, files: dict[str, bytes]
) -> None:
    visit.open()
    visit.begin("pocket")
    old, new = (files["index.html"].replace(b"</head>", mark + b"</head>") for mark in (b"", b"<meta name=new>"))
    script = files["sw.js"].replace(b'const EDITION = "', b'const EDITION = "new ')
    before, after = (sha256(content).hexdigest()[:16].encode() for content in (old, new))
    site.write({"index.html": new, "sw.js": script.replace(before, after)})
    visit.close_browser()
    visit.open()
    assert visit.page.query_selector("meta[name=new]") is None
    visit.page.wait_for_function("navigator.serviceWorker.getRegistration().then((it) => Boolean(it.waiting))")
    visit.close_browser()
    visit.open()
    visit.page.wait_for_selector("meta[name=new]", state="attached")
    visit.wait()
    assert running_games(visit) == 1
    site.write(files)


def test_everything_goes_to_a_file_and_back(visit: Visit, tmp_path: Path) -> None:
    visit.open()
    visit.begin("pocket")
    assert visit.play(1) == "played"
    with visit.page.expect_download() as download:
        press(visit, "export")
    file = tmp_path / "saved.games"
    download.value.save_as(file)
    other = visit.page
    other.evaluate("localStorage.setItem('lesson /learn/pocket/jack', '3')")
    visit.open()
    accept_next_dialog(visit.page)
    with visit.page.expect_navigation():
        press(visit, "clear")
    visit.wait()
    assert running_games(visit) == 0
    assert visit.page.evaluate("localStorage.getItem('lesson /learn/pocket/jack')") is None
    other.wait_for_selector("body.running")  # was loaded again
    other.close()

    damaged = tmp_path / "damaged.games"
    damaged.write_bytes(file.read_bytes()[:-100])
    with visit.page.expect_file_chooser() as chooser:
        press(visit, "import")
    chooser.value.set_files(damaged)
    visit.page.wait_for_selector("#note:not([hidden])")
    assert "damaged" in visit.page.inner_text("#note")
    accept_next_dialog(visit.page)
    with visit.page.expect_navigation(), visit.page.expect_file_chooser() as chooser:
        press(visit, "import")
    with visit.page.expect_navigation():
        chooser.value.set_files(file)
    visit.wait()
    assert running_games(visit) == 1


@pytest.mark.parametrize("broken", [FULL, BLOCKED], ids=["full", "blocked"])
def test_games_that_cannot_be_kept_can_be_played_and_it_is_said(visit: Visit, broken: str) -> None:
    visit.context.add_init_script(f"({broken})()")
    visit.open()
    visit.begin("pocket")
    visit.page.wait_for_selector("#note:not([hidden])")
    assert "will be lost" in visit.page.inner_text("#note")
    assert visit.play(2) == "played"


def test_the_server_answers_while_the_other_worker_computes(visit: Visit) -> None:
    visit.open()
    visit.begin("pocket")
    assert visit.play(1) == "played"  # the second worker has started
    visit.page.wait_for_timeout(1000)
    assert len(visit.page.workers) == 2
    computer = visit.page.workers[1]
    computer.evaluate(BUSY)
    answered = visit.frame.evaluate("fetch('../puzzles').then((answer) => answer.ok && Date.now())")
    assert answered < computer.evaluate("self.freed")
