"""What everybody at a table of Pocket can conclude from the news, Jack's choices included: the inspector's memory.

It is told what is public alone, so Jack and the detectives come to the same: he knows what they make of his choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from gaslamp.bots.pocket.decision_point import changed, mask, next_turn
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.search.ahead import Solved
from gaslamp.bots.pocket.search.secrets import Hands, glasses, with_card
from gaslamp.bots.pocket.turn_solution import TurnSolution
from gaslamp.core.game import News
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import notation as n
from gaslamp.titles.pocket.rules.position import Position


def public(news: Sequence[News]) -> Iterator[News]:
    """News as they are told to everybody."""
    for piece in news:
        if piece.kind == "identity":
            yield News("identity_hidden", {})
        elif piece.kind == "alibi_kept":
            yield News("alibi_hidden", {})
        else:
            yield piece


class PublicBelief:
    """The position as all see it, and how likely each secret is."""

    def __init__(self, judge: Judgement, nodes: int, *, chase: bool) -> None:
        self._judge = judge
        self._nodes = nodes  # for each look back at a choice
        self._solutions: dict[int, TurnSolution] = {}
        self._solved: Solved = {}  # what may follow this turn
        self._before = self._position = Position(chase_when_seen=int(chase))
        self._shown = 0
        self._hands: Hands = {}

    @property
    def position(self) -> Position:
        """The position as all see it; nobody is Jack in it."""
        return self._position

    @property
    def hands(self) -> Hands:
        """How likely each secret is."""
        return self._hands

    def solution(self, nodes: int) -> TurnSolution:
        """Work out the moment at which the next token is to be taken, or was taken last."""
        if nodes not in self._solutions:
            shared = self._before.seat == board.JACK and nodes == self._nodes  # both sides look back at it
            solved = self._solved if shared else dict(self._solved)
            self._solutions[nodes] = TurnSolution(self._before, self._hands, self._shown, self._judge, nodes, solved)
        return self._solutions[nodes]

    def observe(self, news: News) -> None:
        """Learn from one piece of news."""
        told: Callable[[Any], None] | None = getattr(self, f"_{news.kind}", None)
        if told:
            told(news.details)

    # ---- setting up

    def _dealt(self, told: Any) -> None:
        suspect, side = board.SUSPECTS.index(told["suspect"]), board.SIDES.index(told["wall"])
        self._position.advance(n.TILE + 4 * suspect + side)

    def _identity_hidden(self, told: Any) -> None:
        self._hands = {(identity, 0): 1.0 for identity in range(len(board.SUSPECTS))}
        self._position = changed(self._position, doing=board.THROWING)

    def _thrown(self, told: Any) -> None:
        shown = (face == pair[1] for face, pair in zip(told["faces"], board.TOKEN_FACES, strict=True))
        self._position.advance(n.THROW + sum(1 << token for token, second in enumerate(shown) if second))
        self._settle()

    # ---- a turn

    def _settle(self) -> None:
        """Stand at a moment at which a token is to be taken."""
        self._before = self._position.copy()
        self._solutions = {}

    def _took(self, told: Any) -> None:
        self._position.carry_out(n.TAKE + board.FACES.index(told["face"]))

    def _walked(self, told: Any) -> None:
        detective = board.DETECTIVE_NAMES.index(told["detective"])
        self._act(told, n.WALK + 2 * detective + told["places"] - 1)

    def _stayed(self, told: Any) -> None:
        self._act(told, n.STAY)

    def _rotated(self, told: Any) -> None:
        suspect = board.SUSPECTS.index(told["suspect"])
        self._act(told, n.ROTATE + 3 * suspect + board.TURNS.index(told["turn"]))

    def _exchanged(self, told: Any) -> None:
        pair = tuple(sorted((board.SUSPECTS.index(told["first"]), board.SUSPECTS.index(told["second"]))))
        self._act(told, n.EXCHANGE + board.PAIRS.index(cast("tuple[int, int]", pair)))

    def _act(self, told: Any, action: int) -> None:
        if told["seat"] == "jack":
            self._reflect(action)
        self._position.carry_out(action)
        self._next()

    def _alibi_shown(self, told: Any) -> None:
        card = 1 << board.SUSPECTS.index(told["suspect"])
        self._hands = {hand: weight for hand, weight in self._hands.items() if not (hand[1] | 1 << hand[0]) & card}
        self._shown |= card
        self._position.carry_out(n.CARD + board.SUSPECTS.index(told["suspect"]))
        self._next()

    def _alibi_hidden(self, told: Any) -> None:
        self._reflect(n.TAKE + board.ALIBI)
        self._hands = with_card(self._hands, self._shown)
        self._next()

    def _next(self) -> None:
        """Go on to the next token, if there is one."""
        left = self._position.left
        if left:
            seat = board.MOVER[4 * (self._position.turn & 1) + 4 - left.bit_count()]
            self._position = changed(self._position, doing=board.TAKING, seat=seat)
            self._settle()

    def _reflect(self, action: int) -> None:
        """Weigh the secrets by how likely each of them would have made Jack's choice."""
        if self._position.chase:
            return
        solution = self.solution(self._nodes)
        at = next(place for place, (_, done, _) in enumerate(solution.moves) if done == action)
        likely = {
            number: solution.likely(number)[at] for number in {solution.types.number(*hand) for hand in self._hands}
        }
        weighed = {hand: weight * likely[solution.types.number(*hand)] for hand, weight in self._hands.items()}
        total = sum(weighed.values())
        self._hands = {hand: weight / total for hand, weight in weighed.items()}

    # ---- the call

    def _called(self, told: Any) -> None:
        position = self._position
        self._solved = {}
        cleared = mask(told["cleared"])
        tokens = position.tokens + (told["winner"] == "jack")
        self._hands = {hand: weight for hand, weight in self._hands.items() if not cleared >> hand[0] & 1}
        if told["then"] == "next_turn" and not position.chase:
            self._hands = {
                hand: weight for hand, weight in self._hands.items() if tokens + glasses(hand[1]) < board.NEEDED
            }
        if told["then"] == "end":
            return
        chase = told["then"] == "chase" or bool(position.chase)
        self._position = next_turn(position, cleared, tokens, chase=chase)
        if self._position.doing == board.TAKING:
            self._settle()

    def _revealed(self, told: Any) -> None:
        self._hands = {(board.SUSPECTS.index(told["suspect"]), mask(told["cards"])): 1.0}
        self._solutions = {}
