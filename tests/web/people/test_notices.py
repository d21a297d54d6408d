"""Notices of turns: switched on and off on the settings page, shown by the service worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.conftest import PlayerMaker
from tests.web.player import Player
from tests.web.whole.test_accessibility import serious

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A PushManager whose subscription lasts as long as the tab.
STUB = """(() => {
  const text = bytes => btoa(String.fromCharCode(...bytes));
  const base64 = bytes => text(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const key = new Uint8Array(65).fill(7); key[0] = 4;
  const made = () => ({
    endpoint: "http://127.0.0.1:1/device",
    toJSON() { return { endpoint: this.endpoint, keys: { p256dh: base64(key), auth: base64(new Uint8Array(16)) } }; },
    unsubscribe: async () => { sessionStorage.removeItem("subscribed"); return true; },
  });
  const pushManager = {
    getSubscription: async () => sessionStorage.getItem("subscribed") ? made() : null,
    subscribe: async options => {
      sessionStorage.setItem("subscribed", JSON.stringify(options));
      return made();
    },
  };
  const registration = { pushManager };
  const found = async () => registration;
  const worker = { ready: found(), getRegistration: found, register: found };
  Object.defineProperty(navigator, "serviceWorker", { value: worker });
  window.asked = 0;
  Notification.requestPermission = async () => { window.asked++; return PERMISSION; };
})()"""


def open_settings(players: PlayerMaker, permission: str = "granted") -> Player:
    player = players()
    player.page.add_init_script(STUB.replace("PERMISSION", f"'{permission}'"))
    player.page.goto(f"{player.address}/settings")
    player.page.wait_for_selector("[data-receive=yes]:not([hidden])")
    return player


def test_notices_are_switched_on_and_off(players: PlayerMaker) -> None:
    player = open_settings(players)
    page = player.page
    assert page.evaluate("asked") == 0
    page.focus("[data-receive=yes]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-receive=no]:not([hidden])")
    assert page.evaluate("[asked, document.activeElement.dataset.receive]") == [1, "no"]
    options = page.evaluate("JSON.parse(sessionStorage.subscribed)")
    assert options == {
        "userVisibleOnly": True,
        "applicationServerKey": page.get_attribute("#notices", "data-key"),
    }
    page.reload()
    page.wait_for_selector("[data-receive=no]:not([hidden])")
    assert page.is_hidden("[data-receive=yes]")
    assert serious(player) == []
    page.click("[data-receive=no]")
    page.wait_for_selector("[data-receive=yes]:not([hidden])")
    page.reload()
    page.wait_for_selector("[data-receive=yes]:not([hidden])")
    assert page.get_attribute("#notices", "data-receiving") == ""


def test_a_subscription_of_another_person_does_not_count(players: PlayerMaker) -> None:
    player = open_settings(players)
    player.page.click("[data-receive=yes]")
    player.page.wait_for_selector("[data-receive=no]:not([hidden])")
    player.page.context.clear_cookies()
    player.page.reload()
    player.page.wait_for_selector("[data-receive=yes]:not([hidden])")


def test_a_refusal_is_explained(players: PlayerMaker) -> None:
    player = open_settings(players, "denied")
    player.page.click("[data-receive=yes]")
    player.until(lambda: "does not allow" in player.text("#notices .problem"), "the explanation")
    assert player.page.is_visible("[data-receive=yes]")
    assert player.page.evaluate("sessionStorage.subscribed") is None


def test_a_browser_without_push_is_told(players: PlayerMaker) -> None:
    player = players()
    player.page.add_init_script("delete window.PushManager")
    player.page.goto(f"{player.address}/settings")
    player.until(lambda: "https://" in player.text("#notices .problem"), "the explanation")
    assert player.page.is_hidden("[data-receive=yes]")


def test_the_service_worker_shows_a_notice_that_opens_the_home_page(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    registered: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.goto(f"{address}/settings")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
    worker = context.service_workers[0]
    worker.evaluate(
        """() => {
          self.shown = new Promise(tell => registration.showNotification = async (...told) => tell(told));
          self.opened = new Promise(tell => clients.openWindow = async url => tell(url));
        }"""
    )
    text = "It is your turn in Mr. Jack"
    push = {"origin": address, "registrationId": registered[0], "data": text.ljust(160)}
    session.send("ServiceWorker.deliverPushMessage", push)
    title, options = worker.evaluate("self.shown")
    assert (title, options["tag"]) == (text, "turn")
    icon = page.request.get(options["icon"])
    assert icon.headers["content-type"] == "image/png"
    click = "Object.assign(new ExtendableEvent('notificationclick'), { notification: { close() {} } })"
    worker.evaluate(f"() => dispatchEvent({click})")
    assert worker.evaluate("self.opened") == f"{address}/"
    context.close()
