"""Evaluation of Pocket: the strongest bot's solution of each turn, for each secret of Jack.

A secret is a hand: identity and cards. Draws and calls are evaluated from all that could have followed, so that the
public chance before one is exactly the mean of the chances after it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gaslamp.bots.pocket.decision_point import changed
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import learnt
from gaslamp.bots.pocket.public_belief import PublicBelief, public
from gaslamp.bots.pocket.search.secrets import Hands
from gaslamp.bots.pocket.turn_solution import TurnSolution
from gaslamp.core.game import SPECTATOR, Game, News, Side, advance, redact
from gaslamp.core.history import Playthrough
from gaslamp.review.moments import JACK, JudgedChoice, ValuedOption
from gaslamp.review.tree import PublicSituation, Story, TreeEvaluator, corrected, story_key
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import CARD, TAKE
from gaslamp.titles.pocket.rules.position import Position

NODES: Final = 1_500_000  # per solved turn
_OVERRATED: Final = (0.0, -1.2, -1.2, -1.2, -1.2, -1.2, -1.2, -1.0, 0.0)  # logits, by turn; docs/review.md
_EQUAL: Final = 1e-9  # values closer than this are ties

Hand: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Node(PublicSituation):
    """A situation of Pocket; the belief and the solution of a decision."""

    belief: PublicBelief | None = None  # at a decision
    solution: TurnSolution | None = None


class PocketEvaluator(TreeEvaluator[Node]):
    answers = frozenset({"called"})

    def __init__(self, nodes: int = NODES) -> None:
        self._nodes = nodes
        self._judge = Judgement(learnt())

    def start(self, course: Playthrough[Any, Any], actions: Sequence[int]) -> Node:
        belief = PublicBelief(self._judge, self._nodes, chase=course.game.options["both_goals_while_seen"] == "chase")
        while course.position.doing < board.THROWING:
            _observe(belief, self.step(course, actions[len(course.actions)]))
        return self.situation(belief)

    def step(self, course: Playthrough[Any, Any], action: int) -> Story:
        return (*public(super().step(course, action)),)

    def secret(self, situation: Node, position: Position) -> Hand:
        return position.jack, position.held

    def knowledge(self, side: Side, secret: Hand) -> Hashable:
        """Jack knows his hand; the detectives know as much as spectators."""
        return secret if side == JACK else None

    def judge(self, before: Node, activation: Sequence[int], secret: Hand, after: Node) -> JudgedChoice:
        return judge(before, activation, secret, after)

    # ---- situations

    def situation(self, belief: PublicBelief) -> Node:
        """Return the node of a decision, or of a throw."""
        return self.throw(belief) if belief.position.doing == board.THROWING else self.decision(belief)

    def decision(self, belief: PublicBelief) -> Node:
        solution = belief.solution(self._nodes)
        numbers = {hand: solution.types.number(*hand) for hand in belief.hands}
        if solution.jack:
            by_type = {number: _mixed_value(solution, number) for number in {*numbers.values()}}
        else:
            worth = solution.worth()
            best = worth.index(max(worth))
            by_type = {number: 1.0 - solution.values(number)[best] for number in {*numbers.values()}}
        values = {hand: _of_jack(by_type[number], belief) for hand, number in numbers.items()}
        return Node(belief.hands, values, belief=belief, solution=solution)

    def throw(self, belief: PublicBelief) -> Node:
        """Return the node of a throw of the four tokens: all sixteen results are equally likely."""
        node = Node(belief.hands, dict.fromkeys(belief.hands, 0.0))
        for thrown in range(16):
            tokens = enumerate(board.TOKEN_FACES)
            faces = tuple(pair[thrown >> token & 1] for token, pair in tokens)
            news = (News("thrown", {"turn": belief.position.turn, "faces": faces}),)
            child = node.following[story_key(news)] = self.decision(_observed(belief, news))
            node.values = {hand: value + child.values[hand] / 16 for hand, value in node.values.items()}
        return node

    def played(self, before: Node, game: Game[Any, Any], activation: Sequence[int], story: Story) -> Node:
        """Return the node after an activation, before its card and its call. *story* are its public news."""
        belief = before.belief
        assert belief is not None
        card, last = activation[0] == TAKE + board.ALIBI, belief.position.left.bit_count() == 1
        if not card and not last:
            return self.decision(_observed(belief, story))
        branches: dict[Hashable, list[_Branch]] = {}
        stories: dict[Hashable, Story] = {}
        for hand in belief.hands:
            for branch in _branches(game, belief, hand, activation):
                stories[story_key(branch.told)] = branch.told
                branches.setdefault(story_key(branch.told), []).append(branch)
        children = {key: self._called(_observed(belief, stories[key]), group) for key, group in branches.items()}
        if not card:
            (child,) = children.values()
            return child
        values = dict.fromkeys(belief.hands, 0.0)
        for key, group in branches.items():
            for branch in group:
                values[branch.hand] += branch.share * children[key].values[branch.after]
        weights = belief.hands
        if before.solution is not None and before.solution.jack:  # the choice itself is observed
            weights = _reflected(before.solution, belief.hands)
        return Node(weights, values, following=children)

    def _called(self, belief: PublicBelief, branches: Sequence[_Branch]) -> Node:
        """Return the node of a call with an answer for each hand; a decision if no call follows."""
        if not branches[0].called:
            return self.decision(belief)
        answers = {branch.after: branch.called for branch in branches}
        keys = {hand: story_key(called) for hand, called in answers.items()}
        node = Node(belief.hands, {})
        for called in {story_key(called): called for called in answers.values()}.values():
            hands = [hand for hand in belief.hands if keys[hand] == story_key(called)]
            over = next((piece for piece in called if piece.kind == "over"), None)
            if over is not None:
                won = float(over.details["winner"] == JACK)
                child = Node({hand: belief.hands[hand] for hand in hands}, dict.fromkeys(hands, won))
            else:
                child = self.situation(_observed(belief, called))
            node.following[story_key(called)] = child
            node.values = {**node.values, **{hand: child.values[hand] for hand in hands}}
        return node


@dataclass(frozen=True, slots=True)
class _Branch:
    """One way in which an activation may end for a hand: *share* is its probability."""

    hand: Hand
    share: float
    after: Hand
    told: Story
    called: Story


def _branches(game: Game[Any, Any], belief: PublicBelief, hand: Hand, activation: Sequence[int]) -> Iterator[_Branch]:
    identity, held = hand
    pile = board.ALL_SUSPECTS & ~(held | belief.shown_cards | 1 << identity)
    position = changed(belief.position, jack=identity, held=held, pile=pile)
    news: Story = ()
    for action in activation:
        if CARD <= action < TAKE:
            break
        position, events = advance(game, position, action)
        news += redact(events, SPECTATOR)
    if game.turn_complete(position):
        own, called = PocketEvaluator.split((*public(news),))
        yield _Branch(hand, 1.0, hand, own, called)
        return
    cards = position.legal()
    for action in cards:
        after, events = advance(game, position, action)
        own, called = PocketEvaluator.split((*public((*news, *redact(events, SPECTATOR))),))
        yield _Branch(hand, 1.0 / len(cards), (identity, after.held), own, called)


def judge(before: Node, activation: Sequence[int], hand: Hand, after: Node) -> JudgedChoice:
    """Return the choice of an activation with the values of all moves at the mover's belief."""
    solution, belief = before.solution, before.belief
    assert solution is not None
    assert belief is not None
    if solution.jack:
        number = solution.types.number(*hand)
        chances = [_of_jack(1.0 - value, belief) for value in solution.values(number)]
        shares = solution.mixed(number)
    else:
        worth = solution.worth()
        shares = [float(value >= max(worth) - _EQUAL) for value in worth]
        weights = solution.types.secrets.weights
        by_move = zip(*(solution.values(number) for number in range(len(weights))), strict=True)
        chances = [1.0 - sum(w * _of_jack(1.0 - v, belief) for w, v in zip(weights, vs, strict=True)) for vs in by_move]
    options = [
        ValuedOption((take, action) if action != take else (take,), chance, share / sum(shares))
        for (take, action, _), chance, share in zip(solution.moves, chances, shares, strict=True)
    ]
    own = tuple(action for action in activation if not CARD <= action < TAKE)
    played = next(option for option in options if option.actions == own)
    identified = (_identified(before, hand), _identified(after, hand)) if solution.jack else None
    seat = board.SEATS[belief.position.seat]
    return JudgedChoice(seat, played, tuple(sorted(options, key=lambda option: -option.chance)), identified)


