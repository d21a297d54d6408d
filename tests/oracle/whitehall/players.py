"""Players for comparison games. They see everything and look for rare situations: random games end too early to reach
half of the rules.
"""

from collections.abc import Callable, Iterable
from random import Random

from tests.oracle.whitehall.map import in_range, joined, moves_away, steps_away
from tests.oracle.whitehall.options import CHOICES, PLAIN_FIGURES, SIX_SWITCHES, fit_together
from tests.oracle.whitehall.rules import WhitehallOracle

STYLES = ("purposeful", "random", "purposeful", "hounded", "purposeful", "followed")  # one game after the other


def random_options(rng: Random, style: str) -> dict[str, str]:
    """A random valid set of options, with more of them for purposeful players, who use them."""
    on = {"random": 0.5, "purposeful": 0.8, "hounded": 0.2, "followed": 0.8}[style]
    while True:
        options = {option: rng.choice(choices) for option, choices in CHOICES.items()}
        options |= {switch: "on" if rng.random() < on else "off" for switch in SIX_SWITCHES}
        if rng.random() < 0.5:
            options["reinforcements"] = PLAIN_FIGURES
        if rng.random() < 0.7:
            options["casebook"] = "off"
        if fit_together(options):
            return options


def chosen(slow: WhitehallOracle, legal: Iterable[str], rng: Random, style: str) -> str:
    """A legal action in this style."""
    actions = sorted(legal)
    match style:
        case "purposeful":
            return purposeful(slow, actions, rng)
        case "hounded":
            return hounded(slow, actions, rng)
        case "followed":
            return followed(slow, actions, rng)
        case _:
            return rng.choice(actions) if rng.random() < 0.3 else by_word(actions, rng)


def by_word(actions: list[str], rng: Random) -> str:
    """Choose the kind of action first, then the target, so that many targets of one kind do not dominate."""
    word = rng.choice(sorted({action.split()[0] for action in actions}))
    return rng.choice([action for action in actions if action.split()[0] == word])


def purposeful(slow: WhitehallOracle, actions: list[str], rng: Random) -> str:
    """Jack heads for a location; the investigators search near him and rarely arrest."""
    match slow.stage:
        case "moving":
            moves = [action for action in actions if action.startswith("move")]
            tiles = [action for action in actions if action not in moves]
            boats = any(action.startswith("boat") for action in tiles)
            if tiles and (not moves or rng.random() < (0.7 if boats else 0.15)):
                return by_word(tiles, rng)
            return towards_a_location(slow, moves, rng)
        case "walking":
            if rng.random() < 0.05:
                return by_word(actions, rng)
            walks = [action for action in actions if action.startswith("walk")]
            trail = set(slow.row) - slow.yellow
            return best(walks, lambda end: len(in_range(slow.board, end) & trail), rng)
        case "bluffing":
            own = f"clue {slow.here()}"
            return rng.choice([own if own in actions else "clue nothing", "clue nothing", rng.choice(actions)])
        case "acting" | "searching":
            return looking(slow, actions, rng)
        case _:
            return by_word(actions, rng)


def towards_a_location(slow: WhitehallOracle, moves: list[str], rng: Random) -> str:
    """The move that ends nearest to a location; with time to spare, often a detour to the water."""
    away = {goal: moves_away(slow.board, goal) for goal in slow.unreached()}
    left = 15 - slow.track
    if min(ways[slow.here()] for ways in away.values()) + rng.choice([1, 3, 5]) < left and rng.random() < 0.4:
        water = [move for move in moves if slow.colour(int(end_of(move))) == "blue"]
        return rng.choice(water if water and slow.tiles["boat"] else moves)
    return best(moves, lambda end: -min(ways[int(end)] for ways in away.values()), rng)


