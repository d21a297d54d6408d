"""Public belief over Jack's secrets in Pocket, updated on Jack's choices.

It observes public news only, so Jack and the detectives compute the same belief.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

from gaslamp.bots.pocket.decision_point import changed, mask, next_turn
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.search.ahead import Solved
from gaslamp.bots.pocket.search.secrets import Hands, glasses, with_card
from gaslamp.bots.pocket.turn_solution import TurnSolution, plain_shares
from gaslamp.core.game import News
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules import notation as n
from gaslamp.titles.pocket.rules.position import Position


def public(news: Sequence[News]) -> Iterator[News]:
    """Yield the news in their public form."""
    for piece in news:
        if piece.kind == "identity":
            yield News("identity_hidden", {})
        elif piece.kind == "alibi_kept":
            yield News("alibi_hidden", {})
        else:
            yield piece


class PublicBelief:
    """The public position, and the probability of each secret (identity and cards)."""

    def __init__(self, judge: Judgement, nodes: int, *, chase: bool) -> None:
        self._judge = judge
        self._nodes = nodes  # per update on a choice
        self._solutions: dict[int, TurnSolution] = {}
        self._solved: Solved = {}  # cached solutions of the next turn
        self._before = self._position = Position(chase_when_seen=int(chase))
        self._shown = 0
        self._hands: Hands = {}

    def copy(self) -> PublicBelief:
        """Return an independent copy, for observing news that are only imagined."""
        other = PublicBelief.__new__(PublicBelief)
        vars(other).update(vars(self))
        other._position, other._before = self._position.copy(), self._before.copy()
        other._solutions, other._solved = dict(self._solutions), dict(self._solved)
        return other

    @property
    def position(self) -> Position:
        """The public position; no suspect is Jack in it."""
        return self._position

    @property
    def hands(self) -> Hands:
        return self._hands

    @property
    def shown_cards(self) -> int:
        """The alibi cards drawn by the detectives, as bits."""
        return self._shown

    def solution(self, nodes: int) -> TurnSolution:
        """Solve the decision point of the next token, or of the token taken last. Results are cached."""
        if nodes not in self._solutions:
            shared = self._before.seat == board.JACK and nodes == self._nodes  # both sides use it for updates
            solved = self._solved if shared else dict(self._solved)
            self._solutions[nodes] = TurnSolution(self._before, self.hands, self._shown, self._judge, nodes, solved)
        return self._solutions[nodes]

    def observe(self, news: News) -> None:
        handler: Callable[[Any], None] | None = getattr(self, f"_{news.kind}", None)
        if handler:
            handler(news.details)

    # ---- setting up

    def _dealt(self, details: Any) -> None:
        suspect, side = board.SUSPECTS.index(details["suspect"]), board.SIDES.index(details["wall"])
        self._position.advance(n.TILE + 4 * suspect + side)

    def _identity_hidden(self, details: Any) -> None:
        self._begin({(identity, 0): 1.0 for identity in range(len(board.SUSPECTS))})
        self._position = changed(self._position, doing=board.THROWING)

    def _thrown(self, details: Any) -> None:
        second_faces = (face == pair[1] for face, pair in zip(details["faces"], board.TOKEN_FACES, strict=True))
        self._position.advance(n.THROW + sum(1 << token for token, second in enumerate(second_faces) if second))
        self._settle()

    # ---- a turn

    def _settle(self) -> None:
        self._before = self._position.copy()
        self._solutions = {}

    def _took(self, details: Any) -> None:
        self._position.carry_out(n.TAKE + board.FACES.index(details["face"]))

    def _walked(self, details: Any) -> None:
        detective = board.DETECTIVE_NAMES.index(details["detective"])
        self._act(details, n.WALK + 2 * detective + details["places"] - 1)

    def _stayed(self, details: Any) -> None:
        self._act(details, n.STAY)

    def _rotated(self, details: Any) -> None:
        suspect = board.SUSPECTS.index(details["suspect"])
        self._act(details, n.ROTATE + 3 * suspect + board.TURNS.index(details["turn"]))

    def _exchanged(self, details: Any) -> None:
        pair = tuple(sorted((board.SUSPECTS.index(details["first"]), board.SUSPECTS.index(details["second"]))))
        self._act(details, n.EXCHANGE + board.PAIRS.index(cast("tuple[int, int]", pair)))

    def _act(self, details: Any, action: int) -> None:
        if details["seat"] == "jack":
            self._reflect(action)
        self._position.carry_out(action)
        self._next()

    def _alibi_shown(self, details: Any) -> None:
        card = 1 << board.SUSPECTS.index(details["suspect"])
        self._keep(lambda hand: not (hand[1] | 1 << hand[0]) & card)
        self._shown |= card
        self._position.carry_out(n.CARD + board.SUSPECTS.index(details["suspect"]))
        self._next()

    def _alibi_hidden(self, details: Any) -> None:
        self._reflect(n.TAKE + board.ALIBI)
        self._draw()
        self._next()

    def _next(self) -> None:
        left = self._position.left
        if left:
            seat = board.MOVER[4 * (self._position.turn & 1) + 4 - left.bit_count()]
            self._position = changed(self._position, doing=board.TAKING, seat=seat)
            self._settle()

    def _reflect(self, action: int) -> None:
        """Update the belief by Bayes' rule on Jack's choice."""
        if self._position.chase:
            return
        solution = self.solution(self._nodes)
        at = next(place for place, (_, done, _) in enumerate(solution.moves) if done == action)
        numbers = {hand: solution.types.number(*hand) for hand in self._hands}
        likely = {number: solution.likely(number)[at] for number in {*numbers.values()}}
        self._update({hand: likely[number] for hand, number in numbers.items()}, action)

    def _keep(self, possible: Callable[[tuple[int, int]], bool]) -> None:
        """Exclude hands. The weights are not normalized."""
        self._hands = {hand: weight for hand, weight in self._hands.items() if possible(hand)}

    # ---- the belief

    def _begin(self, hands: Hands) -> None:
        self._hands = hands

    def _draw(self) -> None:
        """Add a card to Jack's hand."""
        self._hands = with_card(self._hands, self._shown)

    def _update(self, likely: Hands, action: int) -> None:
        """Apply Bayes' rule to Jack's choice *action*, with its likelihood for each hand."""
        self._hands = weighed(self._hands, likely)

    # ---- the call

    def _called(self, details: Any) -> None:
        position = self._position
        self._solved = {}
        cleared = mask(details["cleared"])
        tokens = position.tokens + (details["winner"] == "jack")
        goes_on = details["then"] == "next_turn" and not position.chase
        self._keep(
            lambda hand: not cleared >> hand[0] & 1 and not (goes_on and tokens + glasses(hand[1]) >= board.NEEDED)
        )
        if details["then"] == "end":
            return
        chase = details["then"] == "chase" or bool(position.chase)
        self._position = next_turn(position, cleared, tokens, chase=chase)
        if self._position.doing == board.TAKING:
            self._settle()

    def _revealed(self, details: Any) -> None:
        self._begin({(board.SUSPECTS.index(details["suspect"]), mask(details["cards"])): 1.0})
        self._solutions = {}


