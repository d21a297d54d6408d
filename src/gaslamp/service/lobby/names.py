"""Which names guests may choose.

A name is one line of visible characters, without those that change the writing direction. A word does not mix Latin
with Cyrillic or Greek letters, and no name looks like that of a bot, a seat or a nameless guest, in any language.
Names are in no record and in no log line.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from unicodedata import category, combining, normalize
from unicodedata import name as unicode_name

from gaslamp import titles
from gaslamp.bots import levels
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.service.errors import Refusal

LONGEST: Final = 24  # characters
_MARKS: Final = 2  # combining marks per letter

# Control, format, surrogate, private and unassigned characters, line ends.
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# Unicode's property Default_Ignorable_Code_Point, and the blank of Braille.
_IGNORABLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK")
_WORD: Final = re.compile(r"[^\W\d_]+")
_SIGNS: Final = re.compile(r"[\W_]+")
_LABEL: Final = re.compile(r"(web\.bot\.\w+|web\.seat\.(you|guest|program)|\w+\.seat\.\w+)")

# Letters and digits that look like Latin letters, after case folding: Cyrillic, Greek, digits; i and l are one.
_LOOKALIKES: Final = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442"
    "\u0443\u0445\u0456\u0458\u0455\u04bb\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c701i",
    "abekmhopctyxijshldqwabenikvoptuxoll".replace("i", "l"),
)


def clean(name: str) -> str | None:
    """Return a name as it is stored, None for an empty one. Raises Refusal."""
    spaced = "".join(" " if category(char) == "Zs" else char for char in normalize("NFC", name))
    line = " ".join(word for word in spaced.split(" ") if word)
    if not line:
        return None
    if any(map(is_invisible, line)) or _stacks_marks(line) or any(map(_mixes_scripts, _WORD.findall(line))):
        raise Refusal(400, "web.error.name_signs")
    if not any(char.isalnum() for char in line):
        raise Refusal(400, "web.error.name_signs")
    if len(line) > LONGEST:
        raise Refusal(400, "web.error.name_long", most=LONGEST)
    if any(_skeleton(part) in _reserved() for part in (line, *re.split(r"[()\[\]{}]", line)) if part.strip()):
        raise Refusal(400, "web.error.name_taken")
    return line


def is_invisible(char: str) -> bool:
    """True for a character that shows nothing, or only changes how its neighbours are shown."""
    return category(char) in _INVISIBLE or _IGNORABLE.match(char) is not None


def _stacks_marks(line: str) -> bool:
    run = 0
    for char in line:
        run = run + 1 if category(char) in {"Mn", "Me"} else 0
        if run > _MARKS:
            return True
    return False


def _mixes_scripts(word: str) -> bool:
    scripts = {script for char in word for script in _SCRIPTS if script in unicode_name(char, "").split(" ")}
    return len(scripts) > 1


def _skeleton(text: str) -> str:
    """Reduce a text to its looks: no case, accents, signs and trailing number, lookalikes replaced."""
    plain = "".join(char for char in normalize("NFKD", text).casefold() if not combining(char))
    return _SIGNS.sub("", plain.rstrip("0123456789 ")).translate(_LOOKALIKES)


@cache
def _reserved() -> frozenset[str]:
    taken = {"bot", "бот", *levels.known_names()}
    taken.update(seat for title in titles.titles() for seat in titles.game(title).seats)
    for language in LANGUAGES:
        for id, forms in catalogue(language).sentences.items():
            if _LABEL.fullmatch(id):
                taken.update(form.replace("{name}", "") for form in forms)
    return frozenset(map(_skeleton, taken))