def looking(slow: WhitehallOracle, actions: list[str], rng: Random) -> str:
    if "arrest all" in actions and slow.here() in slow.false:
        return "arrest all"  # in vain
    interesting = [f"call {circle}" for circle in (slow.here(), min(slow.red))]
    if interesting[1] in actions and rng.random() < (0.3 if slow.has_reached() else 0.03):
        return rng.choice(interesting if interesting[0] in actions else interesting[1:])
    if rng.random() < (0.15 if slow.has_reached() else 0.03):
        right = [action for action in actions if is_right(slow, action)]
        return "arrest all" if "arrest all" in right else by_word(right or actions, rng)
    searches = [action for action in actions if action.startswith("search")]
    hits = [action for action in searches if int(end_of(action)) in slow.row]
    return rng.choice((hits if hits and rng.random() < 0.8 else searches) or ["stop"])


def is_right(slow: WhitehallOracle, action: str) -> bool:
    """Whether this arrest or call wins the game."""
    word, *rest = action.split()
    if word == "call":
        return int(rest[0]) in slow.unreached() - {slow.here()}
    return word == "arrest" and (slow.here() in slow.open_to_view() if rest == ["all"] else rest == [str(slow.here())])


def hounded(slow: WhitehallOracle, actions: list[str], rng: Random) -> str:
    """Jack uses up his tiles and runs into dead ends; the investigators surround him without arresting."""
    match slow.stage:
        case "moving":
            tiles = [action for action in actions if not action.startswith("move")]
            if tiles:
                return by_word(tiles, rng)
            free = [action for action in actions if int(end_of(action)) not in slow.unreached()]
            return best(free or actions, lambda end: -len(joined(slow.board, int(end))), rng)
        case "walking":
            ways_out = [crossing for crossing in joined(slow.board, slow.here()) if isinstance(crossing, str)]
            ways = [steps_away(slow.board, crossing, most=30) for crossing in ways_out]
            return best(actions, lambda end: -min(steps[end] for steps in ways), rng)
        case "acting" | "searching":
            return "stop"
        case _:
            return by_word(actions, rng)


def followed(slow: WhitehallOracle, actions: list[str], rng: Random) -> str:
    """Jack wanders to the last space without repeating a circle; the investigators find many clues."""
    match slow.stage:
        case "moving":
            moves = [action for action in actions if action.startswith("move")] or actions
            old = {*slow.row, *slow.unreached()}
            near = [moves_away(slow.board, circle) for circle in set(slow.row) - slow.yellow]
            new = [action for action in moves if int(end_of(action)) not in old]
            if slow.track == 14:
                new = [action for action in moves if int(end_of(action)) in slow.unreached()]
            return best(new or moves, lambda end: -sum(ways[int(end)] for ways in near), rng)
        case "walking":
            walks = [action for action in actions if action.startswith("walk")]
            return best(walks, lambda end: clues_near(slow, end), rng)
        case "bluffing":
            return "clue nothing"
        case "acting" | "searching":
            hits = [f"search {circle}" for circle in sorted(slow.left_to_call()) if circle in slow.row]
            return rng.choice(hits or ["stop"])
        case _:
            return by_word(actions, rng)


def end_of(action: str) -> str:
    return action.split()[1]


def best(actions: list[str], worth: Callable[[str], int], rng: Random) -> str:
    """A random action among those with the best value."""
    most = max(worth(end_of(action)) for action in actions)
    return rng.choice([action for action in actions if worth(end_of(action)) == most])


def clues_near(slow: WhitehallOracle, crossing: str) -> int:
    """The value of a crossing: circles in range that no other figure has, or circles nearby."""
    others = {name: place for name, place in slow.figures.items() if name != slow.figure()}
    covered = {circle for place in others.values() for circle in in_range(slow.board, place)}
    wanted = set(slow.row) - slow.yellow - covered
    if in_range(slow.board, crossing) & wanted:
        return 0
    steps = steps_away(slow.board, crossing, most=8)
    ends = {end for circle in wanted for end in joined(slow.board, circle) if isinstance(end, str)}
    return -min((steps[end] for end in ends if end in steps), default=9)
