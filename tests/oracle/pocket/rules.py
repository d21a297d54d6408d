"""Oracle for Mr. Jack Pocket: a slow second implementation, written from docs/rules alone."""

from dataclasses import dataclass
from itertools import combinations, product

SUSPECTS = ["madame", "goodley", "bert", "gull", "stealthy", "smith", "lestrade", "pizer", "lane"]
SIDES = ["north", "east", "south", "west"]  # clockwise
DETECTIVES = ["holmes", "watson", "toby"]
PLACES = 12
LAST_TURN = 8
HOURGLASSES_JACK_NEEDS = 6
BOTH_GOALS_CHOICES = {"detectives_win", "chase"}

HOURGLASSES_ON_CARD = {
    "madame": 2,
    "goodley": 0,
    "bert": 1,
    "gull": 1,
    "stealthy": 1,
    "smith": 1,
    "lestrade": 0,
    "pizer": 1,
    "lane": 1,
}

# MP-01a: the top-left tile faces Holmes, the top-right Watson, the bottom-middle Toby.
WALL_TOWARDS_A_DETECTIVE = {0: "west", 2: "east", 7: "south"}

# MP-12
TOKENS = {
    "a": ["alibi", "holmes"],
    "b": ["toby", "watson"],
    "c": ["rotation", "exchange"],
    "d": ["rotation", "joker"],
}

QUARTERS_CLOCKWISE = {"+90": 1, "-90": 3, "180": 2}  # MP-16: never 0 or 360


@dataclass
class Tile:
    """A street tile; wall is the side it is on, or None on a crossroads."""

    suspect: str
    wall: str | None
    up: bool = True

    def turn_over(self) -> None:
        self.up = False
        if self.suspect == "lane":  # MP-33: every other tile keeps its wall where it is.
            self.wall = None

    def rotate(self, quarters: int) -> None:
        if self.wall is not None:  # MP-17a: a crossroads looks the same after any turn.
            self.wall = SIDES[(SIDES.index(self.wall) + quarters) % 4]


