"""CPU time and size of table updates, in one process without sockets: `python -m bench.server.drawing`.

Random games are rendered for all seats, with their news. Choices that need a second confirmation, such as accusations,
are used only if there is no other. Prints the CPU time per update, the best of several rounds, over whole games and
after the first steps, and the size of patches and whole frames.
"""

from __future__ import annotations

import time
from itertools import chain
from random import Random
from statistics import quantiles
from typing import Any, Final

from gaslamp import titles
from gaslamp.core.game import Game
from gaslamp.core.messages import message
from gaslamp.game.table import Table
from gaslamp.game.updates import Update
from gaslamp.server.wire import rendering
from gaslamp.server.wire.encoding import ClientTable
from gaslamp.server.wire.server_frames import TableSeat
from gaslamp.ui.presentation import presentation
from tests.patched import completed

_ROUNDS: Final = 5
_GAMES: Final = 8
_FIRST: Final = 40  # number of first updates


def game(title: str, seed: int) -> tuple[list[float], list[int], list[int]]:
    """Play a game. Returns seconds per update, and the bytes of patches and of whole frames."""
    rng, table = Random(seed), Table(titles.game(title), rng=Random(seed))
    seats, guest = table.game.seats, message("web.seat.guest")
    info, ui = rendering.TableInfo(tuple((seat, guest) for seat in seats)), presentation(table.game)
    clients = {seat: ClientTable() for seat in seats}
    shown, told = dict.fromkeys(seats, -1), dict.fromkeys(seats, 0)
    times: list[float] = []
    patches: list[int] = []
    whole: list[int] = []
    while (mover := table.to_move) is not None:
        update = table.update(mover)
        table.play(mover, _choose(table.game, update, rng), update.step)
        present = [TableSeat(seat, guest, guest, "guest", present=True, acting=seat == table.to_move) for seat in seats]
        for seat, client in clients.items():
            if table.step(seat) == shown[seat]:
                continue
            began = time.process_time()
            update = table.update(seat)
            frame = rendering.with_seats(completed(rendering.table_frame(update, ui, seat, info)), present)
            text = client.update(rendering.with_news(frame, update, ui, told[seat]), "en")
            times.append(time.process_time() - began)
            (whole if shown[seat] < 0 else patches).append(len(text.encode()))
            shown[seat], told[seat] = update.step, len(update.news)
    return times, patches, whole


def _choose(game: Game[Any, Any], update: Update, rng: Random) -> str:
    prompt = presentation(game).prompt(update.view, game.actions.parsed(update.legal))
    leaves = [leaf for choice in prompt.choices for leaf in choice.leaves()]
    calm = [game.actions.format(leaf.action) for leaf in leaves if leaf.sure is None and leaf.action is not None]
    return rng.choice(calm or update.legal)


def main() -> None:
    for title in titles.titles():
        whole, late, sizes, frames = [], [], [0], [0]
        for _ in range(_ROUNDS):
            games = [game(title, seed) for seed in range(_GAMES)]
            times = [*chain(*(one for one, _, _ in games))]
            later = [*chain(*(one[_FIRST:] for one, _, _ in games))]
            whole.append(1000 * sum(times) / len(times))
            late += [1000 * sum(later) / len(later)] if later else []
            sizes, frames = [*chain(*(one for _, one, _ in games))], [*chain(*(one for _, _, one in games))]
        long = f" ({min(late):.2f} ms after {_FIRST} updates)" if late else ""
        p50, p95 = (quantiles(sizes, n=20)[at] for at in (9, 18))
        print(f"{title}: {min(whole):.2f} ms per update{long}")
        print(f"  {len(sizes)} patches, p50 {p50:.0f} bytes, p95 {p95:.0f}, largest {max(sizes)}; frames {max(frames)}")


if __name__ == "__main__":
    main()
