"""The pages and fragments in words: Jinja templates of `gaslamp.web`, each told which language it speaks.

Every template has `say` (a Message, or an id with its gaps), `lang` (the code of its language), `languages` (code and
name of each), `static` (the address of a file of web/static or of a bundle), and `still` (the address of a title's
board).
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gaslamp.core.messages import Message, Param
from gaslamp.locale import NAMES, Catalogue, catalogue
from gaslamp.server.http import assets
from gaslamp.web import TEMPLATES

_ENVIRONMENT: Final = Environment(
    loader=FileSystemLoader(TEMPLATES),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_ENVIRONMENT.globals["static"] = assets.address
_ENVIRONMENT.globals["still"] = assets.still_address
_ENVIRONMENT.globals["languages"] = tuple(NAMES.items())


def render(name: str, language: str, **context: Any) -> str:
    """A page or a fragment in a language."""
    say = partial(_say, catalogue(language))
    return _ENVIRONMENT.get_template(name).render(say=say, lang=language, **context)


def _say(words: Catalogue, what: Message | str, /, **params: Param) -> str:
    return words.say(Message(what, params) if isinstance(what, str) else what)
