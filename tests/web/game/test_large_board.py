"""Zoom of a large board by touch, mouse and keys; hit testing; no redrawing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.game.large_board import SIZE, LargeBoard, frame

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WHOLE: tuple[float, float, float] = (0.0, 0.0, float(SIZE))
NEAR_MAN = (("a", 300.0, 340.0), ("b", 330.0, 340.0))
FAR_AWAY = (("c", 900.0, 880.0), ("d", 860.0, 900.0))


@pytest.fixture(scope="module")
def desktop_page(browser: Browser) -> Iterator[LargeBoard]:
    board = LargeBoard(browser)
    yield board
    board.leave()


@pytest.fixture(scope="module")
def phone_page(browser: Browser) -> Iterator[LargeBoard]:
    board = LargeBoard(browser, phone=True)
    yield board
    board.leave()


@pytest.fixture
def desktop(desktop_page: LargeBoard) -> LargeBoard:
    return desktop_page.again(frame(*NEAR_MAN))


@pytest.fixture
def phone(phone_page: LargeBoard) -> LargeBoard:
    return phone_page.again(frame(*NEAR_MAN))


# ---- how it opens


def test_a_desktop_shows_the_whole_board_and_a_phone_the_targets(desktop: LargeBoard, phone: LargeBoard) -> None:
    assert desktop.view == WHOLE
    assert not desktop.page.is_visible("svg.mini")
    x, y, width = phone.view
    assert width == 400
    assert (x + 200, y + 200) == pytest.approx((315, 340))
    assert phone.page.is_visible("svg.mini")


def test_a_small_board_has_no_zoom_controls(desktop_page: LargeBoard) -> None:
    board = desktop_page.again(frame(*NEAR_MAN, zoom=0))
    assert not board.page.is_visible("#zoom")
    board.page.mouse.move(*board.at(500, 500))
    board.page.mouse.wheel(0, -300)
    board.settle()
    assert board.view == WHOLE
    assert board.page.get_attribute("svg.board", "tabindex") is None


# ---- pointing


def test_the_nearest_target_at_hand_is_taken(desktop: LargeBoard) -> None:
    mouse = desktop.page.mouse
    x, y = desktop.at(300, 340)
    mouse.click(x - 24, y)
    assert desktop.chosen == ["a"]
    mouse.click(*desktop.at(317, 345))  # between both, nearer to the other one
    assert desktop.chosen == ["b"]


def test_a_tap_far_from_all_targets_takes_none(desktop: LargeBoard) -> None:
    x, y = desktop.at(300, 340)
    desktop.page.mouse.click(x - 36, y)
    assert desktop.chosen == []


def test_a_tap_near_a_target_takes_it_on_a_phone(phone: LargeBoard) -> None:
    x, y = phone.at(330, 340)
    phone.page.touchscreen.tap(x + 18, y + 8)
    assert phone.chosen == ["b"]


# ---- wheel, buttons, keys


def test_the_wheel_zooms_round_the_pointer(desktop: LargeBoard) -> None:
    spot = desktop.at(700, 200)
    desktop.page.mouse.move(*spot)
    desktop.page.mouse.wheel(0, -200)
    desktop.settle()
    assert desktop.view[2] < SIZE
    assert desktop.at(700, 200) == pytest.approx(spot, abs=0.6)


def test_buttons_zoom_until_there_is_no_more(desktop: LargeBoard) -> None:
    closer, farther = (desktop.page.locator(f"[data-zoom={way}]") for way in ("in", "out"))
    assert farther.get_attribute("aria-disabled") == "true"
    widths = []
    for _ in range(7):
        closer.click(force=True)
        desktop.settle()
        widths.append(desktop.view[2])
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == widths[-2] > 100
    assert closer.get_attribute("aria-disabled") == "true"
    assert farther.get_attribute("aria-disabled") == "false"


def test_keys_move_the_board_when_it_has_the_focus(desktop: LargeBoard) -> None:
    keyboard = desktop.page.keyboard
    desktop.page.focus("svg.board")
    keyboard.press("+")
    desktop.settle()
    x, y, width = desktop.view
    assert width < SIZE
    keyboard.press("ArrowRight")
    keyboard.press("ArrowUp")
    desktop.settle()
    assert desktop.view[0] > x
    assert desktop.view[1] < y
    keyboard.press("-")
    desktop.settle()
    assert desktop.view[2] == SIZE
    keyboard.press("+")
    keyboard.press("+")
    keyboard.press("0")
    desktop.settle()
    assert desktop.view == WHOLE


def test_arrows_on_a_target_still_walk_between_targets(desktop: LargeBoard) -> None:
    desktop.page.focus('[data-target="a"]')
    before = desktop.view
    desktop.page.keyboard.press("ArrowRight")
    assert desktop.page.evaluate("document.activeElement.dataset.target") == "b"
    assert desktop.view == before


def test_the_focused_target_is_scrolled_into_view(desktop: LargeBoard) -> None:
    desktop.show(frame(*NEAR_MAN, *FAR_AWAY, step=2))
    desktop.page.mouse.move(*desktop.at(310, 340))
    for _ in range(6):
        desktop.page.mouse.wheel(0, -120)
    desktop.settle()
    x, y, width = desktop.view
    assert x + width < 800
    desktop.page.focus('[data-target="c"]')
    desktop.settle()
    x, y, width = desktop.view
    assert x < 900 < x + width
    assert y < 880 < y + width


# ---- hands


def test_a_drag_moves_the_board_and_takes_nothing(desktop: LargeBoard) -> None:
    mouse = desktop.page.mouse
    desktop.page.locator("[data-zoom=in]").click()
    desktop.settle()
    x, y, _ = desktop.view
    start = desktop.at(330, 340)
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] - 30, start[1] - 20, steps=5)
    mouse.up()
    desktop.settle()
    assert desktop.chosen == []
    assert desktop.view[0] > x
    assert desktop.view[1] > y
    assert desktop.at(330, 340) == pytest.approx((start[0] - 30, start[1] - 20), abs=8)
    mouse.click(*desktop.at(330, 340))
    assert desktop.chosen == ["b"]


def test_two_fingers_pinch(phone: LargeBoard) -> None:
    left, right = phone.at(280, 330), phone.at(380, 330)
    phone.touch("touchStart", left)
    phone.touch("touchStart", left, right)
    for far in range(5, 41, 5):
        phone.touch("touchMove", (left[0] - far, left[1]), (right[0] + far, right[1]))
    phone.touch("touchEnd")
    phone.settle()
    assert phone.view[2] < 300
    assert phone.chosen == []


def test_a_finger_drags(phone: LargeBoard) -> None:
    before = phone.view
    x, y = phone.at(400, 400)
    phone.touch("touchStart", (x, y))
    for far in range(10, 61, 10):
        phone.touch("touchMove", (x - far, y - far))
    phone.touch("touchEnd")
    phone.settle()
    moved = (phone.view[0] - before[0], phone.view[1] - before[1])
    assert moved == pytest.approx((60, 60), abs=12)
    assert phone.chosen == []


def test_the_overview_shows_figures_and_scrolls_on_tap(phone: LargeBoard) -> None:
    assert phone.page.locator("svg.mini g use").get_attribute("href") == "#symbol-man"
    box = phone.page.locator("svg.mini").bounding_box()
    assert box is not None
    phone.page.touchscreen.tap(box["x"] + 0.75 * box["width"], box["y"] + 0.6 * box["height"])
    phone.settle()
    x, y, width = phone.view
    assert (x + width / 2, y + width / 2) == pytest.approx((750, 600), abs=30)


# ---- frames


def test_new_choices_are_brought_into_sight_and_old_ones_leave_the_view_alone(phone: LargeBoard) -> None:
    phone.show(frame(*FAR_AWAY, step=2))
    x, y, width = phone.view
    assert width == 400
    assert x < 860
    assert 900 < min(x, y) + width
    phone.page.locator("[data-zoom=in]").tap()
    phone.settle()
    mine = phone.view
    phone.show(frame(*FAR_AWAY, step=3))
    assert phone.view == mine


def test_choices_far_apart_are_all_seen_and_then_it_comes_closer_again(phone: LargeBoard) -> None:
    phone.show(frame(*NEAR_MAN, *FAR_AWAY, step=2))
    assert phone.view[2] > 600
    phone.show(frame(*NEAR_MAN, step=3))
    assert phone.view[2] == 400


def test_it_opens_with_all_that_can_be_pointed_at(phone_page: LargeBoard) -> None:
    board = phone_page.again(frame(*NEAR_MAN, *FAR_AWAY))
    board.page.wait_for_timeout(100)
    assert board.view[2] > 600


def test_the_view_follows_the_active_figure(phone: LargeBoard) -> None:
    phone.show(frame(step=2, man=850))
    x, _, width = phone.view
    assert x < 850 < x + width


def test_a_label_does_not_stay_when_the_board_moves_under_it(desktop: LargeBoard) -> None:
    desktop.page.mouse.move(*desktop.at(300, 300))
    assert desktop.page.inner_text(".tip") == "A man"
    desktop.page.mouse.wheel(0, -200)
    desktop.settle()
    desktop.page.wait_for_timeout(50)
    assert not desktop.page.is_visible(".tip")


def test_moving_the_board_draws_nothing_anew(desktop: LargeBoard) -> None:
    desktop.page.evaluate(
        """() => {
          window.drawn = 0;
          new MutationObserver(changes => { window.drawn += changes.length; })
            .observe(document.querySelector("svg.board"), { childList: true, subtree: true });
        }"""
    )
    desktop.page.mouse.move(*desktop.at(500, 500))
    for _ in range(5):
        desktop.page.mouse.wheel(0, -100)
        desktop.settle()
    assert desktop.view[2] < SIZE
    assert desktop.page.evaluate("window.drawn") == 0


def test_a_curtain_resets_the_view(phone: LargeBoard) -> None:
    assert phone.page.locator(".layer-light .trail polyline").count() == 2
    phone.show('{"type":"curtain","seat":"jack","html":"<button>Look</button>"}')
    assert phone.page.locator("svg.board").count() == 0
    assert phone.page.locator("svg.mini *").count() == 0
    assert phone.page.locator("#board :not(#pills, .tip)").count() == 0
    phone.show(frame(step=2))
    assert phone.view[2] == 400


def test_the_way_to_new_choices_is_not_broken_off_by_the_focus(browser: Browser) -> None:
    """The chosen target has the focus; the first new target gets it during the animation."""
    board = LargeBoard(browser, phone=True, calm=False)
    board.show(frame(*NEAR_MAN))
    board.page.focus('[data-target="a"]')
    board.show(frame(*FAR_AWAY, step=2))
    assert board.page.evaluate("document.activeElement.dataset.target") == "c"
    board.page.wait_for_function("() => !document.querySelector('.board.moving')")
    x, y, width = board.view
    assert width == pytest.approx(400)
    assert (x + width, y + width) == pytest.approx((SIZE, SIZE), abs=1)
    board.leave()


def test_a_narrower_page_still_shows_the_targets(desktop: LargeBoard) -> None:
    desktop.show(frame(*FAR_AWAY, step=2))
    assert desktop.view == WHOLE
    desktop.page.set_viewport_size({"width": 390, "height": 844})
    desktop.page.wait_for_function(
        "() => document.querySelector('svg.board').getAttribute('viewBox').split(' ')[2] < 999"
    )
    desktop.settle()
    x, y, width = desktop.view
    for _, left, top in FAR_AWAY:
        assert x < left < x + width
        assert y < top < y + width


@pytest.mark.parametrize("width", [1920, 1280, 390])
def test_bot_seats_are_marked_with_any_number_of_clocks(desktop: LargeBoard, width: int) -> None:
    desktop.page.set_viewport_size({"width": width, "height": 800})
    names = ("jack", "investigator1", "investigator2", "investigator3")
    seats = [
        {"seat": name, "label": name, "name": "You", "kind": "bot" if name == "jack" else "guest", "present": True}
        for name in names
    ]
    desktop.show(json.dumps({**json.loads(frame(*NEAR_MAN, step=2)), "seats": seats}))
    clocks = [{"seat": name, "left": 600_000, "runs": False} for name in names[1:]]
    told = {"type": "status", "now": 0, "since": 0, "days": False, "clocks": clocks, "html": "", "may": []}
    desktop.show(json.dumps(told))
    desktop.page.wait_for_selector("#seats.timed")
    assert desktop.page.is_visible('.seat[data-seat="jack"] .machine')
    assert desktop.page.locator("#seats .machine").count() == 1