_PRIOR: Final = 0.5  # probability that Jack plays the best move for its secret
_TEMPER: Final = 0.55  # exponent on likelihoods of choices: Jack's evaluation may differ


class DetectivesBelief(PublicBelief):
    """The detectives' belief at their decisions, over two types of Jack.

    Jack may play the mixed strategy of the superintendent or, as simpler programs and people do, the best move for its
    secret. Jack expects to be taken for the first type, so `hands` is the public belief at Jack's decisions.
    """

    def __init__(self, judge: Judgement, nodes: int, *, chase: bool) -> None:
        super().__init__(judge, nodes, chase=chase)
        self._mixed: Hands = {}
        self._plain: Hands = {}  # if Jack plays the best move
        self._plain_share = _PRIOR

    @property
    def hands(self) -> Hands:
        if self._before.seat == board.JACK:
            return self._hands
        share = self._plain_share
        return {hand: (1 - share) * weight + share * self._plain[hand] for hand, weight in self._mixed.items()}

    def _begin(self, hands: Hands) -> None:
        super()._begin(hands)
        self._mixed = self._plain = weighed(hands, dict.fromkeys(hands, 1.0))

    def _draw(self) -> None:
        super()._draw()
        self._mixed, self._plain = with_card(self._mixed, self._shown), with_card(self._plain, self._shown)

    def _keep(self, possible: Callable[[tuple[int, int]], bool]) -> None:
        super()._keep(possible)
        certain = dict.fromkeys(self._hands, 1.0)
        self._observed(certain, certain, 1.0)

    def _update(self, likely: Hands, action: int) -> None:
        plain = plain_shares(self._before, self._hands, self._shown, self._judge, self._nodes, action)
        self._observed(likely, plain, _TEMPER)
        super()._update(likely, action)

    def _observed(self, mixed: Hands, plain: Hands, temper: float) -> None:
        """Update by the likelihoods of an observation, by hand, for both types."""
        as_mixed = (1 - self._plain_share) * sum(part * self._mixed[hand] for hand, part in mixed.items())
        as_plain = self._plain_share * sum(part * self._plain[hand] for hand, part in plain.items())
        self._plain_share = as_plain / (as_plain + as_mixed)
        self._mixed, self._plain = weighed(self._mixed, mixed, temper), weighed(self._plain, plain, temper)


def weighed(hands: Hands, likely: Hands, temper: float = 1.0) -> Hands:
    """Return the posterior of the hands in *likely*, whose likelihoods get the exponent *temper*."""
    posterior = {hand: hands[hand] * likelihood**temper for hand, likelihood in likely.items()}
    total = sum(posterior.values())
    return {hand: weight / total for hand, weight in posterior.items()}
