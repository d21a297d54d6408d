"""The fixtures of a server under way and of the places where games are kept."""

from tests.host.fixtures import address, base, guest, place, program

__all__ = ["address", "base", "guest", "place", "program"]
