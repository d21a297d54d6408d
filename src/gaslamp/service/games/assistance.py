"""Deduction aid, hints and the reasons of reviews as jobs for worker processes.

Aid and hints are computed from what one viewer knows and from nothing else, the seed of a hint included: the same
request gives the same result, in every world that the viewer considers possible. Reasons are computed from the records
of finished games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from gaslamp import kernel, titles
from gaslamp.bots import levels
from gaslamp.bots.bot import Limit, Question, Situation
from gaslamp.bots.reasons import share
from gaslamp.core.game import Game, News, Seat
from gaslamp.core.history import Playthrough
from gaslamp.core.messages import Message, message
from gaslamp.core.records.record import Record
from gaslamp.game.updates import Update
from gaslamp.service.games import bot_runner
from gaslamp.service.games.reviews import REVIEW_QUEUE, REVIEW_TIMEOUT
from gaslamp.ui.presentation import presentation
from gaslamp.ui.prompt import Prompt
from gaslamp.workers.shared import Request

AID_QUEUE: Final = "aid"
HINT_QUEUE: Final = "hints"
_AID_TIMEOUT: Final = 60.0  # seconds
_HINT_TIMEOUT: Final = 30.0  # seconds; Whitehall has long news to read
_MOST_REASONS: Final = 3  # per hint, besides the next step
# Nodes, not seconds: a busy machine must not change a hint. Compiled bots use the limit of their level.
_HINT_LIMIT: Final = Limit() if kernel.COMPILED else Limit(nodes=10_000)
_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")


class Advice(NamedTuple):
    notation: str
    reasons: tuple[Message, ...]
    plan: tuple[int, ...] = ()  # for the next hint of the same turn


def aid_request(id: str, game: Game[Any, Any], news: Sequence[News]) -> Request:
    digest = sha256(_ENCODER.encode(news)).digest()
    return Request(AID_QUEUE, (id, digest), conclude, (game.title, dict(game.options), tuple(news)), _AID_TIMEOUT)


def hint_request(id: str, game: Game[Any, Any], seat: Seat, update: Update, plan: tuple[int, ...] = ()) -> Request:
    """Return the request for a hint. *plan* is that of the last hint to this seat in the same turn."""
    digest = sha256(_ENCODER.encode((id, seat, update.news, update.legal))).digest()
    seed = int.from_bytes(digest[:8], "big")
    question = Question(bot_runner.situation(game, seat, update), _HINT_LIMIT, seed, plan)
    return Request(HINT_QUEUE, (id, digest, plan), advise, (levels.closest_level(game, seat), question), _HINT_TIMEOUT)


def conclude(title: str, options: Mapping[str, str], news: Sequence[News]) -> Any:
    return titles.game(title, options).conclude(news)


def advise(name: str, question: Question) -> Advice:
    """Compute a hint, in a worker process. The planned next step comes first among its reasons."""
    answer, situation = bot_runner.think(name, question), question.situation
    why, game = answer.why, titles.game(situation.title, situation.options)
    reasons = [*why.reasons[:_MOST_REASONS]]
    if why.rival is not None and len(why.reasons) <= _MOST_REASONS:
        prompt = presentation(game).prompt(situation.view, game.actions.parsed(situation.legal))
        other = label(game, prompt, game.actions.parse(why.rival.notation))
        reasons[-1] = message("why.rival", reason=reasons[-1], what=other, share=share(why.rival.chance))
    if why.then is not None:
        then = presentation(game).label(game.actions.parse(why.then))
        reasons.insert(0, message("why.then", what=then))
    return Advice(answer.notation, tuple(reasons), why.plan)


def reasons_request(id: str, record: Record, actions: int, seat: Seat, level: str) -> Request:
    """Return the request for a bot's choice, with reasons, after a number of actions of a finished game."""
    args = (replace(record, proof=None), actions, seat, level)
    return Request(REVIEW_QUEUE, (id, actions), explain, args, REVIEW_TIMEOUT)


def explain(record: Record, actions: int, seat: Seat, level: str) -> Advice:
    game = titles.game(record.title, record.options)
    course = Playthrough(game)
    for notation in record.actions[:actions]:
        course.play(notation)
    return advise(level, Question(Situation.at(course, seat), _HINT_LIMIT))


def label(game: Game[Any, Any], prompt: Prompt, action: int) -> Message:
    """Return the label of a legal action; that of the prompt if the action is decisive, such as an accusation."""
    leaves = (leaf for choice in prompt.choices for leaf in choice.leaves())
    decisive = next((leaf.label for leaf in leaves if leaf.action == action and leaf.sure is not None), None)
    return decisive or presentation(game).label(action)
