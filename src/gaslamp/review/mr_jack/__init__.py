"""Evaluation of Mr. Jack."""

from typing import Final

from gaslamp.review.mr_jack.evaluator import MrJackEvaluator

EVALUATOR: Final = MrJackEvaluator
