"""Evaluation of Mr. Jack: the strongest bot's search of each round, for each secret of both sides.

A secret is Jack's identity and the alibi cards of each side, as far as they are suspects. What the Detective holds
changes his belief, so every hand that he may have is searched. Before a draw of character cards the chance is the mean
over fourteen of the seventy draws, which contain every three cards exactly once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Final, TypeAlias

from gaslamp.bots.mr_jack.player_types import PlayerTypeTracker
from gaslamp.bots.mr_jack.public_belief import PublicBelief, mixture
from gaslamp.bots.mr_jack.search_bot import (
    ALL_CARDS,
    Candidate,
    Weights,
    begin,
    changed,
    escape_action,
    laid_out,
    searcher,
    shares,
)
from gaslamp.bots.mr_jack.superintendent import liking, searched
from gaslamp.bots.mr_jack.worth import ONE, learnt
from gaslamp.core.game import Game, Side
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message, Share, message
from gaslamp.review.moments import JACK, JudgedChoice, ValuedOption
from gaslamp.review.mr_jack_activations import as_actions, as_candidate, same
from gaslamp.review.mr_jack_secrets import (
    CHARACTERS,
    Hidden,
    Known,
    advanced,
    apart,
    before_draw,
    lowest,
    members,
    turned,
    with_card,
)  # fmt: skip
from gaslamp.review.tree import PublicSituation, Story, TreeEvaluator, corrected, story_key
from gaslamp.titles.mr_jack.rules import board
from gaslamp.titles.mr_jack.rules.notation import ALIBI, IDENTITY, PICK
from gaslamp.titles.mr_jack.rules.position import Position

NODES: Final = 60_000  # of a judged decision
_SHARE: Final = 3  # a situation is searched with this fraction of the nodes, for each hand of the Detective
_THIN: Final = 64  # whistle sampling interval of the narrow search
_OVERRATED: Final = (0.0, -0.65, -0.5, -0.25, -0.15, 0.0, 0.0, 0.0, 0.0)  # logits, by round; docs/review.md
_NO_LIMIT: Final = 1 << 40  # nodes
# Steiner system S(3, 4, 8): affine planes in three dimensions.
_ENOUGH: Final = 10_000  # nodes; with fewer, only a draw and its complement
DRAWS: Final = tuple(four for four in combinations(CHARACTERS, 4) if not four[0] ^ four[1] ^ four[2] ^ four[3])


_Valued: TypeAlias = tuple[Candidate, float, float]  # chance of the side that chooses, and how often the bot plays it


@dataclass(slots=True)
class MrJackSituation(PublicSituation):
    """A situation of Mr. Jack."""

    known: Known = field(kw_only=True)


class MrJackEvaluator(TreeEvaluator[MrJackSituation]):
    answers = frozenset({"called", "over"})

    def __init__(self, nodes: int = NODES) -> None:
        self._nodes = nodes
        self._tracker = PlayerTypeTracker(board.EDITIONS[0])
        self._public = PublicBelief(board.EDITIONS[0], searched, nodes)
        self._belief: Sequence[float] = self._public.belief  # before the last activation

    def start(self, course: Playthrough[Any, Any], actions: Sequence[int]) -> MrJackSituation:
        self._tracker = PlayerTypeTracker(course.game.options["edition"])
        self._public = PublicBelief(course.game.options["edition"], searched, self._nodes)
        self.step(course, actions[0])
        return self._before_cards(Known(self._tracker.position.copy(), self._read))

    def step(self, course: Playthrough[Any, Any], action: int) -> Story:
        if PICK <= action < IDENTITY:
            self._belief = self._public.belief
        news = super().step(course, action)
        for piece in news:
            self._tracker.observe(piece)
            self._public.observe(piece)
        return news

    @property
    def _read(self) -> tuple[int, ...]:
        return (*self._tracker.weights(),)

    def secret(self, situation: MrJackSituation, position: Position) -> Hidden:
        up = situation.known.position.up
        return Hidden(position.jack, position.detective_alibis & up, position.jack_alibis & up)

    def knowledge(self, side: Side, secret: Hidden) -> Hashable:
        return (secret.identity, secret.jack) if side == JACK else secret.detective

    # ---- situations

    def drawn(self, situation: MrJackSituation, news: Story) -> MrJackSituation:
        cards = [board.CHARACTERS.index(str(piece.details["character"])) for piece in news if piece.kind == "turned"]
        return self._narrow(replace(situation.known, position=turned(situation.known.position, cards)))

    def played(
        self, before: MrJackSituation, game: Game[Any, Any], activation: Sequence[int], story: Story
    ) -> MrJackSituation:
        known, actions = before.known, [action for action in activation if action < ALIBI]
        if story[-1].kind == "left":
            weights = {
                secret: weight for secret, weight in before.weights.items() if secret.identity == actions[0] - PICK
            }
            return MrJackSituation(weights, dict.fromkeys(weights, 1.0), known=known)
        if story[-1].kind == "accused":
            return self._accused(before, game, actions, board.CHARACTERS.index(str(story[-1].details["accused"])))
        if known.position.seat == board.JACK:
            known = replace(known, read=self._read)
        after = self._next(known, game, actions)
        if actions[0] - PICK != board.HOLMES:
            return after
        weights = known.secrets()
        side = known.position.seat
        values = {secret: before_draw(secret, known.position, after.values, side) for secret in weights}
        return MrJackSituation(weights, values, {story_key(story): after}, known=known)

    def _next(self, known: Known, game: Game[Any, Any], actions: Sequence[int]) -> MrJackSituation:
        """Return the next decision, or the call after the last activation of a round."""
        if known.position.used < 3:
            return self._decision(replace(known, position=advanced(game, known.position, actions)[0]))
        in_sight = apart(known.position, actions).seen()
        weights = replace(known, position=with_card(known.position, actions)).secrets()
        situation = MrJackSituation(weights, {}, known=known)
        for part in (known.position.up & in_sight, known.position.up & ~in_sight):
            if not part:
                continue
            position, news = advanced(game, changed(known.position, jack=lowest(part)), actions)
            called = self._called(replace(known, position=position))
            situation.following[story_key(self.split(news)[1])] = called
            situation.values = {
                **situation.values,
                **{
                    secret: called.values[Hidden(secret.identity, secret.detective & part, secret.jack & part)]
                    for secret in weights
                    if part >> secret.identity & 1
                },
            }
        return situation

    def _called(self, known: Known) -> MrJackSituation:
        if known.position.doing == board.TURNING:
            return self._before_cards(known)
        if known.position.doing == board.PICKING:
            return self._decision(known)
        weights = known.secrets()  # the night is over
        return MrJackSituation(weights, dict.fromkeys(weights, 1.0), known=known)

    def _accused(
        self, before: MrJackSituation, game: Game[Any, Any], actions: Sequence[int], accused: int
    ) -> MrJackSituation:
        weights = before.weights
        values = {secret: float(secret.identity != accused) for secret in weights}
        situation = MrJackSituation(weights, values, known=before.known)
        for won in (0.0, 1.0):
            part = {secret: weight for secret, weight in weights.items() if values[secret] == won}
            if part:
                jack = next(iter(part)).identity
                _, news = advanced(game, changed(before.known.position, jack=jack), actions)
                end = MrJackSituation(part, dict.fromkeys(part, won), known=before.known)
                situation.following[story_key(self.split(news)[1])] = end
        return situation

    def _decision(self, known: Known) -> MrJackSituation:
        return _evaluated(known, lambda held: _chances(known.position, known.belief(held), self._nodes // _SHARE))

    def _narrow(self, known: Known) -> MrJackSituation:
        """Evaluate the start of an odd round, when its cards have been turned up."""
        return _evaluated(known, lambda held: _narrow_chances(known.position, known.belief(held)))

    def _before_cards(self, known: Known) -> MrJackSituation:
        sample = DRAWS if self._nodes >= _ENOUGH else (DRAWS[0], DRAWS[-1])
        draws = [self._narrow(replace(known, position=turned(known.position, cards))) for cards in sample]
        weights = known.secrets()
        values = {secret: sum(draw.values[secret] for draw in draws) / len(draws) for secret in weights}
        return MrJackSituation(weights, values, known=known)

    # ---- decisions

    def judge(
        self, before: MrJackSituation, activation: Sequence[int], secret: Hidden, after: MrJackSituation
    ) -> JudgedChoice:
        known, actions = before.known, [action for action in activation if action < ALIBI]
        position = changed(known.position, jack=secret.identity)
        candidate = as_candidate(position, actions)
        seat = board.SEATS[position.seat]
        belief = None
        if seat == JACK:
            options = self._options_of_jack(position, candidate)
            belief = _identified(before, secret), _identified(after, secret)
        else:
            options = self._options_of_detective(position, known.belief(secret.detective), candidate)
        match = next((option for option in options if same(option[0], candidate)), None)
        if match is None:  # an accusation of a cleared character
            match = (candidate, 0.0, 0.0)
            options.append(match)
        played = ValuedOption((*actions,), match[1], match[2])
        listed = [
            played if option is match else ValuedOption(as_actions(position, option[0]), option[1], option[2])
            for option in sorted(options, key=lambda option: -option[1])
        ]
        return JudgedChoice(seat, played, (*listed,), belief, _remarks(candidate, played, options))

    def _options_of_jack(self, position: Position, actual: Candidate) -> list[_Valued]:
        weights = shares([float(position.up >> character & 1) for character in CHARACTERS])
        also = actual if actual.ends else None
        candidates = searched(position, weights, self._nodes, also)
        believed = shares([share * (weight > 0) for share, weight in zip(self._belief, weights, strict=True)])
        mixed = mixture(candidates, believed).probabilities[position.jack]
        way = escape_action(position)
        options = [
            (candidate, _of_jack(candidate.values[position.jack], position.round), share if way is None else 0.0)
            for candidate, share in zip(candidates, mixed, strict=True)
        ]
        if way is not None:
            options.append((Candidate(PICK + position.jack, (), 0), 1.0, 1.0))
        return options

    def _options_of_detective(self, position: Position, weights: Weights, actual: Candidate) -> list[_Valued]:
        also = actual if actual.ends else None
        candidates = searched(position, weights, self._nodes, also)
        liked = [liking(candidate, position, weights) for candidate in candidates]
        best = [like == max(liked) for like in liked]
        return [
            (candidate, expected_chance(candidate.values, weights, position.round), of_best / sum(best))
            for candidate, like, of_best in zip(candidates, liked, best, strict=True)
            if like >= 0 or same(candidate, actual)
        ]


def _evaluated(known: Known, search: Callable[[int], Sequence[int]]) -> MrJackSituation:
    """Return a situation; *search* returns the Detective's chances, in 4096ths, if he holds some cards."""
    weights = known.secrets()
    by_hand = {held: search(held) for held in {secret.detective for secret in weights}}
    number = known.position.round
    values = {secret: _of_jack(by_hand[secret.detective][secret.identity], number) for secret in weights}
    return MrJackSituation(weights, values, known=known)


