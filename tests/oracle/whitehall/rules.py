"""Oracle for Whitehall Mystery: a slow second implementation, written from docs/rules alone."""

from collections import Counter
from collections.abc import Collection, Mapping

from tests.oracle.whitehall.map import (
    FROM_EASY_TO_DIFFICULT,
    QUADRANTS,
    Circle,
    Crossing,
    Map,
    casebook,
    in_range,
    moves_past_figures,
    on_the_outlines,
    on_the_same_block,
    plain_moves,
    steps_away,
    white,
)
from tests.oracle.whitehall.options import DEFAULTS, abilities, figures, fit_together, holder

SPACES = 15  # WM-12
COUNTERS_AT = (5, 10, 15)  # WM-62
ORDINARY = ("white", "black")


class WhitehallOracle:
    """One game, played action by action, chance included."""

    def __init__(self, board: Map, options: Mapping[str, str] | None = None) -> None:
        self.board = board
        self.options = DEFAULTS | dict(options or {})
        if not fit_together(self.options):
            raise ValueError(f"options: {self.options}")
        self.in_play = figures(self.options)  # WM-68
        self.stage = "locating"
        self.number = 0  # of the figure that is placed, walks or acts
        self.locations: list[Circle] = []
        level = self.options["casebook"]
        self.sets = casebook(board, level) if level in FROM_EASY_TO_DIFFICULT else []  # that can still be drawn
        self.red: set[Circle] = set()
        self.round = 0
        self.track = 0
        self.row: list[Circle] = []
        self.rows: list[list[Circle]] = []
        self.figures: dict[str, Crossing] = {}
        self.tiles = {"coach": 2, "alley": 2, "boat": 2}  # WM-05
        self.hidden: list[str] = []
        self.yellow: set[Circle] = set()
        self.false: set[Circle] = set()
        self.counters = 0
        self.abilities = abilities(self.options)
        self.smoked = False
        self.scent = False  # the Smoker goes on, clue after clue
        self.called: set[Circle] = set()
        self.winner: str | None = None
        self.reason: str | None = None

    def plays_with(self, option: str) -> bool:
        return self.options[option] == "on"

    # Seat to move and legal actions.

    def to_move(self) -> str | None:
        match self.stage:
            case "finished":
                return None
            case "locating":
                return "jack" if self.options["casebook"] == "off" else "chance"  # WM-02, WM-06
            case "starting" | "reclaiming" | "moving" | "coaching" | "bluffing":
                return "jack"
            case _:
                return holder(self.options, self.number)  # WM-07

    def figure(self) -> str | None:
        """The figure to be placed, to walk or to act."""
        at_work = self.stage in {"placing", "walking", "acting", "searching", "scenting"}
        return self.in_play[self.number] if at_work else None

    def legal(self) -> set[str]:
        match self.stage:
            case "locating":
                return set(self.weights())
            case "placing":
                return {f"place {crossing}" for crossing in self.board.yellow if not self.occupied(crossing)}  # WM-03
            case "starting":
                return {f"start {circle}" for circle in self.locations}  # WM-04
            case "reclaiming":
                return {f"reclaim {kind}" for kind in self.used_up()} | {"reclaim nothing"}  # WM-61
            case "moving":
                return self.legal_moves()
            case "coaching":
                return {f"then {circle}" for circle in self.second_circles(self.row[-2], self.row[-1])}
            case "walking":
                return self.legal_walks()
            case "bluffing":
                free = set(self.board.colours) - self.false - set(self.locations)  # WM-62b
                return {f"clue {circle}" for circle in free} | {"clue nothing"}  # WM-62a
            case "acting":
                return self.legal_searches() | self.legal_arrests() | self.legal_calls() | {"stop"}  # WM-40
            case "searching":
                return self.legal_searches() | {"stop"}  # WM-41b
            case "scenting":
                return {"smoker", "stop"}  # WM-66b
            case _:
                return set()

    def weights(self) -> dict[str, int]:
        """Weights of the chance actions; 1 each where Jack chooses."""
        drawn = len(self.locations)
        choices = white(self.board, QUADRANTS[drawn])  # WM-02
        if self.options["casebook"] in {"off", "normal"}:
            return {f"locate {circle}": 1 for circle in choices}
        ways = Counter(four[drawn] for four in self.sets)
        return {f"locate {circle}": ways[circle] for circle in choices if ways[circle]}  # WM-06

    # Jack.

    def here(self) -> Circle:
        return self.row[-1]

    def colour(self, circle: Circle) -> str:
        return self.board.colours[circle]

    def unreached(self) -> set[Circle]:
        return set(self.locations) - self.red

    def legal_moves(self) -> set[str]:
        legal = {f"move {end}" for end in plain_moves(self.board, self.here(), self.figures.values())}  # WM-13
        if self.tiles["coach"]:
            legal |= {f"coach {first}" for first in self.first_circles()}
        if self.tiles["alley"] and self.colour(self.here()) in ORDINARY:
            ends = self.open_to_tiles(on_the_same_block(self.board.houses, self.here()))
            legal |= {f"alley {end}" for end in ends if self.colour(end) in ORDINARY}  # WM-15, WM-17
        if self.tiles["boat"] and self.colour(self.here()) == "blue":
            ends = self.open_to_tiles(on_the_same_block(self.board.water, self.here()))
            legal |= {f"boat {end}" for end in ends if self.colour(end) == "blue"}  # WM-16, WM-17
        return legal

    def open_to_tiles(self, ends: Collection[Circle]) -> set[Circle]:
        return set(ends) - self.unreached()  # WM-18, WM-25

    def coach_moves(self, start: Circle) -> set[Circle]:
        """One half of a Coach: a plain move that ignores figures."""  # WM-14
        ends = self.open_to_tiles(moves_past_figures(self.board, start))  # WM-18, WM-18a
        return {end for end in ends if self.colour(end) in ORDINARY}  # WM-14a

    def first_circles(self) -> set[Circle]:
        if self.track + 2 > SPACES:
            return set()  # WM-14d
        start = self.here()
        return {first for first in self.coach_moves(start) if self.second_circles(start, first)}

    def second_circles(self, start: Circle, first: Circle) -> set[Circle]:
        return self.coach_moves(first) - {start, first}  # WM-14b

    def used_up(self) -> set[str]:
        return {kind for kind in ("alley", "boat") if self.tiles[kind] < 2}  # WM-61

    # The figures.

    def occupied(self, crossing: Crossing) -> bool:
        return crossing in self.figures.values()

    def legal_walks(self) -> set[str]:
        figure = self.in_play[self.number]
        own = self.figures[figure]
        steps = steps_away(self.board, own, most=4)
        free = {crossing for crossing in self.board.crossings if crossing == own or not self.occupied(crossing)}
        walks = {crossing for crossing in free if steps.get(crossing, 5) <= 2}  # WM-30, WM-31
        legal = {f"walk {crossing}" for crossing in walks}
        if figure == "yellow" and "smoker" in self.abilities:
            further = {crossing for crossing in free if steps.get(crossing) == 3}
            legal |= {f"smoker {crossing}" for crossing in further}  # WM-66a
        if f"tile {figure}" in self.abilities:
            by_tile = self.reached_by_tile(figure, steps) & free - walks
            legal |= {f"tile {crossing}" for crossing in by_tile}  # WM-67
        return legal

    def reached_by_tile(self, figure: str, steps: Mapping[Crossing, int]) -> set[Crossing]:
        match figure:
            case "yellow":
                return set(steps)  # WM-67: up to four crossings
            case "blue":
                return on_the_outlines(self.board.water, self.figures[figure])  # WM-67a
            case _:
                return on_the_outlines(self.board.houses, self.figures[figure])  # WM-67b

    def open_to_view(self) -> set[Circle]:
        """Circles in range of the acting figure without a false clue."""  # WM-40, WM-62c
        return in_range(self.board, self.figures[self.in_play[self.number]]) - self.false

    def left_to_call(self) -> set[Circle]:
        return self.open_to_view() - self.yellow - self.called  # WM-41, WM-41c

    def legal_searches(self) -> set[str]:
        return {f"search {circle}" for circle in self.left_to_call()}

    def legal_arrests(self) -> set[str]:
        legal = {f"arrest {circle}" for circle in self.open_to_view()}  # WM-42
        if self.figure() == "green" and "green" in self.abilities and self.open_to_view():
            legal.add("arrest all")  # WM-68b
        return legal

    def legal_calls(self) -> set[str]:
        if self.figure() != "brown" or "brown" not in self.abilities:
            return set()
        return {f"call {circle}" for circle, colour in self.board.colours.items() if colour == "white"}  # WM-68c

    # Playing.

    def play(self, notation: str) -> None:
        if notation not in self.legal():
            raise ValueError(f"not legal: {notation}")
        word, *rest = notation.split()
        match self.stage:
            case "locating" | "placing" | "starting":
                self.set_up(rest[0])
            case "reclaiming":
                if rest != ["nothing"]:
                    self.tiles[rest[0]] += 1
                self.begin_move()
            case "moving" | "coaching":
                self.move(word, int(rest[0]))
            case "walking":
                self.walk(word, rest[0])
            case "bluffing":
                if rest != ["nothing"]:
                    self.false.add(int(rest[0]))
                    self.counters -= 1
                self.begin_actions()
            case _:
                self.act(word, rest)

    def set_up(self, name: str) -> None:
        match self.stage:
            case "locating":
                self.sets = [four for four in self.sets if four[len(self.locations)] == int(name)]
                self.locations.append(int(name))
                if len(self.locations) == len(QUADRANTS):
                    self.stage = "placing"
            case "placing":
                self.figures[self.in_play[self.number]] = name  # WM-08
                self.next_figure(then="starting")
            case _:
                self.red.add(int(name))  # WM-04
                self.row = [int(name)]
                self.round = 1
                self.begin_move()

    def next_figure(self, then: str) -> bool:
        """Go on to the next figure; after the third go on to stage *then* and return True."""
        self.number += 1
        if self.number < len(self.in_play):
            return False
        self.number = 0
        self.stage = then
        return True

    # Escape in the night.

    def begin_move(self) -> None:
        self.stage = "moving"
        if not self.legal_moves():
            self.finish("investigators", "trapped")  # WM-20, WM-20a

    def move(self, word: str, end: Circle) -> None:
        if word in self.tiles:
            self.tiles[word] -= 1  # WM-05, WM-23
            if self.plays_with("murderer_at_large"):
                self.hidden.append(word)  # WM-60
        self.row.append(end)  # WM-12, WM-14c
        self.track += 1  # WM-12, WM-15a, WM-16
        assert self.track == len(self.row) - 1 <= SPACES
        assert word == "move" or not self.has_reached(), "WM-18"
        if word == "coach":
            self.stage = "coaching"
        elif self.track == SPACES and not self.has_reached():
            self.finish("investigators", "too_late")  # WM-21
        else:
            self.stage = "walking"

    def has_reached(self) -> bool:
        return self.here() in self.unreached()  # WM-22, WM-50

    # Hunting the monster.

    def walk(self, word: str, end: Crossing) -> None:
        figure = self.in_play[self.number]
        self.figures[figure] = end
        if word == "smoker":
            self.abilities.remove("smoker")
            self.smoked = True
        if word == "tile":
            self.abilities.remove(f"tile {figure}")
        assert len(set(self.figures.values())) == 3, "WM-31"
        if self.next_figure(then="bluffing") and not self.counters:  # WM-31a
            self.begin_actions()  # WM-62a

    # Clues and suspicion.

    def begin_actions(self) -> None:
        self.stage = "acting"
        self.skip_who_smoked()

    def skip_who_smoked(self) -> None:
        if self.smoked and self.in_play[self.number] == "yellow":
            self.end_action()  # WM-66a

    def act(self, word: str, rest: list[str]) -> None:
        match word:
            case "search":
                self.search(int(rest[0]))
            case "smoker":
                self.abilities.remove("smoker")
                self.scent = True  # WM-66b
                self.stage = "searching"
            case "arrest":
                self.arrest(rest[0])
            case "call":
                self.call(int(rest[0]))
            case _:
                self.end_action()

    def search(self, circle: Circle) -> None:
        self.called.add(circle)
        found = circle in self.row  # WM-41a, WM-46, WM-47: the row as it stands, box 0 too
        if found:
            self.mark(circle)
        may_scent = self.figure() == "yellow" and "smoker" in self.abilities
        if not self.left_to_call() or (found and not self.scent and not may_scent):
            self.end_action()  # WM-41a
        else:
            self.stage = "scenting" if found and not self.scent else "searching"  # WM-41b, WM-66b

    def mark(self, circle: Circle) -> None:
        self.yellow.add(circle)  # WM-48
        if self.plays_with("false_clues") and len(self.yellow) in COUNTERS_AT:
            self.counters += 1  # WM-62

    def arrest(self, named: str) -> None:
        named_circles = self.open_to_view() if named == "all" else {int(named)}
        if named == "all":
            self.abilities.remove("green")  # WM-68b
        if self.here() in named_circles:
            self.finish("investigators", "arrested")  # WM-42, WM-46, WM-50a
        else:
            self.end_action()  # WM-42a

    def call(self, circle: Circle) -> None:
        self.abilities.remove("brown")
        if circle in self.unreached() - {self.here()}:
            self.finish("investigators", "deduced")  # WM-68c
        else:
            self.end_action()

    def end_action(self) -> None:
        self.called = set()
        self.scent = False
        self.stage = "acting"
        if self.next_figure(then="moving"):
            self.end_turn()
        else:
            self.skip_who_smoked()

    # The end of a turn, of a round, and of the game.

    def end_turn(self) -> None:
        self.smoked = False
        if self.has_reached():
            self.end_round()
        else:
            self.begin_move()

    def end_round(self) -> None:
        self.red.add(self.here())  # WM-50
        self.hidden = []  # WM-51a, WM-60
        if len(self.red) == len(QUADRANTS):
            self.finish("jack", "completed")  # WM-52
            return
        self.rows.append(self.row)
        self.row = [self.here()]  # WM-51
        self.track = 0
        self.yellow = set()
        self.false = set()
        self.counters = 0  # WM-62d
        self.round += 1
        if self.plays_with("newspaper_fabrications") and self.used_up():
            self.stage = "reclaiming"  # WM-61
        else:
            self.begin_move()

    def finish(self, winner: str, reason: str) -> None:
        assert self.winner is None
        self.winner = winner  # WM-52, WM-53
        self.reason = reason
        self.stage = "finished"
        self.called = set()

    # State as plain data.

    def picture(self) -> dict[str, object]:
        return {
            "stage": self.stage,
            "to_move": self.to_move(),
            "figure": self.figure(),
            "round": self.round,
            "track": self.track,
            "locations": list(self.locations),
            "red": sorted(self.red),
            "row": list(self.row),
            "rows": [list(row) for row in self.rows],
            "jack": self.row[-1] if self.row else None,
            "figures": dict(self.figures),
            "tiles": dict(self.tiles),
            "hidden": list(self.hidden),
            "yellow": sorted(self.yellow),
            "false": sorted(self.false),
            "counters": self.counters,
            "abilities": sorted(self.abilities),
            "smoked": self.smoked,
            "called": sorted(self.called),
            "winner": self.winner,
            "reason": self.reason,
        }
