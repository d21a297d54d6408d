"""Evaluation of Pocket: the strongest bot's solution of each turn, for each secret of Jack.

A secret is a hand: identity and cards. Draws and calls are evaluated from all that could have followed, so that the
public chance before one is exactly the mean of the chances after it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from gaslamp.bots.pocket.decision_point import changed
from gaslamp.bots.pocket.judgement.judgement import Judgement
from gaslamp.bots.pocket.judgement.weights import learnt
from gaslamp.bots.pocket.public_belief import PublicBelief, public
from gaslamp.bots.pocket.search.secrets import Hands
from gaslamp.bots.pocket.turn_solution import TurnSolution
from gaslamp.core.game import CHANCE, SPECTATOR, Game, News, advance, redact
from gaslamp.core.history import Playthrough
from gaslamp.review.moments import JACK, Chances, Choice, Moment, Option
from gaslamp.titles.pocket.rules import board
from gaslamp.titles.pocket.rules.notation import CARD, TAKE
from gaslamp.titles.pocket.rules.position import Position

NODES: Final = 1_500_000  # per solved turn
_EQUAL: Final = 1e-9  # values closer than this are ties

Hand: TypeAlias = tuple[int, int]
Story: TypeAlias = tuple[News, ...]  # public news


@dataclass(slots=True)
class Node:
    """A public situation: Jack's chance for each hand, and what may follow it by chance or a call."""

    weights: Hands
    values: Mapping[Hand, float]
    belief: PublicBelief | None = None  # at a decision
    solution: TurnSolution | None = None
    following: dict[Hashable, Node] = field(default_factory=dict)  # by public news

    @property
    def public(self) -> float:
        total = sum(self.weights.values())
        return sum(weight * self.values[hand] for hand, weight in self.weights.items()) / total

    def after(self, news: Story) -> Node:
        return self.following[_key(news)]


class PocketEvaluator:
    def __init__(self, nodes: int = NODES) -> None:
        self._nodes = nodes
        self._judge = Judgement(learnt())

    def moments(self, game: Game[Any, Any], actions: Sequence[int]) -> Iterator[Moment]:
        course = Playthrough(game, (SPECTATOR,))
        belief = PublicBelief(self._judge, self._nodes, chase=game.options["both_goals_while_seen"] == "chase")
        while course.position.doing < board.THROWING:
            _observe(belief, _step(course, actions[len(course.actions)]))
        node = self.situation(belief)
        yield Moment("start", len(course.actions), _chances(game, node, course.position))
        while len(course.actions) < len(actions):
            if game.to_move(course.position) == CHANCE:
                node = node.after(_step(course, actions[len(course.actions)]))
                yield Moment("draw", len(course.actions), _chances(game, node, course.position))
                continue
            activation = _activation(game, course.position, actions[len(course.actions) :])
            if not activation:
                return
            before, hand = node, _hand(course.position)
            news: Story = ()
            for action in activation:
                news += _step(course, action)
            told, called = _split(news)
            after = self.played(before, course.game, activation, told)
            choice = judge(before, activation, hand, after)
            done, position = len(course.actions), course.position
            yield Moment("activation", done, _chances(game, after, position, hand), choice)
            node = after
            if len(after.following) and _key(told) in after.following:
                node = after.after(told)
                yield Moment("draw", done, _chances(game, node, position))
            if called:
                node = node.after(called)
                yield Moment("call", done, _chances(game, node, position))

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
        return Node(belief.hands, {hand: by_type[number] for hand, number in numbers.items()}, belief, solution)

    def throw(self, belief: PublicBelief) -> Node:
        """Return the node of a throw of the four tokens: all sixteen results are equally likely."""
        node = Node(belief.hands, dict.fromkeys(belief.hands, 0.0))
        for thrown in range(16):
            tokens = enumerate(board.TOKEN_FACES)
            faces = tuple(pair[thrown >> token & 1] for token, pair in tokens)
            news = (News("thrown", {"turn": belief.position.turn, "faces": faces}),)
            child = node.following[_key(news)] = self.decision(_observed(belief, news))
            node.values = {hand: value + child.values[hand] / 16 for hand, value in node.values.items()}
        return node

    def played(self, before: Node, game: Game[Any, Any], activation: Sequence[int], told: Story) -> Node:
        """Return the node after an activation, before its card and its call. *told* are its public news."""
        belief = before.belief
        assert belief is not None
        card, last = activation[0] == TAKE + board.ALIBI, belief.position.left.bit_count() == 1
        if not card and not last:
            return self.decision(_observed(belief, told))
        branches: dict[Hashable, list[_Branch]] = {}
        stories: dict[Hashable, Story] = {}
        for hand in belief.hands:
            for branch in _branches(game, belief, hand, activation):
                stories[_key(branch.told)] = branch.told
                branches.setdefault(_key(branch.told), []).append(branch)
        children = {key: self._called(_observed(belief, stories[key]), found) for key, found in branches.items()}
        if not card:
            (child,) = children.values()
            return child
        values = dict.fromkeys(belief.hands, 0.0)
        for key, found in branches.items():
            for branch in found:
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
        node = Node(belief.hands, {})
        for called in {_key(called): called for called in answers.values()}.values():
            hands = [hand for hand in belief.hands if answers[hand] == called]
            over = next((piece for piece in called if piece.kind == "over"), None)
            if over is not None:
                won = float(over.details["winner"] == JACK)
                child = Node({hand: belief.hands[hand] for hand in hands}, dict.fromkeys(hands, won))
            else:
                child = self.situation(_observed(belief, called))
            node.following[_key(called)] = child
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
        told, called = _split((*public(news),))
        yield _Branch(hand, 1.0, hand, told, called)
        return
    cards = position.legal()
    for action in cards:
        after, events = advance(game, position, action)
        told, called = _split((*public((*news, *redact(events, SPECTATOR))),))
        yield _Branch(hand, 1.0 / len(cards), (identity, after.held), told, called)


