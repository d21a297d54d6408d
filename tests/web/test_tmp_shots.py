
from tests.web.conftest import PlayerMaker
from random import Random
import pytest
@pytest.mark.parametrize("phone", [False, True])
def test_shots(players: PlayerMaker, phone: bool) -> None:
    for lang in ("en", "ru"):
        for title, side in (("pocket","detectives"),("mr_jack","detective"),("whitehall","jack")):
            player = players(lang, phone=phone)
            player.start(title=title, side=side, level="constable", company="1" if title=="whitehall" else None)
            player.until(lambda: player.to_act, "turn")
            box = player.page.locator("#board svg.board").bounding_box()
            player.page.mouse.click(box["x"]+box["width"]*.42, box["y"]+box["height"]*.37)
            player.page.wait_for_timeout(600)
            player.page.screenshot(path=f"/tmp/story/why-{title}-{lang}-{'phone' if phone else 'desk'}.png")