class PocketOracle:
    """One game, played action by action, chance included."""

    def __init__(self, both_goals_while_seen: str = "detectives_win") -> None:
        if both_goals_while_seen not in BOTH_GOALS_CHOICES:
            raise ValueError(f"both_goals_while_seen: {both_goals_while_seen}")
        self.both_goals_while_seen = both_goals_while_seen
        self.tiles: list[Tile] = []  # row by row from the top-left cell
        self.detectives = {"holmes": 11, "watson": 3, "toby": 7}  # MP-02
        self.turn = 1
        self.faces: dict[str, str] = {}  # by token letter; empty before a throw
        self.used: set[str] = set()
        self.taken: str | None = None
        self.marked: set[str] = set()
        self.jack: str | None = None
        self.pile = set(SUSPECTS)
        self.jack_cards: set[str] = set()
        self.shown_cards: set[str] = set()
        self.jack_tokens = 0
        self.detective_tokens = 0
        self.chase = False
        self.winner: str | None = None
        self.reason: str | None = None

    # Side to move and legal actions.

    def to_move(self) -> str:
        if self.winner is not None:
            return "nobody"
        if len(self.tiles) < 9 or self.jack is None or not self.faces or self.taken == "alibi":
            return "chance"
        return self.player_of_the_action()

    def player_of_the_action(self) -> str:
        """The side that takes the next token or uses the one just taken."""
        number = len(self.used) + 1 if self.taken is None else len(self.used)
        outer, inner = ("detectives", "jack") if self.turn % 2 == 1 else ("jack", "detectives")  # MP-04
        return outer if number in {1, 4} else inner  # MP-10, MP-11

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        if len(self.tiles) < 9:
            return self.legal_tiles()
        if self.jack is None:
            return {f"jack {suspect}" for suspect in SUSPECTS}  # MP-03
        if not self.faces:
            return {f"throw {a} {b} {c} {d}" for a, b, c, d in product(*TOKENS.values())}  # MP-10
        if self.taken is None:
            return {f"take {self.faces[token]}" for token in TOKENS if token not in self.used}  # MP-23
        return self.legal_ways_to_carry_out(self.taken)

    def legal_tiles(self) -> set[str]:
        cell = len(self.tiles)
        lying = {tile.suspect for tile in self.tiles}
        walls = [WALL_TOWARDS_A_DETECTIVE[cell]] if cell in WALL_TOWARDS_A_DETECTIVE else SIDES  # MP-01, MP-01a
        # MP-05: Lane's barricade is a wall, so his tile is dealt like the others.
        return {f"tile {suspect} {wall}" for suspect in SUSPECTS if suspect not in lying for wall in walls}

    def legal_ways_to_carry_out(self, face: str) -> set[str]:
        match face:
            case "holmes" | "watson" | "toby":
                return {f"{face} 1", f"{face} 2"}  # MP-14
            case "joker":
                moves = {f"{detective} 1" for detective in DETECTIVES}  # MP-15
                return moves | {"stay"} if self.player_of_the_action() == "jack" else moves  # MP-13, MP-15a
            case "rotation":
                free = [suspect for suspect in SUSPECTS if suspect not in self.marked]  # MP-16a, MP-17, MP-17a
                return {f"rotate {suspect} {angle}" for suspect in free for angle in QUARTERS_CLOCKWISE}
            case "exchange":
                return {f"exchange {one} {other}" for one, other in combinations(SUSPECTS, 2)}  # MP-17, MP-18
            case "alibi":
                assert self.pile, "MP-21: the alibi pile never runs out"
                return {f"card {suspect}" for suspect in self.pile}
            case _:
                raise AssertionError(f"no such face: {face}")

    # Playing.

    def play(self, notation: str) -> None:
        if notation not in self.legal():
            raise ValueError(f"not legal: {notation}")
        word, *rest = notation.split()
        match word:
            case "tile":
                self.tiles.append(Tile(suspect=rest[0], wall=rest[1]))
            case "jack":
                self.draw_identity(rest[0])
            case "throw":
                self.faces = dict(zip(TOKENS, rest, strict=True))
            case "take":
                self.take(rest[0])
            case _:
                self.carry_out(word, rest)
                self.taken = None
                if len(self.used) == 4:  # MP-23
                    self.end_turn()

    def draw_identity(self, suspect: str) -> None:
        self.jack = suspect
        self.pile.remove(suspect)  # MP-03: eight remain
        assert not self.seen(), "MP-01a: nobody is seen at the start"

    def take(self, face: str) -> None:
        for token in TOKENS:
            if self.faces[token] == face and token not in self.used:
                self.used.add(token)
                self.taken = face
                return
        raise AssertionError(f"no token shows {face}")

    def carry_out(self, word: str, rest: list[str]) -> None:
        match word:
            case "holmes" | "watson" | "toby":
                self.detectives[word] = (self.detectives[word] + int(rest[0])) % PLACES  # MP-14: clockwise, may share
            case "stay":
                pass  # MP-15a
            case "rotate":
                self.tile_of(rest[0]).rotate(QUARTERS_CLOCKWISE[rest[1]])  # MP-16
                self.marked.add(rest[0])  # MP-16b: the mark is on the tile, not on the cell
            case "exchange":
                self.exchange(rest[0], rest[1])
            case "card":
                self.draw_card(rest[0])
            case _:
                raise AssertionError(f"no such action: {word}")

    def tile_of(self, suspect: str) -> Tile:
        for tile in self.tiles:
            if tile.suspect == suspect:
                return tile
        raise AssertionError(f"no tile of {suspect}")

    def exchange(self, one: str, other: str) -> None:
        first = self.tiles.index(self.tile_of(one))
        second = self.tiles.index(self.tile_of(other))
        self.tiles[first], self.tiles[second] = self.tiles[second], self.tiles[first]  # MP-18: walls go along unturned

    def draw_card(self, suspect: str) -> None:
        self.pile.remove(suspect)
        if self.player_of_the_action() == "jack":
            self.jack_cards.add(suspect)  # MP-20, MP-20b: the tile is not turned
        else:
            self.shown_cards.add(suspect)  # MP-19
            if self.tile_of(suspect).up:  # MP-19a
                self.turn_over(suspect)
        assert len(self.jack_cards) + len(self.shown_cards) <= 4, "MP-21: at most four cards are drawn"

    def turn_over(self, suspect: str) -> None:
        assert suspect != self.jack, "MP-35: Jack's own tile is never turned over"
        self.tile_of(suspect).turn_over()

    # Sight.

    def seen(self) -> set[str]:
        """The suspects whose tiles any detective sees, face up or cleared."""
        if len(self.tiles) < 9:
            return set()
        return {suspect for place in self.detectives.values() for suspect in self.seen_from(place)}

    def seen_from(self, place: int) -> set[str]:
        cells, near, far = line_of_sight(place)
        seen: set[str] = set()
        for cell in cells:
            tile = self.tiles[cell]  # MP-30c: nobody standing there, and no tile for being cleared, blocks
            if tile.wall == near:  # MP-30a
                break
            seen.add(tile.suspect)
            if tile.wall == far:  # MP-30b
                break
        return seen

    # The call and the end.

    def end_turn(self) -> None:
        jack_seen = self.call()
        self.check_the_end(jack_seen)
        if self.winner is not None:
            return
        self.turn += 1
        self.used = set()
        self.marked = set()  # MP-16b
        if self.turn % 2 == 0:
            self.faces = {token: other_face(token, face) for token, face in self.faces.items()}  # MP-11, MP-11a
        else:
            self.faces = {}  # MP-10: waits for the throw

    def call(self) -> bool:
        """Answer whether Jack is seen, turn the tiles of cleared suspects, award the turn token."""
        seen = self.seen()  # before any tile is turned: Lane's wall goes with his turning
        jack_seen = self.jack in seen  # MP-31
        for suspect in self.suspects_up():
            if jack_seen and suspect not in seen:  # MP-32
                self.turn_over(suspect)
            if not jack_seen and suspect in seen:  # MP-32a
                self.turn_over(suspect)
        if jack_seen:
            self.detective_tokens += 1  # MP-32
        else:
            self.jack_tokens += 1  # MP-32a
        assert self.jack in self.suspects_up(), "MP-35: at least one suspect, Jack, is left"
        return jack_seen

    def suspects_up(self) -> set[str]:
        return {tile.suspect for tile in self.tiles if tile.up}

    def hourglasses(self) -> int:
        """One per turn token won, plus those on the cards drawn; his identity does not count."""
        return self.jack_tokens + sum(HOURGLASSES_ON_CARD[card] for card in self.jack_cards)  # MP-20a, MP-03a, MP-19

    def check_the_end(self, jack_seen: bool) -> None:
        if self.chase:
            self.check_the_chase(jack_seen)
            return
        one_suspect = len(self.suspects_up()) == 1  # MP-40
        enough_hourglasses = self.hourglasses() >= HOURGLASSES_JACK_NEEDS  # MP-40a
        if one_suspect and enough_hourglasses:
            self.both_goals(jack_seen)
        elif one_suspect:
            self.win("detectives", "one_suspect")  # MP-40
        elif enough_hourglasses:
            self.win("jack", "hourglasses")  # MP-40a
        elif self.turn == LAST_TURN:
            self.win("jack", "night_over")  # MP-44

    def both_goals(self, jack_seen: bool) -> None:
        if self.turn == LAST_TURN and jack_seen:
            self.win("detectives", "both_seen")  # MP-41
        elif self.turn == LAST_TURN:
            self.win("jack", "both_unseen")  # MP-41
        elif jack_seen and self.both_goals_while_seen == "detectives_win":
            self.win("detectives", "both_seen")  # MP-43
        else:
            self.chase = True  # MP-42, MP-43

    def check_the_chase(self, jack_seen: bool) -> None:
        if jack_seen:
            self.win("detectives", "caught")  # MP-42a
        elif self.turn == LAST_TURN:
            self.win("jack", "escaped")  # MP-42b

    def win(self, winner: str, reason: str) -> None:
        self.winner = winner
        self.reason = reason

    # State as plain data.

    def picture(self) -> dict[str, object]:
        return {
            "tiles": self.picture_of_tiles(),
            "detectives": dict(self.detectives),
            "turn": self.turn,
            "faces": list(self.faces.values()) if self.faces else None,
            "used": sorted(self.used),
            "taken": self.taken,
            "marked": sorted(self.marked),
            "jack": self.jack,
            "jack_cards": sorted(self.jack_cards),
            "shown_cards": sorted(self.shown_cards),
            "pile": sorted(self.pile),
            "jack_tokens": self.jack_tokens,
            "detective_tokens": self.detective_tokens,
            "hourglasses": self.hourglasses(),
            "seen": sorted(self.seen()),
            "chase": self.chase,
            "winner": self.winner,
            "reason": self.reason,
        }

    def picture_of_tiles(self) -> list[tuple[str, str | None, str] | None]:
        dealt = [(tile.suspect, tile.wall, "up" if tile.up else "cleared") for tile in self.tiles]
        return [*dealt, *[None] * (9 - len(dealt))]


def line_of_sight(place: int) -> tuple[list[int], str, str]:
    """The three cells a detective looks along, nearest first, with the near and far side of each."""  # MP-30
    if place in {0, 1, 2}:  # above the top row, left to right, looking down a column
        column = place
        return [cell_at(0, column), cell_at(1, column), cell_at(2, column)], "north", "south"
    if place in {3, 4, 5}:  # right of the rows, top to bottom, looking left along a row
        row = place - 3
        return [cell_at(row, 2), cell_at(row, 1), cell_at(row, 0)], "east", "west"
    if place in {6, 7, 8}:  # below the bottom row, right to left, looking up a column
        column = 8 - place
        return [cell_at(2, column), cell_at(1, column), cell_at(0, column)], "south", "north"
    row = 11 - place  # left of the rows, bottom to top, looking right along a row
    return [cell_at(row, 0), cell_at(row, 1), cell_at(row, 2)], "west", "east"


def cell_at(row: int, column: int) -> int:
    return 3 * row + column


def other_face(token: str, face: str) -> str:
    first, second = TOKENS[token]
    return second if face == first else first
