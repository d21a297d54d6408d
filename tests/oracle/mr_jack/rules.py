"""Oracle for Mr. Jack: a slow second implementation, written from docs/rules alone."""

from tests.oracle.mr_jack.board import (
    CHARACTERS,
    CORDONS_AT_START,
    EDITIONS,
    EXITS,
    FACING_AT_START,
    LAMPS_AT_START,
    POSTS,
    START_IN_BOTH_EDITIONS,
    STEPS,
    STREETS,
    beam,
    distances,
    neighbouring_streets,
    neighbours,
    street_distances,
)
from tests.oracle.mr_jack.whistle import WHISTLE_POINTS, most_points, steps_nearer

LAST_ROUND = 8
BEFORE_OR_AFTER = {"smith", "lestrade", "goodley", "bert"}  # MJ-43, MJ-44, MJ-46, MJ-50


class MrJackOracle:
    """One game, played action by action, chance included."""

    def __init__(self, edition: str = "revised") -> None:
        if edition not in EDITIONS:
            raise ValueError(f"edition: {edition}")
        printing = EDITIONS[edition]  # MJ-01
        self.hexes = START_IN_BOTH_EDITIONS | {"watson": printing.watson, "stealthy": printing.stealthy}
        self.up = set(CHARACTERS)  # MJ-02
        self.facing = FACING_AT_START
        self.lamps = dict(LAMPS_AT_START)  # MJ-03
        self.manholes = printing.open_manholes | printing.covered_manholes
        self.covers = set(printing.covered_manholes)  # MJ-03a
        self.cordons = set(CORDONS_AT_START)  # MJ-03b
        self.round = 1  # MJ-06
        self.witness = "visible"  # MJ-06
        self.face_up: set[str] = set()
        self.later: set[str] = set()
        self.used: set[str] = set()
        self.jack: str | None = None
        self.pile = set(CHARACTERS)  # MJ-04
        self.alibis: dict[str, set[str]] = {"jack": set(), "detective": set()}
        self.winner: str | None = None
        self.reason: str | None = None
        self.put_nobody_to_work()
        assert len(self.visible()) == 4, "MJ-02: four visible, four invisible"

    def put_nobody_to_work(self) -> None:
        self.picked: str | None = None
        self.moved = False
        self.ability_done = False
        self.must_face = False
        self.whistled: set[str] = set()
        self.points = 0

    # Seat to move and legal actions.

    def to_move(self) -> str:
        if self.winner is not None:
            return "nobody"
        if self.jack is None or self.cards_are_due() or self.alibi_is_due():
            return "chance"
        return self.player()

    def cards_are_due(self) -> bool:
        return self.round % 2 == 1 and len(self.face_up) + len(self.used) < 4  # MJ-10

    def alibi_is_due(self) -> bool:
        return self.picked == "holmes" and self.moved  # MJ-40

    def player(self) -> str:
        """The seat that picks the next card or plays the picked one."""
        number = len(self.used) + 1 if self.picked is None else len(self.used)
        outer, inner = ("detective", "jack") if self.round % 2 == 1 else ("jack", "detective")
        return outer if number in {1, 4} else inner  # MJ-10, MJ-11

    def legal(self) -> set[str]:
        if self.winner is not None:
            return set()
        if self.jack is None:
            return {f"jack {character}" for character in CHARACTERS}  # MJ-05
        if self.cards_are_due():
            return {f"card {character}" for character in CHARACTERS if character not in self.face_up}  # MJ-10, MJ-12
        if self.picked is None:
            return {f"pick {character}" for character in self.face_up}  # MJ-13
        if self.alibi_is_due():
            assert self.pile, "MJ-15: the alibi pile cannot run out"
            return {f"alibi {character}" for character in self.pile}
        if self.must_face:
            return {f"face {way}" for way in STEPS}  # MJ-41, MJ-42
        return self.legal_for_the_picked()

    def legal_for_the_picked(self) -> set[str]:
        if self.whistled and not self.ability_done:
            return self.legal_abilities()  # MJ-46a: no move while the whistle sounds
        legal: set[str] = set()
        if not self.ability_done:
            legal |= self.legal_abilities()
        if not self.moved:
            legal |= self.legal_moves()
        return legal

    # The move.

    def reach(self, character: str) -> dict[str, int]:
        """The hexes a character can reach, with their cost; its own costs 0."""
        most = 4 if character == "stealthy" else 3  # MJ-21, MJ-45
        ways = self.ways_over_all if character == "stealthy" else self.ways_on
        return distances(self.hexes[character], ways, most)  # MJ-27: the shortest way is as good as any

    def ways_on(self, place: str) -> frozenset[str]:
        return neighbouring_streets(place) | self.sewers_from(place)  # MJ-20, MJ-22: whoever stands there

    def ways_over_all(self, place: str) -> frozenset[str]:
        return neighbours(place) | self.sewers_from(place)  # MJ-45a, MJ-45b

    def sewers_from(self, place: str) -> frozenset[str]:
        open_manholes = self.manholes - self.covers  # MJ-23a
        return open_manholes - {place} if place in open_manholes else frozenset()  # MJ-23, MJ-24

    def legal_moves(self) -> set[str]:
        """The possible ends of the picked character's own move: hexes, exits, or its own hex."""
        assert self.picked is not None
        occupied = set(self.hexes.values())
        ends = {place for place, cost in self.reach(self.picked).items() if cost > 0 and place in STREETS}  # MJ-21b
        free = ends - occupied  # MJ-22a
        legal = free | self.legal_exits()
        if self.player() == "detective":
            legal |= ends & occupied  # MJ-61
        if not free and self.picked != "gull":
            legal.add("stay")  # MJ-26, MJ-26a
        return legal

    def legal_exits(self) -> set[str]:
        if self.player() != "jack" or self.picked != self.jack or self.witness != "invisible":
            return set()  # MJ-60, MJ-60b, MJ-62b
        assert self.picked is not None
        most = 4 if self.picked == "stealthy" else 3
        reach = self.reach(self.picked)
        near = {way for way, street in EXITS.items() if street in reach and reach[street] + 1 <= most}  # MJ-60a
        return {f"exit {way}" for way in near - self.cordons}

    # The abilities.

    def legal_abilities(self) -> set[str]:
        match self.picked:
            case "smith":
                unlit = POSTS - set(self.lamps)
                return some({f"lamp {lit} {post}" for lit in self.lamps for post in unlit})  # MJ-43
            case "lestrade":
                clear = set(EXITS) - self.cordons
                return some({f"cordon {closed} {way}" for closed in self.cordons for way in clear})  # MJ-44
            case "bert":
                open_manholes = self.manholes - self.covers
                return some({f"cover {shut} {manhole}" for shut in self.covers for manhole in open_manholes})  # MJ-50
            case "gull" if not self.moved:
                return {f"exchange {character}" for character in CHARACTERS if character != "gull"}  # MJ-49
            case "goodley":
                return self.whistle_steps() or {"whistle nobody"}  # MJ-48c
            case _:
                return set()

    def whistle_steps(self) -> set[str]:
        left = WHISTLE_POINTS - self.points
        most = most_points(self.hexes, self.whistled, left)
        return {
            f"whistle {character} {end}"
            for character, end, cost in steps_nearer(self.hexes, self.whistled, left)
            if cost + most_points(self.hexes | {character: end}, self.whistled | {character}, left - cost) == most
        }  # MJ-48

    # Playing.

    def play(self, notation: str) -> None:
        if notation not in self.legal():
            raise ValueError(f"not legal: {notation}")
        word, *rest = notation.split()
        match word:
            case "jack":
                self.jack = rest[0]
                self.pile.remove(rest[0])  # MJ-05: seven remain
            case "card":
                self.turn_up(rest[0])
            case "pick":
                self.picked = rest[0]
                self.face_up.remove(rest[0])
                self.used.add(rest[0])  # MJ-13a
            case "alibi":
                self.draw_alibi(rest[0])
            case _:
                self.work(word, rest)
                if self.winner is None and self.all_is_done():
                    self.end_activation()

    def turn_up(self, character: str) -> None:
        self.face_up.add(character)
        if len(self.face_up) == 4:
            self.later = set(CHARACTERS) - self.face_up  # MJ-11, MJ-13a

    def draw_alibi(self, character: str) -> None:
        self.pile.remove(character)
        self.alibis[self.player()].add(character)  # MJ-40, MJ-40b: no token is turned
        assert len(self.pile) >= 3, "MJ-15: at most four of seven are drawn"
        self.end_activation()

    def work(self, word: str, rest: list[str]) -> None:
        """Apply one action of the picked character."""
        match word:
            case "face":
                self.facing = rest[0]
                self.must_face = False
            case "lamp":
                self.move_lamp(rest[0], rest[1])
            case "cordon":
                self.cordons = move_token(self.cordons, rest[0], rest[1])
                self.ability_done = True
            case "cover":
                self.covers = move_token(self.covers, rest[0], rest[1])  # MJ-25: whoever stands there
                self.ability_done = True
            case "whistle":
                self.whistle(rest)
            case "exchange":
                self.exchange(rest[0])
            case "exit":
                self.leave()
            case "stay":
                self.moved = True
                self.must_face = self.picked == "watson"  # MJ-26: his ability is still carried out
            case _:
                self.move(word)

    def move_lamp(self, lit: str, unlit: str) -> None:
        assert lit in self.lamps, "MJ-51"
        assert unlit not in self.lamps, "MJ-51"
        self.lamps[unlit] = self.lamps.pop(lit)
        self.ability_done = True

    def whistle(self, rest: list[str]) -> None:
        if rest != ["nobody"]:
            character, end = rest
            self.points += street_distances(self.hexes[character])[end]  # MJ-48a
            self.hexes[character] = end
            self.whistled.add(character)
            self.must_face = character == "watson"  # MJ-42
        self.ability_done = not self.whistle_steps()  # MJ-48

    def exchange(self, other: str) -> None:
        self.hexes["gull"], self.hexes[other] = self.hexes[other], self.hexes["gull"]  # MJ-49, MJ-62
        self.moved = True
        self.must_face = other == "watson"  # MJ-42

    def leave(self) -> None:
        assert self.picked is not None
        del self.hexes[self.picked]
        self.moved = True
        self.win("jack", "escape")  # MJ-60, MJ-60c

    def move(self, end: str) -> None:
        assert self.picked is not None
        accused = [character for character, place in self.hexes.items() if place == end]
        self.hexes[self.picked] = end
        self.moved = True
        if accused:
            self.accuse(accused[0])  # MJ-61b: before Watson's lantern too
        else:
            self.must_face = self.picked == "watson"  # MJ-41

    def accuse(self, accused: str) -> None:
        assert self.player() == "detective", "MJ-62a"
        if accused == self.jack:
            self.win("detective", "right_arrest")  # MJ-61
        else:
            self.win("jack", "wrong_arrest")  # MJ-61a, MJ-67, MJ-68

    def all_is_done(self) -> bool:
        if not self.moved or self.must_face or self.alibi_is_due():
            return False
        if self.picked == "goodley" and not self.ability_done:
            return not self.whistle_steps()  # MJ-48c
        return self.ability_done or self.picked not in BEFORE_OR_AFTER

    def end_activation(self) -> None:
        assert len(set(self.hexes.values())) == 8, "MJ-22a: nobody shares a hex"
        self.put_nobody_to_work()
        if len(self.used) == 4:
            self.end_round()

    # Light.

    def visible(self) -> set[str]:
        return {character for character in self.hexes if self.is_visible(character)}

    def is_visible(self, character: str) -> bool:
        place = self.hexes[character]
        around = neighbours(place)
        by_lamp = any(post in self.lamps for post in around)  # MJ-30
        in_the_beam = place in self.lit_by_watson()  # MJ-31, MJ-31a
        beside = any(other in around for other in self.hexes.values())  # MJ-33, MJ-33a
        return by_lamp or in_the_beam or beside  # MJ-34

    def lit_by_watson(self) -> list[str]:
        return beam(self.hexes["watson"], self.facing) if "watson" in self.hexes else []  # MJ-31b: not his own hex

    # The end of a round, and of the game.

    def end_round(self) -> None:
        self.call()
        if self.round == LAST_ROUND:
            self.win("jack", "night_over")  # MJ-64
            return
        self.lamps = {post: tile for post, tile in self.lamps.items() if tile != str(self.round)}  # MJ-58, MJ-58a
        self.round += 1  # MJ-59
        self.used = set()
        self.face_up = self.later  # MJ-11; none before an odd round: it waits for the cards, MJ-12
        self.later = set()

    def call(self) -> None:
        assert self.jack is not None
        visible = self.visible()  # MJ-35
        self.witness = "visible" if self.jack in visible else "invisible"  # MJ-55, MJ-57
        cleared = self.up - visible if self.jack in visible else self.up & visible  # MJ-56
        assert self.jack not in cleared, "MJ-56a: Jack's own is never among them"
        self.up -= cleared

    def win(self, winner: str, reason: str) -> None:
        assert self.winner is None, "MJ-69: no two ends coincide"
        self.winner = winner
        self.reason = reason

    # State as plain data.

    def picture(self) -> dict[str, object]:
        return {
            "hexes": dict(self.hexes),
            "up": sorted(self.up),
            "facing": self.facing,
            "lamps": dict(self.lamps),
            "covers": sorted(self.covers),
            "cordons": sorted(self.cordons),
            "round": self.round,
            "face_up": sorted(self.face_up),
            "later": sorted(self.later),
            "used": sorted(self.used),
            "picked": self.picked,
            "moved": self.moved,
            "ability_done": self.ability_done,
            "must_face": self.must_face,
            "whistled": sorted(self.whistled),
            "points": self.points,
            "witness": self.witness,
            "jack": self.jack,
            "jack_alibis": sorted(self.alibis["jack"]),
            "detective_alibis": sorted(self.alibis["detective"]),
            "alibi_pile": sorted(self.pile),
            "visible": sorted(self.visible()),
            "winner": self.winner,
            "reason": self.reason,
        }


def some(abilities: set[str]) -> set[str]:
    assert abilities, "MJ-51: it can always be carried out"
    return abilities


def move_token(tokens: set[str], away: str, to: str) -> set[str]:
    moved = (tokens - {away}) | {to}
    assert moved != tokens, "MJ-51: it always changes something"
    assert len(moved) == 2, "MJ-51"
    return moved