def judge(before: Node, activation: Sequence[int], hand: Hand, after: Node) -> Choice:
    """Return the choice of an activation with the values of all moves at the mover's belief."""
    solution, belief = before.solution, before.belief
    assert solution is not None
    assert belief is not None
    if solution.jack:
        number = solution.types.number(*hand)
        chances, shares = [1.0 - value for value in solution.values(number)], solution.mixed(number)
    else:
        chances = solution.worth()
        shares = [float(chance >= max(chances) - _EQUAL) for chance in chances]
    options = [
        Option((take, action) if action != take else (take,), chance, share / sum(shares))
        for (take, action, _), chance, share in zip(solution.moves, chances, shares, strict=True)
    ]
    made = tuple(action for action in activation if not CARD <= action < TAKE)
    played = next(option for option in options if option.actions == made)
    shown = (_identified(before, hand), _identified(after, hand)) if solution.jack else None
    seat = board.SEATS[belief.position.seat]
    return Choice(seat, played, tuple(sorted(options, key=lambda option: -option.chance)), shown)


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


def _chances(game: Game[Any, Any], node: Node, position: Position, hand: Hand | None = None) -> Chances:
    """Return the chances of a node: Jack knows his hand, the detectives know as much as spectators."""
    true = node.values[hand or _hand(position)]
    return Chances(node.public, {side: true if side == JACK else node.public for side in game.sides}, true)


def _activation(game: Game[Any, Any], position: Position, actions: Sequence[int]) -> list[int]:
    """Return the actions up to the end of the activation; [] if the game ended inside it."""
    position = position.copy()
    for count, action in enumerate(actions, 1):
        position.advance(action)
        if game.turn_complete(position):
            return list(actions[:count])
    return []


def _step(course: Playthrough[Any, Any], action: int) -> Story:
    before = len(course.news(SPECTATOR))
    course.advance(action)
    return (*public(course.news(SPECTATOR, before)),)


def _hand(position: Position) -> Hand:
    return position.jack, position.held


def _observe(belief: PublicBelief, news: Sequence[News]) -> None:
    for piece in news:
        belief.observe(piece)


def _observed(belief: PublicBelief, news: Sequence[News]) -> PublicBelief:
    other = belief.copy()
    _observe(other, news)
    return other


def _split(news: Story) -> tuple[Story, Story]:
    """Split the news of an activation into its own and those of the call."""
    at = next((number for number, piece in enumerate(news) if piece.kind == "called"), len(news))
    return news[:at], news[at:]


def _key(news: Story) -> Hashable:
    return tuple((piece.kind, tuple(sorted(piece.details.items()))) for piece in news)
