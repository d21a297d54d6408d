"""Evaluation of Whitehall Mystery."""

from typing import Final

from gaslamp.review.whitehall.evaluator import WhitehallEvaluator

EVALUATOR: Final = WhitehallEvaluator
