"""What a server is started with where nobody says something else: written once, and offered by the command as it is."""

from dataclasses import fields
from inspect import signature

from gaslamp.commands import serve
from gaslamp.server.ops.settings import DEFAULTS, Settings


def test_the_command_offers_what_is_usual() -> None:
    offered = {name: parameter.default for name, parameter in signature(serve).parameters.items()}
    usual = {field.name: getattr(DEFAULTS, field.name) for field in fields(Settings)}
    unsaid = {"data": None, "workers": None}  # where its folder is, and how many cores, the machine knows
    assert offered.items() >= unsaid.items()
    both = (offered.keys() & usual.keys()) - unsaid.keys()
    assert both >= {"host", "port", "log_format", "metrics", "keep_games", "keep_finished", "keep_guests", "most_data"}
    assert {name: offered[name] for name in both} == {name: usual[name] for name in both}
