"""Prints what the learner sees at each step of a tutorial: a tool for writing tutorials.

`python -m tools.lesson pocket detectives` prints all steps with their legal actions.
"""

from __future__ import annotations

import sys

from gaslamp.core.errors import GaslampError
from gaslamp.game.lesson import Lesson, lesson
from gaslamp.locale import catalogue
from gaslamp.ui.presentation import presentation


def main(title: str, side: str) -> int:
    """Print a tutorial. Returns 1 if it does not exist or cannot be played."""
    words = catalogue("en")
    try:
        found = lesson(title, side)
    except GaslampError as error:
        print(words.say(error.message), file=sys.stderr)
        return 1
    if found is None:
        print(f"There is no first game of {title} as {side}.", file=sys.stderr)
        return 1
    for number in range(len(found.steps)):
        print("\n".join(shown(found, number)))
    return 0


def shown(found: Lesson, number: int) -> list[str]:
    words, step, update = catalogue("en"), found.steps[number], found.update(number)
    face = presentation(found.game)
    said = words.say(step.say) if step.say.id in words else f"({step.say.id} is not written yet)"
    told = [words.say(face.tell(piece)) for piece in update.news[found.known(number) :]]
    drawn = face.text_board(update.view).rows
    return [
        f"---- {number + 1} of {found.last + 1}: {said}",
        *(f"  told: {line}" for line in told),
        *("".join(span.text if isinstance(span.text, str) else words.say(span.text) for span in row) for row in drawn),
        f"  play: {step.play or '-'}  point: {' '.join(step.point) or '-'}",
        f"  legal: {', '.join(update.legal) or '-'}",
    ]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
