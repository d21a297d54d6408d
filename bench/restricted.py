"""The end of a game with few choices per decision, small enough for its whole tree."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

from bench.exact import Branch, Node, Strategy
from gaslamp.arena import players
from gaslamp.arena.lookahead import EXACT, Breadth, Lookahead
from gaslamp.arena.policy import Policy
from gaslamp.arena.reading import PublicState, Reading, extended
from gaslamp.bots import BeliefCache, Limit, Question, Situation
from gaslamp.bots.bot import Planning
from gaslamp.core.game import CHANCE
from gaslamp.core.history import Playthrough

SUSPECTS: Final = 3
WIDTH: Final = 2  # choices of the reader per activation
READERS: Final = {"mr_jack": "detective", "pocket": "detectives"}


class SmallGame(Reading):
    """The rest of a game after *root*, with few choices per decision. They depend on the reader's news only."""

    def __init__(self, root: Playthrough[Any, Any], policy: Policy, limit: Limit) -> None:
        super().__init__(root.game, READERS[root.game.title], policy)
        level = players.bot(root.game.title, "superintendent")
        assert isinstance(level, Planning)
        self.level, self.limit = level, limit
        self._root = root
        self._options: dict[bytes, list[int]] = {}
        self._cache = BeliefCache(4096)

    def start(self) -> PublicState:
        """Return the state at the root: one world for each suspect, equally likely."""
        belief = self.game.belief(self.seat)
        news = self._root.news(self.seat)
        for piece in news:
            belief.observe(piece)
        worlds: dict[int, Any] = {}
        for world in belief.worlds():
            worlds.setdefault(world.identity, world)
        games = [self._rewritten(world) for world in worlds.values()]
        return PublicState(b"root", len(news), tuple((game, 1 / len(games)) for game in games))

    def _rewritten(self, world: Any) -> Playthrough[Any, Any]:
        playthrough = Playthrough(self.game)
        for action in self.game.rewrite_history(self._root.actions, self.seat, world):
            playthrough.advance(action)
        return playthrough

    def options(self, state: PublicState) -> list[int]:
        """Return the choices of the side to move, the reader or the policy."""
        if state.token not in self._options:
            best = self._best_for_reader(state) if self.reads(state) else self._best_for_policy(state)
            self._options[state.token] = list(dict.fromkeys([*best, *self._ending(state)]))
        return self._options[state.token]

    def _best_for_reader(self, state: PublicState) -> list[int]:
        legal = state.any_position.position.legal()
        if len(legal) == 1:
            return list(legal)
        seat = self.game.to_move(state.any_position.position)
        assert seat is not None
        question = Question(Situation.at(state.any_position, seat), self.limit)
        even = [(playthrough.position, 1.0) for playthrough, _ in state.weighted]
        values = self.level.values(question, even, self._cache)
        ranked = sorted(values, key=lambda notation: -values[notation])
        return [self.game.actions.parse(notation) for notation in ranked[: self._width(state, WIDTH)]]

    def _best_for_policy(self, state: PublicState) -> list[int]:
        best: dict[int, None] = {}
        for playthrough, _ in state.weighted[: self._width(state, SUSPECTS)]:
            values = self.policy.values(playthrough, state.token)
            best[max(values, key=lambda action: values[action])] = None
        for playthrough, _ in state.weighted:  # every suspect has a choice
            legal = playthrough.position.legal()
            if not {*best} & {*legal}:
                values = self.policy.values(playthrough, state.token)
                best[max(values, key=lambda action: values[action])] = None
        return [*best]

    def _width(self, state: PublicState, most: int) -> int:
        """Return *most* at the beginning of an activation, else 1."""
        return most if self.game.turn_complete(state.any_position.position) else 1

    def _ending(self, state: PublicState) -> list[int]:
        """Return the actions that end the game at once for some suspect."""
        found: dict[int, None] = {}
        for playthrough, _ in state.weighted:
            for action in playthrough.position.legal():
                if self._ends(playthrough, action):
                    found[action] = None
        return [*found]

    def _ends(self, playthrough: Playthrough[Any, Any], action: int) -> bool:
        after = playthrough.position.copy()
        after.advance(action)
        return self.game.outcome(after) is not None

    def shares(self, state: PublicState, playthrough: Playthrough[Any, Any]) -> list[tuple[int, float]]:
        """Return the policy's probabilities among the choices; even ones if it takes none of them."""
        if self.game.to_move(playthrough.position) == CHANCE:
            return list(super().shares(state, playthrough))
        legal = {*playthrough.position.legal()}
        possible = [action for action in self.options(state) if action in legal]
        likely = self.policy.shares(playthrough, state.token)
        total = sum(likely.get(action, 0.0) for action in possible)
        if total <= 0:
            return [(action, 1 / len(possible)) for action in possible]
        return [(action, likely.get(action, 0.0) / total) for action in possible]

    def reader_value(self) -> float:
        """Return the value of the reader's search without bounds: its best response."""
        return self._lookahead(EXACT).value(self.start(), Random(0))

    def figure(self, breadth: Breadth) -> float:
        """Return how often a reader with a search of this size wins, over all draws and choices of the policy."""
        return self._figure(self.start(), self._lookahead(breadth))

    def _lookahead(self, breadth: Breadth) -> Lookahead:
        return Lookahead(self, self.level, self.limit, breadth)

    def _figure(self, state: PublicState, lookahead: Lookahead) -> float:
        if self.game.outcome(state.any_position.position):
            return lookahead.value(state, Random(0))
        if self.reads(state):
            action, _ = lookahead.best(state, Random(0))
            states = self.after(state, action)
        else:
            states = self.following(state)
        return sum(share * self._figure(after, lookahead) for share, after in states)

    # ---- the whole tree

    def tree(self, strategies: dict[int, Strategy], state: PublicState | None = None) -> Node:
        """Return the tree below a state, the root if None; fill in the policy's strategies by the id of each node."""
        state = state or self.start()
        worlds = [playthrough for playthrough, _ in state.weighted]
        outcomes = [self.game.outcome(playthrough.position) for playthrough in worlds]
        if all(outcomes):
            return Node("end", [float(outcome.winner == self.reader) for outcome in outcomes if outcome])
        if not self.reads(state) and not self.decides(state):
            draws = [
                (number, action, share)
                for number, playthrough in enumerate(worlds)
                for action, share in self.shares(state, playthrough)
            ]
            return Node("chance", branches=[self._branch(state, -1, draws, strategies)])
        branches = []
        for action in self.options(state):
            taken = [number for number, world in enumerate(worlds) if action in world.position.legal()]
            branches.append(self._branch(state, action, [(number, action, 1.0) for number in taken], strategies))
        node = Node("reader" if self.reads(state) else "policy", branches=branches)
        if node.mover == "policy":
            rows = [dict(self.shares(state, playthrough)) for playthrough in worlds]
            strategies[id(node)] = [[row.get(branch.action, 0.0) for branch in branches] for row in rows]
        return node

    def _branch(
        self,
        state: PublicState,
        action: int,
        steps: Iterable[tuple[int, int, float]],
        strategies: dict[int, Strategy],
    ) -> Branch:
        """Return a branch; a step is the number of a world, an action and its probability."""
        groups: dict[bytes, list[tuple[Playthrough[Any, Any], int, float]]] = {}
        lengths: dict[bytes, int] = {}
        possible = [False] * len(state.weighted)
        for number, done, share in steps:
            after = state.weighted[number][0].copy()
            after.advance(done)
            news = after.news(self.seat, state.length)
            token = extended(state.token, news)
            groups.setdefault(token, []).append((after, number, share))
            lengths[token] = state.length + len(news)
            possible[number] = True
        children = []
        for token, group in groups.items():
            below = PublicState(token, lengths[token], tuple((after, 1 / len(group)) for after, _, _ in group))
            children.append((self.tree(strategies, below), [(number, share) for _, number, share in group]))
        return Branch(action, possible, children)