def _of_jack(chance: float, belief: PublicBelief) -> float:
    """Return Jack's chance from a solved one.

    The evaluation at the end of a turn does not count what Jack's later choices will reveal, so it overrates him.
    """
    return corrected(chance, _OVERRATED[min(belief.position.turn, len(_OVERRATED) - 1)])


def _identified(node: Node, hand: Hand) -> float:
    """Return the public probability of the true identity."""
    return sum(weight for other, weight in node.weights.items() if other[0] == hand[0]) / sum(node.weights.values())


def _reflected(solution: TurnSolution, hands: Hands) -> Hands:
    """Return the hands after Jack has taken the alibi token, before the card is drawn."""
    at = next(place for place, (_, action, _) in enumerate(solution.moves) if action == TAKE + board.ALIBI)
    likely = {number: solution.likely(number)[at] for number in {solution.types.number(*hand) for hand in hands}}
    return {hand: weight * likely[solution.types.number(*hand)] for hand, weight in hands.items()}


def _mixed_value(solution: TurnSolution, number: int) -> float:
    pairs = zip(solution.mixed(number), solution.values(number), strict=True)
    return sum(share * (1.0 - value) for share, value in pairs)


def _observe(belief: PublicBelief, news: Sequence[News]) -> None:
    for piece in news:
        belief.observe(piece)


def _observed(belief: PublicBelief, news: Sequence[News]) -> PublicBelief:
    other = belief.copy()
    _observe(other, news)
    return other


EVALUATOR: Final = PocketEvaluator