def _of_jack(detective: float, number: int) -> float:
    """Convert the Detective's chance by a search in round *number*, in 4096ths, into Jack's chance from 0 to 1.

    The search does not count what Jack's next choices will reveal, so early in the game it overrates him.
    """
    return corrected(1.0 - min(1.0, detective / ONE), _OVERRATED[number])


def expected_chance(values: Sequence[int], weights: Weights, number: int) -> float:
    """Return the Detective's chance at his belief."""
    jack = sum(weight * _of_jack(value, number) for value, weight in zip(values, weights, strict=True))
    return 1.0 - jack / sum(weights)


def _chances(position: Position, weights: Weights, nodes: int) -> Sequence[int]:
    candidates = searched(position, weights, nodes)
    if position.seat == board.DETECTIVE:
        return max(candidates, key=lambda candidate: liking(candidate, position, weights)).values
    chances = [min(candidate.values[character] for candidate in candidates) for character in CHARACTERS]
    if not position.visible:
        for character in members(position.face_up):
            if searcher().prospects.can_leave(laid_out(position), character):
                chances[character] = 0
    return chances


def _narrow_chances(position: Position, weights: Weights) -> Sequence[int]:
    search = searcher()
    search.prospects.learn(learnt())
    search.thin, search.jack, search.nodes, search.most = _THIN, board.NONE, 0, _NO_LIMIT
    search.width, search.through, search.everybody, search.soft = 1, False, 1, 0
    search.horizon = ALL_CARDS
    ply = begin(search, position, weights)
    search.solve(0)
    return [*ply.value]


def _remarks(actual: Candidate, played: ValuedOption, options: Sequence[_Valued]) -> tuple[Message, ...]:
    """Return remarks on an accusation of a character who cannot be Jack, or that was worse than waiting."""
    if actual.accused == board.NONE:
        return ()
    if not played.chance:
        return (message("review.excluded", who=message(f"mr_jack.character.{board.CHARACTERS[actual.accused]}")),)
    waiting = max((chance for candidate, chance, _ in options if candidate.accused == board.NONE), default=0.0)
    if played.chance >= waiting:
        return ()
    return (message("review.accused", share=_share(played.chance), waiting=_share(waiting)),)


def _share(chance: float) -> Share:
    return Share(round(1000 * chance), 1000)


def _identified(situation: MrJackSituation, secret: Hidden) -> float:
    """Return the public probability of the true identity."""
    return sum(weight for other, weight in situation.weights.items() if other.identity == secret.identity)


EVALUATOR: Final = MrJackEvaluator
